"""What a search may find: the papers that pass its filters."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace

from assay.errors import StaleIndex
from assay.index import LexicalIndex, Where
from assay.search.query.source import PaperLibrary
from assay.types import Filters

REMEMBERED = 8
"""Answers: a search with facets asks with all its filters, and once without those of each facet."""


class Restrictions:
    """Answers what a search may return, and remembers the last answers: typing asks once a keystroke.

    Papers that were removed from the library since it was indexed are never allowed.
    """

    def __init__(
        self,
        library: PaperLibrary,
        *,
        indexed: Set[str],
        lexical: LexicalIndex | None = None,
    ) -> None:
        """`indexed` are the ids of all papers in any index.

        `lexical` knows which papers hold a phrase: with their words as they were when it was made.
        """
        self._library = library
        self._lexical = lexical
        self._indexed = indexed
        self._present: tuple[int, Set[str]] | None = None
        self._answers: dict[tuple[Filters, int], Where | None] = {}

    def present(self) -> Set[str]:
        """The doc_ids that the library has now."""
        revision = self._library.revision()
        if self._present is None or self._present[0] != revision:
            self._present = revision, set(self._library.papers.ids())
        return self._present[1]

    def allowed(self, filters: Filters) -> Where | None:
        """Return what passes these filters now; None stands for every indexed paper."""
        key = (filters, self._library.revision())
        if key not in self._answers:
            while len(self._answers) >= REMEMBERED:
                del self._answers[next(iter(self._answers))]
            self._answers[key] = self._find(filters)
        return self._answers[key]

    def listed(self, filters: Filters) -> list[str]:
        """Return what passes these filters now, the newest papers first; those without a year come last."""
        ids = self._library.papers.ids(sort="year", descending=True, filters=_without_phrases(filters))
        passing = self._by_phrases(filters, set(ids))
        return [doc_id for doc_id in ids if doc_id in passing]

    def _find(self, filters: Filters) -> Where | None:
        others = _without_phrases(filters)
        ids = self._library.papers.matching(others) if others else self.present()
        if not filters and ids >= self._indexed:
            return None
        return Where(self._by_phrases(filters, ids), filters=filters if filters == others else None)

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
                "Phrases need the library's keyword index.",
                advice="Run `assay index` to build it.",
            )
        return self._lexical.holding(phrase)


def _without_phrases(filters: Filters) -> Filters:
    """Return what the library itself can tell."""
    out, also = filters.without, filters.also
    left = None if out is None else replace(out, phrases=()) or None
    return replace(filters, phrases=(), also=None if also is None else _without_phrases(also), without=left)
