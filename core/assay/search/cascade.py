"""The second stage of one search: a model of the same papers puts what the first stage found in order."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import numpy.typing as npt

from assay.encoding import Encoder, decoder_of, notation
from assay.encoding.scorers import BATCH, PairScorer
from assay.errors import BadInput, StaleIndex
from assay.progress import Progress, silent
from assay.search.query.question import Question
from assay.search.query.seeds import combined
from assay.search.rerank import nearest_first, rerank_by_scorer, rerank_queries
from assay.search.searcher import Searcher
from assay.types import Hit, Query, Run, SearchMode, SearchRequest, TaskFormat, Vectors

RERANK = "rerank"
"""The channel of the second stage's ranks."""

INTERACTIVE_CANDIDATES = 1000
"""How many papers the second stage of a search gets unless told otherwise, as in CODER's cascade."""

BLOCK = 250  # candidates that are compared between two looks at the clock

Places = npt.NDArray[np.int64]

_FIRST = {SearchMode.KEYWORD: "BM25", SearchMode.HYBRID: "hybrid"}


@dataclass(frozen=True, slots=True)
class Reordered:
    """The best of the candidates in the second stage's order, and how far that went.

    `hits` that were compared have their rank in the channel `RERANK` too, and the cosine as their score.
    `n_late` candidates were not compared because the time was over; they and those without a vector follow
    behind the others, each as the first stage had them.
    """

    hits: list[Hit]
    n_candidates: int
    n_compared: int
    n_late: int = 0


class Reranker:
    """Puts candidates of one library in order. Not for two threads at once."""

    def __init__(self, searcher: Searcher, encoder: Encoder) -> None:
        """`searcher` has the library's vector index, `encoder` reads what is asked.

        Raises `StaleIndex` where there is no such index, `BadInput` where it is of another model's papers.
        """
        own = searcher.encoder
        if searcher.vectors is None or own is None:
            raise StaleIndex(
                "Reordering needs a vector index of the papers.", advice="Run `assay index` to build it."
            )
        if encoder.fingerprint(TaskFormat.PRX) != own.fingerprint(TaskFormat.PRX):
            raise BadInput(
                "'{0}' cannot rerank this library, which is indexed with '{1}'. Choose a model that was "
                "tuned for '{1}', or index with '{0}'.",
                encoder.name,
                own.name,
            )
        self.encoder: Encoder | PairScorer = encoder
        self._model = encoder
        self._searcher = searcher.for_queries_of(encoder)
        self._index = searcher.vectors

    def reorder(
        self,
        request: SearchRequest,
        candidates: Sequence[Hit],
        *,
        k: int | None = None,
        n: int | None = None,
        seconds: float | None = None,
    ) -> Reordered:
        """The `k` best candidates, nearest to what is asked for first; None: as many as the request wants.

        Of more than `n` candidates the others follow as they were. After `seconds` of comparing, what was not
        compared yet stays as it was. Raises `BadInput` for a seed that is gone or for seeds that only push
        away, `ModelError`.
        """
        wanted = request.k if k is None else k
        candidates, others = candidates[:n], candidates[len(candidates[:n]) :]
        there, scores = self._scored(self._searcher.question(request), candidates, seconds)
        best = [
            _compared(candidates[there[place]], score, rank)
            for rank, (place, score) in enumerate(nearest_first(scores, wanted), start=1)
        ]
        late = there[len(scores) :]
        without = np.setdiff1d(np.arange(len(candidates)), there)
        rest = [candidates[place] for place in np.concatenate([late, without])] + list(others)
        hits = best + [
            replace(hit, rank=rank)
            for rank, hit in enumerate(rest[: wanted - len(best)], start=len(best) + 1)
        ]
        return Reordered(hits, len(candidates), len(scores), len(late))

    def _scored(
        self, question: Question, candidates: Sequence[Hit], seconds: float | None
    ) -> tuple[Places, Vectors]:
        """Return which candidates can be compared (m,), and the scores (n <= m,) of the first of these."""
        there = np.flatnonzero(self._index.has([hit.doc_id for hit in candidates]))
        doc_ids = [candidates[place].doc_id for place in there.tolist()]
        return there, self._compare(question, doc_ids, seconds)

    def _compare(self, question: Question, doc_ids: Sequence[str], seconds: float | None) -> Vectors:
        """Return the cosines (n,) of as many of the first papers as the time allows."""
        if not question or not doc_ids:
            return np.empty(0, np.float32)
        decoder = decoder_of(self._model)
        if decoder is not None and question.is_typed and not question.grades:
            return _decoded(partial(decoder.decoded, question.text), self._index.vectors(doc_ids), seconds)
        components, combine = self._searcher.moved_components(question)
        deadline = math.inf if seconds is None else time.monotonic() + seconds
        found: list[Vectors] = []
        for start in range(0, len(doc_ids), BLOCK):
            if time.monotonic() >= deadline:
                break
            block = self._index.vectors(doc_ids[start : start + BLOCK])
            found.append(combined(block, components, combine))
        return np.concatenate(found) if found else np.empty(0, np.float32)

    def reorder_run(
        self, first: Run, queries: Sequence[Query], *, n: int, k: int, progress: Progress = silent
    ) -> Run:
        """The first `n` papers of each query of a run, in this model's order; of these the `k` best."""
        return rerank_queries(first, queries, self._model, self._index, n=n, k=k, progress=progress)


class TextReranker(Reranker):
    """The same by a model that reads query and paper together, whatever the library is indexed with."""

    def __init__(self, searcher: Searcher, scorer: PairScorer) -> None:
        self.encoder = self._scorer = scorer
        self._searcher = searcher

    def _scored(
        self, question: Question, candidates: Sequence[Hit], seconds: float | None
    ) -> tuple[Places, Vectors]:
        read = self._scorer.paper_text
        parts = [question.text, *(text for text, _ in question.texts)]
        parts = list(filter(None, [*parts, *(read(paper) for paper, _ in question.seeds)]))
        if len(parts) != 1:
            raise BadInput(
                "'{0}' reranks for one text or one paper, and this search has {1}. Choose a model with "
                "vectors to rerank for several.",
                self._scorer.name,
                len(parts),
            )
        papers = {paper.doc_id: paper for paper in self._searcher.papers([hit.doc_id for hit in candidates])}
        there = np.array([at for at, hit in enumerate(candidates) if hit.doc_id in papers], np.int64)
        deadline = math.inf if seconds is None else time.monotonic() + seconds
        scores = [np.empty(0, np.float32)]
        for start in range(0, len(there), BATCH):
            if time.monotonic() >= deadline:
                break
            texts = [read(papers[candidates[at].doc_id]) for at in there[start : start + BATCH]]
            scores.append(self._scorer.scores(parts[0].strip(), texts))
        return there, np.concatenate(scores)

    def reorder_run(
        self, first: Run, queries: Sequence[Query], *, n: int, k: int, progress: Progress = silent
    ) -> Run:
        return rerank_by_scorer(
            first, queries, self._scorer, self._searcher.papers, n=n, k=k, progress=progress
        )


def _decoded(decode: Callable[[Vectors], Vectors], candidates: Vectors, seconds: float | None) -> Vectors:
    """Return the scores (n,) of all candidates (n, dim), or of as many of the first ones as the time allows.

    A decoder looks at its candidates together, so more of them are another pass: twice as many are tried
    while four times the last pass, its cost where papers look at each other, would end in time.
    """
    if seconds is None:
        return decode(candidates)
    deadline, n = time.monotonic() + seconds, min(BLOCK, len(candidates))
    if not seconds:
        return np.empty(0, np.float32)
    while True:
        started = time.monotonic()
        scores = decode(candidates[:n])
        ended = time.monotonic()
        if n == len(candidates) or ended + 4 * (ended - started) > deadline:
            return scores
        n = min(2 * n, len(candidates))


def _compared(hit: Hit, score: float, rank: int) -> Hit:
    return Hit(hit.doc_id, score, rank, {**hit.channels, RERANK: rank})


def cascade_tag(first: str, encoder: Encoder | PairScorer) -> str:
    """A cascade as the paper writes it: "BM25 -> CODER(MD, MC)", or "BM25 -> MODEL"."""
    return f"{first} -> {notation(encoder)}"


def first_stage(mode: SearchMode, encoder: Encoder | None) -> str:
    """What the notation calls a ranking: "BM25", "hybrid", or the model by which papers are compared."""
    return _FIRST.get(mode) or (notation(encoder) if encoder is not None else mode.value)
