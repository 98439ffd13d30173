"""FAISS behind the same promises: flat, flat in halves, HNSW (Malkov and Yashunin 2018)."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from assay.errors import BadInput
from assay.index.index import Hashes
from assay.index.papers import Column, Mask, Rows, RowTable
from assay.index.rows import Tabled, unit_rows
from assay.index.topk import rank, top_rows
from assay.types import Vectors

KINDS = ("flat", "half", "hnsw")
FILE = "index.faiss"
POSITIONS = "positions.npy"
"""A 0, and the position of each row."""

HNSW_LINKS = 32
HNSW_BUILD = 80  # candidates while building; docs/benchmarks.md has the table
HNSW_SEARCH = 512  # candidates while searching, at least twice k: 256 finds 98 of 100, 512 finds 99
SURPLUS = 32  # rows asked for beyond k, so that equal scores at the border are ordered by doc_id
REBUILD_ABOVE = 0.25  # share of removed vectors at which the index is built again
EXACT_BELOW = 0.1  # share of allowed papers below which a graph finds too few of them


class FaissIndex(Tabled):
    """A FAISS index whose removed vectors stay as tombstones until a quarter of it is dead.

    FAISS numbers vectors by position; rows are the positions that live, counted without gaps.
    """

    def __init__(self, dim: int, *, kind: str = "flat") -> None:
        if kind not in KINDS:
            raise BadInput("No index kind '{0}'. Choose one of {1}.", kind, ", ".join(KINDS))
        super().__init__(dim)
        self.kind = kind
        self._positions = Column(np.empty(0, np.int64))  # row -> position in FAISS
        self._rows: Rows | None = None  # position -> row, -1 for none; made when it is needed
        self._native: Any = self._empty()
        self._is_mapped = False

    @classmethod
    def read(cls, folder: Path, *, kind: str) -> FaissIndex:
        """Open what `write` wrote, mapped where FAISS can (1.11): a graph of a million papers is 3 GB."""
        mapped = getattr(_faiss(), "IO_FLAG_MMAP_IFC", 0)
        stored = _faiss().read_index(str(folder / FILE), mapped)
        index = cls(stored.d, kind=kind)
        index._native, index._is_mapped = stored, bool(mapped)
        index._table = RowTable.read(folder)
        index._positions = Column(np.load(folder / POSITIONS, allow_pickle=False)[1:])
        return index

    def add(self, doc_ids: Sequence[str], vectors: Vectors, *, hashes: Hashes | None = None) -> None:
        unit = self._unit_rows_of(doc_ids, vectors)
        if not len(unit):
            return
        last = {doc_id: row for row, doc_id in enumerate(doc_ids)}  # an id given twice: the later one counts
        self.remove(last.keys())
        chosen = list(last.values())
        unit = unit[chosen]
        if self._is_mapped:  # FAISS ends the process where it is to add to what it has mapped
            self._native = _faiss().deserialize_index(_faiss().serialize_index(self._native))
            self._is_mapped = False
        start = int(self._native.ntotal)
        self._native.add(unit)
        self._table.place(list(last), None if hashes is None else hashes[chosen])
        self._positions.append(np.arange(start, self._native.ntotal))
        self._rows = None

    def remove(self, doc_ids: Collection[str]) -> None:
        keep = self._table.drop(doc_ids)
        if keep.all():
            return
        self._positions, self._rows = Column(self._positions.values[keep]), None
        if int(self._native.ntotal) - len(self) > REBUILD_ABOVE * self._native.ntotal:
            self._rebuild(self._at(self._positions.values))

    def search_rows(self, queries: Vectors, k: int, *, allowed: Mask | None = None) -> tuple[Vectors, Rows]:
        unit = unit_rows(queries, dim=self.dim)
        n_allowed = len(self) if allowed is None else int(np.count_nonzero(allowed))
        if allowed is not None and n_allowed < EXACT_BELOW * len(self):
            few = np.flatnonzero(allowed)  # which an exact search finds faster
            return top_rows(
                self.at(few), unit, k, doc_ids=self.doc_ids, allowed=None, rows=few, longest=self.longest
            )
        scores = np.full((len(unit), k), -np.inf, np.float32)
        rows = np.full((len(unit), k), -1, np.int64)
        if not k or not n_allowed or not len(unit):
            return scores, rows
        depth = min(k + SURPLUS, n_allowed)
        _, found = self._native.search(unit, depth, params=self._parameters(depth, allowed))
        if self._rows is None:
            self._rows = np.full(self._native.ntotal, -1)
            self._rows[self._positions.values] = np.arange(len(self))
        for number, positions in enumerate(found):
            here = positions[positions >= 0]
            best, values = rank(self._at(here), unit[number], self._rows[here], k, doc_ids=self.doc_ids)
            rows[number, : len(best)], scores[number, : len(best)] = best, values
        return scores, rows

    def at(self, rows: Rows) -> Vectors:
        return self._at(self._positions.values[rows])

    def write(self, folder: Path) -> None:
        try:
            _faiss().write_index(self._native, str(folder / FILE))
        except RuntimeError as error:  # FAISS's word for what the system says at its end, in brackets
            raise OSError(str(error).rpartition("(")[2].rstrip(") ")) from error
        np.save(folder / POSITIONS, np.concatenate([[0], self._positions.values]), allow_pickle=False)
        self._table.write(folder)

    def _parameters(self, depth: int, allowed: Mask | None) -> Any:
        """FAISS's search options: which positions may be returned, and how far to look."""
        chosen: dict[str, object] = {}
        if allowed is not None or len(self) < self._native.ntotal:
            alive = np.zeros(self._native.ntotal, np.bool_)
            living = self._positions.values
            alive[living if allowed is None else living[allowed]] = True
            chosen["sel"] = _faiss().IDSelectorBitmap(np.packbits(alive, bitorder="little"))
        if self.kind == "hnsw":
            ef = max(HNSW_SEARCH, 2 * depth)
            if allowed is not None:  # the graph is walked through all papers, and most of them do not count
                ef = math.ceil(ef * len(self) / np.count_nonzero(allowed))
            return _faiss().SearchParametersHNSW(efSearch=ef, **chosen)
        return _faiss().SearchParameters(**chosen) if chosen else None

    def _rebuild(self, stored: Vectors) -> None:
        """Start again with the living vectors alone."""
        self._native, self._is_mapped = self._empty(), False
        if len(stored):
            self._native.add(stored)
        self._positions, self._rows = Column(np.arange(len(stored))), None

    def _empty(self) -> Any:
        """Return a FAISS index without vectors."""
        faiss = _faiss()
        if self.kind == "flat":
            return faiss.IndexFlatIP(self.dim)
        if self.kind == "half":
            sixteen_bits = faiss.ScalarQuantizer.QT_fp16
            return faiss.IndexScalarQuantizer(self.dim, sixteen_bits, faiss.METRIC_INNER_PRODUCT)
        graph = faiss.IndexHNSWFlat(self.dim, HNSW_LINKS, faiss.METRIC_INNER_PRODUCT)
        graph.hnsw.efConstruction = HNSW_BUILD
        return graph

    def _at(self, positions: Rows) -> Vectors:
        """Return the stored vectors (n, dim) at these positions."""
        if not len(positions):
            return np.empty((0, self.dim), np.float32)
        return np.asarray(self._native.reconstruct_batch(positions), np.float32)


def _faiss() -> Any:
    """The library, loaded when first needed. Its types are generated and know neither options nor arrays."""
    import faiss

    return faiss
