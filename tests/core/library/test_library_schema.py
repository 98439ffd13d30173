"""The tables: what migrations make of a file, and what the tables refuse."""

from __future__ import annotations

import hashlib
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from alembic.script import ScriptDirectory

from assay.library import Library
from assay.library.db import migrations
from assay.library.db.migrations import creation
from assay.library.db.sqlite import SqliteDatabase

if TYPE_CHECKING:
    from pathlib import Path

REPLACE = "INSERT OR REPLACE INTO judgement_event"
REST = "pair_pk, annotator_pk, kind, grade, occurred_at_utc"
SAME = "pair_pk, annotator_pk, kind, 0, occurred_at_utc FROM judgement_event"


def connect(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "library.sqlite", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def structure(connection: sqlite3.Connection) -> dict[str, Any]:
    """Table -> all that SQLite knows of it, in an order that does not depend on how it came about."""
    tables = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name <> 'alembic_version'"
    ).fetchall()
    without_rowid = {row[1]: row[4] for row in connection.execute("PRAGMA table_list")}
    return {
        name: {
            # name -> type, NOT NULL, default (which Alembic puts into brackets), place in the primary key
            "columns": {
                row[1]: (*row[2:4], re.sub(r"^\((.*)\)$", r"\1", row[4] or ""), row[5])
                for row in connection.execute(f"PRAGMA table_info({name})")
            },
            # own column, table, its column, ON UPDATE, ON DELETE, MATCH
            "references": sorted(
                (row[3], row[2], row[4], *row[5:])
                for row in connection.execute(f"PRAGMA foreign_key_list({name})")
            ),
            "indexes": sorted(indexes(connection, name)),
            "checks": sorted(checks(sql)),
            "constraints": sorted(re.findall(r"CONSTRAINT (\w+)", sql)),
            "without rowid": without_rowid[name],
        }
        for name, sql in tables
    }


def indexes(connection: sqlite3.Connection, table: str) -> list[tuple[Any, ...]]:
    """Name (except where SQLite made it for a constraint), unique, origin, partial, columns in order."""
    found = []
    for _, name, unique, origin, partial in connection.execute(f"PRAGMA index_list({table})").fetchall():
        columns = tuple(row[2] for row in connection.execute(f"PRAGMA index_info({name})"))
        found.append((name if origin == "c" else "", unique, origin, partial, columns))
    return found


def checks(sql: str) -> list[str]:
    """What stands in the brackets of each CHECK, with its name, blanks evened out."""
    found = []
    for match in re.finditer(r"CONSTRAINT (\w+) CHECK \(", sql):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(sql[end], 0)
            end += 1
        found.append(f"{match[1]}: {' '.join(sql[match.end() : end - 1].split())}")
    return found


def test_the_migrations_lead_to_the_tables_of_a_new_library(empty_folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "migrated.sqlite"
    database = SqliteDatabase(path)
    with database.rebuild() as connection:
        config = migrations._config(migrations.SCRIPTS)
        config.attributes["connection"] = connection
        command.upgrade(config, migrations.HEAD)
    database.close()
    with closing(sqlite3.connect(path)) as migrated, closing(connect(empty_folder)) as made:
        ours, wanted = structure(made), structure(migrated)
        triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        assert made.execute(triggers).fetchall() == migrated.execute(triggers).fetchall()
        for table in [*wanted, "alembic_version"]:
            columns = ", ".join(
                f'"{row[1]}"'
                for row in migrated.execute(f"PRAGMA table_info({table})")
                if not row[1].endswith(("_uuid", "_at_utc"))
            )
            rows = f"SELECT {columns} FROM {table} ORDER BY 1"
            assert made.execute(rows).fetchall() == migrated.execute(rows).fetchall(), table
    assert set(ours) == set(wanted)
    for table, parts in wanted.items():
        assert ours[table] == parts, table


def test_a_new_library_is_made_without_alembic(tmp_path: Path) -> None:
    opened = "import sys; from assay.library import Library; Library.open(sys.argv[1]).close()"
    code = f"{opened}; raise SystemExit('alembic' in sys.modules)"
    for _ in ("made", "opened again"):
        done = subprocess.run([sys.executable, "-P", "-c", code, str(tmp_path / "new")], check=False)
        assert done.returncode == 0


def test_a_table_that_changes_has_another_revision() -> None:
    """The first migration makes the schema as it is: an older library of its revision would be misread."""
    statements = "\n".join(sorted(creation._statements("sqlite")))
    known = {"0103": "8be813721c8bf646"}
    digest = hashlib.sha256(statements.encode()).hexdigest()[:16]
    assert known.get(migrations.HEAD) == digest, (
        f"Tables changed (now {digest}): give the first migration another number, as HEAD, and note it here"
    )


def test_head_is_the_newest_migration() -> None:
    scripts = ScriptDirectory.from_config(migrations._config(migrations.SCRIPTS))
    assert scripts.get_heads() == [migrations.HEAD]


@pytest.fixture
def judged(folder: Path) -> Path:
    """The folder of a closed library with one grade, of the paper d1 for the paper d3."""
    with Library.open(folder) as library:
        library.judgements.record("q3", "d1", assessor="ada", relevance=2)
    return folder


CHANGES = [
    "UPDATE judgement_event SET grade = 0",
    "UPDATE judgement_event SET note = NULL",
    "DELETE FROM judgement_event",
    f"{REPLACE} (seq, event_uuid, {REST}) SELECT seq, 'other', {SAME}",
    f"{REPLACE} (event_uuid, {REST}) SELECT event_uuid, {SAME}",
]


def test_events_cannot_be_changed_deleted_or_replaced(judged: Path) -> None:
    with closing(connect(judged)) as connection:
        rows = connection.execute("SELECT * FROM judgement_event").fetchall()
        for statement in CHANGES:
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                connection.execute(statement)
        assert connection.execute("SELECT * FROM judgement_event").fetchall() == rows


NO_EVENTS = [
    ("grade", None, None),
    ("grade", 3, None),
    ("grade", -1, None),
    ("unsure", 1, None),
    ("note", None, None),
    ("grade", 1, "text"),
    ("undo", None, None),  # names no target
    ("maybe", None, None),
]
NO_ROWS = [
    "UPDATE campaign SET status = 'finished'",
    "UPDATE campaign SET queue = 'heap'",
    "UPDATE campaign SET raters_per_pair = 0",
    "INSERT INTO campaign_annotator (campaign_pk, annotator_pk, quota) VALUES (1, 1, -1)",
    "UPDATE judgement_current SET state = 'grade', grade = NULL",
    "UPDATE judgement_current SET state = 'conflict'",  # with its grade left
    "UPDATE judgement_current SET state = 'perhaps', grade = NULL",
]


def test_events_and_rows_that_make_no_sense_are_refused(judged: Path) -> None:
    event = (
        f"INSERT INTO judgement_event (event_uuid, note, {REST}) VALUES ('new', ?, 1, 1, ?, ?, '2026-01-01')"
    )
    statements = [(event, (note, kind, grade)) for kind, grade, note in NO_EVENTS]
    with closing(connect(judged)) as connection:
        for statement, values in [*statements, *((row, ()) for row in NO_ROWS)]:
            with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
                connection.execute(statement, values)


def test_what_was_judged_cannot_be_deleted(judged: Path) -> None:
    with closing(connect(judged)) as connection:
        for table in ("paper", "query", "pair", "annotator", "campaign"):
            with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
                connection.execute(f"DELETE FROM {table}")
