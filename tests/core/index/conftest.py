"""Vectors, papers and the files of a saved index, for the tests of the index."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from assay.types import Vectors


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(20240611)


@pytest.fixture
def clustered(rng: np.random.Generator) -> Callable[[int, int], Vectors]:
    """Vectors (n, dim) in 40 groups, as the papers of a field lie."""

    def make(n: int, dim: int) -> Vectors:
        centres = rng.standard_normal((40, dim))
        return (centres[rng.integers(0, 40, n)] + 0.6 * rng.standard_normal((n, dim))).astype(np.float32)

    return make


@pytest.fixture
def generation() -> Callable[[Path], Path]:
    """The only generation folder of an index folder."""

    def find(folder: Path) -> Path:
        [found] = folder.glob("generation-*")
        return found

    return find
