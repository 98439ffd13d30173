"""INDEX: vectors and words, ready to be searched. The only place that knows FAISS and tantivy."""

from __future__ import annotations

from assay.index.analysis import Word, clean, foreign_stop_words, telling, words, words_among
from assay.index.choose import EXACT_UP_TO, choose, new_index
from assay.index.counted import Bm25, CountedIndex, Rm3
from assay.index.exact import ExactIndex
from assay.index.faiss import FaissIndex
from assay.index.files import open_index, save
from assay.index.generations import Manifest, forget_checks, is_saved, peek, saving
from assay.index.index import FolderIndex, Hashes, Ranking, VectorIndex, Where, known_of
from assay.index.lexical import LexicalIndex, text_hash
from assay.index.papers import DocIds, hash_array
from assay.index.passages import PassageIndex, parted, passage_key
from assay.index.rows import unit_rows
from assay.index.stores.engines import Catalogued, EngineIndex, EngineStore, no_more
from assay.index.stores.folder import FolderStore, VectorStore
from assay.index.stores.lance import LanceStore

__all__ = [
    "EXACT_UP_TO",
    "Bm25",
    "Catalogued",
    "CountedIndex",
    "DocIds",
    "EngineIndex",
    "EngineStore",
    "ExactIndex",
    "FaissIndex",
    "FolderIndex",
    "FolderStore",
    "Hashes",
    "LanceStore",
    "LexicalIndex",
    "Manifest",
    "PassageIndex",
    "Ranking",
    "Rm3",
    "VectorIndex",
    "VectorStore",
    "Where",
    "Word",
    "choose",
    "clean",
    "foreign_stop_words",
    "forget_checks",
    "hash_array",
    "is_saved",
    "known_of",
    "new_index",
    "no_more",
    "open_index",
    "parted",
    "passage_key",
    "peek",
    "save",
    "saving",
    "telling",
    "text_hash",
    "unit_rows",
    "words",
    "words_among",
]
