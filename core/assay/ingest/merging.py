"""A batch of papers taken into the library: who is who decided, then added and merged."""

from __future__ import annotations

import time
from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import partial

from assay.importers import Decision, Outcome, identity_keys, plan
from assay.importers.entries.identity import merged_but
from assay.importers.planning import COMPARED
from assay.ingest.types import ImportReport
from assay.library import Library, Recording
from assay.library.transaction import together
from assay.types import Paper, shown_title

HELD = 1.0
"""Seconds of deciding after which what is decided is written, and others who write have their turn."""


@dataclass(frozen=True, slots=True)
class MergedBatch:
    """What became of a batch: `doc_ids` are, in its order, those of the papers that they are now.

    `new` are the pks of the papers that had not been there.
    """

    report: ImportReport
    doc_ids: tuple[str, ...]
    new: frozenset[int]


def take(
    library: Library,
    papers: Sequence[Paper],
    *,
    record: Recording,
    revive: bool = True,
    as_rows: bool = False,
) -> MergedBatch:
    """Add what is new, and fill what the library lacks of papers that it has.

    The library is read, decided on and written in one transaction: what a person types and what another
    import brings meanwhile comes before it or after it. Where the deciding takes long, since thousands of
    papers look alike, there are several, so that nobody waits for long. `record` is the action that all of it
    belongs to. Unless they `revive`, papers that a person removed stay removed, as they were: nobody asked
    for them. `as_rows` papers are rows of a collection, see `plan`.
    """
    for paper in papers:
        identity_keys(paper)  # titles are normalised, and remembered, before others have to wait
    report, new = ImportReport(), frozenset[int]()
    doc_ids: tuple[str, ...] = ()
    while rest := papers[len(doc_ids) :]:
        first = _take_first(library, rest, record=record, revive=revive, as_rows=as_rows)
        report, doc_ids, new = report + first.report, doc_ids + first.doc_ids, new | first.new
    return MergedBatch(report, doc_ids, new)


def _take_first(
    library: Library, papers: Sequence[Paper], *, record: Recording, revive: bool, as_rows: bool
) -> MergedBatch:
    """Take as many of the papers, from the first one on, as are decided on in `HELD` seconds."""
    with together(library) as whole:
        store, until = whole.papers, time.monotonic() + HELD
        decisions = plan(
            papers,
            find=partial(store.find_by_keys, most=COMPARED),
            taken=store.find_by_ids,
            typed=whole.edits.typed,
            as_rows=as_rows,
            enough=lambda: time.monotonic() > until,
        )
        removed = _removed(whole, decisions)
        left = set() if revive else removed
        fresh = [d for d in decisions if d.outcome in (Outcome.NEW, Outcome.CONFLICT)]
        # An unchanged one is written too: that brings back a paper that had been removed.
        known = [d for d in decisions if d.existing_id is not None and d.existing_id not in left]
        names = [
            (paper.doc_id, d.existing_id)
            for paper, d in zip(papers, decisions, strict=False)
            if d.existing_id not in (None, paper.doc_id) and d.existing_id not in left
        ]
        added = store.add([(d.paper, d.keys) for d in fresh])
        updated = store.update([(d.paper, d.keys) for d in known])
        aliased = store.alias([(seen, target) for seen, target in names if target is not None])
        record.add(whole.actions, [added, updated, aliased])
        record.added |= {d.paper.doc_id for d in fresh}
    report = report_of(decisions, known, back=removed - left, added=record.added)
    doc_ids = tuple(d.existing_id or d.paper.doc_id for d in decisions)
    return MergedBatch(report, doc_ids, frozenset(pk for pk, _ in added.shown))


def report_of(
    decisions: Sequence[Decision], known: Sequence[Decision], *, back: set[str], added: Set[str]
) -> ImportReport:
    """Count decisions: `known` are those on papers that are there, `back` the papers that come back."""
    fresh = [d for d in decisions if d.outcome in (Outcome.NEW, Outcome.CONFLICT)]
    n_conflicts = sum(d.outcome is Outcome.CONFLICT for d in fresh)
    unchanged = _unchanged(known, back, added)
    return ImportReport(
        new=len(fresh) - n_conflicts,
        merged=len(known) - unchanged - len(back),
        unchanged=unchanged,
        brought_back=len(back),
        conflict=n_conflicts,
        # Ids that stand twice, too.
        conflicts=tuple(f"“{shown_title(d.paper)}”: {d.reason}" for d in fresh if d.reason),
    )


def fill(library: Library, doc_id: str, paper: Paper, *, record: Recording) -> None:
    """Fill what a paper lacks; one that is not there is left alone, and so is what a person wrote."""
    with together(library) as whole:
        for owner in whole.papers.get([doc_id]):
            decision = merged_but(owner, paper, whole.edits.typed([owner.doc_id]).get(owner.doc_id, {}))
            record.add(whole.actions, [whole.papers.update([(decision.paper, decision.keys)])])


def _unchanged(known: Sequence[Decision], back: set[str], added: Set[str]) -> int:
    """The decisions by which a paper gains nothing. The first one of a paper that comes back brings it.

    What joins a paper that the same import `added` is merged: who counts entries and papers finds it there.
    """
    waiting, n = set(back), 0
    for decision in known:
        if decision.existing_id in waiting:
            waiting.discard(decision.existing_id)
        else:
            n += decision.outcome is Outcome.UNCHANGED and decision.existing_id not in added
    return n


def _removed(library: Library, decisions: Sequence[Decision]) -> set[str]:
    """Return the doc_ids of the decisions' papers that are in the library and removed."""
    known = [d.existing_id for d in decisions if d.existing_id is not None]
    present = library.papers.resolve(known)
    fresh = {d.paper.doc_id for d in decisions if d.existing_id is None}
    return {doc_id for doc_id in known if doc_id not in present and doc_id not in fresh}
