"""How well reviewers fit a paper, by the papers that they wrote: SciRepEval's Paper-Reviewer Matching."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from assay.errors import EvaluationError
from assay.evaluation.tasks.ranked import similarities
from assay.types import Vectors

NEAREST = 3


def reviewer_scores(
    paper: npt.NDArray[np.float32], papers: Vectors, reviewers: Mapping[str, Sequence[int]]
) -> dict[str, float]:
    """reviewer -> the mean of the highest three cosines between the paper and the reviewer's own, -1 to 1.

    So SciRepEval's released code scores (reviewer_matching.py); of fewer than three papers all count. `paper`
    is (d,), `papers` (n, d), and `reviewers` says the rows of each; a vector of zeros is like nothing. Raises
    EvaluationError for a reviewer without papers.
    """
    empty = [name for name, rows in reviewers.items() if not len(rows)]
    if empty:
        raise EvaluationError(f"The reviewer '{empty[0]}' has no papers to be known by. Leave them out.")
    cosines = similarities(paper, papers, "cosine")
    return {
        name: float(np.sort(cosines[np.asarray(rows)])[-NEAREST:].mean()) for name, rows in reviewers.items()
    }
