"""The exact index: one matrix, searched by blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import numpy as np

from assay.index.index import Mask, Rows
from assay.index.rows import RowTable, Tabled, unit_rows
from assay.index.topk import top_rows
from assay.types import Vectors

FILE = "vectors.npy"


class ExactIndex(Tabled):
    """All vectors in one float32 matrix (n, dim), in memory or mapped from a file until it is changed."""

    kind = "exact"

    def __init__(self, dim: int) -> None:
        super().__init__(dim)
        self._matrix: Vectors = np.empty((0, dim), np.float32)  # (capacity, dim); rows from n on are free

    @classmethod
    def read(cls, folder: Path, doc_ids: Iterable[str]) -> ExactIndex:
        """Opens what `write` wrote. The matrix is mapped, so this reads no vectors."""
        table = RowTable(doc_ids)
        # An empty file cannot be mapped.
        matrix = np.asarray(np.load(folder / FILE, mmap_mode="r" if len(table) else None, allow_pickle=False))
        index = cls(matrix.shape[1])
        index._table = table
        index._matrix = matrix
        return index

    def add(self, doc_ids: Sequence[str], vectors: Vectors) -> None:
        fresh = self._unit_rows_of(doc_ids, vectors)
        before = len(self)
        rows = self._table.place(doc_ids)
        self._reserve(before, len(self))
        self._matrix[rows] = fresh

    def remove(self, doc_ids: Collection[str]) -> None:
        stored = self._matrix[: len(self)]
        keep = self._table.drop(doc_ids)
        if not keep.all():
            self._matrix = stored[keep]

    def search(self, queries: Vectors, k: int, *, allowed: Mask | None = None) -> tuple[Vectors, Rows]:
        unit = unit_rows(queries, dim=self.dim)
        return top_rows(self._matrix[: len(self)], unit, k, doc_ids=self.doc_ids, allowed=allowed)

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        return self.at(self._table.rows(doc_ids))

    def at(self, rows: Rows) -> Vectors:
        return np.ascontiguousarray(self._matrix[rows])

    def write(self, folder: Path) -> None:
        np.save(folder / FILE, self._matrix[: len(self)], allow_pickle=False)

    def _reserve(self, used: int, needed: int) -> None:
        """Makes the matrix writable and large enough, half as much again, so that n adds cost O(n) copies."""
        if self._matrix.flags.writeable and needed <= len(self._matrix):
            return
        capacity = needed if needed <= len(self._matrix) else max(needed, len(self._matrix) * 3 // 2)
        grown = np.empty((capacity, self.dim), np.float32)
        grown[:used] = self._matrix[:used]
        self._matrix = grown
