"""A look through a library's grades: what was changed behind its back is told, each by what it is."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from library_machines import NAME, PAIRS, open_machines

from assay.campaign_types import ReleaseItem, ReleaseRule
from assay.errors import LibraryError
from assay.library import Library
from assay.library.db.dates import EARLIEST, SKEW, believed, is_believable
from assay.library.db.paths import backup_files, backup_order, backup_stamp, new_backup, restore_advice
from assay.library.rows.seals import FIELDS, ItemRow, checksum, sealed, set_checksum
from assay.library.upkeep.check import Rows, _Names, _pages, check_database
from assay.library.upkeep.leftovers import left_over, remove_left_over
from assay.types import CheckFinding, CheckReport

SHA = "ab" * 32
FIRST = (*PAIRS[0], "kim")


@pytest.fixture(scope="session")
def _judged(tmp_path_factory: pytest.TempPathFactory, team: Path) -> Path:
    """7 events of two people, an adjudication, and two releases of three judgements and one."""
    place = tmp_path_factory.mktemp("judged")
    (library,) = open_machines(place, 1, team=team)
    store = library.campaign(NAME)
    for pair, kim, lee in ((PAIRS[0], 0, 2), (PAIRS[1], 1, 1)):
        store.judgements.record(*pair, assessor="kim", relevance=kim)
        store.judgements.record(*pair, assessor="lee", relevance=lee)
    store.judgements.record(*PAIRS[0], assessor="kim", relevance=1)
    store.judgements.set_note(*PAIRS[1], assessor="lee", note="see §2")
    store.judgements.record(*PAIRS[2], assessor="lee", relevance=0)
    store.adjudications.record(*PAIRS[0], adjudicator="sam", relevance=1, reason="r")
    items = [ReleaseItem(*pair, 1, 2, "unanimous") for pair in PAIRS[:3]]
    for some in (items, items[:1]):
        store.releases.freeze(some, rule=ReleaseRule.MEDIAN, sha256=SHA, card={})
    library.close()
    return place / "one" / "library.sqlite"


@pytest.fixture
def file(_judged: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    with closing(sqlite3.connect(_judged)) as source, closing(sqlite3.connect(folder / _judged.name)) as copy:
        source.backup(copy)
    return folder / _judged.name


def change(file: Path, *statements: str) -> None:
    """As a flipped bit would: without the triggers that keep grades from being changed."""
    with closing(sqlite3.connect(file)) as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount > 0
        connection.commit()


def look(file: Path, **options: Any) -> CheckReport:
    with Library.open(file.parent, check=False) as library:
        return check_database(library._database, folder=file.parent, **options)


def told(found: CheckReport) -> list[tuple[str, str, str, str, bool]]:
    """But for references: what a row refers to may be gone with what was changed."""
    return [
        (one.kind, one.query_id, one.doc_id, one.assessor, one.mendable)
        for one in found.findings
        if one.kind != "reference"
    ]


def test_a_library_as_it_was_written_has_nothing_to_tell(file: Path) -> None:
    steps: list[tuple[object, ...]] = []
    found = look(file, progress=lambda *step: steps.append(step))
    assert found.findings == ()
    assert (found.n_events, found.n_adjudications, found.n_release_items) == (7, 1, 4)
    assert steps == [("checking", n, 6) for n in range(7)]
    with Library.open(file.parent, check=False) as library:  # as on a server: SQL alone
        steps.clear()
        again = check_database(library._database, folder=None, progress=lambda *step: steps.append(step))
    assert again == found
    assert steps == [("checking", n, 3) for n in range(4)]


def test_an_index_that_lacks_a_row_can_be_made_anew_and_a_torn_page_cannot(file: Path) -> None:
    (index,) = ("ix_judgement_event_pair_pk_annotator_pk_seq",)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        kept = connection.execute("SELECT * FROM sqlite_master WHERE name = ?", (index,)).fetchone()
        assert kept is not None
        connection.execute("DELETE FROM sqlite_master WHERE name = ?", (index,))
        connection.commit()
    change(file, "DELETE FROM judgement_event WHERE seq = 7")  # the index still has it
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
        connection.commit()
    found = look(file)
    assert {(one.kind, one.text, one.mendable) for one in found.findings if one.kind == "pages"} == {
        ("pages", f"wrong # of entries in index {index}", True),
    }
    with closing(sqlite3.connect(file)) as connection:
        root = "SELECT rootpage FROM sqlite_master WHERE name = 'paper_alias'"
        (page,) = connection.execute(root).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\x7f" * size
    file.write_bytes(content)
    torn = [one for one in look(file).findings if one.kind == "pages" and not one.mendable]
    assert torn
    assert all((one.query_id, one.doc_id, one.assessor) == ("", "", "") for one in torn)


@pytest.mark.parametrize(
    ("said", "mendable"),
    [
        ("row 7 missing from index ix_a", True),
        ("wrong # of entries in index ix_a", True),
        ("Tree 9 page 4 of index ix_a: btreeInitPage() returns error code 11", False),
        ("row 7 missing from table a", False),
    ],
)
def test_of_sqlites_findings_those_of_an_index_s_entries_can_be_mended(said: str, mendable: bool) -> None:
    rows = Rows(lambda _: [(said,)], on_file=True)
    findings: list[CheckFinding] = []
    _pages(rows, _Names(Rows(lambda _: [], on_file=True)), findings)
    assert findings == [CheckFinding("pages", said, mendable=mendable)]


def test_a_pair_that_says_another_paper_than_its_index_is_named_with_each_who_judged_it(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        root, sql = connection.execute(
            "SELECT rootpage, sql FROM sqlite_master WHERE name = 'pair'"
        ).fetchone()
        pairs = connection.execute("SELECT pk, query_pk, paper_pk FROM pair ORDER BY pk").fetchall()
        connection.execute("PRAGMA writable_schema = ON")  # the table under another name, without its index
        alone = "CREATE TABLE alone (pk INTEGER PRIMARY KEY, query_pk INTEGER, paper_pk INTEGER)"
        connection.execute(
            "INSERT INTO sqlite_master VALUES ('table', 'alone', 'alone', ?, ?)", (root, alone)
        )
        connection.commit()
    assert sql.index("query_pk") < sql.index("paper_pk")
    unjudged = pairs[3][0]
    change(file, *(f"UPDATE alone SET paper_pk = 6 WHERE pk = {pk}" for pk in (pairs[0][0], unjudged)))
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'alone'")
        connection.commit()
    text = "which paper was judged for which query is not as it was written"
    found = [one for one in look(file).findings if one.text == text]
    assert {one.kind for one in found} == {"grade"}
    judged = [(one.doc_id, one.assessor) for one in found if one.assessor]
    assert sorted(judged) == [("d5", "kim"), ("d5", "lee")]  # the paper that the table says
    assert [(one.doc_id, one.assessor) for one in found if not one.assessor] == [("d5", "")]


EVENT_CHANGES = {
    "grade": "0",
    "active_ms": "77",
    "occurred_at_utc": "'2026-01-01 00:00:00.000000'",
    "device": "'elsewhere'",
    "checksum": "'0000000000000000'",
}


@pytest.mark.parametrize("column", EVENT_CHANGES)
def test_any_change_of_a_judgement_names_whose_it_is(file: Path, column: str) -> None:
    newest = (
        "(SELECT max(seq) FROM judgement_event JOIN annotator ON annotator.pk = annotator_pk "
        "WHERE handle = 'kim' AND pair_pk = 1)"
    )
    change(file, f"UPDATE judgement_event SET {column} = {EVENT_CHANGES[column]} WHERE seq = {newest}")
    for folder in (file.parent, None):
        with Library.open(file.parent, check=False) as library:
            found = check_database(library._database, folder=folder)
        assert told(found) == [("grade", *FIRST, False)]
        assert found.findings[0].text == "a judgement is not as it was written"
        assert found.n_events == 7


def test_a_judgement_that_is_gone_leaves_a_cache_that_nothing_leads_to(file: Path) -> None:
    change(file, "DELETE FROM judgement_event WHERE seq = (SELECT max(seq) FROM judgement_event)")
    found = look(file)
    assert told(found) == [("cache", *PAIRS[2], "lee", True)]
    assert found.findings[-1].text == "no judgement leads to where it stands"
    change(file, "UPDATE judgement_event SET grade = 0 WHERE seq = 2")
    assert told(look(file)) == [("grade", *PAIRS[0], "lee", False), ("grade", *PAIRS[2], "lee", False)], (
        "among hurt grades nobody knows why it is gone"
    )


@pytest.mark.parametrize(
    "values", ["grade = 2", "note = 'other'", "state = 'unsure', grade = NULL", "n_heads = 2", "head = 'x'"]
)
def test_a_cache_that_says_something_else_can_be_mended(file: Path, values: str) -> None:
    mine = "pair_pk = 1 AND annotator_pk = (SELECT pk FROM annotator WHERE handle = 'kim')"
    change(file, f"UPDATE judgement_current SET {values} WHERE {mine}")
    found = look(file)
    assert told(found) == [("cache", *FIRST, True)]
    assert found.findings[-1].text == "what is shown is not what the judgements say"
    change(file, f"DELETE FROM judgement_current WHERE {mine}")
    assert told(look(file)) == [("cache", *FIRST, True)]
    change(file, "UPDATE judgement_event SET grade = 0 WHERE seq = 2")
    assert set(told(look(file))) == {("cache", *FIRST, False), ("grade", *PAIRS[0], "lee", False)}


def test_what_was_settled_and_released_is_compared_too(file: Path) -> None:
    change(file, "UPDATE adjudication_event SET grade = 2")
    found = look(file)
    assert told(found) == [("adjudication", *PAIRS[0], "sam", False)]
    change(file, "UPDATE release_item SET grade = 0 WHERE release_pk = 1 AND pair_pk = 2")
    found = look(file)
    assert told(found)[1:] == [("release", *PAIRS[1], "", False)]
    assert found.findings[1].text == f"a judgement of release 1 of '{NAME}' is not as it was frozen"
    change(file, "DELETE FROM release_item WHERE release_pk = 2")
    found = look(file)
    assert told(found)[2:] == [("release", "", "", "", False)]
    assert found.findings[2].text == f"release 2 of '{NAME}' has not the judgements that it was frozen with"
    assert found.n_release_items == 3


def test_a_judgement_of_a_release_that_is_gone_is_named_too(file: Path) -> None:
    change(file, "DELETE FROM release WHERE pk = 2", "UPDATE release_item SET grade = 0 WHERE release_pk = 2")
    (found,) = [one for one in look(file).findings if one.kind == "release"]
    assert (found.doc_id, found.text) == (PAIRS[0][1], "a judgement of a release is not as it was frozen")


def test_references_to_what_is_missing_and_pairs_without_names(file: Path) -> None:
    change(
        file,
        "DELETE FROM annotator WHERE handle = 'kim'",
        "UPDATE judgement_event SET grade = 2 WHERE seq = 1",
    )
    found = look(file)
    kinds = [one.kind for one in found.findings]
    assert kinds.count("reference") > 0
    assert any(
        " of judgement_event refers to a annotator that is missing" in one.text for one in found.findings
    )
    (grade,) = [one for one in found.findings if one.kind == "grade"]
    assert (grade.query_id, grade.doc_id) == PAIRS[0]
    assert grade.assessor.startswith("(person ")
    change(file, "DELETE FROM pair WHERE pk = 1")
    (grade,) = [one for one in look(file).findings if one.kind == "grade"]
    assert (grade.query_id, grade.doc_id) == ("(pair 1)", "")


def test_what_has_no_name_is_called_by_its_number_and_what_is_not_there_by_nothing() -> None:
    names = _Names(Rows(lambda _: [], on_file=True))
    assert names.finding("grade", "odd", None) == CheckFinding("grade", "odd", "", "", "", mendable=False)
    assert names.finding("cache", "odd", 7, 8, mendable=True) == CheckFinding(
        "cache", "odd", "(pair 7)", "", "(person 8)", mendable=True
    )


def test_a_file_that_is_no_database_is_refused_with_what_to_do(file: Path) -> None:
    with Library.open(file.parent, check=False) as library:
        database = library._database
    file.write_bytes(b"no database at all" * 1000)
    found = check_database(database, folder=file.parent)
    assert {one.kind for one in found.findings} == {"pages", "grade", "release", "cache"}
    assert not any(one.mendable for one in found.findings)
    texts = {one.kind: one.text for one in found.findings}
    assert texts["cache"].startswith("where pairs stand cannot be read: ")
    assert texts["release"].startswith("releases cannot be read: ")
    assert (found.n_events, found.n_adjudications, found.n_release_items) == (0, 0, 0)
    file.unlink()
    with pytest.raises(LibraryError, match=r"cannot be read through .*no backup"):
        check_database(database, folder=file.parent)


# -- checksums --------------------------------------------------------------------------------------------


def digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def test_a_checksum_is_that_of_the_values_in_their_order() -> None:
    moment = datetime(2026, 3, 1, 14, 30, 5, 7, tzinfo=timezone(timedelta(hours=2)))
    row = {"a": 1, "b": "ä", "t": moment, "raw": b"\x00", "other": 9}
    fields = ("b", "missing", "t", "a", "raw")
    wanted = ["ä", None, "2026-03-01 12:30:05.000007", 1, "b'\\x00'"]
    assert checksum(row, fields) == digest(json.dumps(wanted))
    assert checksum({"t": moment.replace(tzinfo=None)}, ("t",)) == digest('["2026-03-01 14:30:05.000007"]')
    assert checksum({"t": datetime(1, 1, 1, tzinfo=UTC)}, "t") == digest('["0001-01-01 00:00:00+00:00"]')
    assert checksum({"t": datetime(1000, 1, 1)}, "t") == digest('["1000-01-01 00:00:00.000000"]')
    assert sealed(ItemRow(1, 2, 0, 3, "s"))["checksum"] == digest('[1, 2, 0, 3, "s"]')
    assert set_checksum(["b", "a"]) == set_checksum(["a", "b"]) == digest("ab")


def test_every_column_of_a_grade_is_under_its_checksum(file: Path) -> None:
    own = {"seq", "checksum", "received_at_utc", "pk"}
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        for table, fields in FIELDS.items():
            rows = [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]
            assert rows
            assert set(rows[0]) - own <= set(fields)
            for row in rows:
                assert row["checksum"] == digest(json.dumps([row[name] for name in fields]))


# -- dates and files' names -------------------------------------------------------------------------------


def test_dates_that_no_working_clock_gives_are_not_believed() -> None:
    now, tick = datetime(2026, 3, 1, tzinfo=UTC), timedelta(microseconds=1)
    assert datetime(1990, 1, 1, tzinfo=UTC) == EARLIEST
    assert timedelta(days=1) == SKEW
    for moment, fits in (
        (EARLIEST, True),
        (EARLIEST - tick, False),
        (now + SKEW, True),
        (now + SKEW + tick, False),
    ):
        assert is_believable(moment, now) is fits
        assert believed(moment, now, now) == (moment if fits else now)
    assert is_believable(now + tick, now, ahead=tick)
    assert not is_believable(now + 2 * tick, now, ahead=tick)


def test_backups_go_by_their_number_whatever_the_clock_said(tmp_path: Path) -> None:
    place = tmp_path / "backups"
    advice = restore_advice(tmp_path)
    assert advice.startswith(f"There is no backup in {place}")
    place.mkdir()
    names = [
        "library-20260101-000000-000000.sqlite",
        "library-20300101-000000-000000.sqlite",
        "library-20290101-000000-000000-n2.sqlite",
        "library-20200101-000000-000000-n10.sqlite",
    ]
    for name in [*names, "replaced-20200101-000000-000000-n11.sqlite", "library-x.part", "other.sqlite"]:
        (place / name).touch()
    assert [path.name for path in backup_files(tmp_path)] == names
    assert [backup_order(place / name)[0] for name in names] == [0, 0, 2, 10]
    assert backup_stamp(place / names[3], "library-") == "20200101-000000-000000"
    made = new_backup(tmp_path, "replaced-")
    assert made.parent == place
    assert made.name.startswith(f"replaced-{datetime.now(UTC):%Y%m%d-}")
    assert made.name.endswith("-n12.sqlite")
    assert new_backup(tmp_path / "none", "library-").name.endswith("-n1.sqlite")
    advice = restore_advice(tmp_path)
    assert f"The newest backup is {place / names[3]}." in advice
    if os.name != "nt":
        assert advice.endswith(f"assay --library {tmp_path} restore {place / names[3]}")


# -- what killed processes left ---------------------------------------------------------------------------


@pytest.fixture
def dead() -> int:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


@pytest.mark.skipif(os.name == "nt", reason="nobody can be asked there whether they live")
def test_unfinished_files_of_the_dead_go_and_those_of_the_living_stay(tmp_path: Path, dead: int) -> None:
    machine = "m" + hashlib.blake2b(platform.node().encode(), digest_size=4).hexdigest()
    old = datetime.now(UTC).timestamp() - 3660
    places = [tmp_path, tmp_path / "backups", tmp_path / "indexes", tmp_path / "indexes" / "a" / "b"]
    gone, kept = [], []
    for place in places:
        place.mkdir(parents=True, exist_ok=True)
        for name, is_left, made in (
            (f".x.{machine}-{dead}-0123abcd.draft", True, None),
            (f"library.part-{machine}-{dead}", True, None),
            (f"library.part-{machine}-{dead}-journal", True, None),
            ("library.part123", False, old),
            (".x.0123abcd.draft", False, old),
            (f".x.{machine}-{os.getpid()}-0123abcd.draft", False, old),
            (f".x.m00000000-{dead}-0123abcd.draft", False, old + 120),
            ("library.sqlite", False, old),
            ("library.part1x", False, old),
        ):
            path = place / name
            path.touch()
            if made is not None:
                os.utime(path, (made, made))
            (gone if is_left else kept).append(path)
    folder = tmp_path / f".y.{machine}-{dead}-0123abcd.draft"
    folder.mkdir()
    elsewhere = tmp_path / "vectors"
    elsewhere.mkdir()
    (elsewhere / f"library.part-{machine}-{dead}").touch()
    assert left_over(tmp_path) == sorted(gone)
    assert sorted(remove_left_over(tmp_path)) == sorted(gone)
    assert left_over(tmp_path) == []
    assert remove_left_over(tmp_path) == []
    assert [path for path in kept if not path.exists()] == []
    assert folder.is_dir()
    assert len(list(elsewhere.iterdir())) == 1
    assert left_over(tmp_path / "nowhere") == []
