"""Searches that are kept: asked again, and what of their results is new.

A result is new if it was not found before the person last looked (docs/decisions/020-what-is-new.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from assay.errors import AssayError, LibraryError
from assay.searching.request_json import RERANK, fields_of, request_of
from assay.searching.types import CheckedSearch
from assay.types import Hit, SearchMode, SearchRequest, TaskFormat

if TYPE_CHECKING:
    from assay.library import Action, SavedSearch
    from assay.workspace import Workspace

COUNTED = 50
"""Results of a saved search that can be new; of one that only filters, all can."""

DEEP = 2 * COUNTED
"""Results that are remembered, so that a paper which only moved up a little is not new."""


class SavedSearchWork:
    """What a workspace offers about saved searches."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._kept = workspace.library.searches

    def add(self, name: str, request: SearchRequest, *, rerank: str = "") -> SavedSearch:
        """Keep a search; what it finds now is not new. Raises BadInput for its name and its seeds."""
        from assay.searching.search import require_seeds

        require_seeds(self._workspace, request)
        return self.check(self._kept.add(name, fields_of(request, rerank=rerank)))

    def check(self, saved: SavedSearch) -> SavedSearch:
        """Ask it again, and take in what is new. Where it cannot be asked, its fault says why."""
        try:
            found = find(self._workspace, saved.request)
        except LibraryError:
            raise
        except AssayError as error:  # its seed was removed, its index is missing: that concerns this one only
            self._kept.fail(saved.pk, str(error))
        else:
            settle(self._workspace, saved.pk, found)
        return self._kept.get(saved.name)

    def run(self, saved: SavedSearch, *, k: int) -> tuple[SearchRequest, list[Hit]]:
        """Return its results, in the order of its second model if it has one. Raises what a search raises."""
        from assay.search import INTERACTIVE_CANDIDATES, parse_request
        from assay.searching.reranking import Reranking
        from assay.searching.search import search

        request, _, _ = parse_request(request_of(saved.request, k=k))
        if not (model := saved.request.get(RERANK)):
            return request, search(self._workspace, request)
        second = Reranking(self._workspace)
        return request, second.search(request, str(model), n=INTERACTIVE_CANDIDATES).reordered.hits

    def look(self, saved: SavedSearch) -> list[str]:
        """The person has looked at what is new; returns what had been new."""
        return self._kept.look(saved.pk)

    def rename(self, name: str, new: str) -> Action:
        """Give it another name; the library's history can undo it. Raises BadInput."""
        return self._kept.rename(name, new)

    def remove(self, name: str) -> Action:
        """Take it off the list; the library's history can undo it. Raises BadInput."""
        return self._kept.remove(name)


def find(workspace: Workspace, saved: Mapping[str, object]) -> CheckedSearch:
    """Ask a saved search again, deeper than its results go. Writes nothing.

    The first stage alone tells what is new: a second model only puts what is found in another order. Raises
    what a search raises.
    """
    request, ranked = _request_of(saved), needs_vectors(saved)
    searcher = workspace.searcher(lexical_only=not ranked)
    indexed, total = searcher.coverage
    if _only_filters(request):
        hits = searcher.search(replace(request, k=total))
        return CheckedSearch(
            tuple(hit.doc_id for hit in hits), counted=total, ranking="filters", complete=True
        )
    ranking = request.mode.value
    if ranked:
        ranking += f" {workspace.encoder().fingerprint(TaskFormat.PRX)}"
    if request.mode is SearchMode.HYBRID:
        ranking += f" {searcher.fusion.value}"
        ranking += "" if searcher.lessons is None else f" {searcher.lessons.version}"
    if ranked and request.full_text and searcher.passages is not None:
        ranking += " passages"
    hits = searcher.search(request)
    return CheckedSearch(
        tuple(hit.doc_id for hit in hits), counted=COUNTED, ranking=ranking, complete=indexed == total
    )


def needs_vectors(saved: Mapping[str, object]) -> bool:
    """Return whether a saved search compares vectors. Raises BadInput for what is no search."""
    request = _request_of(saved)
    return request.mode is not SearchMode.KEYWORD and not _only_filters(request)


def _only_filters(request: SearchRequest) -> bool:
    return not (request.text.strip() or request.seeds or request.texts)


def _request_of(saved: Mapping[str, object]) -> SearchRequest:
    from assay.search import parse_request

    return parse_request(request_of(saved, k=DEEP))[0]


def settle(workspace: Workspace, pk: int, found: CheckedSearch) -> list[str]:
    """Take in what a check found; return the doc_ids of what is new, best first."""
    return workspace.library.searches.settle(
        pk, found.doc_ids, counted=found.counted, ranking=found.ranking, complete=found.complete
    )
