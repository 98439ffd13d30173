"""One process at a time changes which model a library has."""

from __future__ import annotations

import errno
import logging
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import BadInput

FILE_NAME = ".models.lock"
_POLL = 0.02  # seconds
_PATIENCE = 30.0  # seconds; the lock is held for milliseconds
_TAKEN = frozenset({errno.EACCES, errno.EAGAIN, errno.EDEADLK})

logger = logging.getLogger(__name__)


@contextmanager
def locked_models(folder: Path) -> Iterator[None]:
    """Within, no other process or thread is within for this library. A process that is killed lets go.

    The system holds the lock; the file stays and says nothing. Raises BadInput where the file cannot be
    written, or somebody else does not let go.
    """
    path = folder / FILE_NAME
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise BadInput(
            f"{path} cannot be written: {error.strerror or error}. The library keeps its model. Allow "
            "writing there and try again."
        ) from error
    try:
        _wait(file, path)
        yield
    finally:
        os.close(file)  # which unlocks it


def _wait(file: int, path: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            return _lock(file)
        except OSError as error:
            if error.errno not in _TAKEN:  # a file system without locks: then as if there were one process
                logger.info("%s cannot be locked: %s", path, error)
                return None
        if time.monotonic() > end:
            raise BadInput(
                f"Another process has held {path} for {_PATIENCE:.0f} s. The library keeps its model. Wait "
                "for that process or end it, then try again."
            )
        time.sleep(_POLL)


def _lock(file: int) -> None:
    """Takes the lock or raises OSError at once."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
