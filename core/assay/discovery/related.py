"""Papers near a collection: the index searched by the mean of its members' vectors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from assay.errors import BadInput
from assay.index import VectorIndex
from assay.types import Hit


def related(index: VectorIndex, doc_ids: Sequence[str], *, k: int = 50) -> list[Hit]:
    """Return the k papers whose vectors have the largest cosine with the mean of these papers' vectors.

    Members are left out, and so are those that have no vector of the mean. Raises BadInput where none of the
    papers has a vector.
    """
    rows = index.find(list(dict.fromkeys(doc_ids)))
    rows = rows[rows >= 0]
    if not len(rows):
        raise BadInput("None of these papers has a vector yet. Index the library first.")
    mean = index.at(rows).mean(axis=0, keepdims=True)  # (1, dim) of unit vectors
    allowed = np.ones(len(index), np.bool_)
    allowed[rows] = False
    scores, found = index.search(mean, min(k, int(allowed.sum())), allowed=allowed)
    return [
        Hit(index.doc_ids[row], float(score), rank, {"semantic": rank})
        for rank, (score, row) in enumerate(zip(scores[0], found[0], strict=True), start=1)
        if row >= 0
    ]
