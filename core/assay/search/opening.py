"""A searcher on the indexes that lie in a library's folder."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from assay.encoding import Encoder
from assay.errors import BadInput, StaleIndex
from assay.index import LexicalIndex, PassageIndex, VectorIndex, VectorStore, is_saved, open_index
from assay.search.folders import full_text_folder, indexes_of, lexical_folder, passages_folder
from assay.search.full_text import FullTextSearch
from assay.search.passage_vectors import PassageVectors
from assay.search.query.learned import Lessons, lessons_of, read_version
from assay.search.searcher import Searcher
from assay.types import Fusion, Misfit, TaskFormat

if TYPE_CHECKING:
    from assay.library import Library
    from assay.search.library_texts import LibraryTexts

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Indexes:
    """A library's indexes as they were when they were opened: of its words, vectors and full texts,
    these by words (`passages`) and by vectors (`passage_vectors`).

    They ask the library for nothing, so that any thread may open them; only one may search in them.
    """

    lexical: LexicalIndex | None  # None on a machine that has none yet of vectors that are kept elsewhere
    vectors: VectorIndex | None = None
    passages: PassageIndex | None = None
    passage_vectors: VectorIndex | None = None


def open_indexes(
    library_folder: Path,
    encoder: Encoder | None,
    *,
    store: VectorStore | None = None,
    stored: str = "",
    foreign: bool = False,
) -> Indexes:
    """Open what there is of words and full texts and, with a model, its vector index in the store. Without
    the model, its name (`stored`) finds the vectors that it made, unless it made several indexes. `foreign`
    is the folder of a library that is not trusted.

    Raises `StaleIndex` for an index that is missing or was built by another model or version, `DamagedIndex`
    for one whose files have changed, `LibraryError` where the store does not answer.
    """
    folder = lexical_folder(library_folder)
    lexical: LexicalIndex | None = LexicalIndex(folder)
    if lexical is not None and lexical.revision < 0:
        lexical = None
    vectors: VectorIndex | None = None
    if encoder is not None and store is not None:
        fingerprint = encoder.fingerprint(TaskFormat.PRX)
        vectors = store.open(fingerprint, dim=encoder.dim, model=encoder.name)
    elif store is not None and len(found := indexes_of(store, stored)) == 1:
        vectors = store.open(found[0].fingerprint, dim=found[0].dim, model=stored)
    if lexical is None and vectors is None:
        raise StaleIndex(
            "There is no keyword index in {0} yet.", folder, advice="Run `assay index` to build it."
        )
    inside = full_text_folder(library_folder)
    passages = PassageIndex(inside) if inside.is_dir() else None
    near = None if encoder is None else _passage_vectors(library_folder, encoder, foreign=foreign)
    return Indexes(lexical, vectors, passages, near)


def _passage_vectors(library_folder: Path, encoder: Encoder, *, foreign: bool) -> VectorIndex | None:
    """The model's vectors of passages; None where there are none, or none that can be opened."""
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    folder = passages_folder(library_folder) / fingerprint
    if not is_saved(folder):
        return None
    try:
        return open_index(folder, fingerprint=fingerprint, dim=encoder.dim, foreign=foreign)
    except StaleIndex as error:
        logger.info("passages by meaning: %s", error)
        return None


def searcher_for(
    library: Library,
    encoder: Encoder | None,
    *,
    lexical_only: bool = False,
    texts: LibraryTexts | None = None,
    indexes: Indexes | None = None,
    store: VectorStore | None = None,
    fusion: Fusion = Fusion.SCORES,
    weights: str = "",
) -> Searcher:
    """Return a search of the library by words and, unless `lexical_only`, by the model's vectors.

    `weights` is the version of what its judged queries teach; without a model, none of it is used.

    `texts` are its papers' full texts; where they were indexed, they can be searched too. `indexes` are
    opened already; else this opens them, the vectors in `store` or where the library keeps them, and raises
    what `open_indexes` raises.

    Indexes may lag behind the library: `Searcher.coverage` says how far.
    """
    if indexes is None:
        needs = None if lexical_only else encoder
        store = None if needs is None else store or library.vector_store()
        indexes = open_indexes(library.folder, needs, store=store, foreign=library.is_foreign)
    full_text: FullTextSearch | None = None
    if texts is not None and indexes.passages is not None:
        full_text = FullTextSearch(texts, indexes.passages)
    lessons, set_aside = (
        _lessons(library.folder, weights, encoder, fusion) if encoder and weights else (None, "")
    )
    near: PassageVectors | None = None
    if texts is not None and indexes.passage_vectors is not None and not lexical_only:
        near = PassageVectors(texts, indexes.passage_vectors)
    return Searcher(
        library,
        lexical=indexes.lexical,
        vectors=None if lexical_only else indexes.vectors,
        encoder=encoder,
        full_text=full_text,
        passages=near,
        fusion=fusion,
        lessons=lessons,
        set_aside=set_aside,
    )


def _lessons(folder: Path, version: str, encoder: Encoder, fusion: Fusion) -> tuple[Lessons | None, Misfit]:
    """Return what judged queries teach, or why it is set aside."""
    try:
        learned = read_version(folder, version)
        misfit = learned.misfit(encoder, fusion)
        return (None, misfit) if misfit else (lessons_of(learned), "")
    except BadInput:
        return None, "damaged"
