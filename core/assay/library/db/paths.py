"""Where a library's files lie inside its folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from datetime import UTC, datetime
from pathlib import Path

LIBRARY_FILE = "library.sqlite"
BACKUP_FOLDER = "backups"
OWN_FOLDERS = (BACKUP_FOLDER, "indexes", "vectors", "training", "lookups")
"""What is kept below a library's folder: texts of papers, and grades."""
BACKUP_PREFIX = "library-"
REPLACED_PREFIX = "replaced-"
"""Of libraries in whose place a backup was put."""
STAMP = "%Y%m%d-%H%M%S-%f"
"""How the UTC time stands in the names of both, before the number that says in which order they were made."""
_NUMBER = re.compile(r"-n([0-9]+)$")


def library_file(folder: Path) -> Path:
    return folder / LIBRARY_FILE


def backup_files(folder: Path) -> list[Path]:
    """Return the library's backups in the order of making, whatever the clock said then."""
    return sorted((folder / BACKUP_FOLDER).glob(f"{BACKUP_PREFIX}*.sqlite"), key=backup_order)


def backup_order(path: Path) -> tuple[int, str]:
    """Sort backups by the number in their name, 0 where an earlier Assay gave none, and then by name."""
    found = _NUMBER.search(path.stem)
    return int(found[1]) if found else 0, path.name


def backup_stamp(path: Path, prefix: str) -> str:
    """Return the time in a backup's name, as STAMP has it."""
    return _NUMBER.sub("", path.stem.removeprefix(prefix))


def new_backup(folder: Path, prefix: str) -> Path:
    """Return the path of the next backup: its number is above that of every copy there."""
    place = folder / BACKUP_FOLDER
    number = max((backup_order(path)[0] for path in place.glob("*.sqlite")), default=0) + 1
    return place / f"{prefix}{datetime.now(UTC):{STAMP}}-n{number}.sqlite"


def restore_advice(folder: Path) -> str:
    """Return what to do about a damaged library, naming the newest backup where there is one."""
    backups = backup_files(folder)
    if not backups:
        return f"There is no backup in {folder / BACKUP_FOLDER}; restore the folder from a copy of your own."
    words = ["assay", "--library", str(folder), "restore", str(backups[-1])]
    command = subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)
    return f"The newest backup is {backups[-1]}. To restore it, close Assay and run: {command}"
