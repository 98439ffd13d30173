"""A searcher on the indexes that lie in a library's folder."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from assay.encoding import Encoder
from assay.errors import StaleIndex
from assay.index import LexicalIndex, PassageIndex, VectorIndex, open_index
from assay.search.folders import full_text_folder, index_folder, lexical_folder
from assay.search.full_text import FullTexts, FullTextSearch
from assay.search.searcher import Searcher
from assay.search.source import PaperLibrary
from assay.types import TaskFormat


class StoredLibrary(PaperLibrary, Protocol):
    """A library that has a folder."""

    @property
    def folder(self) -> Path:
        """Where its indexes are."""


def searcher_for(
    library: StoredLibrary,
    encoder: Encoder | None,
    *,
    lexical_only: bool = False,
    texts: FullTexts | None = None,
) -> Searcher:
    """Opens the library's keyword index and, unless `lexical_only`, the model's vector index.

    `texts` are its papers' full texts; where they were indexed, they can be searched too.

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
    full_text: FullTextSearch | None = None
    if texts is not None and full_text_folder(library.folder).is_dir():
        full_text = FullTextSearch(texts, PassageIndex(full_text_folder(library.folder)))
    return Searcher(library, lexical=lexical, vectors=vectors, encoder=encoder, full_text=full_text)
