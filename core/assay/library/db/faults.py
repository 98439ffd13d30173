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
from assay.messages import message, translatable

PRIMARY_CODE = 0xFF  # SQLite's extended codes carry the primary one in their low byte


def primary_code(error: BaseException | None) -> int:
    """Return the primary SQLite result code of an error, or 0 where it has none."""
    return int(getattr(error, "sqlite_errorcode", 0)) & PRIMARY_CODE


def explain(error: BaseException | None, path: Path) -> LibraryError:
    """Return what happened to the library file `path`, and what to do about it."""
    match primary_code(error):
        case sqlite3.SQLITE_FULL:
            text = message("The disk with {0} is full; the last change was not saved. Free some space.", path)
        case sqlite3.SQLITE_IOERR:
            text = message(
                "{0} could not be read or written ({1}); the last change was not saved. Check that the "
                "disk has space and is still connected.",
                path,
                error,
            )
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM | sqlite3.SQLITE_CANTOPEN | sqlite3.SQLITE_AUTH:
            text = message(
                "{0} cannot be written ({1}). Make its folder writable or choose another one.", path, error
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            text = message(
                "Another program keeps {0} locked; nothing was changed. Wait or close it, and try again.",
                path,
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB:
            text = message(
                "{0} is damaged ({1}); it was left as it is. {2}", path, error, restore_advice(path.parent)
            )
        case _:
            text = message("{0} refused a change ({1}); nothing was changed.", path, error)
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
            return translatable("its disk is full")
        if isinstance(error, OSError) and error.errno in _CLOSED:
            return translatable("its folder cannot be written")
        if primary_code(error) == sqlite3.SQLITE_FULL:
            return translatable("its disk is full")
        if getattr(error, "sqlite_errorcode", 0) in _NO_ROOM_CODES:
            return translatable("its disk is full or cannot be written")
        if primary_code(error) in _CLOSED_CODES:
            return translatable("its folder cannot be written")
        error = error.__cause__
    return None


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn the database's errors inside the block into LibraryError, and impossible text into BadInput."""
    try:
        yield
    except DBAPIError as error:
        raise explain(error.orig, path) from error
    except sqlite3.Error as error:
        raise explain(error, path) from error
    except UnicodeEncodeError as error:
        raise BadInput(
            "{0} is not a text that can be stored or looked up; nothing was changed.", repr(error.object)
        ) from error
