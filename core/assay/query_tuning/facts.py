"""What a folder of prepared candidates holds, for a person to read before anything is trained with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.query_tuning.preparing import FACTS
from assay.training.data.lists.candidates import ABSENT
from assay.training.data.lists.prepared import open_prepared

NAMED = 5
"""So many queries are named where some are left out; the others are counted."""


@dataclass(frozen=True, slots=True)
class ListFacts:
    """A prepared folder. What its preparation alone knows is None where another program prepared it."""

    folder: Path
    first: str  # what found the candidates
    queries: int
    papers: int
    least: int  # candidates of a query, with what was added
    median: float
    most: int
    relevant: int  # of all queries together
    missed: int | None  # of them, what the first stage had not found
    without: tuple[str, ...]  # queries that were left out: nothing is relevant
    by_paper: int | None  # left out: queries that are papers
    absent: tuple[str, ...] | None  # left out: the run has not a line of them


def facts_of(folder: Path) -> ListFacts:
    """Raises BadInput for a folder that is none, or whose files are damaged or cut short."""
    found = open_prepared(folder)
    lengths = np.diff(found.lists.ends, prepend=0)
    told = _told(folder / FACTS)
    absent = told.get("absent")
    return ListFacts(
        folder=folder,
        first=found.first,
        queries=len(found.lists),
        papers=len(found.vectors),
        least=int(lengths.min()) if len(lengths) else 0,
        median=float(np.median(lengths)) if len(lengths) else 0.0,
        most=int(lengths.max(initial=0)),
        relevant=int((found.lists.grades > ABSENT).sum()),
        missed=_count(told.get("missed")),
        without=found.lists.without,
        by_paper=_count(told.get("by_paper")),
        absent=tuple(map(str, absent)) if isinstance(absent, list) else None,
    )


def told(found: ListFacts) -> Iterator[str]:
    """Lines of text."""
    yield f"queries: {found.queries:,}; papers: {found.papers:,}; candidates by {found.first}"
    yield f"candidates of a query: {found.least:,} to {found.most:,}, median {found.median:,.10g}"
    if found.least >= found.papers:
        yield "Every paper is a candidate of every query: there are no more papers than that."
    known = found.missed is not None and found.first != "random"
    missed = f", of which the first stage missed {found.missed:,}: added" if known else ""
    yield f"relevant papers: {found.relevant:,}{missed}"
    if found.without:
        yield f"left out, nothing relevant: {_named(found.without)}"
    if found.absent:
        yield f"left out, not in the run: {_named(found.absent)}"
    if found.by_paper:
        yield f"left out, queries that are papers, whose vectors are the index's: {found.by_paper:,}"


def _named(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{len(names):,} ({', '.join(names[:NAMED])}{more})"


def _told(path: Path) -> dict[str, object]:
    """Nothing where there is no such file, or a damaged one: the lists themselves are whole."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _count(value: object) -> int | None:
    return value if isinstance(value, int) else None
