"""Vector indexes that another engine keeps, in a database or files of its own: what they have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from assay.errors import AssayError, DamagedIndex, DimensionMismatch, LibraryError, StaleIndex
from assay.index.exact import ExactIndex
from assay.index.generations import Manifest
from assay.index.index import Hashes
from assay.index.papers import HASH_BYTES, hash_array
from assay.index.rows import unit_rows
from assay.messages import Message
from assay.progress import Progress
from assay.types import Vectors

AT_ONCE = 4096  # vectors in memory
TO_MAKE = "Run `assay index` to make them, or search with `--mode keyword`."


@dataclass(frozen=True, slots=True)
class Catalogued:
    """What an engine notes of an index. Tables of `layout` 1 have vectors of length 1, of 2 of any length."""

    fingerprint: str
    layout: int
    dim: int
    n: int
    model: str
    revision: int
    mark: str


class EngineIndex(ABC):
    """An index whose changes wait until the engine takes them all at once; they are not found before."""

    by_product = False  # vectors keep their lengths, and scores are inner products

    def __init__(self, fingerprint: str, dim: int, *, mark: str, folder: Path, new: bool) -> None:
        """`folder` takes what waits; a `new` index takes the place of the one that is there, if one is."""
        self.fingerprint, self.dim, self.mark, self.new = fingerprint, dim, mark, new
        self.waiting, self._folder = ExactIndex(dim, folder), folder
        self.gone: set[str] = set()  # papers that were removed
        self._longest: float | None = None

    def noted(self, manifest: Manifest, n: int) -> Catalogued:
        """Return what is to be noted of the index when it has `n` papers."""
        layout, own = 2 if self.by_product else 1, manifest
        return Catalogued(self.fingerprint, layout, self.dim, n, own.model, own.revision, own.mark)

    def chunks(self) -> Iterator[tuple[Sequence[str], Vectors, Hashes]]:
        """Yield what was added, some papers at a time: ids, vectors (m, dim) as they are kept, and hashes."""
        for start in range(0, len(self.waiting), AT_ONCE):
            doc_ids = self.waiting.doc_ids[start : start + AT_ONCE]
            rows = np.arange(start, start + len(doc_ids))
            yield doc_ids, self.waiting.at(rows), self.waiting.text_hashes(doc_ids)

    @property
    def longest(self) -> float:
        """No vector was longer when this was asked first: 1, or `by_product` the largest length."""
        if self._longest is None:
            self._longest = self.look_through()[2] if self.by_product else 1.0
        return self._longest

    @abstractmethod
    def look_through(self) -> tuple[int, int, float]:
        """Read each row; return how many papers there are, how many have a vector of no `fit` length, and the
        length of the longest. Raises `DamagedIndex` for what cannot be read, LibraryError."""

    @property
    def fit(self) -> tuple[float, float]:
        """The least and the largest length of a vector that is not 0; numbers in 16 bits are off a little."""
        return (0.0, float(np.finfo(np.float32).max)) if self.by_product else (0.99, 1.01)

    @abstractmethod
    def _stored(self, doc_ids: Sequence[str], *, vectors: bool) -> dict[str, bytes]:
        """doc_id -> its vector (dim,) in float32, or else its text's hash, of those papers that are there."""

    def has(self, doc_ids: Sequence[str]) -> npt.NDArray[np.bool_]:
        known = self._stored(doc_ids, vectors=False)
        return np.fromiter((doc_id in known for doc_id in doc_ids), np.bool_, len(doc_ids))

    def text_hashes(self, doc_ids: Sequence[str]) -> Hashes:
        known = self._stored(doc_ids, vectors=False)
        return hash_array([known.get(doc_id, bytes(HASH_BYTES)) for doc_id in doc_ids])

    def vectors(self, doc_ids: Sequence[str]) -> Vectors:
        known = self._stored(doc_ids, vectors=True)
        stored = np.frombuffer(b"".join(known[doc_id] for doc_id in doc_ids), np.float32)
        return self._rows_of(stored.reshape(-1, self.dim))

    def _rows_of(self, vectors: Vectors) -> Vectors:
        """Return the vectors (n, dim) as they are kept; raise as `unit_rows`."""
        return unit_rows(vectors, dim=self.dim, scaled=not self.by_product)

    def add(self, doc_ids: Sequence[str], vectors: Vectors, *, hashes: Hashes | None = None) -> None:
        self.waiting.by_product = self.by_product
        self.waiting.add(doc_ids, vectors, hashes=hashes)

    def remove(self, doc_ids: Collection[str]) -> None:
        self.gone.update(doc_ids)
        self.waiting.remove(doc_ids)

    def saved(self, manifest: Manifest) -> None:
        """Nothing waits any more: the engine has it."""
        self.waiting, self.gone = ExactIndex(self.dim, self._folder), set()
        self.mark, self.new, self._longest = manifest.mark, False, None


def no_more(where: Message | str) -> StaleIndex:
    """Return what to say where another machine has deleted an index meanwhile."""
    return StaleIndex("{0} has no vectors of this model any more.", where, advice=TO_MAKE)


Index = TypeVar("Index", bound=EngineIndex)


class EngineStore(ABC, Generic[Index]):
    """The part of a `VectorStore` that does not depend on the engine."""

    kind: str
    layout = 2
    """The highest of `Catalogued.layout`; a later Assay's are not read."""

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
                advice=TO_MAKE,
            )
        if manifest.dim != dim:
            raise DimensionMismatch(expected=manifest.dim, got=dim)
        return self._opened(fingerprint, dim, manifest, by_product=manifest.by_product)

    def damaged(self) -> Iterator[tuple[str, AssayError]]:
        """Read every row of every index; yield the fingerprint of each that is not as it was saved, and why.

        What is merely out of reach is a LibraryError. Raises it where the list of indexes cannot be read.
        """
        for noted in self.manifests():
            try:
                found, n_unfit, _ = self.open(noted.fingerprint, dim=noted.dim).look_through()
            except AssayError as error:
                yield noted.fingerprint, error
                continue
            if (found, n_unfit) != (noted.n, 0) and self.peek(noted.fingerprint) == noted:
                yield (
                    noted.fingerprint,
                    DamagedIndex(
                        "The vectors of {0} on {1} are damaged: {2} of {3} papers are there, and {4} "
                        "vectors are none that a model gave.",
                        noted.model,
                        self.place,
                        found,
                        noted.n,
                        n_unfit,
                    ),
                )

    def new(self, fingerprint: str, dim: int, *, by_product: bool = False) -> Index:
        return self._opened(fingerprint, dim, None, by_product=by_product)

    def _opened(self, fingerprint: str, dim: int, manifest: Manifest | None, *, by_product: bool) -> Index:
        index = self.index(fingerprint, dim, manifest)
        index.by_product = by_product
        return index

    def grown(self, index: Index, n: int, progress: Progress) -> Index:  # noqa: ARG002 - it is always fit
        return index
