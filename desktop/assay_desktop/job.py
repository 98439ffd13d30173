"""A job as data, and the file that remembers the queue."""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QLockFile

if TYPE_CHECKING:
    from pathlib import Path

log = logging.getLogger(__name__)

_KEPT_FINISHED: Final = 30
_KEPT_ROWS: Final = 200
_LONG: Final = ("failed", "conflicts", "groups", "versions", "doubtful", "merges", "left_out", "results")
_MEASURED_S: Final = 0.5  # a rate over less time says nothing
_OPEN: Final = ("queued", "running")


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
    started: float = 0.0
    rate: float = 0.0
    eta_s: float | None = None
    result: dict[str, Any] = field(default_factory=dict)
    error: str = ""

    @property
    def kind(self) -> str:
        """The command that it runs: import, index, run, pool."""
        return self.args[0] if self.args else ""

    def runs(self, *words: str) -> bool:
        """Whether its command begins with these words, such as "duplicates", "find"."""
        return self.args[: len(words)] == words

    @property
    def is_open(self) -> bool:
        return self.state in _OPEN

    def at(self, stage: str, done: int, total: int | None, *, stage_began: float, now: float) -> Job:
        """This job after a line of progress; `stage_began` and `now` are seconds on one clock."""
        elapsed = now - stage_began
        rate = done / elapsed if elapsed >= _MEASURED_S and done else 0.0
        left = (total - done) / rate if total is not None and rate and done < total else None
        return replace(self, stage=stage, done=done, total=total, rate=rate, eta_s=left)


def bounded(result: dict[str, Any]) -> dict[str, Any]:
    """A job's result with at most the first 200 rows of each list of its report.

    A list that was cut has its whole length beside it: "n_failed", "n_conflicts". The result is written to
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


def n_more(result: dict[str, Any], name: str) -> int:
    """How many rows of the list `name` the job did not keep."""
    return max(0, int(result.get(f"n_{name}", 0)) - len(result.get(name, ())))


class JobFile:
    """jobs/queue.json of a library: written whole, beside, and renamed over, so never half.

    One window at a time may write it: the one that holds the lock beside it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = QLockFile(str(path.with_suffix(".lock")))
        self._lock.setStaleLockTime(0)  # however old, it is held for as long as its process lives

    def take(self) -> bool:
        """Whether this window may write from now on; False while another one does.

        A folder that cannot hold a lock file is no reason to refuse: that nothing can be saved is logged.
        """
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("the folder of the job queue %s cannot be made: %s", self._path, error)
            return True
        return self._lock.tryLock(0) or self._lock.error() != QLockFile.LockError.LockFailedError

    def leave(self) -> None:
        """Lets another window write."""
        self._lock.unlock()

    def changed_at(self) -> int:
        """When the file was last written, nanoseconds since the epoch; 0 where there is none."""
        try:
            return self._path.stat().st_mtime_ns
        except OSError:
            return 0

    def load(self) -> list[Job]:
        """The jobs as they were last saved."""
        if not self._path.exists():
            return []
        try:
            rows = json.loads(self._path.read_text(encoding="utf-8"))
            return [_job_of(row) for row in rows]
        except (OSError, ValueError, TypeError, KeyError) as error:
            log.warning("the job queue %s cannot be read and starts empty: %s", self._path, error)
            return []

    def save(self, jobs: list[Job]) -> None:
        """Keeps every open job and the latest of the others. A folder that refuses is logged, not fatal."""
        over = [job for job in jobs if not job.is_open][-_KEPT_FINISHED:]
        kept = [job for job in jobs if job.is_open or job in over]
        part = self._path.with_suffix(".part")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps([asdict(job) for job in kept], indent=1), encoding="utf-8")
            part.replace(self._path)
        except OSError as error:
            log.warning("the job queue %s cannot be written: %s", self._path, error)


def _job_of(row: dict[str, Any]) -> Job:
    return Job(**{**row, "args": tuple(row["args"])})
