"""A library opened for work: the one place where the stages of Assay are joined.

The command line, the search engine and the window all call this; none of them joins stages itself.
"""

from __future__ import annotations

import hashlib
import importlib.resources
import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from assay import config as configuration
from assay.errors import BadInput
from assay.evaluation import read_qrels, write_qrels
from assay.importers import plan, read_papers, read_queries
from assay.importers.identity import Outcome
from assay.judging import JudgingSession, pool, seeded_order
from assay.library import Library
from assay.progress import Progress, silent
from assay.types import (
    Hit,
    ImportFailure,
    ImportReport,
    Paper,
    Qrels,
    Query,
    Run,
    SearchMode,
    SearchRequest,
)

if TYPE_CHECKING:
    from assay.encoding import Encoder, VectorCache
    from assay.search import IndexReport, Searcher

IMPORT_BATCH = 1000
POOL_DEPTH = 10
SAMPLE_ASSESSOR = "sample"

log = logging.getLogger(__name__)


class Workspace:
    """One library with its settings, its model and its indexes. Not for use from two threads at once."""

    def __init__(self, library: Library, config: configuration.Config) -> None:
        self.library = library
        self.config = config
        self._encoder: Encoder | None = None
        self._searchers: dict[bool, Searcher] = {}  # lexical only? -> searcher

    @classmethod
    def open(cls, folder: Path, *, create: bool = True) -> Workspace:
        """Opens the library in `folder`; raises LibraryError, LibraryTooNew, or BadInput for its settings."""
        library = Library.open(folder, create=create)
        return cls(library, configuration.load(folder))

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
        total = ImportReport()
        for path in paths:
            report = ImportReport()
            for batch in _batches(read_papers(path, progress=progress), IMPORT_BATCH):
                report = _sum(report, self._import_batch(batch))
            if path.is_file():
                self.library.record_import(
                    sha256=_sha256(path),
                    source=path.name,
                    n_new=report.new,
                    n_merged=report.merged,
                    n_conflict=report.conflict,
                    n_failed=len(report.failed),
                )
            total = _sum(total, report)
        log.info("imported %d new, %d merged, %d conflicts, %d failed", *_counts(total))
        return total

    def _import_batch(self, batch: Sequence[Paper | ImportFailure]) -> ImportReport:
        papers = [entry for entry in batch if isinstance(entry, Paper)]
        store = self.library.papers
        decisions = plan(papers, find=store.find_by_keys, taken=store.find_by_ids)
        fresh = [d for d in decisions if d.outcome in (Outcome.NEW, Outcome.CONFLICT)]
        merged = [d for d in decisions if d.outcome is Outcome.MERGED]
        store.add([(d.paper, d.keys) for d in fresh])
        store.update([(d.paper, d.keys) for d in merged])
        store.alias(
            [
                (paper.doc_id, d.existing_id)
                for paper, d in zip(papers, decisions, strict=True)
                if d.existing_id is not None and d.existing_id != paper.doc_id
            ]
        )
        conflicts = [d for d in decisions if d.outcome is Outcome.CONFLICT]
        return ImportReport(
            new=len(fresh) - len(conflicts),
            merged=len(papers) - len(fresh),
            conflict=len(conflicts),
            failed=tuple(entry for entry in batch if isinstance(entry, ImportFailure)),
            conflicts=tuple(d.reason for d in conflicts),
        )

    def import_queries(self, path: Path) -> int:
        """The number of queries that are new; raises ImportFailed."""
        return self.library.queries.add(read_queries(path))

    def import_qrels(self, path: Path, *, assessor: str) -> int:
        """Takes grades 0..2 of a TREC or BEIR file over as `assessor`'s; raises EvaluationError, BadInput."""
        return self.library.judgements.import_qrels(read_qrels(path), assessor=assessor)

    def fill_with_sample(self, *, progress: Progress = silent) -> ImportReport:
        """Adds the sample papers, queries and grades that come with Assay, indexed, with a run of each mode.

        Safe to call again: what is there already stays, and is neither encoded nor ranked twice.
        """
        folder = importlib.resources.files("assay_resources") / "samples"
        with (
            importlib.resources.as_file(folder / "papers.jsonl") as papers,
            importlib.resources.as_file(folder / "queries.jsonl") as queries,
            importlib.resources.as_file(folder / "qrels.tsv") as qrels,
        ):
            report = self.import_files([papers], progress=progress)
            self.import_queries(queries)
            self.import_qrels(qrels, assessor=SAMPLE_ASSESSOR)
        self.index_words(progress=progress)
        self.index_vectors(progress=progress)
        kept = {stored.tag for stored in self.library.runs.all()}
        for mode in SearchMode:
            if mode.value not in kept:
                run = self.make_run(self.library.queries.all(), mode=mode, progress=progress)
                self.store_run(mode.value, run, mode=mode)
        self.extend_pool()
        return report

    # -- model and index --------------------------------------------------------------------------------

    def use_model(self, model: str, *, max_length: int | None = None) -> None:
        """Makes `model` the one that this library is searched with, from the next call on."""
        self.config = replace(
            self.config, model=model, max_length=max_length or configuration.Config().max_length
        )
        self._encoder = None
        self.reload()

    def encoder(self) -> Encoder:
        """The library's model, loaded once; raises ModelError."""
        if self._encoder is None:
            from assay.encoding import load_encoder

            self._encoder = load_encoder(
                self.config.model, max_length=self.config.max_length, device=self.config.device
            )
        return self._encoder

    def index_words(self, *, progress: Progress = silent) -> IndexReport:
        """Brings the keyword index up to date."""
        from assay.search import update_lexical
        from assay.search.indexer import lexical_folder

        self.reload()
        return update_lexical(self.library, folder=lexical_folder(self.folder), progress=progress)

    def index_vectors(self, *, progress: Progress = silent) -> IndexReport:
        """Brings the vector index of the library's model up to date; what is encoded already is not again."""
        from assay.search import update_index

        self.reload()
        encoder = self.encoder()
        report = update_index(
            self.library, encoder, folder=self.index_folder(), cache=self.vector_cache(), progress=progress
        )
        configuration.save(self.config, self.folder)
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
        """Forgets the opened indexes, so that the next search reads what is on disk now."""
        self._searchers.clear()

    def searcher(self, *, lexical_only: bool = False) -> Searcher:
        """Opens the indexes; raises StaleIndex where one is missing or was built by another model."""
        from assay.search import searcher_for

        if lexical_only not in self._searchers:
            encoder = None if lexical_only else self.encoder()
            self._searchers[lexical_only] = searcher_for(self.library, encoder, lexical_only=lexical_only)
        return self._searchers[lexical_only]

    def search(self, request: SearchRequest) -> list[Hit]:
        """Ranks the library's papers; the seeds never return themselves."""
        for seed in request.seeds:
            if seed.doc_id not in self.library.papers.resolve([seed.doc_id]):
                raise BadInput(f"No paper '{seed.doc_id}' in this library. `assay search` finds its id.")
        return self.searcher(lexical_only=request.mode is SearchMode.KEYWORD).search(request)

    # -- judging ----------------------------------------------------------------------------------------

    def add_query(self, text: str) -> Query:
        """The library's query of this text, made if it is not there yet; raises BadInput for an empty one."""
        text = " ".join(text.split())
        if not text:
            raise BadInput("An empty text is not a query. Type what you are looking for.")
        known = next((q for q in self.library.queries.all() if q.text == text and q.doc_id is None), None)
        return known or self._new_query(Query(f"q-{_short_hash(text)}", text))

    def add_query_paper(self, doc_id: str) -> Query:
        """The library's query that asks for the neighbours of a paper; raises BadInput for an unknown one."""
        found = self.library.papers.get([doc_id])
        if not found:
            raise BadInput(f"No paper '{doc_id}' in this library, so it cannot be a query.")
        paper = found[0]
        known = next((q for q in self.library.queries.all() if q.doc_id == paper.doc_id), None)
        return known or self._new_query(
            Query(f"paper-{_short_hash(paper.doc_id)}", paper.title, paper.doc_id)
        )

    def _new_query(self, query: Query) -> Query:
        self.library.queries.add([query])
        return query

    def judging(self, assessor: str) -> JudgingSession:
        """The pool in the order in which this assessor sees it."""
        pairs = self.library.pool.pairs()
        order = seeded_order(pairs, assessor=assessor, seed=self.config.judging_seed)
        return JudgingSession(self.library.judgements, order, assessor=assessor)

    def extend_pool(self, *, depth: int = POOL_DEPTH) -> int:
        """Puts the top `depth` of every stored run up for judging; returns the number of new pairs."""
        runs = [self.library.runs.load(stored.tag) for stored in self.library.runs.all()]
        known = {query.query_id for query in self.library.queries.all()}
        pooled = pool(runs, depth=depth, exclude=self.query_papers())
        pairs = [(q, d) for q, doc_ids in pooled.items() if q in known for d in doc_ids]
        alive = self.library.papers.resolve([doc_id for _, doc_id in pairs])
        return self.library.pool.add([(q, d) for q, d in pairs if alive.get(d) == d])

    def query_papers(self) -> dict[str, str]:
        """query_id -> doc_id of the queries that are papers: these never count as their own results."""
        return {q.query_id: q.doc_id for q in self.library.queries.all() if q.doc_id is not None}

    def export_qrels(
        self, path: Path, *, format: Literal["trec", "beir"], assessor: str | None = None
    ) -> int:
        """Writes the grades given in this library; returns the rows written. Raises EvaluationError."""
        return write_qrels(self.qrels(assessor=assessor), path, format=format)

    def qrels(self, *, assessor: str | None = None) -> Qrels:
        return self.library.judgements.qrels(assessor=assessor)

    # -- runs -------------------------------------------------------------------------------------------

    def make_run(
        self, queries: Sequence[Query], *, mode: SearchMode, k: int = 100, progress: Progress = silent
    ) -> Run:
        """Ranks the library for each query."""
        from assay.search import retrieve_from

        searcher = self.searcher(lexical_only=mode is SearchMode.KEYWORD)
        return retrieve_from(searcher, queries, mode=mode, k=k, progress=progress)

    def store_run(self, tag: str, run: Run, *, mode: SearchMode) -> None:
        """Keeps a run under its tag, replacing an older one of that tag."""
        model = "" if mode is SearchMode.KEYWORD else self.config.model
        self.library.runs.save(tag, run, fingerprint=model, mode=mode.value)


def _batches(entries: Iterable[Paper | ImportFailure], size: int) -> Iterator[list[Paper | ImportFailure]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, size)):
        yield batch


def _sum(a: ImportReport, b: ImportReport) -> ImportReport:
    return ImportReport(
        new=a.new + b.new,
        merged=a.merged + b.merged,
        conflict=a.conflict + b.conflict,
        failed=a.failed + b.failed,
        conflicts=a.conflicts + b.conflicts,
    )


def _counts(report: ImportReport) -> tuple[int, int, int, int]:
    return report.new, report.merged, report.conflict, len(report.failed)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _short_hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=5).hexdigest()
