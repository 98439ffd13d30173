"""The lock under which one process brings an index up to date: imports do so, and so do index jobs."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from assay.index import saving
from assay.locking import try_lock
from assay.messages import Message
from assay.progress import Progress

_POLL = 0.02  # seconds between two looks at a lock that another process holds


@contextmanager
def index_lock(folder: Path, progress: Progress, stage: str, what: Message) -> Iterator[None]:
    """Hold the index in `folder` alone, from what is read of it to what is written; `stage` is reported.

    The system holds the lock, and lets go for a process that is killed. Raises `LibraryError`, of `what`,
    where no file can be made.
    """
    with saving(what, folder):
        folder.mkdir(parents=True, exist_ok=True)
        file = os.open(folder / ".lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        with suppress(OSError):  # a file system without locks: then as if there were one process
            while not try_lock(file):
                progress(stage, 0, None)
                time.sleep(_POLL)
        yield
    finally:
        os.close(file)
