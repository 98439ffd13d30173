"""Ridge regression in closed form. Its strength is chosen by exact leave-one-out errors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.types import Vectors

Floats = npt.NDArray[np.float64]

STRENGTHS: Floats = np.logspace(-4, 4, 9)
"""Time the mean eigenvalue of the scatter matrix, so that the scale of a model's vectors does not matter."""

_ROWS = 8192  # in double precision at once: no second matrix next to the vectors


@dataclass(frozen=True, slots=True)
class Linear:
    """Several linear functions of a vector."""

    weights: Floats  # (d, t)
    intercepts: Floats  # (t,)

    def __call__(self, vectors: Vectors) -> Floats:
        """(n, t) of (n, d)."""
        found: Floats = vectors @ self.weights + self.intercepts
        return found


def fit_ridge(vectors: Vectors, labels: Floats) -> Linear:
    """Least squares on `labels` (n, t) with the intercept left free and its own strength for each column.

    Of n >= 2 rows of `vectors` (n, d). The error of row i when it is left out is (y - f)_i / (1 - h_ii)
    (Allen 1974, PRESS), so that no second fit is needed to choose the strength.
    """
    middle, mean = vectors.mean(axis=0, dtype=np.float64), labels.mean(axis=0)
    aimed = labels - mean
    scatter = np.zeros((vectors.shape[1], vectors.shape[1]))
    along = np.zeros((vectors.shape[1], labels.shape[1]))
    for rows, block in _blocks(vectors, middle):
        scatter += block.T @ block  # (d, d)
        along += block.T @ aimed[rows]  # (d, t)
    values, axes = np.linalg.eigh(scatter)
    values = np.maximum(values, 0.0)
    strengths = STRENGTHS * (values.mean() or 1.0)
    turned = axes.T @ along  # (d, t), on the principal axes
    shrink = 1 / (values[:, None] + strengths)  # (d, s)
    errors = np.zeros((len(strengths), labels.shape[1]))
    for rows, block in _blocks(vectors, middle):
        on_axes = block @ axes  # (b, d)
        free = 1 - 1 / len(vectors) - on_axes**2 @ shrink  # (b, s): 1 - h
        for place in range(len(strengths)):
            left_out = aimed[rows] - on_axes @ (turned * shrink[:, [place]])
            left_out /= np.maximum(free[:, [place]], 1e-12)
            errors[place] += np.einsum("bt,bt->t", left_out, left_out)
    best = strengths[errors.argmin(axis=0)]  # (t,)
    weights = axes @ (turned / (values[:, None] + best))
    return Linear(weights, mean - middle @ weights)


def _blocks(vectors: Vectors, middle: Floats) -> Iterator[tuple[slice, Floats]]:
    """Rows of `vectors`, less their mean, in double precision."""
    for start in range(0, len(vectors), _ROWS):
        rows = slice(start, start + _ROWS)
        yield rows, vectors[rows] - middle
