"""A searcher on the indexes that lie in a library's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from assay.encoding import Encoder
from assay.errors import StaleIndex
from assay.index import LexicalIndex, VectorIndex, open_index
from assay.search.folders import index_folder, lexical_folder
from assay.search.searcher import Searcher
from assay.search.source import PaperLibrary
from assay.types import TaskFormat


class StoredLibrary(PaperLibrary, Protocol):
    """A library that has a folder."""

    @property
    def folder(self) -> Path:
        """Where its indexes are."""


def searcher_for(library: StoredLibrary, encoder: Encoder | None, *, lexical_only: bool = False) -> Searcher:
    """Opens the library's keyword index and, unless `lexical_only`, the model's vector index.

    Indexes may lag behind the library: `Searcher.coverage` says how far. Raises `StaleIndex` for an index
    that is missing or was built by another model or version, `DamagedIndex` for one whose files have changed.
    """
    folder = lexical_folder(library.folder)
    lexical = LexicalIndex(folder)
    if lexical.revision < 0:
        raise StaleIndex(f"There is no keyword index in {folder} yet. Run `assay index` to build it.")
    vectors: VectorIndex | None = None
    if encoder is not None and not lexical_only:
        fingerprint = encoder.fingerprint(TaskFormat.PRX)
        place = index_folder(library.folder, fingerprint)
        vectors = open_index(place, fingerprint=fingerprint, dim=encoder.dim, model=encoder.name)
    return Searcher(library, lexical=lexical, vectors=vectors, encoder=encoder)
