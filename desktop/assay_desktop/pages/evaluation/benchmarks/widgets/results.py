"""Results: systems side by side on every task, how sure the differences are, and what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QLayout, QSizePolicy, QWidget

from assay.benchmarks.types import ScoreRow
from assay_desktop.pages.evaluation.benchmarks.results import (
    CERTAIN,
    columns,
    difference_text,
    missing_words,
)
from assay_desktop.pages.evaluation.benchmarks.widgets.plots import Plots
from assay_desktop.pages.evaluation.benchmarks.words import short_name
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3
from assay_desktop.widgets.boxes import boxed, hbox, split, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox, refill
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import allow, button, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.strip import Strip
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import HEADER_HEIGHT, plain_table, shared_out
from assay_desktop.widgets.tables.two_line_heads import TwoLineHeads

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.benchmarks.types import RunLine, ScoreReport
    from assay_desktop.pages.evaluation.benchmarks.results import DifferenceMap
    from assay_desktop.theme import Theme

_TASK_PX, _MEASURE_PX, _N_PX, _JUDGED_PX, _DIFFERENCE_PX, _P_PX = 192, 88, 60, 82, 192, 76
_TESTS_PX = (76, 88)  # p of t and of Tukey
_SYSTEM_PX = 72  # at least
_ROOMY_PX = 108  # of two lines, where not all systems find room
_HEAD_PX = 24  # next to a head's words
_ACROSS = Qt.Orientation.Horizontal
_BOX_PX = 240
_BAR_PX = 12  # that scrolls


class ResultsView(QWidget):
    """Widgets only."""

    reference_chosen = Signal(str)
    compared_chosen = Signal(str)
    behind_wanted = Signal(object)  # ScoreRow
    files_dropped = Signal()
    setup_wanted = Signal()
    resume_wanted = Signal(str)  # a run's id
    retry_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._results: ScoreReport | None = None
        self._shown: tuple[str, str] = ("", "")  # reference, system
        self._differences: DifferenceMap = {}
        self._failed = False  # what the strip says is that these results could not be read
        self._run = self._unscored = ""  # what is said of a run that was stopped; one without a score
        self.strip, self.stopped, self.empty = Strip(theme), Strip(theme), StatePanel(theme)
        self.empty.action_requested.connect(self._act_on_empty)
        self._stack = stacked(self._build_results(), self.empty)
        vbox(self.strip, self.stopped, (self._stack, 1), on=self, gap=S3)
        self._show_empty("hourglass", self.tr("Loading the results…"))

    # --- building

    def _build_results(self) -> QWidget:
        self.plots = Plots(self._theme)
        self.plots.forest.span_chosen.connect(self._select)
        self.split = split(self._build_table(), self.plots, stretch=(3, 2), down=True)
        return boxed(vbox(self._build_controls(), (self.split, 1), gap=S3))

    def _build_controls(self) -> QLayout:
        row = hbox(gap=S2)
        self.other, self.reference = ChoiceBox(), ChoiceBox()
        self.other.setAccessibleName(self.tr("System to compare"))
        self.reference.setAccessibleName(self.tr("Baseline"))
        self.reference.setToolTip(self.tr("The system all others are compared with"))
        for box, signal in ((self.other, self.compared_chosen), (self.reference, self.reference_chosen)):
            box.setMinimumContentsLength(14)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # words give way before
            box.setMaximumWidth(_BOX_PX)
            box.activated.connect(lambda _at, box=box, signal=signal: signal.emit(str(box.currentData())))
        self._compared_label = label(self.tr("Compare"), "muted")
        self._reference_label = label(self.tr("with"), "muted")
        for words, box in ((self._compared_label, self.other), (self._reference_label, self.reference)):
            words.setBuddy(box)
            row.addWidget(words)
            row.addWidget(box)
        row.addStretch(1)
        self.drop = button(self.tr("Remove the earlier run"), self.files_dropped.emit, kind="link")
        row.addWidget(self.drop)
        self.behind = button(self.tr("Inspect task"), self._want_behind)
        hint(self.behind, self.tr("Queries and papers behind the score ({0})"), "benchmarks.behind")
        row.addWidget(self.behind)
        self._note = label(role="caption", wrap=True)
        return vbox(row, self._note, gap=S2)

    def _build_table(self) -> QWidget:
        self._model = RowsModel(self)
        self.heads = TwoLineHeads()
        self.table = plain_table(self._model, self.tr("Scores by task"), heads=self.heads)
        self.table.doubleClicked.connect(lambda _index: self._want_behind())
        self.table.activated.connect(lambda _index: self._want_behind())
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.selectionModel().currentRowChanged.connect(self._show_row)
        self._missing = label(role="caption", wrap=True)
        margins = (0, 0, 0, S3)  # which keep the table off the handle below it
        return boxed(vbox((framed(self.table), 1), self._missing, gap=S2, margins=margins))

    # --- what there is to see

    def show_run(self, run: RunLine | None) -> None:
        """Show, of a run that was stopped, how far it came, and the way on; it can be put away."""
        key = "" if run is None or not run.partial or run.unscored else f"{run.run_id} {run.n_results}"
        if key == self._run:
            return
        self._run = key
        if run is None or not key:
            self.stopped.hide()
            return
        text = self.tr(
            "This run was stopped with {0} of {1} results, so averages cover fewer tasks. “What is "
            "missing” lists the rest."
        )
        self.stopped.say(
            text.format(numeral(run.n_results), numeral(run.n_expected)),
            tone="warning",
            action=self.tr("Resume"),
            act=lambda: self.resume_wanted.emit(run.run_id),
        )

    def show_unscored(self, run: RunLine) -> None:
        """Show nothing but the way on, of a run without a score."""
        self._unscored, self._results = run.run_id, None
        if self._failed:
            self.strip.hide()
            self._failed = False
        if run.at_work:
            text = self.tr("This run is in progress. Scores appear here one by one.")
            self._show_empty("hourglass", text)
            return
        text = self.tr("This run was stopped before its first score: {0} {0:is|are} left to do.")
        action = self.tr("Resume")
        self._show_empty("pause-circle", text.format(numeral(run.n_expected)), action=action)

    def show_results(self, results: ScoreReport, *, reference: str, other: str, files: Sequence[str]) -> None:
        """Score at once; differences come one after the other."""
        if self._failed:
            self.strip.hide()
            self._failed = False
        self._results, self._shown, self._differences = results, (reference, other), {}
        systems = [(short_name(name), name) for name in results.systems]
        refill(self.reference, systems, reference)
        refill(self.other, [each for each in systems if each[1] != reference], other)
        for widget in (self.other, self._compared_label, self.reference, self._reference_label):
            widget.setVisible(len(results.systems) > 1)
        self.drop.setVisible(bool(files))
        self._show_table()
        lacking = missing_words(results)
        self._missing.setText(lacking)
        self._missing.setVisible(bool(lacking))
        self.plots.show_results(results)
        self._stack.setCurrentIndex(0)

    def show_differences(self, differences: DifferenceMap, *, n_left: int) -> None:
        """Show those that are known; `n_left` tasks are still to be compared."""
        self._differences = differences
        if self._results is None:
            return
        self._show_table()
        reference, other = self._shown
        self.plots.show_differences(self._results, reference, other, differences)
        if n_left:
            self._note.setText(self.tr("Comparing, {0} to go…").format(numeral(n_left)))
        else:
            self._note.setText(self._summary())

    def show_no_runs(self) -> None:
        self._results = None
        text = self.tr("No benchmark results yet.")
        self._show_empty("chart-bar", text, action=self.tr("Set up a run"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._model.columnCount():
            self._share_width(self._model.columnCount())

    def show_failure(self, text: str) -> None:
        """Show it above older results, which stay on screen; without any the page says it all."""
        if self._results is not None:
            self._failed = True
            self.strip.say(text, tone="danger", action=self.tr("Try again"), act=self.retry_wanted.emit)
        else:
            self._show_empty("warning-circle", text, action=self.tr("Try again"))

    @property
    def row(self) -> ScoreRow | None:
        """The row that is selected."""
        found = self._model.row(self.table.currentIndex().row())
        return found if isinstance(found, ScoreRow) else None

    # --- inner

    def _show_table(self) -> None:
        results = self._results
        if results is None:
            return
        chosen = self.row
        reference, other = self._shown
        shown = columns(results, reference, other, self._differences)
        place = self.table.verticalScrollBar().value()
        self._model.show(shown, results.rows, foot=results.averages)
        self._share_width(len(shown))
        at = self._model.find(lambda row: chosen is not None and _same(row, chosen))
        with QSignalBlocker(self.table.selectionModel()):
            self.table.selectRow(max(0, at))
        self.table.verticalScrollBar().setValue(place)
        self._show_row()

    def _share_width(self, n: int) -> None:
        """Give systems the room of their names, as far as there is room next to the tasks."""
        if not n:
            return
        header, modes = self.table.horizontalHeader(), QHeaderView.ResizeMode
        n_systems = len(self._results.systems) if self._results is not None else 0
        others = [_MEASURE_PX, _N_PX, _JUDGED_PX]
        left = self.table.viewport().width() - sum(others) - _BAR_PX
        if n > 4 + n_systems:
            others += [_DIFFERENCE_PX, _P_PX]
            left -= _DIFFERENCE_PX + _P_PX
            wide = left >= _TASK_PX + n_systems * _SYSTEM_PX + sum(_TESTS_PX)
            for section in range(n):  # p of t and of Tukey: below the plot where there is no room
                self.table.setColumnHidden(section, section >= n - 2 and not wide)
            others += _TESTS_PX
            left -= sum(_TESTS_PX) if wide else 0
        titles = [str(header.model().headerData(3 + n, _ACROSS)) for n in range(n_systems)]
        metrics = header.fontMetrics()
        wished = [max(_SYSTEM_PX, metrics.horizontalAdvance(title) + _HEAD_PX) for title in titles]
        each = shared_out(wished, left - _TASK_PX, least=_SYSTEM_PX)
        if sum(each) > left - _TASK_PX:  # the table scrolls in any case
            each = [min(px, _ROOMY_PX) for px in wished]
        first = max(_TASK_PX, left - sum(each))
        for section, px in enumerate([first, *others[:2], *each, *others[2:]]):
            header.setSectionResizeMode(section, modes.Interactive)
            header.resizeSection(section, px)
        self.heads.fit(HEADER_HEIGHT)

    def _summary(self) -> str:
        other = self._shown[1]
        if not other:
            return ""
        found = self._differences.get(("", "", other))
        known = [each for (task, _, system), each in self._differences.items() if task and system == other]
        better = sum(each.certain and each.row.difference > 0 for each in known)
        worse = sum(each.certain and each.row.difference < 0 for each in known)
        text = self.tr("{1} of {0} rows are better, {2} worse (p < {3}, by Holm over each row's systems).")
        summary = text.format(numeral(len(known)), numeral(better), numeral(worse), numeral(CERTAIN, 2))
        if found is None:
            return summary
        mean = self.tr("Over the {0} {0:column|columns} that all {1} systems have: {2}.")
        n, n_systems = numeral(found.of.n), numeral(len(found.of.rows) + 1)
        summary = f"{summary} {mean.format(n, n_systems, difference_text(found))}"
        return f"{summary} {self.tr('With so few, only large differences show.')}" if found.few else summary

    def _show_row(self, _index: QModelIndex | None = None) -> None:
        row = self.row
        why_not = self.tr("Select a task.") if row is None else ""
        if row is not None and not row.has_items:
            why_not = self.tr("This score has no details by query or paper.")
        allow(self.behind, but=why_not)
        if row is not None:
            found = self._differences.get((row.task, row.metric, self._shown[1]))
            self.plots.mark(row, found if row.task else None)

    def _select(self, key: str) -> None:
        """Select the row of a span of the plot."""
        at = self._model.find(lambda row: bool(row.task) and f"{row.task} {row.metric}" == key)
        if at >= 0:
            self.table.selectRow(at)

    def _want_behind(self) -> None:
        row = self.row
        if row is not None and row.has_items:
            self.behind_wanted.emit(row)

    def _show_empty(self, icon: str, text: str, *, action: str = "") -> None:
        self.empty.show_message(icon, text, action=action)
        self._stack.setCurrentWidget(self.empty)

    def _act_on_empty(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Set up a run"): self.setup_wanted.emit,
            self.tr("Try again"): self.retry_wanted.emit,
            self.tr("Resume"): lambda: self.resume_wanted.emit(self._unscored),
        }
        acts[action]()


def _same(row: object, other: ScoreRow) -> bool:
    key = (other.task, other.name, other.metric)
    return isinstance(row, ScoreRow) and (row.task, row.name, row.metric) == key
