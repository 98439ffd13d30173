"""Where a library's files lie inside its folder."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

LIBRARY_FILE = "library.sqlite"
BACKUP_FOLDER = "backups"
BACKUP_PREFIX = "library-"
REPLACED_PREFIX = "replaced-"
"""Of libraries in whose place a backup was put."""
STAMP = "%Y%m%d-%H%M%S-%f"
"""How the UTC time stands in the names of both."""


def library_file(folder: Path) -> Path:
    return folder / LIBRARY_FILE


def backup_files(folder: Path) -> list[Path]:
    """The library's backups, oldest first; their names begin with the UTC time, so they sort by age."""
    return sorted((folder / BACKUP_FOLDER).glob(f"{BACKUP_PREFIX}*.sqlite"))


def restore_advice(folder: Path) -> str:
    """What to do about a damaged library, naming the newest backup where there is one."""
    backups = backup_files(folder)
    if not backups:
        return f"There is no backup in {folder / BACKUP_FOLDER}; restore the folder from a copy of your own."
    words = ["assay", "--library", str(folder), "restore", str(backups[-1])]
    command = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
    return f"The newest backup is {backups[-1]}. To restore it, close Assay and run: {command}"
