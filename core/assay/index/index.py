"""What every vector index promises, exact or approximate."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from assay.types import Vectors

Mask = npt.NDArray[np.bool_]
"""(n,) which rows a search may return, in the order of `doc_ids`."""

Rows = npt.NDArray[np.int64]


class VectorIndex(Protocol):
    """Papers as points on the unit sphere; the score of a paper is the cosine with the query, in [-1, 1].

    Rows are numbered 0..n-1 in the order of `doc_ids`; a removal renumbers the rows behind it.
    """

    @property
    def kind(self) -> str:
        """One of "exact", "flat", "half", "hnsw" and "ivf": what a manifest says and `open_index` opens."""

    @property
    def dim(self) -> int:
        """The number of columns of every vector."""

    @property
    def doc_ids(self) -> Sequence[str]:
        """Row -> doc_id."""

    def __len__(self) -> int:
        """Return the number of papers."""

    def __contains__(self, doc_id: str) -> bool:
        """Return whether this paper has a row."""

    def add(self, doc_ids: Sequence[str], vectors: Vectors) -> None:
        """Add vectors (n, dim), scaled to length 1; a doc_id that is there already gets the new vector.

        Raises `DimensionMismatch`, and `ModelError` for a vector that holds NaN or infinity.
        """

    def remove(self, doc_ids: Collection[str]) -> None:
        """Forget these papers; ids that are not there are ignored."""

    def search(self, queries: Vectors, k: int, *, allowed: Mask | None = None) -> tuple[Vectors, Rows]:
        """Return the k best rows of each query (q, dim): scores (q, k) descending and rows (q, k).

        Equal scores are ordered by doc_id. Where there are fewer than k, rows are -1 and scores -inf.
        """

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        """Return the stored rows (n, dim), of length 1, in the given order. KeyError for an unknown id."""

    def find(self, doc_ids: Sequence[str]) -> Rows:
        """The row of each id (n,), -1 where there is none: one look for each, where `in` would be another."""

    def at(self, rows: Rows) -> Vectors:
        """Return the stored vectors (n, dim) of these rows, of length 1, in the order asked for."""

    def write(self, folder: Path) -> None:
        """Write its files, all but the doc_ids, into an existing folder.

        A file that has not changed since it was read is carried over from where that was, and never changed.
        """
