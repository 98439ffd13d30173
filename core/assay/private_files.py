"""Files and folders that only their owner may read: a library, its backups, logs.

Grades are given blind, also where several assessors share a machine. What exists already keeps its rights:
somebody may have shared it on purpose. Windows protects a user's folders itself.
"""

from __future__ import annotations

import logging.handlers
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from io import TextIOWrapper

FILE, FOLDER = 0o600, 0o700


def make_folder(path: Path) -> None:
    """Make the folder, for its owner alone, and those above it as usual. Raises OSError."""
    path.mkdir(parents=True, exist_ok=True, mode=FOLDER)


def claim_folder(path: Path, own: Iterable[str]) -> None:
    """Make a folder that will hold private files, or close one to others that is there and empty.

    One that holds something keeps its rights: what is to be private in it goes into folders `own` names,
    which are made for their owner alone. Raises OSError.
    """
    if path.is_dir() and any(path.iterdir()):
        for name in own:
            make_folder(path / name)
        return
    make_folder(path)
    with suppress(PermissionError):  # somebody else's folder that this user may write in
        path.chmod(FOLDER)


def make_file(path: Path) -> None:
    """Make an empty file, for its owner alone, unless it is there. Raises OSError."""
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def log_folder(path: Path) -> None:
    """Make the folder of the program's logs, and close one to others that an earlier Assay left open."""
    make_folder(path)
    with suppress(OSError):
        path.chmod(FOLDER)


class LogFile(logging.handlers.RotatingFileHandler):
    """A rotating log file for its owner alone."""

    def _open(self) -> TextIOWrapper:
        path = Path(self.baseFilename)
        make_file(path)
        with suppress(OSError):  # an earlier Assay left it open to others
            path.chmod(FILE)
        return super()._open()
