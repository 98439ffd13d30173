"""An older library is brought to this version's tables: backed up first, every row kept, all or nothing."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from assay.library import Library
from assay.library.db import migrations
from assay.library.db.schema import HOME
from assay.library.db.sqlite import SqliteDatabase
from assay.library.upkeep.backups import back_up
from assay.types import Judgement, JudgementState, Paper, Query
from counting import statements

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

# A library as the first version of Assay left it: three papers (one removed), a text and a paper as queries,
# three people, grades, states, notes, an undo and a redo, pooled pairs, a run, and the log of an import.
FIRST = """
INSERT INTO paper (pk, doc_id, title, abstract, authors, year, keywords, added_at_utc, removed_at_utc) VALUES
    (1, 'a', 'Größe und “Form”', 'Worte', '["Ada"]', 1999, '[]', '2026-01-01 08:00:00.000001', NULL),
    (2, 'b', 'Second', '', '[]', NULL, '["k"]', '2026-01-02 08:00:00.000000', NULL),
    (3, 'gone', 'Third', '', '[]', NULL, '[]', '2026-01-02 08:00:00.000000', '2026-01-03 08:00:00.000000');
INSERT INTO paper_alias (alias, paper_pk) VALUES ('alias of a', 1);
INSERT INTO paper_key (key, paper_pk) VALUES ('doi:10.1/a', 1);
INSERT INTO query (pk, query_id, text, source_paper_pk) VALUES (1, 'q1', 'form', NULL), (4, 'q2', '', 2);
INSERT INTO annotator (pk, handle, active) VALUES (1, 'ada', 1), (2, 'bob', 0), (7, 'cy', 1);
INSERT INTO pair (pk, query_pk, paper_pk) VALUES (1, 1, 1), (2, 1, 2), (3, 4, 3), (9, 4, 1);
INSERT INTO pool_pair (pk, pair_pk) VALUES (1, 2), (2, 1), (5, 9);
INSERT INTO judgement_event VALUES
    (1, 'e1', 1, 1, 'grade', 2, NULL, 1234, '2026-02-01 08:00:00.000001', NULL, NULL),
    (2, 'e2', 1, 1, 'note', NULL, 'schön' || char(10) || 'zweite Zeile', NULL, '2026-02-01 08:00:01.000000',
        'e1', NULL),
    (3, 'e3', 2, 1, 'unsure', NULL, NULL, NULL, '2026-02-01 08:00:02.000000', NULL, NULL),
    (4, 'e4', 1, 2, 'grade', 0, NULL, 0, '2026-02-01 08:00:03.000000', NULL, NULL),
    (5, 'e5', 1, 2, 'undo', NULL, NULL, NULL, '2026-02-01 08:00:04.000000', 'e4', 'e4'),
    (6, 'e6', 1, 2, 'redo', NULL, NULL, NULL, '2026-02-01 08:00:05.000000', 'e5', 'e4'),
    (8, 'e8', 3, 7, 'grade', 1, NULL, NULL, '2026-02-01 08:00:06.000000', NULL, NULL),
    (9, 'e9', 3, 7, 'clear', NULL, NULL, NULL, '2026-02-01 08:00:07.000000', 'e8', NULL),
    (10, 'e10', 9, 7, 'later', NULL, NULL, NULL, '2026-02-01 08:00:08.000000', NULL, NULL);
INSERT INTO judgement_current (pair_pk, annotator_pk, state, grade, note, head) VALUES
    (1, 1, 'grade', 2, 'schön' || char(10) || 'zweite Zeile', 'e2'),
    (2, 1, 'unsure', NULL, '', 'e3'),
    (1, 2, 'grade', 0, '', 'e6'),
    (3, 7, NULL, NULL, '', 'e9'),
    (9, 7, 'later', NULL, '', 'e10');
INSERT INTO run (pk, tag, mode, model_fingerprint, created_at_utc) VALUES
    (1, 'bm25', 'keyword', 'f1', '2026-02-02 08:00:00.000000'),
    (2, 'empty', '', '', '2026-02-03 08:00:00.000000');
INSERT INTO run_query (pk, run_pk, query_id) VALUES (1, 1, 'q1'), (2, 1, 'elsewhere'), (3, 2, 'q1');
INSERT INTO run_hit (run_query_pk, rank, doc_id, score) VALUES
    (1, 1, 'a', 12.5), (1, 2, 'not here', 0.1), (2, 1, 'a', -3.0);
INSERT INTO import_batch VALUES (1, 'abc', 'refs.bib', '2026-01-01 08:00:00.000000', 3, 0, 0, 1);
UPDATE counter SET value = 17 WHERE name = 'papers';
"""


def connect(folder: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(folder / "library.sqlite", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    return connection


def first_library(folder: Path, script: str = FIRST) -> Path:
    """A library of the first schema, made by its migration and filled by SQL."""
    folder.mkdir(parents=True)
    database = SqliteDatabase(folder / "library.sqlite")
    database.use_write_ahead_log()
    migrations.migrate(database, before=lambda: None, head="0001")
    database.close()
    with closing(connect(folder)) as connection:
        connection.executescript(f"BEGIN; {script} COMMIT;")
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    return folder


def contents(connection: sqlite3.Connection) -> dict[str, tuple[list[str], list[tuple[Any, ...]]]]:
    """table -> columns, and every value with its storage class, so that 2, 2.0 and '2' differ."""
    names = [
        row[0]
        for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
        if row[0] != "alembic_version"
    ]
    found = {}
    for name in names:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
        found[name] = (columns, values(connection, name, columns))
    return found


def values(connection: sqlite3.Connection, table: str, columns: list[str]) -> list[tuple[Any, ...]]:
    listed = ", ".join(f"{column}, typeof({column})" for column in columns)
    return sorted(connection.execute(f"SELECT {listed} FROM {table}").fetchall(), key=repr)


def cache(connection: sqlite3.Connection) -> list[tuple[Any, ...]]:
    return connection.execute("SELECT * FROM judgement_current ORDER BY pair_pk, annotator_pk").fetchall()


def test_a_library_of_the_first_schema_keeps_every_row(tmp_path: Path) -> None:
    folder = first_library(tmp_path / "library")
    with closing(connect(folder)) as connection:
        before = contents(connection)
    Library.open(folder).close()
    with closing(connect(folder)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [
            (migrations.HEAD,)
        ]
        order = "SELECT pair_pk FROM pool_pair ORDER BY pk"  # all that the keys of the pool are for
        assert connection.execute(order).fetchall() == [(2,), (1,), (9,)]
        before["pool_pair"] = (["pair_pk"], [(1, "integer"), (2, "integer"), (9, "integer")])
        for table, (columns, rows) in before.items():
            assert values(connection, table, columns) == rows, table
        assert len(before["judgement_event"][1]) == 9
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


def test_what_a_library_held_before_campaigns_is_its_own_judging(tmp_path: Path) -> None:
    folder = first_library(tmp_path / "library")
    with Library.open(folder) as library:
        assert library.queries.all() == [Query("q1", "form"), Query("q2", "", doc_id="b")]
        assert library.judgements.current() == [
            Judgement("q1", "a", "ada", JudgementState.GRADE, 2, "schön\nzweite Zeile"),
            Judgement("q1", "a", "bob", JudgementState.GRADE, 0),
            Judgement("q1", "b", "ada", JudgementState.UNSURE),
            Judgement("q2", "a", "cy", JudgementState.LATER),
        ]
        assert library.pool.pairs() == [("q1", "b"), ("q1", "a"), ("q2", "a")]
        (only,) = library.pool.rounds()
        assert (only.round, only.strategy, only.n_pairs) == (1, "manual", 3)
        assert library.runs.load("bm25") == {"q1": {"a": 12.5, "not here": 0.1}, "elsewhere": {"a": -3.0}}
        assert [run.tag for run in library.runs.all()] == ["bm25", "empty"]
        assert library.campaigns.all() == []
        assert [(who.handle, who.active) for who in library.annotators.all()] == [
            ("ada", True),
            ("bob", False),
            ("cy", True),
        ]
        assert len({who.uuid for who in library.annotators.all()}) == 3
        assert library.revision() == 17
    with closing(connect(folder)) as connection:
        for table in ("query", "run", "pool"):
            assert connection.execute(f"SELECT DISTINCT campaign_pk FROM {table}").fetchall() == [(HOME,)]
        added = "device, merges, guideline_pk, batch_pk"
        assert connection.execute(f"SELECT DISTINCT {added} FROM judgement_event").fetchall() == [
            ("", None, None, None)
        ]


def test_papers_from_before_have_neither_ratings_nor_links_and_can_be_given_some(tmp_path: Path) -> None:
    with Library.open(first_library(tmp_path / "library")) as library:
        (old,) = library.papers.get(["b"])
        assert old == Paper("b", "Second", keywords=("k",))
        given = replace(old, rating=4.5, tldrs=("In short.",), cites=("doi:10.1/a",), cited_by=("gone",))
        library.papers.update([(given, ())])
        assert library.papers.get(["b"]) == [given]
        assert library.papers.citations() == [("b", "a")]  # the one that cites it was removed


def test_a_migrated_cache_equals_a_rebuild_and_judging_goes_on(tmp_path: Path) -> None:
    folder = first_library(tmp_path / "library")
    with Library.open(folder) as library:
        with closing(connect(folder)) as connection:
            before = cache(connection)
            assert len(before) == 5
            library.judgements.rebuild()
            assert cache(connection) == before
        assert library.judgements.undo(assessor="ada") == (
            "q1",
            "b",
            None,
        )
        assert library.judgements.redo(assessor="ada") is not None
        assert library.judgements.record("q2", "alias of a", assessor="ada", relevance=1).doc_id == "a"
    with closing(connect(folder)) as connection:
        last = connection.execute("SELECT max(seq) FROM judgement_event").fetchall()
        assert last == [(13,)]


def test_the_first_schema_is_backed_up_before_it_is_migrated(tmp_path: Path) -> None:
    folder = first_library(tmp_path / "library")
    with closing(connect(folder)) as connection:
        before = contents(connection)
    Library.open(folder, check=False).close()
    (backup,) = (folder / "backups").glob("*.sqlite")
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
        assert contents(connection) == before


def test_migrating_copies_neither_papers_nor_hits_nor_events(tmp_path: Path) -> None:
    """What is large stays where it lies in the file, so the time does not grow with it."""
    folder = first_library(tmp_path / "library")
    places = "SELECT name, rootpage FROM sqlite_master WHERE name IN ({})".format(
        ", ".join(
            f"'{name}'" for name in ("paper", "paper_listing", "paper_key", "run_hit", "judgement_event")
        )
    )
    with closing(connect(folder)) as connection:
        before = dict(connection.execute(places).fetchall())
    Library.open(folder).close()
    with closing(connect(folder)) as connection:
        assert dict(connection.execute(places).fetchall()) == before
    assert len(before) == 5


@pytest.mark.soak
def test_the_work_of_a_migration_grows_with_the_library_and_no_faster(tmp_path: Path) -> None:
    """Counted in SQLite's own instructions: a library of 100,000 papers and grades takes seconds."""
    few, many = (migrated(tmp_path / f"library-{n}", n) for n in (2_000, 6_000))
    assert many["statements"] == few["statements"]
    assert many["instructions"] < 4 * few["instructions"]


def migrated(place: Path, n: int) -> dict[str, int]:
    """Migrates a library of `n` papers with a grade each, and counts."""
    script = f"""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {n})
            INSERT INTO paper (pk, doc_id, title, abstract, authors, keywords, added_at_utc)
            SELECT i, 'd' || i, 'Title ' || i, hex(randomblob(600)), '[]', '[]', '2026-01-01' FROM n;
        INSERT INTO query (pk, query_id) VALUES (1, 'q');
        INSERT INTO annotator (pk, handle) VALUES (1, 'ada');
        INSERT INTO pair (pk, query_pk, paper_pk) SELECT pk, 1, pk FROM paper;
        INSERT INTO pool_pair (pk, pair_pk) SELECT pk, pk FROM pair;
        INSERT INTO judgement_event (seq, event_uuid, pair_pk, annotator_pk, kind, grade, occurred_at_utc)
            SELECT pk, 'e' || pk, pk, 1, 'grade', pk % 3, '2026-01-01 08:00:00.000000' FROM pair;
        INSERT INTO judgement_current (pair_pk, annotator_pk, state, grade, head)
            SELECT pk, 1, 'grade', pk % 3, 'e' || pk FROM pair;
    """
    folder = first_library(place, script)
    database = SqliteDatabase(folder / "library.sqlite")
    hundreds: list[int] = []
    count = partial(hundreds.append, 1)
    sa.event.listen(
        database._engine, "connect", lambda connection, _: connection.set_progress_handler(count, 100)
    )
    with statements(database._engine) as given:
        migrations.migrate(database, before=lambda: None)
    database.close()
    with Library.open(folder) as library:
        assert sum(library.judgements.counts().values()) == n
    return {"statements": len(given), "instructions": 100 * len(hundreds)}


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


def test_a_library_of_the_first_schema_that_cannot_be_migrated_stays_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = first_library(tmp_path / "library")
    with closing(connect(folder)) as connection:
        before = contents(connection)
    scripts = tmp_path / "migrations"
    shutil.copytree(migrations.SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    second = next((scripts / "versions").glob("0002_*.py"))
    text = second.read_text(encoding="utf-8")
    assert "    _create_outcomes()\n" in text
    second.write_text(text.replace("    _create_outcomes()\n", "    1 / 0\n"), encoding="utf-8")
    database = SqliteDatabase(folder / "library.sqlite")
    with pytest.raises(ZeroDivisionError):
        migrations.migrate(database, before=lambda: None, scripts=scripts)
    database.close()
    with closing(connect(folder)) as connection:
        assert contents(connection) == before
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    with Library.open(folder) as library:
        library.papers.add([(Paper("new", "New"), ())])
        assert len(library.judgements.current()) == 4
