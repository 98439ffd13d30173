"""Long work: children of the same command line, one a lane, in a queue that outlives the window."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from assay.location import Location, state_folder
from assay.progress import Report
from assay_desktop.background import children
from assay_desktop.background.child import GRACE_MS, Child
from assay_desktop.background.job import Job, JobFile, bounded
from assay_desktop.background.job_kinds import work_of
from assay_desktop.text.core_words import translated

__all__ = ["Job", "Jobs"]

log = logging.getLogger(__name__)

_BRINGING: Final = ("import", "add", "watch", "files", "lookup")
"""Kinds of jobs that bring papers: they run next to the others, so that no import waits for an index.

The core lets them write in turns."""

_LEFT: Final = ("queued", "interrupted")
_SHOW_EVERY_MS: Final = 100
_WATCH_MS: Final = 2000


class Jobs(QObject):
    """The queue, and one child for what brings papers and one for all else.

    Of several windows on one library the first runs the queue. The others show it as it was last saved,
    refuse to change it, and the next of them takes it over when the first is closed.
    """

    changed = Signal()
    answered = Signal(object)  # Job: done, with its whole result, of which the queue keeps the beginning
    announced = Signal(object)  # IndexUpdated: an index that a running job is done with
    finished = Signal(object)  # Job: done, failed or cancelled
    left_over = Signal(int)  # how many jobs the last session left: they run once the user resumes them
    refused = Signal(str)  # why nothing was queued or changed

    def __init__(
        self,
        location: Location,
        *,
        command: Sequence[str] | None = None,
        grace_ms: int = GRACE_MS,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.location = location  # of the library that the work is done for
        self._command = list(command or children.command(location, "--json"))
        self._environment = children.environment(location)
        self.folder = state_folder(location)  # the user's: a library that somebody hands on brings no jobs
        self._file = JobFile(self.folder / "queue.json")
        self.read_only = ""  # why the library takes no changes, as far as is known
        self._left: tuple[str, ...] = ()
        self._jobs: dict[str, Job] = {}
        self._read_at = 0
        self._mine = False
        self._read()
        self._children: dict[bool, Child] = {}  # whether it brings papers -> the running one
        self._grace_ms = grace_ms
        self._show = QTimer(self, singleShot=True, interval=_SHOW_EVERY_MS)
        self._show.timeout.connect(self.changed)
        self._watch = QTimer(self, interval=_WATCH_MS)
        self._watch.timeout.connect(self.start)

    def start(self) -> None:
        """Take the queue over and tell what the last session left, or watch the window that runs it."""
        if self._take():
            self._next()
            return
        self._watch.start()
        if self._file.changed_at() != self._read_at:
            self._read()
            self.changed.emit()

    def all(self) -> tuple[Job, ...]:
        """Return every job known, oldest first."""
        return tuple(self._jobs.values())

    @property
    def n_left(self) -> int:
        """How many jobs of the last session wait for the user's word."""
        return sum(job.id in self._left for job in self._jobs.values() if job.state in _LEFT)

    def resume_left(self) -> None:
        """Run what the last session left, in its order; what was interrupted begins again."""
        left, self._left = self._left, ()
        for job in (self._jobs[each] for each in left if each in self._jobs):
            if job.state == "interrupted":
                self._put(replace(job, state="queued", stage="", done=0, total=None, item=None))
        self._next()

    def discard_left(self) -> None:
        """Take what the last session left out of the queue."""
        left, self._left = self._left, ()
        for each in left:
            self._jobs.pop(each, None)
        self._saved()

    @property
    def running(self) -> tuple[Job, ...]:
        return tuple(job for job in self._jobs.values() if self._child_of(job) is not None)

    def ahead_of(self, job: Job) -> Job | None:
        """Return the running job for which this one waits, None where it is left over or waits for none."""
        child = self._children.get(_brings(job))
        waits = job.state == "queued" and job.id not in self._left
        return self._jobs[child.key] if waits and child is not None else None

    def add(self, title: str, args: Sequence[str]) -> str:
        """Queue `assay ... *args`; return the job's id, "" where it is refused.

        It starts at once where nothing else of its lane runs. Raises ValueError for words of no kind
        (job_kinds.py). What would change a read-only library is refused.
        """
        work = work_of(args)
        if not self._may_change():
            return ""
        if work.writes and self.read_only:
            text = self.tr("Not started: this library is read-only because {0}.")
            self.refused.emit(text.format(translated(self.read_only)))
            return ""
        job = Job(uuid.uuid4().hex, title, tuple(args))
        self._put(job)
        self._next()
        return job.id

    def is_waiting(self, args: Sequence[str]) -> bool:
        """Return whether the same work is queued already, so that it need not be queued twice."""
        wanted = tuple(args)
        return any(
            job.state == "queued" and job.args == wanted and job.id not in self._left
            for job in self._jobs.values()
        )

    def cancel(self, job_id: str) -> None:
        """Take a queued job from the queue; ask a running one to stop, and kill it after the grace time."""
        if not self._may_change() or job_id not in self._jobs:
            return
        job = self._jobs[job_id]
        if (child := self._child_of(job)) is not None:
            child.cancel(self._grace_ms)
            self._jobs[job_id] = replace(job, stops_within=self._grace_ms / 1000)
            self.changed.emit()
        elif job.state == "queued":
            self._end(replace(job, state="cancelled"))

    def again(self, job_id: str) -> str:
        """Queue the same work again and drop the old row; return the new id, or "" as `add` does."""
        if not self._may_change() or job_id not in self._jobs:
            return ""
        old = self._jobs[job_id]
        self.remove(job_id)
        return self.add(old.title, old.args)

    def remove(self, job_id: str) -> None:
        """Take a job that is over off the list."""
        if self._may_change() and job_id in self._jobs and not self._jobs[job_id].is_open:
            del self._jobs[job_id]
            self._saved()

    def close(self) -> None:
        """End the running children with the window. Their rows stay "running", so show as interrupted."""
        while self._children:
            _, child = self._children.popitem()
            child.abandon(self._grace_ms // 2)
        self._watch.stop()
        self._mine = False
        self._file.leave()

    def _may_change(self) -> bool:
        if self._take():
            return True
        self.refused.emit(
            self.tr(
                "This library is open in another Assay window, which runs its jobs. Switch to it, or close "
                "it first."
            )
        )
        return False

    def _take(self) -> bool:
        """Return whether the queue is this window's. When it becomes so, what ran was interrupted."""
        if self._mine:
            return True
        self._mine = self._file.take()
        if self._mine:
            self._watch.stop()
            self._read()
            for job in self._jobs.values():
                if job.state == "running":
                    self._jobs[job.id] = replace(job, state="interrupted")
                    self._left += (job.id,)
            self._left += tuple(job.id for job in self._jobs.values() if job.state == "queued")
            self.changed.emit()
            if self._left:
                self.left_over.emit(len(self._left))
        return self._mine

    def _read(self) -> None:
        self._read_at = self._file.changed_at()
        self._jobs = {job.id: job for job in self._file.load()}

    def _next(self) -> None:
        for job_id in tuple(self._jobs):
            job = self._jobs.get(job_id)  # the start of the one before may have changed the queue
            if job is None or job.state != "queued" or job_id in self._left:
                continue
            if _brings(job) not in self._children:
                self._begin(job)

    def _begin(self, job: Job) -> None:
        words = [*self._command, *job.args, "--progress", "jsonl"]
        child = Child(job.id, words, self._environment, self)
        child.progressed.connect(self._progressed)  # no partial: it would keep this queue alive
        child.announced.connect(self.announced)
        child.ended.connect(self._ended)
        self._children[_brings(job)] = child
        self._put(replace(job, state="running", started=time.time()))
        child.start()

    def _child_of(self, job: Job) -> Child | None:
        child = self._children.get(_brings(job))
        return child if child is not None and child.key == job.id else None

    def _progressed(self, report: Report, stage_began: float) -> None:
        child = self.sender()
        if not isinstance(child, Child) or child not in self._children.values():
            return
        job = self._jobs[child.key]
        self._jobs[job.id] = job.at(report, stage_began=stage_began, now=time.monotonic())
        if not self._show.isActive():
            self._show.start()

    def _ended(self, state: str, result: object, error: str) -> None:
        child = self.sender()
        if not isinstance(child, Child) or child not in self._children.values():
            return
        job = self._jobs[child.key]
        child.deleteLater()
        del self._children[_brings(job)]
        whole = result if isinstance(result, dict) else {}
        log.info("job %s %s after %.1f s", job.kind, state, time.time() - job.started)
        over = replace(job, state=state, result=bounded(whole), error=error, eta_s=None)
        if state == "done":
            self.answered.emit(replace(over, result=whole))
        self._end(over)
        self._next()

    def _end(self, job: Job) -> None:
        self._put(job)
        self.finished.emit(job)

    def _put(self, job: Job) -> None:
        self._jobs[job.id] = job
        self._saved()

    def _saved(self) -> None:
        self._file.save(list(self._jobs.values()))
        self.changed.emit()


def _brings(job: Job) -> bool:
    return job.kind in _BRINGING
