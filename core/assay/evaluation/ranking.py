"""The order of a run's documents, as trec_eval orders them."""

from __future__ import annotations

import math
from collections.abc import Mapping

from assay.errors import EvaluationError
from assay.evaluation.ids import short


def ranking(scores: Mapping[str, float], *, query_id: str = "") -> list[str]:
    """The doc ids, best first: by score, ties by doc id descending as strings (trec_eval's rule).

    Scores are compared in float64; trec_eval itself compares float32, where scores that differ in the
    eighth digit are ties. Raises EvaluationError for a score that is not finite: NaN has no order.
    """
    for doc_id, score in scores.items():
        if not _is_finite(score):
            where = f" of query {short(query_id)}" if query_id else ""
            raise EvaluationError(
                f"Document {short(doc_id)}{where} has the score {short(score)}. "
                "Scores must be finite numbers: mend the system that made the run."
            )
    return [
        doc_id for _, doc_id in sorted(((score, doc_id) for doc_id, score in scores.items()), reverse=True)
    ]


def _is_finite(score: object) -> bool:
    try:
        return math.isfinite(score)  # type: ignore[arg-type]  # what is no number raises TypeError
    except (TypeError, OverflowError):
        return False
