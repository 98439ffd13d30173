"""The judging page: the query at the left, one paper at the right, three grades below."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from assay.campaigns.types import JudgingPlaces, JudgingView, PastPair
from assay.types import GRADES, JudgementState
from assay_desktop.actions.opening import open_outside
from assay_desktop.keys import Keys
from assay_desktop.pages.judging.model import cannot_judge_words
from assay_desktop.pages.judging.widgets.foot import JudgingFoot
from assay_desktop.pages.judging.widgets.head import JudgingHead
from assay_desktop.pages.judging.widgets.history import HistoryPanel
from assay_desktop.pages.judging.widgets.order import OrderBar
from assay_desktop.pages.judging.widgets.panes import PaperPane, Pieces
from assay_desktop.pages.judging.widgets.query import QueryColumn, query_words
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S4, S6, S8, Theme
from assay_desktop.widgets.boxes import STRETCH, boxed, hairline, hbox, split, stacked, vbox
from assay_desktop.widgets.controls.side_panes import SidePanes
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.pdf.pdf_view import PdfView
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import scrolled
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip

_WEB = ("http://", "https://")
_PDF_PX = 320  # at least
_PATIENCE_MS = 300  # before the page says that it reads
_SCROLLED = 0.8  # of what is visible, by one key


class JudgingPage(QWidget):
    """Widgets only. Nothing in it can hold a model's name, a rank or a score, nor in a campaign an order."""

    note_left = Signal()
    redo_wanted = Signal()
    browse_wanted = Signal(int)  # 1 or -1
    attention_changed = Signal(bool)
    pool_wanted = Signal()
    evaluate_requested = Signal()
    search_requested = Signal()
    campaign_chosen = Signal(object)  # its name, None for the library's own queries
    run_chosen = Signal(str)  # the tag of the run whose unjudged results are to be judged
    history_closed = Signal()
    pair_wanted = Signal(object)  # (query_id, doc_id)
    discard_wanted = Signal()
    size_wanted = Signal(int)  # larger 1, smaller -1, as usual 0
    pdf_toggled = Signal(bool)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[str, str] | None = None
        self._pdf_allowed = False
        self._has_pdf = False
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # a plain QWidget paints no ground
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self._head = head = JudgingHead(theme)
        self._head.campaign_chosen.connect(self.open_campaign)
        self._head.left.connect(self.setFocus)
        self.order = OrderBar(theme)
        self.order.left.connect(self.setFocus)
        column = vbox(self._head, self.order, hairline(), on=self, gap=0)
        self._empty = StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self._build_pair(), self._empty)
        self._middle = split(self._stack, self._build_pdf(theme), self._build_history(), stretch=(1, 0, 0))
        column.addWidget(self._middle, 1)
        column.addWidget(self._build_strip())
        self._foot_line = hairline()
        column.addWidget(self._foot_line)
        self._foot = foot = JudgingFoot(theme)
        column.addWidget(self._foot)
        self.assessor_named, self.campaigns_requested = head.assessor_named, head.campaigns_requested
        self.grade_given, self.state_given = foot.graded, foot.state_given
        self.undo_wanted, self.note_edited = foot.undo_wanted, self._paper.note_edited
        self.guideline_toggled, self.history_searched = self._side.guideline.toggled, self._history.searched
        _bind_keys(self, keys)
        self._waiting = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._show_common(JudgingView(), judging=False)
        self._stack.setCurrentWidget(self._empty)  # blank, unless reading takes a while
        reading = self.tr("Reading the judging queue…")
        self._waiting.timeout.connect(lambda: self._empty.show_message("scales", reading))
        self._waiting.start()

    # --- building

    def _build_pair(self) -> QWidget:
        self._side = QueryColumn(self._theme)
        self._query = self._side.query
        self._side.guideline.link_wanted.connect(self._ask_for_link)
        self._paper = PaperPane(self._theme)
        self._paper.note_left.connect(self.note_left)
        self._paper.note_finished.connect(self.setFocus)
        self._paper.pdf_wanted.connect(self.toggle_pdf)
        self._paper_area = scrolled(self._paper)
        holder = QFrame()
        holder.setProperty("role", "panel")
        vbox(self._build_query_line(), (self._paper_area, 1), on=holder)
        for pane in (self._side, holder):
            pane.setMinimumWidth(300)
        panes = SidePanes(self._theme, holder, left=self._side, sizes=(400, 600), stretch=(2, 3))
        panes.pane_shown.connect(lambda _side, shown: self._query_line.setHidden(shown))
        return panes

    def _build_query_line(self) -> QWidget:
        """The query in one line, while the column with all of it has given way."""
        self._query_words = ElidedLabel("strong")
        kind = label(self.tr("Query"), "section")
        self._query_line = boxed(hbox(kind, self._query_words, STRETCH, gap=S2, margins=(S8, S4, S8, 0)))
        self._query_line.hide()
        return self._query_line

    def _build_pdf(self, theme: Theme) -> QWidget:
        self.pdf = PdfView(theme)
        self._pdf_pane = boxed(vbox(self.pdf, margins=(S2, S2, S6, S2)))
        self._pdf_pane.setMinimumWidth(_PDF_PX)
        self._pdf_pane.hide()
        return self._pdf_pane

    def _build_history(self) -> QWidget:
        self._history = HistoryPanel(self._theme)
        self._history.closed.connect(self._close_history)
        self._history.pair_chosen.connect(self._go_back)
        self._history.hide()
        return self._history

    def _build_strip(self) -> QWidget:
        self._strip = Strip(self._theme)
        self._strip_holder = boxed(hbox(self._strip, margins=(S6, 0, S6, S2)))
        self._strip.dismissed.connect(self._leave_strip)
        self._strip_holder.hide()
        return self._strip_holder

    # --- what there is to see

    def show_view(self, view: JudgingView) -> None:
        self._show_common(view, judging=True)
        if view.pair != self._shown:
            self._paper_area.verticalScrollBar().setValue(0)
        self._shown = view.pair
        self._side.show_view(view)
        self._query_words.show_text(query_words(view))
        self._paper.show_view(view)
        self._foot.show_view(view)
        self._stack.setCurrentIndex(0)

    def show_marks(self, pair: tuple[str, str], texts: Sequence[Pieces]) -> None:
        """Mark words in title and abstract, unless another pair is on screen by now."""
        if pair == self._shown:
            self._paper.show_marks(*texts)

    def show_text_size(self, px: int) -> None:
        self._paper.show_px(px)
        self._side.show_px(px)

    def allow_pdf(self, allowed: bool) -> None:
        """Offer the PDF, or close it where the guideline wants none."""
        self._pdf_allowed = allowed
        self._paper.allow_pdf(allowed)
        if not allowed and not self._pdf_pane.isHidden():
            self._show_pdf(shown=False)

    def show_has_pdf(self, there: bool) -> None:
        """Offer the paper's PDF only where it has one; a pane that is open stays for the next paper."""
        self._has_pdf = there
        self._paper.show_has_pdf(there)

    def show_empty(self, *, n_queries: int) -> None:
        self._show_common(JudgingView(), judging=False)
        if n_queries:
            text = self.tr("Nothing to judge yet. Build a queue from the top results of every query.")
            self._say_instead("scales", text, self.tr("Build judging queue"), self.tr("Campaigns…"))
        else:
            text = self.tr("No queries yet. Grade a search result and that search becomes a query.")
            self._say_instead("magnifying-glass", text, self.tr("Search"), self.tr("Campaigns…"))

    def show_unassigned(self, view: JudgingView) -> None:
        """Say that a campaign has no pair for this assessor."""
        self._show_common(view, judging=False)
        place = view.setting.place
        text = self.tr("“{0}” has no pairs for {1} right now.").format(place.campaign, place.assessor)
        self._say_instead("scales", text, self.tr("Campaigns…"), self.tr("This library's own queries"))

    def show_cannot_judge(self, view: JudgingView) -> None:
        """Say that the campaign or the assessor cannot be judged with now."""
        self._show_common(view, judging=False)
        error = view.cannot_judge
        wants = error is not None and error.needs_other_assessor
        second = self.tr("This library's own queries") if view.setting.place.campaign is not None else ""
        self._say_instead(
            "user-circle" if wants else "lock-simple",
            cannot_judge_words(error) if error is not None else "",
            self.tr("Choose the assessor") if wants else self.tr("Campaigns…"),
            second,
        )

    def show_finished(self, view: JudgingView) -> None:
        self._show_common(view, judging=False)
        self._foot.show_view(view)
        text = self.tr("All {0} judged.").format(numeral(view.n_total))
        if not view.n_total:
            text = self.tr("Everything in the top 10 of {0} is judged now.").format(view.setting.place.run)
        if view.n_unsure:
            text += " " + self.tr("You were unsure about {0}. Find them in the history.").format(
                view.n_unsure
            )
        campaign = view.setting.place.campaign
        way_on = self.tr("Evaluate") if campaign is None else self.tr("Campaigns…")
        self._say_instead("check-circle", text, way_on, self.tr("Show the last one") if view.n_total else "")

    def show_assessor(self, name: str) -> None:
        self._head.show_assessor(name)

    def show_places(self, places: JudgingPlaces) -> None:
        """Show who can be chosen, and which campaigns; the library's own queries always can."""
        self._head.show_places(places)

    def show_setting(self, view: JudgingView) -> None:
        """Show another version of the guideline, next to the same pair."""
        self._head.show_setting(view.setting)
        self._side.guideline.show_view(view)

    def show_guideline(self, shown: bool) -> None:
        self._side.guideline.show_body(shown)

    def show_history(self, past: Sequence[PastPair]) -> None:
        self._history.show_past(past)

    def show_strip(self, text: str, *, tone: str = "danger", action: str = "", details: str = "") -> None:
        """Keep a failure next to the grades until something was saved."""
        self._strip_holder.setVisible(bool(text))
        if text:
            act = self._discard if action else None
            self._strip.say(text, tone=tone, action=action, details=details, act=act)
        else:
            self._strip.hide()

    # --- moving

    def edit_note(self) -> None:
        if self._stack.currentIndex() == 0:
            self._paper.edit_note()

    def open_campaign(self, name: str | None) -> None:
        """Judge in this campaign, or (None) the library's own queries; saves a note that is open."""
        self._paper.leave_note()
        self.campaign_chosen.emit(name)

    def open_run(self, tag: str) -> None:
        """Judge what this run of the library found and nobody judged; saves a note that is open."""
        self._paper.leave_note()
        self.run_chosen.emit(tag)

    def toggle_guideline(self) -> None:
        self._side.guideline.toggle()

    def choose_order(self) -> None:
        """Offer the orders of one's own queue."""
        if self.order.isVisible():
            self.order.open_menu()

    def toggle_history(self) -> None:
        """Open the panel and put the focus into it, or close it."""
        if not self._history.isHidden():
            self._close_history()
            return
        self._history.show()
        pdf = 0 if self._pdf_pane.isHidden() else self._pdf_pane.width()
        self._middle.setSizes([self._middle.width() - pdf - 340, pdf, 340])
        self._history.take_focus()
        self.history_searched.emit(self._history.text)

    def toggle_pdf(self) -> None:
        """Show the paper's PDF next to its text, or hide it."""
        self._show_pdf(shown=self._pdf_pane.isHidden() and self._pdf_allowed and self._has_pdf)

    def _show_pdf(self, *, shown: bool) -> None:
        self._pdf_pane.setVisible(shown)
        if shown:
            half = self._middle.width() // 2
            self._middle.setSizes([half, half, 0 if self._history.isHidden() else self._history.width()])
        self.pdf_toggled.emit(shown)
        self.setFocus()

    def scroll_paper(self, step: int) -> None:
        bar = self._paper_area.verticalScrollBar()
        bar.setValue(bar.value() + round(step * _SCROLLED * self._paper_area.viewport().height()))

    def focus_assessor(self) -> None:
        self._head.edit_assessor()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible():
            self.attention_changed.emit(self.isActiveWindow())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.attention_changed.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._paper.leave_note()
        self.note_left.emit()  # also a note that could not be saved before; closing the window comes here too
        self.attention_changed.emit(False)

    # --- inner

    def _show_common(self, view: JudgingView, *, judging: bool) -> None:
        self._waiting.stop()
        self._head.show_view(view)
        self.order.setVisible(judging and view.setting.place.chooses_order)
        undoable = judging or view.finished
        self._foot.setVisible(undoable)
        self._foot_line.setVisible(undoable)
        self._foot.set_judging(judging)

    def _say_instead(self, icon: str, text: str, action: str, second: str = "") -> None:
        self._shown = None
        self._empty.show_message(icon, text, action=action, second=second)
        self._stack.setCurrentWidget(self._empty)

    def _close_history(self) -> None:
        self._history.hide()
        self.history_closed.emit()
        self.setFocus()

    def _go_back(self, pair: object) -> None:
        self.setFocus()
        self.pair_wanted.emit(pair)

    def _leave_strip(self) -> None:
        self._strip_holder.hide()
        self.setFocus()

    def _discard(self) -> None:
        self._leave_strip()
        self.discard_wanted.emit()

    def _ask_for_link(self, link: str) -> None:
        """Show where a link leads before it is opened: a guideline may come from anywhere."""
        if not link.startswith(_WEB):
            self.show_strip(self.tr("This link is not a web address: {0}").format(link), tone="warning")
            return
        self._strip_holder.show()
        self._strip.say(
            self.tr("The guideline links to {0}").format(link),
            action=self.tr("Open in the browser"),
            act=lambda: self._open_link(link),
        )

    def _open_link(self, link: str) -> None:
        self._leave_strip()
        open_outside(link, lambda text: self.show_strip(text, tone="warning"))

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Build judging queue"): self.pool_wanted.emit,
            self.tr("Search"): self.search_requested.emit,
            self.tr("Evaluate"): self.evaluate_requested.emit,
            self.tr("Show the last one"): lambda: self.browse_wanted.emit(-1),
            self.tr("Campaigns…"): self.campaigns_requested.emit,
            self.tr("This library's own queries"): lambda: self.open_campaign(None),
            self.tr("Choose the assessor"): self.focus_assessor,
        }
        acts[action]()


def _bind_keys(page: JudgingPage, keys: Keys) -> None:
    """Bind keys that work while the focus is anywhere in the page."""
    calls: dict[str, Callable[[], None]] = {
        "judging.unsure": lambda: page.state_given.emit(JudgementState.UNSURE),
        "judging.later": lambda: page.state_given.emit(JudgementState.LATER),
        "judging.unreadable": lambda: page.state_given.emit(JudgementState.UNREADABLE),
        "judging.note": page.edit_note,
        "judging.query": page.order.next_wanted.emit,
        "judging.order": page.choose_order,
        "judging.guideline": page.toggle_guideline,
        "judging.history": page.toggle_history,
        "judging.pdf": page.toggle_pdf,
        "text.larger": lambda: page.size_wanted.emit(1),
        "text.smaller": lambda: page.size_wanted.emit(-1),
        "text.usual": lambda: page.size_wanted.emit(0),
        "judging.down": lambda: page.scroll_paper(1),
        "judging.up": lambda: page.scroll_paper(-1),
        "judging.next": lambda: page.browse_wanted.emit(1),
        "judging.previous": lambda: page.browse_wanted.emit(-1),
        "undo": page.undo_wanted.emit,
        "redo": page.redo_wanted.emit,
    }
    for grade in GRADES:
        calls[f"grade.{grade}"] = lambda grade=grade: page.grade_given.emit(grade)  # type: ignore[misc]  # bound per view
    for name, call in calls.items():
        keys.bind(name, page, call, repeats=False)  # a key held down must not grade twenty papers
