"""Unfinished files that killed processes left in a library's folder: found by the process in their name."""

from __future__ import annotations

import logging
import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from assay.files import is_abandoned
from assay.library.db.paths import BACKUP_FOLDER

if TYPE_CHECKING:
    from pathlib import Path

OLD_SECONDS = 3600
"""A file of an earlier Assay does not name the machine of its process, so it must be as old as this."""
_EARLIER = re.compile(r"\.part[0-9]+(-journal)?$|\.[0-9a-f]{8}\.draft$")

log = logging.getLogger(__name__)


def left_over(folder: Path) -> list[Path]:
    """The unfinished files whose process is dead, at the folder's top, among backups and indexes."""
    found = [
        path
        for place in (folder, folder / BACKUP_FOLDER, *(folder / "indexes").glob("**/"))
        if place.is_dir()
        for path in place.iterdir()
        if (is_abandoned(path) or _is_earlier(path)) and path.is_file()
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


def _is_earlier(path: Path) -> bool:
    try:
        return bool(_EARLIER.search(path.name)) and time.time() - path.stat().st_mtime > OLD_SECONDS
    except OSError:
        return False
