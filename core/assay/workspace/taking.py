"""A batch of papers taken into the library: who is who decided, then added and merged."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.importers import Decision, Outcome, plan
from assay.library import Library
from assay.types import ImportReport, Paper


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a batch: `doc_ids` are, in its order, those of the papers that they are now."""

    report: ImportReport
    doc_ids: tuple[str, ...]


def take(library: Library, papers: Sequence[Paper]) -> Taken:
    """Adds what is new, and fills what the library lacks of papers that it has."""
    store = library.papers
    decisions = plan(papers, find=store.find_by_keys, taken=store.find_by_ids)
    fresh = [d for d in decisions if d.outcome in (Outcome.NEW, Outcome.CONFLICT)]
    # An unchanged one is written too: that brings back a paper that had been removed.
    known = [d for d in decisions if d.outcome in (Outcome.MERGED, Outcome.UNCHANGED)]
    conflicts = [d for d in decisions if d.outcome is Outcome.CONFLICT]
    store.add([(d.paper, d.keys) for d in fresh])
    unchanged = _unchanged(library, papers, decisions)
    store.update([(d.paper, d.keys) for d in known])
    store.alias(
        [
            (paper.doc_id, d.existing_id)
            for paper, d in zip(papers, decisions, strict=True)
            if d.existing_id is not None and d.existing_id != paper.doc_id
        ]
    )
    report = ImportReport(
        new=len(fresh) - len(conflicts),
        merged=len(known) - unchanged,
        unchanged=unchanged,
        conflict=len(conflicts),
        conflicts=tuple(d.reason for d in conflicts),
    )
    return Taken(report, tuple(d.existing_id or d.paper.doc_id for d in decisions))


def _unchanged(library: Library, papers: Sequence[Paper], decisions: Sequence[Decision]) -> int:
    """The entries that give a paper nothing, neither a field nor another name, nor bring it back."""
    same = [
        (paper.doc_id, decision.existing_id)
        for paper, decision in zip(papers, decisions, strict=True)
        if decision.outcome is Outcome.UNCHANGED and decision.existing_id is not None
    ]
    there = library.papers.resolve([doc_id for pair in same for doc_id in pair])
    return sum(name in there and existing in there for name, existing in same)
