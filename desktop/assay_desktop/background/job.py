"""A job as data, and the file that remembers the queue."""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Final, TypeVar

from assay.codec import from_json
from assay.errors import BadInput
from assay.files import make_folder, write_text
from assay.locking import try_lock
from assay.progress import Item, Report
from assay_desktop.background.job_kinds import work_from, work_of

log = logging.getLogger(__name__)

T = TypeVar("T")

_KEPT_FINISHED: Final = 30
_KEPT_ROWS: Final = 200
_LONG: Final = (
    "failed",
    "incomplete",
    "conflicts",
    "groups",
    "versions",
    "doubtful",
    "merges",
    "left_out",
    "results",
    "findings",
)
_MEASURED_S: Final = 0.5  # a rate over less time says nothing
_OPEN: Final = ("queued", "running")
_STATES: Final = (*_OPEN, "done", "failed", "cancelled", "interrupted")


@dataclass(frozen=True, slots=True)
class Job:
    """One child process of the command line, waiting, at work or over.

    `done` of `total` items of `stage`; `total` is None where it cannot be known. `started` is seconds since
    the epoch, `rate` items a second, `eta_s` seconds left of this stage.
    """

    id: str
    title: str
    args: tuple[str, ...]
    state: str = "queued"  # queued | running | done | failed | cancelled | interrupted
    stage: str = ""
    done: int = 0
    total: int | None = None
    item: Item | None = None
    started: float = 0.0
    rate: float = 0.0
    eta_s: float | None = None
    stops_within: float = 0.0  # seconds, once it was asked to stop; 0 before
    result: dict[str, object] = field(default_factory=dict)
    error: str = ""

    @property
    def kind(self) -> str:
        """The command that it runs: import, index, run, pool."""
        return self.args[0] if self.args else ""

    def runs(self, *words: str) -> bool:
        """Return whether its command begins with these words, such as "duplicates", "find"."""
        return self.args[: len(words)] == words

    def answer(self, kind: type[T]) -> T:
        """Return what it answered, as the class that the core has for it. Raises BadInput for another one."""
        return from_json(self.result, kind, what=self.title)

    def answer_if_any(self, kind: type[T]) -> T | None:
        """Return its answer, or None where the queue's file holds another: `job_outcome` then says why."""
        try:
            return self.answer(kind)
        except BadInput:
            return None

    def n_more(self, name: str) -> int:
        """Return how many rows of the list `name` of its answer were not kept."""
        n, kept = self.result.get(f"n_{name}", 0), self.result.get(name, [])
        return max(0, n - len(kept)) if isinstance(n, int) and isinstance(kept, list) else 0

    @property
    def is_open(self) -> bool:
        return self.state in _OPEN

    @property
    def report(self) -> Report:
        """How far it is."""
        return Report(self.stage, self.done, self.total, self.item)

    def at(self, report: Report, *, stage_began: float, now: float) -> Job:
        """This job after a line of progress; `stage_began` and `now` are seconds on one clock."""
        elapsed = now - stage_began
        done, total = report.done, report.total
        rate = done / elapsed if elapsed >= _MEASURED_S and done else 0.0
        left = (total - done) / rate if total is not None and rate and done < total else None
        return replace(
            self, stage=report.stage, done=done, total=total, item=report.item, rate=rate, eta_s=left
        )


def bounded(result: dict[str, object]) -> dict[str, object]:
    """Return a job's result with at most the first 200 rows of each list of its report.

    A list that was cut has its whole length next to it: "n_failed", "n_conflicts". The result is written to
    the queue's file at every change and shown in the window, and a bad file can fail in every line. The lists
    of a part, such as the preview of a merge, are cut too.
    """
    kept = {name: bounded(part) if isinstance(part, dict) else part for name, part in result.items()}
    for name in _LONG:
        rows = result.get(name)
        if isinstance(rows, list) and len(rows) > _KEPT_ROWS:
            kept[name] = rows[:_KEPT_ROWS]
            kept[f"n_{name}"] = len(rows)
    return kept


class JobFile:
    """The queue of a library in the user's state folder: written whole as a draft, and renamed over.

    One window at a time may write it: the one whose process holds the system's lock on the file next to it.
    The lock goes with the process, whatever the machine is called by then.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock: int | None = None

    def take(self) -> bool:
        """Return whether this window may write from now on; False while another one does.

        A folder that cannot hold a lock file is no reason to refuse: that nothing can be saved is logged.
        """
        if self._lock is not None:
            return True
        try:
            make_folder(self._path.parent)
            descriptor = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            log.warning("the folder of the job queue %s cannot be written: %s", self._path, error)
            return True
        try:
            if not try_lock(descriptor):
                os.close(descriptor)
                return False
        except OSError as error:  # a file system without locks: then as if there were one window
            log.warning("the job queue %s cannot be locked: %s", self._path, error)
        self._lock = descriptor
        return True

    def leave(self) -> None:
        """Let another window write."""
        if self._lock is not None:
            os.close(self._lock)  # which unlocks
            self._lock = None

    def changed_at(self) -> int:
        """Return when the file was last written, nanoseconds since the epoch; 0 where there is none."""
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return 0

    def load(self) -> list[Job]:
        """Return the jobs as last saved, without those of an unknown kind or with unknown fields."""
        if not self._path.exists():
            return []
        try:
            rows = json.loads(self._path.read_text(encoding="utf-8"))
            if not isinstance(rows, list):
                raise ValueError("it is not a list of jobs")
        except (OSError, ValueError) as error:
            log.warning("the job queue %s cannot be read and starts empty: %s", self._path, error)
            return []
        jobs = []
        for row in rows:
            try:
                jobs.append(_job_of(row))
            except (ValueError, TypeError, BadInput) as error:
                log.warning("a job of the queue %s is left out: %s", self._path, error)
        return jobs

    def save(self, jobs: list[Job]) -> None:
        """Keep every open job and the latest of the others. A folder that refuses is logged, not fatal."""
        over = [job for job in jobs if not job.is_open][-_KEPT_FINISHED:]
        kept = [job for job in jobs if job.is_open or job in over]
        try:
            make_folder(self._path.parent)
            write_text(self._path, json.dumps([_row_of(job) for job in kept], indent=1))
        except OSError as error:
            log.warning("the job queue %s cannot be written: %s", self._path, error)


@dataclass(frozen=True, slots=True)
class _KeptWork:
    """Which class of work a job is, and its fields: the arguments follow from them."""

    kind: str
    fields: Mapping[str, object]


def _row_of(job: Job) -> dict[str, object]:
    work = work_of(job.args)
    row = asdict(job) | {"kind": type(work).__name__, "fields": asdict(work)}
    del row["args"], row["stops_within"]  # a child does not outlive its window
    return row


def _job_of(row: dict[str, object]) -> Job:
    """Raise ValueError, TypeError or BadInput for a row of no window."""
    kept = from_json(row, _KeptWork)
    work = work_from(kept.kind, kept.fields)
    job = from_json({**row, "args": work.arguments()}, Job)
    if job.state not in _STATES:
        raise ValueError(f"'{job.state}' is no state of a job")
    return job
