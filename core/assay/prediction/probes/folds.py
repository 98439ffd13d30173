"""Probes that each left a part of the papers out: what they say of that part is what can be promised."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.prediction.probes.ridge import Floats, fit_ridge
from assay.types import Vectors

FOLDS = 5

Folds = npt.NDArray[np.int64]
"""(n,) 0..FOLDS - 1: in which part a paper is. Papers of one text belong into one part."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """FOLDS functions that did not see their fold, and last the one of all papers."""

    weights: npt.NDArray[np.float32]  # (FOLDS + 1, d, t)
    intercepts: npt.NDArray[np.float32]  # (FOLDS + 1, t)

    def __call__(self, vector: Vectors, fold: int | None) -> Floats:
        """(t,) of one vector (d,); by the function that left `fold` out, None: by the one of all papers."""
        place = FOLDS if fold is None else fold
        found: Floats = vector.astype(np.float64) @ self.weights[place] + self.intercepts[place]
        return found

    def of(self, columns: npt.NDArray[np.bool_]) -> Fitted:
        """Only these of the t functions."""
        return Fitted(self.weights[:, :, columns], self.intercepts[:, columns])


def cross_fit(
    vectors: Vectors, labels: Floats, folds: Folds, step: Callable[[int], None]
) -> tuple[Fitted, Floats]:
    """Return the functions, and (n, t) what each paper gets from the one that did not see it.

    `step` hears how many of FOLDS + 1 functions are there. A fold without papers has the function of all.
    One core: the threads of a BLAS wait for each other so eagerly that next to other work two of them take
    twenty times as long for these small matrices as one does.
    """
    from threadpoolctl import threadpool_limits

    weights = np.zeros((FOLDS + 1, vectors.shape[1], labels.shape[1]), dtype=np.float32)
    intercepts = np.zeros((FOLDS + 1, labels.shape[1]), dtype=np.float32)
    out_of_fold = np.zeros(labels.shape)
    with threadpool_limits(limits=1, user_api="blas"):  # type: ignore[no-untyped-call]  # it has no types
        for fold in range(FOLDS + 1):
            seen = folds != fold  # the last number is no paper's
            found = fit_ridge(vectors[seen], labels[seen])
            weights[fold], intercepts[fold] = found.weights, found.intercepts
            out_of_fold[~seen] = found(vectors[~seen])
            step(fold + 1)
    return Fitted(weights, intercepts), out_of_fold


def left_out_means(labels: Floats, folds: Folds) -> Floats:
    """(n,) what the mean alone says of each of the labels (n,), taken over the other folds."""
    means = np.array([labels[folds != fold].mean() for fold in range(FOLDS)])
    found: Floats = means[folds]
    return found
