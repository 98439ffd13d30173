"""Backups: made, rotated, restored, and never worse than what they replace."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from assay.errors import LibraryError
from assay.library import Library, restore_backup

if TYPE_CHECKING:
    from pathlib import Path


def backups(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob("library-*.sqlite"))


def titles(file: Path) -> int:
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("SELECT count(*) FROM paper").fetchone()[0])


def test_a_backup_is_a_whole_library_by_itself(library: Library) -> None:
    library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    backup = library.backup()
    with closing(sqlite3.connect(f"{backup.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT grade FROM judgement_event").fetchall() == [(2,)]
        assert connection.execute("SELECT count(*) FROM paper").fetchall() == [(12,)]
    assert {path.name for path in backup.parent.iterdir()} == {path.name for path in backups(library.folder)}


def test_opening_makes_one_backup_a_day(folder: Path) -> None:
    for _ in range(3):
        Library.open(folder).close()
    assert len(backups(folder)) == 1
    first = backups(folder)[0]
    first.rename(first.with_name("library-20200101-000000-000000.sqlite"))
    Library.open(folder).close()
    assert len(backups(folder)) == 2


def test_an_unchecked_opening_makes_no_backup(folder: Path) -> None:
    Library.open(folder, check=False).close()
    assert backups(folder) == []


def test_an_empty_library_is_not_backed_up_by_itself(empty_folder: Path) -> None:
    Library.open(empty_folder).close()
    assert backups(empty_folder) == []


def test_the_last_seven_backups_are_kept(library: Library) -> None:
    made = [library.backup() for _ in range(10)]
    assert backups(library.folder) == made[-7:]


def test_backups_of_an_empty_library_push_out_no_good_one(folder: Path, empty_folder: Path) -> None:
    with Library.open(folder) as library:
        good = [library.backup() for _ in range(6)]
    (empty_folder / "library.sqlite").replace(folder / "library.sqlite")
    with Library.open(folder) as library:
        for _ in range(9):
            library.backup()
    assert set(good) <= set(backups(folder))
    assert all(titles(backup) == 12 for backup in good)


def test_a_failed_backup_leaves_neither_a_piece_nor_a_hole(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = backups(library.folder)

    def no_space(source: Path, target: Path) -> bool:
        target.write_bytes(b"half a file")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("assay.library.backups._copy", no_space)
    with pytest.raises(LibraryError, match="No space left"):
        library.backup()
    assert list((library.folder / "backups").iterdir()) == before


def test_a_restored_backup_replaces_a_damaged_library_which_is_kept_aside(folder: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
        backup = library.backup()
        library.judgements.record("q1", "d2", assessor="ada", relevance=1)
    with (folder / "library.sqlite").open("rb+") as file:
        file.truncate(20_000)
    damaged = (folder / "library.sqlite").read_bytes()
    with pytest.raises(LibraryError, match="damaged"):
        Library.open(folder)
    aside = restore_backup(folder, backup)
    assert aside is not None
    assert aside.read_bytes() == damaged
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {"q1": {"d1": 2}}
        library.judgements.record("q1", "d3", assessor="ada", relevance=0)
    assert backup.exists()


def test_a_restored_backup_replaces_a_library_that_is_gone(folder: Path) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    (folder / "library.sqlite").unlink()
    assert restore_backup(folder, backup) is None
    with Library.open(folder) as library:
        assert library.papers.count() == 12


def test_changes_that_a_killed_assay_left_in_the_log_are_set_aside_with_the_library(folder: Path) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    (folder / "library.sqlite-wal").write_bytes(b"left behind")
    aside = restore_backup(folder, backup)
    assert aside is not None
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"left behind"
    with Library.open(folder) as library:
        assert library.papers.count() == 12


@pytest.mark.parametrize("content", [b"", b"not a database", None])
def test_only_a_whole_library_is_restored(folder: Path, content: bytes | None) -> None:
    Library.open(folder).close()
    bad = folder / "backups" / "library-bad.sqlite"
    if content is not None:
        bad.write_bytes(content)
    before = (folder / "library.sqlite").read_bytes()
    with pytest.raises(LibraryError):
        restore_backup(folder, bad)
    assert (folder / "library.sqlite").read_bytes() == before
