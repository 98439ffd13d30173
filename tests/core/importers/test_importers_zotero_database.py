"""Zotero's data folder, read from a copy of its database."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO

import pytest
from importers_reading import read_file, records_of
from importers_zotero import Creator, ZoteroFolder

from assay.importers.entries.record import paper_of
from assay.importers.zotero.local_api import record_of_row
from assay.types import Paper


@pytest.fixture
def zotero(tmp_path: Path) -> ZoteroFolder:
    return ZoteroFolder(tmp_path / "Zotero")


def add_lake(zotero: ZoteroFolder) -> int:
    return zotero.add(
        "LAKE0001",
        creators=(
            Creator("Cho", "C", kind="editor"),
            Creator("Müller", "Ana"),
            Creator("The Lake Group"),
        ),
        tags=(("rivers, long", 1), ("lakes", 0)),
        title="On H<sub>2</sub>O and the étang",
        abstractNote="One & two.",
        date="2020-08-00 August 2020",
        publicationTitle="Journal of Lakes",
        publisher="Lake Press",
        DOI="10.1000/LAKE.5",
        url="https://a.test/lake",
        extra="PMID: 4711\narXiv: 2101.00001 [cs]",
    )


def test_an_item_becomes_a_paper(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    assert read_file(zotero.folder).bare == Paper(
        doc_id="LAKE0001",
        title="On H2O and the étang",
        abstract="One & two.",
        authors=("Müller, Ana", "The Lake Group"),
        year=2020,
        venue="Journal of Lakes",
        doi="10.1000/lake.5",
        arxiv_id="2101.00001",
        pmid="4711",
        url="https://a.test/lake",
        keywords=("lakes", "rivers, long"),
    )


def test_attachments_notes_feeds_and_the_bin_are_no_papers(zotero: ZoteroFolder) -> None:
    item = add_lake(zotero)
    zotero.attach("PDFA0001", item, "storage:a.pdf")
    zotero.add("NOTE0001", "note")
    deleted = zotero.add("GONE0001", title="In the bin")
    zotero.run("INSERT INTO deletedItems (itemID) VALUES (?)", deleted)
    fed = zotero.add("FEED0001", title="News")
    zotero.run("INSERT INTO feedItems VALUES (?, 'guid')", fed)
    assert [paper.doc_id for paper in read_file(zotero.folder).papers] == ["LAKE0001"]


def test_its_pdfs_are_in_the_storage_or_where_they_were_linked(zotero: ZoteroFolder) -> None:
    item = add_lake(zotero)
    zotero.attach("PDFA0001", item, "storage:a lake.pdf")
    zotero.attach("PDFB0001", item, "/home/a/b.pdf", mode=2)
    zotero.attach("HTML0001", item, "storage:page.html", kind="text/html")
    zotero.attach("CLIM0001", item, "storage:../../../etc/secret.pdf")
    zotero.attach("BASE0001", item, "attachments:unknown.pdf", mode=2)
    gone = zotero.attach("GONE0001", item, "storage:gone.pdf")
    zotero.run("INSERT INTO deletedItems (itemID) VALUES (?)", gone)
    (record,) = records_of(zotero.path)
    stored = zotero.folder / "storage" / "PDFA0001" / "a lake.pdf"
    assert record.files == (str(stored), "/home/a/b.pdf")


def test_what_lies_in_the_storage_is_not_imported_by_itself(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    stored = zotero.folder / "storage" / "DATA0001"
    stored.mkdir(parents=True)
    (stored / "references.bib").write_text("@misc{a, title={Not mine}}")
    assert read_file(zotero.folder.parent).paper.doc_id == "LAKE0001"


def test_titles_and_venues_of_other_kinds_are_found(zotero: ZoteroFolder) -> None:
    zotero.add("CASE0001", "case", caseName="A v. B", dateDecided="1999-00-00 1999")
    zotero.add("THES0001", "thesis", title="A thesis", university="A University")
    zotero.add("CHAP0001", "bookSection", title="A chapter", bookTitle="A book", publisher="A press")
    zotero.add("FILM0001", "film", title="A film", creators=(Creator("Rey", "Z", kind="director"),))
    zotero.add("PREP0001", "preprint", title="A preprint", repository="arXiv", archiveID="arXiv:2101.00002")
    case, thesis, chapter, film, preprint = read_file(zotero.folder).papers
    assert (case.title, case.year) == ("A v. B", 1999)
    assert (thesis.venue, chapter.venue) == ("A University", "A book")
    assert film.authors == ("Rey, Z",)
    assert (preprint.venue, preprint.arxiv_id) == ("arXiv", "2101.00002")


def test_an_item_without_title_is_told_by_its_key(zotero: ZoteroFolder) -> None:
    zotero.add("NONE0001", date="2001")
    add_lake(zotero)
    found = read_file(zotero.folder)
    assert found.paper.doc_id == "LAKE0001"
    assert found.failure.line == 0
    assert found.failure.reason == "the entry 'NONE0001' has no title, DOI or other identifier"
    assert found.failure.file == str(zotero.path)


def state(folder: Path) -> dict[str, tuple[str, int]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {
        path.name: (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns) for path in files
    }


def test_changes_that_are_still_in_the_log_are_read_and_nothing_is_written(zotero: ZoteroFolder) -> None:
    """While another connection, as Zotero would, holds the database open with unmerged changes."""
    with closing(sqlite3.connect(zotero.path)) as writer:
        writer.execute("PRAGMA journal_mode = WAL")
        writer.execute("SELECT count(*) FROM items").fetchone()  # holds the log open
        add_lake(zotero)
        assert (zotero.folder / "zotero.sqlite-wal").stat().st_size > 0
        before = state(zotero.folder)
        assert read_file(zotero.folder).paper.doc_id == "LAKE0001"
        assert state(zotero.folder) == before


def test_a_database_that_is_locked_for_itself_alone_is_read(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    with closing(sqlite3.connect(zotero.path, isolation_level=None)) as writer:
        writer.execute("PRAGMA locking_mode = EXCLUSIVE")
        writer.execute("PRAGMA cache_size = 1")  # so that the changes below reach the file
        before = zotero.path.read_bytes()
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("UPDATE items SET key = key || hex(randomblob(9000))")
        writer.execute("DELETE FROM itemData")  # not committed: no one else may see it
        assert zotero.path.read_bytes() != before
        assert read_file(zotero.folder).paper.venue == "Journal of Lakes"
        writer.execute("ROLLBACK")


def test_a_database_that_changes_all_the_time_is_told(
    zotero: ZoteroFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_lake(zotero)
    copy = shutil.copyfileobj

    def copy_and_change(source: IO[bytes], target: IO[bytes]) -> None:
        copy(source, target)
        with zotero.path.open("ab") as file:
            file.write(b"\0" * 4096)

    monkeypatch.setattr(shutil, "copyfileobj", copy_and_change)
    failure = read_file(zotero.path).failure
    assert failure.reason == "Zotero is writing into this database: close Zotero and import again"


def test_another_programs_database_is_told(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.sqlite")) as database:
        database.execute("CREATE TABLE items (itemID INTEGER PRIMARY KEY)")
    assert "is not Zotero's" in read_file(tmp_path / "other.sqlite").failure.reason


def test_a_view_in_the_place_of_a_table_is_not_run(zotero: ZoteroFolder) -> None:
    zotero.run("ALTER TABLE tags RENAME TO real_tags")
    zotero.run(
        "CREATE VIEW tags AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) "
        "SELECT x AS tagID, 'a' AS name FROM n"
    )
    assert "is not Zotero's" in read_file(zotero.path).failure.reason


def test_a_database_that_is_cut_off_is_told(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    content = zotero.path.read_bytes()
    for length in (20, 100, 4096, len(content) // 2):
        zotero.path.write_bytes(content[:length])
        found = read_file(zotero.path)
        assert not found.papers
        assert found.failure.line == 0
        assert "damaged" in found.failure.reason or "not Zotero's" in found.failure.reason


def test_damage_in_the_names_of_tables_and_columns_is_told(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    content = zotero.path.read_bytes()
    schema = content.index(b"CREATE TABLE itemTypes")
    for at in range(schema, schema + 60):
        zotero.path.write_bytes(content[:at] + b"\x80" + content[at + 1 :])
        found = read_file(zotero.path)
        assert found.papers or found.failure.reason


def test_damaged_text_is_marked(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    zotero.run("UPDATE itemDataValues SET value = CAST(X'4CE96D' AS TEXT) WHERE value = 'Journal of Lakes'")
    assert read_file(zotero.path).paper.venue == "L\N{REPLACEMENT CHARACTER}m"


def test_bytes_and_numbers_where_texts_belong_are_read_as_texts(zotero: ZoteroFolder) -> None:
    add_lake(zotero)
    before = read_file(zotero.path).paper
    zotero.run("UPDATE creators SET lastName = CAST(lastName AS BLOB), firstName = 7")
    zotero.run("UPDATE itemDataValues SET value = CAST(value AS BLOB)")
    zotero.run("UPDATE tags SET name = CAST(name AS BLOB)")
    zotero.run("UPDATE itemAttachments SET path = CAST(path AS BLOB)")
    after = read_file(zotero.path).paper
    families = tuple(author.partition(", ")[0] for author in before.authors)
    assert after.authors == tuple(f"{family}, 7" for family in families)
    assert (after.title, after.venue, after.keywords) == (before.title, before.venue, before.keywords)


def test_the_local_api_gives_the_same_paper_as_the_database(zotero: ZoteroFolder) -> None:
    """A row as Zotero 7 answers it, against the tables that the same item has; files and notes come apart."""
    add_lake(zotero)
    row = {
        "key": "LAKE0001",
        "version": 3,
        "meta": {"creatorSummary": "Müller and The Lake Group", "parsedDate": "2020-08", "numChildren": 0},
        "data": {
            "key": "LAKE0001", "version": 3, "itemType": "journalArticle",
            "title": "On H<sub>2</sub>O and the étang", "abstractNote": "One & two.", "date": "August 2020",
            "publicationTitle": "Journal of Lakes", "publisher": "Lake Press", "DOI": "10.1000/LAKE.5",
            "url": "https://a.test/lake", "extra": "PMID: 4711\narXiv: 2101.00001 [cs]",
            "creators": [
                {"firstName": "C", "lastName": "Cho", "creatorType": "editor"},
                {"firstName": "Ana", "lastName": "Müller", "creatorType": "author"},
                {"name": "The Lake Group", "creatorType": "author"},
            ],
            "tags": [{"tag": "lakes"}, {"tag": "rivers, long", "type": 1}], "relations": {},
            "collections": [], "dateAdded": "2020-09-01T10:00:00Z", "dateModified": "2020-09-01T10:00:00Z",
        },
    }  # fmt: skip
    assert [paper_of(record_of_row(row, ()))] == read_file(zotero.folder).papers
