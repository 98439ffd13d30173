"""Which pairs are worth a judgement: the top of every run, pooled, and what is left unjudged of a run."""

from __future__ import annotations

import math
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from assay.campaign_types import PoolStrategy
from assay.errors import BadInput, EvaluationError
from assay.importers import identity_keys
from assay.importers.entries.titles import normalised_title
from assay.types import Paper, Query, Run

Exclude: TypeAlias = Mapping[str, str | Collection[str]]
"""query_id -> the doc_id, or the doc_ids, that never count as results of the query."""

NOTHING: Exclude = MappingProxyType({})

RRF_K = 60
"""The constant of Cormack, Clarke and Buettcher: it damps the lead of the first ranks."""


def pool(runs: Sequence[Run], *, depth: int = 10, exclude: Exclude = NOTHING) -> dict[str, list[str]]:
    """query_id -> the doc_ids among the first `depth` of any run, each once.

    `exclude` names the query's own papers, which are left out before the run is cut, so that every run still
    gives `depth` others. The documents come by their best rank, at equal rank in the order of the runs;
    queries in the order in which they first occur. Ties of score go by doc id descending, as in evaluation.
    Raises BadInput for a depth below 1 and EvaluationError for a score that is not finite.
    """
    check_depth(depth)
    tops = {query_id: _cut(ranked, depth) for query_id, ranked in _rankings(runs, exclude).items()}
    return _pooled(tops)


def rrf_pool(
    runs: Sequence[Run], *, depth: int = 10, exclude: Exclude = NOTHING, k: int = RRF_K
) -> dict[str, list[str]]:
    """query_id -> the first `depth` doc_ids of the runs fused by reciprocal rank, best first.

    A document scores the sum over the runs of 1 / (k + rank) in float64, ranks from 1 in the whole run
    without what `exclude` names (Cormack, Clarke and Buettcher, SIGIR 2009); ties go by doc id descending.
    The order of the runs makes no difference. Raises what `pool` raises.
    """
    check_depth(depth)
    rankings = _rankings(runs, exclude)
    return _pooled({query_id: [_fused(ranked, k)[:depth]] for query_id, ranked in rankings.items()})


def pool_by(
    runs: Mapping[str, Run], *, strategy: PoolStrategy, depth: int = 10, exclude: Exclude = NOTHING
) -> dict[str, list[str]]:
    """The pool of the runs (tag -> run) by DEPTH, RRF, or BOTH, which is the union of the two.

    A document of BOTH has its best rank in any run or in the fusion. Raises BadInput for the strategies that
    do not choose from runs, and what `pool` raises.
    """
    given = list(runs.values())
    match strategy:
        case PoolStrategy.DEPTH:
            return pool(given, depth=depth, exclude=exclude)
        case PoolStrategy.RRF:
            return rrf_pool(given, depth=depth, exclude=exclude)
        case PoolStrategy.BOTH:
            check_depth(depth)
            rankings = _rankings(given, exclude)
            return _pooled(
                {q: _cut([*ranked, _fused(ranked, RRF_K)], depth) for q, ranked in rankings.items()}
            )
        case _:
            raise BadInput("'{0}' does not choose pairs from runs. Pool by depth, rrf or both.", strategy)


def check_depth(depth: int) -> None:
    """Raise BadInput for a depth below 1."""
    if depth < 1:
        raise BadInput("A depth of {0} takes nothing of any run. Give a depth of at least 1.", depth)


def ranked_docs(scores: Mapping[str, float], own: Collection[str] = ()) -> list[str]:
    """Return the doc_ids but for `own`, best first, ties by doc id descending.

    Raises EvaluationError for a score that is not finite.
    """
    for doc_id, score in scores.items():
        if not math.isfinite(score):
            raise EvaluationError(
                "Document {0} has the score {1}, which has no rank. Correct that run.", doc_id, score
            )
    ranked = sorted(((score, doc_id) for doc_id, score in scores.items() if doc_id not in own), reverse=True)
    return [doc_id for _, doc_id in ranked]


def excluded(exclude: Exclude, query_id: str) -> frozenset[str]:
    """Return the doc_ids that `exclude` names for the query, be it one or several."""
    own = exclude.get(query_id, ())
    return frozenset({own} if isinstance(own, str) else own)


def _rankings(runs: Sequence[Run], exclude: Exclude) -> dict[str, list[list[str]]]:
    """query_id -> one ranking a run, best first; [] where the run does not have the query."""
    query_ids = dict.fromkeys(query_id for run in runs for query_id in run)
    return {
        query_id: [ranked_docs(run.get(query_id, {}), excluded(exclude, query_id)) for run in runs]
        for query_id in query_ids
    }


def _fused(rankings: Sequence[Sequence[str]], k: int) -> list[str]:
    terms: dict[str, list[float]] = {}
    for ranked in rankings:
        for rank, doc_id in enumerate(ranked, start=1):
            terms.setdefault(doc_id, []).append(1 / (k + rank))
    # fsum rounds once, at the end: the order of the runs cannot decide a tie.
    return [doc_id for _, doc_id in sorted(((math.fsum(t), d) for d, t in terms.items()), reverse=True)]


def _cut(rankings: Sequence[list[str]], depth: int) -> list[list[str]]:
    return [ranked[:depth] for ranked in rankings]


def _pooled(tops: Mapping[str, Sequence[Sequence[str]]]) -> dict[str, list[str]]:
    """The union of each query's tops, a document at its best rank; queries without any are left out."""
    pooled = {query_id: list(dict.fromkeys(_by_rank(ranked))) for query_id, ranked in tops.items()}
    return {query_id: doc_ids for query_id, doc_ids in pooled.items() if doc_ids}


def _by_rank(tops: Sequence[Sequence[str]]) -> Iterator[str]:
    for rank in range(max(map(len, tops), default=0)):
        yield from (top[rank] for top in tops if rank < len(top))


def unjudged_results(
    run: Run, judged: Mapping[str, Container[str]], *, k: int = 10, exclude: Exclude = NOTHING
) -> dict[str, list[str]]:
    """query_id -> the unjudged doc_ids among the first `k` of this query, best first; full queries left out.

    `judged` maps query_id -> the documents judged *for that query*: a document that was judged for another
    query is unjudged here. What `exclude` names is left out before the cut. Queries in the order of the run.
    Raises BadInput for a `k` below 1 and EvaluationError for a score that is not finite.
    """
    check_depth(k)
    found = {}
    for query_id, scores in run.items():
        known = judged.get(query_id, ())
        top = ranked_docs(scores, excluded(exclude, query_id))[:k]
        if unjudged := [doc_id for doc_id in top if doc_id not in known]:
            found[query_id] = unjudged
    return found


_TITLE = "title:"


def own_papers(queries: Sequence[Query], papers: Sequence[Paper]) -> dict[str, frozenset[str]]:
    """query_id -> doc_ids of the query's paper and of its other records; queries that are texts are left out.

    Another record has the same DOI, arXiv id, PMID, or the same whole normalised title (generic titles such
    as "Editorial" identify nothing). A record of such a record does not count: each shares something with the
    query's paper itself. A query paper that is not among `papers` stands for itself alone.
    """
    sources = {query.query_id: query.doc_id for query in queries if query.doc_id is not None}
    if not sources:
        return {}
    wanted = set(sources.values())
    keys = {paper.doc_id: _keys(paper) for paper in papers if paper.doc_id in wanted}
    holders: dict[str, set[str]] = {key: set() for own in keys.values() for key in own}
    for paper in papers:
        for key in _keys(paper) & holders.keys():
            holders[key].add(paper.doc_id)
    return {
        query_id: frozenset({doc_id}.union(*(holders[key] for key in keys.get(doc_id, ()))))
        for query_id, doc_id in sources.items()
    }


def _keys(paper: Paper) -> frozenset[str]:
    # The key of a title is truncated for storing; two long titles must agree to their ends.
    return frozenset(
        _TITLE + normalised_title(paper.title) if key.startswith(_TITLE) else key
        for key in identity_keys(paper)
    )
