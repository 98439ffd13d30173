"""A Zotero data folder made by hand: the tables of Zotero 7 that hold papers."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = """
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE items (
    itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL, dateAdded TIMESTAMP DEFAULT CURRENT_TIMESTAMP,
    libraryID INT NOT NULL, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT, PRIMARY KEY (itemID, fieldID));
CREATE TABLE creators (
    creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT,
    UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE itemCreators (
    itemID INT NOT NULL, creatorID INT NOT NULL, creatorTypeID INT NOT NULL DEFAULT 1,
    orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex));
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT, tagID INT, type INT NOT NULL, PRIMARY KEY (itemID, tagID));
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY, parentItemID INT, note TEXT, title TEXT);
CREATE TABLE itemAttachments (
    itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT, charsetID INT, path TEXT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
CREATE TABLE feedItems (itemID INTEGER PRIMARY KEY, guid TEXT);
INSERT INTO libraries VALUES (1, 'user');
"""


@dataclass(frozen=True)
class Creator:
    family: str
    given: str = ""
    kind: str = "author"


class ZoteroFolder:
    """Writes items as Zotero does: names and values stand once, in tables of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "zotero.sqlite"
        folder.mkdir(exist_ok=True)
        with closing(sqlite3.connect(self.path)) as database:
            database.executescript(SCHEMA)

    def add(
        self,
        key: str,
        kind: str = "journalArticle",
        *,
        creators: tuple[Creator, ...] = (),
        tags: tuple[tuple[str, int], ...] = (),
        **fields: str,
    ) -> int:
        """The new item's id. A tag has type 0 where the user gave it, 1 where it came by itself."""
        with closing(sqlite3.connect(self.path)) as database, database:
            kind_id = _id(database, "itemTypes", "itemTypeID", "typeName", kind)
            item = database.execute(
                "INSERT INTO items (itemTypeID, libraryID, key) VALUES (?, 1, ?)", (kind_id, key)
            ).lastrowid
            assert item is not None
            for name, value in fields.items():
                field_id = _id(database, "fields", "fieldID", "fieldName", name)
                value_id = _id(database, "itemDataValues", "valueID", "value", value)
                database.execute("INSERT INTO itemData VALUES (?, ?, ?)", (item, field_id, value_id))
            # Stored last to first: the order is in orderIndex alone.
            for place, creator in reversed(list(enumerate(creators))):
                person = database.execute(
                    "INSERT INTO creators (firstName, lastName, fieldMode) VALUES (?, ?, ?)",
                    (creator.given, creator.family, int(not creator.given)),
                ).lastrowid
                role = _id(database, "creatorTypes", "creatorTypeID", "creatorType", creator.kind)
                database.execute("INSERT INTO itemCreators VALUES (?, ?, ?, ?)", (item, person, role, place))
            for tag, origin in tags:
                tag_id = _id(database, "tags", "tagID", "name", tag)
                database.execute("INSERT INTO itemTags VALUES (?, ?, ?)", (item, tag_id, origin))
            return item

    def attach(
        self, key: str, parent: int, path: str, *, kind: str = "application/pdf", mode: int = 0
    ) -> int:
        item = self.add(key, "attachment", title="PDF")
        self.run("INSERT INTO itemAttachments VALUES (?, ?, ?, ?, NULL, ?)", item, parent, mode, kind, path)
        return item

    def run(self, statement: str, *values: object) -> None:
        with closing(sqlite3.connect(self.path)) as database, database:
            database.execute(statement, values)


def _id(database: sqlite3.Connection, table: str, column: str, name: str, value: str) -> int:
    database.execute(
        f"INSERT INTO {table} ({name}) SELECT ?1 WHERE NOT EXISTS (SELECT 1 FROM {table} WHERE {name} = ?1)",
        (value,),
    )
    (found,) = database.execute(f"SELECT {column} FROM {table} WHERE {name} = ?", (value,)).fetchone()
    return int(found)
