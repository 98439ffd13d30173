"""Is the library file whole? Asked at every opening, before anything is written.

SQLite's check reads every page: 0.4 s for 100,000 papers (300 MB). So a large file is checked as a whole once
a day, and sooner if it has a write-ahead log, which means that Assay did not close the library or has
it open elsewhere. The tables that hold the judgements, which nothing could replace, are checked every time;
and SQLite itself refuses a file that is shorter than it says.
"""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import sqlalchemy as sa

from assay.errors import LibraryError
from assay.library.db.faults import primary_code
from assay.library.db.paths import restore_advice
from assay.library.db.schema import counter
from assay.library.db.sqlite import SqliteDatabase
from assay.messages import message

SMALL_BYTES = 64 * 1024 * 1024
A_DAY = 24 * 3600
A_WHILE = 600
PRECIOUS = ("judgement_event", "judgement_current", "pair", "query", "annotator")


def check_file(path: Path) -> None:
    """Refuse what is not an SQLite file, without touching it. Raises LibraryError.

    SQLite itself reads the header: a file that is opened and closed next to it takes away the locks that this
    process holds on it.
    """
    try:
        uri = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
    except sqlite3.Error as error:
        if primary_code(error) == sqlite3.SQLITE_CANTOPEN:
            raise LibraryError(message("{0} cannot be read: {1}.", path, error)) from error
        if primary_code(error) == sqlite3.SQLITE_NOTADB:
            raise LibraryError(
                message(
                    "{0} is not an Assay library, or it is damaged: it is no SQLite file. It was "
                    "left as it is. {1}",
                    path,
                    restore_advice(path.parent),
                )
            ) from error
        # the checks that follow report whatever else is wrong with it


def has_pages(path: Path) -> bool:
    """Whether there is a library file that was written before."""
    return path.exists() and path.stat().st_size > 0


def has_log(path: Path) -> bool:
    """Whether a write-ahead log with changes lies next to the library file."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def check_pages(database: SqliteDatabase, *, log_left: bool) -> None:
    """Let SQLite check the library file. `log_left`: a write-ahead log lay next to it before it was opened.

    Raises LibraryError naming the newest backup.
    """
    now = int(time.time())
    small = database.path.stat().st_size < SMALL_BYTES
    last = sa.select(counter.c.value).where(counter.c.name == "checked")  # in seconds since 1970; 0 for never
    with database.read() as connection:
        age = 0 if small else now - (connection.scalar(last) or 0)
        whole = small or not 0 <= age < A_DAY or (log_left and age >= A_WHILE)
        for argument in ("1",) if whole else PRECIOUS:
            answer = connection.scalar(sa.text(f"PRAGMA quick_check({argument})"))
            if answer != "ok":
                raise LibraryError(
                    "{0} is damaged ({1}); it was left as it is. {2}",
                    database.path,
                    answer,
                    restore_advice(database.path.parent),
                )
    if whole and not small and database.read_only is None:
        with database.write() as connection:
            connection.execute(sa.update(counter).where(counter.c.name == "checked").values(value=now))
