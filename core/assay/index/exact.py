"""The exact index: a large matrix that is only read, and a small one of what came since."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import numpy as np

from assay.index.generations import carry_over
from assay.index.rows import Mask, Rows, RowTable, Tabled, unit_rows
from assay.index.topk import best_of, top_rows
from assay.types import Vectors

FILE = "vectors.npy"
SINCE = "vectors-since.npy"
PLACES = "places.npy"
MOST_BEHIND = 0.1
"""Of the large matrix: where more of its rows count no more, or more stand behind it, it is written again."""


class ExactIndex(Tabled):
    """All vectors as float32, in memory or mapped from their files.

    A vector's place is its row in the large matrix, or, beyond that, in the small one behind it. The large
    one is never changed once it was read, so that the file is the next generation's too: a new vector stands
    in the small one, also where it replaces another, and a place that no row has counts for nothing.
    """

    kind = "exact"

    def __init__(self, dim: int) -> None:
        super().__init__(dim)
        self._large: Vectors = np.empty((0, dim), np.float32)
        self._file: Path | None = None  # what the large matrix was read from
        self._small: Vectors = np.empty((0, dim), np.float32)  # (capacity, dim)
        self._used = 0  # rows of the small matrix that are taken; those behind are free
        self._places: Rows = np.empty(0, np.int64)  # (n,) row -> place
        self._rows: Rows | None = None  # place -> row, -1 for none; made when it is needed

    @classmethod
    def read(cls, folder: Path, doc_ids: Iterable[str]) -> ExactIndex:
        """Open what `write` wrote. The matrices are mapped, so this reads no vectors."""
        table = RowTable(doc_ids)
        large = np.asarray(np.load(folder / FILE, mmap_mode="r", allow_pickle=False))
        index = cls(large.shape[1])
        index._table, index._large, index._file = table, large, folder / FILE
        index._places = np.arange(len(table))
        if folder.joinpath(PLACES).exists():
            index._places = np.load(folder / PLACES, allow_pickle=False)
        if folder.joinpath(SINCE).exists():
            index._small = np.asarray(np.load(folder / SINCE, mmap_mode="r", allow_pickle=False))
            index._used = len(index._small)
        return index

    def add(self, doc_ids: Sequence[str], vectors: Vectors) -> None:
        fresh = self._unit_rows_of(doc_ids, vectors)
        before = len(self)
        rows = self._table.place(doc_ids)
        self._places = np.concatenate([self._places, np.full(len(self) - before, -1)])
        moved = np.unique(rows[self._places[rows] < len(self._large)])
        self._places[moved] = len(self._large) + self._used + np.arange(len(moved))
        self._reserve(self._used + len(moved))
        self._used += len(moved)
        self._small[self._places[rows] - len(self._large)] = fresh
        self._rows = None
        self._masks.clear()

    def remove(self, doc_ids: Collection[str]) -> None:
        keep = self._table.drop(doc_ids)
        if keep.all():
            return
        self._places = self._places[keep]
        behind = self._places >= len(self._large)
        self._small = self._small[self._places[behind] - len(self._large)]
        self._used = len(self._small)
        self._places[behind] = len(self._large) + np.arange(self._used)
        self._rows = None
        self._masks.clear()

    def search_rows(self, queries: Vectors, k: int, *, allowed: Mask | None = None) -> tuple[Vectors, Rows]:
        unit = unit_rows(queries, dim=self.dim)
        if self._is_one:
            return top_rows(self._one(), unit, k, doc_ids=self.doc_ids, allowed=allowed)
        if self._rows is None:
            self._rows = np.full(len(self._large) + self._used, -1)
            self._rows[self._places] = np.arange(len(self))
        parts = (self._large, self._rows[: len(self._large)]), (self._tail, self._rows[len(self._large) :])
        found = [
            top_rows(matrix, unit, k, doc_ids=self.doc_ids, allowed=allowed, rows=rows)
            for matrix, rows in parts
        ]
        return best_of(found, k, doc_ids=self.doc_ids)

    def at(self, rows: Rows) -> Vectors:
        places = self._places[rows]
        behind = places >= len(self._large)
        found = np.empty((len(places), self.dim), np.float32)
        found[~behind] = self._large[places[~behind]]
        found[behind] = self._small[places[behind] - len(self._large)]
        return found

    def write(self, folder: Path) -> None:
        if not self._carried_over(folder):
            whole = self._one() if self._is_one else self.at(np.arange(len(self)))
            np.save(folder / FILE, whole, allow_pickle=False)
        elif not self._is_one:
            np.save(folder / PLACES, self._places, allow_pickle=False)
            if self._used:
                np.save(folder / SINCE, self._tail, allow_pickle=False)

    def _carried_over(self, folder: Path) -> bool:
        """Return whether the large matrix is in this folder now, as the file that it was read from."""
        alive = int(np.count_nonzero(self._places < len(self._large)))
        if self._file is None or max(self._used, len(self._large) - alive) > MOST_BEHIND * len(self._large):
            return False
        try:
            carry_over(self._file, folder)
        except FileNotFoundError:  # another process has swept it away
            return False
        self._file = folder / FILE
        return True

    @property
    def _tail(self) -> Vectors:
        """The small matrix without the rows that are free."""
        return self._small[: self._used]

    @property
    def _is_one(self) -> bool:
        """Whether one of the matrices has all vectors and no others, and so has them in the order of rows."""
        return not len(self._large) or (not self._used and len(self) == len(self._large))

    def _one(self) -> Vectors:
        """Return the matrix (n, dim) that has all vectors."""
        return self._large if len(self._large) else self._tail

    def _reserve(self, needed: int) -> None:
        """Make the small matrix writable and large enough, half as much again: n adds cost O(n) copies."""
        if self._small.flags.writeable and needed <= len(self._small):
            return
        grown = np.empty((max(needed, len(self._small) * 3 // 2), self.dim), np.float32)
        grown[: self._used] = self._tail
        self._small = grown
