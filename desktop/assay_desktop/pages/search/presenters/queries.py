"""Queries of the library, changed by hand; and a new text, confirmed before its first grade."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assay_desktop.context import Change
from assay_desktop.text.action_words import action_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay.errors import AssayError
    from assay.library import Action
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.model import Need, QueryLine, SearchState
    from assay_desktop.pages.search.page import SearchPage


class QueriesPresenter(QObject):
    """Each change is one action of the library's history, which the button of its message undoes."""

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context

    def rename(self, line: QueryLine, text: str) -> None:
        from assay.ingest.editing import rename_query

        self._change(lambda ws: rename_query(ws.library, line.query_id, text=text))

    def merge(self, line: QueryLine, into: str) -> None:
        self._change(lambda ws: ws.library.queries.merge([line.query_id], into))

    def describe(self, line: QueryLine, texts: tuple[str, str, str]) -> None:
        description, narrative, source = texts
        self._change(
            lambda ws: ws.library.queries.describe(
                line.query_id, description=description, narrative=narrative, source=source
            )
        )

    def remove(self, line: QueryLine) -> None:
        self._change(lambda ws: ws.library.queries.remove([line.query_id]))

    def _change(self, do: Callable[[Workspace], Action]) -> None:
        def done(action: Action) -> None:
            self._page.queries.end()
            self._page.offer_undo(action_words(action), partial(self._undo, action.pk))
            self._tell()

        self._context.lane.submit(do, done, self._refuse)

    def _undo(self, pk: int) -> None:
        self._context.lane.submit(
            lambda ws: ws.library.actions.undo(expected=pk), lambda _action: self._tell(), self._fail
        )

    def _tell(self) -> None:
        self._context.changes.changed.emit(Change(queries=True, judgements=True))

    def _refuse(self, error: AssayError) -> None:
        self._page.queries.end(str(error))

    def _fail(self, error: AssayError) -> None:
        self._page.show_message(str(error))


class NewQueryPresenter(QObject):
    """Holds back the grades of a text that is no query yet, until somebody confirms the text.

    The first paper's grade waits, or that of several selected ones: who sees the question and grades another
    paper has confirmed it. A text that is searched for instead is not judged.
    """

    confirmed = Signal(object, int)  # doc_ids, relevance: to be saved for the present search
    held = Signal(object)  # doc_id -> relevance, of what waits

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._need: Need | None = None
        self._known: set[Need] = set()
        self._is_asked = False
        self._waiting: list[tuple[list[str], int]] = []
        context.changes.changed.connect(self._hear)

    def set_state(self, state: SearchState) -> None:
        """Note another search; what waited for the text before is not graded."""
        if state.need == self._need:
            return
        self._need = state.need
        self._drop()

    def grade(self, doc_ids: Sequence[str], relevance: int) -> None:
        """Pass the grade on where the query is known, else keep it and ask."""
        need = self._need
        if need is None or need.doc_id is not None or need in self._known:
            self.confirmed.emit(list(doc_ids), relevance)
            return
        is_next = self._is_asked and not self._held().keys() >= set(doc_ids)
        self._waiting.append((list(doc_ids), relevance))
        self._tell()
        if is_next:
            self.confirm()
            return
        if len(self._waiting) == 1:
            self._context.lane.submit(
                lambda ws: ws.library.queries.with_text(need.text) is not None,
                partial(self._look, need),
                self._fail,
            )

    def confirm(self) -> None:
        """Judge for this text from now on."""
        if self._need is not None:
            self._known.add(self._need)
        waiting, self._waiting, self._is_asked = self._waiting, [], False
        self._page.show_new_query("")
        for doc_ids, relevance in waiting:
            self.confirmed.emit(doc_ids, relevance)

    def edit(self) -> None:
        """Go back to the text, which is not judged as it is."""
        self._drop()
        self._page.focus_search()

    def _look(self, need: Need, is_known: bool) -> None:
        if need != self._need or not self._waiting:
            return
        if is_known:
            self.confirm()
        else:
            self._is_asked = True
            self._page.show_new_query(need.text)

    def _drop(self) -> None:
        if self._waiting:
            self._page.show_message(self.tr("Nothing was graded, as the query was not confirmed."))
            self._waiting, self._is_asked = [], False
            self._tell()
        self._page.show_new_query("")

    def _tell(self) -> None:
        self.held.emit(self._held())

    def _held(self) -> dict[str, int]:
        return {doc_id: grade for doc_ids, grade in self._waiting for doc_id in doc_ids}

    def _hear(self, change: Change) -> None:
        if change.queries:
            self._known.clear()  # one that was deleted is new again

    def _fail(self, error: AssayError) -> None:
        self._waiting, self._is_asked = [], False
        self._tell()
        self._page.show_message(str(error))
