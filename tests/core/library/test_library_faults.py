"""What goes wrong with a library's file or server, in words."""

from __future__ import annotations

import errno
import re
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest
from sqlalchemy.exc import DatabaseError

from assay.errors import BadInput, LibraryError
from assay.library.db.faults import explain, explained, primary_code, why_unwritable
from assay.library.db.server import _require_encrypted
from assay.location import Server

PLACE = Path("/papers/library.sqlite")


def fault(code: int, text: str = "said") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


TOLD = [
    (sqlite3.SQLITE_FULL, f"The disk with {PLACE} is full; the last change was not saved."),
    (sqlite3.SQLITE_IOERR, f"{PLACE} could not be read or written (said); the last change was not saved."),
    (sqlite3.SQLITE_IOERR_READ, f"{PLACE} could not be read or written (said);"),
    (sqlite3.SQLITE_READONLY, f"{PLACE} cannot be written (said). Make its folder writable"),
    (sqlite3.SQLITE_READONLY_DBMOVED, f"{PLACE} cannot be written (said)."),
    (sqlite3.SQLITE_PERM, f"{PLACE} cannot be written (said)."),
    (sqlite3.SQLITE_CANTOPEN, f"{PLACE} cannot be written (said)."),
    (sqlite3.SQLITE_AUTH, f"{PLACE} cannot be written (said)."),
    (sqlite3.SQLITE_BUSY, f"Another program keeps {PLACE} locked; nothing was changed."),
    (sqlite3.SQLITE_BUSY_SNAPSHOT, f"Another program keeps {PLACE} locked;"),
    (sqlite3.SQLITE_LOCKED, f"Another program keeps {PLACE} locked;"),
    (sqlite3.SQLITE_CORRUPT, f"{PLACE} is damaged (said); it was left as it is. There is no backup in"),
    (sqlite3.SQLITE_NOTADB, f"{PLACE} is damaged (said); it was left as it is."),
    (sqlite3.SQLITE_CONSTRAINT, f"{PLACE} refused a change (said); nothing was changed."),
    (0, f"{PLACE} refused a change (said); nothing was changed."),
]


@pytest.mark.parametrize(("code", "told"), TOLD)
def test_every_error_of_sqlite_says_what_happened_to_the_file(code: int, told: str) -> None:
    error = fault(code)
    said = str(explain(error, PLACE))
    assert said.startswith(told)
    wrapped = DatabaseError("SELECT 1", None, error)
    for raised in (error, wrapped):
        with pytest.raises(LibraryError) as caught, explained(PLACE):
            raise raised
        assert (str(caught.value), caught.value.__cause__) == (said, raised)


def test_an_error_without_a_code_refused_a_change() -> None:
    assert primary_code(None) == primary_code(OSError()) == 0
    assert primary_code(fault(sqlite3.SQLITE_IOERR_WRITE)) == sqlite3.SQLITE_IOERR
    assert str(explain(None, PLACE)) == f"{PLACE} refused a change (None); nothing was changed."
    odd = pytest.raises(BadInput, match="is not a text that can be stored or looked up; nothing was changed")
    with odd, explained(PLACE):
        "\ud83d".encode()
    with pytest.raises(KeyError), explained(PLACE):
        raise KeyError("a fault of ours")


FULL, CLOSED = "its disk is full", "its folder cannot be written"
WHY = [
    (OSError(errno.ENOSPC, "x"), FULL),
    (OSError(getattr(errno, "EDQUOT", errno.ENOSPC), "x"), FULL),
    (OSError(errno.EROFS, "x"), CLOSED),
    (OSError(errno.EACCES, "x"), CLOSED),
    (OSError(errno.EPERM, "x"), CLOSED),
    (OSError(errno.EIO, "x"), None),
    (fault(sqlite3.SQLITE_FULL), FULL),
    (fault(sqlite3.SQLITE_IOERR_WRITE), "its disk is full or cannot be written"),
    (fault(sqlite3.SQLITE_IOERR_SHMSIZE), "its disk is full or cannot be written"),
    (fault(sqlite3.SQLITE_IOERR_SHMMAP), "its disk is full or cannot be written"),
    (fault(sqlite3.SQLITE_IOERR_READ), None),
    (fault(sqlite3.SQLITE_READONLY), CLOSED),
    (fault(sqlite3.SQLITE_READONLY_DIRECTORY), CLOSED),
    (fault(sqlite3.SQLITE_PERM), CLOSED),
    (fault(sqlite3.SQLITE_CANTOPEN), CLOSED),
    (fault(sqlite3.SQLITE_BUSY), None),
    (ValueError("x"), None),
    (None, None),
]


@pytest.mark.parametrize(("error", "why"), WHY)
def test_why_a_disk_takes_no_writes_is_found_in_the_error_or_its_causes(
    error: Exception | None, why: str | None
) -> None:
    assert why_unwritable(error) == why
    outer, outermost = LibraryError("outer"), LibraryError("outermost")
    outer.__cause__, outermost.__cause__ = error, outer
    assert why_unwritable(outermost) == why


# -- a server ---------------------------------------------------------------------------------------------


class Connection:
    """What psycopg tells of a connection."""

    def __init__(self, host: str | None, address: str | None = None, *, encrypted: bool = False) -> None:
        self.pgconn = SimpleNamespace(ssl_in_use=encrypted)
        self.info = SimpleNamespace(host=host, hostaddr=address)
        self.done: list[str] = []

    def close(self) -> None:
        self.done.append("close")


TEAM = Server("db.example", 5432, "papers")


@pytest.mark.parametrize(
    ("connection", "refused"),
    [
        (Connection("db.example", "192.0.2.7"), True),
        (Connection("192.0.2.7"), True),
        (Connection("db.example", "192.0.2.7", encrypted=True), False),
        (Connection("db.example", "127.0.0.1"), False),
        (Connection("127.0.0.1", None), False),
        (Connection("127.0.0.1", "192.0.2.7"), True),
        (Connection("/run/postgresql"), False),
        (Connection(None), False),
        (Connection(""), False),
    ],
)
def test_a_connection_in_the_clear_to_another_machine_is_ended(connection: Connection, refused: bool) -> None:
    if not refused:
        _require_encrypted(TEAM, connection)
        assert connection.done == []
        return
    with pytest.raises(LibraryError, match=re.escape(f"{TEAM.shown} was reached without encryption")):
        _require_encrypted(TEAM, connection)
    assert connection.done == ["close"]
