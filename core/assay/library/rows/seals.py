"""Checksums that each grade is written with, so that a bit that flips on the disk is noticed.

A checksum covers what the row says and where it belongs, as this library keeps it: it is made here, also of
what a bundle or an import brings. `assay check` compares.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime

from assay.codec import shallow


@dataclass(frozen=True, slots=True)
class EventRow:
    """A row of the log of judgements, without its number and its checksum."""

    event_uuid: str
    pair_pk: int
    annotator_pk: int
    kind: str
    grade: int | None
    note: str | None
    active_ms: int | None
    occurred_at_utc: datetime
    supersedes: str | None
    target: str | None
    merges: str | None
    device: str
    guideline_pk: int | None
    batch_pk: int | None
    queue_order: str = ""


@dataclass(frozen=True, slots=True)
class AdjudicationRow:
    """A row of the log of adjudications, without its number and its checksum."""

    event_uuid: str
    pair_pk: int
    annotator_pk: int
    grade: int | None
    reason: str
    inputs_sha256: str
    occurred_at_utc: datetime
    supersedes: str | None
    merges: str | None
    device: str
    batch_pk: int | None = None


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A row of the judgements of releases, without its number and its checksum."""

    release_pk: int
    pair_pk: int
    grade: int
    n_raters: int
    source: str


Row = EventRow | AdjudicationRow | ItemRow

_TABLES = {"judgement_event": EventRow, "adjudication_event": AdjudicationRow, "release_item": ItemRow}
FIELDS = {table: tuple(each.name for each in fields(kind)) for table, kind in _TABLES.items()}
"""table -> the columns that its checksum covers, in their order."""


BY_SERVER = "s:"
"""Begins the checksums that rows/server_functions.py makes: PostgreSQL has SHA-256, and no BLAKE2."""


def checksum(row: Mapping[str, object], names: Iterable[str]) -> str:
    """16 hexadecimal digits of the row's values; columns that it lacks are NULL."""
    values = json.dumps([_plain(row.get(name)) for name in names])
    return hashlib.blake2b(values.encode(), digest_size=8).hexdigest()


def is_whole(row: Mapping[str, object], names: Iterable[str]) -> bool:
    """Return whether the row, with its checksum, is as it was written."""
    if not str(row["checksum"]).startswith(BY_SERVER):
        return row["checksum"] == checksum(row, names)
    values = json.dumps([_plain(row.get(name)) for name in names], ensure_ascii=False)
    return row["checksum"] == BY_SERVER + hashlib.sha256(values.encode("utf-8", "replace")).hexdigest()[:16]


def sealed(row: Row) -> dict[str, object]:
    """Return the row's columns with their checksum."""
    columns = shallow(row)
    return {**columns, "checksum": checksum(columns, columns)}


def set_checksum(checksums: Iterable[str]) -> str:
    """Return one for a whole set, whatever its order."""
    return hashlib.blake2b("".join(sorted(checksums)).encode(), digest_size=8).hexdigest()


def _plain(value: object) -> object:
    """Return a value as SQLite keeps it: times as text in UTC; what no column holds as its own text."""
    if isinstance(value, datetime):
        aware = value if value.tzinfo is None else value.astimezone(UTC)
        return aware.strftime("%Y-%m-%d %H:%M:%S.%f") if aware.year >= 1000 else str(aware)
    return value if value is None or isinstance(value, (int, str, float)) else repr(value)
