"""An older library is brought to this version's tables, backed up first, all or nothing, or refused."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from assay.errors import LibraryError, LibraryTooNew
from assay.library import Library, restore_backup
from assay.library.db import migrations
from assay.library.db.reading import open_for_reading
from assay.library.db.sqlite import SqliteDatabase
from assay.library.upkeep.backup_preview import preview_restore
from assay.library.upkeep.backups import back_up

AFTER = f"{int(migrations.HEAD) + 1:04}"
NEXT = '''
"""A column for tests."""
import sqlalchemy as sa
from alembic import op
revision = "{after}"
down_revision = "{head}"
def upgrade():
    op.add_column("query", sa.Column("colour", sa.Text))
    {then}
'''


def connect(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "library.sqlite", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def with_next_migration(tmp_path: Path, then: str = "pass") -> Path:
    scripts = tmp_path / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / f"{AFTER}_colour.py").write_text(
        NEXT.format(then=then, after=AFTER, head=migrations.HEAD)
    )
    return scripts


def test_an_older_library_is_backed_up_and_then_migrated(folder: Path, tmp_path: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    n_backups = len(list((folder / "backups").glob("*")))
    database = SqliteDatabase(folder / "library.sqlite")
    scripts = with_next_migration(tmp_path)
    migrations.migrate(database, before=lambda: back_up(folder), scripts=scripts, head=AFTER)
    database.close()
    with closing(connect(folder)) as connection:
        assert "colour" in {row[1] for row in connection.execute("PRAGMA table_info(query)")}
        assert connection.execute("SELECT grade FROM judgement_event").fetchall() == [(2,)]
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute("DELETE FROM judgement_event")
    backups = sorted((folder / "backups").glob("*.sqlite"))
    assert len(backups) == n_backups + 1
    with closing(sqlite3.connect(backups[-1])) as connection:
        assert "colour" not in {row[1] for row in connection.execute("PRAGMA table_info(query)")}
        assert connection.execute("SELECT grade FROM judgement_event").fetchall() == [(2,)]


def test_a_migration_that_fails_leaves_the_library_as_it_was(folder: Path, tmp_path: Path) -> None:
    database = SqliteDatabase(folder / "library.sqlite")
    scripts = with_next_migration(tmp_path, then='raise RuntimeError("power cut")')
    with pytest.raises(RuntimeError, match="power cut"):
        migrations.migrate(database, before=lambda: None, scripts=scripts, head=AFTER)
    database.close()
    with closing(connect(folder)) as connection:
        assert "colour" not in {row[1] for row in connection.execute("PRAGMA table_info(query)")}
        version = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        assert version == [(migrations.HEAD,)]
    with Library.open(folder) as library:
        assert library.papers.count() == 12


EARLIER = r"earlier version of Assay \(its schema is 0011\): export it with that version and import"


@pytest.fixture
def earlier(folder: Path) -> Path:
    """The file of a library that says it is of the last schema before the first migration."""
    path = folder / "library.sqlite"
    with closing(connect(folder)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
    return path


def test_a_library_of_an_earlier_version_is_refused_and_left_as_it_is(earlier: Path) -> None:
    before, backups = earlier.read_bytes(), list((earlier.parent / "backups").glob("*"))
    for check in (True, False):
        with pytest.raises(LibraryError, match=EARLIER) as caught:
            Library.open(earlier.parent, check=check)
        assert not isinstance(caught.value, LibraryTooNew)
        assert str(caught.value).startswith(f"{earlier} ")
        assert str(caught.value).endswith("nothing was changed.")
    with pytest.raises(LibraryError, match=EARLIER), Library.open_as_it_is(earlier.parent):
        pass
    assert earlier.read_bytes() == before
    assert list((earlier.parent / "backups").glob("*")) == backups


@pytest.mark.parametrize("log_left", [False, True])
def test_it_is_not_read_either_where_nothing_can_be_written(earlier: Path, log_left: bool) -> None:
    with closing(connect(earlier.parent)) as connection:
        if log_left:
            connection.execute("UPDATE paper SET title = 'In the log'")
            assert earlier.with_name("library.sqlite-wal").stat().st_size
        with pytest.raises(LibraryError, match=EARLIER) as caught:
            open_for_reading(earlier, "its disk is full", check=False)
    assert str(caught.value).startswith(f"{earlier} ")


def test_a_backup_of_it_is_not_restored(earlier: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    Library.open(other).close()
    before = (other / "library.sqlite").read_bytes()
    with pytest.raises(LibraryError, match=EARLIER):
        preview_restore(other, earlier)
    with pytest.raises(LibraryError, match=EARLIER) as caught:
        restore_backup(other, earlier)
    assert str(caught.value).startswith(f"{earlier} ")
    assert (other / "library.sqlite").read_bytes() == before
