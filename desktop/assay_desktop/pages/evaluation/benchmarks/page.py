"""Benchmarks on the evaluation page: a run is set up, its results are read, and what is behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QMenu,
    QPushButton,
    QWidget,
)

from assay_desktop.pages.evaluation.benchmarks.widgets.analyses import (
    ANY,
    CURVES,
    PARTS,
    PUBLISHED,
    TASKS,
    AnalysesView,
)
from assay_desktop.pages.evaluation.benchmarks.widgets.items import BehindView
from assay_desktop.pages.evaluation.benchmarks.widgets.overlap import OverlapView
from assay_desktop.pages.evaluation.benchmarks.widgets.results import ResultsView
from assay_desktop.pages.evaluation.benchmarks.widgets.setup import SetupView
from assay_desktop.pages.evaluation.benchmarks.words import run_words
from assay_desktop.theme import S2
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.controls.menu_button import MenuButton
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.section import button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHideEvent, QShowEvent

    from assay.benchmarks.types import RunLine, ScoreReport
    from assay_desktop.background.work import Work
    from assay_desktop.keys import Keys
    from assay_desktop.theme import Theme

SETUP, RESULTS, BEHIND, OVERLAP, ANALYSES = range(5)
_IDLE_MS: Final = 200  # after results are shown: then there is time to make the plot that is behind a score
_SOON_MS: Final = 30  # where somebody looks behind it before: while the engine reads
_RUN_PX: Final = 640  # of the run in view, at most
FORMS: Final = {"md": "md", "csv": "csv", "latex": "tex", "json": "json"}
"""What results are written as, and the end of the file's name."""


class BenchmarksView(QWidget):
    """Widgets only; `head` is what stands next to the page's title."""

    shown = Signal(bool)
    results_shown = Signal(bool)
    export_chosen = Signal(str, str, str)  # path, form, "scores", "published" or "differences"
    file_chosen = Signal(str)
    overlap_wanted = Signal()
    analyses_wanted = Signal()
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self.setup, self.results, self.behind = SetupView(theme), ResultsView(theme), BehindView(theme)
        self.overlap, self.analyses = OverlapView(theme), AnalysesView(theme)
        self.head = self._build_head(theme)
        self._stack = stacked(self.setup, self.results, self.behind, self.overlap, self.analyses)
        vbox(self._stack, on=self)
        views = self.behind, self.overlap, self.analyses
        self._firsts = self.setup.tree, self.results.table, *(view.back for view in views)
        for view in views:
            view.back_wanted.connect(self.open_results)
        self.results.setup_wanted.connect(self.open_setup)
        keys.bind("benchmarks.setup", self, self.open_setup)
        keys.bind("benchmarks.results", self, self.open_results)
        keys.bind("evaluation.back", self, self.open_results)
        keys.bind("benchmarks.run", self, self._press_run)
        keys.bind("benchmarks.behind", self, self.results.behind.click)
        keys.bind("benchmarks.overlap", self, lambda: self._look_into(""))
        keys.bind("benchmarks.analyses", self, lambda: self._look_into(ANY))
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.timeout.connect(self.behind.queries.plot.prepare)
        self._read = False  # whether there are results to export and to look into
        self.open_results()

    def _build_head(self, theme: Theme) -> QWidget:
        self.runs = MenuButton(theme, self.tr("Run"), most=_RUN_PX)
        self._work = ElidedLabel("caption")
        self.export = QPushButton(self.tr("Export"))
        self.export.setMenu(self._build_export_menu())
        self.more = QPushButton(self.tr("Analyses"))
        self.more.setToolTip(self.tr("Task correlation, published tables and train/test overlap"))
        self.more.setMenu(self._build_more_menu())
        self.to_results = button(self.tr("Results"), self.open_results)
        hint(self.to_results, self.tr("Benchmark results ({0})"), "benchmarks.results")
        self.to_setup = button(self.tr("New run"), self.open_setup)
        hint(self.to_setup, self.tr("Choose tasks and systems ({0})"), "benchmarks.setup")
        buttons = (self.export, self.more, self.to_results, self.to_setup)
        return boxed(hbox(self.runs, STRETCH, self._work, *buttons, gap=S2))

    def _build_more_menu(self) -> QMenu:
        menu = QMenu(self)
        for words, view in (
            (self.tr("Parts"), PARTS),
            (self.tr("Published tables"), PUBLISHED),
            (self.tr("Few examples"), CURVES),
            (self.tr("Task correlation"), TASKS),
            (self.tr("Train/test overlap"), ""),
        ):
            menu.addAction(words).triggered.connect(lambda _checked=False, view=view: self._look_into(view))
        return menu

    def _look_into(self, view: str) -> None:
        """Open a view of the analyses, or with "" leakage: of the results on screen."""
        if self._stack.currentIndex() != RESULTS or not self._read:
            return
        if view:
            row = self.results.row
            self.analyses.look_at(view, "" if row is None else row.name)
            self.analyses_wanted.emit()
        else:
            self.overlap_wanted.emit()

    def _build_export_menu(self) -> QMenu:
        menu = QMenu(self)
        parts = (
            ("scores", self.tr("Scores as {0}…")),
            ("published", self.tr("Scores and published tables as {0}…")),
            ("differences", self.tr("Differences as {0}…")),
        )
        for what, words in parts:
            for form, name in (("csv", "CSV"), ("latex", "LaTeX"), ("md", "Markdown"), ("json", "JSON")):
                if (what, form) == ("published", "json"):
                    continue  # it holds scores, for a later comparison
                menu.addAction(words.format(name)).triggered.connect(
                    lambda _checked=False, form=form, what=what: self._ask_where(form, what)
                )
            menu.addSeparator()
        menu.addAction(self.tr("Compare with an earlier run's JSON…"), self._ask_file)
        return menu

    # --- what is in view

    def open_setup(self) -> None:
        self._open(SETUP)

    def open_results(self) -> None:
        self._open(RESULTS)

    def open_behind(self) -> None:
        if self._idle.isActive():  # not in the same round: each takes a while
            self._idle.start(_SOON_MS)
        self._open(BEHIND)

    def open_overlap(self) -> None:
        self._open(OVERLAP)

    def open_analyses(self) -> None:
        self._open(ANALYSES)

    def _open(self, view: int) -> None:
        self._stack.setCurrentIndex(view)
        self._show_head()
        self.setFocusProxy(self._firsts[view])
        if self.isVisible():
            self.setFocus()
        self.results_shown.emit(view == RESULTS and self.isVisible())

    def _show_head(self) -> None:
        results = self._stack.currentIndex() == RESULTS
        there = bool(self.runs.text())
        self.runs.setVisible(results and there)
        for each in (self.export, self.more):
            each.setVisible(results and self._read)
        self.to_results.setVisible(self._stack.currentIndex() == SETUP)
        self.to_setup.setVisible(results and there)
        self._work.setVisible(results)

    # --- what there is to see: the set-up

    def show_work(self, work: Work | None) -> None:
        """Show work in the set-up with a bar and Cancel, over the results as words alone."""
        self.setup.show_work(work)
        self._work.show_text("" if work is None else work.text)

    def show_run_failure(self, text: str) -> None:
        self.setup.strip.say(text, tone="danger")
        self.results.strip.say(text, tone="danger")

    # --- what there is to see: results

    def show_runs(self, runs: Sequence[RunLine], chosen: str) -> None:
        self.runs.show_entries([(run_words(run), run.run_id, True) for run in runs], chosen)
        found = next((run for run in runs if run.run_id == chosen), None)
        self.runs.show_text("" if found is None else run_words(found))
        self.results.show_run(found)
        self._show_head()

    def show_results(self, results: ScoreReport, *, reference: str, other: str, files: Sequence[str]) -> None:
        self._show_read(True)
        self.results.show_results(results, reference=reference, other=other, files=files)
        self._idle.start(_IDLE_MS)

    def show_no_runs(self) -> None:
        self.runs.show_text("")
        self._show_read(False)
        self.results.show_no_runs()

    def show_unscored(self, run: RunLine) -> None:
        self._show_read(False)
        self.results.show_unscored(run)

    def _show_read(self, read: bool) -> None:
        self._read = read
        self._show_head()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)
        self.results_shown.emit(self._stack.currentIndex() == RESULTS)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(False)
        self.results_shown.emit(False)

    # --- asking

    def _press_run(self) -> None:
        if self._stack.currentIndex() == SETUP:
            self.setup.run.click()

    def _ask_where(self, form: str, what: str) -> None:
        path, _filter = QFileDialog.getSaveFileName(
            self, self.tr("Export the results"), f"benchmarks-{what}.{FORMS[form]}"
        )
        if path:
            self.export_chosen.emit(path, form, what)

    def _ask_file(self) -> None:
        title, kinds = self.tr("The JSON file of an earlier run"), self.tr("Benchmark reports (*.json)")
        ask_path(self, title, self.file_chosen.emit, files=kinds)
