"""One process at a time changes which model a library has."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import BadInput
from assay.locking import try_lock

FILE_NAME = ".models.lock"
_POLL = 0.02  # seconds
_PATIENCE = 30.0  # seconds; the lock is held for milliseconds

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
            "{0} cannot be written: {1}. The library keeps its model. Allow writing there and try again.",
            path,
            error.strerror or error,
        ) from error
    try:
        _wait(file, path)
        yield
    finally:
        os.close(file)  # which unlocks it


def _wait(file: int, path: Path) -> None:
    end = time.monotonic() + _PATIENCE
    try:
        while not try_lock(file):
            if time.monotonic() > end:
                raise BadInput(
                    "Another process has held {0} for {1} s. The library keeps its model. Wait for that "
                    "process or end it, then try again.",
                    path,
                    f"{_PATIENCE:.0f}",
                )
            time.sleep(_POLL)
    except OSError as error:  # a file system without locks: then as if there were one process
        logger.info("%s cannot be locked: %s", path, error)
