"""Backups: made, rotated, restored, and never worse than what they replace."""

from __future__ import annotations

import logging
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from assay.errors import LibraryError
from assay.library import Library, database, restore_backup
from assay.library.upkeep.backups import back_up_daily

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from assay.library.db.connection import Database


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

    def no_space(source: Path, target: Path) -> None:
        target.write_bytes(b"half a file")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("assay.library.upkeep.backups._copy", no_space)
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


@pytest.mark.parametrize(
    "change",
    [
        "CREATE TRIGGER theirs AFTER INSERT ON tag BEGIN UPDATE paper SET title = 'x'; END",
        "CREATE VIEW theirs AS SELECT * FROM paper",
        "UPDATE alembic_version SET version_num = '9999'",
    ],
)
def test_what_the_next_start_would_refuse_is_not_restored(folder: Path, change: str) -> None:
    with Library.open(folder) as library:
        theirs = library.backup()
    with closing(sqlite3.connect(theirs)) as connection, connection:
        connection.execute(change)
    before = (folder / "library.sqlite").read_bytes()
    with pytest.raises(LibraryError, match=str(theirs)):
        restore_backup(folder, theirs)
    assert (folder / "library.sqlite").read_bytes() == before


def killed_session(folder: Path, *, doc_id: str) -> None:
    """Grades a paper and leaves the library's files as a kill at that moment leaves them, log included."""
    left = folder.with_name("left")
    with Library.open(folder, check=False) as library:
        library.judgements.record("q1", doc_id, assessor="ada", relevance=1)
        shutil.copytree(folder, left)
    shutil.rmtree(folder)
    left.rename(folder)
    assert (folder / "library.sqlite-wal").stat().st_size > 0


def test_a_killed_sessions_log_beside_a_lost_library_does_not_get_into_the_restored_one(folder: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
        backup = library.backup()
        papers = library.papers.ids()
    killed_session(folder, doc_id="d2")
    log = (folder / "library.sqlite-wal").read_bytes()
    (folder / "library.sqlite").unlink()
    assert restore_backup(folder, backup) is None
    assert {path.name for path in folder.iterdir()} == {"library.sqlite", "library.id", "backups"}
    assert [path.read_bytes() for path in backup.parent.glob("replaced-*-wal")] == [log]
    with Library.open(folder) as library:
        assert library.papers.ids() == papers
        assert library.judgements.qrels() == {"q1": {"d1": 2}}


def test_a_crash_between_the_moves_leaves_no_log_beside_the_restored_library(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    killed_session(folder, doc_id="d2")
    replace, moves = type(folder).replace, iter([True, False])

    def crash(self: Path, target: Path) -> Path:
        if not next(moves, False):
            raise OSError(5, "Input/output error")
        return replace(self, target)

    monkeypatch.setattr(type(folder), "replace", crash)
    with pytest.raises(LibraryError, match="could not be restored"):
        restore_backup(folder, backup)
    monkeypatch.undo()
    assert not (folder / "library.sqlite-wal").exists()
    restore_backup(folder, backup)
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {}


def test_what_is_set_aside_can_be_restored_with_the_changes_in_its_log(folder: Path) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    killed_session(folder, doc_id="d2")
    aside = restore_backup(folder, backup)
    assert aside is not None
    restore_backup(folder, aside)
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {"q1": {"d2": 1}}


def test_nothing_is_restored_while_another_process_has_the_library_open(folder: Path) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    script = (
        "import sys; from pathlib import Path; from assay.library import Library\n"
        "with Library.open(Path(sys.argv[1])) as library:\n"
        "    library.judgements.record('q1', 'd1', assessor='ada', relevance=1)\n"
        "    print('open', flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", script, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as window:
        assert window.stdout is not None
        assert window.stdout.readline() == "open\n"
        before = {path.name: path.read_bytes() for path in folder.glob("library.sqlite*")}
        with pytest.raises(LibraryError, match="open in another program; nothing was changed"):
            restore_backup(folder, backup)
        after = {path.name: path.read_bytes() for path in folder.glob("library.sqlite*")}
        assert after.keys() == before.keys() == {f"library.sqlite{end}" for end in ("", "-wal", "-shm")}
        assert after["library.sqlite-wal"] == before["library.sqlite-wal"]
        window.communicate("")
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {"q1": {"d1": 1}}


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\xff" * 9000])
def test_a_library_that_sqlite_cannot_read_at_all_is_replaced(folder: Path, content: bytes) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    (folder / "library.sqlite").write_bytes(content)
    (folder / "library.sqlite-wal").write_bytes(b"left behind")
    aside = restore_backup(folder, backup)
    assert aside is not None
    assert aside.read_bytes() == content
    assert aside.with_name(aside.name + "-wal").read_bytes() == b"left behind"
    with Library.open(folder) as library:
        assert library.papers.count() == 12


def test_a_backup_whose_rows_refer_to_missing_ones_is_not_restored(folder: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
        backup = library.backup()
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("DELETE FROM annotator")
    with pytest.raises(LibraryError, match=r"not a complete library .*missing"):
        restore_backup(folder, backup)
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {"q1": {"d1": 2}}


def test_a_damaged_library_is_not_backed_up_and_pushes_no_good_copy_out(folder: Path) -> None:
    with Library.open(folder, check=False) as library:
        good = [library.backup() for _ in range(7)]
        with closing(sqlite3.connect(f"{good[0].as_uri()}?mode=ro", uri=True)) as connection:
            (page,) = connection.execute(
                "SELECT rootpage FROM sqlite_master WHERE name = 'paper_alias'"
            ).fetchone()
            (size,) = connection.execute("PRAGMA page_size").fetchone()
        with (folder / "library.sqlite").open("rb+") as file:
            file.seek((page - 1) * size)
            file.write(b"\xff" * size)
        with pytest.raises(LibraryError, match=r"No backup was made: .* is damaged"):
            library.backup()
    assert sorted((folder / "backups").iterdir()) == good


def test_a_daily_backup_that_fails_is_a_warning_and_the_grades_can_be_exported(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with Library.open(folder, check=False) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    (folder / "backups").write_bytes(b"a file where the folder of the backups should be")
    with Library.open(folder) as library:
        assert library.judgements.qrels() == {"q1": {"d1": 2}}
        with pytest.raises(LibraryError, match="No backup"):
            library.backup()
    warnings = [record for record in caplog.records if record.levelno == logging.WARNING]
    assert len(warnings) == 1
    assert str(folder / "library.sqlite") in warnings[0].getMessage()


def test_a_library_that_cannot_be_read_for_its_daily_backup_is_named(tmp_path: Path) -> None:
    file = tmp_path / "library.sqlite"
    file.write_bytes(b"no database at all" * 1000)
    with pytest.raises(LibraryError, match=re.escape(str(file))):
        back_up_daily(tmp_path)


def test_a_library_is_copied_before_it_is_migrated(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def migrate(opened: Database, *, before: Callable[[], object]) -> None:
        before()

    monkeypatch.setattr(database, "migrate", migrate)
    monkeypatch.setattr(database, "HEAD", "a later one")
    Library.open(folder, check=False).close()
    assert [titles(backup) for backup in backups(folder)] == [12]


def test_the_advice_for_a_lost_library_is_a_command_that_restores_the_newest_backup(folder: Path) -> None:
    folder = folder.rename(folder.with_name("Ada's library"))
    with Library.open(folder) as library:
        backup = library.backup()
    (folder / "library.sqlite").unlink()
    with pytest.raises(LibraryError) as caught:
        Library.open(folder)
    command = str(caught.value).partition("run: ")[2]
    assert shlex.split(command) == ["assay", "--library", str(folder), "restore", str(backup)]


def test_an_empty_backup_may_come_where_there_is_nothing_to_lose(
    empty: Library, folder: Path, tmp_path: Path
) -> None:
    backup = shutil.copy(empty.backup(), tmp_path / "empty backup.sqlite")
    (tmp_path / "new").mkdir()
    assert restore_backup(tmp_path / "new", backup) is None
    with Library.open(tmp_path / "new") as restored:
        assert restored.papers.count() == 0
    with pytest.raises(LibraryError, match=r"is empty and .* is not; nothing was changed"):
        restore_backup(folder, backup)
    assert titles(folder / "library.sqlite") == 12
