"""Grades given on the search page: the search becomes a query of the library with its first grade."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from assay.errors import BadInput
from assay_desktop.actions.undoing_grades import turn_grade
from assay_desktop.context import Change
from assay_desktop.pages.search.model import QueryLine
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.errors import AssayError
    from assay.library import Library
    from assay.searching.types import SearchResults
    from assay.types import Query
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.model import Need, SearchState
    from assay_desktop.pages.search.page import SearchPage


_BATCH: Final = 2  # so many pairs or more are undone as one


@dataclass(frozen=True, slots=True)
class _Given:
    """What got one grade at once, and the query that was made for it, if one was."""

    pairs: tuple[tuple[str, str], ...] = ()  # (query_id, doc_id)
    made: QueryLine | None = None
    undo: Callable[[], None] = lambda: None  # through the page, whose key for undo does the same


@dataclass(frozen=True, slots=True)
class _Saved:
    query_id: str = ""  # "" for no query yet
    made: QueryLine | None = None  # with this grade
    grades: dict[str, int] = field(default_factory=dict)
    n_others: int = 0  # papers that others graded, where the assessor graded none


class GradingPresenter(QObject):
    """Saves 0, 1 or 2 for a paper and the present search, and shows the grades that are already there.

    Grades are saved one after another in the order in which they were given; each keeps the search and the
    paper that it was given for. The first for a text is saved with the text as a query, in one transaction,
    and a line says so. One that cannot be saved is shown in a strip and marked on its row until a
    later grade for the same paper and search is saved. What returns for another search than the present one
    is not shown.
    """

    known = Signal(object)  # doc_id -> grade, of the present search

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._need: Need | None = None
        self._unsaved: set[tuple[Need, str]] = set()  # with the doc_id
        self._query_id = ""  # of the query that grades of this search are for; "" while it has none
        self._given: list[_Given] = []  # what was graded here, the last at the end
        self._undone: list[_Given] = []
        context.changes.changed.connect(self._refresh)

    def set_state(self, state: SearchState) -> None:
        """Note another search; grades now belong to another need."""
        if state.need != self._need:
            self._page.show_new_query(None)
        self._need = state.need
        self._page.show_need(self._need)
        why_not = self.tr("To grade these results, search with one text or one paper.")
        self._page.show_gradable(self._need is not None, why_not="" if self._need else why_not)
        self._show_unsaved()

    def set_answer(self, answer: SearchResults | None) -> None:
        """Show the grades of what was answered; what only passes filters answers nothing, and has none."""
        if answer is not None and answer.listed:
            self._need = None
            why_not = self.tr("Add words to the search to grade: filters alone are not a query.")
            self._page.show_gradable(False, why_not=why_not)
        self.read()

    def read(self) -> None:
        """Show the grades of the present search on its results."""
        need, assessor = self._need, self._assessor
        if need is None:
            self._show_grades(None, _Saved())
            return
        self._context.lane.submit(
            lambda ws: _grades(ws, need, assessor), partial(self._show_grades, need), key="search-grades"
        )

    def grade(self, doc_id: str, relevance: int) -> None:
        """Save the grade behind those that were given before it."""
        self.grade_all([doc_id], relevance)

    def grade_all(self, doc_ids: Sequence[str], relevance: int) -> None:
        """Save one grade for all these papers, an event each: all or none, and undone as one."""
        need, assessor = self._need, self._assessor
        if need is not None:
            self._context.lane.submit(
                lambda ws: _save(ws, need, doc_ids, relevance, assessor),
                partial(self._show_saved, need, doc_ids, relevance),
                partial(self._show_failure, need, doc_ids),
            )

    def undo(self) -> None:
        """Take back the assessor's last judgement, or all of those given at once, and say which it was."""
        self._turn_last(self._given, self._undone, redo=False)

    def undo_query(self) -> None:
        """Undo, as one, all grades since the query of this search was made for the first, and the query."""
        made = [at for at, each in enumerate(self._given) if each.made and each.made.need == self._need]
        if not made:
            return
        *before, last = since = self._given[made[-1] :]
        pairs = tuple(pair for each in since for pair in each.pairs)
        self._given[made[-1] :] = [_Given(pairs, since[0].made, last.undo)]
        for each in before:
            self._page.forget_undo(each.undo)
        last.undo()

    def redo(self) -> None:
        """Restore what was undone last, a batch as one, and say which it was."""
        self._turn_last(self._undone, self._given, redo=True)

    def _turn_last(self, turned: list[_Given], other: list[_Given], *, redo: bool) -> None:
        """Undo or redo the last grades of `turned` as one, where nothing was judged since; else one alone."""
        batch, assessor = turned.pop() if turned else _Given(), self._assessor
        if batch.pairs:
            other.append(batch)
        if len(batch.pairs) < _BATCH and batch.made is None:
            self._turn(redo=redo)
            return

        def done(n: int) -> None:
            if not n:  # what was given elsewhere comes first
                turned.append(other.pop())
                self._turn(redo=redo)
                return
            words = (
                self.tr("Redone: {0} {0:grade|grades}") if redo else self.tr("Undone: {0} {0:grade|grades}")
            )
            self._say_turned(words.format(numeral(n)), redo=redo)
            if redo:
                self._show_made(batch.made)
            if (len(batch.pairs) == 1 or batch.made) and batch.pairs[0][0] == self._query_id:
                self._page.choose(batch.pairs[0][1])
            self._context.changes.changed.emit(Change(judgements=True, queries=batch.made is not None))

        self._context.lane.submit(
            lambda ws: _turn_batch(ws, batch, assessor, redo=redo), done, self._tell_unchanged
        )

    def _tell_unchanged(self, error: AssayError) -> None:
        self._page.show_strip(self.tr("Nothing was changed. {0}").format(error), tone="danger")

    def _turn(self, *, redo: bool) -> None:
        def say(words: str, query_id: str, doc_id: str) -> None:
            if not doc_id:
                self._page.show_message(words)
                return
            self._say_turned(words, redo=redo)
            if query_id == self._query_id:
                self._page.choose(doc_id)

        turn_grade(self._context, say, partial(self._page.show_strip, tone="danger"), redo=redo)

    def _say_turned(self, words: str, *, redo: bool) -> None:
        """Say it, with the way back."""
        if redo:
            self._page.offer_undo(words, self.undo)
        else:
            self._page.offer_redo(words, self.redo)

    @property
    def _assessor(self) -> str:
        return self._context.settings.assessor

    def _show_saved(self, need: Need, doc_ids: Sequence[str], relevance: int, saved: _Saved) -> None:
        self._unsaved.difference_update((need, doc_id) for doc_id in doc_ids)
        self._undone.clear()
        if len(doc_ids) >= _BATCH:
            words = self.tr("{0} {0:paper|papers} graded {1}").format(numeral(len(doc_ids)), relevance)
            undo = self._page.offer_undo(words, self.undo)
        else:
            undo = self._page.note_undo(self.undo)
        pairs = tuple((saved.query_id, doc_id) for doc_id in doc_ids)
        self._given.append(_Given(pairs, saved.made, undo))
        self._show_unsaved()
        self._show_grades(need, saved)
        self._show_made(saved.made)
        self._context.changes.changed.emit(Change(judgements=True, queries=saved.made is not None))

    def _show_made(self, made: QueryLine | None) -> None:
        """Say that this query was made, if it was for the text of the search: nobody types a paper's."""
        if made is not None and made.doc_id is None and made.need == self._need:
            self._page.show_new_query(made)

    def _show_failure(self, need: Need, doc_ids: Sequence[str], error: AssayError) -> None:
        self._unsaved.update((need, doc_id) for doc_id in doc_ids)
        self._show_unsaved()
        words = self.tr("The grade was not saved. {0}")
        if len(doc_ids) > 1:
            words = self.tr("The grades were not saved. {0}")
        self._page.show_strip(words.format(error), tone="danger")

    def _show_grades(self, need: Need | None, saved: _Saved) -> None:
        if need == self._need:
            self._query_id = saved.query_id
            if not saved.query_id:
                self._page.show_new_query(None)
            self._page.show_grades(saved.grades)
            self._page.show_others(saved.n_others)
            self.known.emit(saved.grades)

    def _show_unsaved(self) -> None:
        self._page.show_unsaved({doc_id for need, doc_id in self._unsaved if need == self._need})

    def _refresh(self, change: Change) -> None:
        if change.judgements:
            self.read()


def _find(library: Library, need: Need) -> Query | None:
    """The library's query for this need, if it was ever asked with a grade or imported."""
    queries = library.queries
    return queries.with_text(need.text) if need.doc_id is None else queries.with_paper(need.doc_id)


def _grades(ws: Workspace, need: Need, assessor: str, *, made: QueryLine | None = None) -> _Saved:
    query = _find(ws.library, need)
    if query is None:
        return _Saved()
    judgements = ws.library.judgements.current(query_id=query.query_id)
    given = [(j.assessor, j.doc_id, j.relevance) for j in judgements if j.relevance is not None]
    grades = {doc_id: grade for who, doc_id, grade in given if who == assessor}
    n_others = 0 if grades else len({doc_id for _, doc_id, _ in given})
    return _Saved(query.query_id, made, grades, n_others)


def _save(ws: Workspace, need: Need, doc_ids: Sequence[str], relevance: int, assessor: str) -> _Saved:
    from assay.ingest.queries import add_query, add_query_paper
    from assay.library.transaction import together
    from assay.search import parse

    query = _find(ws.library, need)
    if query is None and need.text and not parse(need.text).ranked_text:
        # Typed over other results, before it was answered.
        raise BadInput("Add words to the search to grade: filters alone are not a query.")
    if query is not None and len(doc_ids) == 1:
        ws.library.judgements.record(query.query_id, doc_ids[0], assessor=assessor, relevance=relevance)
        return _grades(ws, need, assessor)
    with together(ws.library) as library:
        known = _find(library, need)
        query = known or (
            add_query_paper(library, need.doc_id)
            if need.doc_id is not None
            else add_query(library, need.text)
        )
        for doc_id in doc_ids:
            library.judgements.record(query.query_id, doc_id, assessor=assessor, relevance=relevance)
    made = None if known else QueryLine(query.query_id, query.text, query.text, query.doc_id, len(doc_ids))
    return _grades(ws, need, assessor, made=made)


def _turn_batch(ws: Workspace, given: _Given, assessor: str, *, redo: bool) -> int:
    """Undo or redo the grades of this, as far as they are the latest; return how many.

    The query that was made for them goes and comes with them, unless something else stands on it.
    """
    from assay.library.transaction import together

    among, made, n = set(given.pairs), given.made, 0
    with together(ws.library) as library:
        if made is not None and redo:
            library.queries.withdraw(made.query_id, redo=True)
        turn = library.judgements.redo if redo else library.judgements.undo
        while n < len(given.pairs) and turn(assessor=assessor, among=among) is not None:
            n += 1
        if made is not None and bool(n) != redo:
            library.queries.withdraw(made.query_id)
    return n
