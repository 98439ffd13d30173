"""The campaigns page: the list at the left, the chosen campaign with its tabs at the right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from assay.campaign_types import Campaign, CampaignStatus
from assay.types import GRADES
from assay_desktop.keys import Keys
from assay_desktop.pages.campaigns.model import (
    TONES,
    Entry,
    Overview,
    Step,
    StepKind,
    Tab,
    next_step,
    progress_words,
    status_words,
    summary,
)
from assay_desktop.pages.campaigns.widgets.adjudicate import AdjudicateTab
from assay_desktop.pages.campaigns.widgets.agreement import AgreementTab
from assay_desktop.pages.campaigns.widgets.dialogs import CampaignDialogs
from assay_desktop.pages.campaigns.widgets.progress import ProgressTab
from assay_desktop.pages.campaigns.widgets.releases import ReleasesTab
from assay_desktop.pages.campaigns.widgets.runs import RunsTab
from assay_desktop.pages.campaigns.widgets.setup import SetupTab
from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, S4, S6, Theme, repolish, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, fill, hbox, vbox
from assay_desktop.widgets.controls.fields import tab_bar
from assay_desktop.widgets.controls.side_panes import SidePanes
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import button
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.tables.campaign_list import CampaignCard, CampaignList

_CHIP_TONES = {CampaignStatus.OPEN: "accent", CampaignStatus.ADJUDICATING: "warning"}
_CHANGES = {
    CampaignStatus.DRAFT: (CampaignStatus.OPEN,),
    CampaignStatus.OPEN: (CampaignStatus.ADJUDICATING, CampaignStatus.CLOSED),
    CampaignStatus.ADJUDICATING: (CampaignStatus.OPEN, CampaignStatus.CLOSED),
    CampaignStatus.CLOSED: (CampaignStatus.ADJUDICATING,),
}


class CampaignHead(QWidget):
    """Name, chip and size at the left; the next step and everything rarer at the right."""

    step_wanted = Signal(object)  # Step
    status_wanted = Signal(object)  # CampaignStatus
    bundle_export_wanted = Signal(str)  # whose eyes it is for, "" for those of anyone who leads the campaign
    bundle_merge_wanted = Signal()
    import_wanted = Signal()
    folder_import_wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._step: Step | None = None
        self._name = ElidedLabel("page-title")
        self._chip = label(role="chip")
        self._chip.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._summary = ElidedLabel("muted", between=" · ")
        self._next = button("", self._take_step, kind="primary")
        self._more = QPushButton(self.tr("More"))
        self._menu = QMenu(self)
        self._more.setMenu(self._menu)
        hbox(
            self._name,
            (self._chip, 0, Qt.AlignmentFlag.AlignVCenter),
            S2,
            self._summary,
            STRETCH,
            self._next,
            self._more,
            on=self,
            gap=S3,
        )

    def show_campaign(self, campaign: Campaign, step: Step | None, people: Sequence[str]) -> None:
        """Show a campaign; `step` None: the button goes, all is done or it would lead to where one is.

        `people` are the assessors to whom a bundle may be handed.
        """
        self._name.show_text(campaign.name)
        self._chip.setText(status_words(campaign.status))
        self._chip.setProperty("tone", _CHIP_TONES.get(campaign.status, ""))
        repolish(self._chip)
        self._summary.show_text(summary(campaign))
        self._fill_menu(campaign.status, people)
        self.show_step(step)

    def show_step(self, step: Step | None) -> None:
        self._step = step
        self._next.setVisible(step is not None)
        if step is not None:
            self._next.setText(step.words)
            self._next.setToolTip(escape_markup(step.why))

    def _take_step(self) -> None:
        if self._step is not None:
            self.step_wanted.emit(self._step)

    def _fill_menu(self, status: CampaignStatus, people: Sequence[str]) -> None:
        self._menu.clear()
        words = {
            CampaignStatus.OPEN: self.tr("Open for grading"),
            CampaignStatus.ADJUDICATING: self.tr("Start adjudication"),
            CampaignStatus.CLOSED: self.tr("Close"),
        }
        for wanted in _CHANGES[status]:
            self._menu.addAction(words[wanted]).triggered.connect(partial(self._want_status, wanted))
        self._menu.addSeparator()
        self._fill_bundles(self._menu.addMenu(self.tr("Export bundle")), people)
        for text, signal in (
            (self.tr("Merge bundle…"), self.bundle_merge_wanted),
            (self.tr("Import judgements…"), self.import_wanted),
            (self.tr("Import a BEIR folder…"), self.folder_import_wanted),
        ):
            self._menu.addAction(text).triggered.connect(signal)

    def _fill_bundles(self, menu: QMenu, people: Sequence[str]) -> None:
        """One for an assessor holds nobody else's grades, so it comes first."""
        for name in people:
            chosen = menu.addAction(self.tr("For {0}: their pairs and grades…").format(name))
            chosen.triggered.connect(partial(self._want_bundle, name))
        menu.addSeparator()
        everything = menu.addAction(self.tr("Everything, with all grades and notes…"))
        everything.triggered.connect(partial(self._want_bundle, ""))

    def _want_bundle(self, assessor: str, _checked: bool = False) -> None:
        self.bundle_export_wanted.emit(assessor)

    def _want_status(self, status: CampaignStatus, _checked: bool = False) -> None:
        self.status_wanted.emit(status)


_SAY_MS = 300  # shorter waits pass without a word


class CampaignsPage(QWidget):
    """Widgets only. The tabs are its parts, each with signals of its own."""

    shown = Signal(bool)
    tab_chosen = Signal(object)  # Tab
    new_wanted = Signal()
    judge_requested = Signal(str)  # a campaign's name, "" for the library's own judging
    retry_wanted = Signal()
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self._overview: Overview | None = None
        self.dialogs = CampaignDialogs(self)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack = QStackedWidget()
        vbox(SidePanes(theme, self._stack, left=self._build_list(), sizes=(_LIST_PX, 900)), on=self)
        self._tabs = QStackedWidget()
        fill(self._stack, self._build_campaign(), self._empty)
        self._stack.setCurrentIndex(1)
        self._build_tabs()
        self._busy_soon = QTimer(self, singleShot=True, interval=_BUSY_MS)
        self._busy_soon.timeout.connect(self._show_busy_line)
        self._bind_keys(keys)
        self.setFocusProxy(self._list)

    # --- building

    def _build_list(self) -> QFrame:
        pane = QFrame()
        pane.setProperty("role", "sidebar")
        set_px(pane, width=_LIST_PX)
        title = label(self.tr("Campaigns"), "page-title")
        title.setContentsMargins(S2, 0, 0, 0)
        self._new = button(self.tr("New campaign"), self.new_wanted.emit, kind="primary")
        self._list = CampaignList(self._theme)
        self.campaign_chosen = self._list.chosen
        column = vbox(title, self._new, (self._list, 1), on=pane, gap=S3, margins=(S3, S4, S3, S3))
        back = button(self.tr("Back to judging"), lambda: self.judge_requested.emit(self._name), kind="link")
        self._merge = button(self.tr("Merge bundle…"), self.dialogs.choose_bundle, kind="link")
        for link in (self._merge, back):
            column.addWidget(link, 0, Qt.AlignmentFlag.AlignLeft)
        return pane

    def _build_campaign(self) -> QWidget:
        self.head = CampaignHead()
        self.head.bundle_export_wanted.connect(
            lambda assessor: self.dialogs.choose_bundle_path(self._name, assessor)
        )
        self.head.bundle_merge_wanted.connect(self.dialogs.choose_bundle)
        self.head.import_wanted.connect(self.dialogs.choose_judgements)
        self.head.folder_import_wanted.connect(self.dialogs.choose_judgement_folder)
        self._strip = Strip(self._theme)
        bar = vbox(self._build_tab_bar(), gap=0)
        self._line = QProgressBar()
        self._line.setRange(0, 1)
        self._line.setTextVisible(False)
        self._line.setProperty("thin", "true")
        self._line.setAccessibleName(self.tr("Working"))
        bar.addWidget(self._line)
        return boxed(vbox(self.head, self._strip, bar, (self._tabs, 1), gap=S2, margins=(S6, S4, S6, S2)))

    def _build_tab_bar(self) -> QTabBar:
        self._titles = {
            Tab.SETUP: self.tr("Setup"),
            Tab.RUNS: self.tr("Runs && pool"),
            Tab.PROGRESS: self.tr("Progress"),
            Tab.AGREEMENT: self.tr("Agreement"),
            Tab.ADJUDICATE: self.tr("Adjudicate"),
            Tab.RELEASES: self.tr("Releases"),
        }
        self._bar = tab_bar(self.tr("Parts of the campaign"), [*self._titles.values()])
        self._bar.currentChanged.connect(self._turn)
        return self._bar

    def _build_tabs(self) -> None:
        self.setup = SetupTab(self._theme)
        self.runs = RunsTab(self._theme)
        self.progress = ProgressTab(self._theme)
        self.agreement = AgreementTab(self._theme)
        self.adjudicate = AdjudicateTab(self._theme)
        self.releases = ReleasesTab(self._theme)
        self.progress.pool_wanted.connect(lambda: self.open_tab(Tab.RUNS))
        self.adjudicate.release_wanted.connect(lambda: self.open_tab(Tab.RELEASES))
        read: dict[Tab, QWidget] = {
            Tab.SETUP: self.setup,
            Tab.RUNS: self.runs,
            Tab.AGREEMENT: self.agreement,
            Tab.ADJUDICATE: self.adjudicate,
            Tab.RELEASES: self.releases,
        }
        for tab in self._titles:
            self._tabs.addWidget(read.get(tab, self.progress))
        self._overlays = {tab: LoadingOverlay(widget) for tab, widget in read.items()}

    def _bind_keys(self, keys: Keys) -> None:
        """Bind those that settle a pair on its tab alone; a digit typed as a reason stays a digit."""
        settling: dict[str, Callable[[], None]] = {
            "campaigns.reason": self.adjudicate.edit_reason,
            "next": lambda: self.adjudicate.browse(1),
            "previous": lambda: self.adjudicate.browse(-1),
            "undo": self.adjudicate.withdraw_last,
        }
        for grade in GRADES:
            settling[f"grade.{grade}"] = lambda grade=grade: self.adjudicate.settle(grade)  # type: ignore[misc]  # bound per turn
        others: dict[str, Callable[[], None]] = {
            "campaigns.retry": self.retry_wanted.emit,
            "campaigns.next-tab": lambda: self._step_tab(1),
            "campaigns.previous-tab": lambda: self._step_tab(-1),
        }
        # A key held down must not settle twenty pairs.
        self._settling = [keys.bind(name, self, call, repeats=False) for name, call in settling.items()]
        for name, call in others.items():
            keys.bind(name, self, call, repeats=False)
        self._turn_keys()

    # --- what there is to see

    def show_campaigns(self, entries: Sequence[Entry], chosen: str) -> None:
        """Show the list; without a campaign, say what campaigns are for."""
        self._list.show_cards([_card(each) for each in entries], chosen)
        for each in (self._new, self._merge):  # where there is no campaign, the page offers both
            each.setVisible(bool(entries))
        if not entries:
            self._overview = None
            text = self.tr(
                "A campaign builds a judgement set your team can publish: queries, pooled results of "
                "several models, blind grades, agreement and a frozen release."
            )
            self._show_state("clipboard-text", text, self.tr("New campaign"), self.tr("Merge bundle…"))

    def show_overview(self, overview: Overview) -> None:
        """Show everything above the tabs, their counts, and those tabs that show nothing but it."""
        self._overview = overview
        self._show_step()
        state = overview.state
        counts = {Tab.ADJUDICATE: state.n_disagreements, Tab.RELEASES: len(state.releases)}
        for place, (tab, title) in enumerate(self._titles.items()):
            n = counts.get(tab, 0)
            self._bar.setTabText(place, f"{title} {numeral(n)}" if n else title)
        self.progress.show_overview(overview)
        self.releases.show_runs(len(overview.state.runs))
        self._stack.setCurrentIndex(0)

    def show_failure(self, text: str) -> None:
        """Say why nothing can be read, and offer to try again."""
        self._show_state("warning-circle", text, self.tr("Try again"))

    def show_strip(self, text: str) -> None:
        """Keep what was refused above the tabs until something was saved; "" takes it away."""
        if text:
            self._strip.say(text, tone="danger")
        else:
            self._strip.hide()

    def show_busy(self, busy: bool) -> None:
        """Run a thin line while something that takes its time is read or written."""
        if busy:
            self._busy_soon.start()
        else:
            self._busy_soon.stop()
            self._line.setRange(0, 1)

    def show_dialog_problem(self, text: str) -> None:
        """Show it next to what was asked for, or above the tabs where its dialog is gone."""
        if not self.dialogs.show_problem(text):
            self.show_strip(text)

    def ask_run(self, models: Sequence[tuple[str, str]]) -> None:
        """Ask for a new run; `models` are words and names."""
        runs = self._overview.state.runs if self._overview is not None else ()
        self.dialogs.ask_run([run.tag for run in runs], models)

    def ask_assignment(self) -> None:
        if self._overview is not None:
            self.dialogs.ask_assignment(self._overview)

    def cover_tab(self, tab: Tab, why: str) -> None:
        """Cover a tab that has nothing of the chosen campaign; `why` is "" while it is read."""
        self._overlays[tab].cover()
        if why:
            self._overlays[tab].say(why)

    def uncover_tab(self, tab: Tab) -> None:
        self._overlays[tab].lift()

    # --- moving

    @property
    def tab(self) -> Tab:
        """The tab on screen."""
        return list(self._titles)[self._bar.currentIndex()]

    def open_campaign(self, name: str) -> None:
        """Choose it in the list, as a click would."""
        self._list.choose(name)

    def open_tab(self, tab: Tab) -> None:
        """Show the tab with the focus in it."""
        self._bar.setCurrentIndex(list(self._titles).index(tab))
        widget = self._tabs.currentWidget()
        if widget is not None:
            widget.setFocus()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible() and self.isActiveWindow():
            self.shown.emit(True)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(False)

    # --- inner

    @property
    def _name(self) -> str:
        return self._overview.campaign.name if self._overview is not None else ""

    def _turn(self, place: int) -> None:
        self._tabs.setCurrentIndex(place)
        self._turn_keys()
        self._show_step()
        self.tab_chosen.emit(self.tab)

    def _turn_keys(self) -> None:
        for shortcut in self._settling:
            shortcut.setEnabled(self.tab is Tab.ADJUDICATE)

    def _step_tab(self, step: int) -> None:
        self._bar.setCurrentIndex((self._bar.currentIndex() + step) % self._bar.count())

    def _show_step(self) -> None:
        """Show the step; one that only leads to the tab on screen needs no button."""
        if self._overview is None:
            return
        step = next_step(self._overview)
        if step is not None and step.tab is self.tab and not _acts(step):
            step = None
        people = [each.assessor for each in self._overview.state.progress if each.active]
        self.head.show_campaign(self._overview.campaign, step, people)

    def _show_state(self, icon: str, text: str, action: str, second: str = "") -> None:
        self._empty.show_message(icon, text, action=action, second=second)
        self._stack.setCurrentIndex(1)

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("New campaign"): self.new_wanted.emit,
            self.tr("Merge bundle…"): self.dialogs.choose_bundle,
            self.tr("Try again"): self.retry_wanted.emit,
        }
        acts[action]()

    def _show_busy_line(self) -> None:
        self._line.setRange(0, 0)


class LoadingOverlay(QFrame):
    """Lies over `covered`, whatever its size, until it is lifted; focus and keys go below it as ever."""

    def __init__(self, covered: QWidget) -> None:
        super().__init__(covered)
        self._covered = covered
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = self.tr("Reading…")
        self._words = label(role="muted", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        vbox(STRETCH, self._words, STRETCH, on=self)
        self._soon = QTimer(self, singleShot=True, interval=_SAY_MS)
        self._soon.timeout.connect(lambda: self._words.setText(self._text))
        covered.installEventFilter(self)
        self.cover()

    def cover(self) -> None:
        """Cover what is below: it is not what it should be any more."""
        self._text = self.tr("Reading…")
        self._words.setText("")
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self._soon.start()

    def say(self, text: str) -> None:
        """Say why there is nothing to see below."""
        self._text = text
        self._words.setText(text)

    def lift(self) -> None:
        self._soon.stop()
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return super().eventFilter(watched, event)


_LIST_PX = 232
_BUSY_MS = 250  # shorter waits show nothing


def _acts(step: Step) -> bool:
    """Return whether the step does more than to open its tab."""
    return step.kind is StepKind.RUN


def _card(entry: Entry) -> CampaignCard:
    campaign = entry.campaign
    return CampaignCard(
        campaign.name,
        status_words(campaign.status),
        TONES[campaign.status],
        progress_words(entry.n_done, campaign.n_pairs),
        entry.n_done / campaign.n_pairs if campaign.n_pairs else 0.0,
    )
