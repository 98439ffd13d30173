"""What a training and the tasks of a run share: one training at a time, task by task."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

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
from assay_desktop.theme import S2, S3, Theme
from assay_desktop.widgets.elided import ElidedLabel
from assay_desktop.widgets.reading import label
from assay_desktop.widgets.section import allow, button, framed
from assay_desktop.widgets.state_panel import StatePanel
from assay_desktop.widgets.tables.rows import RowsModel
from assay_desktop.widgets.tables.table import narrow_columns, plain_table
from assay_desktop.widgets.work_line import WorkLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S3)
        column.addLayout(self._build_head())
        self.work = WorkLine()
        column.addWidget(self.work)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_tables())
        self.empty = StatePanel(theme)
        self.empty.action_requested.connect(self._act_on_empty)
        self._stack.addWidget(self.empty)
        column.addWidget(self._stack, 1)
        self.show_report(None)

    # --- building

    def _build_head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(S2)
        self.back = BackButton(self.back_wanted.emit)
        row.addWidget(self.back)
        title = ElidedLabel("strong")
        title.show_text(self.tr("Train/test overlap"))
        row.addWidget(title)
        row.addStretch(1)
        self.training = QComboBox()
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
        self.split.setAccessibleName(self.tr("Part that was trained on"))
        self.split.setToolTip(self.tr("Which of the folder's judgements were trained on, such as train"))
        self.recipe = button(self.tr("Recipe…"), self.ask_recipe, hint=self.tr("A recipe's file"))
        self.folder = button(
            self.tr("Folder…"),
            self.ask_folder,
            hint=self.tr("A judgement release, or any other folder in BEIR's form, that was trained on"),
        )
        self.run = button(self.tr("Compare"), self.run_wanted.emit, kind="primary")
        for each in (words, self.training, self.split, self.recipe, self.folder, self.run):
            row.addWidget(each)
        return row

    def _build_tables(self) -> QWidget:
        holder = QWidget()
        column = QVBoxLayout(holder)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(S3)
        self._summary_label = label(role="muted", wrap=True)
        column.addWidget(self._summary_label)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setObjectName("leaks")
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        self._tasks, self._scores = RowsModel(self), RowsModel(self)
        self.tasks = plain_table(self._tasks, self.tr("What each task shares with the training"))
        self.tasks.selectionModel().currentRowChanged.connect(self._show_scores)
        self.scores = plain_table(self._scores, self.tr("Scores on what is left"))
        self._task = ElidedLabel("strong")
        self._unknown = label(role="muted", wrap=True)
        for own, margins in (
            ((framed(self.tasks),), (0, 0, 0, S3)),
            ((self._task, framed(self.scores), self._unknown), (0, S3, 0, 0)),
        ):
            part = QWidget()
            inner = QVBoxLayout(part)
            inner.setContentsMargins(*margins)
            inner.setSpacing(S2)
            for widget in own:
                inner.addWidget(widget)
            split.addWidget(part)
        column.addWidget(split, 1)
        rules = self.tr(
            "Papers are the same by DOI, title or id; queries by nearly the same words; a positive where "
            "both are. Clean are the queries of which the training data hold neither the text nor a relevant "
            "paper."
        )
        column.addWidget(label(rules, "caption", wrap=True))
        return holder

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
        """Open the dialog over the page."""
        dialog = QFileDialog(self, self.tr("The recipe of a training"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(self.tr("Recipes (*.toml)"))
        self._open(dialog, lambda path: self.training_added.emit(Training(RECIPE, path)))

    def ask_folder(self) -> None:
        """Open the dialog over the page."""
        dialog = QFileDialog(self, self.tr("The folder that was trained on"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        self._open(dialog, lambda path: self.training_added.emit(Training(FOLDER, path)))

    def _open(self, dialog: QFileDialog, chosen: Callable[[str], None]) -> None:
        dialog.fileSelected.connect(chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    # --- inner

    def _summary(self, report: OverlapReport) -> str:
        touched = sum(task.n_left < task.n_queries for task in report.tasks)
        if not touched:
            template = self.tr("{0} and the {1} tasks share nothing that was asked about.")
        else:
            template = self.tr("{0} had something of {2} of the {1} tasks: their scores may be too high.")
        text = template.format(Path(report.training).name, len(report.tasks), touched)
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
            text = self.tr("The tasks are being compared with the training data…")
            self._show_empty("hourglass", text)
        elif self._failure:
            self._show_empty("warning-circle", self._failure, action=self.tr("Try again"))
        else:
            self._show_empty(
                "eyedropper",
                self.tr(
                    "Did a model learn from what it is measured on? Choose a trained model, its recipe, or "
                    "the folder of a judgement release, and compare it with the tasks of this run."
                ),
            )

    def _allow(self) -> None:
        chosen = self.training.currentIndex() >= 0
        why_not = self.tr("Choose what was trained on first.") if not chosen else ""
        allow(
            self.run,
            but=why_not or ("" if self.work.isHidden() else self.tr("The tasks are being compared.")),
        )

    def _show_empty(self, icon: str, text: str, *, action: str = "") -> None:
        self.empty.show_message(icon, text, action=action)
        self._stack.setCurrentWidget(self.empty)

    def _act_on_empty(self, _action: str) -> None:
        self.run_wanted.emit()
