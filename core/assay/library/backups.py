"""Copies of the library file, made by SQLite's backup API: whole, even while others read and write."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import time
from contextlib import closing
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from assay.errors import LibraryError
from assay.library.faults import explained
from assay.library.paths import BACKUP_FOLDER, BACKUP_PREFIX, backup_files, library_file

if TYPE_CHECKING:
    from pathlib import Path

KEPT = 7
STAMP = "%Y%m%d-%H%M%S-%f"

log = logging.getLogger(__name__)


def back_up(folder: Path) -> Path:
    """Copies the library into `backups/` and drops the oldest copies beyond seven. Raises LibraryError.

    The copy gets its name when it is whole and checked. Copies of an empty library push no others out.
    """
    started = time.perf_counter()
    source = library_file(folder)
    target = folder / BACKUP_FOLDER / f"{BACKUP_PREFIX}{datetime.now(UTC):{STAMP}}.sqlite"
    part = target.with_suffix(f".part{os.getpid()}")
    try:
        target.parent.mkdir(exist_ok=True)
        with explained(source):
            empty = _copy(source, part)
        part.replace(target)
    except OSError as error:
        raise LibraryError(
            f"No backup of {source} could be made: {error}. The library is unchanged."
        ) from error
    finally:
        part.unlink(missing_ok=True)
    if not empty:
        for old in backup_files(folder)[:-KEPT]:
            old.unlink(missing_ok=True)  # another process may be rotating too
    log.info("backed up %s to %s in %.2f s", source, target.name, time.perf_counter() - started)
    return target


def back_up_daily(folder: Path) -> None:
    """Makes the backup of the day, unless there is one or the library is empty."""
    today = f"{BACKUP_PREFIX}{datetime.now(UTC):%Y%m%d}"
    if any(backup.name.startswith(today) for backup in backup_files(folder)):
        return
    with explained(library_file(folder)), closing(_connect(library_file(folder))) as connection:
        empty = _is_empty(connection)
    if not empty:
        back_up(folder)


def restore_backup(folder: Path, backup: Path) -> Path | None:
    """Puts the backup in the library's place; to be called while nothing has the library open.

    Returns where the file that was there lies now (in `backups/`, with its -wal file), None where there was
    none. Raises LibraryError, and changes nothing, if the backup is not a whole library.
    """
    source = library_file(folder)
    part = source.with_suffix(f".part{os.getpid()}")
    try:
        with explained(backup):
            _require_whole(backup)
        shutil.copyfile(backup, part)
        with part.open("rb+") as copy:
            os.fsync(copy.fileno())
        aside = _set_aside(source)
        part.replace(source)
    except OSError as error:
        raise LibraryError(f"{backup} could not be restored to {source}: {error}.") from error
    finally:
        part.unlink(missing_ok=True)
    log.info("restored %s from %s", source, backup.name)
    return aside


def _copy(source: Path, target: Path) -> bool:
    """Copies the database; returns whether it holds nothing worth keeping."""
    with closing(_connect(source)) as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # the copy stands alone, without -wal and -shm beside it
        return _is_empty(copy)


def _set_aside(source: Path) -> Path | None:
    """Moves the library's files into `backups/`. The -wal file goes along: it holds the latest changes."""
    if not source.exists():
        return None
    aside = source.parent / BACKUP_FOLDER / f"replaced-{datetime.now(UTC):{STAMP}}.sqlite"
    aside.parent.mkdir(exist_ok=True)
    source.replace(aside)
    for suffix in ("-wal", "-shm"):
        beside = source.with_name(source.name + suffix)
        if beside.exists():
            beside.replace(aside.with_name(aside.name + suffix))
    return aside


def _require_whole(backup: Path) -> None:
    if not backup.is_file():
        raise LibraryError(f"There is no backup {backup}.")
    with closing(_connect(backup)) as connection:
        (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if answer != "ok" or "judgement_event" not in tables:
        raise LibraryError(
            f"{backup} is not a whole library ({answer}); nothing was changed. Choose another one."
        )


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path.absolute().as_uri() + "?mode=rw", uri=True, timeout=30.0)


def _is_empty(connection: sqlite3.Connection) -> bool:
    worth = "SELECT EXISTS (SELECT 1 FROM paper) OR EXISTS (SELECT 1 FROM query)"
    return not connection.execute(worth).fetchone()[0]
