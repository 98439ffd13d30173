"""Rankings of the judged candidates of each query, by the distance of their vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.details import FIRST, Details
from assay.benchmarks.types import Similarity
from assay.errors import EvaluationError
from assay.evaluation.evaluate import evaluate
from assay.evaluation.ranking import ranking
from assay.types import Qrels, Run, Vectors

_MEASURES = {"map": "AP", "ndcg": "nDCG"}
RANKING_METRICS = tuple(_MEASURES)
"""Of rankings over all ranks, as a file of tasks may name them."""
_CUT = {"ndcg_cut": "nDCG", "recall": "R", "P": "P"}  # each with "_" and a number behind it
_BLOCK = 1 << 22  # scores at once


def candidate_run(
    qrels: Qrels,
    queries: Mapping[str, npt.NDArray[np.float32]],
    papers: Mapping[str, int],
    vectors: Vectors,
    *,
    similarity: Similarity = "l2",
    every: bool = False,
) -> Run:
    """query -> candidate -> score: the negative Euclidean distance, as SciRepEval ranks, or the product's.

    `papers` says the row of each in `vectors` (n, d). Candidates are those judged, or `every` paper.
    """
    run: Run = {}
    names = list(papers)
    for query_id, grades in qrels.items():
        doc_ids = names if every else list(grades)
        unknown = next((doc_id for doc_id in doc_ids if doc_id not in papers), None)
        if unknown is not None or query_id not in queries:
            what = f"paper '{unknown}'" if unknown is not None else "query itself"
            raise EvaluationError("of the query '{0}' the {1} is judged and has no vector.", query_id, what)
        rows = np.array([papers[doc_id] for doc_id in doc_ids])
        scores = _scores(queries[query_id], vectors, rows, similarity)
        run[query_id] = dict(zip(doc_ids, scores.tolist(), strict=True))
    return run


def _scores(
    query: npt.NDArray[np.float32], vectors: Vectors, rows: npt.NDArray[np.int64], similarity: Similarity
) -> npt.NDArray[np.float64]:
    """(len(rows),), in float64: nearly equal distances keep their order."""
    step = max(1, _BLOCK // vectors.shape[1])
    parts = [
        similarities(query, vectors[rows[at : at + step]], similarity) for at in range(0, len(rows), step)
    ]
    return np.concatenate(parts)


def similarities(
    query: npt.NDArray[np.float32], block: Vectors, similarity: Similarity
) -> npt.NDArray[np.float64]:
    """(n,) of one vector (d,) to each of (n, d); a distance counts as negative."""
    one, many = query.astype(np.float64), block.astype(np.float64)
    if similarity == "l2":
        distances: npt.NDArray[np.float64] = np.linalg.norm(many - one, axis=1)
        return -distances
    scores: npt.NDArray[np.float64] = many @ one
    if similarity == "cosine":
        scores = scores / np.maximum(np.linalg.norm(many, axis=1) * np.linalg.norm(one), 1e-12)
    return scores


def measure_of(metric: str) -> str:
    """trec_eval's name of a metric in ours: "ndcg_cut_10" is "nDCG@10". Raises EvaluationError."""
    name, _, cutoff = metric.rpartition("_")
    if metric in _MEASURES:
        return _MEASURES[metric]
    if name not in _CUT or not cutoff.isascii() or not cutoff.isdigit() or cutoff.startswith("0"):
        known = ", ".join([*_MEASURES, *(f"{each}_10" for each in _CUT)])
        raise EvaluationError("a ranking has no metric '{0}'. There are {1}.", metric, known)
    return f"{_CUT[name]}@{cutoff}"


def is_ranking_metric(metric: str) -> bool:
    """Return whether `measure_of` knows it."""
    try:
        return bool(measure_of(metric))
    except EvaluationError:
        return False


def ranking_details(
    qrels: Qrels, run: Run, metrics: Sequence[str], *, own: Mapping[str, str]
) -> tuple[dict[str, float], Details]:
    """Return trec_eval's measures, in percent, averaged over the queries, and what each query contributes.

    `own` is query -> the paper that it is itself, where that is neither result nor judgement.
    """
    measures = {metric: measure_of(metric) for metric in metrics}
    found = evaluate(qrels, run, list(measures.values()), exclude_self=own)
    items = {
        metric: {query_id: 100 * values[measure] for query_id, values in found.per_query.items()}
        for metric, measure in measures.items()
    }
    first = {
        query_id: [doc_id for doc_id in ranking(run.get(query_id, {})) if doc_id != own.get(query_id)][:FIRST]
        for query_id in found.per_query
    }
    details = Details(found.n_queries, items=items, first=first, judged=100 * found.judged_at_k[10])
    return {metric: 100 * found.mean[measure] for metric, measure in measures.items()}, details
