"""Turns what the user types and picks into searches, and answers into what the page shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from assay.engine.types import SEARCH
from assay.searching.types import SearchCall, SearchResults
from assay.types import SET_ASIDE, Combine, Filters, Graded, Paper, SearchMode
from assay_desktop.background.job_words import job_progress
from assay_desktop.pages.search.model import (
    QueryLine,
    SearchState,
    card_of,
    chip_of,
    formats_words,
    text_chip,
)
from assay_desktop.pages.search.presenters.reranking import rerank_details, rerank_note, why_not_reranked
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.workspace import Workspace
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.background.job import Job
    from assay_desktop.context import AppContext, Change
    from assay_desktop.pages.search.page import SearchPage


@dataclass(frozen=True, slots=True)
class Sidebar:
    """What the library itself says: how much it holds, what is asked of it, what it can be filtered by."""

    n_papers: int
    queries: list[QueryLine]
    venues: list[tuple[str, int]]
    years: tuple[int, int] | None


def read_sidebar(ws: Workspace, *, assessor: str) -> Sidebar:
    """Read it; with each query comes how many papers were graded for it, and how many by others only."""
    n_judged = ws.library.judgements.counts()
    n_own = ws.library.judgements.counts(assessor=assessor)
    queries = ws.library.queries.all()
    seeds = {paper.doc_id: paper for paper in ws.library.papers.get([q.doc_id for q in queries if q.doc_id])}
    lines = []
    for query in queries:
        paper = seeds.get(query.doc_id) if query.doc_id else None
        label = query.text or (paper.title if paper else query.query_id)
        n = n_judged.get(query.query_id, 0)
        about = (query.description, query.narrative, query.source)
        n_others = n - n_own.get(query.query_id, 0)
        lines.append(QueryLine(query.query_id, label, query.text, query.doc_id, n, about, n_others))
    papers = ws.library.papers
    return Sidebar(papers.count(), lines, papers.venues(limit=200), papers.years())


_tr = translator("search")

TYPING_MS = 150
"""Keyword results come this long after the last key."""

PAUSE_MS = 700
"""A pause this long asks for the slower modes too, as Enter does."""


class SearchPresenter(QObject):
    """Owns the state of the search. Only the latest search is ever shown."""

    state_changed = Signal(object)  # SearchState
    answered = Signal(object)  # SearchResults that are now on screen; None where nothing is

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._state = SearchState(
            mode=SearchMode(context.settings.search_mode or "hybrid"),
            full_text=context.settings.search_full_text,
        )
        self._n_papers: int | None = None  # not known yet
        self._n_searches = 0  # counts searches: the number of the one whose answer may be shown
        self._shown: SearchState | None = None  # the search that is on screen, in whatever mode so far
        self._answer: SearchResults | None = None  # to the search as it is; None while it is under way
        self._unordered = ""  # why the results on screen were not reordered, though they should be
        self._fell_back = False  # the results on screen are keyword ones because semantic was not ready
        self._outdated = False  # the results on screen are of indexes that are being replaced
        self._indexing_shown: tuple[str, str] | None = None  # state and progress of the indexing in the strip
        self._typing = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._typing.setTimerType(Qt.TimerType.PreciseTimer)  # others may come a twentieth late
        self._typing.timeout.connect(self._search_as_typed)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.search_now)
        context.engine.state_changed.connect(self._show_engine)
        context.changes.changed.connect(self._refresh)
        context.jobs.changed.connect(self._hear_jobs)

    @property
    def state(self) -> SearchState:
        return self._state

    @property
    def answer(self) -> SearchResults | None:
        """The engine's whole answer to the search as it is; None where it has to be asked for it."""
        underway = self._typing.isActive() or self._pause.isActive()
        passing = self._fell_back or self._outdated or (self._answer is not None and self._answer.is_pending)
        return None if underway or passing else self._answer

    def start(self) -> None:
        """Fill the page for the first time."""
        self._page.show_state(self._state)
        self._read_sidebar()
        self._show_engine(self._context.engine.state)

    # --- intents

    def resume(self, state: SearchState, answer: SearchResults | None) -> None:
        """Go over to another search: show what was answered to it before, or ask for it."""
        self._set(state)
        self._fell_back = self._outdated = False
        if answer is None or state.empty:
            self.search_now()
            return
        self._typing.stop()
        self._pause.stop()
        self._n_searches += 1
        self._page.show_busy(False)
        self._shown = None
        self._show_answer(self._n_searches, state.mode, answer, state)

    def set_text(self, text: str) -> None:
        """Take text as it is typed: keyword results after a short rest, the chosen mode after a pause."""
        self._set(self._of_this_need(replace(self._state, text=text)), tell=False)
        if self._state.empty:
            self.clear()
            return
        self._typing.start()
        if self._state.mode is not SearchMode.KEYWORD:
            self._pause.start(PAUSE_MS)

    def set_mode(self, mode: SearchMode) -> None:
        self._context.settings.set_search_mode(mode.value)
        self._search_with(replace(self._state, mode=mode))

    def set_full_text(self, full_text: bool) -> None:
        """Look for words in the papers' full texts too, from now on."""
        self._context.settings.set_search_full_text(full_text)
        self._set(replace(self._state, full_text=full_text))
        if not self._state.empty:
            self.search_now()

    def set_rerank(self, model: str) -> None:
        """Let this model put what is found in order; "" leaves it as it was found."""
        if model == self._state.rerank:
            return
        self._set(replace(self._state, rerank=model), tell=False)
        if not self._state.empty:
            self.search_now()

    def set_grades(self, grades: tuple[Graded, ...]) -> None:
        """Let the ranking learn from these grades of the present search; from none, as it was."""
        if grades != self._state.grades:
            self._search_with(replace(self._state, grades=grades))

    def set_filters(self, filters: Filters) -> None:
        self._search_with(replace(self._state, filters=filters))

    def open_query(self, query_id: str) -> None:
        """Search for a query of the library, for other pages, through the main window."""

        def read(ws: Workspace) -> QueryLine | None:
            return next((line for line in self._read(ws).queries if line.query_id == query_id), None)

        def run(line: QueryLine | None) -> None:
            if line is not None:
                self.run_query(line)

        self._context.lane.submit(
            read, run, lambda error: self._page.show_message(str(error)), key="search-open-query"
        )

    def run_query(self, line: QueryLine) -> None:
        """Run a query of the library: its text, or its paper as the one seed."""
        if line.doc_id is None:
            self._search_with(replace(self._state, text=line.text, seeds=()))
        else:
            self.find_similar(line.doc_id)

    def follow_query(self, line: QueryLine) -> None:
        """Search for what the query of this search became; its seeds stay."""
        if line.doc_id is None and self._state.text:
            self._search_with(replace(self._state, text=line.text))
        else:
            self.run_query(line)

    def find_similar(self, doc_id: str) -> None:
        """Start a new search from one paper."""
        self._with_paper(doc_id, self._search_from)

    def add_seed(self, doc_id: str, sign: int) -> None:
        """Add a paper to the search: +1 pulls the results towards it, -1 pushes them away."""
        self._with_paper(
            doc_id,
            lambda paper: self._search_with(
                self._state.with_seed(chip_of(paper, sign=1 if sign > 0 else -1))
            ),
        )

    def add_text(self, sign: int) -> None:
        """Make a chip of what is typed, towards it or away from it; the field is free for more."""
        text = " ".join(self._state.text.split())
        if text:
            chip = text_chip(text, 1 if sign > 0 else -1)
            self._search_with(replace(self._state, text="").with_seed(chip))

    def flip_seed(self, key: str) -> None:
        self._search_with(self._state.flipped(key))

    def weigh_seed(self, key: str, weight: float) -> None:
        """Show it at once; search once the wheel or the keys rest."""
        self._set(self._state.weighed(key, weight))
        self._typing.stop()
        self._pause.start(TYPING_MS)

    def remove_seed(self, key: str) -> None:
        self._search_with(self._state.without_seed(key))

    def set_combine(self, combine: Combine) -> None:
        self._search_with(replace(self._state, combine=combine))

    def build_index(self) -> None:
        self._context.jobs.add(self.tr("Build the index"), ["index"])

    def act_on_strip(self, action: str) -> None:
        """Take the one way out that the strip offers: a new engine, or a new index."""
        if action == self.tr("Restart now"):
            self._context.engine.restart()
        elif action == self.tr("Build the index") and self._indexing is None:
            self.build_index()

    def clear(self) -> None:
        """Go back to the empty page; a search under way is not shown any more."""
        self._typing.stop()
        self._pause.stop()
        self._n_searches += 1
        self._answer = self._shown = self._page.listed_need = None
        self._fell_back = self._outdated = False
        self._unordered = ""
        self._page.show_rerank_note("")
        self._page.show_filter_words([], [])
        self.answered.emit(None)
        self._welcome()

    # --- searching

    def search_now(self) -> None:
        """Search in the chosen mode, or by keyword where the model is not ready yet."""
        self._typing.stop()
        self._pause.stop()
        if self._state.empty:
            self.clear()
            return
        semantic = self._context.engine.state.semantic
        wants_vectors = self._state.mode is not SearchMode.KEYWORD or bool(self._state.rerank)
        self._fell_back = wants_vectors and semantic != "ready"
        self._ask(SearchMode.KEYWORD if self._fell_back else self._state.mode, prefix=False)

    def _search_as_typed(self) -> None:
        self._ask(SearchMode.KEYWORD, prefix=True)

    def _search_from(self, paper: Paper) -> None:
        self._search_with(replace(self._state, text="", seeds=(chip_of(paper),)))

    def _search_with(self, state: SearchState) -> None:
        self._set(self._of_this_need(state))
        self.search_now()

    def _of_this_need(self, state: SearchState) -> SearchState:
        """Return the state without grades that were given for something else."""
        return state if state.need == self._state.need else replace(state, grades=())

    def _ask(self, mode: SearchMode, *, prefix: bool) -> None:
        self._n_searches += 1
        number, self._answer = self._n_searches, None
        state = self._state
        self._page.show_busy(True)
        self._context.engine.ask(
            SEARCH,
            SearchCall(self._state.request(mode=mode, prefix=prefix)),
            lambda answer: self._show_answer(number, mode, answer, state, whole=not prefix),
            lambda kind, message: self._show_failure(number, kind, message),
            key="search",
        )

    def _show_answer(
        self, number: int, mode: SearchMode, answer: SearchResults, state: SearchState, *, whole: bool = True
    ) -> None:
        """Show it. The engine answers by keyword while it loads its model, and from the indexes before while
        it opens new ones: that is corrected later.

        What answers the search that is on screen already, now semantic or in a second stage's order, takes
        its place without moving the reader.
        """
        if number != self._n_searches:
            return
        if mode is not SearchMode.KEYWORD and answer.mode is SearchMode.KEYWORD:
            self._fell_back = True
        self._outdated = answer.outdated
        self._answer = answer if whole else None
        self._unordered = why_not_reranked(answer.rerank) or translated(SET_ASIDE[answer.set_aside])
        self._show_strip(self._context.engine.state)
        self._page.listed_need = state.need
        self._show_cards(answer, state)
        self._shown = state if answer.hits else None
        self._page.show_filter_words(answer.filter_words, answer.faults)
        self._page.show_rerank_note(_note(answer, state), details=rerank_details(answer.rerank))
        self.answered.emit(answer)

    def _show_cards(self, answer: SearchResults, state: SearchState) -> None:
        """Show the results, or the search that is on screen in its new order."""
        again = self._shown is not None and replace(state, grades=self._shown.grades) == self._shown
        cards = [card_of(hit, answer.before) for hit in answer.hits]
        if cards:
            show = self._page.show_new_order if again else self._page.show_results
            show(cards, summary=self._summary(answer), details=self._details(answer))
        else:
            self._page.show_nothing_found(self._state, waiting=answer.waiting)

    def _show_failure(self, number: int, kind: str, message: str) -> None:
        if number != self._n_searches:
            return
        self._page.show_busy(False)
        self._page.show_rerank_note("")
        if self._context.engine.state.phase == "dead":
            self._show_engine(self._context.engine.state)
            return
        rebuild = kind in {"StaleIndex", "DamagedIndex"}
        self._page.show_strip(message, action=self.tr("Build the index") if rebuild else "")

    def _summary(self, answer: SearchResults) -> str:
        """Say how many of the papers are shown, and in what time they were found."""
        papers = counted(answer.total, self.tr("paper"), self.tr("papers"))
        shown = numeral(len(answer.hits))
        seconds = self.tr("{0} ms").format(numeral(answer.ms))
        return " · ".join((self.tr("{0} of {1}").format(shown, papers), seconds))

    def _details(self, answer: SearchResults) -> str:
        """Return what was compared with what."""
        reordered = bool(rerank_details(answer.rerank))
        if answer.mode is SearchMode.KEYWORD and not reordered:
            return self.tr("Keyword search: papers with your words; no vectors were compared.")
        return formats_words(answer.formats) or self.tr(
            "Semantic search. The model has one vector per text, for queries and papers alike."
        )

    # --- what happens elsewhere

    def _show_engine(self, engine: EngineState) -> None:
        self._page.show_full_texts(engine.full_texts, passages=engine.passages)
        self._show_strip(engine)
        if engine.phase == "dead":
            return
        if self._state.empty:
            self._welcome()
        elif self._outdated or (self._fell_back and engine.semantic == "ready"):
            self.search_now()

    def _show_strip(self, engine: EngineState) -> None:
        if engine.phase == "dead":
            text = engine.message or self.tr("Search engine stopped; restarting…")
            self._page.show_strip(text, tone="danger", action=self.tr("Restart now"))
        else:
            missing = self._missing(engine)
            job = self._indexing if missing and self._remedy(engine) else None
            if job is not None:
                self._page.show_strip(f"{missing} {self._progress(job)}")
            else:
                self._page.show_strip(missing or self._unordered, action=self._remedy(engine))

    @property
    def _indexing(self) -> Job | None:
        """The job that brings the index up to date, where one is at work or waits for its turn."""
        return next((job for job in self._context.jobs.all() if job.is_open and job.runs("index")), None)

    def _progress(self, job: Job) -> str:
        """Return how far the indexing is: the strip shows it instead of a button that would start it."""
        if job.state == "queued":
            return self.tr("Indexing waits for another job.")
        return " · ".join(filter(None, (self.tr("Indexing"), job_progress(job))))

    def _hear_jobs(self) -> None:
        """Let the strip follow the indexing, and offer its button again when that is over."""
        job = self._indexing
        now = None if job is None else (job.state, job_progress(job))
        if now != self._indexing_shown:
            self._indexing_shown = now
            self._show_strip(self._context.engine.state)

    def _welcome(self) -> None:
        """Show the empty page, once the library has said how many papers there are."""
        if self._n_papers is not None:
            absent = self._context.engine.state.semantic == "absent"
            self._page.show_welcome(total=self._n_papers, indexed=not absent)

    def _missing(self, engine: EngineState) -> str:
        """Return one sentence on what the results on screen lack, or nothing."""
        if self._state.empty or self._state.mode is SearchMode.KEYWORD or engine.phase != "ready":
            return ""
        if engine.semantic == "failed":
            return self.tr("The model could not be loaded, so these are keyword results. {0}").format(
                engine.message
            )
        if engine.semantic == "absent" and engine.total:
            return self._unencoded(engine)
        if engine.semantic == "loading" and self._fell_back:
            return self.tr("The model is still loading; keyword results until then.")
        if engine.semantic == "ready" and engine.indexed < engine.total:
            return self.tr(
                "{0} of {1} {1:paper|papers} {0:is|are} indexed. The rest show up in keyword search only."
            ).format(numeral(engine.indexed), numeral(engine.total))
        return ""

    def _unencoded(self, engine: EngineState) -> str:
        if engine.model in engine.encoded_by:
            return self.tr(
                "{0} has changed since the papers were encoded, so these are keyword results."
            ).format(engine.model)
        if engine.encoded_by:
            return self.tr(
                "No papers are indexed with {0} yet (the index is of {1}), so these are keyword results."
            ).format(engine.model, ", ".join(engine.encoded_by))
        return self.tr("No papers are indexed yet, so these are keyword results.")

    def _remedy(self, engine: EngineState) -> str:
        build = engine.semantic == "absent" or (engine.semantic == "ready" and engine.indexed < engine.total)
        return self.tr("Build the index") if build and self._missing(engine) else ""

    def _refresh(self, change: Change) -> None:
        if change.papers or change.queries or change.judgements:
            self._read_sidebar()
        if change.papers or change.index:
            self.search_now()

    def _read_sidebar(self) -> None:
        self._context.lane.submit(self._read, self._show_sidebar, key="search-sidebar")

    @property
    def _read(self) -> Callable[[Workspace], Sidebar]:
        return partial(read_sidebar, assessor=self._context.settings.assessor)

    def _show_sidebar(self, found: Sidebar) -> None:
        self._n_papers = found.n_papers
        self._page.show_queries(found.queries)
        self._page.show_venues(found.venues, found.years)
        if self._state.empty:
            self._welcome()

    def _with_paper(self, doc_id: str, use: Callable[[Paper], None]) -> None:
        def found(papers: list[Paper]) -> None:
            if papers:
                use(papers[0])

        self._context.lane.submit(lambda ws: ws.library.papers.get([doc_id]), found, key="search-seed")

    def _set(self, state: SearchState, *, tell: bool = True) -> None:
        self._state = state
        if tell:
            self._page.show_state(state)
        self.state_changed.emit(state)


def _note(answer: SearchResults, state: SearchState) -> str:
    """Say in a few words what the grades and the second stage did."""
    learned = counted(len(state.grades), _tr("grade used"), _tr("grades used")) if state.grades else ""
    return " · ".join(filter(None, (learned, rerank_note(answer.rerank))))
