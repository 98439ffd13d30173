"""Vectors laid out in the plane: PCA, then t-SNE of landmarks, all others between their nearest landmarks.

t-SNE: van der Maaten and Hinton, Visualizing Data using t-SNE, JMLR 2008; Barnes-Hut as in JMLR 2014.
"""

from __future__ import annotations

import io
import re
import sys
from contextlib import redirect_stdout
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.progress import Progress
from assay.types import Vectors

LANDMARKS = 5000
DIM = 50
"""Principal components that t-SNE and the search for landmarks see."""

NEAREST = 5
"""Landmarks between which a paper is placed."""

_BATCH = 4096
_ITERATIONS = 1000
"""Of t-SNE; it may stop before."""

Points = npt.NDArray[np.float32]
"""(n, 2) places in the plane, within -1 and 1."""


def layout(
    vectors: Vectors, *, random_seed: int, progress: Progress, landmarks: int = LANDMARKS
) -> tuple[Points, int]:
    """Return a place for each vector (n, dim), and how many were landmarks.

    The same vectors and seed give the same places on the same machine. Raises Cancelled.
    """
    chosen = np.random.default_rng(random_seed)
    n = len(vectors)
    rows = np.sort(chosen.choice(n, min(n, landmarks), replace=False))
    progress("preparing", 0, None)
    reduced = _reduced(vectors, rows, random_seed)
    places = np.zeros((n, 2), np.float32)
    places[rows] = _tsne(reduced[rows], random_seed, progress)
    rest = np.setdiff1d(np.arange(n), rows)
    for start in range(0, len(rest), _BATCH):
        progress("placing", start, len(rest))
        batch = rest[start : start + _BATCH]
        places[batch] = _between(reduced[batch], reduced[rows], places[rows])
    progress("placing", len(rest), len(rest))
    return _scaled(places), len(rows)


def _reduced(vectors: Vectors, rows: npt.NDArray[np.int64], random_seed: int) -> Vectors:
    """Return the principal components (n, at most DIM) of the landmarks, for all."""
    from sklearn.decomposition import PCA

    n_components = min(DIM, len(rows), vectors.shape[1])
    make: Any = PCA
    model = make(n_components, svd_solver="randomized", random_state=random_seed).fit(vectors[rows])
    parts = [model.transform(vectors[at : at + _BATCH]) for at in range(0, len(vectors), _BATCH)]
    return np.concatenate(parts).astype(np.float32)


def _tsne(reduced: Vectors, random_seed: int, progress: Progress) -> Points:
    from sklearn.manifold import TSNE
    from threadpoolctl import threadpool_limits

    perplexity = min(30.0, max(2.0, (len(reduced) - 1) / 4))
    make: Any = TSNE
    limits: Any = threadpool_limits
    progress("laying out", 0, _ITERATIONS)
    # Sums of several threads differ from run to run.
    with limits(limits=1, user_api="openmp"), redirect_stdout(_Iterations(progress)):
        model = make(
            2, perplexity=perplexity, init="pca", random_state=random_seed, max_iter=_ITERATIONS, verbose=2
        )
        return np.asarray(model.fit_transform(reduced), np.float32)


class _Iterations(io.StringIO):
    """Standard output while scikit-learn's t-SNE works: what it prints is the only sign of how far it is.

    Every line of it is a place to stop at, and every fiftieth iteration one of progress; the lines of others
    are passed on.
    """

    def __init__(self, progress: Progress) -> None:
        super().__init__()
        self._progress, self._others = progress, sys.stdout
        self._done, self._own = 0, False

    def write(self, text: str, /) -> int:
        if text.startswith("[t-SNE]"):
            found = re.match(r"\[t-SNE\] Iteration (\d+)", text)
            self._done = int(found[1]) if found else self._done
            self._own = True
            self._progress("laying out", self._done, _ITERATIONS)
        elif self._own and text == "\n":
            self._own = False
        else:
            self._others.write(text)
        return len(text)


def _between(vectors: Vectors, landmarks: Vectors, places: Points) -> Points:
    """Return a place (m, 2) for each vector: the mean of its nearest landmarks', the nearer the more."""
    squares = (landmarks**2).sum(1) - 2 * vectors @ landmarks.T  # (m, n) + |v|^2
    k = min(NEAREST, len(landmarks))
    near = np.argpartition(squares, k - 1, axis=1)[:, :k]
    distances = np.take_along_axis(squares, near, 1) + (vectors**2).sum(1, keepdims=True)
    weights = 1 / np.maximum(distances, 1e-6) ** 2
    weights /= weights.sum(1, keepdims=True)
    return np.asarray((weights[:, :, None] * places[near]).sum(1), np.float32)


def _scaled(places: Points) -> Points:
    """Return the places within a square of side 2 around the origin, in one scale for both axes."""
    low, high = places.min(0), places.max(0)
    scale = 2 / max(float((high - low).max()), 1e-9)
    return np.asarray((places - (low + high) / 2) * scale, np.float32)
