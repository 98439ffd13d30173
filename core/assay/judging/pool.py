"""Which pairs are worth a judgement: the top of every run, pooled."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from assay.errors import BadInput, EvaluationError
from assay.types import Run

NOTHING: Mapping[str, str] = MappingProxyType({})


def pool(
    runs: Sequence[Run], *, depth: int = 10, exclude: Mapping[str, str] = NOTHING
) -> dict[str, list[str]]:
    """query_id -> the doc_ids among the first `depth` of any run, each once.

    `exclude` maps query_id -> doc_id of the query's own paper, which is left out before the run is cut, so
    that every run still gives `depth` others. The documents come by their best rank, at equal rank in the
    order of the runs; queries in the order in which they first occur. Ties of score go by doc id descending,
    as in evaluation. Raises BadInput for a depth below 1 and EvaluationError for a score that is not finite.
    """
    if depth < 1:
        raise BadInput(f"A pool of depth {depth} is empty. Give a depth of at least 1.")
    query_ids = dict.fromkeys(query_id for run in runs for query_id in run)
    pooled = {}
    for query_id in query_ids:
        tops = [_top(run.get(query_id, {}), depth, exclude.get(query_id)) for run in runs]
        pooled[query_id] = list(dict.fromkeys(_by_rank(tops, depth)))
    return {query_id: doc_ids for query_id, doc_ids in pooled.items() if doc_ids}


def _top(scores: Mapping[str, float], depth: int, own: str | None) -> list[str]:
    for doc_id, score in scores.items():
        if not math.isfinite(score):
            raise EvaluationError(
                f"Document {doc_id} has the score {score}, which has no rank. Mend that run."
            )
    ranked = sorted(((score, doc_id) for doc_id, score in scores.items() if doc_id != own), reverse=True)
    return [doc_id for _, doc_id in ranked[:depth]]


def _by_rank(tops: Sequence[Sequence[str]], depth: int) -> Iterator[str]:
    for rank in range(depth):
        yield from (top[rank] for top in tops if rank < len(top))
