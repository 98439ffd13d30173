"""What is known while a bundle is merged: which rows here its records speak of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from assay.library.db.lookup import SHOWN

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from datetime import datetime

    import sqlalchemy as sa

    from assay.library.bundles.records import Record
    from assay.library.campaigns.standing import Standing


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
    changed: dict[tuple[int, int], tuple[Standing, Standing]] = field(
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
    assignments: dict[tuple[int, int], dict[str, Any]] = field(default_factory=dict)  # to be looked at last
    releases: dict[int, Incoming] = field(default_factory=dict)  # by version
    counts: Counter[str] = field(default_factory=Counter)  # fields of MergeReport
    differing: list[str] = field(default_factory=list)  # papers with another text here
    notes: list[str] = field(default_factory=list)

    def pair(self, record: Record) -> int:
        """The pair that a record names by query_id and doc_id."""
        key = (self.query_pk(record), self.paper_pk(record))
        if key not in self.pairs:
            record.fail(
                f"no record before it has the pair of query '{record.name('query_id')}' and paper "
                f"'{record.name('doc_id')}'"
            )
        return self.pairs[key]

    def query_pk(self, record: Record) -> int:
        query_id = record.name("query_id")
        if query_id not in self.queries:
            record.fail(f"no record before it has the query '{query_id}'")
        return self.queries[query_id]

    def paper_pk(self, record: Record) -> int:
        doc_id = record.name("doc_id")
        if doc_id not in self.papers:
            record.fail(
                f"the paper '{doc_id}' is neither in this library nor in a record before it. Import it, or "
                "merge with --create, which adds missing papers"
            )
        return self.papers[doc_id]

    def person(self, record: Record, name: str) -> int:
        who = record.name(name)
        if who not in self.people:
            record.fail(f"no record before it has the assessor {who}")
        return self.people[who]

    def count_made(self, row: Mapping[str, Any]) -> None:
        """Note where a new event of a person was made."""
        self.devices.setdefault(row["annotator_pk"], Counter())[row["device"]] += 1

    def are_one(self, person: int, other: int) -> bool:
        """Are two people here one person in the bundle?"""
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
