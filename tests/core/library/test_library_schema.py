"""The tables: what migrations make of a file, and what the tables refuse."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from assay.library import Library, migrations
from assay.library.backups import back_up
from assay.library.schema import metadata
from assay.library.sqlite import SqliteDatabase

REPLACE = "INSERT OR REPLACE INTO judgement_event"
REST = "pair_pk, annotator_pk, kind, grade, occurred_at_utc"
SAME = "pair_pk, annotator_pk, kind, 0, occurred_at_utc FROM judgement_event"

SECOND = '''
"""A column for tests."""
import sqlalchemy as sa
from alembic import op
revision = "0002"
down_revision = "0001"
def upgrade():
    op.add_column("query", sa.Column("colour", sa.Text))
    {then}
'''


def connect(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "library.sqlite", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def normal(sql: str) -> str:
    return " ".join(sql.split())


def test_the_migrations_lead_to_the_tables_of_the_schema(library: Library) -> None:
    with library._database.read() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        made = connection.execute(
            sa.text(
                "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND type IN ('table', 'index')"
            )
        )
        migrated = {name: normal(sql) for name, sql in made if name != "alembic_version"}
    fresh = sa.create_engine("sqlite://")
    with fresh.begin() as connection:
        metadata.create_all(connection)
        made = connection.execute(sa.text("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
        assert {name: normal(sql) for name, sql in made} == migrated
    fresh.dispose()


def test_head_is_the_newest_migration() -> None:
    scripts = ScriptDirectory.from_config(migrations._config(migrations.SCRIPTS))
    assert scripts.get_heads() == [migrations.HEAD]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE judgement_event SET grade = 0",
        "UPDATE judgement_event SET note = NULL",
        "DELETE FROM judgement_event",
        f"{REPLACE} (seq, event_uuid, {REST}) SELECT seq, 'other', {SAME}",
        f"{REPLACE} (event_uuid, {REST}) SELECT event_uuid, {SAME}",
    ],
)
def test_events_cannot_be_changed_deleted_or_replaced(folder: Path, statement: str) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    with closing(connect(folder)) as connection:
        rows = connection.execute("SELECT * FROM judgement_event").fetchall()
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            connection.execute(statement)
        assert connection.execute("SELECT * FROM judgement_event").fetchall() == rows


@pytest.mark.parametrize(
    ("kind", "grade", "note"),
    [
        ("grade", None, None),
        ("grade", 3, None),
        ("grade", -1, None),
        ("unsure", 1, None),
        ("note", None, None),
        ("grade", 1, "text"),
        ("undo", None, None),  # names no target
        ("maybe", None, None),
    ],
)
def test_events_that_make_no_sense_are_refused(
    folder: Path, kind: str, grade: int | None, note: str | None
) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    with closing(connect(folder)) as connection, pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        connection.execute(
            f"INSERT INTO judgement_event (event_uuid, note, {REST}) "
            "VALUES ('new', ?, 1, 1, ?, ?, '2026-01-01')",
            (note, kind, grade),
        )


@pytest.mark.parametrize("table", ["paper", "query", "pair", "annotator"])
def test_what_was_judged_cannot_be_deleted(folder: Path, table: str) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q3", "d1", assessor="ada", relevance=2)
    with closing(connect(folder)) as connection, pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        connection.execute(f"DELETE FROM {table}")


def with_second_migration(tmp_path: Path, then: str = "pass") -> Path:
    scripts = tmp_path / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "0002_colour.py").write_text(SECOND.format(then=then))
    return scripts


def test_an_older_library_is_backed_up_and_then_migrated(folder: Path, tmp_path: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    n_backups = len(list((folder / "backups").glob("*")))
    database = SqliteDatabase(folder / "library.sqlite")
    scripts = with_second_migration(tmp_path)
    migrations.migrate(database, before=lambda: back_up(folder), scripts=scripts, head="0002")
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
    scripts = with_second_migration(tmp_path, then='raise RuntimeError("power cut")')
    with pytest.raises(RuntimeError, match="power cut"):
        migrations.migrate(database, before=lambda: None, scripts=scripts, head="0002")
    database.close()
    with closing(connect(folder)) as connection:
        assert "colour" not in {row[1] for row in connection.execute("PRAGMA table_info(query)")}
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    with Library.open(folder) as library:
        assert library.papers.count() == 12
