"""A library in an SQLite file: pooled connections, short transactions, errors in plain words."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from assay.errors import LibraryError
from assay.library.faults import explained, primary_code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sqlalchemy.engine.interfaces import DBAPIConnection

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


class SqliteDatabase:
    """The `Database` of a library file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._engine = sa.create_engine(
            sa.URL.create("sqlite+pysqlite", database=str(path)),
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
        with explained(self.path), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
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
        with explained(self.path), self._engine.connect() as connection:
            raw: Any = connection.connection.driver_connection
            raw.execute("PRAGMA foreign_keys = OFF")  # no effect once a transaction has begun
            try:
                with _patiently_begun(connection.execution_options(immediate=True)):
                    yield connection
                    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                    if broken is not None:
                        raise LibraryError(f"{self.path} has a broken reference ({broken}); nothing changed.")
            finally:
                raw.execute("PRAGMA foreign_keys = ON")

    def use_write_ahead_log(self) -> None:
        """Lets readers and one writer work at the same time; kept in the file from then on."""
        with explained(self.path):
            raw = self._engine.raw_connection()
            try:
                _retried(lambda: raw.cursor().execute("PRAGMA journal_mode = WAL"))
            finally:
                raw.close()

    def close(self) -> None:
        self._engine.dispose()


def _prepare_connection(connection: DBAPIConnection, _record: object) -> None:
    # The driver would open transactions by itself, and too late for BEGIN IMMEDIATE; _begin does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        _retried(partial(cursor.execute, pragma))
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
    """Runs `action` again while SQLite is busy: in recovery it says so at once, in spite of busy_timeout."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return action()
        except (OperationalError, sqlite3.OperationalError) as error:
            code = primary_code(getattr(error, "orig", error))
            if code != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(RETRY_SECONDS)
