"""The jobs: what runs, how far it is, what came out, what to do next."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.job import Job
from assay_desktop.theme import S1, S2, S3, S4, Theme
from assay_desktop.widgets.icons import pixmap
from assay_desktop.words import job_outcome, job_progress

_ICONS = {
    "queued": ("clock", "muted"),
    "running": ("play", "accent"),
    "done": ("check-circle", "grade2"),
    "failed": ("warning-circle", "danger"),
    "cancelled": ("x-circle", "muted"),
    "interrupted": ("warning", "warning"),
}


class JobPanel(QFrame):
    """One row a job, the newest on top."""

    cancel_requested = Signal(str)  # job id
    again_requested = Signal(str)
    remove_requested = Signal(str)
    report_requested = Signal(object)  # Job
    close_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("role", "panel")
        self._theme = theme
        self._rows: dict[str, _JobRow] = {}
        self._empty = QLabel(self.tr("No jobs yet. Imports and indexing show their progress here."))
        self._empty.setProperty("role", "muted")
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self._column.addWidget(self._empty)
        self._column.addStretch(1)
        content = QWidget()
        content.setLayout(self._column)
        self._column.setContentsMargins(S4, 0, S4, S2)
        area = QScrollArea()
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
        close.setToolTip(self.tr("Close (Ctrl+J)"))
        close.clicked.connect(self.close_requested)
        row = QHBoxLayout()
        row.setContentsMargins(S4, S2, S3, S1)
        row.addWidget(title, 1)
        row.addWidget(close)
        return row

    def show_jobs(self, jobs: tuple[Job, ...]) -> None:
        """Shows these jobs; rows that are there already are updated in place."""
        self._empty.setVisible(not jobs)
        known = {job.id for job in jobs}
        for gone in [job_id for job_id in self._rows if job_id not in known]:
            row = self._rows.pop(gone)
            row.hide()
            row.deleteLater()
        for job in jobs:
            if job.id not in self._rows:
                self._rows[job.id] = self._new_row(job)
            self._rows[job.id].show_job(job)

    def _new_row(self, job: Job) -> _JobRow:
        row = _JobRow(self._theme)
        row.cancel.clicked.connect(partial(self.cancel_requested.emit, job.id))
        row.again.clicked.connect(partial(self.again_requested.emit, job.id))
        row.remove.clicked.connect(partial(self.remove_requested.emit, job.id))
        row.report_requested.connect(self.report_requested)
        self._column.insertWidget(0, row)
        return row


class _JobRow(QFrame):
    """One job: icon, title, where it is, a thin bar, and the buttons that fit its state."""

    report_requested = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._job: Job | None = None
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
        self.cancel = self._link(self.tr("Cancel"))
        self.again = self._link(self.tr("Run again"))
        self.report = self._link(self.tr("Report"))
        self.report.clicked.connect(lambda: self.report_requested.emit(self._job))
        self.remove = self._link(self.tr("Remove"))
        self._lay_out()
        theme.changed.connect(self._paint_icon)

    def _lay_out(self) -> None:
        text = QVBoxLayout()
        text.setSpacing(S1)
        text.addWidget(self._title)
        text.addWidget(self._where)
        text.addWidget(self._bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, S2, 0, S2)
        row.setSpacing(S3)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(text, 1)
        for button in (self.cancel, self.again, self.report, self.remove):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)

    def _link(self, text: str) -> QPushButton:
        button = QPushButton(text)
        button.setProperty("kind", "link")
        return button

    def show_job(self, job: Job) -> None:
        state_changed = self._job is None or self._job.state != job.state
        self._job = job
        running = job.state == "running"
        self._title.setText(job.title)
        self._where.setText(job_progress(job) if running else job_outcome(job))
        self._bar.setVisible(running)
        self._bar.setRange(0, job.total or 0)
        self._bar.setValue(min(job.done, job.total) if job.total else 0)
        self.cancel.setVisible(job.is_open)
        self.again.setVisible(job.state in {"failed", "cancelled", "interrupted"})
        self.report.setVisible(bool(job.result.get("failed") or job.result.get("conflicts")))
        self.remove.setVisible(not job.is_open)
        if state_changed:
            for button in (self.cancel, self.again, self.report, self.remove):
                button.setAccessibleName(f"{button.text()}: {job.title}")
            self._paint_icon()

    def _paint_icon(self) -> None:
        if self._job is not None:
            name, color = _ICONS[self._job.state]
            self._icon.setPixmap(pixmap(name, self._theme.color(color), 16))
