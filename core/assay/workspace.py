"""A library opened for work: its papers, its settings, its model and its indexes.

What a user does with them stands in the features, as functions over a workspace.
"""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from assay import config as configuration
from assay.errors import StaleIndex
from assay.library import Library
from assay.location import Location
from assay.registry.trusted_models import trusted_settings
from assay.types import SET_ASIDE

if TYPE_CHECKING:
    from assay.encoding import Encoder, VectorCache
    from assay.index import LexicalIndex, Manifest, VectorStore
    from assay.search import Indexes, Searcher
    from assay.search.library_texts import LibraryTexts
    from assay.types import Fusion
    from assay.workers import Workers


notices = logging.getLogger("assay.notices")


class Workspace:
    """One library with its settings, its model and its indexes. Not for use from two threads at once."""

    def __init__(self, library: Library, config: configuration.Config) -> None:
        self.library = library
        self.config = config
        self.has_unsaved_model = False
        """Whether a model was chosen here that the settings on the disk do not name yet."""
        self._encoder: Encoder | None = None
        self._searchers: dict[bool, Searcher] = {}  # lexical only? -> searcher
        self._stored: Searcher | None = None  # of stored vectors, without the model
        self._words: LexicalIndex | None = None  # what stands in for the keyword index

    @classmethod
    def open(cls, location: Location, *, create: bool = True, check: bool = True) -> Workspace:
        """Open the library in a folder or on a server.

        `check` looks the file over and makes the day's backup; a second process on the same library need not.
        Raises LibraryError, LibraryTooNew, or BadInput for its settings or its address.
        """
        library = Library.open(location, create=create, check=check)
        return cls(library, trusted_settings(library))

    def close(self) -> None:
        self.library.close()

    def __enter__(self) -> Workspace:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        return self.library.folder

    @cached_property
    def texts(self) -> LibraryTexts:
        """The full texts of the library's papers."""
        from assay.search.library_texts import LibraryTexts  # which loads what papers are listed without

        return LibraryTexts(self.library)

    # -- model ------------------------------------------------------------------------------------------

    def use_model(
        self, model: str, *, max_length: int | None = None, precision: str = "", allow_network: bool = False
    ) -> None:
        """Make `model` the library's, for good once it has indexed; ModelError if it cannot load."""
        from assay.registry.loading import load_model, settings_for

        wanted = settings_for(model, self.config, max_length=max_length, precision=precision)
        self.take_model(wanted, load_model(wanted, allow_network=allow_network))
        self.has_unsaved_model = True

    def take_model(self, config: configuration.Config, encoder: Encoder) -> None:
        """Work with these settings and their model, which was loaded elsewhere, from now on."""
        self.config, self._encoder, self.has_unsaved_model = config, encoder, False
        self.forget_indexes()

    def encoder(self) -> Encoder:
        """Return the library's model, loaded once. Raises ModelError."""
        if self._encoder is None:
            from assay.registry.loading import load_model

            self._encoder = load_model(self.config)
        return self._encoder

    def work_on(self, workers: Workers | None) -> None:
        """Encode many texts by workers, as long as they are there. Raises ModelError."""
        if workers is not None:
            from assay.registry.loading import load_model

            self._encoder = load_model(self.config, workers=workers)

    def adopt(self, encoder: Encoder) -> None:
        """Take a model that was loaded elsewhere (`load_model` with this workspace's config)."""
        self._encoder = encoder

    @property
    def has_model(self) -> bool:
        """Whether the model is in memory, so that semantic search waits for nothing."""
        return self._encoder is not None

    # -- indexes ----------------------------------------------------------------------------------------

    @property
    def vector_store(self) -> VectorStore:
        """Where the library's vectors are kept. Raises BadInput for a place that is not to be had."""
        return self.library.vector_store(self.config.vectors_in)

    def index_manifest(self) -> Manifest | None:
        """Return what the vector index of the library's model was saved with; None where there is none."""
        from assay.types import TaskFormat

        return self.vector_store.peek(self.encoder().fingerprint(TaskFormat.PRX))

    def vector_cache(self) -> VectorCache:
        """Return the vectors by text and fingerprint, shared by all that this library encodes."""
        from assay.encoding import FolderCache

        return FolderCache(self.folder / "vectors")

    def searcher(self, *, lexical_only: bool = False) -> Searcher:
        """Open the indexes. Raises StaleIndex where one is missing or was built by another model."""
        from assay.search import indexed_models

        if lexical_only not in self._searchers:
            if not (lexical_only or self.has_model or indexed_models(self.vector_store)):
                # Before a model is loaded in vain.
                raise StaleIndex("This library has no vectors yet.", advice="Run `assay index` to make them.")
            self._searchers[lexical_only] = self._made(None, lexical_only=lexical_only)
            if misfit := self._searchers[lexical_only].set_aside:
                advice = "" if misfit == "fusion" else " Run `assay improve` to learn new ones."
                notices.warning("%s%s", SET_ASIDE[misfit], advice)
        return self._searchers[lexical_only]

    def searcher_of_stored(self) -> Searcher:
        """Open the indexes without their model, to compare stored vectors alone. Raises StaleIndex."""
        from assay.search import open_indexes, searcher_for

        if self._stored is None:
            indexes = open_indexes(
                self.folder,
                None,
                store=self.vector_store,
                stored=self.config.model,
                foreign=self.library.is_foreign,
            )
            self._stored = searcher_for(
                self.library, None, texts=self.texts, indexes=indexes, fusion=self.config.fusion
            )
        return self._stored

    def adopt_indexes(self, indexes: Indexes) -> None:
        """Search in indexes that were opened elsewhere (`open_indexes` with this workspace's model)."""
        self._searchers = {each: self._made(indexes, lexical_only=each) for each in (False, True)}

    def _made(self, indexes: Indexes | None, *, lexical_only: bool) -> Searcher:
        from assay.search import searcher_for

        made = searcher_for(
            self.library,
            None if lexical_only else self.encoder(),
            lexical_only=lexical_only,
            store=None if lexical_only or indexes is not None else self.vector_store,
            texts=self.texts,
            indexes=indexes,
            fusion=self.config.fusion,
            weights="" if self._words is not None else self.config.weights,
        )
        if self._words is not None:
            made.lexical = self._words
        return made

    def forget_indexes(self) -> None:
        """Open the indexes again when they are needed next: they change on the disk."""
        self._searchers.clear()
        self._stored = None

    # -- settings ---------------------------------------------------------------------------------------

    def fuse_by(self, fusion: Fusion) -> None:
        """Let hybrid searches make one ranking of two so, as long as this is open."""
        self.config = replace(self.config, fusion=fusion)
        self.forget_indexes()

    def weigh_by(self, version: str) -> None:
        """Search with this version of learned weights, "" for none, as long as this is open."""
        self.config = replace(self.config, weights=version)
        self.forget_indexes()

    def take_words(self, words: LexicalIndex | None) -> None:
        """Search by these for the keyword index, without learned weights; None: by the index again."""
        self._words = words
        self.forget_indexes()

    def reload(self) -> None:
        """Read settings and indexes as they are on disk now: another process may have changed both."""
        self.forget_indexes()
        config = trusted_settings(self.library)
        if replace(config, fusion=self.config.fusion, weights=self.config.weights) != self.config:
            self._encoder = None
        self.config = config

    @property
    def has_new_settings(self) -> bool:
        """Whether another process has changed the settings since they were read."""
        return trusted_settings(self.library) != self.config
