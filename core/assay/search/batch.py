"""Many queries at once: runs over a library, and experiments on a collection without a library."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

from assay.encoding import Encoder, VectorCache, by_product, encode_with_cache
from assay.errors import ModelError
from assay.index import ExactIndex, LexicalIndex, VectorIndex
from assay.progress import Progress, silent
from assay.search.query.fields import NO_FILTERS
from assay.search.query.question import Question
from assay.search.searcher import Searcher
from assay.types import (
    Filters,
    Fusion,
    Graded,
    Hit,
    Paper,
    Query,
    Run,
    SearchMode,
    SearchRequest,
    Seed,
    TaskFormat,
)

logger = logging.getLogger(__name__)

QUERIES_AT_ONCE = 64


def retrieve(
    papers: Sequence[Paper],
    queries: Sequence[Query],
    *,
    mode: SearchMode,
    k: int = 100,
    encoder: Encoder | None = None,
    cache: VectorCache | None = None,
    progress: Progress = silent,
    exclude_self: Mapping[str, str] | None = None,
    among: Mapping[str, Collection[str]] | None = None,
    fusion: Fusion = Fusion.SCORES,
    words: LexicalIndex | None = None,
) -> Run:
    """Rank a whole collection for each query, with indexes in memory: query_id -> doc_id -> score.

    A query with the `doc_id` of a paper here is that paper and never retrieves it; nor does a query retrieve
    the paper that `exclude_self` names for it (query_id -> doc_id, as `Collection.own_papers` has them).
    `among` names the candidates of each query, where not every paper is one: words weigh as in the whole
    collection. `words` is an index of these papers, in the place of the keyword index that would be made.
    Raises `ModelError` if the mode needs an encoder and there is none.
    """
    mode = SearchMode(mode)
    own, known = exclude_self or {}, {paper.doc_id for paper in papers}
    searcher = searcher_on(
        papers, mode=mode, encoder=encoder, cache=cache, progress=progress, fusion=fusion, words=words
    )

    def question(query: Query) -> Question:
        hidden = {own[query.query_id]} if query.query_id in own else set()
        seeds = (Seed(query.doc_id),) if query.doc_id in known and query.doc_id else ()
        return searcher.question(SearchRequest("" if seeds else query.text, seeds), hidden=hidden)

    if among is not None:
        return _run_among(searcher, queries, question, among, mode=mode, k=k, progress=progress)
    return _run(searcher, queries, question, mode=mode, k=k, progress=progress)


def searcher_on(
    papers: Sequence[Paper],
    *,
    mode: SearchMode,
    encoder: Encoder | None = None,
    cache: VectorCache | None = None,
    progress: Progress = silent,
    fusion: Fusion = Fusion.SCORES,
    words: LexicalIndex | None = None,
) -> Searcher:
    """A search of a whole collection, with indexes in memory. Raises ModelError as `retrieve` does."""
    collection = _Collection(papers)
    lexical = None if mode is SearchMode.SEMANTIC else words or _words(papers)
    vectors = None
    if mode is not SearchMode.KEYWORD:
        vectors = vector_index(list(collection.by_id.values()), encoder, cache, progress)
    return Searcher(collection, lexical=lexical, vectors=vectors, encoder=encoder, fusion=fusion)


def retrieve_from(
    searcher: Searcher,
    queries: Sequence[Query],
    *,
    mode: SearchMode,
    k: int = 100,
    full_text: bool = False,
    progress: Progress = silent,
) -> Run:
    """Rank a library for each query; a query that is a paper searches with it and never retrieves it.

    A query whose paper is no longer in the library is searched for by its text.
    """
    question = partial(question_of_query, searcher)
    return _run(searcher, queries, question, mode=mode, k=k, full_text=full_text, progress=progress)


def fused_runs(
    searcher: Searcher, queries: Sequence[Query], *, progress: Progress = silent
) -> dict[str, Run]:
    """The two runs that hybrid search fuses: "keyword" and "semantic" -> run, as deep as it looks.

    0.8 (cosine + 1) / (the best cosine + 1) + 0.2 BM25 / (the best BM25) gives the first results of
    `retrieve_from` in hybrid mode, 0.95 and 0.05 those of a query that is a paper, or reciprocal rank fusion
    with k = 60 where the library is set to it.
    """
    runs: dict[str, Run] = {}
    for start in range(0, len(queries), QUERIES_AT_ONCE):
        chunk = queries[start : start + QUERIES_AT_ONCE]
        for channel, rankings in searcher.channels(
            [question_of_query(searcher, query) for query in chunk]
        ).items():
            for query, ranking in zip(chunk, rankings, strict=True):
                hits = [Hit(doc_id, score, rank) for rank, (doc_id, score) in enumerate(ranking, start=1)]
                runs.setdefault(channel, {})[query.query_id] = falling_scores(hits)
        progress("searching", start + len(chunk), len(queries))
    return runs


def question_of_query(searcher: Searcher, query: Query, grades: Sequence[Graded] = ()) -> Question:
    """Return what is searched for by a query: its paper, or its text where it has none in the library."""
    if query.doc_id is not None and searcher.has_paper(query.doc_id):
        return searcher.question(SearchRequest(seeds=(Seed(query.doc_id),), grades=tuple(grades)))
    return searcher.question(SearchRequest(query.text, grades=tuple(grades)))


class _Collection:
    """Papers in memory, in the place of a library. Of equal doc_ids the last one counts."""

    def __init__(self, papers: Sequence[Paper]) -> None:
        self.by_id = {paper.doc_id: paper for paper in papers}

    @property
    def papers(self) -> _Collection:
        return self

    def revision(self) -> int:
        return 0

    def removed_since(self, mark: str) -> Sequence[str]:  # noqa: ARG002 - nothing goes
        """Return none: these papers stay."""
        return ()

    def ids(
        self, *, sort: str = "added", descending: bool = False, filters: Filters = NO_FILTERS
    ) -> list[str]:
        """Return all of them in the order given: experiments are neither sorted nor filtered."""
        assert (sort, descending, filters) == ("added", False, NO_FILTERS)  # noqa: S101 - our mistake
        return list(self.by_id)

    def count(self) -> int:
        return len(self.by_id)

    def get(self, doc_ids: Sequence[str]) -> list[Paper]:
        return [self.by_id[doc_id] for doc_id in doc_ids if doc_id in self.by_id]

    def matching(self, filters: Filters) -> list[str]:
        """Return those of the ids; experiments are filtered by nothing else."""
        assert filters == Filters(doc_ids=filters.doc_ids)  # noqa: S101 - our mistake
        return [*self.by_id.keys() & filters.doc_ids] if filters else [*self.by_id]


def _words(papers: Sequence[Paper]) -> LexicalIndex:
    index = LexicalIndex()
    index.add(papers)
    index.commit()
    return index


def vector_index(
    papers: Sequence[Paper], encoder: Encoder | None, cache: VectorCache | None, progress: Progress
) -> VectorIndex:
    if encoder is None:
        raise ModelError("Semantic search needs a model. Name one, or search by keyword.")
    texts = [encoder.template.paper_text(paper) for paper in papers]
    if cache is None:
        vectors = encoder.encode(texts, format=TaskFormat.PRX, progress=progress)
    else:
        vectors, _ = encode_with_cache(encoder, texts, format=TaskFormat.PRX, cache=cache, progress=progress)
    index = ExactIndex(encoder.dim)
    index.by_product = by_product(encoder)
    index.add([paper.doc_id for paper in papers], vectors)
    return index


def _run(
    searcher: Searcher,
    queries: Sequence[Query],
    question: Callable[[Query], Question],
    *,
    mode: SearchMode,
    k: int,
    full_text: bool = False,
    progress: Progress,
) -> Run:
    started, mode = time.monotonic(), SearchMode(mode)
    run: Run = {}
    for start in range(0, len(queries), QUERIES_AT_ONCE):
        chunk = queries[start : start + QUERIES_AT_ONCE]
        rankings = searcher.rank([question(query) for query in chunk], mode=mode, k=k, full_text=full_text)
        for query, hits in zip(chunk, rankings, strict=True):
            run[query.query_id] = falling_scores(hits)
        progress("searching", start + len(chunk), len(queries))
    logger.info("%d queries, %s, %.1f s", len(queries), mode.value, time.monotonic() - started)
    return run


def _run_among(
    searcher: Searcher,
    queries: Sequence[Query],
    question: Callable[[Query], Question],
    among: Mapping[str, Collection[str]],
    *,
    mode: SearchMode,
    k: int,
    progress: Progress,
) -> Run:
    run: Run = {}
    for done, query in enumerate(queries):
        progress("searching", done, len(queries))
        only = Filters(doc_ids=tuple(among.get(query.query_id, ())))
        hits = searcher.rank([question(query)], mode=mode, k=k, filters=only)[0] if only else []
        run[query.query_id] = falling_scores(hits)
    return run


def falling_scores(hits: Sequence[Hit]) -> dict[str, float]:
    """doc_id -> score, best first; of equal scores each later one is the next smaller float.

    A run is ordered by its scores alone, and trec_eval orders ties the other way round: without this the
    ranking that is measured, pooled and exported would not be the one that was shown.
    """
    scores: dict[str, float] = {}
    last = math.inf
    for hit in hits:
        last = hit.score if hit.score < last else math.nextafter(last, -math.inf)
        scores[hit.doc_id] = last
    return scores
