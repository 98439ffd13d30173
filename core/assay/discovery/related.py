"""Papers near a collection: the index searched by the mean of its members' vectors."""

from __future__ import annotations

from collections.abc import Sequence

from assay.errors import BadInput
from assay.index import VectorIndex, Where, known_of
from assay.types import Hit


def related(index: VectorIndex, doc_ids: Sequence[str], *, k: int = 50) -> list[Hit]:
    """Return the k papers whose vectors have the largest cosine with the mean of these papers' vectors.

    Members are left out, and so are those that have no vector of the mean. Raises BadInput where none of the
    papers has a vector.
    """
    members = known_of(index, list(dict.fromkeys(doc_ids)))
    if not members:
        raise BadInput("These papers are not indexed yet. Index the library first.")
    mean = index.vectors(members).mean(axis=0, keepdims=True)  # (1, dim) of unit vectors
    [nearest] = index.search(mean, min(k, len(index)), where=Where(set(members), but=True))
    return [
        Hit(doc_id, score, rank, {"semantic": rank}) for rank, (doc_id, score) in enumerate(nearest, start=1)
    ]
