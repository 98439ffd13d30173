"""A library file that a stranger made runs nothing by its schema, and its watched folders are not read."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from assay.errors import LibraryError
from assay.library import Library
from assay.library.upkeep.backup_preview import _connect as preview_connection
from assay.library.upkeep.backups import _connect

Assay = Callable[..., Any]

PARTS = {
    "trigger": "CREATE TRIGGER nice AFTER INSERT ON paper BEGIN DELETE FROM query; END",
    "in the name of ours": (
        "CREATE TRIGGER judgement_event_no_change AFTER INSERT ON judgement_event "
        "BEGIN UPDATE paper SET title = 'owned'; END"
    ),
    "view": "CREATE VIEW peek AS SELECT * FROM paper",
    "virtual table": "CREATE VIRTUAL TABLE words USING fts5(text)",
}


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS)
def test_a_library_with_parts_that_run_by_themselves_is_refused(
    assay: Assay, papers_file: Path, tmp_path: Path, part: str
) -> None:
    assert assay("import", papers_file).status == 0
    with sqlite3.connect(tmp_path / "library" / "library.sqlite") as database:
        database.execute(part)
    database.close()
    said = assay("queries", "list")
    assert said.status == 2
    assert "no library of Assay has" in said.err
    with pytest.raises(LibraryError, match="unasked"):
        Library.open(tmp_path / "library")


def test_no_connection_trusts_a_schema(tmp_path: Path) -> None:
    with Library.open(tmp_path / "library") as library:
        for name in ("read", "write"):
            with getattr(library._database, name)() as connection:
                assert connection.exec_driver_sql("PRAGMA trusted_schema").scalar() == 0
    for raw in (_connect(tmp_path / "library" / "library.sqlite"), preview_connection()):
        assert raw.execute("PRAGMA trusted_schema").fetchone() == (0,)
        raw.close()


def test_watched_folders_of_a_library_from_elsewhere_are_read_once_it_is_trusted(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    private = tmp_path / "private"
    private.mkdir()
    shutil.copy(papers_file, private)
    assert assay("watch", "add", private).status == 0
    theirs = tmp_path / "theirs"
    shutil.copytree(tmp_path / "library", theirs)
    refused = assay("watch", "look", "--json", folder=theirs)
    assert refused.status == 2
    assert "assay library trust" in refused.payload["error"]["message"]
    trusted = assay("library", "trust", "--json", folder=theirs).payload
    assert (trusted["trusted"], trusted["watched"]) == (True, [str(private)])
    assert assay("watch", "look", folder=theirs).status == 0
    assert assay("watch", "look").status == 0, "one's own needs no word"


def test_a_backup_from_elsewhere_does_not_bring_its_watched_folders(
    assay: Assay, papers_file: Path, tmp_path: Path
) -> None:
    assert assay("import", papers_file).status == 0
    assert assay("import", papers_file, folder=tmp_path / "other").status == 0
    shutil.copy(tmp_path / "other" / "library.sqlite", tmp_path / "theirs.sqlite")
    restored = assay("restore", tmp_path / "theirs.sqlite")
    assert restored.status == 0, restored.err
    assert assay("watch", "look").status == 2
