"""Fills the inspector: the selected paper, papers like it, why it was found, what was said of it before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.engine.types import EXPLAIN, SIMILAR
from assay.searching.types import ExplainCall, Explanation, ResultRow, SimilarCall
from assay.types import SearchMode
from assay_desktop.pages.search.model import card_of, formats_words, moved, ranks_of
from assay_desktop.pages.search.widgets.explanation import Reasons, sentences_of, starts_of, words_of
from assay_desktop.widgets.papers.card import JudgedBefore, PaperCard

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.searching.types import SearchResults
    from assay.types import Paper
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.model import SearchState
    from assay_desktop.pages.search.page import SearchPage

N_SIMILAR = 10
RERANK = "rerank"


class InspectorPresenter(QObject):
    """Reads what the open tab shows, and only that: a closed tab asks the engine nothing."""

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._doc_id = ""
        self._tab = "abstract"
        self._hits: dict[str, ResultRow] = {}
        self._mode: SearchMode | None = None
        self._formats = ""
        self._state: SearchState | None = None

    def set_state(self, state: SearchState) -> None:
        """Note what is asked: a paper is explained for this search, similar ones are ranked as it ranks."""
        before, self._state = self._state, state
        if self._tab == "similar" and before is not None and _ranking(before) != _ranking(state):
            self._fill()

    def set_answer(self, answer: SearchResults | None) -> None:
        """Remember the ranks of the results that are now on screen."""
        self._hits = {} if answer is None else {hit.doc_id: hit for hit in answer.hits}
        self._mode = None if answer is None else answer.mode
        self._formats = formats_words(None if answer is None else answer.formats)
        if not self._hits:
            self.select("")
        elif self._tab == "why":
            self._fill()

    def select(self, doc_id: str) -> None:
        """Show a paper; "" shows none."""
        self._doc_id = doc_id
        if not doc_id:
            self._page.show_paper(None)
            return
        self._context.lane.submit(
            lambda ws: ws.library.papers.get([doc_id]), self._show_paper, key="search-inspect"
        )
        self._fill()

    def open_tab(self, tab: str) -> None:
        """Open a tab: abstract, similar, why, history or predicted."""
        self._tab = tab
        self._fill()

    def _show_paper(self, papers: list[Paper]) -> None:
        if papers and papers[0].doc_id == self._doc_id:
            self._page.show_paper(papers[0])

    def _fill(self) -> None:
        doc_id = self._doc_id
        if not doc_id:
            return
        if self._tab == "why":
            self._ask_why(doc_id)
        elif self._tab == "similar":
            self._ask_similar(doc_id)
        elif self._tab == "history":
            self._context.lane.submit(
                lambda ws: history_of(ws, doc_id),
                lambda lines: self._page.show_history(lines) if doc_id == self._doc_id else None,
                key="search-history",
            )

    def _ask_why(self, doc_id: str) -> None:
        """Show what the answer says of the paper at once; the engine reads its sentences behind it."""
        hit = self._hits.get(doc_id)
        learned = bool(self._state and self._state.grades)
        known = Reasons(mode=self._mode or "", formats=self._formats)
        if hit is not None:
            known = Reasons(
                ranks=ranks_of(hit),
                score=hit.score,
                mode=RERANK if RERANK in hit.channels else self._mode or "",  # what the score is of
                formats=self._formats,
                passage=hit.passage,
                page=hit.page or 0,
                learned=learned,
            )
        if hit is None or self._state is None:
            self._page.show_why(known)
            return
        self._page.show_why(replace(known, pending=True))
        request = self._state.request(mode=self._mode or SearchMode.HYBRID, prefix=False)
        self._context.engine.ask(
            EXPLAIN,
            ExplainCall(request, doc_id),
            lambda answer: self._show_reasons(doc_id, known, answer),
            lambda _kind, _message: self._show_reasons(doc_id, known, Explanation()),
            key="why",
        )

    def _show_reasons(self, doc_id: str, known: Reasons, answer: Explanation) -> None:
        if doc_id == self._doc_id and self._tab == "why":
            explanation = replace(
                known,
                words=words_of(answer),
                starts=starts_of(answer),
                sentences=sentences_of(answer),
                passed=answer.passed,
                nearest=answer.nearest,
                note=answer.note,
                moved=answer.moved,
            )
            self._page.show_why(explanation)

    def _ask_similar(self, doc_id: str) -> None:
        """Ask for papers like this one, in the search's mode, and by its own grades where grades are used."""
        self._page.show_similar([], message=self.tr("Searching…"))
        mode, learn = _ranking(self._state) if self._state else (SearchMode.HYBRID, False)
        self._context.engine.ask(
            SIMILAR,
            SimilarCall(doc_id, N_SIMILAR, mode, learn),
            lambda answer: self._show_similar(doc_id, similar_cards(answer)),
            lambda _kind, message: self._show_similar(doc_id, [], message),
            key="similar",
        )

    def _show_similar(self, doc_id: str, cards: Sequence[PaperCard], message: str = "") -> None:
        if doc_id == self._doc_id:
            self._page.show_similar(
                cards, message=message or ("" if cards else self.tr("No similar papers found."))
            )


def _ranking(state: SearchState) -> tuple[SearchMode, bool]:
    """Return how similar papers are ranked: the mode of the search, and whether it learns from grades."""
    return state.mode, bool(state.grades)


def similar_cards(answer: SearchResults) -> list[PaperCard]:
    """Return the cards of similar papers. The order says the rank, a badge how far grades have moved it."""
    return [replace(card_of(hit), badges=moved(hit, answer.before), passage=()) for hit in answer.hits]


def history_of(ws: Workspace, doc_id: str) -> list[JudgedBefore]:
    """Return what every assessor says of this paper now, one line a query."""
    texts = {query.query_id: query for query in ws.library.queries.all()}
    lines = []
    for judgement in ws.library.judgements.current(doc_id=doc_id):
        query = texts.get(judgement.query_id)
        title = query.text if query else ""
        if query and not title and query.doc_id:
            title = next((paper.title for paper in ws.library.papers.get([query.doc_id])), "")
        lines.append(
            JudgedBefore(
                query=title or judgement.query_id,
                assessor=judgement.assessor,
                relevance=judgement.relevance,
                state=judgement.state or "",
                note=judgement.note,
            )
        )
    return lines
