"""What a training and the tasks of a run share: one training at a time, task by task."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QLayout, QLineEdit, QWidget

from assay.benchmarks.types import OverlapFigures
from assay_desktop.pages.evaluation.benchmarks.overlap import (
    FOLDER,
    RECIPE,
    Training,
    clean_columns,
    clean_scores,
    overlap_columns,
    unknown_words,
)
from assay_desktop.pages.evaluation.widgets.back import BackButton
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.boxes import boxed, hbox, split, stacked, vbox
from assay_desktop.widgets.controls.ask_path import ask_path
from assay_desktop.widgets.controls.fields import ChoiceBox
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import allow, button, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import narrow_columns, plain_table
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.benchmarks.types import OverlapReport
    from assay_desktop.background.work import Work

_TRAINING_PX: Final = (120, 260)
_SPLIT_PX: Final = 90
_OVERLAP_PX: Final = (170, 170, 130, 150)
_LEFT_PX: Final = (120, 90, 100, 90, 110, 100)


class OverlapView(QWidget):
    """Widgets only."""

    back_wanted = Signal()
    training_chosen = Signal(object)  # Training
    training_added = Signal(object)  # Training
    run_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.work, self.empty = WorkLine(), StatePanel(theme)
        self.empty.action_requested.connect(lambda _action: self.run_wanted.emit())
        self._stack = stacked(self._build_tables(), self.empty)
        vbox(self._build_head(), self.work, (self._stack, 1), on=self, gap=S3)
        self.show_report(None)

    # --- building

    def _build_head(self) -> QLayout:
        self.back, title = BackButton(self.back_wanted.emit), ElidedLabel("strong")
        title.show_text(self.tr("Train/test overlap"))
        self.training = ChoiceBox()
        self.training.setAccessibleName(self.tr("Training data"))
        self.training.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.training.setMinimumWidth(_TRAINING_PX[0])
        self.training.setMaximumWidth(_TRAINING_PX[1])
        self.training.setMinimumContentsLength(40)
        self.training.activated.connect(lambda _at: self.training_chosen.emit(self.training.currentData()))
        words = label(self.tr("Training data of"), "muted")
        words.setBuddy(self.training)
        self.split = QLineEdit()
        self.split.setFixedWidth(_SPLIT_PX)
        self.split.setAccessibleName(self.tr("Training split"))
        self.split.setToolTip(self.tr("The split of the folder used for training, such as train"))
        self.recipe = button(self.tr("Recipe…"), self.ask_recipe, hint=self.tr("A recipe file"))
        self.folder = button(
            self.tr("Folder…"),
            self.ask_folder,
            hint=self.tr("A judgement release or other BEIR folder used for training"),
        )
        self.run = button(self.tr("Compare"), self.run_wanted.emit, kind="primary")
        asking = (words, self.training, self.split, self.recipe, self.folder, self.run)
        row = FlowRow(S2, end=True)
        for part in (self.back, title, boxed(hbox(*asking, gap=S2))):
            row.addWidget(part)
        return row

    def _build_tables(self) -> QWidget:
        self._summary_label = label(role="muted", wrap=True)
        self._tasks, self._scores = RowsModel(self), RowsModel(self)
        self.tasks = plain_table(self._tasks, self.tr("Overlap by task"))
        self.tasks.selectionModel().currentRowChanged.connect(self._show_scores)
        self.scores = plain_table(self._scores, self.tr("Clean scores"))
        self._task = ElidedLabel("strong")
        self._unknown = label(role="muted", wrap=True)
        above = boxed(vbox(framed(self.tasks), margins=(0, 0, 0, S3)))
        below = vbox(self._task, framed(self.scores), self._unknown, gap=S2, margins=(0, S3, 0, 0))
        halves = split(above, boxed(below), down=True)
        rules = self.tr(
            "Papers match by DOI, title or id; queries by nearly the same words; positives by both. A "
            "query is clean if the training data hold neither its text nor a relevant paper."
        )
        return boxed(vbox(self._summary_label, (halves, 1), label(rules, "caption", wrap=True), gap=S3))

    # --- what there is to see

    def show_trainings(self, trainings: Sequence[Training], chosen: Training | None, split: str) -> None:
        with QSignalBlocker(self.training):
            self.training.clear()
            for each in trainings:
                words = each.name if each.kind not in (RECIPE, FOLDER) else Path(each.name).name
                self.training.addItem(words, each)
                self.training.setItemData(self.training.count() - 1, each.name, Qt.ItemDataRole.ToolTipRole)
            self.training.setCurrentIndex(-1 if chosen is None else list(trainings).index(chosen))
        self.training.setEnabled(bool(trainings))
        self.split.setVisible(chosen is not None and chosen.kind == FOLDER)
        if self.split.text() != split:
            self.split.setText(split)
        self._allow()

    def show_report(self, report: OverlapReport | None) -> None:
        """Show the report; None before anything was compared."""
        self._failure = ""
        if report is None:
            self._show_nothing()
            return
        self._tasks.show(overlap_columns(), report.tasks)
        narrow_columns(self.tasks, *_OVERLAP_PX)
        self._summary_label.setText(self._summary(report))
        self._stack.setCurrentIndex(0)
        self._scores.show(clean_columns(), [])
        first = self._tasks.find(lambda task: task.n_left < task.n_queries)
        self.tasks.selectRow(max(0, first))
        self._show_scores(self.tasks.currentIndex())

    def show_work(self, work: Work | None) -> None:
        """Say that it works while there is nothing else to see."""
        self.work.show_work(work)
        self._allow()
        if self._stack.currentWidget() is self.empty:
            self._show_nothing()

    def show_failure(self, text: str) -> None:
        self._failure = text
        self._show_nothing()

    # --- asking

    def ask_recipe(self) -> None:
        title, kinds = self.tr("Recipe of a training run"), self.tr("Recipes (*.toml)")
        ask_path(self, title, lambda path: self.training_added.emit(Training(RECIPE, path)), files=kinds)

    def ask_folder(self) -> None:
        title = self.tr("Folder of training data")
        ask_path(self, title, lambda path: self.training_added.emit(Training(FOLDER, path)))

    # --- inner

    def _summary(self, report: OverlapReport) -> str:
        touched = sum(task.n_left < task.n_queries for task in report.tasks)
        if not touched:
            template = self.tr("No overlap found between {0} and the {1} {1:task|tasks}.")
        else:
            template = self.tr(
                "{0} overlaps with {2} of the {1} {1:task|tasks}: {2:its score|their scores} may be too high."
            )
        text = template.format(Path(report.training).name, numeral(len(report.tasks)), numeral(touched))
        if not report.absent:
            return text
        gone = "\n".join(
            self.tr("{0} cannot be compared: {1}").format(each.name, each.why) for each in report.absent
        )
        return f"{text}\n{gone}"

    def _show_scores(self, index: QModelIndex) -> None:
        task = self._tasks.row(index.row())
        if isinstance(task, OverlapFigures):
            self._task.show_text(task.name)
            why = unknown_words(task)
            self._unknown.setText(why)
            self._unknown.setVisible(bool(why))
            self._scores.show(clean_columns(), clean_scores(task))
            narrow_columns(self.scores, *_LEFT_PX)

    def _show_nothing(self) -> None:
        """Say what is to be done, that it is being done, or why it could not be."""
        if not self.work.isHidden():
            self._failure = ""
            text = self.tr("Comparing the tasks with the training data…")
            self._show_empty("hourglass", text)
        elif self._failure:
            self._show_empty("warning-circle", self._failure, action=self.tr("Try again"))
        else:
            self._show_empty(
                "eyedropper",
                self.tr(
                    "Was a model trained on what it is tested on? Choose a trained model, its recipe or a "
                    "judgement release, and compare it with this run's tasks."
                ),
            )

    def _allow(self) -> None:
        why_not = "" if self.work.isHidden() else self.tr("Wait until the comparison ends.")
        if self.training.currentIndex() < 0:
            why_not = self.tr("Choose the training data first.")
        allow(self.run, but=why_not)

    def _show_empty(self, icon: str, text: str, *, action: str = "") -> None:
        self.empty.show_message(icon, text, action=action)
        self._stack.setCurrentWidget(self.empty)
