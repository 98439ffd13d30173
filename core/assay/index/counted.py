"""BM25 with other constants than tantivy's, and RM3 on it, in memory: for experiments."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.index.analysis import spaced, telling, words
from assay.index.index import Ranking, Where
from assay.index.lexical import NO_STEMS, LexicalIndex, field_texts
from assay.index.lexical_query import NAME_FIELDS, STEM_FIELDS, TEXT
from assay.types import Paper

Postings = dict[str, tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]]
"""word -> the rows of the papers that have it, (n,), and what it adds to the score of each, (n,)"""


@dataclass(frozen=True, slots=True)
class Bm25:
    """The constants of Robertson et al. (TREC-3, 1994). The keyword index has tantivy's, which are these."""

    k1: float = 1.2  # 0: how often a paper has a word does not count
    b: float = 0.75  # 0: the length of a paper does not count


@dataclass(frozen=True, slots=True)
class Rm3:
    """Relevance models, mixed with the query (Lavrenko and Croft, 2001; Abdul-Jaleel et al., TREC 2004)."""

    fb_terms: int = 10
    fb_docs: int = 10
    original_weight: float = 0.5


class CountedIndex(LexicalIndex):
    """The keyword index's fields, analysis and boosts with any constants. Papers are given once.

    tantivy has k1 and b compiled in, and rounds the lengths of papers beyond 40 words; here they are exact.
    """

    def __init__(self, papers: Sequence[Paper], bm25: Bm25, rm3: Rm3 | None = None) -> None:
        super().__init__()
        self.add(papers)
        self.commit()
        self._rm3 = rm3
        own = {paper.doc_id: paper for paper in papers}
        self._ids = sorted(own)  # so that of equal scores the smaller id is first
        self._at = {doc_id: row for row, doc_id in enumerate(self._ids)}
        self._texts = [field_texts(own[doc_id]) for doc_id in self._ids]
        read = {name: [words(spaced(texts[name])) for texts in self._texts] for name in self._texts[0]}
        self._stemmed, self._folded = (
            [
                (boost, _postings([[getattr(word, form) for word in found] for found in read[name]], bm25))
                for name, boost in fields
            ]
            for form, fields in (("stem", STEM_FIELDS), ("folded", NAME_FIELDS))
        )

    def search(
        self,
        text: str,
        k: int,
        *,
        where: Where | None = None,
        prefix: bool = False,  # noqa: ARG002 - an unfinished word is searched for as it stands
        stems: Mapping[str, float] = NO_STEMS,
    ) -> Ranking:
        """Return what `LexicalIndex.search` does by these constants; with RM3 for the expanded query."""
        typed = telling(words(text))
        names = Counter(word.folded for word in typed)
        query = Counter(dict(stems))
        query.update(word.stem for word in typed)
        if self._rm3 is None:
            return self._ranked(query, names, k, where)
        first = self._ranked(query, names, self._rm3.fb_docs, where)
        return self._ranked(self.expanded(query, first, self._rm3), {}, k, where) if first else []

    def _ranked(
        self, stems: Mapping[str, float], names: Mapping[str, float], k: int, where: Where | None
    ) -> Ranking:
        scores, found = np.zeros(len(self._ids)), np.zeros(len(self._ids), bool)
        for weights, fields in ((stems, self._stemmed), (names, self._folded)):
            for word, weight in weights.items():
                for boost, postings in fields:
                    rows, added = postings.get(word, _NOWHERE)
                    scores[rows] += boost * weight * added
                    found[rows] |= weight > 0
        if where is not None:
            found &= np.array([doc_id in where for doc_id in self._ids])
        rows = np.flatnonzero(found)
        best = rows[np.argsort(-scores[rows], kind="stable")[: max(k, 0)]]
        return [(self._ids[row], float(scores[row])) for row in best]

    def expanded(
        self, query: Mapping[str, float], first: Sequence[tuple[str, float]], rm3: Rm3
    ) -> dict[str, float]:
        """Return a query's stems with those of the papers that it found, `first`: (doc_id, score).

        That is a P(w | q) + (1 - a) P(w | R), where a is the weight of the original query.
        P(w | R), of its likeliest `fb_terms` alone, is the sum over the first papers of P(w | d) P(q | d):
        a word's share of the paper's words, stop words left out, by the paper's score in the first ranking.
        """
        likely: dict[str, float] = defaultdict(float)
        for doc_id, score in first:
            own = [
                word.stem for word in words(spaced(self._texts[self._at[doc_id]][TEXT])) if not word.is_stop
            ]
            for stem, n in Counter(own).items():
                likely[stem] += score * n / len(own)
        best = sorted(likely, key=lambda stem: (-likely[stem], stem))[: rm3.fb_terms]
        of_best, of_query = sum(likely[stem] for stem in best), sum(n for n in query.values() if n > 0)
        mixed = defaultdict(float, {stem: rm3.original_weight * n / of_query for stem, n in query.items()})
        for stem in best:
            mixed[stem] += (1 - rm3.original_weight) * likely[stem] / of_best
        return mixed


_NOWHERE = np.zeros(0, np.int64), np.zeros(0)


def _postings(texts: Sequence[Sequence[str]], bm25: Bm25) -> Postings:
    """Weigh each word in each text that has it, by idf = ln(1 + (N - n + 0.5) / (n + 0.5))."""
    lengths = np.array([len(text) for text in texts], np.float64)
    held = bm25.k1 * (1 - bm25.b + bm25.b * lengths / max(lengths.mean(), 1e-9))
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for row, text in enumerate(texts):
        for word, n in Counter(text).items():
            places[word].append((row, n))
    found: Postings = {}
    for word, pairs in places.items():
        rows, counts = np.array(pairs).T
        idf = math.log(1 + (len(texts) - len(rows) + 0.5) / (len(rows) + 0.5))
        found[word] = rows, idf * (bm25.k1 + 1) * counts / (counts + held[rows])
    return found
