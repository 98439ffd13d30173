"""Imports from the library page: files become a job, the job's progress and report come back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject

from assay.ingest.types import ImportReport
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import failure_line, import_counts, job_outcome, job_progress
from assay_desktop.context import AppContext
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.text.figures import numeral

_KINDS: Final = ("import", "sample", "files")


class ImportPresenter(QObject):
    """Watches the jobs for imports, no matter who queued them."""

    def __init__(self, page: LibraryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._jobs = context.jobs
        self._shown = ""
        context.jobs.changed.connect(self._show_progress)
        context.jobs.finished.connect(self._show_end)

    def start(self) -> None:
        self._show_progress()

    def import_files(self, paths: Sequence[Path]) -> None:
        """One job for all files and folders of one drop or dialog."""
        if not paths:
            return
        name = paths[0].name
        title = (
            self.tr("Import {0}").format(name)
            if len(paths) == 1
            else self.tr("Import {0} and {1} more").format(name, len(paths) - 1)
        )
        self._jobs.add(title, ["import", *(str(path) for path in paths)])

    def cancel(self) -> None:
        running = self._jobs.running
        if running is not None and running.kind in _KINDS:
            self._jobs.cancel(running.id)

    def show_report(self, job: Job) -> None:
        """Show new, merged and conflicts, and each failure with file, line and reason."""
        report = job.answer_if_any(ImportReport)
        if report is None:
            self._page.show_import_report(job_outcome(job), tone="danger", details="")
            return
        lines = [*map(failure_line, report.failed), *report.conflicts]
        more = job.n_more("failed") + job.n_more("conflicts")
        if more:
            lines.append(
                self.tr("and {0} more; run `assay import FILE --json` for all").format(numeral(more))
            )
        tone = "warning" if report.failed else "accent"
        counts = job_outcome(job) if job.kind == "files" else import_counts(job)
        text = f"{job.title}: {counts}"
        self._page.show_import_report(text, tone=tone, details="\n".join(lines))

    def _show_progress(self) -> None:
        running = self._jobs.running
        if running is None or running.kind not in _KINDS:
            self._page.hide_import()
            return
        self._page.show_import(running.title, job_progress(running), running.done, running.total)

    def _show_end(self, job: Job) -> None:
        if job.kind not in ("import", "files") or not job.started:
            return
        if job.state == "done":
            self.show_report(job)
        elif job.state == "cancelled":
            text = self.tr("{0} was cancelled. What it had read by then is in the library.")
            self._page.show_import_report(text.format(job.title), tone="accent", details="")
        else:
            text = self.tr("{0} failed. {1}").format(job.title, job.error)
            self._page.show_import_report(text, tone="danger", details="")
