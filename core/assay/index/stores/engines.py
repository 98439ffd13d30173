"""Vector indexes that another engine keeps, in a database or files of its own: what they have in common."""

from __future__ import annotations

import tempfile
import weakref
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Generic, TypeVar

import numpy as np

from assay.errors import DimensionMismatch, LibraryError, StaleIndex
from assay.index.generations import Manifest, saving
from assay.index.index import Hashes
from assay.index.papers import Column, RowTable
from assay.index.rows import unit_rows
from assay.messages import Message, message
from assay.progress import Progress
from assay.types import Vectors

AT_ONCE = 4096  # vectors in memory


@dataclass(frozen=True, slots=True)
class Catalogued:
    """What an engine notes of an index. `layout` is that of its tables: see `EngineIndex.layout`."""

    fingerprint: str
    layout: int
    dim: int
    n: int
    model: str
    revision: int
    mark: str


class Waiting:
    """Papers that were added, with their vectors (n, dim), and papers that were removed, `gone`."""

    def __init__(self, dim: int, folder: Path) -> None:
        """The vectors go into a file in `folder` that nobody else sees and that goes with this object."""
        self.dim, self.folder = dim, folder
        self.gone: set[str] = set()
        self._table = RowTable(folder=folder)
        self._places = Column(np.empty(0, np.int64), folder)  # row of the table -> row of the file
        self._n_written = 0
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        """Return how many papers were added."""
        return len(self._table)

    def add(self, doc_ids: Sequence[str], vectors: Vectors, hashes: Hashes | None) -> None:
        """Add papers as `VectorIndex.add` does. Raises LibraryError for a full disk."""
        with saving(message("vector index"), self.folder):
            if self._file is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._file = tempfile.TemporaryFile(dir=self.folder)  # noqa: SIM115 - it goes with this object
                weakref.finalize(self, self._file.close)
            self._file.seek(self._n_written * self.dim * vectors.itemsize)
            self._file.write(vectors.tobytes())
            self._file.flush()
        rows = self._table.place(doc_ids, hashes)
        self._places.append(np.full(len(self) - len(self._places), -1))
        self._places.values[rows] = self._n_written + np.arange(len(rows))
        self._n_written += len(rows)

    def remove(self, doc_ids: Collection[str]) -> None:
        """Remove papers, also such as were added before."""
        self.gone.update(doc_ids)
        self._places = Column(self._places.values[self._table.drop(doc_ids)], self.folder)

    def chunks(self) -> Iterator[tuple[list[str], Vectors, Hashes]]:
        """Yield what was added, some papers at a time: ids, vectors (m, dim) and hashes."""
        if self._file is None:
            return
        written = np.memmap(self._file, np.float32, "r", shape=(self._n_written, self.dim))
        for start in range(0, len(self), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            yield self._table.doc_ids[some], written[self._places.values[some]], self._table.hashes[some]


class EngineIndex(ABC):
    """An index whose changes wait until the engine takes them all at once; they are not found before."""

    by_product = False  # vectors keep their lengths, and scores are inner products

    def __init__(self, fingerprint: str, dim: int, *, mark: str, folder: Path, new: bool) -> None:
        """`folder` takes what waits; a `new` index takes the place of the one that is there, if one is."""
        self.fingerprint, self.dim, self.mark, self.new = fingerprint, dim, mark, new
        self.waiting = Waiting(dim, folder)
        self._longest: float | None = None

    @property
    def layout(self) -> int:
        """Of its tables: 1 with vectors of length 1, 2 with vectors of any length."""
        return 2 if self.by_product else 1

    @property
    def longest(self) -> float:
        """No vector was longer when this was asked first: 1, or `by_product` the largest length."""
        if self._longest is None:
            self._longest = self._largest_length() if self.by_product else 1.0
        return self._longest

    @abstractmethod
    def _largest_length(self) -> float:
        """Return the length of the longest vector that the engine has."""

    def _rows_of(self, vectors: Vectors) -> Vectors:
        """Return the vectors (n, dim) as they are kept; raise as `unit_rows`."""
        return unit_rows(vectors, dim=self.dim, scaled=not self.by_product)

    def add(self, doc_ids: Sequence[str], vectors: Vectors, *, hashes: Hashes | None = None) -> None:
        self.waiting.add(doc_ids, self._rows_of(vectors), hashes)

    def remove(self, doc_ids: Collection[str]) -> None:
        self.waiting.remove(doc_ids)

    def saved(self, manifest: Manifest) -> None:
        """Nothing waits any more: the engine has it."""
        self.waiting = Waiting(self.dim, self.waiting.folder)
        self.mark, self.new, self._longest = manifest.mark, False, None


Index = TypeVar("Index", bound=EngineIndex)


class EngineStore(ABC, Generic[Index]):
    """The part of a `VectorStore` that does not depend on the engine."""

    kind: str
    layout = 2
    """The highest of `EngineIndex.layout`; a later Assay's are not read."""

    @property
    @abstractmethod
    def place(self) -> Message:
        """Where the vectors are, for people to read."""

    @abstractmethod
    def catalogue(self) -> list[Catalogued]:
        """Return what the engine notes of each index."""

    @abstractmethod
    def index(self, fingerprint: str, dim: int, manifest: Manifest | None) -> Index:
        """Return the index that the manifest is of, or a new one."""

    def manifests(self) -> list[Manifest]:
        found = sorted(self.catalogue(), key=lambda row: row.fingerprint)
        if any(row.layout > self.layout for row in found):
            raise LibraryError(
                "The vectors on {0} were written by a later version of Assay; nothing was changed. Update "
                "Assay to search there.",
                self.place,
            )
        return [
            Manifest(
                row.fingerprint, row.dim, self.kind, row.n, row.model, row.revision,
                mark=row.mark, by_product=row.layout == 2,
            )
            for row in found
        ]  # fmt: skip

    def peek(self, fingerprint: str) -> Manifest | None:
        return next((each for each in self.manifests() if each.fingerprint == fingerprint), None)

    def open(self, fingerprint: str, *, dim: int, model: str = "") -> Index:
        manifest = self.peek(fingerprint)
        if manifest is None:
            raise StaleIndex(
                "There are no vectors of the model {0} on {1} yet.",
                model or fingerprint[:16],
                self.place,
                advice="Run `assay index` to make them, or search with `--mode keyword`.",
            )
        if manifest.dim != dim:
            raise DimensionMismatch(expected=manifest.dim, got=dim)
        return self._opened(fingerprint, dim, manifest, by_product=manifest.by_product)

    def new(self, fingerprint: str, dim: int, *, by_product: bool = False) -> Index:
        return self._opened(fingerprint, dim, None, by_product=by_product)

    def _opened(self, fingerprint: str, dim: int, manifest: Manifest | None, *, by_product: bool) -> Index:
        index = self.index(fingerprint, dim, manifest)
        index.by_product = by_product
        return index

    def grown(self, index: Index, n: int, progress: Progress) -> Index:  # noqa: ARG002 - it is always fit
        return index
