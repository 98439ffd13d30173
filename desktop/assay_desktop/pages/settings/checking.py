"""Check library: a job of the queue, so that neither window nor search waits; its report is kept with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext


class CheckView(Protocol):
    """What the section must be able to show."""

    def show_check(self, job: Job | None) -> None: ...


class CheckPresenter(QObject):
    """Shows the latest check, whoever queued it."""

    def __init__(self, view: CheckView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._jobs = view, context.jobs
        self._shown: Job | None = None
        context.jobs.changed.connect(self.refresh)

    def check(self) -> None:
        """Queues a check, unless one waits or runs."""
        self._add(self.tr("Check library"), ["check"])

    def repair(self) -> None:
        """Queues a check that also repairs what can be repaired."""
        self._add(self.tr("Repair library"), ["check", "--repair"])

    def cancel(self) -> None:
        if self._shown is not None and self._shown.is_open:
            self._jobs.cancel(self._shown.id)

    def refresh(self) -> None:
        job = next((job for job in reversed(self._jobs.all()) if job.kind == "check"), None)
        if job != self._shown:
            self._shown = job
            self._view.show_check(job)

    def _add(self, title: str, words: list[str]) -> None:
        if self._shown is None or not self._shown.is_open:
            self._jobs.add(title, words)
