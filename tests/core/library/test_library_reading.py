"""Libraries that nothing can be written beside: read from a copy where a log holds changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from assay.errors import LibraryError
from assay.library import Library
from assay.library.db import reading
from assay.library.db.reading import open_for_reading
from assay.library.db.sqlite import SqliteDatabase
from assay.types import Paper
from postgres_server import _own_folder as own_folder


def titles(database: SqliteDatabase) -> list[str]:
    with database.read() as connection:
        return list(connection.exec_driver_sql("SELECT title FROM paper ORDER BY pk").scalars())


def copies(folder: Path) -> list[Path]:
    return sorted(folder.glob(".assay-reading.*"))


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def test_each_library_is_read_with_what_its_log_holds(empty_folder: Path, temporary: Path) -> None:
    other = Path(shutil.copytree(empty_folder, empty_folder.with_name("other")))
    with Library.open(empty_folder) as one, Library.open(other) as two:
        one.papers.add([(Paper("a", "Of the one"), ())])
        two.papers.add([(Paper("b", "Of the other"), ())])
        for folder, wanted in ((empty_folder, ["Of the one"]), (other, ["Of the other"])) * 2:
            file = folder / "library.sqlite"
            assert (folder / "library.sqlite-wal").stat().st_size > 0
            before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
            database = open_for_reading(file, "the disk is full", check=True)
            assert titles(database) == wanted
            assert (database.path, database.read_only) == (file, "the disk is full")
            assert len(copies(temporary)) == 1
            database.close()
            assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
            for left in copies(temporary):
                shutil.rmtree(left)
        one.papers.add([(Paper("c", "Later"), ())])
        database = open_for_reading(empty_folder / "library.sqlite", "x", check=False)
        assert titles(database) == ["Of the one", "Later"]
        database.close()


def test_a_library_without_a_log_is_read_where_it_lies(folder: Path, temporary: Path) -> None:
    file = folder / "library.sqlite"
    names = {path.name for path in folder.iterdir()}
    database = open_for_reading(file, "why", check=True)
    assert len(titles(database)) == 12
    assert (copies(temporary), {path.name for path in folder.iterdir()}) == ([], names)
    database.close()


def test_where_no_copy_can_be_made_it_is_said_what_to_do(
    empty_folder: Path, temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Library.open(empty_folder) as library:
        library.papers.add([(Paper("a", "One"), ())])
        file = empty_folder / "library.sqlite"
        changing = iter(range(100))
        with monkeypatch.context() as patched:
            patched.setattr(reading, "_stamps", lambda _: [(next(changing), 0)])
            with pytest.raises(LibraryError, match="keeps writing to"):
                open_for_reading(file, "why", check=True)
        assert next(changing) == 10, "five tries, looked at before and after"
        assert copies(temporary) == []
        monkeypatch.setattr(tempfile, "tempdir", str(temporary / "nowhere"))
        with pytest.raises(LibraryError, match=r"since why, nor copied to the temporary folder: .*TMPDIR"):
            open_for_reading(file, "why", check=True)


def test_folders_of_servers_whose_tests_were_killed_go(temporary: Path) -> None:
    """Not those of tests that run, or that are named otherwise."""
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    for name in (f"x-{ended.pid}-a", f"x-{os.getpid()}-b", f"x-{ended.pid}", "x-notes-c"):
        temporary.joinpath(name).mkdir()
    made = own_folder("x-")
    assert {path.name for path in temporary.iterdir()} == {
        f"x-{os.getpid()}-b", f"x-{ended.pid}", "x-notes-c", made.name,
    }  # fmt: skip
