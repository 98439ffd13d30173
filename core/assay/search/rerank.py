"""Two stages: one ranking finds the candidates, the vectors put them in order.

The common pipeline of passage re-ranking (Nogueira and Cho, arXiv 1901.04085), with a bi-encoder's cosine in
the place of the cross-encoder.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from assay.encoding import Encoder, VectorCache, decoder_of
from assay.encoding.scorers import PairScorer
from assay.errors import BadInput
from assay.index import VectorIndex, known_of
from assay.progress import Progress, silent
from assay.search.batch import falling_scores, retrieve, vector_index
from assay.search.query.seeds import Component, direction
from assay.types import Hit, Paper, Query, Run, SearchMode, TaskFormat, Vectors

logger = logging.getLogger(__name__)

RERANKED = "reranked"
"""The mode's name in runs."""

CANDIDATES = 100
"""How deep the first stage is re-ordered unless told otherwise."""


def retrieve_reranked(
    papers: Sequence[Paper],
    queries: Sequence[Query],
    *,
    encoder: Encoder,
    cache: VectorCache | None = None,
    first: SearchMode = SearchMode.KEYWORD,
    n: int = CANDIDATES,
    k: int = 100,
    progress: Progress = silent,
    exclude_self: Mapping[str, str] | None = None,
    fill: bool = False,
) -> Run:
    """The `n` best papers of the first stage, re-ordered by cosine with the query; of these the `k` best.

    With `fill`, where `k` is more than `n`, the first stage's others follow as it had them.

    Queries that are papers, and `exclude_self`, mean what they mean in `retrieve`: the query's own paper is
    no candidate. Without a cache a first stage that needs vectors encodes the papers a second time.
    Raises BadInput for `n` or `k` below 1, `Cancelled`, and what `retrieve` raises.
    """
    if n < 1 or k < 1:
        raise BadInput("{0} candidates and {1} results a query: give at least 1 of each.", n, k)
    started = time.monotonic()
    candidates = retrieve(
        papers,
        queries,
        mode=first,
        k=max(n, k) if fill else n,
        encoder=encoder,
        cache=cache,
        progress=progress,
        exclude_self=exclude_self,
    )
    index = vector_index(list({paper.doc_id: paper for paper in papers}.values()), encoder, cache, progress)
    run = rerank_queries(candidates, queries, encoder, index, n=n, k=k, progress=progress)
    if fill and k > n:
        run = {query_id: followed(found, candidates[query_id], k) for query_id, found in run.items()}
    logger.info("%d queries re-ranked, %.1f s", len(run), time.monotonic() - started)
    return run


def followed(found: Mapping[str, float], first: Mapping[str, float], k: int) -> dict[str, float]:
    """A ranking, and behind it those of the `k` first that it does not have."""
    others = [(doc_id, score) for doc_id, score in first.items() if doc_id not in found]
    both = [*found.items(), *others][:k]
    return falling_scores([Hit(doc_id, score, rank) for rank, (doc_id, score) in enumerate(both, start=1)])


def rerank_queries(
    first: Run,
    queries: Sequence[Query],
    encoder: Encoder,
    index: VectorIndex,
    *,
    n: int = CANDIDATES,
    k: int = 100,
    progress: Progress = silent,
) -> Run:
    """Re-order the first `n` of each query by what the encoder makes of the query; of these the `k` best.

    That is the cosine, or the decoder's score of a typed query where the model has one. Papers that the index
    does not have are left out.
    """
    decoder = decoder_of(encoder)
    typed = {query.query_id: query.text for query in queries if query.doc_id is None}
    compared = [query for query in queries if decoder is None or query.query_id not in typed]
    towards = _query_vectors(compared, index, encoder)

    def scores(query_id: str, vectors: Vectors) -> Vectors:
        if decoder is not None and query_id in typed:
            return decoder.decoded(typed[query_id], vectors)
        return cosines(vectors, towards[query_id])

    return _reordered(first, scores, index, n=n, k=k, progress=progress)


def rerank(
    first: Run,
    towards: Mapping[str, Vectors],
    index: VectorIndex,
    *,
    n: int = CANDIDATES,
    k: int = 100,
    progress: Progress = silent,
) -> Run:
    """Re-order the first `n` of each query by their cosine with its vector (dim,) in `towards`.

    Scores are cosines; papers of one cosine keep the order of the first stage. Changes neither argument.
    Papers that the index does not have are left out.
    """
    return _reordered(
        first,
        lambda query_id, vectors: cosines(vectors, towards[query_id]),
        index,
        n=n,
        k=k,
        progress=progress,
    )


def rerank_by_scorer(
    first: Run,
    queries: Sequence[Query],
    scorer: PairScorer,
    papers: Callable[[Sequence[str]], Sequence[Paper]],
    *,
    n: int = CANDIDATES,
    k: int = 100,
    progress: Progress = silent,
) -> Run:
    """Re-order the first `n` of each query by the scorer; of these the `k` best.

    `papers` gives those of some ids. A query that is one of them is read as its text. Papers that are gone
    are left out.
    """
    by_id = {query.query_id: query for query in queries}
    run: Run = {}
    for done, (query_id, found) in enumerate(first.items(), start=1):
        best = sorted(((score, doc_id) for doc_id, score in found.items()), reverse=True)[:n]
        there = papers([doc_id for _, doc_id in best])
        text = _scorer_text(by_id[query_id], scorer, papers)
        nearest = nearest_first(scorer.scores(text, [scorer.paper_text(paper) for paper in there]), k)
        run[query_id] = falling_scores(
            [Hit(there[place].doc_id, score, rank) for rank, (place, score) in enumerate(nearest, start=1)]
        )
        progress("reranking", done, len(first))
    return run


def _scorer_text(query: Query, scorer: PairScorer, papers: Callable[[Sequence[str]], Sequence[Paper]]) -> str:
    """What a scorer reads as the query: the text of its paper, where that is there, else its own."""
    own = papers([query.doc_id]) if query.doc_id is not None else ()
    return scorer.paper_text(own[0]) if own else query.text.strip()


def _reordered(
    first: Run,
    scores: Callable[[str, Vectors], Vectors],
    index: VectorIndex,
    *,
    n: int,
    k: int,
    progress: Progress,
) -> Run:
    """`scores` are those (n,) of a query for some papers of the index, by their vectors (n, dim)."""
    run: Run = {}
    for done, (query_id, found_first) in enumerate(first.items(), start=1):
        # As in evaluation: ties of score by doc id, descending.
        best = sorted(((score, doc_id) for doc_id, score in found_first.items()), reverse=True)[:n]
        doc_ids = known_of(index, [doc_id for _, doc_id in best])
        nearest = nearest_first(scores(query_id, index.vectors(doc_ids)), k) if doc_ids else []
        hits = [Hit(doc_ids[place], score, rank) for rank, (place, score) in enumerate(nearest, start=1)]
        run[query_id] = falling_scores(hits)
        progress("reranking", done, len(first))
    return run


def cosines(vectors: Vectors, towards: Vectors) -> Vectors:
    """(n,) of stored vectors (n, dim) with a vector (dim,) of any length."""
    unit = direction([Component(towards, 1.0)])
    return vectors @ unit  # (n, dim) @ (dim,) -> (n,)


def nearest_first(scores: Vectors, k: int) -> list[tuple[int, float]]:
    """(place in `scores` (n,), score) of the `k` best, best first; equal scores stay in their order."""
    order = np.argsort(-scores, kind="stable")[:k]
    return list(zip(order.tolist(), scores[order].tolist(), strict=True))


def _query_vectors(queries: Sequence[Query], index: VectorIndex, encoder: Encoder) -> dict[str, Vectors]:
    """query_id -> (dim,): the stored vector of a query that is a paper here, else that of its text."""
    stored = set(known_of(index, [query.doc_id for query in queries if query.doc_id is not None]))
    typed = [query for query in queries if query.doc_id not in stored]
    texts = [encoder.template.query_text(query.text) for query in typed]
    encoded = encoder.encode(texts, format=TaskFormat.QRY)
    found = {query.query_id: encoded[row] for row, query in enumerate(typed)}
    for query in queries:
        if query.query_id not in found and query.doc_id is not None:
            found[query.query_id] = index.vectors([query.doc_id])[0]
    return found
