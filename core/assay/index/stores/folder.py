"""Where a library's vector indexes are kept: in a folder, or where another engine keeps them."""

from __future__ import annotations

import shutil
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

from assay.index.choose import choose, new_index
from assay.index.files import open_index, save
from assay.index.generations import Manifest, peek
from assay.index.index import FolderIndex
from assay.messages import Message, message
from assay.progress import Progress

BATCH = 1000  # vectors taken from one index into another at once


class VectorStore(Protocol):
    """A library's vector indexes, one for each model and its settings, known by their fingerprint.

    What may go wrong with the place itself, such as a server that does not answer, is a `LibraryError`.
    """

    @property
    def place(self) -> Message:
        """Where they are, for people to read."""

    def manifests(self) -> list[Manifest]:
        """Return what there is, as it was saved."""

    def peek(self, fingerprint: str) -> Manifest | None:
        """Return the same of one index; None where there is none."""

    def open(self, fingerprint: str, *, dim: int, model: str = "") -> Any:
        """Return an index to search in, or to change and save: a `VectorIndex` of the store's own type.

        Raises `StaleIndex`, `DamagedIndex`, `DimensionMismatch`.
        """

    def new(self, fingerprint: str, dim: int, *, by_product: bool = False) -> Any:
        """Return an empty index, which takes the place of the one before when it is saved.

        `by_product` keeps the lengths of its vectors.
        """

    def grown(self, index: Any, n: int, progress: Progress) -> Any:
        """Return the same papers in an index that is fit for `n` of them."""

    def save(self, index: Any, manifest: Manifest) -> None:
        """Make the index the one that is searched from now on: at once, or not at all."""

    def remove(self, fingerprint: str) -> None:
        """Delete an index; nothing happens where there is none."""


class FolderStore:
    """A folder in `root` for each index, named by its fingerprint."""

    def __init__(self, root: Path, *, foreign: bool = False) -> None:
        """In a `foreign` folder, of a library that is not trusted, FAISS opens nothing."""
        self._root, self._foreign = root, foreign

    @property
    def place(self) -> Message:
        return message("this machine")

    def manifests(self) -> list[Manifest]:
        found = map(peek, sorted(self._root.glob("*")))
        return [manifest for manifest in found if manifest is not None and manifest.model]

    def peek(self, fingerprint: str) -> Manifest | None:
        return peek(self._root / fingerprint)

    def open(self, fingerprint: str, *, dim: int, model: str = "") -> FolderIndex:
        folder = self._root / fingerprint
        return open_index(folder, fingerprint=fingerprint, dim=dim, model=model, foreign=self._foreign)

    def new(self, fingerprint: str, dim: int, *, by_product: bool = False) -> FolderIndex:  # noqa: ARG002
        return new_index("exact", dim, self._root, by_product=by_product)

    def grown(self, index: FolderIndex, n: int, progress: Progress) -> FolderIndex:
        kind = choose(n)
        if kind == index.kind:
            return index
        keeps = bool(getattr(index, "by_product", False))
        grown = new_index(kind, index.dim, self._root, by_product=keeps)
        rest = iter(index.doc_ids)
        while doc_ids := list(islice(rest, BATCH)):  # a graph takes its time
            grown.add(doc_ids, index.vectors(doc_ids), hashes=index.text_hashes(doc_ids))
            progress("indexing", len(grown), len(index))
        return grown

    def save(self, index: FolderIndex, manifest: Manifest) -> None:
        save(index, self._root / manifest.fingerprint, manifest)

    def remove(self, fingerprint: str) -> None:
        shutil.rmtree(self._root / fingerprint, ignore_errors=True)
