"""The window: pages at the left, one of them shown, the jobs, and the line of status below."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QStackedWidget, QWidget
from shiboken6 import isValid

from assay.config import SAMPLE_READY, sample_library
from assay.location import folder_of
from assay_desktop.actions.comparing import Comparing
from assay_desktop.actions.exporting import Exports
from assay_desktop.actions.job_outcomes import JobOutcomes
from assay_desktop.actions.training_watch import TrainingWatch
from assay_desktop.background.children import open_window
from assay_desktop.background.trainings import Trainings
from assay_desktop.key_table import FILING, SIZED
from assay_desktop.shell.palette_search import Finder, Found, keep_recent, recents
from assay_desktop.shell.sample_tour import SampleTour
from assay_desktop.shell.widgets.activity_bar import ActivityBar
from assay_desktop.shell.widgets.closing import may_close
from assay_desktop.shell.widgets.command_palette import Command, CommandPalette, listed
from assay_desktop.shell.widgets.job_panel import JobPanel
from assay_desktop.shell.widgets.library_notices import LibraryNotices
from assay_desktop.shell.widgets.shortcuts_sheet import ShortcutsSheet
from assay_desktop.shell.widgets.status_bar import StatusBar
from assay_desktop.shell.widgets.toast import Toast
from assay_desktop.shell.widgets.wheel_guard import WheelGuard
from assay_desktop.shell.window_help import WindowHelp
from assay_desktop.shell.window_news import WindowNews
from assay_desktop.shell.window_place import WindowPlace, keep_panes
from assay_desktop.text.figures import counted
from assay_desktop.text.settings_words import section_titles
from assay_desktop.theme import SIZES
from assay_desktop.widgets.boxes import boxed, hbox, vbox
from assay_desktop.widgets.controls.ask_path import ask_path, ask_where
from assay_desktop.widgets.controls.focus_walk import FocusWalk
from assay_desktop.widgets.controls.key_hints import KeyHints
from assay_desktop.widgets.controls.page_keys import press
from assay_desktop.widgets.controls.side_panes import LEFT, RIGHT, SidePanes

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QKeyEvent

    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext
    from assay_desktop.errors import Faults
    from assay_desktop.pages.campaigns.page import CampaignsPage
    from assay_desktop.pages.discovery.page import DiscoveryPage
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.pages.judging.page import JudgingPage
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.reader.page import ReaderPage
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.shell.widgets.library_notices import SafeMode

PAGES: Final = (
    "library", "search", "discovery", "judging", "campaigns", "evaluation", "training", "settings", "reader",
)  # fmt: skip
"""The keys of all pages."""

_SIZE: Final = (1280, 800)
_LEAST_HEIGHT: Final = 560
"""Strips above a page may squeeze it; the least width is that of what the window holds."""
_PANEL_PX: Final = 220
_PAGES_BIND: Final = frozenset(
    {"box", "search.save", "search.seen", "text.larger", "text.smaller", "text.usual", *FILING}
)  # each where it has its meaning
_MARKED_AS: Final = {
    "campaigns": "judging",
    "reader": "library",
}  # pages without an entry of their own in the bar


class MainWindow(QMainWindow):
    """Joins pages that do not know each other; owns no data."""

    def __init__(self, context: AppContext, faults: Faults, folder: Path) -> None:
        super().__init__()
        self._context = context
        self._folder = folder
        self._outcomes = JobOutcomes(context, self)
        self._pages: dict[str, QWidget] = {}
        self._read_from = "library"  # the page from which the reader was opened
        self._focus_before: QWidget | None = None  # there
        self.reopens = False  # closed to be opened again
        self.setWindowTitle(self.tr("{0} - Assay").format(folder.name))
        self.setMinimumHeight(_LEAST_HEIGHT)
        self.setAcceptDrops(True)
        self._build()
        self._walk = FocusWalk(self)
        asks = partial(ask_where, self._stack), partial(ask_path, self._stack)
        self._exports = Exports(context, self._stack.currentWidget, *asks, self)
        self._help = WindowHelp(context, self, self._toast)
        self._bind_keys()
        WheelGuard(self)
        self._exports.message.connect(self._toast.say)
        self._watch = TrainingWatch(context, self)
        self._watch.ended.connect(lambda _training: QApplication.alert(self))
        self._news = WindowNews(
            context,
            faults=faults,
            watch=self._watch,
            status=self._status,
            panel=self._job_panel,
            toast=self._toast,
            shown=lambda: self.page_key,
            parent=self,
        )
        self._news.run_wanted.connect(self.open_run)
        self._news.is_shown = self._shows_run
        Comparing(context, self._watch, self)
        self._news.report_wanted.connect(self._show_report)
        self._status.training_clicked.connect(self.open_run_at_work)
        self._place = WindowPlace(self, context, self._split, self._job_panel)
        self._status.guide_clicked.connect(self._help.open_guide)
        self._show_first_steps()
        self._tour = SampleTour(context, self, self)
        notices = LibraryNotices(context, self)
        notices.added.connect(self.add_notice)
        notices.reopen_wanted.connect(self.reopen)
        self._restore()
        if self._is_sample:
            self._tour.offer()
        self._watch.start()

    # -- building ---------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self._context.theme
        self._bar = ActivityBar(theme, self._entries())
        self._bar.page_chosen.connect(self.open_page)
        self._stack = QStackedWidget()
        self._job_panel = JobPanel(theme)
        self._job_panel.hide()
        self._job_panel.close_requested.connect(self.toggle_jobs)
        self._job_panel.report_requested.connect(self._show_report)
        self._split = QSplitter(Qt.Orientation.Vertical)
        self._split.setHandleWidth(1)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._stack)
        self._split.addWidget(self._job_panel)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([_SIZE[1], _PANEL_PX])
        self._status = StatusBar(theme, self._folder.name)
        self._connect_status()
        self._notices = vbox((self._split, 1), gap=0)
        self._toast = Toast(self._status, self._notices)
        central = boxed(vbox((hbox(self._bar, (self._notices, 1), gap=0), 1), self._status, gap=0))
        self.setCentralWidget(central)

    def _show_first_steps(self) -> None:
        strip = self._help.strip
        strip.import_wanted.connect(self.import_papers)
        strip.sample_wanted.connect(self.open_sample)
        strip.index_wanted.connect(self.build_index)
        strip.search_wanted.connect(self.focus_search)
        self.add_notice(strip)
        self._help.start()

    def _entries(self) -> list[tuple[str, str, str]]:
        """(key, label, icon) of every page that the bar shows, from the top."""
        return [
            ("library", self.tr("Library"), "books"),
            ("search", self.tr("Search"), "magnifying-glass"),
            ("discovery", self.tr("Explore"), "compass"),
            ("judging", self.tr("Judge"), "scales"),
            ("evaluation", self.tr("Evaluate"), "chart-bar"),
            ("training", self.tr("Train"), "trend-down"),
            ("settings", self.tr("Settings"), "gear"),
        ]

    def _connect_status(self) -> None:
        self._status.library_clicked.connect(partial(self.open_section, "library"))
        self._status.model_clicked.connect(partial(self.open_section, "model"))
        self._status.offline_clicked.connect(partial(self.open_section, "lookups"))
        self._status.index_clicked.connect(self._offer_index)
        self._status.job_clicked.connect(self.toggle_jobs)
        self._status.engine_clicked.connect(self._context.engine.restart)

    def _calls(self) -> dict[str, Callable[[], object]]:
        """What starts each of the window's actions (key_table.py), those that pages bind among them."""
        pages: dict[str, Callable[[], None]] = {f"go.{key}": partial(self.open_page, key) for key in PAGES}
        pages["go.search"] = self.focus_search
        themes = {f"theme.{each}": partial(self._choose_theme, each) for each in ("system", "light", "dark")}
        return {
            **pages,
            **themes,
            **self._exports.calls(),
            **{name: partial(self.file_papers, name) for name in FILING},
            "new.campaign": self.new_campaign,
            "new.training": lambda: self._training().open_new(),
            "go.models": lambda: self._training().open_models(),
            "improve": self.improve_search,
            "import": self.import_papers,
            "box": self.focus_search,
            "search.save": lambda: self._search().want_saving(),
            "search.seen": lambda: self._search().news_seen.emit(None),
            "jobs": self.toggle_jobs,
            "pane.left": partial(self.toggle_pane, LEFT),
            "pane.right": partial(self.toggle_pane, RIGHT),
            "palette": self.open_palette,
            "shortcuts": self.open_shortcuts,
            "guide": self._help.open_guide,
            "steps": self._help.open_steps,
            "tour": self.open_tour,
            "index": self.build_index,
            "library": lambda: self._settings().choose_library(),
            "sample": self.open_sample,
            "check": self.check_library,
            "read-failed": lambda: self._context.jobs.add(
                self.tr("Extract text again from unreadable PDFs"), ["files", "read-again", "--failed"]
            ),
            "engine": self._context.engine.restart,
            "text.larger": partial(self._resize_text, 1),
            "text.smaller": partial(self._resize_text, -1),
            "text.usual": partial(self._resize_text, 0),
            "quit": self.close,
        }

    @property
    def _commands(self) -> list[Command]:
        return listed(self._context.keys, self._calls())

    def _bind_keys(self) -> None:
        """Bind the keys; that of the box jumps to a page's own box, where it has one, else comes here."""
        for name, call in self._calls().items():
            if name not in _PAGES_BIND:
                self._context.keys.bind(name, self, call, context=Qt.ShortcutContext.WindowShortcut)
        KeyHints(self._context.keys, self)

    # -- pages ------------------------------------------------------------------------------------------

    def open_page(self, key: str) -> None:
        """Show a page, made on first use."""
        page = self.page(key)
        self._stack.setCurrentWidget(page)
        self._bar.mark(_MARKED_AS.get(key, key))
        self._place.show_page(key)
        page.setFocus()

    @property
    def page_key(self) -> str:
        """The key of the page that is shown."""
        shown = self._stack.currentWidget()
        return next((key for key, page in self._pages.items() if page is shown), "")

    def page(self, key: str) -> QWidget:
        """Return the page of this key, made if it is not there yet."""
        if key not in self._pages:
            page = self._make(key)
            self._pages[key] = page
            self._stack.addWidget(page)
        return self._pages[key]

    def _make(self, key: str) -> QWidget:
        """A new page. Pages do not know each other: what one wants of another goes through the window."""
        page: QWidget = {
            "library": self._make_library,
            "search": self._make_search,
            "discovery": self._make_discovery,
            "judging": self._make_judging,
            "campaigns": self._make_campaigns,
            "evaluation": self._make_evaluation,
            "training": self._make_training,
            "settings": self._make_settings,
            "reader": self._make_reader,
        }[key]()
        if key not in {"library", "search", "reader"}:  # which have a box of their own
            self._context.keys.bind("box", page, self.focus_search)
        if key in SIZED:
            for name, step in (("text.larger", 1), ("text.smaller", -1), ("text.usual", 0)):
                self._context.keys.bind(name, page, partial(self._resize_text, step))
        KeyHints(self._context.keys, page)
        if key != "library":  # which keeps its panes with its columns
            keep_panes(page, self._context.settings, key)
        for number, panes in enumerate(page.findChildren(SidePanes)):
            place = f"panes/{key}/sides-{number}"
            panes.restore(self._context.settings.text(place))
            panes.chosen.connect(partial(self._context.settings.set_text, place))
        return page

    def _make_library(self) -> LibraryPage:
        from assay_desktop.pages import library

        page = library.create(self._context)
        page.export_requested.connect(self._exports.export)
        page.notes_requested.connect(self._exports.export_notes)
        page.pdf_requested.connect(self.read_paper)
        page.similar_requested.connect(self.find_similar)
        page.seed_requested.connect(self.add_seed)
        page.sample_requested.connect(self.open_sample)
        look_ups = partial(self.open_section, "lookups")
        page.adding.opened.connect(lambda dialog: dialog.lookups_wanted.connect(look_ups))
        page.message.connect(self._toast.say)
        page.undo_offered.connect(self._toast.offer)
        return page

    def _make_search(self) -> SearchPage:
        from assay_desktop.pages import search

        page = search.create(self._context)
        page.pdf_requested.connect(self.read_paper)
        page.import_requested.connect(self.import_papers)
        page.export_requested.connect(self._exports.export)
        page.notes_requested.connect(self._exports.export_notes)
        page.library_requested.connect(self.show_in_library)
        page.message.connect(self._toast.say)
        page.undo_offered.connect(self._toast.offer)
        return page

    def _make_discovery(self) -> DiscoveryPage:
        from assay_desktop.pages import discovery

        page = discovery.create(self._context)
        page.import_requested.connect(self.import_papers)
        page.papers_requested.connect(self.show_papers)
        page.identifiers_requested.connect(self.add_identifiers)
        page.message.connect(self._toast.say)
        page.undo_offered.connect(self._toast.offer)
        return page

    def _make_judging(self) -> JudgingPage:
        from assay_desktop.pages import judging

        page = judging.create(self._context)
        page.evaluate_requested.connect(partial(self.open_page, "evaluation"))
        page.search_requested.connect(self.focus_search)
        page.campaigns_requested.connect(partial(self.open_page, "campaigns"))
        return page

    def _make_campaigns(self) -> CampaignsPage:
        from assay_desktop.pages import campaigns

        page = campaigns.create(self._context)
        page.judge_requested.connect(self.judge_campaign)
        page.message.connect(self._toast.say)
        return page

    def _make_evaluation(self) -> EvaluationPage:
        from assay_desktop.pages import evaluation

        page = evaluation.create(self._context)
        page.library.judge_requested.connect(partial(self.open_page, "judging"))
        page.library.unjudged_wanted.connect(self.judge_run)
        page.library.search_requested.connect(self.focus_search)
        page.library.message.connect(self._toast.say)
        page.benchmarks_made.connect(self._take_benchmarks)
        return page

    def _take_benchmarks(self, view: BenchmarksView) -> None:
        """Give a part of a page what a page gets, for it is made later."""
        view.message.connect(self._toast.say)
        KeyHints(self._context.keys, view)
        keep_panes(view, self._context.settings, "benchmarks")

    def _make_training(self) -> TrainingPage:
        from assay_desktop.pages import training

        page = training.create(self._context)
        page.message.connect(self._toast.say)
        return page

    def _make_settings(self) -> SettingsPage:
        from assay_desktop.pages import settings

        page = settings.create(self._context)
        page.reopen_wanted.connect(self.reopen)
        page.message.connect(self._toast.say)
        return page

    def _make_reader(self) -> ReaderPage:
        from assay_desktop.pages import reader

        page = reader.create(self._context)
        page.undo_offered.connect(self._toast.offer)
        page.back_wanted.connect(self._leave_reader)
        page.message.connect(self._toast.say)
        return page

    # -- actions ----------------------------------------------------------------------------------------

    def toggle_pane(self, side: str) -> None:
        """Open or close the pane at this side of the page, where it has one."""
        for panes in self.page(self.page_key).findChildren(SidePanes):
            if panes.isVisible():
                panes.toggle(side)

    def read_paper(self, doc_id: str) -> None:
        """Read a paper's PDF; the reader's way back leads to the page that is shown now."""
        self._read_from, self._focus_before = self.page_key, QApplication.focusWidget()
        cast("ReaderPage", self.page("reader")).open_paper(doc_id)
        self.open_page("reader")

    def _leave_reader(self) -> None:
        """Return to where the reader was opened, the focus too."""
        self.open_page(self._read_from)
        if self._focus_before is not None and isValid(self._focus_before):
            self._focus_before.setFocus()

    def find_similar(self, doc_id: str) -> None:
        self._search().find_similar(doc_id)

    def add_seed(self, doc_id: str) -> None:
        self._search().add_seed(doc_id)

    def focus_search(self) -> None:
        self._search().focus_search()

    def import_papers(self) -> None:
        """Open the file dialog over the library's page."""
        self._library().choose_files()

    def show_papers(self, doc_ids: list[str]) -> None:
        """List these papers on the library's page."""
        self._library().papers_wanted.emit(doc_ids)

    def add_identifiers(self, text: str) -> None:
        """Open the dialog of identifiers over the library's page; cancelled, it leads back."""
        before, adding = self.page_key, self._library().adding
        adding.open_identifiers(text)

        def leave() -> None:
            if self.page_key == "library":  # and not on the way to the settings of look-ups
                self.open_page(before)

        if adding.dialog is not None:
            adding.dialog.rejected.connect(leave)

    def file_papers(self, name: str) -> None:
        """Do one of the library page's own actions, on that page, or on Search where it has it too."""
        own = cast("SearchPage", self.page("search")).calls() if self.page_key == "search" else {}
        if name in own:
            own[name]()
            return
        self._library().calls()[name]()

    def show_in_library(self, doc_ids: list[str]) -> None:
        """List all papers, and select these."""
        self._library().papers_requested.emit(doc_ids)

    def judge_campaign(self, name: str) -> None:
        """Open the judging page on a campaign, or for "" on whatever it was on."""
        judging = cast("JudgingPage", self._opened("judging"))
        if name:
            judging.open_campaign(name)

    def judge_run(self, tag: str) -> None:
        """Open the judging page on what this run found and nobody judged."""
        cast("JudgingPage", self._opened("judging")).open_run(tag)

    def new_campaign(self) -> None:
        """Open the dialog over the campaigns page."""
        cast("CampaignsPage", self._opened("campaigns")).new_wanted.emit()

    def improve_search(self) -> None:
        self._training().improve_wanted.emit()

    def open_run(self, folder: str) -> None:
        """Open the training page on the run in this folder."""
        self._training().run_chosen.emit(folder)

    def _shows_run(self, folder: str) -> bool:
        if self.page_key != "training":
            return False
        return cast("TrainingPage", self.page("training")).shows_run(folder)

    def open_run_at_work(self) -> None:
        """Open the training page on the run that the status bar shows."""
        shown = self._news.training
        if shown is not None:
            self.open_run(shown.key)

    def open_sample(self) -> None:
        """Open the sample library in a window of its own; none of it goes into this one."""
        open_window(sample_library(), "--sample")
        self._toast.say(self.tr("The sample library opens in its own window; the first time takes a moment."))

    def come_forward(self) -> None:
        """Show the window above all others, for somebody who opened it a second time."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def open_files(self, paths: list[Path]) -> None:
        """Come to the front and import what a second start was given, or the system's file manager opens."""
        self.come_forward()
        if paths:
            self._library().files_chosen.emit(paths)

    def build_index(self) -> None:
        if not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])

    def check_library(self) -> None:
        """Check the library; the report is shown in the settings."""
        page = self._settings()
        page.show_check()
        page.check.check_wanted.emit()

    def toggle_jobs(self) -> None:
        self._job_panel.setVisible(self._job_panel.isHidden())

    def open_palette(self) -> None:
        settings = self._context.settings
        sections = [Found("settings", key, title) for key, title in section_titles()]
        palette = CommandPalette(self._commands, self, sections=sections, recent=recents(settings))
        palette.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        finder = Finder(self._context, palette)
        palette.find_requested.connect(lambda typed: finder.find(typed, palette.show_found))
        palette.chosen.connect(partial(keep_recent, settings))
        palette.chosen.connect(self._open_found)
        palette.open_over(self)

    def _open_found(self, found: Found) -> None:
        """Open what the palette found in the library, where it is read and changed."""
        if found.kind == "settings":
            self.open_section(found.key)
        elif found.kind == "query":
            self._search().query_wanted.emit(found.key)
        elif found.kind == "search":
            self._search().search_for(found.key)
        elif found.kind == "more" and found.key == "query":
            self._search().show_all_queries()
        elif found.kind == "more" and found.key == "collection":
            self._library().show_all_sources()
        elif found.kind == "more":
            self._library().found_wanted.emit("text", found.detail, "")
        elif found.kind in ("paper", "collection"):
            self._library().found_wanted.emit(found.kind, found.key, found.title)

    def open_shortcuts(self) -> None:
        sheet = ShortcutsSheet(self._context.keys, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    def open_tour(self) -> None:
        """Begin the tour; from another library, open the sample, whose window offers it."""
        if self._is_sample:
            self._tour.start()
        else:
            self.open_sample()

    @property
    def _is_sample(self) -> bool:
        return (folder_of(self._context.jobs.location) / SAMPLE_READY).exists()

    def open_section(self, key: str) -> None:
        """Open the settings on one of their sections."""
        self._settings().show_section(key)

    def _offer_index(self) -> None:
        """Say what is indexed; nothing starts unasked."""
        state = self._context.engine.state
        missing = state.total - state.indexed
        if missing > 0:
            one = self.tr("paper is not in the semantic index yet.")
            text = counted(missing, one, self.tr("papers are not in the semantic index yet."))
            self._toast.say(text, action=self.tr("Index them"), act=self.build_index)
        else:
            self._toast.say(self.tr("All papers are in the semantic index."))

    def add_safe_mode(self, mode: SafeMode) -> None:
        """Show that this is safe mode, with the ways out of it."""
        self.add_notice(
            mode.strip(self._context, restore=lambda: self._settings().show_backups(), normally=self.reopen)
        )

    def add_notice(self, notice: QWidget) -> None:
        """Put a strip above the pages."""
        self._notices.insertWidget(self._notices.indexOf(self._split), notice)

    def reopen(self) -> None:
        """Close the program to open it again on the same library; trainings at work continue."""
        self.reopens = True
        self.close()

    def _search(self) -> SearchPage:
        return cast("SearchPage", self._opened("search"))

    def _library(self) -> LibraryPage:
        return cast("LibraryPage", self._opened("library"))

    def _training(self) -> TrainingPage:
        return cast("TrainingPage", self._opened("training"))

    def _settings(self) -> SettingsPage:
        return cast("SettingsPage", self._opened("settings"))

    def _opened(self, key: str) -> QWidget:
        """Show a page and return it."""
        self.open_page(key)
        return self.page(key)

    def _choose_theme(self, choice: str) -> None:
        self._context.settings.set_text("theme", choice)
        self._context.theme.set_choice(self._context.settings.theme)

    def _resize_text(self, step: int) -> None:
        """Take the next larger or smaller size of text; the usual one for 0."""
        settings = self._context.settings
        at = SIZES.index(settings.text_size if step else 100) + step
        settings.set_text_size(SIZES[max(0, min(at, len(SIZES) - 1))])
        self._context.theme.set_measures(settings.text_size, compact=settings.compact)

    def _show_report(self, job: Job) -> None:
        if job.kind == "check":
            self._settings().show_check()
            return
        self._library().show_report(job)

    # -- shape ------------------------------------------------------------------------------------------

    def _restore(self) -> None:
        page = self._place.restore()
        self.open_page(page if page in PAGES else "library")

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab and Shift+Tab, wherever they are pressed.

        Qt asks for the next control too where the one with the focus is disabled or hidden. Then the page
        gets the focus: Enter on a neighbour that nobody went to would promote, cancel or remove.
        """
        if _is_gone(QApplication.focusWidget()):
            self.page(self.page_key).setFocus()
            if not _is_gone(QApplication.focusWidget()):
                return True
        return self._walk.step(forward=next)

    def event(self, event: QEvent) -> bool:
        """Take the keys back from a dialog that was closed: without a window manager nobody gives them."""
        is_active = QApplication.applicationState() is Qt.ApplicationState.ApplicationActive
        if event.type() == QEvent.Type.WindowUnblocked and is_active:
            QTimer.singleShot(0, self, self.activateWindow)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The keys of the page that is shown, wherever the focus is: nobody else wanted this one."""
        if not press(event, self.page(self.page_key)):
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files and addresses go to the library's page, whichever is shown."""
        if event.mimeData().hasUrls():
            self.open_page("library")
            event.acceptProposedAction()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask first whether a run at work shall outlive the window."""
        if not self.reopens and not may_close(self, Trainings(self._context.jobs.location)):
            event.ignore()
            return
        self._place.keep()
        super().closeEvent(event)


def load_pages(_workspace: object = None) -> None:
    """Load the code of the larger pages, on any thread: then their first visit need not."""
    from assay_desktop.pages import campaigns, discovery, evaluation, judging, training  # noqa: F401


def _is_gone(holder: QWidget | None) -> bool:
    """Return whether the one with the focus can have it no longer."""
    return holder is not None and not (holder.isEnabled() and holder.isVisible())
