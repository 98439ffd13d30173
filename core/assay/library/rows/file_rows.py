"""Files of papers as rows: what is written for one, and how it is read back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa

from assay.library.db.lookup import inserted, rows_where, storable
from assay.library.db.schema import file, file_page, file_place, paper, paper_file

Found = tuple[str, float, str]
"""What a file says of a field: the text, how sure that is (0..1), and where it stood."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file lies. Size and time tell, without reading it, whether it may have changed."""

    path: str
    n_bytes: int
    modified_ns: int
    missing: bool = False

    @classmethod
    def of(cls, path: Path) -> Place:
        """As it is on the disk now. Raises OSError."""
        seen = path.stat()
        return cls(str(path), seen.st_size, seen.st_mtime_ns)


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that was read, or `fault`, a sentence that says why it could not be."""

    sha256: str
    n_bytes: int
    reader: int  # the version of what read it
    n_pages: int | None = None
    fault: str = ""
    found: Mapping[str, Found] = field(default_factory=dict)  # field of a paper -> what it says
    doubtful: bool = False  # to be reviewed by a person
    pages: Sequence[str] = ()  # the text of each


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of the library, with its paper and its places; without the text of its pages."""

    file: ReadFile
    doc_id: str | None
    places: tuple[Place, ...]


def readers(connection: sa.Connection, sha256s: Sequence[str]) -> dict[str, tuple[int, int, bool]]:
    """sha256 -> (pk, the version that read it, whether that failed)."""
    statement = sa.select(file.c.sha256, file.c.pk, file.c.reader, file.c.fault != "")
    return {
        row[0]: (row[1], row[2], row[3]) for row in rows_where(connection, statement, file.c.sha256, sha256s)
    }


def insert(connection: sa.Connection, read: ReadFile) -> int:
    row = {**_row(read), "sha256": read.sha256, "added_at_utc": datetime.now(UTC)}
    pk = inserted(connection, file, row)
    _write_pages(connection, pk, read.pages)
    return pk


def replace(connection: sa.Connection, pk: int, read: ReadFile) -> None:
    connection.execute(sa.update(file).where(file.c.pk == pk).values(_row(read)))
    connection.execute(sa.delete(file_page).where(file_page.c.file_pk == pk))
    _write_pages(connection, pk, read.pages)


def _row(read: ReadFile) -> dict[str, object]:
    return {
        "n_bytes": read.n_bytes,
        "n_pages": read.n_pages,
        "reader": read.reader,
        "fault": storable(read.fault),
        "found": {name: [storable(text), sure, where] for name, (text, sure, where) in read.found.items()},
        "doubtful": read.doubtful,
    }


def _write_pages(connection: sa.Connection, pk: int, pages: Sequence[str]) -> None:
    rows = [{"file_pk": pk, "page": page, "text": storable(text)} for page, text in enumerate(pages, start=1)]
    if rows:
        connection.execute(sa.insert(file_page), rows)


def put(connection: sa.Connection, file_pk: int, place: Place) -> None:
    """Put a file at a path, which holds one: what lay there has left it. Where it was missed is forgotten."""
    missed = sa.and_(file_place.c.file_pk == file_pk, file_place.c.missing_since_utc.is_not(None))
    connection.execute(sa.delete(file_place).where(sa.or_(file_place.c.path == place.path, missed)))
    row = {"path": place.path, "file_pk": file_pk, "n_bytes": place.n_bytes, "modified_ns": place.modified_ns}
    connection.execute(sa.insert(file_place), row)


def belong(connection: sa.Connection, paper_pk: int, file_pk: int) -> bool:
    """Give the file to the paper; whether that is new."""
    own = sa.and_(paper_file.c.paper_pk == paper_pk, paper_file.c.file_pk == file_pk)
    if connection.execute(sa.select(paper_file.c.file_pk).where(own)).first():
        return False
    connection.execute(sa.insert(paper_file), {"paper_pk": paper_pk, "file_pk": file_pk})
    return True


def stored(
    connection: sa.Connection, column: sa.ColumnElement[object], values: Sequence[object]
) -> dict[str, StoredFile]:
    statement = (
        sa.select(
            file.c.sha256,
            file.c.n_bytes,
            file.c.reader,
            file.c.n_pages,
            file.c.fault,
            file.c.found,
            file.c.doubtful,
            file.c.pk,
            sa.func.min(paper.c.doc_id),
        )
        .join_from(file, paper_file, isouter=True)
        .join(
            paper,
            sa.and_(paper.c.pk == paper_file.c.paper_pk, paper.c.removed_at_utc.is_(None)),
            isouter=True,
        )
        .group_by(file.c.pk)
    )
    found = sorted(rows_where(connection, statement, column, values), key=lambda row: int(row[7]))
    places = _places(connection, [row[7] for row in found])
    return {
        row[0]: StoredFile(
            ReadFile(
                sha256=row[0],
                n_bytes=row[1],
                reader=row[2],
                n_pages=row[3],
                fault=row[4],
                found={name: (text, sure, where) for name, (text, sure, where) in row[5].items()},
                doubtful=row[6],
            ),
            row[8],
            places.get(row[7], ()),
        )
        for row in found
    }


def _places(connection: sa.Connection, file_pks: Sequence[int]) -> dict[int, tuple[Place, ...]]:
    statement = sa.select(
        file_place.c.file_pk,
        file_place.c.path,
        file_place.c.n_bytes,
        file_place.c.modified_ns,
        file_place.c.missing_since_utc.is_not(None),
    )
    found: dict[int, tuple[Place, ...]] = {}
    for row in sorted(_all(connection, statement, file_pks), key=lambda row: (row[4], row[1])):
        found[row[0]] = (*found.get(row[0], ()), Place(row[1], row[2], row[3], missing=row[4]))
    return found


def _all(
    connection: sa.Connection, statement: sa.Select[int, str, int, int, bool], file_pks: Sequence[int]
) -> Iterator[sa.Row[int, str, int, int, bool]]:
    return rows_where(connection, statement, file_place.c.file_pk, file_pks)
