"""A library in an SQLite file: pooled connections, short transactions, errors in plain words."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import OperationalError

from assay.errors import LibraryError, LibraryReadOnly
from assay.library.db.connection import Seat
from assay.library.db.faults import explained, primary_code
from assay.messages import message

BUSY_SECONDS = 30.0  # longer than the longest write: 100,000 papers in one transaction take a few seconds
RETRY_SECONDS = 0.02
CACHE_KIB = 16_384

# synchronous=FULL: in WAL mode too the commit waits for the disk, so that a grade outlives a power cut.
# recursive_triggers: without it INSERT OR REPLACE deletes rows behind the delete triggers' back.
PRAGMAS = (
    f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}",
    "PRAGMA foreign_keys = ON",
    "PRAGMA trusted_schema = OFF",  # a file from elsewhere gets no function run by its schema
    "PRAGMA recursive_triggers = ON",
    "PRAGMA synchronous = FULL",
    f"PRAGMA cache_size = -{CACHE_KIB}",
)
ON_MACOS = ("PRAGMA fullfsync = ON", "PRAGMA checkpoint_fullfsync = ON")
"""Else a commit waits there for no more than the memory of the disk itself."""


class SqliteDatabase:
    """The `Database` of a library file.

    `read_only` says why nothing can be written; the file is then opened as one that nobody changes, and
    without any file next to it. `source` is what to read in its place: a copy in a folder of its own, which
    `close` removes.
    """

    def __init__(self, path: Path, *, read_only: str | None = None, source: Path | None = None) -> None:
        self.path = path
        self.read_only = read_only
        self._source = source or path
        self._as_found = None if read_only is None else _stamp(self._source)
        self.uri = f"{self._source.absolute().as_uri()}?mode=ro"
        url = sa.URL.create("sqlite+pysqlite", database=str(path))
        if read_only is not None:
            self.uri += "&immutable=1"
            kept = {"uri": "true", "mode": "ro", "immutable": "1"}
            url = sa.URL.create("sqlite+pysqlite", database=self._source.absolute().as_uri(), query=kept)
        self._engine = sa.create_engine(
            url,
            connect_args={"timeout": BUSY_SECONDS},
            json_serializer=partial(json.dumps, ensure_ascii=False),
        )
        sa.event.listen(self._engine, "connect", _prepare_connection)
        sa.event.listen(self._engine, "begin", _begin)

    @property
    def name(self) -> str:
        return str(self.path)

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        self._require_unchanged()
        with explained(self.path), self._engine.connect() as connection, connection.begin():
            yield connection
        self._require_unchanged()

    @contextmanager
    def write(self, seat: Seat | None = None) -> Iterator[sa.Connection]:  # noqa: ARG002 - one writes
        self._require_writable()
        with (
            explained(self.path),
            self._engine.connect().execution_options(immediate=True) as connection,
            _patiently_begun(connection),
        ):
            yield connection

    @contextmanager
    def rebuild(self) -> Iterator[sa.Connection]:
        """A write in which tables may be replaced by copies of themselves.

        SQLite would take the dropped original for a loss of what others refer to, so it looks at the
        references only at the end. Raises LibraryError, also where one leads nowhere then.
        """
        self._require_writable()
        with explained(self.path), self._engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.execute("PRAGMA foreign_keys = OFF")  # no effect once a transaction has begun
            try:
                with _patiently_begun(connection.execution_options(immediate=True)):
                    yield connection
                    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                    if broken is not None:
                        raise LibraryError(
                            "{0} has a broken reference ({1}); nothing changed.", self.path, broken
                        )
            finally:
                raw.execute("PRAGMA foreign_keys = ON")

    def use_write_ahead_log(self) -> None:
        """Let readers and one writer work at the same time; kept in the file from then on."""
        with explained(self.path):
            raw = self._engine.raw_connection()
            try:
                _retried(lambda: raw.cursor().execute("PRAGMA journal_mode = WAL"))
            finally:
                raw.close()

    def refuse_writes(self, why: str) -> None:
        self.read_only = why
        self._engine.dispose()  # connections that are made from now on refuse it themselves
        sa.event.listen(self._engine, "connect", _refuse_writes)

    def close(self) -> None:
        self._engine.dispose()
        if self._source != self.path:
            shutil.rmtree(self._source.parent, ignore_errors=True)

    def _require_writable(self) -> None:
        if self.read_only is not None:
            raise LibraryReadOnly(
                message(
                    "{0} is read-only because {1}; nothing was changed. Free some space or make the folder "
                    "writable and open the library again, or copy the folder elsewhere.",
                    self.path,
                    self.read_only,
                )
            )

    def _require_unchanged(self) -> None:
        # SQLite takes no locks here: a page that another program wrote meanwhile would be read half.
        if self._as_found is not None and _stamp(self._source) != self._as_found:
            raise LibraryError(
                message(
                    "Another program changed {0} while it was open read-only. Open it again.",
                    self.path,
                )
            )


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        facts = path.stat()
    except OSError:
        return None
    return facts.st_size, facts.st_mtime_ns


def _prepare_connection(connection: DBAPIConnection, _record: object) -> None:
    # The driver would open transactions on its own, and too late for BEGIN IMMEDIATE; _begin does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in (*PRAGMAS, *(ON_MACOS if sys.platform == "darwin" else ())):
        _retried(partial(cursor.execute, pragma))
    cursor.close()


def _refuse_writes(connection: DBAPIConnection, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only = ON")
    cursor.close()


def _begin(connection: sa.Connection) -> None:
    # A transaction that starts by reading and then writes can fail with "database is locked" however long it
    # waits, since its snapshot is old by then; IMMEDIATE takes the write lock first.
    immediate = connection.get_execution_options().get("immediate", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")


@contextmanager
def _patiently_begun(connection: sa.Connection) -> Iterator[None]:
    with _retried(connection.begin):
        yield


def _retried(action: Any) -> Any:
    """Run `action` again while SQLite is busy: in recovery it says so at once, in spite of busy_timeout."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return action()
        except (OperationalError, sqlite3.OperationalError) as error:
            code = primary_code(getattr(error, "orig", error))
            if code != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(RETRY_SECONDS)
