"""`assay check`: flipped bits in the tables of grades, and what killed processes leave."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from small_papers import CAMPAIGN

from assay.library import Library

Assay = Callable[..., Any]
Grades = dict[tuple[str, str, str], tuple[object, object]]

TABLES = ("judgement_event", "judgement_current", "release_item", "adjudication_event", "pair")
FLIPS = 150
MANY = 2500
SHOWN = """
    SELECT query.query_id, paper.doc_id, annotator.handle, now.state, now.grade FROM judgement_current AS now
    JOIN annotator ON annotator.pk = now.annotator_pk JOIN pair ON pair.pk = now.pair_pk
    JOIN query ON query.pk = pair.query_pk JOIN paper ON paper.pk = pair.paper_pk
"""
SAID = """
    SELECT event_uuid, pair_pk, annotator_pk, kind, grade, note, supersedes, target, merges
    FROM judgement_event NOT INDEXED ORDER BY event_uuid
"""
RELEASED = "SELECT release_pk, pair_pk, grade, n_raters, source FROM release_item NOT INDEXED"


@pytest.fixture
def graded(campaign: Assay, tmp_path: Path) -> Path:
    """The folder of a library with the grades of two people, some given twice, and a release of them."""
    folder = tmp_path / "library"
    with Library.open(folder) as library:
        store = library.campaign(CAMPAIGN)
        for who in ("ada", "bob", "eve"):
            for n, one in enumerate(store.assignments.of(who)):
                store.judgements.record(one.query_id, one.doc_id, assessor=who, relevance=n % 3)
                if n % 2:
                    store.judgements.record(one.query_id, one.doc_id, assessor=who, relevance=(n + 1) % 3)
                    store.judgements.set_note(one.query_id, one.doc_id, assessor=who, note=f"note {n}")
    assert campaign("campaign", "release", CAMPAIGN, "--rule", "median").status in (0, 2)
    with closing(sqlite3.connect(folder / "library.sqlite")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode = DELETE")
    return folder


def _pages(file: Path) -> list[int]:
    """The offsets of the pages that hold the tables of grades (not their indexes)."""
    with closing(sqlite3.connect(file)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        try:
            named = ",".join(f"'{table}'" for table in TABLES)
            rows = connection.execute(f"SELECT pageno FROM dbstat WHERE name IN ({named})").fetchall()
        except sqlite3.OperationalError:  # without dbstat: where their trees begin
            rows = connection.execute(
                f"SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name IN ({named})"
            ).fetchall()
    return [(page - 1) * size for (page,) in rows]


def _read(file: Path, statement: str) -> list[tuple[Any, ...]] | None:
    """None where SQLite itself says that it cannot be read: that is no change without a word."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        connection.text_factory = bytes
        try:
            return connection.execute(statement).fetchall()
        except sqlite3.DatabaseError:
            return None


def _flip_many(folder: Path, assay: Assay, n: int, seed: int) -> int:
    """Flips single bits, each in the file as it was; returns how many of them changed a grade."""
    rng = random.Random(seed)
    file = folder / "library.sqlite"
    whole = file.read_bytes()
    pages = _pages(file)
    truth = {what: _read(file, what) for what in (SHOWN, SAID, RELEASED)}
    assert len(truth[SHOWN] or ()) >= 12
    changed = 0
    for _ in range(n):
        at = rng.choice(pages) + rng.randrange(4096)
        bit = 1 << rng.randrange(8)
        hurt = bytearray(whole)
        hurt[at] ^= bit
        file.write_bytes(hurt)
        now = {what: _read(file, what) for what in truth}
        if now == truth:
            continue
        changed += 1
        answer = assay("check", "--json", folder=folder)
        assert answer.status != 0, f"bit {bit} of byte {at} changed what is read, and check says nothing"
        if answer.status != 1:
            assert "damaged" in answer.err or "read" in answer.err
            continue
        told = {(one["query_id"], one["doc_id"], one["assessor"]) for one in answer.payload["findings"]}
        if now[SHOWN] is not None and truth[SHOWN] is not None:
            before = {tuple(map(_text, row[:3])): row[3:] for row in truth[SHOWN]}
            after = {tuple(map(_text, row[:3])): row[3:] for row in now[SHOWN]}
            other = {key for key in before if key in after and before[key] != after[key]}
            assert other <= told, f"bit {bit} of byte {at}: {other - told} changed and is not named"
    file.write_bytes(whole)
    return changed


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")


def test_every_grade_that_a_flipped_bit_changes_is_told(graded: Path, assay: Assay) -> None:
    assert assay("check", folder=graded).status == 0
    assert _flip_many(graded, assay, FLIPS, seed=12) >= FLIPS // 20


@pytest.mark.soak
def test_every_grade_that_many_flipped_bits_change_is_told(graded: Path, assay: Assay) -> None:
    assert _flip_many(graded, assay, MANY, seed=99) >= MANY // 20


def _update(folder: Path, statement: str) -> None:
    """As a flipped bit would: without the triggers that keep grades from being changed."""
    with closing(sqlite3.connect(folder / "library.sqlite")) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(statement).rowcount > 0
        connection.commit()


def test_a_grade_that_was_changed_is_named_and_the_status_is_1(graded: Path, assay: Assay) -> None:
    _update(graded, "UPDATE judgement_event SET grade = 1 - grade / 2 WHERE seq = 1")
    answer = assay("check", "--json", folder=graded)
    assert (answer.status, answer.payload["hurt"]) == (1, True)
    [finding] = [one for one in answer.payload["findings"] if one["kind"] == "grade"]
    assert finding["assessor"] == "ada"
    assert finding["query_id"]
    assert finding["doc_id"]
    said = assay("check", folder=graded).out
    assert finding["doc_id"] in said
    assert "assay restore" in said
    assert assay("check", "--repair", folder=graded).status == 1  # nobody knows what it was


def test_a_grade_that_was_taken_out_of_the_log_is_told(graded: Path, assay: Assay) -> None:
    _update(graded, "DELETE FROM judgement_event WHERE seq = (SELECT max(seq) FROM judgement_event)")
    answer = assay("check", "--json", folder=graded)
    assert (answer.status, answer.payload["hurt"]) == (1, True)


def test_a_cache_that_says_something_else_is_made_again(graded: Path, assay: Assay) -> None:
    _update(graded, "UPDATE judgement_current SET grade = (grade + 1) % 3 WHERE grade IS NOT NULL")
    answer = assay("check", "--json", folder=graded)
    assert answer.status == 1
    assert {one["kind"] for one in answer.payload["findings"]} == {"cache"}
    assert assay("check", "--repair", "--json", folder=graded).payload["findings"] == []
    assert assay("check", folder=graded).status == 0


@pytest.mark.parametrize("repaired", [True, False])
def test_an_index_that_was_changed_is_told_and_built_again(
    indexed: Assay, tmp_path: Path, repaired: bool
) -> None:
    """Its size and time are as they were, as where a disk lost a bit: opening it sees nothing."""
    folder = tmp_path / "library"
    assert indexed("check").status == 0
    file = max(
        (folder / "indexes" / "lexical").rglob("*"), key=lambda path: path.is_file() and path.stat().st_size
    )
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    before = file.stat()
    file.chmod(0o600)
    file.write_bytes(content)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    answer = indexed("check", "--json")
    assert answer.status == 0  # no grade is hurt
    assert [one["kind"] for one in answer.payload["findings"]] == ["index"]
    if repaired:
        assert indexed("check", "--repair").status == 0
    assert indexed("index", "--keyword-only").status == 0
    assert indexed("check", "--json").payload["findings"] == []
    assert indexed("search", "bees", "--mode", "keyword").status == 0


KILLED = """
import os, signal, sys
from assay.library.upkeep import backups
from assay.library.upkeep.backups import back_up
from pathlib import Path
whole = backups._connect
def dies(path, **options):
    if ".part" in path.name:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(path, **options)
backups._connect = dies
back_up(Path(sys.argv[1]))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills")
def test_13_kills_leave_no_file_after_the_next_start(assay: Assay, papers_file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "library"
    assert assay("import", papers_file).status == 0
    before = {path.name for path in folder.rglob("*")}
    for _ in range(13):
        done = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False, capture_output=True)
        assert done.returncode < 0
    left = {path.name for path in folder.rglob("*")} - before
    assert len([name for name in left if ".part" in name and "journal" not in name]) == 13
    found = [one for one in assay("check", "--json").payload["findings"] if one["kind"] == "left over"]
    assert len(found) >= 13
    assay("search", "bees")  # any command that opens the library
    assert not [path for path in folder.rglob("*") if ".part" in path.name]
    assert assay("check", "--json").payload["findings"] == []


@pytest.mark.skipif(sys.platform == "win32", reason="kills")
def test_a_draft_of_a_living_process_stays_and_that_of_a_dead_one_goes(tmp_path: Path) -> None:
    from assay.files import draft_name, is_abandoned

    target = tmp_path / "qrels.txt"
    code = (
        "import sys; from pathlib import Path; from assay.files import draft_name\n"
        "print(draft_name(Path(sys.argv[1])), flush=True); sys.stdin.read()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(target)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    theirs = Path(process.stdout.readline().strip())
    theirs.write_text("half")
    mine = draft_name(target)
    assert theirs.exists()
    assert not is_abandoned(theirs)
    process.kill()
    process.communicate()
    assert is_abandoned(theirs)
    assert draft_name(target) != mine
    assert not theirs.exists()


def test_unfinished_files_that_name_no_machine_are_left_alone_however_old(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    import os

    folder = tmp_path / "library"
    assert assay("import", papers_file).status == 0
    old, young = folder / "library.part4711", folder / "library.part4712"
    for path in (old, young):
        path.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    assay("search", "bees")
    assert (old.exists(), young.exists()) == (True, True)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE release SET sha256 = '00' || substr(sha256, 3)",
        "UPDATE release SET rule = 'unanimous'",
        "UPDATE release SET rule = 'nonsense'",
        "UPDATE pair SET paper_pk = 1 + (SELECT max(paper_pk) FROM pair) WHERE pk = 1",  # there is none
        "UPDATE query SET query_id = 'another' WHERE pk = (SELECT min(query_pk) FROM pair)",
    ],
)
def test_a_release_without_its_own_checksum_is_told(graded: Path, assay: Assay, change: str) -> None:
    """Each row is as it was written, and the database's own indexes agree."""
    with closing(sqlite3.connect(graded / "library.sqlite")) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        assert connection.execute(change).rowcount > 0
    answer = assay("check", "--json")
    assert answer.status == 1
    assert {finding["kind"] for finding in answer.payload["findings"]} <= {"release", "reference"}
