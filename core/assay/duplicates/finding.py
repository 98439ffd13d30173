"""The papers of a library that are one: candidates, a quick look, a comparison in full, groups."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice

from assay.duplicates.blocking import Columns, candidates
from assay.duplicates.comparison import compare
from assay.duplicates.grouping import grouped
from assay.duplicates.screening import screened
from assay.duplicates.traits import traits_of
from assay.duplicates.verdicts import Duplicates, Likeness, Verdict
from assay.importers.entries.identity import PREPRINT_DOIS
from assay.progress import Progress, silent
from assay.types import Paper

Load = Callable[[Sequence[str]], Iterable[Paper]]

PAIRS_AT_ONCE = 2000  # whose papers are in memory with their abstracts

log = logging.getLogger(__name__)


def find_duplicates(
    papers: Iterable[Sequence[Paper]],
    load: Load,
    *,
    apart: Collection[tuple[str, str]] = (),
    progress: Progress = silent,
) -> Duplicates:
    """The papers that are one, versions of one, or may be.

    `papers` gives all papers batch by batch; they may lack abstracts and all authors but the first.
    `load(doc_ids)` gives papers as they are known in full; one that is gone by then is left out. Pairs of
    `apart` are known not to be duplicates: they are not reported, and nothing joins them. Raises Cancelled
    where `progress` does; nothing is changed by finding.
    """
    started = time.perf_counter()
    columns = Columns()
    for batch in papers:
        columns.add(batch)
        progress("reading papers", len(columns), None)
    pairs = candidates(columns)
    known = {(min(pair), max(pair)) for pair in apart}
    likenesses = [
        likeness
        for likeness in _compared(columns, screened(columns, pairs.pairs, progress=progress), load, progress)
        if (likeness.doc_id, likeness.other) not in known
    ]
    of = {verdict: [found for found in likenesses if found.verdict is verdict] for verdict in Verdict}
    kept_apart = {*known, *((found.doc_id, found.other) for found in likenesses if found.apart)}
    kept_apart |= {(found.doc_id, found.other) for found in of[Verdict.VERSION]}
    groups, refused = grouped(of[Verdict.SAME], kept_apart, _identifiers(columns))
    log.info(
        "found %d groups of duplicates, %d versions, %d doubts among %d papers by %d pairs in %.1f s",
        len(groups), len(of[Verdict.VERSION]), len(of[Verdict.DOUBTFUL]) + len(refused), len(columns),
        len(pairs.pairs), time.perf_counter() - started,
    )  # fmt: skip
    return Duplicates(
        groups=tuple(groups),
        versions=_sorted(of[Verdict.VERSION]),
        doubtful=_sorted([*of[Verdict.DOUBTFUL], *refused]),
        n_papers=len(columns),
        n_compared=len(pairs.pairs),
        n_cut=pairs.n_cut,
    )


def _compared(
    columns: Columns, near: Iterator[tuple[int, int]], load: Load, progress: Progress
) -> Iterator[Likeness]:
    done = 0
    while chunk := [(columns.doc_ids[one], columns.doc_ids[two]) for one, two in islice(near, PAIRS_AT_ONCE)]:
        wanted = dict.fromkeys(doc_id for pair in chunk for doc_id in pair)
        traits = {paper.doc_id: traits_of(paper) for paper in load(list(wanted))}
        for one, two in chunk:
            if one in traits and two in traits and (likeness := compare(traits[one], traits[two])):
                yield likeness
        done += len(chunk)
        progress("comparing papers", done, None)


def _identifiers(columns: Columns) -> dict[str, dict[str, str]]:
    """doc_id -> kind -> identifier. A paper may have the DOI of a preprint server and a publisher's."""
    found: dict[str, dict[str, str]] = {}
    for doc_id, keys in zip(columns.doc_ids, columns.identifiers, strict=True):
        for key in keys:
            kind, _, identifier = key.partition(":")
            is_preprint = kind == "doi" and identifier.startswith(PREPRINT_DOIS)
            found.setdefault(doc_id, {})["preprint" if is_preprint else kind] = identifier
    return found


def _sorted(likenesses: Iterable[Likeness]) -> tuple[Likeness, ...]:
    """The surest first."""
    return tuple(sorted(likenesses, key=lambda found: (-found.score, found.doc_id, found.other)))
