"""A row of the jobs panel: what it is, how far it is or what came out, and the buttons that fit its state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout

from assay_desktop.actions.training_news import AT_WORK, RESUMABLE, outcome_words, progress_words
from assay_desktop.text.words import job_outcome, job_progress
from assay_desktop.theme import S1, S2, S3
from assay_desktop.widgets.icons import pixmap
from assay_desktop.widgets.share import show_share

if TYPE_CHECKING:
    from assay_desktop.actions.training_news import Training
    from assay_desktop.background.job import Job
    from assay_desktop.theme import Theme

_REPORTS = ("failed", "conflicts", "findings")
_WAITS, _RUNS = ("clock", "muted"), ("play", "accent")
_DONE, _FAILED = ("check-circle", "grade2"), ("warning-circle", "danger")
_CANCELLED, _INTERRUPTED = ("x-circle", "muted"), ("warning", "warning")
_ICONS = {
    "queued": _WAITS,
    "starting": _RUNS,
    "running": _RUNS,
    "paused": ("pause", "warning"),
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
        text = QVBoxLayout()
        text.setSpacing(S1)
        for part in (self._title, self._where, self._bar):
            text.addWidget(part)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, S2, 0, S2)
        self._row.setSpacing(S3)
        self._row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        self._row.addLayout(text, 1)

    def link(self, text: str) -> QPushButton:
        """A button at the right end."""
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
        self.cancel.setVisible(job.is_open)
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

    def show_training(self, training: Training) -> None:
        state, is_open = training.state, training.is_open
        where = progress_words(training) if state in AT_WORK else outcome_words(training)
        total = training.steps if state != "starting" else 0
        title = self.tr("Train {0}").format(training.name)
        self._show(title, where, state=state, done=training.step, total=total, bar=is_open)
        self.pause.setVisible(state == "running")
        self.resume.setVisible(state == "paused" or state in RESUMABLE)
        self.cancel.setVisible(is_open)
        self.remove.setVisible(not is_open)
