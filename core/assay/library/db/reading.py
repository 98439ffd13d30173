"""A library whose disk is full or cannot be written: opened for reading, without a file next to it."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
from pathlib import Path

from assay.errors import LibraryError
from assay.files import new_temporary_folder
from assay.library.db import health
from assay.library.db.faults import explained
from assay.library.db.migrations import HEAD, migrate, recognise
from assay.library.db.sqlite import SqliteDatabase

_LOGS = ("-wal", "-journal")
_TRIES = 5

_held: dict[tuple[int, int], int] = {}
"""Descriptors that stay open: closing one would take away the locks that SQLite holds in this process."""

log = logging.getLogger(__name__)


def open_for_reading(path: Path, why: str, *, check: bool) -> SqliteDatabase:
    """Open the library file, which nothing can be written next to; `why` says what is in the way.

    A copy in the temporary folder is read where a log next to the file holds changes, or where an earlier
    Assay wrote it. Raises LibraryError, LibraryTooNew.
    """
    health.check_file(path)
    if any(_has(path, suffix) for suffix in _LOGS):
        database = _copied(path, why)
    else:
        database = SqliteDatabase(path, read_only=why)
        try:
            if recognise(database) != HEAD:
                database.close()
                database = _copied(path, why)
        except BaseException:
            database.close()
            raise
    try:
        if check:
            health.check_pages(database, log_left=False)
    except BaseException:
        database.close()
        raise
    log.warning("%s is read-only because %s", path, why)
    return database


def _copied(path: Path, why: str) -> SqliteDatabase:
    try:
        folder = new_temporary_folder("assay-reading")
    except OSError as error:
        raise _no_copy(path, why, error) from error
    try:
        copy = folder / path.name
        try:
            _copy_settled(path, copy)
        except OSError as error:
            raise _no_copy(path, why, error) from error
        writable = SqliteDatabase(copy)
        try:
            migrate(writable, before=lambda: None)
        except LibraryError as error:
            raise type(error)(str(error).replace(str(copy), str(path))) from error
        finally:
            writable.close()
        # One file, without a log: what is read from here on is read as unchanging.
        with explained(path):
            raw = sqlite3.connect(copy)
            try:
                raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                raw.execute("PRAGMA journal_mode = DELETE")
            finally:
                raw.close()
        return SqliteDatabase(path, read_only=why, source=copy)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


def _no_copy(path: Path, why: str, error: OSError) -> LibraryError:
    return LibraryError(
        "{0} cannot be read where it lies, since {1}, nor copied to the temporary "
        "folder: {2}. Free some space, or set TMPDIR to a folder with room for a copy, "
        "and try again.",
        path,
        why,
        error,
    )


def _copy_settled(path: Path, copy: Path) -> None:
    """Copy the file and its logs, again if another program wrote to them meanwhile. Raises OSError."""
    for _ in range(_TRIES):
        before = _stamps(path)
        for suffix in ("", *_LOGS):
            target = copy.with_name(copy.name + suffix)
            target.unlink(missing_ok=True)
            if not suffix or _has(path, suffix):
                _copy(path.with_name(path.name + suffix), target)
        if _stamps(path) == before:
            return
    raise OSError(f"another program keeps writing to {path}")


def _copy(source: Path, target: Path) -> None:
    facts = source.stat()
    key = facts.st_dev, facts.st_ino
    if key not in _held:
        _held[key] = os.open(source, os.O_RDONLY)
    with os.fdopen(_held[key], "rb", closefd=False) as file, target.open("xb") as into:
        file.seek(0)
        shutil.copyfileobj(file, into, 1 << 20)


def _stamps(path: Path) -> list[tuple[int, int]]:
    files = [path.with_name(path.name + suffix) for suffix in ("", *_LOGS)]
    return [(one.stat().st_size, one.stat().st_mtime_ns) if one.exists() else (0, 0) for one in files]


def _has(path: Path, suffix: str) -> bool:
    file = path.with_name(path.name + suffix)
    return file.exists() and file.stat().st_size > 0
