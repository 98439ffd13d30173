"""An open library as notebooks use it: ten nouns, each over the feature that the command of its name has."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import fields, replace
from html import escape
from operator import index
from pathlib import Path
from typing import TypeAlias, TypedDict, TypeVar, Unpack

import pandas as pd

from assay import config
from assay.campaigns.sample import fill_with_sample
from assay.encoding import encode_with_cache
from assay.engine.answers import rows_of
from assay.errors import BadInput
from assay.evaluation import parse_measure, read_qrels, read_run
from assay.evaluation.measures import depth_for
from assay.ingest.queries import add_query
from assay.judging.session import parse_grade
from assay.location import Location, Server, parsed
from assay.notebook.evaluation import SystemScores, system_scores
from assay.notebook.frames import frame, frame_of, require_columns, run_frame, scores_in
from assay.notebook.progress import shown_progress
from assay.notebook.training import Training, recipe_named
from assay.progress import Cancelled
from assay.registry.loading import load_model, settings_for
from assay.search import parse_request
from assay.searching.reranking import Reranking
from assay.searching.search import grades_for, make_run_of, possible, require_seeds, search, searcher_of
from assay.training.runs.events import Event, Reading, Step
from assay.training_runs.runs import TrainedRun, new_run_folder, trained_once
from assay.types import (
    Choice,
    Filters,
    Run,
    SearchMode,
    SearchRequest,
    Seed,
    TaskFormat,
    Vectors,
)
from assay.workspace import Workspace

C = TypeVar("C", bound=Choice)
Names: TypeAlias = str | Sequence[str]
System: TypeAlias = pd.DataFrame | Run | str | Path
"""A run as a frame or a dict, a TREC file, the tag of a kept run, or a model."""
CANDIDATES = 1000  # of a second stage
notices = logging.getLogger("assay.notices")


class PaperFilters(TypedDict, total=False):
    """Only papers of these; several names of one kind mean any of them."""

    year: int | tuple[int | None, int | None]  # a year, or the first and the last; None leaves an end open
    venue: Names
    author: Names  # whole names
    tag: Names  # whole keywords or tags
    collection: Names  # with those inside, such as "Thesis/Chapter 2"
    has_pdf: bool


class OpenLibrary(AbstractContextManager["OpenLibrary"]):
    """A library of papers. Not for use from two threads at once; close it, or open it with `with`.

    `workspace` is the same library for the core's own functions, which may change with every version.
    """

    def __init__(self, workspace: Workspace, location: Location) -> None:
        self.workspace = workspace
        self._location = location

    def close(self) -> None:
        self.workspace.close()

    def _repr_html_(self) -> str:
        library = self.workspace.library
        counts = f"{library.papers.count():,} papers, {len(library.queries.all()):,} queries"
        return f"<b>{escape(library.folder.name)}</b>: {counts}, {escape(self.workspace.config.model)}"

    def __exit__(self, *_exc: object) -> None:
        self.close()

    def papers(self, text: str = "", **filters: Unpack[PaperFilters]) -> pd.DataFrame:
        """Return the papers in the order of adding; `text` are words of title, authors or venue."""
        papers = self.workspace.library.papers
        ids = papers.ids(text=text, filters=self._filters(filters))
        return frame_of("papers", papers.get(ids, items=False))

    def search(
        self,
        text: str = "",
        *,
        k: int = 10,
        mode: str = "",
        like: Names = (),
        unlike: Names = (),
        grades: bool = False,
        rerank: str | None = None,
        full_text: bool = False,
        **filters: Unpack[PaperFilters],
    ) -> pd.DataFrame:
        """Return the `k` best papers for a text, best first. The text may hold fields, as in the window.

        `mode` is keyword, semantic or hybrid; if not given, hybrid where the library has vectors. `like` and
        `unlike` are papers to move towards and away from; `grades` learns from those of this text; `rerank`
        is a model that puts the first 1,000 in order.
        """
        seeds = (*map(Seed, _names(like)), *(Seed(one, -1) for one in _names(unlike)))
        if not (text.strip() or any(seed.sign > 0 for seed in seeds)) or k < 1:
            raise BadInput("Give a text or papers to start from, and at least one result to ask for.")
        self.workspace.reload()
        kind, restricts = _choice(SearchMode, mode or "hybrid"), self._filters(filters)
        typed = SearchRequest(text, seeds, kind, k, restricts, full_text)
        require_seeds(self.workspace, typed)
        if grades:
            typed = replace(typed, grades=grades_for(self.workspace.library, typed))
        request, _, typed_text = parse_request(typed)
        exact = mode == "semantic" or rerank is not None
        request, notice = possible(self.workspace, request, exact_mode=exact)
        for line in filter(None, (notice, *typed_text.faults)):
            notices.warning("%s", line)
        if rerank is None:
            hits = search(self.workspace, request)
        else:
            hits = Reranking(self.workspace).search(request, rerank, n=max(k, CANDIDATES)).reordered.hits
        terms = searcher_of(self.workspace, request).highlight_terms(request)
        return frame_of("search", rows_of(self.workspace, hits, terms))

    def similar(
        self,
        papers: Names,
        *,
        k: int = 10,
        mode: str = "",
        unlike: Names = (),
        grades: bool = False,
        **filters: Unpack[PaperFilters],
    ) -> pd.DataFrame:
        """Return the papers nearest to one or several, which are named by their doc_ids; as `search` does."""
        return self.search(k=k, mode=mode, like=papers, unlike=unlike, grades=grades, **filters)

    def judgements(self, *, assessor: str | None = None, query_id: str | None = None) -> pd.DataFrame:
        """Return where every assessor stands on every judged pair; only a state of grade has one."""
        library = self.workspace.library
        found = library.judgements.current(assessor=assessor, query_id=query_id)
        papers = library.papers.get(list({one.doc_id for one in found}), items=False)
        titles, texts = {paper.doc_id: paper.title for paper in papers}, self._texts()
        of_query = [texts.get(one.query_id, "") for one in found]
        of_paper = [titles.get(one.doc_id, "") for one in found]
        return frame_of("judgements", found, query=of_query, title=of_paper)

    def grade(
        self, query: str, doc_id: str, grade: int | str, *, assessor: str, note: str | None = None
    ) -> pd.DataFrame:
        """Judge a paper 0, 1 or 2, or unsure, later, unreadable; it is on the disk when this returns.

        `query` is a query's id, or a text, which becomes one. Returns the assessor's judgements of the query;
        `assay undo` takes the last one back.
        """
        library = self.workspace.library
        state, relevance = parse_grade(str(grade))
        known = (library.queries.get(query) or add_query(library, query)).query_id
        library.judgements.record(known, doc_id, assessor=assessor, state=state, relevance=relevance)
        if note is not None:
            library.judgements.set_note(known, doc_id, assessor=assessor, note=note)
        return self.judgements(assessor=assessor, query_id=known)

    def qrels(self, *, assessor: str | None = None) -> pd.DataFrame:
        """Return the grades of an assessor, or of all: the lower median where several graded one pair."""
        qrels = self.workspace.library.judgements.qrels(assessor=assessor)
        return frame("qrels", ((q, d, grade) for q, grades in qrels.items() for d, grade in grades.items()))

    def runs(self, tag: str | None = None) -> pd.DataFrame:
        """Return the kept runs, the oldest first; with a tag that run's results."""
        if tag is not None:
            return run_frame(self.workspace.library.runs.load(tag))
        kept = self.workspace.library.runs.all()
        return frame_of("runs", kept, model=[str(one.details.get("model", "")) for one in kept])

    def evaluate(
        self,
        systems: Mapping[str, System] | Names,
        *,
        measures: Names = ("nDCG@10", "AP"),
        qrels: pd.DataFrame | str | Path | None = None,
    ) -> SystemScores:
        """Measure systems on the library's grades, or on other `qrels`, and compare each with the first.

        `systems` maps names to runs (a frame, a dict, a TREC file, the tag of a kept run) or to models, which
        rank the library's papers for its queries; or names tags, files and models alone.
        """
        library = self.workspace.library
        named = systems if isinstance(systems, Mapping) else {one: one for one in _names(systems)}
        if not named:
            raise BadInput("Name at least one system: a run, or a model.")
        if qrels is None:
            grades = library.judgements.qrels()
        elif isinstance(qrels, str | Path):
            grades = read_qrels(Path(qrels).expanduser(), negatives="zero")
        else:
            given = scores_in("The frame of qrels", qrels, "grade")
            grades = {q: {d: int(grade) for d, grade in of.items()} for q, of in given.items()}
        measures = _names(measures)
        runs = {name: self._run(name, system, measures) for name, system in named.items()}
        return system_scores(grades, runs, measures, texts=self._texts(), own=library.queries.papers())

    def encode(
        self, texts: Sequence[str] | pd.DataFrame, *, format: str = "PRX", model: str | None = None
    ) -> Vectors:
        """Return the vectors (n, dim), float32, of texts, or of a frame's papers by `title` and `abstract`.

        `format` is what they are for: PRX papers, QRY queries, CLF classes, RGN numbers. The model is the
        library's if none is named. Vectors are cached.
        """
        own, kind = self.workspace, _choice(TaskFormat, format)
        encoder = own.encoder() if model is None else load_model(settings_for(model, own.config))
        if isinstance(texts, pd.DataFrame):
            require_columns("The frame of papers", texts, "title", "abstract")
            pairs = zip(texts["title"].fillna(""), texts["abstract"].fillna(""), strict=True)
            read = [encoder.template.join(*pair) for pair in pairs]
        else:
            read = [encoder.template.query_text(text) for text in _names(texts)]
        with shown_progress() as report:
            return encode_with_cache(encoder, read, format=kind, cache=own.vector_cache(), progress=report)[0]

    def train(
        self, recipe: str | Path | Mapping[str, object], *, out: str | Path | None = None, add: bool = True
    ) -> Training:
        """Train a model as `assay train` does; return the run with its figures, and `promote()`.

        `recipe` is a file, a dict of its keys, a goal (search, similar, topics, everything ...) or a preset;
        `add` keeps the model among the trained ones. An interrupt of the kernel ends the run after its step,
        with a checkpoint, and raises Cancelled; the same recipe and `out` resume it.
        """
        wanted, folder = recipe_named(recipe, self._location)
        run = new_run_folder(self._location, wanted.name) if out is None else Path(out).expanduser()
        with shown_progress() as report:

            def on_event(event: Event) -> None:
                if isinstance(event, Step):
                    report(event.stage, event.step, event.steps)
                elif isinstance(event, Reading):
                    report(f"reading {event.what}", 0, None)

            done = trained_once(
                wanted, out=run, folder=folder, library=self._location, add=add, on_event=on_event
            )
        if done.status == "cancelled":
            raise Cancelled(f"Cancelled {done.reason}. To resume: library.train(recipe, out={str(run)!r})")
        values = {each.name: getattr(done, each.name) for each in fields(TrainedRun)}
        return Training(**values, workspace=self.workspace)

    def _filters(self, given: PaperFilters) -> Filters:
        if unknown := given.keys() - PaperFilters.__annotations__.keys():
            known = ", ".join(PaperFilters.__annotations__)
            raise BadInput("There is no filter {0}. The filters are {1}.", ", ".join(sorted(unknown)), known)
        year = given.get("year", (None, None))
        try:
            years = year if isinstance(year, tuple | list) else (year, year)
            first, last = (one if one is None else index(one) for one in years)
        except (TypeError, ValueError) as error:
            raise BadInput("'{0}' is not a year. Give one, or the first and the last.", year) from error
        inside = map(self.workspace.library.collections.path, _names(given.get("collection", ())))
        return Filters(
            first,
            last,
            _names(given.get("venue", ())),
            has_file=given.get("has_pdf", False),
            collections=tuple(inside),
            author_names=_names(given.get("author", ())),
            tag_names=_names(given.get("tag", ())),
        )

    def _texts(self) -> dict[str, str]:
        return {query.query_id: query.text for query in self.workspace.library.queries.all()}

    def _run(self, name: str, system: System, measures: Sequence[str]) -> Run:
        """Return the run that a system is, or makes."""
        if not isinstance(system, str | Path):
            return system if isinstance(system, dict) else scores_in(f"The run {name}", system, "score")
        library, path = self.workspace.library, Path(system).expanduser()
        if path.is_file():
            return read_run(path)
        if system in {one.tag for one in library.runs.all()}:
            return library.runs.load(str(system))
        own, k, mode = self.workspace, depth_for(map(parse_measure, measures)), SearchMode.SEMANTIC
        with shown_progress() as report:
            return make_run_of(own, library.queries.all(), str(system), mode=mode, k=k, progress=report)[0]


def open_library(path: str | Path | None = None, *, sample: bool = False) -> OpenLibrary:
    """Open the library in a folder, or at a server's address; the personal one if none is named.

    With `sample` the sample papers, queries and grades are in it: in a library of their own if none is named.
    Raises LibraryError where there is no library.
    """
    location: Location = config.sample_library() if sample else config.default_library()
    if path is not None:
        place = parsed(path)
        location = str(path) if isinstance(place, Server) else place.expanduser()
    workspace = Workspace.open(location, create=sample)
    if sample:
        with shown_progress() as report:
            fill_with_sample(workspace, progress=report)
    return OpenLibrary(workspace, location)


def _names(given: Names) -> tuple[str, ...]:
    return (given,) if isinstance(given, str) else tuple(given)


def _choice(kind: type[C], given: str) -> C:
    try:
        return kind(given)
    except ValueError as error:
        known = ", ".join(member.value for member in kind)
        raise BadInput("'{0}' cannot be used here. Choose one of {1}.", given, known) from error
