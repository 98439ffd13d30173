"""Opening a library: new, old, newer, damaged, read-only, not one at all."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from assay.errors import LibraryError, LibraryReadOnly, LibraryTooNew
from assay.library import Library
from assay.library.db import health

if TYPE_CHECKING:
    from pathlib import Path


def file_of(folder: Path) -> Path:
    return folder / "library.sqlite"


def sql(folder: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file_of(folder))) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def refused(folder: Path) -> str:
    """The message of the refusal; the file must be as it was."""
    before = file_of(folder).read_bytes()
    with pytest.raises(LibraryError) as caught:
        Library.open(folder)
    assert file_of(folder).read_bytes() == before
    return str(caught.value)


def test_a_new_folder_becomes_an_empty_library(tmp_path: Path) -> None:
    with Library.open(tmp_path / "new" / "library #1 50%") as library:
        assert library.papers.count() == 0
        assert library.papers.ids() == []
        assert library.papers.years() is None
        assert library.papers.venues() == []
        assert library.queries.all() == []
        assert library.judgements.current() == []
        assert library.judgements.undo(assessor="ada") is None
        assert library.judgements.redo(assessor="ada") is None
        assert library.revision() == 0


def test_without_create_a_missing_library_is_an_error_and_nothing_is_made(tmp_path: Path) -> None:
    with pytest.raises(LibraryError, match="no library in"):
        Library.open(tmp_path / "nowhere", create=False)
    assert not (tmp_path / "nowhere").exists()


def test_the_file_is_in_write_ahead_mode_with_its_guards_on(library: Library) -> None:
    with library._database.read() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "foreign_keys", "synchronous", "busy_timeout", "recursive_triggers")
        }
    assert pragmas["journal_mode"] == "wal"
    assert pragmas["foreign_keys"] == 1
    assert pragmas["synchronous"] == 2  # FULL
    assert pragmas["busy_timeout"] >= 10_000
    assert pragmas["recursive_triggers"] == 1


def test_closing_leaves_one_file_and_no_log(folder: Path) -> None:
    with Library.open(folder) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=2)
    assert {path.name for path in folder.iterdir()} == {"library.sqlite", "library.id", "backups"}


def test_a_library_of_a_later_version_is_refused(folder: Path) -> None:
    sql(folder, "UPDATE alembic_version SET version_num = '0999'")
    before = file_of(folder).read_bytes()
    with pytest.raises(LibraryTooNew, match=r"0999.*Update Assay"):
        Library.open(folder)
    assert file_of(folder).read_bytes() == before


def test_a_file_that_is_not_sqlite_is_refused(tmp_path: Path) -> None:
    file_of(tmp_path).write_text("@article{smith2020, title = {No database}}")
    assert "not an Assay library" in refused(tmp_path)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    sql(tmp_path, "CREATE TABLE items (id INTEGER PRIMARY KEY)")
    assert "another program" in refused(tmp_path)


@pytest.mark.parametrize("keep", [0.9, 0.1])
def test_a_truncated_library_is_refused_and_its_newest_backup_named(folder: Path, keep: float) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    size = file_of(folder).stat().st_size
    os.truncate(file_of(folder), int(size * keep))
    message = refused(folder)
    assert "damaged" in message
    assert str(backup) in message


def test_an_overwritten_page_is_found_at_opening(folder: Path) -> None:
    with Library.open(folder) as library:
        backup = library.backup()
    with file_of(folder).open("rb+") as file:
        file.seek(4096 * 20)
        file.write(os.urandom(4096 * 10))
    assert str(backup) in refused(folder)


def test_an_emptied_file_is_not_taken_for_a_new_library(folder: Path) -> None:
    Library.open(folder).close()  # makes the day's backup
    file_of(folder).write_bytes(b"")
    assert "backup" in refused(folder)


def test_a_missing_file_beside_backups_is_not_replaced_by_an_empty_library(folder: Path) -> None:
    Library.open(folder).close()
    file_of(folder).unlink()
    with pytest.raises(LibraryError, match=r"is missing\. The newest backup is"):
        Library.open(folder)
    assert not file_of(folder).exists()


def test_damage_without_any_backup_says_that_there_is_none(folder: Path) -> None:
    shutil.rmtree(folder / "backups", ignore_errors=True)
    os.truncate(file_of(folder), 10_000)
    assert "There is no backup" in refused(folder)


def test_a_folder_below_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "paper.pdf").write_text("x")
    with pytest.raises(LibraryError, match="No library can be kept in"):
        Library.open(tmp_path / "paper.pdf" / "library")


@pytest.mark.parametrize("locked", ["folder", "file"])
def test_a_read_only_library_is_read_and_nothing_is_touched(
    folder: Path, monkeypatch: pytest.MonkeyPatch, locked: str
) -> None:
    # Permissions do not bind the superuser, whom tests may run as: ask os.access to say what it would say.
    target = folder if locked == "folder" else file_of(folder)
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    monkeypatch.setattr("os.access", lambda path, mode: path != target)
    with Library.open(folder) as library:
        assert library.read_only == "its folder cannot be written"
        assert library.papers.count()
        with pytest.raises(LibraryReadOnly, match="is read-only because"):
            library.index_marks.new(1)
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_looking_at_the_file_takes_no_lock_of_this_process_away(folder: Path) -> None:
    with Library.open(folder) as library:
        assert library.papers.count()  # SQLite holds its lock on the file from here on
        health.check_file(file_of(folder))
        change = (
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1], timeout=0); "
            "print(c.execute('PRAGMA journal_mode = DELETE').fetchone())"
        )
        other = subprocess.run(
            [sys.executable, "-c", change, str(file_of(folder))], capture_output=True, text=True, check=False
        )
    assert "locked" in other.stderr, other.stdout


def test_a_write_that_the_system_refuses_is_explained(library: Library) -> None:
    with library._database.read() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(LibraryError, match="Make its folder writable"):
        library.judgements.record("q1", "d1", assessor="ada", relevance=1)


def test_a_lock_that_is_never_released_is_explained(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("assay.library.db.sqlite.BUSY_SECONDS", 0.1)
    monkeypatch.setattr("assay.library.db.sqlite.PRAGMAS", ("PRAGMA busy_timeout = 50",))
    with (
        Library.open(folder, check=False) as library,
        closing(sqlite3.connect(file_of(folder), isolation_level=None)) as other,
    ):
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(LibraryError, match="Another program keeps"):
            library.judgements.record("q1", "d1", assessor="ada", relevance=1)
        other.execute("ROLLBACK")


def test_a_write_waits_for_another_programs_short_lock(library: Library, folder: Path) -> None:
    locked = threading.Event()

    def hold() -> None:
        with closing(sqlite3.connect(file_of(folder), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            locked.set()
            time.sleep(0.3)
            other.execute("ROLLBACK")

    holder = threading.Thread(target=hold)
    holder.start()
    locked.wait()
    library.judgements.record("q1", "d1", assessor="ada", relevance=1)
    holder.join()
    assert library.judgements.qrels() == {"q1": {"d1": 1}}


def test_a_large_library_is_checked_as_a_whole_once_a_day(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SMALL_BYTES", 0)
    now = 1_800_000_000.0
    monkeypatch.setattr(health.time, "time", lambda: now)
    Library.open(folder).close()
    # Damage a page of the papers' texts: only a check of the whole file looks there.
    _damage_page_of("paper_alias", folder)
    now += 3600
    Library.open(folder).close()
    now += 24 * 3600
    assert "damaged" in refused(folder)


def test_a_large_library_that_was_not_closed_is_checked_sooner(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "SMALL_BYTES", 0)
    now = 1_800_000_000.0
    monkeypatch.setattr(health.time, "time", lambda: now)
    Library.open(folder).close()
    with Library.open(folder, check=False) as library:
        library.judgements.record("q1", "d1", assessor="ada", relevance=1)
        shutil.copytree(folder, folder.with_name("left"))  # as a kill would leave it, log included
    left = folder.with_name("left")
    _damage_page_of("paper_alias", left)
    now += 1200
    with pytest.raises(LibraryError, match="damaged"):
        Library.open(left)


def _damage_page_of(table: str, folder: Path) -> None:
    with closing(sqlite3.connect(f"{file_of(folder).as_uri()}?mode=ro", uri=True)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with file_of(folder).open("rb+") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
