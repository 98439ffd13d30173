"""One record of a bundle, read with suspicion, and what is known here while its records are merged."""

from __future__ import annotations

import math
import re
import uuid
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import NoReturn, TypeGuard, TypeVar

import sqlalchemy as sa

from assay.campaign_types import Facts
from assay.errors import BadInput, LibraryError
from assay.library.db.dates import EARLIEST, SKEW, is_believable
from assay.library.db.lookup import SHOWN, storable
from assay.library.rows.assignment_rows import AssignmentRow
from assay.library.rows.pair_state import PairState
from assay.library.rows.seals import AdjudicationRow, EventRow
from assay.messages import message

Kind = TypeVar("Kind", bound=StrEnum)

SHA256 = re.compile("[0-9a-f]{64}")
SHOWN_CHARACTERS = 60  # characters of a wrong value that a message repeats
LARGEST = 2**31 - 1
CREATE = "That is merging with --create."


@dataclass(frozen=True, slots=True)
class Record:
    """The `number`-th record of a bundle, from 1. Every method raises BadInput that names it."""

    number: int
    fields: Facts

    @property
    def kind(self) -> str:
        return str(self.fields.get("kind", "")) if isinstance(self.fields, dict) else ""

    def fail(self, reason: str, *values: object, advice: str = "") -> NoReturn:
        raise BadInput(
            "Record {0} ({1}) of the bundle cannot be used: {2}. Nothing was merged.",
            self.number,
            self.kind or message("no kind"),
            message(reason, *values),
            advice=advice,
        )

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """What the library refuses inside the block is this record's fault."""
        try:
            yield
        except (BadInput, LibraryError) as error:
            self.fail(str(error.message).rstrip("."))

    def wrong(self, name: str, wanted: str) -> NoReturn:
        value = self.fields.get(name)
        shown = (
            repr(value) if len(repr(value)) <= SHOWN_CHARACTERS else f"{repr(value)[:SHOWN_CHARACTERS]}..."
        )
        self.fail(f"its {name} must be {wanted}, not {shown}" if name in self.fields else f"it has no {name}")

    def text(self, name: str) -> str:
        value = self.fields.get(name)
        if type(value) is not str:
            self.wrong(name, "a text")
        return storable(value)

    def name(self, name: str) -> str:
        """Return a text that something is called by: not empty, and kept letter by letter."""
        value = self.text(name)
        if not value or value != self.fields[name]:
            self.wrong(name, "a text that is not empty")
        return value

    def optional_name(self, name: str) -> str | None:
        return self.name(name) if self._given(name) else None

    def uuid(self, name: str = "uuid") -> str:
        value = self.name(name)
        try:
            canonical = str(uuid.UUID(value))
        except ValueError:
            canonical = ""
        if value != canonical:
            self.wrong(name, "a UUID")
        return value

    def optional_uuid(self, name: str) -> str | None:
        return self.uuid(name) if self._given(name) else None

    def sha256(self, name: str) -> str:
        value = self.name(name)
        if not SHA256.fullmatch(value):
            self.wrong(name, "a SHA-256 in hexadecimal digits")
        return value

    def optional_sha256(self, name: str) -> str | None:
        return self.sha256(name) if self._given(name) else None

    def whole(self, name: str, least: int = 0, most: int = LARGEST) -> int:
        value = self.fields.get(name)
        if type(value) is not int or not least <= value <= most:  # True is an int to Python
            self.wrong(name, f"a whole number from {least} to {most}" if most < LARGEST else "a whole number")
        return value

    def optional_whole(self, name: str, least: int = 0, most: int = LARGEST) -> int | None:
        return self.whole(name, least, most) if self._given(name) else None

    def optional_number(self, name: str) -> float | None:
        value = self.fields.get(name)
        if value is None:
            return None
        if not _is_finite(value):
            self.wrong(name, "a number")
        return float(value)

    def flag(self, name: str) -> bool:
        value = self.fields.get(name)
        if type(value) is not bool:
            self.wrong(name, "true or false")
        return value

    def moment(self, name: str, *, ahead: timedelta = SKEW) -> datetime:
        """A time that a working clock has given: from 1990 on, and at most `ahead` of now."""
        found, now = self.any_moment(name), datetime.now(UTC)
        if not is_believable(found, now, ahead=ahead):
            self.wrong(
                name,
                f"a time from {EARLIEST.year} on and not in the future (it is {now:%Y-%m-%d %H:%M} UTC here)",
            )
        return found

    def any_moment(self, name: str) -> datetime:
        value = self.name(name)
        try:
            found = datetime.fromisoformat(value)
            if found.tzinfo is None:
                self.wrong(name, "a time with its offset from UTC")
            return found.astimezone(UTC)
        except (ValueError, OverflowError):
            self.wrong(name, "a time such as 2026-01-31T12:00:00+00:00")

    def optional_moment(self, name: str) -> datetime | None:
        return self.moment(name) if self._given(name) else None

    def one_of(self, name: str, kinds: type[Kind]) -> Kind:
        value = self.text(name)
        if value not in list(kinds):
            self.wrong(name, f"one of {', '.join(kinds)}")
        return kinds(value)

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.fields.get(name)
        if type(value) is not list or any(type(entry) is not str for entry in value):
            self.wrong(name, "a list of texts")
        return tuple(storable(entry) for entry in value)

    def object(self, name: str) -> Facts:
        value = self.fields.get(name)
        if not isinstance(value, dict):
            self.wrong(name, "a JSON object")
        return value

    def hits(self, name: str) -> list[tuple[str, float]]:
        """[[doc_id, score], ...] with each doc_id once and finite scores."""
        value = self.fields.get(name)
        found: dict[str, float] = {}
        for entry in value if type(value) is list else [None]:
            if type(entry) is not list or [type(part) for part in entry[:1]] != [str] or len(entry) != 2:
                self.wrong(name, "a list of [doc_id, score]")
            doc_id, score = entry
            if not doc_id or doc_id in found or not _is_finite(score):
                self.wrong(name, "papers, each once and with a number")
            found[doc_id] = float(score)
        return list(found.items())

    def _given(self, name: str) -> bool:
        return self.fields.get(name) is not None


def _is_finite(score: object) -> TypeGuard[float]:
    """Whether it is a number that a float can hold. JSON has whole numbers of any length."""
    try:
        return isinstance(score, int | float) and not isinstance(score, bool) and math.isfinite(float(score))
    except OverflowError:
        return False


def counted(n: int, one: str, many: str) -> str:
    """ "1 pair has", "2 pairs have"."""
    return f"{n} {one if n == 1 else many}"


@dataclass
class Target:
    """The campaign that a bundle is merged into, inside one write transaction."""

    connection: sa.Connection
    create: bool  # make the campaign and its papers where they are not here
    batch_pk: int
    now: datetime
    device: str = ""  # the installation that wrote the bundle; "" where it does not say
    here: str = ""  # this installation
    is_own: bool = False  # this installation wrote the bundle
    confirmed: Collection[str] | None = ()  # handles whose events are taken over in any case; None: all
    withheld: Collection[str] = ()  # uuids in the bundle of people whose new events stay out
    is_new: bool = False  # the campaign was made by this merge
    devices: dict[int, Counter[str]] = field(default_factory=dict)  # person -> where new events were made
    changed: dict[tuple[int, int], tuple[PairState, PairState]] = field(
        default_factory=dict
    )  # that stood before
    overruled: Counter[int] = field(default_factory=Counter)  # adjudicator -> others' settlements replaced
    left_out: set[str] = field(default_factory=set)  # uuids of events that stay out
    dependents: Counter[int] = field(default_factory=Counter)  # adjudicator -> those that build on such
    campaign_pk: int = 0  # 0: the campaign's record is yet to come
    takes_corpus: bool = False  # the frozen corpus is the bundle's
    guidelines: dict[str, int] = field(default_factory=dict)  # sha256 -> pk
    people: dict[str, int] = field(default_factory=dict)  # uuid in the bundle -> pk
    papers: dict[str, int] = field(default_factory=dict)  # doc_id in the bundle -> pk
    named: dict[int, str] = field(default_factory=dict)  # pk -> doc_id in the bundle
    by_alias: dict[str, Record] = field(default_factory=dict)  # doc_id in the bundle that is another here
    corpus: list[Record] = field(default_factory=list)  # papers to be frozen
    queries: dict[str, int] = field(default_factory=dict)  # query_id -> pk
    runs: dict[str, int | None] = field(default_factory=dict)  # tag -> pk; None: not taken over
    ranked: set[tuple[str, str]] = field(default_factory=set)  # (tag, query_id) whose hits have come
    rounds: dict[int, int] = field(default_factory=dict)  # round in the bundle -> pk
    pairs: dict[tuple[int, int], int] = field(default_factory=dict)  # (query pk, paper pk) -> pk
    pooled: set[int] = field(default_factory=set)
    same_people: list[frozenset[int]] = field(default_factory=list)  # two here who are one in the bundle
    assignments: dict[tuple[int, int], AssignmentRow] = field(default_factory=dict)  # to be looked at last
    releases: dict[int, Incoming] = field(default_factory=dict)  # by version
    counts: Counter[str] = field(default_factory=Counter)  # fields of MergeReport
    differing: list[str] = field(default_factory=list)  # papers with another text here
    notes: list[str] = field(default_factory=list)

    def pair(self, record: Record) -> int:
        """Return the pair that a record names by query_id and doc_id."""
        key = (self.query_pk(record), self.paper_pk(record))
        if key not in self.pairs:
            record.fail(
                "no record before it has the pair of query '{0}' and paper '{1}'",
                record.name("query_id"),
                record.name("doc_id"),
            )
        return self.pairs[key]

    def query_pk(self, record: Record) -> int:
        query_id = record.name("query_id")
        if query_id not in self.queries:
            record.fail("no record before it has the query '{0}'", query_id)
        return self.queries[query_id]

    def paper_pk(self, record: Record) -> int:
        doc_id = record.name("doc_id")
        if doc_id not in self.papers:
            record.fail(
                "the paper '{0}' is neither in this library nor in a record before it. Import it, or "
                "let the merge create what is missing",
                doc_id,
                advice=CREATE,
            )
        return self.papers[doc_id]

    def person(self, record: Record, name: str) -> int:
        who = record.name(name)
        if who not in self.people:
            record.fail("no record before it has the assessor {0}", who)
        return self.people[who]

    def count_made(self, row: EventRow | AdjudicationRow) -> None:
        """Note where a new event of a person was made."""
        self.devices.setdefault(row.annotator_pk, Counter())[row.device] += 1

    def are_one(self, person: int, other: int) -> bool:
        """Whether two people here are one person in the bundle."""
        return any({person, other} <= people for people in self.same_people)

    def all_notes(self) -> tuple[str, ...]:
        shown = ", ".join(f"'{doc_id}'" for doc_id in self.differing[:SHOWN])
        more = ", ..." if len(self.differing) > SHOWN else ""
        which = "1 paper reads" if len(self.differing) == 1 else f"{len(self.differing)} papers read"
        texts = [f"{which} differently here and stayed so: {shown}{more}."] if self.differing else []
        return (*texts, *dict.fromkeys(self.notes))


@dataclass
class Incoming:
    """A release of the bundle while its items come. `pk` is None where it is not taken over."""

    record: Record
    pk: int | None
    n_items: int
    seen: int = 0
    pairs: set[int] = field(default_factory=set)
    checksums: list[str] = field(default_factory=list)
