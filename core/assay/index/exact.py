"""The exact index: a large matrix that is only read, and a small one of what came since."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from assay.index.generations import carry_over
from assay.index.index import Hashes
from assay.index.papers import Column, Mask, Rows, RowTable
from assay.index.rows import Tabled, unit_rows
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

    def __init__(self, dim: int, folder: Path | None = None) -> None:
        """Many papers that are added lie in files in `folder`, where there is one, not in memory."""
        super().__init__(dim, folder)
        self._large: Vectors = np.empty((0, dim), np.float32)
        self._file: Path | None = None  # what the large matrix was read from
        self._folder = folder
        self._small = Column(np.empty((0, dim), np.float32), folder)
        self._places = Column(np.empty(0, np.int64), folder)  # (n,) row -> place
        self._rows: Rows | None = None  # place -> row, -1 for none; made when it is needed

    @classmethod
    def read(cls, folder: Path) -> ExactIndex:
        """Open what `write` wrote. Matrices and names are mapped, so this reads neither."""
        table = RowTable.read(folder)
        large = np.asarray(np.load(folder / FILE, mmap_mode="r", allow_pickle=False))
        index = cls(large.shape[1], folder.parent)
        index._table, index._large, index._file = table, large, folder / FILE
        is_moved = folder.joinpath(PLACES).exists()
        places = np.load(folder / PLACES, allow_pickle=False) if is_moved else np.arange(len(table))
        index._places = Column(places)
        if folder.joinpath(SINCE).exists():
            small = np.asarray(np.load(folder / SINCE, mmap_mode="r", allow_pickle=False))
            index._small = Column(small, folder.parent)
        return index

    def add(self, doc_ids: Sequence[str], vectors: Vectors, *, hashes: Hashes | None = None) -> None:
        fresh = self._unit_rows_of(doc_ids, vectors)
        rows = self._table.place(doc_ids, hashes)
        self._places.append(np.full(len(self) - len(self._places), -1))
        places = self._places.values
        moved = np.unique(rows[places[rows] < len(self._large)])
        places[moved] = len(self._large) + len(self._small) + np.arange(len(moved))
        self._small.append(np.empty((len(moved), self.dim), np.float32))
        self._small.values[places[rows] - len(self._large)] = fresh
        self._rows = None

    def remove(self, doc_ids: Collection[str]) -> None:
        keep = self._table.drop(doc_ids)
        if keep.all():
            return
        places = self._places.values[keep]
        behind = places >= len(self._large)
        self._small = Column(self._small.values[places[behind] - len(self._large)], self._folder)
        places[behind] = len(self._large) + np.arange(len(self._small))
        self._places = Column(places)
        self._rows = None

    def search_rows(self, queries: Vectors, k: int, *, allowed: Mask | None = None) -> tuple[Vectors, Rows]:
        unit = unit_rows(queries, dim=self.dim)
        if self._is_one:
            return top_rows(self._one(), unit, k, doc_ids=self.doc_ids, allowed=allowed, longest=self.longest)
        if self._rows is None:
            self._rows = np.full(len(self._large) + len(self._small), -1)
            self._rows[self._places.values] = np.arange(len(self))
        n = len(self._large)
        parts = (self._large, self._rows[:n]), (self._small.values, self._rows[n:])
        found = [
            top_rows(matrix, unit, k, doc_ids=self.doc_ids, allowed=allowed, rows=rows, longest=self.longest)
            for matrix, rows in parts
        ]
        return best_of(found, k, doc_ids=self.doc_ids)

    def at(self, rows: Rows) -> Vectors:
        places = self._places.values[rows]
        behind = places >= len(self._large)
        found = np.empty((len(places), self.dim), np.float32)
        found[~behind] = self._large[places[~behind]]
        found[behind] = self._small.values[places[behind] - len(self._large)]
        return found

    def write(self, folder: Path) -> None:
        if not self._carried_over(folder):
            whole = self._one() if self._is_one else self.at(np.arange(len(self)))
            np.save(folder / FILE, whole, allow_pickle=False)
        elif not self._is_one:
            np.save(folder / PLACES, self._places.values, allow_pickle=False)
            if len(self._small):
                np.save(folder / SINCE, self._small.values, allow_pickle=False)
        self._table.write(folder)

    def _carried_over(self, folder: Path) -> bool:
        """Return whether the large matrix is in this folder now, as the file that it was read from."""
        alive = int(np.count_nonzero(self._places.values < len(self._large)))
        behind = max(len(self._small), len(self._large) - alive)
        if self._file is None or behind > MOST_BEHIND * len(self._large):
            return False
        try:
            carry_over(self._file, folder)
        except FileNotFoundError:  # another process has swept it away
            return False
        self._file = folder / FILE
        return True

    @property
    def _is_one(self) -> bool:
        """Whether one of the matrices has all vectors and no others, and so has them in the order of rows."""
        return not len(self._large) or (not len(self._small) and len(self) == len(self._large))

    def _one(self) -> Vectors:
        """Return the matrix (n, dim) that has all vectors."""
        return self._large if len(self._large) else self._small.values
