"""Zotero's own database, zotero.sqlite in its data folder: read from a copy, never opened itself.

Zotero keeps the file locked while it runs and may be writing. So the database is copied together with its
log of the latest changes, once more if it changed meanwhile, and SQLite joins the two in the copy.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from assay.files import open_regular, temporary_folder
from assay.importers.entries.attached import is_pdf, placed
from assay.importers.entries.record import MAX_FIELD, Flaw, Record
from assay.importers.entries.source import Source, Unreadable
from assay.importers.zotero.fields import record_of
from assay.messages import message

if TYPE_CHECKING:
    import sqlite3

DATABASE = "zotero.sqlite"
_PARTS = ("", "-wal", "-journal")
"""The files of a database: itself, and what a program has written that is not in it yet."""

_TRIES = 3
_MOST = 4 * MAX_FIELD  # bytes of a value
_TABLES = frozenset({
    "items", "itemTypes", "itemData", "itemDataValues", "fields", "creators", "itemCreators", "creatorTypes",
    "tags", "itemTags", "itemAttachments", "deletedItems",
})  # fmt: skip

# Converted to text, since a column of SQLite may hold bytes and numbers whatever it was declared as.
_ITEMS = """
SELECT items.itemID, CAST(items.key AS TEXT), CAST(typeName AS TEXT)
FROM items JOIN itemTypes USING (itemTypeID)
WHERE typeName NOT IN ('attachment', 'note', 'annotation')
AND itemID NOT IN (SELECT itemID FROM deletedItems)
ORDER BY itemID
"""
_FIELDS = """
SELECT CAST(fieldName AS TEXT), CAST(value AS TEXT)
FROM itemData JOIN fields USING (fieldID) JOIN itemDataValues USING (valueID)
WHERE itemID = ?
"""
_CREATORS = """
SELECT CAST(creatorType AS TEXT), CAST(lastName AS TEXT), CAST(firstName AS TEXT) FROM itemCreators
JOIN creators USING (creatorID) JOIN creatorTypes USING (creatorTypeID)
WHERE itemID = ? ORDER BY orderIndex
"""
_TAGS = """
SELECT CAST(name AS TEXT) FROM itemTags JOIN tags USING (tagID) WHERE itemID = ? ORDER BY type, name
"""
_FILES = """
SELECT CAST(items.key AS TEXT), CAST(path AS TEXT), CAST(contentType AS TEXT)
FROM itemAttachments JOIN items USING (itemID)
WHERE parentItemID = ? AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY itemID
"""

_NOTES = """
SELECT CAST(note AS TEXT) FROM itemNotes
WHERE parentItemID = ? AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY itemID
"""
_STORED = "storage:"
_LINKED = "attachments:"


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record an item that is not in the bin; notes, attachments and the items of feeds are none.

    Entries of a database have no lines: theirs is 0. Raises `Unreadable` where it is not Zotero's.
    """
    import sqlite3  # here, for training needs no database

    with temporary_folder("assay-zotero") as folder:
        copy = _copied(source.path, folder)
        try:
            with closing(sqlite3.connect(copy)) as database:
                database.execute("PRAGMA trusted_schema = OFF")  # a foreign file gets no code run
                database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _MOST)  # nor may it make values without end
                database.text_factory = _text
                yield from _records(database, source)
        except (sqlite3.Error, UnicodeError) as error:  # the latter where a message quotes damaged names
            source.fault = message(
                "the database is damaged ({0}): let Zotero check it, or export RIS or BibTeX", error
            )
            source.line = -1  # reported as line 0


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _copied(database: Path, folder: Path) -> Path:
    """Return a copy as of one moment. Raises `Unreadable` where there is none to be had."""
    copy = folder / DATABASE
    for _ in range(_TRIES):
        try:
            before = _state(database)
            for part, state in zip(_PARTS, before, strict=True):
                own = copy.with_name(copy.name + part)
                own.unlink(missing_ok=True)
                if state is not None:
                    source = database.with_name(database.name + part)
                    with open_regular(source) as file, own.open("wb") as into:
                        shutil.copyfileobj(file, into)
            if _state(database) == before:
                return copy
        except FileNotFoundError:  # the log was taken in and removed meanwhile
            continue
        except OSError as error:
            raise Unreadable("the database cannot be copied: {0}", error.strerror or error) from error
    raise Unreadable("Zotero is writing into this database: close Zotero and import again")


def _state(database: Path) -> list[tuple[int, int] | None]:
    """Return the sizes and times of change by which a change is noticed."""
    states: list[tuple[int, int] | None] = []
    for part in _PARTS:
        file = database.with_name(database.name + part)
        found = file.stat() if file.exists() else None
        states.append((found.st_size, found.st_mtime_ns) if found else None)
    return states


def _records(database: sqlite3.Connection, source: Source) -> Iterator[Record]:
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables >= _TABLES:
        raise Unreadable("this SQLite database is not Zotero's: export BibTeX or RIS from its program")
    items = database.execute(_ITEMS).fetchall()
    if "feedItems" in tables:
        feeds = {item for (item,) in database.execute("SELECT itemID FROM feedItems")}
        items = [row for row in items if row[0] not in feeds]
    source.total = len(items)
    for item, key, kind in items:
        yield _record(database, item, key, kind, source.path.parent)


def _record(database: sqlite3.Connection, item: int, key: str, kind: str, folder: Path) -> Record:
    fields = {name: value for name, value in database.execute(_FIELDS, (item,)) if value is not None}
    return record_of(
        key,
        kind,
        fields,
        creators=database.execute(_CREATORS, (item,)).fetchall(),
        tags=[name for (name,) in database.execute(_TAGS, (item,)) if name],
        notes=[note for (note,) in database.execute(_NOTES, (item,)) if note] if _has_notes(database) else (),
        files=[_file(*row, folder=folder) for row in database.execute(_FILES, (item,))],
    )


def _has_notes(database: sqlite3.Connection) -> bool:
    found = database.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'itemNotes'")
    return found.fetchone() is not None


def _file(key: str, path: str | None, kind: str | None, *, folder: Path) -> str:
    """Where a PDF lies; "" for other kinds, and for what lies below a folder that only Zotero knows."""
    if not path or not is_pdf(path, kind or "") or path.startswith(_LINKED):
        return ""
    if path.startswith(_STORED):
        return placed(f"{key}/{path.removeprefix(_STORED)}", folder / "storage")
    return placed(path, folder)
