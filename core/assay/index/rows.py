"""Which row belongs to which paper, and the rows themselves on the unit sphere."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence, Set
from itertools import repeat
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from assay.errors import DimensionMismatch, ModelError
from assay.index.index import Ranking, Where
from assay.types import Vectors


class RowTable:
    """doc_id <-> row, rows numbered from 0 without gaps."""

    def __init__(self, doc_ids: Iterable[str] = ()) -> None:
        self.doc_ids = list(doc_ids)
        self._row_of = {doc_id: row for row, doc_id in enumerate(self.doc_ids)}

    def __len__(self) -> int:
        return len(self.doc_ids)

    def __contains__(self, doc_id: str) -> bool:
        return doc_id in self._row_of

    def place(self, doc_ids: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the rows of these ids (n,); new ids are appended in their order."""
        for doc_id in doc_ids:
            if doc_id not in self._row_of:
                self._row_of[doc_id] = len(self.doc_ids)
                self.doc_ids.append(doc_id)
        return self.rows(doc_ids)

    def rows(self, doc_ids: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the rows of these ids (n,). Raises KeyError for an unknown one."""
        return np.fromiter((self._row_of[doc_id] for doc_id in doc_ids), np.int64, len(doc_ids))

    def find(self, doc_ids: Sequence[str]) -> npt.NDArray[np.int64]:
        """Return the rows of these ids (n,), -1 for an unknown one."""
        return np.fromiter(map(self._row_of.get, doc_ids, repeat(-1)), np.int64, len(doc_ids))

    def mask(self, doc_ids: Set[str]) -> npt.NDArray[np.bool_]:
        """Return which rows (n,) are of these papers; of a few, only those are looked for."""
        n = len(self.doc_ids)
        if 2 * len(doc_ids) > n:
            return np.fromiter((doc_id in doc_ids for doc_id in self.doc_ids), np.bool_, n)
        mask = np.zeros(n, np.bool_)
        rows = self.find([*doc_ids])
        mask[rows[rows >= 0]] = True
        return mask

    def drop(self, doc_ids: Collection[str]) -> npt.NDArray[np.bool_]:
        """Forget these ids and renumber the rows without gaps; return which of the old rows (n,) stayed."""
        keep = np.ones(len(self.doc_ids), np.bool_)
        gone = [self._row_of[doc_id] for doc_id in doc_ids if doc_id in self._row_of]
        if not gone:
            return keep
        keep[gone] = False
        self.doc_ids = [self.doc_ids[row] for row in np.flatnonzero(keep)]
        self._row_of = {doc_id: row for row, doc_id in enumerate(self.doc_ids)}
        return keep


Mask = npt.NDArray[np.bool_]
"""(n,) which rows a search may return."""

Rows = npt.NDArray[np.int64]


class Tabled(ABC):
    """The part of an index in a folder that does not depend on how its vectors are kept: names of rows.

    Rows are numbered 0..n-1 in the order of `doc_ids`; a removal renumbers the rows behind it.
    """

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self._table = RowTable()
        self._masks: WeakKeyDictionary[Where, Mask] = WeakKeyDictionary()

    @property
    def doc_ids(self) -> Sequence[str]:
        return self._table.doc_ids

    def __len__(self) -> int:
        return len(self._table)

    def has(self, doc_ids: Sequence[str]) -> npt.NDArray[np.bool_]:
        return self._table.find(doc_ids) >= 0

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        return self.at(self._table.rows(doc_ids))

    def search(self, queries: Vectors, k: int, *, where: Where | None = None) -> list[Ranking]:
        scores, rows = self.search_rows(queries, k, allowed=None if where is None else self._mask(where))
        names = self._table.doc_ids
        return [
            [(names[row], score) for row, score in zip(*of_one, strict=True) if row >= 0]
            for of_one in zip(rows.tolist(), scores.tolist(), strict=True)
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

    def _mask(self, where: Where) -> Mask:
        """Return which rows (n,) may be returned, made once as long as nothing is added or removed."""
        known = self._masks.get(where)
        if known is None:
            known = self._masks[where] = self._table.mask(where.doc_ids) ^ where.but
        return known

    def _unit_rows_of(self, doc_ids: Sequence[str], vectors: Vectors) -> Vectors:
        """Return one row (n, dim) of length 1 or 0 for each id; raise as `unit_rows` does."""
        unit = unit_rows(vectors, dim=self.dim)
        assert len(unit) == len(doc_ids), (len(unit), len(doc_ids))  # noqa: S101 - our mistake
        return unit


def unit_rows(vectors: Vectors, *, dim: int) -> Vectors:
    """Return a copy (n, dim) with every row scaled to length 1; zero rows stay zero.

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
    lengths[lengths == 0] = 1
    rows /= lengths[:, None]
    return rows
