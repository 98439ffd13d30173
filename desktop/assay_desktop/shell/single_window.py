"""One window for a library: a second start brings the one that is there to the front."""

from __future__ import annotations

import hashlib
import logging
import os
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal

from assay.location import Location
from assay.locking import try_lock

log = logging.getLogger(__name__)


class SingleWindow(QObject):
    """Holds a lock for as long as its process lives; another start writes to a file that this one watches.

    Files of the user's, and no socket. Where the folder cannot be written, every window is the first.
    """

    called = Signal()  # by another start on the same library

    def __init__(self, folder: Path, location: Location) -> None:
        super().__init__()
        name = hashlib.sha256(str(location).encode()).hexdigest()[:16]
        self._lock_file, self._calls = folder / f"{name}.lock", folder / f"{name}.calls"
        self._lock: int | None = None

    def is_first(self) -> bool:
        """Take the lock; return False, after calling its holder, where another window has it."""
        try:
            self._lock_file.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._lock_file, os.O_CREAT | os.O_RDWR, 0o600)
            if not try_lock(lock):
                os.close(lock)
                with self._calls.open("ab") as calls:
                    calls.write(b".")
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
        watcher.fileChanged.connect(lambda _path: self.called.emit())

    def leave(self) -> None:
        """Let the next start be the first."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
