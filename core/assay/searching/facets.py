"""What the results of a search have in common: how many are of which year, venue, author and keyword.

Counted are the papers that the search found, down to `DEPTH`, or the papers that pass the filters where
nothing else is asked. Values that are chosen as filters do not restrict the counts of their own facet, so
that one can see what another one would add.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.library import FACETS
from assay.searching.types import FOUND, LISTED, Facets
from assay.types import FacetValue, Filters, SearchRequest

if TYPE_CHECKING:
    from assay.search import Searcher
    from assay.workspace import Workspace

DEPTH = 1000
"""A semantic search finds every paper, one by keyword most of them: so many of the best are counted."""

LIFTED: Mapping[str, Callable[[Filters], Filters]] = {
    "year": lambda filters: replace(filters, year_from=None, year_to=None, years=()),
    "venue": lambda filters: replace(filters, venues=()),
    "author": lambda filters: replace(filters, author_names=()),
    "tag": lambda filters: replace(filters, tag_names=()),
    "pdf": lambda filters: replace(filters, has_file=False),
    "judged": lambda filters: replace(filters, judged=None),
}
"""What the filters are without those of a facet."""


def facets_of(workspace: Workspace, searcher: Searcher, request: SearchRequest, *, most: int = 10) -> Facets:
    """The `most` frequent values of each facet. `request` is as it was typed, its filters those of a panel.

    Raises what a search raises.
    """
    from assay.search import parse_request

    by_filters: dict[Filters, list[str]] = {request.filters: []}
    for name in FACETS:
        by_filters.setdefault(LIFTED[name](request.filters), []).append(name)
    values: dict[str, list[FacetValue]] = {}
    n_papers, found = 0, False
    for filters, names in by_filters.items():
        typed, _, _ = parse_request(replace(request, filters=filters))
        doc_ids = _found(searcher, typed)
        n, counted = workspace.library.papers.facets(names, doc_ids=doc_ids, filters=typed.filters, most=most)
        values |= counted
        if filters == request.filters:
            n_papers, found = n, doc_ids is not None
    return Facets(n_papers, FOUND if found else LISTED, {n: tuple(values[n]) for n in FACETS if n in values})


def _found(searcher: Searcher, request: SearchRequest) -> list[str] | None:
    """Return the best papers; None where only filters say which, and the library itself can tell."""
    left_out = request.filters.without
    by_words = left_out is not None and left_out.phrases
    if not (request.text.strip() or request.seeds or request.texts or by_words):
        return None
    return [hit.doc_id for hit in searcher.search(replace(request, k=DEPTH))]
