"""Copies of the library file, made by SQLite's backup API: whole, even while others read and write."""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from assay.errors import BadInput, LibraryError
from assay.files import make_file, make_folder, move, owner, sync
from assay.library.db.faults import explained, primary_code
from assay.library.db.migrations import recognise
from assay.library.db.paths import (
    BACKUP_FOLDER,
    BACKUP_PREFIX,
    REPLACED_PREFIX,
    backup_files,
    library_file,
    new_backup,
)
from assay.library.db.sqlite import SqliteDatabase
from assay.location import Location, Server, distrust, parsed

KEPT = 7
HELD_SECONDS = 2.0  # time for a program that is just closing the library

log = logging.getLogger(__name__)


def back_up(folder: Path) -> Path:
    """Copy the library into `backups/` and drop the oldest copies beyond seven. Raises LibraryError.

    The oldest are those that were made first: a clock that was ahead must not cost the newest copy.
    The copy gets its name when it is whole and checked. Copies of an empty library push no others out.
    """
    started = time.perf_counter()
    source = library_file(folder)
    target = new_backup(folder, BACKUP_PREFIX)
    part = target.with_suffix(f".part-{owner()}")
    try:
        make_folder(target.parent)
        with explained(source):
            _copy(source, part)
            with closing(_connect(part)) as copy:
                (answer,) = copy.execute("PRAGMA quick_check(1)").fetchone()
                if answer != "ok":
                    raise LibraryError("No backup was made: {0} is damaged ({1}).", source, answer)
                empty = _is_empty(copy)
        move(part, target)
        if not empty:
            for old in backup_files(folder)[:-KEPT]:
                old.unlink(missing_ok=True)  # another process may be rotating too
    except OSError as error:
        raise LibraryError(
            "No backup of {0} could be made: {1}. The library is unchanged.", source, error
        ) from error
    finally:
        _discard(part)
    log.info("backed up %s to %s in %.2f s", source, target.name, time.perf_counter() - started)
    return target


def back_up_daily(folder: Path) -> None:
    """Make the backup of the day, unless there is one or the library is empty."""
    today = f"{BACKUP_PREFIX}{datetime.now(UTC):%Y%m%d}"
    if any(backup.name.startswith(today) for backup in backup_files(folder)):
        return
    with explained(library_file(folder)), closing(_connect(library_file(folder))) as connection:
        empty = _is_empty(connection)
    if not empty:
        back_up(folder)


def restore_backup(location: Location, backup: Path) -> Path | None:
    """Put the backup in the place of the library in a folder.

    Returns where the file that was there lies now (in `backups/`, with its -wal file), None where there was
    none. Raises LibraryError, and changes nothing, if the backup is not a whole library or one that this
    version would not open, or while another process has the library open, or if the backup is empty and the
    library is not; and BadInput for a library on a server.
    """
    place = parsed(location)
    if isinstance(place, Server):
        raise BadInput(
            "A copy that pg_dump made is restored on its server, not by Assay: pg_restore "
            "--clean --dbname={0} {1}",
            place.for_tools,
            backup,
        )
    source = library_file(place)
    part = source.with_suffix(f".part-{owner()}")
    if not backup.is_file():
        raise LibraryError("There is no backup {0}.", backup)
    try:
        with explained(source):
            fault = _copied_fault(backup, part)
        if fault:
            raise LibraryError(
                "{0} is not a complete library ({1}); nothing was changed. Choose another one.", backup, fault
            )
        _require_openable(part, backup)
        if _holds_nothing(part) and not _holds_nothing(source):
            raise LibraryError(
                "{0} is empty and {1} is not; nothing was changed. Choose another backup, or "
                "move the library's folder away to begin with an empty one.",
                backup,
                source,
            )
        with explained(source), _held(source):
            if source.exists():
                part.chmod(stat.S_IMODE(source.stat().st_mode))  # who shares a library shares it still
            aside = _set_aside(source)
            part.replace(source)
        if backup.resolve().parent != (place / BACKUP_FOLDER).resolve():
            distrust(place)  # it may be somebody else's, with watched folders of its own
    except OSError as error:
        raise LibraryError("{0} could not be restored to {1}: {2}.", backup, source, error) from error
    finally:
        _discard(part)
    log.info("restored %s from %s", source, backup.name)
    return aside


def _copy(source: Path, target: Path) -> None:
    """Copy the database, with what its -wal file holds, to a file that is on the disk on return."""
    make_file(target)
    with closing(_connect(source)) as original, closing(sqlite3.connect(target)) as copy:
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")  # the copy is one file, without -wal and -shm
    sync(target)


def _copied_fault(backup: Path, part: Path) -> str:
    """Copy the backup; return what is wrong with the copy as a library, "" for nothing."""
    try:
        _copy(backup, part)
        with closing(_connect(part)) as connection:
            (answer,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
            dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        if primary_code(error) not in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise
        return str(error)
    if answer != "ok":
        return str(answer)
    if "judgement_event" not in tables:
        return "it has no judgements"
    return f"its {dangling[0]} refers to a {dangling[2]} that is missing" if dangling else ""


def _require_openable(part: Path, backup: Path) -> None:
    """Raise what the next start would: LibraryTooNew, or LibraryError for an old schema or foreign parts."""
    with closing(SqliteDatabase(part, read_only="it is a copy")) as copy:
        try:
            recognise(copy)
        except LibraryError as error:
            raise type(error)(str(error).replace(str(part), str(backup))) from error


@contextmanager
def _held(source: Path) -> Iterator[None]:
    """Keep everybody else out of the library's file inside the block. Raises LibraryError if someone is in.

    A file that is too damaged to be locked is let pass: it is the one that needs replacing. Windows needs no
    lock, for it moves no file that is open, and would not move this one either.
    """
    if os.name == "nt" or not source.exists() or not source.stat().st_size:
        yield
        return
    # While this connection is open nobody else can be; that it outlives the move keeps SQLite from writing
    # the -wal file's changes into the old file as it closes, so that both are kept as they were found.
    with closing(_connect(source, timeout=HELD_SECONDS)) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")  # idle connections are in the way as well
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if primary_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise LibraryError(
                    "{0} is open in another program; nothing was changed. Close Assay's windows and "
                    "commands that use this library, and restore again.",
                    source,
                ) from error
            log.warning("%s cannot be locked (%s); it is replaced all the same", source, error)
        yield


def _set_aside(source: Path) -> Path | None:
    """Move the library's files into `backups/`. The -wal file goes along: it holds the latest changes.

    It goes first, even if the library itself is gone: SQLite would play it into whatever file comes next.
    """
    aside = new_backup(source.parent, REPLACED_PREFIX)
    make_folder(aside.parent)
    for suffix in ("-wal", "-shm"):
        log = source.with_name(source.name + suffix)
        if log.exists() and log.stat().st_size:
            log.replace(aside.with_name(aside.name + suffix))
        log.unlink(missing_ok=True)
    if not source.exists():
        return None
    return source.replace(aside)


def _discard(part: Path) -> None:
    """Remove an unfinished copy; what forbade to make one may forbid this too, and has been reported."""
    for piece in (part, part.with_name(part.name + "-journal")):
        with suppress(OSError):
            piece.unlink(missing_ok=True)


def _connect(path: Path, *, timeout: float = 30.0) -> sqlite3.Connection:
    connection = sqlite3.connect(path.absolute().as_uri() + "?mode=rw", uri=True, timeout=timeout)
    connection.execute("PRAGMA trusted_schema = OFF")
    return connection


def _holds_nothing(path: Path) -> bool:
    """Whether it is known to be empty: a library that is missing or cannot be read holds nothing to lose."""
    if not path.is_file():
        return True
    try:
        with closing(_connect(path)) as connection:
            return _is_empty(connection)
    except sqlite3.Error as error:
        log.warning("%s cannot be looked into (%s)", path, error)
        return True


def _is_empty(connection: sqlite3.Connection) -> bool:
    worth = "SELECT EXISTS (SELECT 1 FROM paper) OR EXISTS (SELECT 1 FROM query)"
    return not connection.execute(worth).fetchone()[0]
