"""SQLite's errors in words for the person whose library it is."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.exc import DBAPIError

from assay.errors import BadInput, LibraryError
from assay.library.db.paths import restore_advice

PRIMARY_CODE = 0xFF  # SQLite's extended codes carry the primary one in their low byte


def primary_code(error: BaseException | None) -> int:
    """The primary SQLite result code of an error, or 0 where it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & PRIMARY_CODE


def explain(error: BaseException | None, path: Path) -> LibraryError:
    """What happened to the library file `path`, and what to do about it."""
    match primary_code(error):
        case sqlite3.SQLITE_FULL:
            text = f"The disk that holds {path} is full; the last change was not made. Free some space."
        case sqlite3.SQLITE_IOERR:
            text = (
                f"{path} could not be read or written ({error}); the last change was not made. "
                "Check that the disk has space and is still connected."
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
            text = f"{path} cannot be written ({error}). Make its folder writable or choose another one."
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            text = (
                f"Another program keeps {path} locked; nothing was changed. Wait or close it, and try again."
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            text = f"{path} is damaged ({error}); it was left as it is. {restore_advice(path.parent)}"
        case _:
            text = f"{path} refused a change ({error}); nothing was changed."
    return LibraryError(text)


_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
_CLOSED = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_CLOSED_CODES = frozenset({sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN})
_NO_ROOM_CODES = frozenset(
    {sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP}
)


def why_unwritable(error: BaseException | None) -> str | None:
    """Why the disk takes no writes, as far as the error or what caused it tells; None for other errors."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in _FULL:
            return "its disk is full"
        if isinstance(error, OSError) and error.errno in _CLOSED:
            return "its folder cannot be written"
        if primary_code(error) == sqlite3.SQLITE_FULL:
            return "its disk is full"
        if getattr(error, "sqlite_errorcode", 0) in _NO_ROOM_CODES:
            return "its disk is full or cannot be written"
        if primary_code(error) in _CLOSED_CODES:
            return "its folder cannot be written"
        error = error.__cause__
    return None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns the database's errors inside the block into LibraryError, and impossible text into BadInput."""
    try:
        yield
    except DBAPIError as error:
        raise explain(error.orig, path) from error
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except UnicodeEncodeError as error:
        raise BadInput(
            f"{error.object!r} is no text that can be kept or looked up; nothing was changed."
        ) from error
