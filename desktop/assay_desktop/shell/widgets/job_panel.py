"""The jobs: what runs, how far it is, what came out, what to do next."""

from __future__ import annotations

from functools import partial
from typing import TypeVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QScrollArea, QWidget

from assay.training_runs.types import RunSummary
from assay_desktop.actions.training_news import RESUMABLE, outcome_words, progress_words
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import job_outcome, job_progress
from assay_desktop.theme import S1, S2, S3, S4, Theme
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.controls.key_hints import hint
from assay_desktop.widgets.icons import pixmap
from assay_desktop.widgets.section import button
from assay_desktop.widgets.share import show_share

_REPORTS = ("failed", "conflicts", "findings")
_WAITS, _RUNS = ("clock", "muted"), ("play", "accent")
_DONE, _FAILED = ("check-circle", "grade2"), ("warning-circle", "danger")
_CANCELLED, _INTERRUPTED = ("x-circle", "muted"), ("warning", "warning")
_ICONS = {
    "queued": _WAITS,
    "starting": _RUNS,
    "running": _RUNS,
    "pausing": ("pause", "warning"),
    "paused": ("pause", "warning"),
    "cancelling": ("x-circle", "muted"),
    "done": _DONE,
    "finished": _DONE,
    "stopped": _DONE,
    "failed": _FAILED,
    "damaged": _FAILED,
    "cancelled": _CANCELLED,
    "interrupted": _INTERRUPTED,
}


class Row(QFrame):
    """Icon, title, where it is, a thin bar, and room for buttons."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._state = ""
        self._icon = QLabel()
        self._title = QLabel()
        self._title.setProperty("role", "strong")
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._where = QLabel()
        self._where.setProperty("role", "caption")
        self._where.setTextFormat(Qt.TextFormat.PlainText)
        self._where.setWordWrap(True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._buttons: list[QPushButton] = []
        theme.changed.connect(self._paint_icon)
        self._row = hbox(
            (self._icon, 0, Qt.AlignmentFlag.AlignTop),
            (vbox(self._title, self._where, self._bar, gap=S1), 1),
            on=self,
            gap=S3,
            margins=(0, S2, 0, S2),
        )

    def link(self, text: str) -> QPushButton:
        """Return a button at the right end."""
        button = QPushButton(text)
        button.setProperty("kind", "link")
        self._buttons.append(button)
        self._row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        return button

    def _show(self, title: str, where: str, *, state: str, done: int, total: int | None, bar: bool) -> None:
        self._title.setText(title)
        self._where.setText(where)
        self._bar.setVisible(bar)
        show_share(self._bar, done, total)
        if state != self._state:
            self._state = state
            for button in self._buttons:
                button.setAccessibleName(f"{button.text()}: {title}")
            self._paint_icon()

    def _paint_icon(self) -> None:
        if self._state:
            name, color = _ICONS[self._state]
            self._icon.setPixmap(pixmap(name, self._theme.color(color), 16))


class JobRow(Row):
    """A job of the queue."""

    report_requested = Signal(object)  # Job

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._job: Job | None = None
        self.cancel = self.link(self.tr("Cancel"))
        self.again = self.link(self.tr("Run again"))
        self.report = self.link(self.tr("Report"))
        self.report.clicked.connect(lambda: self.report_requested.emit(self._job))
        self.remove = self.link(self.tr("Remove"))

    def show_job(self, job: Job) -> None:
        self._job = job
        running = job.state == "running"
        where = job_progress(job) if running else job_outcome(job)
        state = "damaged" if job.result.get("hurt") else job.state
        self._show(job.title, where, state=state, done=job.done, total=job.total, bar=running)
        self.cancel.setVisible(job.is_open and not job.stops_within)
        self.again.setVisible(job.state in {"failed", "cancelled", "interrupted"})
        self.report.setVisible(any(job.result.get(each) for each in _REPORTS))
        self.remove.setVisible(not job.is_open)


class TrainingRow(Row):
    """A training run; it is looked at on the Train page."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self.look = self.link(self.tr("View"))
        self.pause = self.link(self.tr("Pause"))
        self.resume = self.link(self.tr("Resume"))
        self.cancel = self.link(self.tr("Cancel"))
        self.remove = self.link(self.tr("Remove"))

    def show_training(self, training: RunSummary) -> None:
        state, is_open = training.state, training.is_open
        where = progress_words(training) if is_open else outcome_words(training)
        total = training.steps if state != "starting" else 0
        title = self.tr("Train {0}").format(training.name)
        self._show(title, where, state=state, done=training.step, total=total, bar=is_open)
        self.pause.setVisible(state == "running")
        self.resume.setVisible(state == "paused" or state in RESUMABLE)
        self.cancel.setVisible(is_open and state != "cancelling")
        self.remove.setVisible(not is_open)


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
        self._empty = QLabel(self.tr("No jobs yet. Imports, indexing and training show their progress here."))
        self._empty.setProperty("role", "muted")
        self._column = vbox(self._empty, STRETCH, gap=0)
        content = QWidget()
        content.setLayout(self._column)
        self._column.setContentsMargins(S4, 0, S4, S2)
        area = QScrollArea()
        area.setAccessibleName(self.tr("Jobs"))
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(content)
        vbox(self._head(), (area, 1), on=self, gap=0)

    def _head(self) -> QHBoxLayout:
        title = QLabel(self.tr("Jobs"))
        title.setProperty("role", "section")
        close = button(self.tr("Close"), self.close_requested.emit, kind="link")
        hint(close, self.tr("Close ({0})"), "jobs")
        return hbox((title, 1), close, margins=(S4, S2, S3, S1))

    def show_jobs(self, jobs: tuple[Job, ...]) -> None:
        """Show these jobs; rows that are there already are updated in place."""
        self._drop(self._jobs, {job.id for job in jobs})
        for job in jobs:
            if job.id not in self._jobs:
                self._jobs[job.id] = self._new_job(job)
            self._jobs[job.id].show_job(job)
        self._show_empty()

    def show_trainings(self, trainings: tuple[RunSummary, ...]) -> None:
        """Show these runs, as `show_jobs` does with jobs."""
        self._drop(self._trainings, {training.key for training in trainings})
        for training in trainings:
            if training.key not in self._trainings:
                self._trainings[training.key] = self._new_training(training)
            self._trainings[training.key].show_training(training)
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

    def _new_training(self, training: RunSummary) -> TrainingRow:
        row, folder = TrainingRow(self._theme), training.key
        row.look.clicked.connect(partial(self.training_requested.emit, folder))
        row.pause.clicked.connect(partial(self.training_word_requested.emit, folder, "pause"))
        row.cancel.clicked.connect(partial(self.training_word_requested.emit, folder, "cancel"))
        row.resume.clicked.connect(partial(self.training_resume_requested.emit, folder))
        row.remove.clicked.connect(partial(self.training_remove_requested.emit, folder))
        self._column.insertWidget(0, row)
        return row
