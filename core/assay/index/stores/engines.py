"""Vector indexes that another engine keeps, in a database or files of its own: what they have in common."""

from __future__ import annotations

import os
import tempfile
import weakref
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Generic, TypeVar

import numpy as np

from assay.errors import BadInput, DimensionMismatch, LibraryError, StaleIndex
from assay.index.generations import Manifest, saving
from assay.index.index import Hashes
from assay.index.papers import HASH_BYTES
from assay.index.rows import unit_rows
from assay.messages import Message, message
from assay.progress import Progress
from assay.types import Vectors

AT_ONCE = 4096  # vectors in memory


@dataclass(frozen=True, slots=True)
class Catalogued:
    """What an engine notes of an index. `layout` is that of its tables."""

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
        self._dtype = np.dtype([("vector", np.float32, (dim,)), ("hash", np.uint8, (HASH_BYTES,))])
        self.gone: set[str] = set()
        self._rows: dict[str, int] = {}  # doc_id -> row of the file
        self._n_written = 0
        self._file: IO[bytes] | None = None

    def __len__(self) -> int:
        """Return how many papers were added."""
        return len(self._rows)

    def add(self, doc_ids: Sequence[str], vectors: Vectors, hashes: Hashes | None) -> None:
        """Add papers as `VectorIndex.add` does. Raises also LibraryError for a full disk."""
        rows = np.zeros(len(doc_ids), self._dtype)
        rows["vector"] = unit_rows(vectors, dim=self.dim)
        if hashes is not None:
            rows["hash"] = hashes
        with saving(message("vector index"), self.folder):
            if self._file is None:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._file = tempfile.TemporaryFile(dir=self.folder)  # noqa: SIM115 - it goes with this object
                weakref.finalize(self, self._file.close)
            self._file.seek(0, os.SEEK_END)
            self._file.write(rows.tobytes())
        self._rows |= {doc_id: self._n_written + place for place, doc_id in enumerate(doc_ids)}
        self._n_written += len(rows)

    def remove(self, doc_ids: Collection[str]) -> None:
        """Remove papers, also such as were added before."""
        self.gone.update(doc_ids)
        for doc_id in doc_ids:
            self._rows.pop(doc_id, None)

    def chunks(self) -> Iterator[tuple[list[str], Vectors, Hashes]]:
        """Yield what was added, some papers at a time: ids, vectors (m, dim) of length 1 and hashes."""
        if self._file is None:
            return
        self._file.flush()
        doc_ids = list(self._rows)
        written = np.memmap(self._file, self._dtype, "r", shape=(self._n_written,))
        for start in range(0, len(doc_ids), AT_ONCE):
            chunk = doc_ids[start : start + AT_ONCE]
            rows = written[[self._rows[doc_id] for doc_id in chunk]]
            yield chunk, rows["vector"], rows["hash"]


class EngineIndex:
    """An index whose changes wait until the engine takes them all at once; they are not found before."""

    def __init__(self, fingerprint: str, dim: int, *, mark: str, folder: Path, new: bool) -> None:
        """`folder` takes what waits; a `new` index takes the place of the one that is there, if one is."""
        self.fingerprint, self.dim, self.mark, self.new = fingerprint, dim, mark, new
        self.waiting = Waiting(dim, folder)

    def add(self, doc_ids: Sequence[str], vectors: Vectors, *, hashes: Hashes | None = None) -> None:
        self.waiting.add(doc_ids, vectors, hashes)

    def remove(self, doc_ids: Collection[str]) -> None:
        self.waiting.remove(doc_ids)

    def saved(self, manifest: Manifest) -> None:
        """Nothing waits any more: the engine has it."""
        self.waiting = Waiting(self.dim, self.waiting.folder)
        self.mark, self.new = manifest.mark, False


Index = TypeVar("Index", bound=EngineIndex)


class EngineStore(ABC, Generic[Index]):
    """The part of a `VectorStore` that does not depend on the engine."""

    kind: str
    layout = 1
    """Of the engine's tables; a later Assay's are not read."""

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
            Manifest(row.fingerprint, row.dim, self.kind, row.n, row.model, row.revision, mark=row.mark)
            for row in found
        ]

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
        return self.index(fingerprint, dim, manifest)

    def new(self, fingerprint: str, dim: int, *, by_product: bool = False) -> Index:
        if by_product:
            raise BadInput(
                "This model's vectors are compared by their product, which only a folder keeps.",
                advice="Choose it by `assay index --vectors-in folder`.",
            )
        return self.index(fingerprint, dim, None)

    def grown(self, index: Index, n: int, progress: Progress) -> Index:  # noqa: ARG002 - it is always fit
        return index
