"""What a search may find: the papers that pass its filters."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import replace
from itertools import chain, compress

from assay.errors import StaleIndex
from assay.index import DocIds, LexicalIndex, VectorIndex, Where
from assay.search.query.source import PaperLibrary
from assay.types import Filters

REMEMBERED = 8
"""Answers: a search with facets asks with all its filters, and once without those of each facet."""

MOST_REMEMBERED = 1_000_000
"""Papers in all the answers but the last: 30 MB."""


class Restrictions:
    """Answers what a search may return, and remembers the last answers: typing asks once a keystroke.

    Papers that were removed from the library since it was indexed are never allowed.
    """

    def __init__(
        self, library: PaperLibrary, *, vectors: VectorIndex | None, lexical: LexicalIndex | None = None
    ) -> None:
        """`lexical` knows which papers hold a phrase: with their words as they were when it was made."""
        self._library = library
        self._lexical = lexical
        self._indexes = [index for index in (lexical, vectors) if index is not None]
        self._gone: tuple[int, frozenset[str]] | None = None
        self._answers: dict[tuple[Filters, int], Where | None] = {}

    def gone(self) -> frozenset[str]:
        """Return the doc_ids in any index that the library has not any more."""
        revision = self._library.revision()
        if self._gone is None or self._gone[0] != revision:
            self._gone = revision, frozenset(chain.from_iterable(map(self._gone_from, self._indexes)))
        return self._gone[1]

    def _gone_from(self, index: LexicalIndex | VectorIndex) -> Iterator[str]:
        removed = self._library.removed_since(index.mark)
        if removed is not None:
            yield from compress(removed, index.has(removed))
            return
        yield from DocIds(self._library.papers.ids()).lacking(index.doc_ids)

    def allowed(self, filters: Filters) -> Where | None:
        """Return what passes these filters now; None stands for every indexed paper."""
        key = (filters, self._library.revision())
        if key not in self._answers:
            found = self._find(filters)
            while self._answers and (len(self._answers) >= REMEMBERED or self._size() > MOST_REMEMBERED):
                del self._answers[next(iter(self._answers))]
            self._answers[key] = found
        return self._answers[key]

    def listed(self, filters: Filters) -> list[str]:
        """Return what passes these filters now, the newest papers first; those without a year come last."""
        ids = self._library.papers.ids(sort="year", descending=True, filters=_without_phrases(filters))
        passing = self._by_phrases(filters, set(ids))
        return [doc_id for doc_id in ids if doc_id in passing]

    def _find(self, filters: Filters) -> Where | None:
        if not filters:
            return Where(self.gone(), but=True, filters=filters) if self.gone() else None
        others = _without_phrases(filters)
        ids = self._library.papers.matching(others)
        if filters == others:
            return Where(DocIds(ids), filters=filters)
        return Where(self._by_phrases(filters, set(ids)))

    def _size(self) -> int:
        return sum(len(where.doc_ids) for where in self._answers.values() if where is not None)

    def _by_phrases(self, filters: Filters, ids: Set[str]) -> Set[str]:
        """Return those of the papers that have every phrase, and none that is to be left out."""
        for phrase in filters.phrases:
            ids = ids & self._holding(phrase)
        if filters.also is not None:
            ids = self._by_phrases(filters.also, ids)
        for phrase in () if filters.without is None else filters.without.phrases:
            ids = ids - self._holding(phrase)
        return ids

    def _holding(self, phrase: str) -> Set[str]:
        if self._lexical is None:
            raise StaleIndex(
                "Exact phrases need the library's keyword index.", advice="Run `assay index` to build it."
            )
        return self._lexical.holding(phrase)


def _without_phrases(filters: Filters) -> Filters:
    """Return what the library itself can tell."""
    out, also = filters.without, filters.also
    left = None if out is None else replace(out, phrases=()) or None
    return replace(filters, phrases=(), also=None if also is None else _without_phrases(also), without=left)
