"""What follows from a job that is over: what is reported, and what is queued next."""

from __future__ import annotations

from PySide6.QtCore import QObject

from assay.ingest.types import ImportReport, Merged
from assay.models.types import Promotion
from assay.types import CheckReport
from assay_desktop.background.job import Job
from assay_desktop.context import AppContext, Change

_CHANGES = {
    "import": Change(papers=True),
    "add": Change(papers=True, lookups=True),
    "watch": Change(papers=True),
    "duplicates": Change(papers=True),
    "index": Change(index=True),
    "run": Change(runs=True),
    "pool": Change(judgements=True, queries=True),
    "campaign": Change(campaigns=True),
    "lookup": Change(lookups=True),
    "files": Change(papers=True),
    "check": Change(judgements=True, campaigns=True, index=True),
    "model": Change(index=True),
    "weights": Change(index=True),
}
_NEEDS_INDEX = ("import", "add", "watch", "duplicates", "files", "check")


class JobOutcomes(QObject):
    """Listens to the jobs for as long as the window lives."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        context.jobs.finished.connect(self._follow_up)
        # Words are found while the vectors are still being made.
        context.jobs.announced.connect(lambda _event: context.engine.reload())

    def _follow_up(self, job: Job) -> None:
        """Tell the pages and the engine, also after a cancel: what was done before it is kept.

        After an import the index is brought up to date without being asked, unless nothing came in.
        """
        change = _CHANGES.get(job.kind)
        if change is None or not job.started:
            return
        if job.kind in _ONLY_LOOKS and not _ONLY_LOOKS[job.kind](job):
            return  # it looked, or it was interrupted, and then it did nothing
        if change.papers and job.state == "done" and not _brought_papers(job):
            return
        if (job.kind in _NEEDS_INDEX or _left_papers(job)) and not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])
        if change.papers or change.index:
            self._context.engine.reload()
        self._context.changes.changed.emit(change)


def _merged(job: Job) -> bool:
    return job.state == "done" and job.runs("duplicates", "merge") and job.answer(Merged).action is not None


def _mended(job: Job) -> bool:
    return job.state == "done" and bool(job.answer(CheckReport).mended)


def _brought_papers(job: Job) -> bool:
    """Also a file that was read again: what its paper gained is counted nowhere."""
    if job.kind in ("files", "duplicates"):
        return True
    report = job.answer(ImportReport)
    return bool(report.new or report.merged or report.brought_back or report.conflict)


def _left_papers(job: Job) -> bool:
    """Return whether papers came while a promoted model encoded the others."""
    made = job.answer_if_any(Promotion) if job.kind == "model" else None
    return made is not None and made.must_index


def _switched(job: Job) -> bool:
    """Return whether the library searches with another model now."""
    return job.state == "done" and (job.runs("model", "promote") or job.runs("model", "rollback"))


def _weighed(job: Job) -> bool:
    return job.state == "done"


_ONLY_LOOKS = {"duplicates": _merged, "check": _mended, "model": _switched, "weights": _weighed}
"""Kinds of jobs that may change nothing -> whether one changed something."""
