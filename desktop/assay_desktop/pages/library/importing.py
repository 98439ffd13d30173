"""Imports from the library page: files become a job, the job's progress and report come back."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from assay.ingest.types import AddReport, ImportReport
from assay_desktop.background.job import Job
from assay_desktop.background.job_words import failure_line, import_counts, job_outcome, job_progress
from assay_desktop.context import AppContext
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay.workspace import Workspace

_ADDING: Final = ("import", "add")
_KINDS: Final = (*_ADDING, "files")


class ImportPresenter(QObject):
    """Watches the jobs for imports, no matter who queued them."""

    brought = Signal(int, list)  # the action of an import that is over, and papers that were here before
    show_wanted = Signal(int, list)  # an import's action, and those papers

    def __init__(self, page: LibraryPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._jobs, self._lane = context.jobs, context.lane
        self._shown = ""  # the import on the bar
        self._before: dict[str, list[str]] = {}  # import -> what was selected when it was queued
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

    def read_again(self, sha256s: Sequence[str]) -> None:
        """Queue files, whatever went wrong with them before."""
        if sha256s:
            self._jobs.add(self.tr("Extract text again"), ["files", "read-again", *sha256s])
        else:
            self._page.show_message(self.tr("No PDF to extract text from."))

    def read_papers_again(self, doc_ids: list[str]) -> None:
        """Queue the files of these papers."""
        self._lane.submit(partial(_files_of, doc_ids=doc_ids), self.read_again)

    def cancel(self) -> None:
        self._jobs.cancel(self._shown)

    def show_report(self, job: Job) -> None:
        """Show new, merged and conflicts, and each failure with file, line and reason."""
        report = job.answer_if_any(ImportReport)
        if report is None:
            self._page.outcomes.say(job.id, job_outcome(job), tone="danger")
            return
        added = _added(job)
        missing = (*report.failed, *report.incomplete)
        lines = [*report.conflicts, *added.away]
        if len(missing) > 1:  # the reason of a single one stands in the text
            lines = [*map(failure_line, missing), *lines]
        more = sum(map(job.n_more, ("failed", "incomplete", "conflicts")))
        if more:
            lines.append(self.tr("and {0} more").format(numeral(more)))
        counts = job_outcome(job) if job.kind == "files" else import_counts(job)
        text = counts if job.runs("files", "attach") else f"{job.title}: {counts}"
        if report.conflict:
            text = f"{text}. {self._why_separate(report.conflict)}"
        self._page.outcomes.say(
            job.id,
            text,
            tone="warning" if missing else "accent",
            details="\n".join(lines),
            action=self.tr("Show") if report.action or added.here else "",
            act=partial(self.show_wanted.emit, report.action, list(added.here)),
        )

    def _why_separate(self, n: int) -> str:
        if n == 1:
            return self.tr("Its title or an identifier matches another paper, but other fields differ.")
        return self.tr("Their titles or identifiers match other papers, but other fields differ.")

    def _show_progress(self) -> None:
        for job in self._jobs.all():
            if job.kind in _ADDING and job.is_open and job.id not in self._before:
                self._before[job.id] = self._page.selected()
        at_work = next((job for job in self._jobs.running if job.kind in _KINDS), None)
        if at_work is not None:
            self._shown = at_work.id
            self._page.show_import(at_work.title, job_progress(at_work), at_work.done, at_work.total)
            return
        for job in self._jobs.all():
            if job.kind in _ADDING and (ahead := self._jobs.ahead_of(job)) is not None:
                self._shown = job.id
                self._page.show_import(job.title, self.tr("waiting for “{0}”").format(ahead.title), 0, 1)
                return
        self._page.hide_import()

    def _show_end(self, job: Job) -> None:
        if job.kind not in _KINDS or not job.started:
            return
        before = self._before.pop(job.id, None)
        if job.state == "done":
            self.show_report(job)
            self._offer(job, before)
        elif job.state == "cancelled":
            text = self.tr("{0} was cancelled. Papers read so far are in the library.")
            self._page.outcomes.say(job.id, text.format(job.title), tone="accent")
        else:
            text = self.tr("{0} failed. {1}").format(job.title, job.error)
            self._page.outcomes.say(job.id, text, tone="danger")

    def _offer(self, job: Job, before: list[str] | None) -> None:
        """Have what came in selected, unless the user has selected anything else since it was queued."""
        report = job.answer_if_any(ImportReport)
        here = list(_added(job).here)
        if report is None or not (report.action or here):
            return
        if self._page.selected() in (before, self._page.brought):
            self.brought.emit(report.action, here)


def _files_of(workspace: Workspace, *, doc_ids: list[str]) -> list[str]:
    """Return the checksums of the papers' files."""
    files = workspace.library.files.of_papers(doc_ids)
    return [one.file.sha256 for each in files.values() for one in each]


def _added(job: Job) -> AddReport:
    """Return what was added by identifier; a report of nothing for other jobs."""
    return (job.answer_if_any(AddReport) if job.kind == "add" else None) or AddReport()
