"""A library opened for work: the one place where the stages of Assay are joined.

The command line, the search engine and the window all call this; none of them joins stages itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from assay import config as configuration
from assay.campaigns.facade import Campaigning
from assay.doc_ids import original_id, safe_id
from assay.errors import BadInput, StaleIndex
from assay.library import Library
from assay.library.db.transaction import together
from assay.location import Location
from assay.models.trusted_models import trusted_settings
from assay.progress import Cancelled, Progress, silent
from assay.searching.full_texts import LibraryTexts
from assay.types import (
    Hit,
    ImportReport,
    Qrels,
    Query,
    Run,
    SearchMode,
    SearchRequest,
    shown_title,
)

if TYPE_CHECKING:
    from assay.encoding import Encoder, VectorCache
    from assay.judging import JudgingSession
    from assay.models.promotion import ModelWork
    from assay.search import Indexes, IndexReport, Searcher

POOL_DEPTH = 10


class Workspace(Campaigning):
    """One library with its settings, its model and its indexes. Not for use from two threads at once."""

    def __init__(self, library: Library, config: configuration.Config) -> None:
        self.library = library
        self.config = config
        self.texts = LibraryTexts(library)
        self._encoder: Encoder | None = None
        self._chosen = False  # a model was chosen here that the settings on the disk do not name yet
        self._searchers: dict[bool, Searcher] = {}  # lexical only? -> searcher
        self._stored: Searcher | None = None  # of stored vectors, without the model

    @classmethod
    def open(cls, location: Location, *, create: bool = True, check: bool = True) -> Workspace:
        """Opens the library in a folder or on a server.

        Raises LibraryError, LibraryTooNew, or BadInput for its settings or its address.

        `check` looks the file over and makes the day's backup; a second process on the same library need not.
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

    # -- import -----------------------------------------------------------------------------------------

    def import_files(self, paths: Sequence[Path], *, progress: Progress = silent) -> ImportReport:
        """Adds the papers of the files, batch by batch; what was added before an error or a cancel stays."""
        from assay.ingest.importing import import_files

        return import_files(self.library, paths, progress=progress)

    def import_queries(self, path: Path) -> int:
        """The number of queries that are new; raises ImportFailed."""
        from assay.importers import read_queries

        given = read_queries(path)
        with together(self.library) as whole:
            return whole.queries.add(_under_known_ids(whole, given))

    def read_queries(self, path: Path) -> list[Query]:
        """The queries of a file, under the ids that this library has for them; raises ImportFailed."""
        from assay.importers import read_queries

        return _under_known_ids(self.library, read_queries(path))

    def import_qrels(self, path: Path, *, assessor: str) -> int:
        """Takes grades 0..2 of a TREC or BEIR file over as `assessor`'s; raises EvaluationError, BadInput."""
        from assay.evaluation import read_qrels

        given = read_qrels(path)
        with together(self.library) as whole:
            queries = {query.query_id for query in whole.queries.all()}
            papers = whole.papers.resolve(list({doc_id for grades in given.values() for doc_id in grades}))
            qrels = {
                _known_id(query_id, queries): {_known_id(d, papers): grade for d, grade in grades.items()}
                for query_id, grades in given.items()
            }
            return whole.judgements.import_qrels(qrels, assessor=assessor)

    # -- model and index --------------------------------------------------------------------------------

    def use_model(self, model: str, *, max_length: int | None = None, allow_network: bool = False) -> None:
        """Makes `model` the library's, for good once it has indexed; ModelError if it cannot load."""
        from assay.models.loading import load_model, settings_for

        wanted = settings_for(model, self.config, max_length=max_length)
        self.take_model(wanted, load_model(wanted, allow_network=allow_network))
        self._chosen = True

    def take_model(self, config: configuration.Config, encoder: Encoder) -> None:
        """Works with these settings and their model, which was loaded elsewhere, from now on."""
        self.config, self._encoder, self._chosen = config, encoder, False
        self._forget_searchers()

    @property
    def models(self) -> ModelWork:
        """The trained models, and which of them this library searches with."""
        from assay.models.promotion import ModelWork

        return ModelWork(self)

    def encoder(self) -> Encoder:
        """The library's model, loaded once; raises ModelError."""
        if self._encoder is None:
            from assay.models.loading import load_model

            self._encoder = load_model(self.config)
        return self._encoder

    def adopt(self, encoder: Encoder) -> None:
        """Takes a model that was loaded elsewhere (`load_model` with this workspace's config)."""
        self._encoder = encoder

    @property
    def has_model(self) -> bool:
        """Whether the model is in memory, so that searching by meaning waits for nothing."""
        return self._encoder is not None

    @property
    def is_indexed(self) -> bool:
        """Whether a keyword index was ever built, so that it may lag behind the library."""
        from assay.search import is_indexed

        return is_indexed(self.folder)

    def index_words(self, *, progress: Progress = silent) -> IndexReport:
        """Brings the keyword index up to date, and that of full texts."""
        from assay.search import full_text_folder, lexical_folder, update_full_text, update_lexical

        self._forget_searchers()
        revision = self.library.revision()
        update_full_text(
            self.texts, folder=full_text_folder(self.folder), revision=revision, progress=progress
        )
        return update_lexical(self.library, folder=lexical_folder(self.folder), progress=progress)

    def index_vectors(self, *, progress: Progress = silent) -> IndexReport:
        """Brings the vector index of the library's model up to date; what is encoded already is not again."""
        from assay.index import is_saved
        from assay.models.history import keep_settings
        from assay.search import update_index

        self._forget_searchers()
        encoder = self.encoder()
        folder, new = self.index_folder(), not (self.folder / configuration.FILE_NAME).exists()
        try:
            report = update_index(
                self.library,
                encoder,
                folder=folder,
                cache=self.vector_cache(),
                foreign=self.library.is_foreign,
                progress=progress,
            )
        except (Cancelled, KeyboardInterrupt):
            if new and is_saved(folder):  # the library's first vectors, if not all: they can be searched
                keep_settings(self.config, self.folder)
            raise
        if self._chosen or new:
            # Else another process may have promoted a model while this one was indexing with the one before.
            keep_settings(self.config, self.folder)
            self._chosen = False
        return report

    def index_folder(self) -> Path:
        """Where the vector index of the library's model stands."""
        from assay.search.indexer import index_folder
        from assay.types import TaskFormat

        return index_folder(self.folder, self.encoder().fingerprint(TaskFormat.PRX))

    def vector_cache(self) -> VectorCache:
        """Vectors by text and fingerprint, shared by all that this library encodes."""
        from assay.encoding import VectorCache

        return VectorCache(self.folder / "vectors")

    def reload(self) -> None:
        """Reads settings and indexes as they are on disk now: another process may have changed both."""
        self._forget_searchers()
        config = trusted_settings(self.library)
        if config != self.config:
            self.config, self._encoder = config, None

    @property
    def has_new_settings(self) -> bool:
        """Whether another process has changed the settings since they were read."""
        return trusted_settings(self.library) != self.config

    def _forget_searchers(self) -> None:
        self._searchers.clear()
        self._stored = None

    def adopt_indexes(self, indexes: Indexes) -> None:
        """Searches in indexes that were opened elsewhere (`open_indexes` with this workspace's model)."""
        from assay.search import searcher_for

        self._searchers = {
            lexical_only: searcher_for(
                self.library,
                None if lexical_only else self.encoder(),
                lexical_only=lexical_only,
                texts=self.texts,
                indexes=indexes,
            )
            for lexical_only in (False, True)
        }

    def searcher(self, *, lexical_only: bool = False) -> Searcher:
        """Opens the indexes; raises StaleIndex where one is missing or was built by another model."""
        from assay.search import indexed_models, searcher_for

        if lexical_only not in self._searchers:
            if not (lexical_only or self.has_model or indexed_models(self.folder)):
                # Before a model is loaded in vain.
                raise StaleIndex("This library has no vectors yet. Run `assay index` to make them.")
            encoder = None if lexical_only else self.encoder()
            self._searchers[lexical_only] = searcher_for(
                self.library, encoder, lexical_only=lexical_only, texts=self.texts
            )
        return self._searchers[lexical_only]

    def search(self, request: SearchRequest) -> list[Hit]:
        """Ranks the library's papers; the seeds never return themselves."""
        self.require_seeds(request)
        return self.searcher_of(request).search(request)

    def searcher_of(self, request: SearchRequest) -> Searcher:
        """The searcher that the request needs, without its model where only stored vectors are compared.

        Raises as `searcher` does.
        """
        asks = request.text.strip() or request.texts or request.seeds
        if request.mode is SearchMode.KEYWORD or not asks:
            return self.searcher(lexical_only=True)
        if self.has_model or request.text.strip() or request.texts:
            return self.searcher()
        stored = self._searcher_of_stored()
        ids = self.library.papers.resolve([seed.doc_id for seed in request.seeds]).values()
        there = stored.vectors is not None and all(doc_id in stored.vectors for doc_id in ids)
        return stored if there else self.searcher()

    def _searcher_of_stored(self) -> Searcher:
        from assay.search import open_indexes, searcher_for

        if self._stored is None:
            indexes = open_indexes(
                self.folder, None, stored=self.config.model, foreign=self.library.is_foreign
            )
            self._stored = searcher_for(self.library, None, texts=self.texts, indexes=indexes)
        return self._stored

    def require_seeds(self, request: SearchRequest) -> None:
        """Raises BadInput where the library lacks a paper that the search starts from."""
        for seed in request.seeds:
            if seed.doc_id not in self.library.papers.resolve([seed.doc_id]):
                raise BadInput(f"No paper '{seed.doc_id}' in this library. `assay search` finds its id.")

    # -- judging ----------------------------------------------------------------------------------------

    def add_query(self, text: str) -> Query:
        """The library's query of this text, made if it is not there yet; raises BadInput for an empty one."""
        from assay.importers import text_id

        text = " ".join(text.split())
        if not text:
            raise BadInput("An empty text is not a query. Type what you are looking for.")
        with together(self.library) as whole:
            known = next((q for q in whole.queries.all() if q.text == text and q.doc_id is None), None)
            return known or _new_query(whole, Query(text_id(text), text))

    def add_query_paper(self, doc_id: str) -> Query:
        """The library's query that asks for the neighbours of a paper; raises BadInput for an unknown one."""
        with together(self.library) as whole:
            found = whole.papers.get([doc_id])
            if not found:
                raise BadInput(f"No paper '{doc_id}' in this library, so it cannot be a query.")
            paper = found[0]
            known = next((q for q in whole.queries.all() if q.doc_id == paper.doc_id), None)
            return known or _new_query(
                whole, Query(f"paper-{_short_hash(paper.doc_id)}", shown_title(paper), paper.doc_id)
            )

    def judging(self, assessor: str) -> JudgingSession:
        """The pool in the order in which this assessor sees it."""
        from assay.judging import JudgingSession, seeded_order

        pairs = self.library.pool.pairs()
        order = seeded_order(pairs, assessor=assessor, seed=self.config.judging_seed)
        return JudgingSession(self.library.judgements, order, assessor=assessor)

    def extend_pool(self, *, depth: int = POOL_DEPTH) -> int:
        """Puts the top `depth` of every stored run up for judging; returns the number of new pairs."""
        from assay.judging import pool

        with together(self.library) as whole:
            runs = [whole.runs.load(stored.tag) for stored in whole.runs.all()]
            known = {query.query_id: query.doc_id for query in whole.queries.all()}
            own = {query_id: doc_id for query_id, doc_id in known.items() if doc_id is not None}
            pooled = pool(runs, depth=depth, exclude=own)
            pairs = [(q, d) for q, doc_ids in pooled.items() if q in known for d in doc_ids]
            alive = whole.papers.resolve([doc_id for _, doc_id in pairs])
            return whole.pool.add([(q, d) for q, d in pairs if alive.get(d) == d])

    def query_papers(self) -> dict[str, str]:
        """query_id -> doc_id of the queries that are papers: these never count as their own results."""
        return {q.query_id: q.doc_id for q in self.library.queries.all() if q.doc_id is not None}

    def export_qrels(
        self,
        path: Path,
        *,
        format: Literal["trec", "beir"],
        assessor: str | None = None,
        overwrite: bool = True,
    ) -> int:
        """Writes the grades given in this library; returns the rows written.

        Raises EvaluationError, and BadInput for a file that is there already unless `overwrite`.
        """
        from assay.evaluation import write_qrels

        return write_qrels(self.qrels(assessor=assessor), path, format=format, overwrite=overwrite)

    def qrels(self, *, assessor: str | None = None) -> Qrels:
        return self.library.judgements.qrels(assessor=assessor)

    # -- runs -------------------------------------------------------------------------------------------

    def make_run(
        self, queries: Sequence[Query], *, mode: SearchMode, k: int = 100, progress: Progress = silent
    ) -> Run:
        """Ranks the library for each query."""
        from assay.search import retrieve_from

        searcher = self.searcher(lexical_only=SearchMode(mode) is SearchMode.KEYWORD)
        return retrieve_from(searcher, queries, mode=mode, k=k, progress=progress)

    def make_all_runs(self, *, progress: Progress = silent) -> None:
        """Runs the library's queries by keyword, by meaning and by both, and keeps the three runs."""
        queries = self.library.queries.all()
        for mode in SearchMode:
            self.store_run(mode.value, self.make_run(queries, mode=mode, progress=progress), mode=mode)

    def store_run(self, tag: str, run: Run, *, mode: SearchMode) -> None:
        """Keeps a run under its tag, replacing an older one of that tag."""
        from assay.types import TaskFormat

        fingerprint = (
            "" if SearchMode(mode) is SearchMode.KEYWORD else self.encoder().fingerprint(TaskFormat.PRX)
        )
        self.library.runs.save(tag, run, fingerprint=fingerprint, mode=mode.value)


def _under_known_ids(library: Library, queries: Sequence[Query]) -> list[Query]:
    """The queries under the ids that the library has for them."""
    known = {query.query_id for query in library.queries.all()}
    return [replace(query, query_id=_known_id(original_id(query.query_id), known)) for query in queries]


def _new_query(library: Library, query: Query) -> Query:
    library.queries.add([query])
    return query


def _known_id(given: str, known: Container[str]) -> str:
    """The id as it stands if the library has it, else as the importers would have written it."""
    return given if given in known else safe_id(given)


def _short_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
