"""What every vector index promises, whatever keeps it: a folder, a database, another machine.

A paper is known by its doc_id alone, on both sides. Where a vector lies is the index's own business, so an
engine that others keep needs no more than this to take the folder's place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from assay.types import Filters, Vectors

Ranking = list[tuple[str, float]]
"""(doc_id, score), best first."""

Hashes = npt.NDArray[np.uint8]
"""(n, 16) the hash of each paper's text as it was when its vector was made; zeros where it is not known."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Where:
    """Which papers a search may return: those of `doc_ids`, or with `but` all others.

    The same object is asked with again while a person types, and is equal to itself alone, so that an index
    may remember what it made of it. `filters` say the same in the library's words, where these say it all; an
    engine that has the library's tables next to the vectors can turn them into SQL, and need not read
    `doc_ids`, which at a million papers is a million names.
    """

    doc_ids: Set[str]
    but: bool = False
    filters: Filters | None = None

    def __contains__(self, doc_id: str) -> bool:
        """Return whether this paper may be returned."""
        return (doc_id in self.doc_ids) is not self.but


class VectorIndex(Protocol):
    """Papers as points on the unit sphere; the score of a paper is the cosine with the query, in [-1, 1].

    One in a folder can be `by_product`, for models that say so: vectors keep their lengths, and the score is
    the inner product with the query's direction, which ranks as the product with the query itself.
    """

    @property
    def dim(self) -> int:
        """The number of columns of every vector."""

    @property
    def mark(self) -> str:
        """What the library knows it by, to say what has gone since it was made; "" if it does not."""

    @property
    def doc_ids(self) -> Iterable[str]:
        """Every paper that has a vector, in an order that stays while nothing changes."""

    def __len__(self) -> int:
        """Return the number of papers."""

    def has(self, doc_ids: Sequence[str]) -> npt.NDArray[np.bool_]:
        """Return which of these papers have a vector (n,)."""

    def text_hashes(self, doc_ids: Sequence[str]) -> Hashes:
        """Return the hashes (n, 16) of these papers' texts; zeros for a paper that is not there."""

    def add(self, doc_ids: Sequence[str], vectors: Vectors, *, hashes: Hashes | None = None) -> None:
        """Add vectors (n, dim), scaled to length 1; a doc_id that is there already gets the new vector.

        `hashes` are those of the texts that the vectors were made of (`text_key`): by them an update sees, a
        batch at a time, what has changed. Raises `DimensionMismatch`, and `ModelError` for a vector that
        holds NaN or infinity.
        """

    def remove(self, doc_ids: Collection[str]) -> None:
        """Forget these papers; ids that are not there are ignored."""

    def search(self, queries: Vectors, k: int, *, where: Where | None = None) -> list[Ranking]:
        """Return the k best papers of each query (q, dim), fewer where fewer are allowed.

        Queries are scaled to length 1. Equal scores are ordered by doc_id. Raises `DimensionMismatch`, and
        `ModelError` for a query that holds NaN or infinity.
        """

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        """Return the stored vectors (n, dim), of length 1, in the given order. KeyError for an unknown id."""


class FolderIndex(VectorIndex, Protocol):
    """An index that is files: `save` publishes what it writes."""

    @property
    def kind(self) -> str:
        """One of "exact", "flat", "half" and "hnsw": what a manifest says and `open_index` opens."""

    def write(self, folder: Path) -> None:
        """Write its files into an existing folder.

        A file that has not changed since it was read is carried over from where that was, and never changed.
        """


def known_of(index: VectorIndex, doc_ids: Sequence[str]) -> list[str]:
    """Return those of the papers that have a vector, in their order."""
    return list(compress(doc_ids, index.has(doc_ids)))
