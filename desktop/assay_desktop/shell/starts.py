"""Starts of the window that came to nothing: several in a row, and the next one is careful."""

from __future__ import annotations

import logging
import os
import time
import uuid
from contextlib import suppress
from pathlib import Path
from typing import Final

from assay.locking import is_held, try_lock

DEATHS: Final = 3
WITHIN_S: Final = 600.0
LIVED_S: Final = 20.0
"""A window that was there for so long did not die of its start."""

log = logging.getLogger(__name__)


class Starts:
    """A file a start, locked while its process lives: one that nobody holds is a start that came to nothing.

    A window that lived, or was closed, takes its own file away and those of the dead. Nothing here is worth
    an error: where the folder cannot be written, every start is a good one.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / f"{uuid.uuid4().hex}.start"
        self._lock: int | None = None

    def begin(self) -> int:
        """Note this start; return how many of the last minutes came to nothing since a good one."""
        deaths = 0
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for old in self._dead():
                if time.time() - old.stat().st_mtime < WITHIN_S:
                    deaths += 1
                else:
                    old.unlink(missing_ok=True)
            self._lock = os.open(self._file, os.O_CREAT | os.O_RDWR)
            try_lock(self._lock)
        except OSError as error:
            log.warning("starts cannot be noted in %s: %s", self._folder, error)
        return deaths

    def good(self) -> None:
        """Call the start good: the window lived long enough, or was closed; earlier ones count no more."""
        if self._lock is None:
            return
        os.close(self._lock)
        self._lock = None
        with suppress(OSError):
            self._file.unlink(missing_ok=True)
            for old in self._dead():
                old.unlink(missing_ok=True)

    def _dead(self) -> list[Path]:
        return [file for file in self._folder.glob("*.start") if not is_held(file)]
