"""Papers and texts to start from, made into one direction to search in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from assay.index import Ranking, VectorIndex, Where
from assay.types import Combine, Vectors

POOL = 1000
"""Candidates a seed when the scores of several are combined by max or min."""


@dataclass(frozen=True, slots=True)
class Component:
    """One vector (dim,) of a query, and how much it counts; below 0 it pushes away."""

    vector: Vectors
    weight: float


def direction(components: Sequence[Component]) -> Vectors:
    """The weighted sum (dim,) of the components, each scaled to length 1 first. The index scales the sum."""
    total = np.zeros(components[0].vector.shape, np.float64)
    for component in components:
        length = float(np.linalg.norm(component.vector))
        if length:
            total += component.weight / length * component.vector
    return total.astype(np.float32)


def best_by_extremes(
    index: VectorIndex, components: Sequence[Component], k: int, *, combine: Combine, where: Where | None
) -> Ranking:
    """Return the k best by the largest (MAX: near any) or smallest (MIN: near every seed) weighted cosine.

    Candidates are the `POOL` nearest of each seed with a positive weight: for MAX and equal weights exact,
    for MIN all but the rare paper that is near every seed and among the nearest of none.
    """
    towards = [component for component in components if component.weight > 0]
    near = index.search(np.stack([c.vector for c in towards]), max(POOL, k), where=where)
    doc_ids = [*{doc_id: None for ranking in near for doc_id, _ in ranking}]
    if not doc_ids:
        return []
    scores = combined(index.vectors(doc_ids), components, combine)
    hits = zip(doc_ids, map(float, scores), strict=True)
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[:k]


def combined(stored: Vectors, components: Sequence[Component], combine: Combine) -> Vectors:
    """Return the scores (n,) of stored unit rows (n, dim): see `Combine`.

    For MAX and MIN, what is pushed away from lowers a score by the largest of its weighted cosines.
    """
    combine = Combine(combine)
    if combine is Combine.MEAN:
        unit = direction([Component(direction(components), 1.0)])
        return np.asarray(stored @ unit)  # (n, dim) @ (dim,) -> (n,)
    near = _weighted_cosines(stored, [component for component in components if component.weight > 0])
    scores = near.max(axis=1) if combine is Combine.MAX else near.min(axis=1)
    away = [component for component in components if component.weight < 0]
    return np.asarray(scores - _weighted_cosines(stored, away).max(axis=1) if away else scores)


def _weighted_cosines(stored: Vectors, components: Sequence[Component]) -> Vectors:
    """|weight| * cosine of each stored unit row (n, dim) with each component: (n, c)."""
    columns = [direction([Component(c.vector, abs(c.weight))]) for c in components]
    return stored @ np.stack(columns, axis=1)  # (n, dim) @ (dim, c) -> (n, c)


def least_score(parts: Sequence[Component], combine: Combine, index: VectorIndex) -> float:
    """The lowest score by meaning that any paper could have: less is no product with the longest vector."""
    longest = float(getattr(index, "longest", 1.0))
    if combine is Combine.MEAN:
        return -longest
    weights = [part.weight for part in parts]
    return longest * (-max(weights) + min(0.0, *weights))


def shares(scores: Mapping[str, float], least: float) -> dict[str, float]:
    """The scores as shares of the best one, where `least` is the lowest that could be, and counts 0."""
    most = max(scores.values(), default=least) - least
    return {doc_id: (score - least) / most for doc_id, score in scores.items()} if most > 0 else {}
