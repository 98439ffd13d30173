"""The jobs: what runs, how far it is, what came out, what to do next."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from assay_desktop.actions.training_news import Training
from assay_desktop.background.job import Job
from assay_desktop.shell.widgets.job_row import JobRow, Row, TrainingRow
from assay_desktop.theme import S1, S2, S3, S4, Theme
from assay_desktop.widgets.controls.key_hints import hint

R = TypeVar("R", bound=Row)


class JobPanel(QFrame):
    """One row a job and one a training, the newest on top."""

    cancel_requested = Signal(str)  # job id
    again_requested = Signal(str)
    remove_requested = Signal(str)
    report_requested = Signal(object)  # Job
    training_requested = Signal(str)  # to be looked at; a run's folder
    training_word_requested = Signal(str, str)  # a run's folder; pause or cancel
    training_resume_requested = Signal(str)
    training_remove_requested = Signal(str)
    close_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._theme = theme
        self._jobs: dict[str, JobRow] = {}
        self._trainings: dict[str, TrainingRow] = {}
        self._empty = QLabel(
            self.tr("No jobs yet. Imports, indexing and trainings show their progress here.")
        )
        self._empty.setProperty("role", "muted")
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        content = QWidget()
        content.setLayout(self._column)
        self._column.setContentsMargins(S4, 0, S4, S2)
        area = QScrollArea()
        area.setAccessibleName(self.tr("Jobs"))
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._head())
        column.addWidget(area, 1)

    def _head(self) -> QHBoxLayout:
        title = QLabel(self.tr("Jobs"))
        title.setProperty("role", "section")
        close = QPushButton(self.tr("Close"))
        close.setProperty("kind", "link")
        hint(close, self.tr("Close ({0})"), "jobs")
        close.clicked.connect(self.close_requested)
        row = QHBoxLayout()
        row.setContentsMargins(S4, S2, S3, S1)
        row.addWidget(title, 1)
        row.addWidget(close)
        return row

    def show_jobs(self, jobs: tuple[Job, ...]) -> None:
        """Shows these jobs; rows that are there already are updated in place."""
        self._drop(self._jobs, {job.id for job in jobs})
        for job in jobs:
            if job.id not in self._jobs:
                self._jobs[job.id] = self._new_job(job)
            self._jobs[job.id].show_job(job)
        self._show_empty()

    def show_trainings(self, trainings: tuple[Training, ...]) -> None:
        """Shows these runs, as `show_jobs` does with jobs."""
        self._drop(self._trainings, {training.folder for training in trainings})
        for training in trainings:
            if training.folder not in self._trainings:
                self._trainings[training.folder] = self._new_training(training)
            self._trainings[training.folder].show_training(training)
        self._show_empty()

    def _show_empty(self) -> None:
        self._empty.setVisible(not self._jobs and not self._trainings)

    def _drop(self, rows: dict[str, R], known: set[str]) -> None:
        for gone in [key for key in rows if key not in known]:
            row = rows.pop(gone)
            row.hide()
            row.deleteLater()

    def _new_job(self, job: Job) -> JobRow:
        row = JobRow(self._theme)
        row.cancel.clicked.connect(partial(self.cancel_requested.emit, job.id))
        row.again.clicked.connect(partial(self.again_requested.emit, job.id))
        row.remove.clicked.connect(partial(self.remove_requested.emit, job.id))
        row.report_requested.connect(self.report_requested)
        self._column.insertWidget(0, row)
        return row

    def _new_training(self, training: Training) -> TrainingRow:
        row, folder = TrainingRow(self._theme), training.folder
        row.look.clicked.connect(partial(self.training_requested.emit, folder))
        row.pause.clicked.connect(partial(self.training_word_requested.emit, folder, "pause"))
        row.cancel.clicked.connect(partial(self.training_word_requested.emit, folder, "cancel"))
        row.resume.clicked.connect(partial(self.training_resume_requested.emit, folder))
        row.remove.clicked.connect(partial(self.training_remove_requested.emit, folder))
        self._column.insertWidget(0, row)
        return row
