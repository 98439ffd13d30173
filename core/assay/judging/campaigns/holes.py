"""What a run ranks high and nobody has judged: the holes in its judgements."""

from __future__ import annotations

from collections.abc import Container, Mapping

from assay.judging.pool import NOTHING, Exclude, check_depth, excluded, ranked_docs
from assay.types import Run


def holes(
    run: Run, judged: Mapping[str, Container[str]], *, k: int = 10, exclude: Exclude = NOTHING
) -> dict[str, list[str]]:
    """query_id -> the unjudged doc_ids among the first `k` of this query, best first; full queries left out.

    `judged` maps query_id -> the documents judged *for that query*: a document that was judged for another
    query is a hole here. What `exclude` names is left out before the cut. Queries in the order of the run.
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
