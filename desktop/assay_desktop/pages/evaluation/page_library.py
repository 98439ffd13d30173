"""The library's own runs: which is better, by how much, and on which queries."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QMenu, QPushButton, QSizePolicy, QWidget

from assay.types import OverviewRow, SearchMode
from assay_desktop.pages.evaluation.model import run_columns, verdict
from assay_desktop.pages.evaluation.page_details import QueryDetails
from assay_desktop.pages.evaluation.page_rankings import RankingsView
from assay_desktop.pages.evaluation.widgets.run_dialogs import ModelChosen, ModelRunDialog, ask_removal
from assay_desktop.text.figures import counted, numeral
from assay_desktop.theme import S2, S3, Theme, set_px
from assay_desktop.widgets.boxes import STRETCH, boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox, refill
from assay_desktop.widgets.controls.form_dialog import NameDialog
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import choose_row, plain_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QAction, QHideEvent, QShowEvent

    from assay.types import LibraryOverview
    from assay_desktop.keys import Keys

RUN_FILES = "TREC runs (*.run *.trec *.txt *.gz);;All files (*)"
EXPORT_FILTERS = {"trec": "TREC qrels (*.qrels *.txt)", "beir": "BEIR qrels (*.tsv)"}


class LibraryView(QWidget):
    """Widgets only. `head` is what stands next to the page's title."""

    shown = Signal(bool)
    run_wanted = Signal(object)  # SearchMode
    models_wanted = Signal()  # for the dialog on a run of a model
    run_file_chosen = Signal(str)
    rename_wanted = Signal(str, str)  # the run's tag, and what it is to be called
    removal_wanted = Signal(str)
    undo_wanted = Signal(bool)  # whether to redo
    export_chosen = Signal(str, str)  # the path and "trec" or "beir"
    run_selected = Signal(str)
    judge_requested = Signal()
    search_requested = Signal()
    unjudged_wanted = Signal(str)  # the run whose unjudged results are to be judged
    again_wanted = Signal()  # all runs, for the queries that there are now
    retry_wanted = Signal()
    message = Signal(str)

    def __init__(self, theme: Theme, keys: Keys) -> None:
        super().__init__()
        self._theme = theme
        self._naming: NameDialog | None = None
        self._report: LibraryOverview | None = None
        self._selected = ""
        theme.changed.connect(self._show_note)
        self.head = self._build_head()
        self._strip, self._empty = Strip(theme), StatePanel(theme)
        self._empty.action_requested.connect(self._act_on_empty)
        self._overview, self.rankings = self._build_report(), RankingsView(theme)
        self._stack = stacked(self._empty, self._overview, self.rankings)
        vbox(self._strip, (self._stack, 1), on=self, gap=S3)
        self.setFocusProxy(self._runs)
        self._bind(keys)

    def _bind(self, keys: Keys) -> None:
        keys.bind("evaluation.rankings", self._details, self._details.open_query)
        keys.bind("evaluation.add-run", self, self._open_runs)
        keys.bind("evaluation.rename-run", self._overview, self._ask_name)
        keys.bind("evaluation.remove-run", self._overview, self._ask_removal)
        keys.bind("evaluation.back", self.rankings, self.rankings.back_wanted.emit)
        for grade in range(3):
            keys.bind(f"grade.{grade}", self.rankings, partial(self.rankings.grade, grade), repeats=False)
        keys.bind("undo", self, partial(self.undo_wanted.emit, False))
        keys.bind("redo", self, partial(self.undo_wanted.emit, True))

    # --- building

    def _build_head(self) -> QWidget:
        self._summary = ElidedLabel("muted", between=" · ")
        reference_label = label(self.tr("Baseline"), "muted")
        self._reference = ChoiceBox()
        self._reference.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        set_px(self._reference, most=240)
        self._reference.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)  # never cut
        self._reference.setAccessibleName(self.tr("Baseline run"))
        self._reference.setToolTip(self.tr("The run all others are compared with"))
        self.reference_chosen = self._reference.textActivated
        reference_label.setBuddy(self._reference)
        self.add, export = QPushButton(self.tr("Add run")), QPushButton(self.tr("Export"))
        self.add.setMenu(self._build_run_menu())
        export.setMenu(self._build_export_menu())
        self._controls = (reference_label, self._reference, self.add, export)
        return boxed(hbox(self._summary, STRETCH, *self._controls, gap=S3))

    def _build_run_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self._modes: dict[SearchMode, QAction] = {}
        for mode, text in (
            (SearchMode.KEYWORD, self.tr("Keyword (BM25)")),
            (SearchMode.SEMANTIC, self.tr("Semantic (the library's model)")),
            (SearchMode.HYBRID, self.tr("Hybrid (keyword and semantic)")),
        ):
            self._modes[mode] = menu.addAction(text)
            self._modes[mode].triggered.connect(lambda _checked=False, mode=mode: self.run_wanted.emit(mode))
        self._no_vectors = menu.addAction("")
        self._no_vectors.setEnabled(False)
        self.allow_vectors("")
        menu.addSeparator()
        menu.addAction(self.tr("Model…"), self.models_wanted.emit)
        menu.addAction(self.tr("TREC run file…"), self._choose_run)
        return menu

    def _build_export_menu(self) -> QMenu:
        menu = QMenu(self)
        menu.addAction(self.tr("Grades as TREC qrels…"), lambda: self._choose_file("trec"))
        menu.addAction(self.tr("Grades as BEIR qrels…"), lambda: self._choose_file("beir"))
        return menu

    def _build_report(self) -> QWidget:
        self._runs_model = RowsModel(self)
        self._runs = plain_table(self._runs_model, self.tr("Runs"))
        self._runs.selectionModel().currentRowChanged.connect(self._tell_run)
        self._runs.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self._runs.customContextMenuRequested.connect(self._open_menu)
        self._note = label(role="caption", wrap=True)
        self._note.setTextFormat(Qt.TextFormat.RichText)
        links: dict[str, Callable[[], None]] = {
            "judge": lambda: self.unjudged_wanted.emit(self._selected),
            "again": self.again_wanted.emit,
        }
        self._note.linkActivated.connect(lambda link: links[link]())
        self._details = QueryDetails(self._theme)
        self.measure_chosen, self.query_opened = self._details.measure_chosen, self._details.query_opened
        return boxed(vbox(framed(self._runs), self._note, S3, (self._details, 1), gap=S2))

    # --- what there is to see

    def spared(self) -> list[QWidget]:
        """Return what a run that is added changes, which nothing shall cover."""
        return [self.head, self._runs, self._note]

    def show_busy(self) -> None:
        """Show that an evaluation is under way; the last one stays on screen until it is there."""
        if self._report is None:
            self._summary.show_text(self.tr("evaluating…"))

    def show_report(self, report: LibraryOverview, *, selected: str) -> None:
        self._report = report
        refill(self._reference, [(tag, tag) for tag in self._tags], report.reference)
        for widget in self._controls:
            widget.show()
        _none, some, very = report.grades
        queries = counted(report.n_queries, self.tr("query"), self.tr("queries"))
        judgements = counted(report.n_judgements, self.tr("judgement"), self.tr("judgements"))
        relevant = self.tr("{0} relevant, {1} very relevant").format(numeral(some), numeral(very))
        self._summary.show_text(" · ".join((queries, judgements, relevant)))
        self._runs_model.show(run_columns(report), report.rows)
        self._runs.fit_height(len(report.rows), most=8)
        choose_row(self._runs, self._runs_model.find(lambda each: each.tag == selected))
        self.show_selection(report, selected)
        if self._stack.currentWidget() is self._empty:
            self._stack.setCurrentWidget(self._overview)

    def show_selection(self, report: LibraryOverview, selected: str) -> None:
        """Show what belongs to one run: the note on it, its gains and losses."""
        self._selected = selected
        self._show_note()
        self._details.show_run(report, selected)

    def open_rankings(self) -> None:
        """Go to the rankings that were shown there."""
        self._stack.setCurrentWidget(self.rankings)
        self.rankings.setFocus()

    def close_rankings(self) -> None:
        """Go back to the runs and queries."""
        if self._stack.currentWidget() is self.rankings:
            self._stack.setCurrentWidget(self._overview)
            self._details.setFocus()

    def ask_model(self, models: Sequence[tuple[str, str]], chosen: ModelChosen) -> None:
        """Ask which model a run is to be made with, in which mode, and what it is to be called."""
        dialog = ModelRunDialog(self, models, taken=self._tags)
        dialog.run_wanted.connect(chosen)
        dialog.open()

    def end_naming(self, problem: str = "") -> None:
        """Close the dialog on a run's name, or say in it why the name was refused."""
        if self._naming is not None and problem:
            self._naming.show_problem(problem)
        elif self._naming is not None:
            self._naming.accept()

    def allow_vectors(self, why_not: str) -> None:
        """Offer runs of the library's model; `why_not` says what it lacks, "" for nothing."""
        for mode in (SearchMode.SEMANTIC, SearchMode.HYBRID):
            self._modes[mode].setEnabled(not why_not)
            self._modes[mode].setToolTip(why_not or self._modes[mode].text())
        self._no_vectors.setText(why_not)
        self._no_vectors.setVisible(bool(why_not))

    def show_no_judgements(self, *, n_queries: int) -> None:
        self._clear()
        if n_queries:
            text = self.tr("Nothing judged yet. Grades show which run is better.")
            self._empty.show_message("scales", text, action=self.tr("Judge"))
        else:
            text = self.tr("No queries yet. Search, and grade what you find.")
            self._empty.show_message("magnifying-glass", text, action=self.tr("Search"))

    def show_no_runs(self, *, n_judgements: int) -> None:
        self._clear()
        text = self.tr("{0} ready. Add a run to score it against them.")
        ready = counted(n_judgements, self.tr("judgement"), self.tr("judgements"))
        self._empty.show_message("chart-bar", text.format(ready), action=self.tr("Add a keyword run"))
        self.add.setVisible(True)

    def show_failure(self, text: str) -> None:
        """Show it above an older evaluation, which stays on screen; without one the page says it all."""
        if self._report is not None:
            self.show_strip(text, action=self.tr("Try again"))
        else:
            self._clear()
            self._empty.show_message("warning-circle", text, action=self.tr("Try again"))

    def show_strip(self, text: str, *, action: str = "") -> None:
        """One calm sentence above the table; "" takes it away."""
        if text:
            self._strip.say(text, tone="warning", action=action, act=self.retry_wanted.emit)
        else:
            self._strip.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.shown.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.shown.emit(False)

    # --- inner

    def _clear(self) -> None:
        self._report = None
        self._summary.show_text("")
        for widget in self._controls:
            widget.hide()
        self._stack.setCurrentWidget(self._empty)

    def _show_note(self) -> None:
        """Write the note again with each theme: a link in rich text carries its own colour."""
        if self._report is not None:
            self._note.setText(self._note_on(self._report, self._selected))

    def _note_on(self, report: LibraryOverview, tag: str) -> str:
        found = verdict(report, tag)
        note = f"<b>{escape(found)}</b><br>" if found else ""
        note += self.tr(
            "Paired randomisation test over {0} {0:query|queries}, 10,000 draws. The query paper is "
            "removed from its own ranking."
        ).format(numeral(report.n_queries))
        several = self.tr("If several people grade a paper, the median counts; of two grades, the lower.")
        note += " " + several
        missing = next((row.n_missing for row in report.rows if row.tag == tag), 0)
        if missing:
            note += " " + self.tr("Judged queries that this run lacks, counted as 0: {0}.").format(missing)
        if report.n_not_run:
            text = self.tr("{0} {0:newer judged query is|newer judged queries are} not in these runs.")
            note += " " + text.format(numeral(report.n_not_run))
        color = self._theme.palette.accent
        if report.n_not_run or any(row.unranked for row in report.rows):
            note += f' <a href="again" style="color:{color}">{self.tr("Rank all queries again")}</a>.'
        n_unjudged = report.holes.get(tag, 0)
        if n_unjudged:
            link = f'<a href="judge" style="color:{color}">{self.tr("judge them")}</a>'
            n = counted(n_unjudged, self.tr("unjudged result"), self.tr("unjudged results"))
            note += " " + self.tr("{1} has {0} in its top 10: {2}.").format(n, escape(tag), link)
        return note

    @property
    def _tags(self) -> list[str]:
        return [] if self._report is None else [row.tag for row in self._report.rows]

    def menu_of(self, tag: str) -> QMenu:
        """Return what can be done with a run."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        baseline = menu.addAction(self.tr("Use as baseline"), lambda: self.reference_chosen.emit(tag))
        baseline.setEnabled(tag != self._reference.currentText())
        menu.addAction(self.tr("Rename…"), lambda: self._ask_name(tag))
        menu.addAction(self.tr("Delete…"), lambda: self._ask_removal(tag))
        return menu

    def _open_menu(self, where: QPoint) -> None:
        row = self._runs_model.row(self._runs.indexAt(where).row())
        if isinstance(row, OverviewRow):
            self.menu_of(row.tag).popup(self._runs.viewport().mapToGlobal(where))

    def _ask_name(self, tag: str = "") -> None:
        tag = tag or self._selected
        if tag in self._tags:
            self._naming = NameDialog(self, self.tr("Rename the run"), action=self.tr("Rename"), name=tag)
            self._naming.named.connect(partial(self.rename_wanted.emit, tag))
            self._naming.finished.connect(self._forget_naming)
            self._naming.open()

    def _forget_naming(self) -> None:
        self._naming = None

    def _ask_removal(self, tag: str = "") -> None:
        tag = tag or self._selected
        if tag in self._tags:
            ask_removal(self, tag, partial(self.removal_wanted.emit, tag))

    def _open_runs(self) -> None:
        if self.add.isVisible():
            self.add.showMenu()

    def _choose_run(self) -> None:
        path, _filter = QFileDialog.getOpenFileName(self, self.tr("A TREC run file"), "", RUN_FILES)
        if path:
            self.run_file_chosen.emit(path)

    def _tell_run(self, current: QModelIndex) -> None:
        row = self._runs_model.row(current.row())
        if isinstance(row, OverviewRow):
            self.run_selected.emit(row.tag)

    def _choose_file(self, format_name: str) -> None:
        suggestion = "grades.qrels" if format_name == "trec" else "test.tsv"
        path, _filter = QFileDialog.getSaveFileName(
            self, self.tr("Export the grades"), suggestion, EXPORT_FILTERS[format_name]
        )
        if path:
            self.export_chosen.emit(path, format_name)

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Judge"): self.judge_requested.emit,
            self.tr("Search"): self.search_requested.emit,
            self.tr("Try again"): self.retry_wanted.emit,
            self.tr("Add a keyword run"): lambda: self.run_wanted.emit(SearchMode.KEYWORD),
        }
        acts[action]()
