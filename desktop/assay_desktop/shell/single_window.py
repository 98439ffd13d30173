"""One window for a library: a second start brings the one that is there to the front."""

from __future__ import annotations

import hashlib
import json
import logging
import os
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, Signal
from PySide6.QtGui import QFileOpenEvent

from assay.location import Location
from assay.locking import try_lock

log = logging.getLogger(__name__)


class SingleWindow(QObject):
    """Holds a lock for as long as its process lives; another start writes to a file that this one watches.

    Files of the user's, and no socket. Where the folder cannot be written, every window is the first. As the
    application's event filter it also takes the files that macOS hands to a program that runs.
    """

    called = Signal(list)  # of Path: by another start on the same library, with the files that it was given

    def __init__(self, folder: Path, location: Location) -> None:
        super().__init__()
        name = hashlib.sha256(str(location).encode()).hexdigest()[:16]
        self._lock_file, self._calls = folder / f"{name}.lock", folder / f"{name}.calls"
        self._lock: int | None = None
        self._n_read = 0  # bytes of calls

    def is_first(self, files: Sequence[Path] = ()) -> bool:
        """Take the lock; return False, after handing its holder the files, where another window has it."""
        try:
            self._lock_file.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._lock_file, os.O_CREAT | os.O_RDWR, 0o600)
            if not try_lock(lock):
                os.close(lock)
                with self._calls.open("ab") as calls:
                    calls.write(json.dumps([str(file) for file in files]).encode() + b"\n")
                return False
            self._lock = lock
            self._calls.write_bytes(b"")
        except OSError as error:
            log.warning("whether this library is open already is not known: %s", error)
            return True
        return True

    def listen(self) -> None:
        """Watch for calls; before the application is there Qt would watch in vain."""
        watcher = QFileSystemWatcher([str(self._calls)], self)
        watcher.fileChanged.connect(lambda _path: self._take_calls())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.called.emit([Path(event.file())])
            return True
        return super().eventFilter(watched, event)

    def _take_calls(self) -> None:
        """Read the calls that came since; a line that is still being written comes with the next news."""
        try:
            new = self._calls.read_bytes()[self._n_read :]
        except OSError as error:
            log.warning("the call of another start cannot be read: %s", error)
            return
        whole = new[: new.rfind(b"\n") + 1]
        self._n_read += len(whole)
        for line in whole.splitlines():
            try:
                self.called.emit([Path(each) for each in json.loads(line)])
            except (ValueError, TypeError):
                log.warning("another start called in words that are not known")

    def leave(self) -> None:
        """Let the next start be the first."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
