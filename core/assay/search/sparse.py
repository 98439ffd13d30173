"""Sparse encoders in the place of the keyword index: papers by what a model weighs words of its vocabulary.

Formal et al., SPLADE: Sparse Lexical and Expansion Model for First Stage Ranking (SIGIR 2021). The columns of
the matrix are the posting lists of an inverted index; tantivy would round weights to whole counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from assay.encoding import VectorCache
from assay.encoding.scorers import PairScorer
from assay.index import LexicalIndex, Ranking, Where, text_hash
from assay.index.lexical import INFORMATIVE_STEMS, NO_STEMS
from assay.index.papers import hash_array
from assay.progress import Progress, silent
from assay.types import Paper


class SparseIndex(LexicalIndex):
    """Papers by the words that a sparse encoder gives them, in memory. Papers are given once.

    Its stems are places in the vocabulary, "#2054". A paper that is searched with is read as a query.
    """

    def __init__(
        self,
        papers: Sequence[Paper],
        scorer: PairScorer,
        *,
        words: LexicalIndex | None = None,
        cache: VectorCache | None = None,
        progress: Progress = silent,
    ) -> None:
        """`words` knows which papers hold a phrase. Raises ModelError for weights that are no numbers."""
        super().__init__()
        own = {paper.doc_id: paper for paper in papers}
        self._ids = sorted(own)  # so that of equal scores the smaller id is first
        self._table.place(self._ids, hash_array([text_hash(own[each]) for each in self._ids]))
        self._scorer, self._words = scorer, words
        self.mark = "" if words is None else words.mark
        texts = [scorer.paper_text(own[each]) for each in self._ids]
        self._postings = scorer.paper_rows(texts, cache=cache, progress=progress).tocsc()

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def fingerprint(self) -> str:
        """The model's."""
        return self._scorer.fingerprint

    def search(
        self,
        text: str,
        k: int,
        *,
        where: Where | None = None,
        prefix: bool = False,  # noqa: ARG002 - an unfinished word is read as it stands
        stems: Mapping[str, float] = NO_STEMS,
    ) -> Ranking:
        """Return what `LexicalIndex.search` does, by the inner product of query and paper."""
        columns, weights = self._query(text, stems)
        postings = self._postings[:, columns]
        scores, found = postings @ weights, postings @ np.maximum(weights, 0) > 0
        if where is not None:
            found &= self._table.allowed(where)
        rows = np.flatnonzero(found)
        best = rows[np.argsort(-scores[rows], kind="stable")[: max(k, 0)]]
        return [(self._ids[row], float(scores[row])) for row in best]

    def parts(self, doc_id: str, text: str, *, stems: Mapping[str, float] = NO_STEMS) -> dict[str, float]:
        """Return what each word of the vocabulary adds to a paper's score in `search`."""
        columns, weights = self._query(text, stems)
        [row] = self._table.find([doc_id])
        added = self._postings[[row]][:, columns].toarray()[0] * weights
        named = {
            self._scorer.word(column): part for column, part in zip(columns.tolist(), added, strict=True)
        }
        return {word: float(part) for word, part in named.items() if part}

    def holding(self, phrase: str) -> set[str]:
        """What the keyword index says."""
        return super().holding(phrase) if self._words is None else self._words.holding(phrase)

    def typed_stems(self, text: str) -> dict[str, float]:
        """Return how the model weighs a query's words."""
        return {f"#{place}": weight for place, weight in self._scorer.query_words(text).items()}

    def paper_stems(self, paper: Paper, n: int = INFORMATIVE_STEMS) -> dict[str, float]:  # noqa: ARG002 - all count
        """Return how the model weighs a paper's words where it is what is searched for."""
        return self.typed_stems(self._scorer.paper_text(paper))

    def _query(
        self, text: str, stems: Mapping[str, float]
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
        """Places in the vocabulary, and what each weighs: of what was typed, and of the stems next to it."""
        total = Counter(dict(stems))
        total.update(self.typed_stems(text.strip()) if text.strip() else {})
        columns = np.array([int(stem[1:]) for stem in total], np.int64)
        return columns, np.array([*total.values()], np.float32)
