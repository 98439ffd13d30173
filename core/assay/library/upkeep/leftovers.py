"""Unfinished files that killed processes left in a library's folder: found by the process in their name."""

from __future__ import annotations

import logging
from contextlib import suppress
from pathlib import Path

from assay.files import is_abandoned
from assay.library.db.paths import BACKUP_FOLDER

log = logging.getLogger(__name__)


def left_over(folder: Path) -> list[Path]:
    """Return the unfinished files whose process is dead, at the folder's top, among backups and indexes."""
    found = [
        path
        for place in (folder, folder / BACKUP_FOLDER, *(folder / "indexes").glob("**/"))
        if place.is_dir()
        for path in place.iterdir()
        if is_abandoned(path) and path.is_file()
    ]
    return sorted(set(found))


def remove_left_over(folder: Path) -> list[Path]:
    """Remove them; what the system forbids to remove stays."""
    removed = []
    for path in left_over(folder):
        with suppress(OSError):
            path.unlink()
            removed.append(path)
    if removed:
        log.info("removed %d files that killed processes left in %s", len(removed), folder)
    return removed
