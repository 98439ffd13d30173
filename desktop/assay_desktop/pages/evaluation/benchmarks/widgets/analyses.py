"""What scores say together, one of four at a time: parts, published tables, few examples, tasks by tasks."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHeaderView, QLayout, QWidget

from assay_desktop.pages.evaluation.benchmarks.analyses import (
    FewShotCurves,
    by_task,
    parts_table,
    published_table,
    setting_words,
)
from assay_desktop.pages.evaluation.benchmarks.words import column_words, metric_words, short_name
from assay_desktop.pages.evaluation.widgets.back import BackButton
from assay_desktop.pages.evaluation.widgets.few_shot_plot import FewShotPlot, StepLine
from assay_desktop.pages.evaluation.widgets.heat_map import HeatMap
from assay_desktop.pages.evaluation.widgets.table_rows import show_table
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.boxes import boxed, hbox, stacked, vbox
from assay_desktop.widgets.controls.fields import ChoiceBox
from assay_desktop.widgets.controls.mode_switch import ModeSwitch
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import plain_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent

    from assay.benchmarks.types import Analyses, PublishedScores, TaskParts

PARTS, PUBLISHED, CURVES, TASKS = "parts", "published", "curves", "tasks"
_VIEWS: Final = (PARTS, PUBLISHED, CURVES, TASKS)
ANY: Final = "any"  # the first of these that has something to see
_FIRST: Final = (PUBLISHED, PARTS, CURVES, TASKS)
_NAMES_PX: Final = 280
_TASK_PX: Final = 120
_FEW: Final = 10  # systems below which a high r is easily had by chance


class AnalysesView(QWidget):
    """Widgets only."""

    back_wanted = Signal()
    retry_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._tables: Sequence[PublishedScores] = ()
        self._few_shot: Sequence[FewShotCurves] = ()
        self._parts: Sequence[TaskParts] = ()
        self._of = ""  # the task that is looked at where it is there
        self._there = dict.fromkeys(_VIEWS, False)
        self._pair = ("", "")  # reference, and what is compared with it
        self._model = RowsModel(self)
        self.table = plain_table(self._model, self.tr("Published table with the systems of this run"))
        self.table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.curves, self.heat = FewShotPlot(theme), HeatMap(theme)
        self._part_rows = RowsModel(self)
        self.parts = plain_table(self._part_rows, self.tr("Parts of the task's score"))
        self.empty = StatePanel(theme)
        self.empty.action_requested.connect(lambda _action: self.retry_wanted.emit())
        self._stack = stacked(framed(self.parts), framed(self.table), self.curves, self.heat, self.empty)
        self._caption = label(role="caption", wrap=True)
        vbox(self._build_head(theme), (self._stack, 1), self._caption, on=self, gap=S3)
        self._captions = dict.fromkeys(_VIEWS, "")
        self._view = PUBLISHED
        self._any = False  # until one of them is known to have something to see
        self._failure = ""
        self.show_view(PUBLISHED)

    def _build_head(self, theme: Theme) -> QLayout:
        self.back = BackButton(self.back_wanted.emit)
        self.switch = ModeSwitch(
            theme,
            {
                PARTS: (
                    self.tr("Parts"),
                    self.tr("The parts of a task's score: fields, sources, judgements"),
                ),
                PUBLISHED: (
                    self.tr("Published tables"),
                    self.tr("Tables from the papers, with this run's systems below"),
                ),
                CURVES: (
                    self.tr("Few examples"),
                    self.tr("How scores grow with the number of training examples"),
                ),
                TASKS: (
                    self.tr("Task correlation"),
                    self.tr("Which tasks the same systems are good at"),
                ),
            },
        )
        self.switch.chosen.connect(self._choose_view)
        self.which = ChoiceBox()
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.which.setMinimumWidth(_TASK_PX)
        self.which.activated.connect(lambda _at: self._choose())
        self.hybrids = QCheckBox(self.tr("Count hybrids as systems"))
        self.hybrids.setChecked(True)
        self.hybrids.setToolTip(self.tr("Hybrids combine other systems, so tasks look more alike"))
        row = FlowRow(S3, end=True)
        for part in (self.back, self.switch, boxed(hbox(self.which, self.hybrids, gap=S2))):
            row.addWidget(part)
        return row

    # --- what there is to see

    def show_reading(self) -> None:
        self._failure = ""
        self._there = dict.fromkeys(_VIEWS, False)
        self.empty.show_message("hourglass", self.tr("Reading the scores…"))
        self._stack.setCurrentWidget(self.empty)
        self._caption.setText("")

    def show_published(self, tables: Sequence[PublishedScores]) -> None:
        self._tables, self._there[PUBLISHED] = tables, True
        self._show_again()

    def show_parts(self, parts: Sequence[TaskParts]) -> None:
        self._parts, self._there[PARTS] = parts, True
        self._show_again()

    def show_analyses(self, analyses: Analyses, *, reference: str, other: str) -> None:
        """Show the analyses, the lines of `reference` and `other` strong."""
        self._few_shot, self._pair = by_task(analyses.curves), (reference, other)
        self._there[CURVES] = self._there[TASKS] = True
        self._show_correlations(analyses)
        self._show_again()

    def show_failure(self, text: str) -> None:
        self._failure = text
        self.show_view(self._view)

    def look_at(self, view: str, task: str) -> None:
        """Open a view, or ANY, on this task, where it has one."""
        self._of, self._any = task, view == ANY
        self.show_view(_FIRST[0] if self._any else view)

    def show_view(self, view: str) -> None:
        self._view = view
        self.switch.choose(view)
        self._fill_choice()
        self.hybrids.setVisible(view == TASKS)
        if self._failure:
            self.empty.show_message("warning-circle", self._failure, action=self.tr("Try again"))
            self._stack.setCurrentWidget(self.empty)
            self._caption.setText("")
        elif self._there[view] and not self._any:
            self._show_chosen()

    # --- inner

    def _choose_view(self, view: str) -> None:
        self._any = False
        self.show_view(view)

    def _show_again(self) -> None:
        """Show the first view with something to see, as soon as those before are known."""
        view = self._view
        if self._any:
            filled = {
                PARTS: bool(self._parts),
                PUBLISHED: bool(self._tables),
                CURVES: bool(self._few_shot),
                TASKS: bool(self._captions[TASKS]),
            }
            known = list(takewhile(self._there.get, _FIRST))
            view = next((each for each in known if filled[each]), view)
            self._any = not filled[view] and len(known) < len(_FIRST)
        self.show_view(view)

    def _fill_choice(self) -> None:
        """Offer several tables or tasks, one to look at; it stays the one where it is there again."""
        entries = {
            PARTS: [(each.task, each.task) for each in self._parts],
            PUBLISHED: [(each.table.title,) * 2 for each in self._tables],
            CURVES: [(each.task, f"{each.task}, {metric_words(each.metric)}") for each in self._few_shot],
            TASKS: [],
        }[self._view]
        before = next((text for of, text in entries if of == self._of), self.which.currentText())
        with QSignalBlocker(self.which):
            self.which.clear()
            self.which.addItems([text for _, text in entries])
            self.which.setCurrentIndex(max(0, self.which.findText(before)) if entries else -1)
        names = {PUBLISHED: self.tr("Table"), TASKS: ""}
        self.which.setAccessibleName(names.get(self._view, self.tr("Task")))
        self.which.setVisible(len(entries) > 1)

    def _choose(self) -> None:
        self._of = ""
        self._show_chosen()

    def _show_chosen(self) -> None:
        at = self.which.currentIndex()
        if self._view == PARTS and self._parts:
            self._show_parts(self._parts[at])
        elif self._view == PUBLISHED and self._tables:
            self._show_table(self._tables[at])
        elif self._view == CURVES and self._few_shot:
            self._show_curves(self._few_shot[at])
        elif self._view == TASKS and self._captions[TASKS]:
            self._caption.setText(self._captions[TASKS])
            self._stack.setCurrentIndex(_VIEWS.index(TASKS))
        else:
            self._show_nothing()

    def _show_parts(self, task: TaskParts) -> None:
        show_table(self._part_rows, parts_table(task), foot=task.n_whole, hints=task.table.columns)
        caption = self.tr("The last row is the task's score. Its parts count in no average.")
        if task.table.brackets:
            caption = f"{caption} {self.tr('In brackets: some rows of the task were not scored.')}"
        self._caption.setText(caption)
        self._stack.setCurrentIndex(_VIEWS.index(PARTS))

    def _show_table(self, found: PublishedScores) -> None:
        show_table(self._model, published_table(found))
        self._widen_names()
        self._caption.setText(" ".join(found.table.notes))
        self._stack.setCurrentIndex(_VIEWS.index(PUBLISHED))
        first = len(found.table.rows) - found.n_ours
        ours = self._model.find(lambda at: at >= first)
        self.table.scrollTo(self._model.index(ours, 0))

    def _widen_names(self) -> None:
        """Let names keep their room where there are more columns than fit."""
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        others = sum(header.sectionSize(section) for section in range(1, header.count()))
        header.resizeSection(0, max(_NAMES_PX, self.table.viewport().width() - others))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._model.columnCount():
            self._widen_names()

    def _show_curves(self, found: FewShotCurves) -> None:
        reference, other = self._pair
        lines = []
        for curve in found.curves:
            values = found.values(curve)
            color = {other: "accent", reference: "text"}.get(curve.model, "muted")
            lines.append(
                StepLine(
                    short_name(curve.model),
                    [values.get(each) for each in found.settings],
                    color,
                    strong=curve.model in self._pair,
                )
            )
        across = self.tr("examples of each label") if found.per_label else self.tr("examples to learn from")
        self.curves.show_lines([setting_words(each) for each in found.settings], lines, across=across)
        caption = self.tr("Percent, mean over trainings with this many examples; far right: all.")
        self._caption.setText(caption)
        self._stack.setCurrentIndex(_VIEWS.index(CURVES))

    def _show_correlations(self, analyses: Analyses) -> None:
        found = analyses.correlations
        self._captions[TASKS] = ""
        if found is None:
            return
        columns = [column_words(each) for each in found.columns]
        tip = self.tr("{0}\n{1}\nr = {2} over {3} systems")
        tips = [
            [
                tip.format(one, other, "–" if value is None else numeral(value, 2), found.n[i][j])
                for j, (other, value) in enumerate(zip(columns, found.r[i], strict=True))
            ]
            for i, one in enumerate(columns)
        ]
        self.heat.show_values(columns, found.r, tips)
        names = ", ".join(map(short_name, found.models))
        fewest, most = found.range_n
        if fewest < most:
            caption = self.tr("Pearson's r of two tasks over the {0} to {1} systems that have both: {2}.")
            caption = caption.format(numeral(fewest), numeral(most), names)
        else:
            caption = self.tr("Pearson's r over {0} systems: {1}.").format(numeral(most), names)
        if fewest < _FEW:
            few = self.tr("With so few systems, a high r may be chance.")
            caption = f"{caption} {few}"
        self._captions[TASKS] = caption

    def _show_nothing(self) -> None:
        icon, words = {
            PARTS: ("squares-four", self.tr("No score in this run has parts.")),
            PUBLISHED: ("table", self.tr("No published table has a column for what this run scored.")),
            CURVES: ("chart-line", self.tr("This run has no few-shot tasks.")),
            TASKS: (
                "grid-four",
                self.tr("Task correlation needs at least three systems. Measure more."),
            ),
        }[self._view]
        self.empty.show_message(icon, words)
        self._caption.setText("")
        self._stack.setCurrentWidget(self.empty)
