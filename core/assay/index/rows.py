"""What both indexes in a folder share: rows of papers, and vectors on the unit sphere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from assay.errors import DimensionMismatch, ModelError
from assay.index.index import Ranking, Where
from assay.index.papers import Listed, Mask, Rows, RowTable
from assay.types import Vectors


class Tabled(Listed, ABC):
    """The part of an index in a folder that does not depend on how its vectors are kept: names of rows.

    Rows are numbered 0..n-1 in the order of `doc_ids`; a removal renumbers the rows behind it.
    """

    def __init__(self, dim: int, folder: Path | None = None) -> None:
        """A table of many papers lies in a file in `folder`, where there is one."""
        self.dim = dim
        self.mark = ""
        self.by_product = False  # vectors keep their lengths, and scores are inner products
        self._longest: float | None = None
        self._table = RowTable(folder=folder)

    def __len__(self) -> int:
        return len(self._table)

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        return self.at(self._table.rows(doc_ids))

    def search(self, queries: Vectors, k: int, *, where: Where | None = None) -> list[Ranking]:
        scores, rows = self.search_rows(
            queries, k, allowed=None if where is None else self._table.allowed(where)
        )
        return [
            list(zip(self._table.doc_ids.at(found[found >= 0]), values[found >= 0].tolist(), strict=True))
            for found, values in zip(rows, scores, strict=True)
        ]

    def find(self, doc_ids: Sequence[str]) -> Rows:
        """Return the row of each id (n,), -1 where there is none."""
        return self._table.find(doc_ids)

    @abstractmethod
    def at(self, rows: Rows) -> Vectors:
        """Return the stored vectors (n, dim) of these rows, of length 1, in the order asked for."""

    @abstractmethod
    def search_rows(self, queries: Vectors, k: int, *, allowed: Mask | None = None) -> tuple[Vectors, Rows]:
        """Return the k best rows of each query (q, dim): scores (q, k) descending and rows (q, k).

        Equal scores are ordered by doc_id. Where there are fewer than k, rows are -1 and scores -inf.
        """

    @property
    def longest(self) -> float:
        """No vector is longer: 1, or `by_product` the largest length that there was."""
        if not self.by_product:
            return 1.0
        if self._longest is None:
            places = np.arange(len(self))
            blocks = (self.at(places[at : at + _AT_ONCE]) for at in range(0, len(self), _AT_ONCE))
            self._longest = max(map(longest, blocks), default=0.0)
        return self._longest

    def _unit_rows_of(self, doc_ids: Sequence[str], vectors: Vectors) -> Vectors:
        """Return one row (n, dim) for each id, of length 1 or 0 but `by_product`; raise as `unit_rows`."""
        unit = unit_rows(vectors, dim=self.dim, scaled=not self.by_product)
        if self.by_product and self._longest is not None:
            self._longest = max(self._longest, longest(unit))
        assert len(unit) == len(doc_ids), (len(unit), len(doc_ids))  # noqa: S101 - our mistake
        return unit


_AT_ONCE = 65_536


def longest(vectors: Vectors) -> float:
    """Return the length of the longest of the vectors (n, dim); 0 of none."""
    return float(np.linalg.norm(vectors, axis=1).max(initial=0.0))


def unit_rows(vectors: Vectors, *, dim: int, scaled: bool = True) -> Vectors:
    """Return a copy (n, dim), every row `scaled` to length 1 or as it is; zero rows stay zero.

    Raises `DimensionMismatch` for another width and `ModelError` for NaN or infinity.
    """
    rows = np.array(vectors, dtype=np.float32, order="C", ndmin=2)
    if rows.shape[1] != dim:
        raise DimensionMismatch(expected=dim, got=rows.shape[1])
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows, dtype=np.float64))  # float32 would overflow at 1e19
    if not np.isfinite(lengths).all():
        bad = int(np.flatnonzero(~np.isfinite(lengths))[0])
        raise ModelError(
            "Vector {0} of {1} holds a value that is not a number. The model or its weights are damaged; "
            "choose another model.",
            bad,
            len(rows),
        )
    if scaled:
        lengths[lengths == 0] = 1
        rows /= lengths[:, None]
    return rows
