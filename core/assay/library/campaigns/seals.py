"""Checksums that each grade is written with, so that a bit that flips on the disk is noticed.

A checksum covers what the row says and where it belongs, as this library keeps it: it is made here, also of
what a bundle or an import brings. `assay check` compares.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime

EVENT = (
    "event_uuid",
    "pair_pk",
    "annotator_pk",
    "kind",
    "grade",
    "note",
    "active_ms",
    "occurred_at_utc",
    "supersedes",
    "target",
    "merges",
    "device",
    "guideline_pk",
    "batch_pk",
)
ADJUDICATION = (
    "event_uuid",
    "pair_pk",
    "annotator_pk",
    "grade",
    "reason",
    "inputs_sha256",
    "occurred_at_utc",
    "supersedes",
    "merges",
    "device",
    "batch_pk",
)
ITEM = ("release_pk", "pair_pk", "grade", "n_raters", "source")

FIELDS = {"judgement_event": EVENT, "adjudication_event": ADJUDICATION, "release_item": ITEM}
"""table -> the columns that its checksum covers, in their order."""


def checksum(row: Mapping[str, object], fields: Iterable[str]) -> str:
    """16 hexadecimal digits of the row's values; columns that it lacks are NULL."""
    values = json.dumps([_plain(row.get(name)) for name in fields])
    return hashlib.blake2b(values.encode(), digest_size=8).hexdigest()


def sealed(row: Mapping[str, object], fields: Iterable[str]) -> dict[str, object]:
    """The row with its checksum."""
    return {**row, "checksum": checksum(row, fields)}


def set_checksum(checksums: Iterable[str]) -> str:
    """One for a whole set, whatever its order."""
    return hashlib.blake2b("".join(sorted(checksums)).encode(), digest_size=8).hexdigest()


def _plain(value: object) -> object:
    """As SQLite keeps it: times as text in UTC. What no column of ours holds becomes a text of its own."""
    if isinstance(value, datetime):
        aware = value if value.tzinfo is None else value.astimezone(UTC)
        return aware.strftime("%Y-%m-%d %H:%M:%S.%f") if aware.year >= 1000 else str(aware)
    return value if value is None or isinstance(value, (int, str, float)) else repr(value)
