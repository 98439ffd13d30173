"""What a restore would change is known before it is done; an empty backup never replaces a full library."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from assay.errors import BadInput, LibraryError
from assay.library import Library, backup_facts, preview_restore, restore_backup
from assay.library.upkeep.backup_preview import Difference, Holdings
from assay.types import JudgementState, Paper

if TYPE_CHECKING:
    from pathlib import Path

NONE = Difference(0, 0, 0)


def test_backups_are_listed_newest_first_with_what_they_hold(folder: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
        first = library.backup()
        library.judgements.record("q1", "d2", assessor="ada", state=JudgementState.UNSURE)
        library.campaigns.create("reviewed")
        second = library.backup()
    facts = backup_facts(folder)
    assert [each.path for each in facts[:2]] == [second, first]
    assert facts[0].holdings == Holdings(papers=12, queries=3, judgements=2, campaigns=1)
    assert facts[1].holdings == Holdings(papers=12, queries=3, judgements=1, campaigns=0)
    assert all(each.kind == "backup" and each.size == each.path.stat().st_size for each in facts)


def test_a_copy_that_cannot_be_read_is_listed_as_such(folder: Path) -> None:
    bad = folder / "backups" / "library-20200101-000000-000000.sqlite"
    bad.parent.mkdir(exist_ok=True)
    bad.write_bytes(b"this is no database at all, and it is longer than a header of one" * 9)
    (facts,) = backup_facts(folder)
    assert facts.holdings is None
    assert "not a database" in facts.fault
    assert facts.made_at.year == 2020


def test_a_backup_of_the_same_library_changes_nothing(library: Library) -> None:
    library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    found = preview_restore(library.folder, library.backup())
    assert (found.papers, found.judgements, found.campaigns) == (NONE, NONE, NONE)
    assert found.now == found.then


def test_papers_that_would_come_go_and_differ_are_counted_and_named(library: Library) -> None:
    backup = library.backup()
    d1, d5 = library.papers.get(["d1", "d5"])
    library.papers.remove(["d5"])
    library.papers.add([(Paper("new", "A paper that came later"), [])])
    library.papers.update([(replace(d1, abstract="Another abstract."), [])])
    found = preview_restore(library.folder, backup)
    assert (found.papers.n_added, found.papers.n_removed, found.papers.n_changed) == (1, 1, 1)
    assert found.papers.added == (d5.title,)
    assert found.papers.removed == ("A paper that came later",)
    assert found.papers.changed == (d1.title,)
    assert (found.now, found.then) == (Holdings(12, 3, 0, 0), Holdings(12, 3, 0, 0))


def test_grades_that_would_be_lost_come_back_or_change_are_named(library: Library) -> None:
    record = library.judgements.record
    record("q1", "d1", assessor="ada", relevance=2)
    record("q1", "d2", assessor="ada", relevance=1)
    record("q2", "d3", assessor="bo", relevance=0)
    backup = library.backup()
    record("q1", "d1", assessor="ada", relevance=0)
    library.judgements.clear("q2", "d3", assessor="bo")
    record("q1", "d4", assessor="ada", relevance=1)
    record("q1", "d5", assessor="ada", state=JudgementState.UNSURE)
    found = preview_restore(library.folder, backup).judgements
    assert (found.n_added, found.n_removed, found.n_changed) == (1, 2, 1)
    assert found.added[0].startswith("bo: grade 0 · ")
    assert {line.split(" · ")[0] for line in found.removed} == {"ada: grade 1", "ada: unsure"}
    assert found.changed[0].startswith("ada: grade 0 → grade 2 · ")


def test_campaigns_are_compared_by_name(library: Library) -> None:
    library.campaigns.create("kept")
    backup = library.backup()
    library.campaigns.create("begun later")
    found = preview_restore(library.folder, backup).campaigns
    assert found == Difference(0, 1, 0, (), ("begun later",))


def test_the_preview_changes_no_file(library: Library) -> None:
    backup = library.backup()
    before = backup.read_bytes()
    preview_restore(library.folder, backup)
    assert backup.read_bytes() == before
    assert {path.name for path in backup.parent.iterdir() if path.name.startswith(backup.stem)} == {
        backup.name
    }


@pytest.mark.parametrize("state", ["missing", "damaged"])
def test_a_library_that_cannot_be_read_would_get_everything(folder: Path, state: str) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
        backup = library.backup()
    if state == "missing":
        (folder / "library.sqlite").unlink()
    else:
        (folder / "library.sqlite").write_bytes(b"nothing that anyone could read as a database" * 40)
    found = preview_restore(folder, backup)
    assert found.now is None
    assert found.fault
    assert (found.papers.n_added, found.papers.n_removed, found.papers.n_changed) == (12, 0, 0)
    assert found.judgements.n_added == 1


def test_a_library_of_an_earlier_version_is_not_compared_and_would_get_everything(folder: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
        backup = library.backup()
    with closing(sqlite3.connect(folder / "library.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
        connection.commit()
    found = preview_restore(folder, backup)
    assert found.now is None
    assert "earlier version of Assay (its schema is 0011)" in found.fault
    assert (found.papers.n_added, found.judgements.n_added, found.then) == (12, 1, Holdings(12, 3, 1, 0))


def test_a_file_that_is_no_library_is_refused(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE things (a)")
    with pytest.raises(LibraryError, match="cannot be read as a library"):
        preview_restore(folder, other)
    with pytest.raises(LibraryError, match="There is no backup"):
        preview_restore(folder, tmp_path / "none.sqlite")
    with pytest.raises(BadInput, match="on its server"):
        preview_restore("postgresql://somewhere/assay", other)
    assert backup_facts("postgresql://somewhere/assay") == []


def test_what_a_restore_replaced_is_listed_and_can_be_put_back(folder: Path) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    aside = restore_backup(folder, backup)
    assert aside is not None
    facts = {each.path: each for each in backup_facts(folder)}
    assert facts[aside].kind == "replaced"
    assert facts[aside].holdings == Holdings(12, 3, 1, 0)
    assert preview_restore(folder, aside).judgements.n_added == 1
    restore_backup(folder, aside)
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {"q1": {"d1": 2}}
