"""Who is at work in a run's folder: a lock that goes with its process, and a file that says whose it is.

A process id alone says nothing: after a crash and a reboot it is another program's. Here the operating system
answers, and readers do not disturb the run. Where the folder is shared by machines whose file system passes
no locks on, or has none, the process gives a sign of life instead, three times a minute.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from assay.errors import TrainingFailed
from assay.locking import is_held, try_lock

BEAT_S = 20.0
FRESH_S = 120.0
"""A sign of life that is older than this says nothing any more."""
LAUNCHED = "launched"
"""The file in a run's folder by which whoever starts a process for it knows whether that still lives."""
_PATIENCE_S = 2.0  # readers hold the lock for a blink
_LOCKED, _UNLOCKED = "locked", "unlocked"


@dataclass(frozen=True, slots=True)
class Worker:
    """The process that trains. `host` is "" on this machine, `process` 0 where it has not said yet."""

    process: int
    host: str = ""

    def __str__(self) -> str:
        """ "process 4711", "process 4711 on gpu1"."""
        name = f"process {self.process}" if self.process else "another process"
        return f"{name} on {self.host}" if self.host else name


@dataclass(frozen=True, slots=True)
class _Record:
    """What the file `pid` says."""

    process: int
    host: str
    locked: bool  # whether its file system let it take the lock
    beat: float  # seconds since the epoch

    @property
    def is_here(self) -> bool:
        return self.host == socket.gethostname()


class RunLock:
    """`lock`, held for as long as a process is at work in the folder, and `pid`: which one, and where."""

    def __init__(self, folder: Path) -> None:
        self.lock = folder / "lock"
        self.pid = folder / "pid"
        self._held: int | None = None
        self._left = threading.Event()

    def take(self) -> None:
        """Mark this process as at work here. Raises TrainingFailed if another one is, OSError."""
        locked = self._take_lock()
        other = self._without_lock()
        if other is not None:
            self._let_go()
            raise TrainingFailed(self._refusal(other))
        words = (str(os.getpid()), socket.gethostname(), _LOCKED if locked else _UNLOCKED)
        self.pid.write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        self._left = threading.Event()
        threading.Thread(
            target=self._beat, args=(self._left,), name="signs of life of the run", daemon=True
        ).start()

    def leave(self) -> None:
        """Give up the lock: nobody is at work here any more."""
        self._left.set()
        self.pid.unlink(missing_ok=True)
        self._let_go()

    def worker(self) -> Worker | None:
        """Who is at work here; None where the process has ended, or died."""
        if is_held(self.lock):
            record = self._record()
            return Worker(0) if record is None else _worker(record)
        return self._without_lock()

    def _take_lock(self) -> bool:
        """False on a file system without locks. Raises TrainingFailed if another process has it."""
        self._held = os.open(self.lock, os.O_RDWR | os.O_CREAT, 0o666)
        until = time.monotonic() + _PATIENCE_S
        try:
            while not try_lock(self._held):
                if time.monotonic() > until:
                    self._let_go()
                    raise TrainingFailed(self._refusal(self.worker() or Worker(0)))
                time.sleep(0.02)
        except OSError:
            self._let_go()
            return False
        return True

    def _let_go(self) -> None:
        if self._held is not None:
            os.close(self._held)  # which unlocks
            self._held = None

    def _without_lock(self) -> Worker | None:
        """Who is at work although nothing is locked, as far as this machine can see."""
        record = self._record()
        if record is None or (record.is_here and record.locked):
            return None
        return _worker(record) if abs(time.time() - record.beat) < FRESH_S else None

    def _record(self) -> _Record | None:
        try:
            process, host, locked = self.pid.read_text(encoding="utf-8").splitlines()
            return _Record(int(process), host, locked == _LOCKED, self.pid.stat().st_mtime)
        except (OSError, ValueError):
            return None

    def _refusal(self, other: Worker) -> str:
        who = str(other)
        text = f"{who[0].upper()}{who[1:]} is training in {self.lock.parent}. Cancel it, or wait for it."
        if other.host:
            minutes = round(FRESH_S / 60)
            text += f" If {other.host} has gone off, try again in {minutes} minutes."
        return text

    def _beat(self, left: threading.Event) -> None:
        while not left.wait(BEAT_S):
            with suppress(OSError):  # a file system may be away for a while
                os.utime(self.pid)


@contextmanager
def launching(marker: Path) -> Iterator[None]:
    """Let a process that is started within inherit a lock on `marker`: held for as long as that lives.

    Where processes inherit no files, or the file system has no locks, only the moment is noted. Raises
    OSError.
    """
    descriptor = os.open(marker, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o666)
    try:
        if _lock_to_bequeath(descriptor):
            os.write(descriptor, _LOCKED.encode())
            os.set_inheritable(descriptor, True)
        yield
    finally:
        os.close(descriptor)


def is_launched(marker: Path) -> bool:
    """Whether a process that was started so lives; where none can be asked, for the first two minutes."""
    try:
        locked = marker.read_text(encoding="utf-8") == _LOCKED
        age = time.time() - marker.stat().st_mtime
    except OSError:
        return False
    return is_held(marker) if locked else abs(age) < FRESH_S


def _worker(record: _Record) -> Worker:
    return Worker(record.process, "" if record.is_here else record.host)


def _lock_to_bequeath(descriptor: int) -> bool:
    if sys.platform == "win32":  # where a child inherits no locks
        return False
    try:
        return try_lock(descriptor)
    except OSError:
        return False
