"""Queries of the library, changed by hand; a search for one follows what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay_desktop.context import Change
from assay_desktop.text.action_words import action_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay.errors import AssayError
    from assay.library import Action
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.model import QueryLine
    from assay_desktop.pages.search.page import SearchPage


class QueriesPresenter(QObject):
    """Each change is one action of the library's history, which the button of its message undoes."""

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context

    def rename(self, line: QueryLine, text: str) -> None:
        from assay.ingest.editing import rename_query

        after = replace(line, label=text, text=text)
        self._change(lambda ws: rename_query(ws.library, line.query_id, text=text), (line, after))

    def merge(self, line: QueryLine, into: QueryLine) -> None:
        self._change(lambda ws: ws.library.queries.merge([line.query_id], into.query_id), (line, into))

    def describe(self, line: QueryLine, texts: tuple[str, str, str]) -> None:
        description, narrative, source = texts
        self._change(
            lambda ws: ws.library.queries.describe(
                line.query_id, description=description, narrative=narrative, source=source
            )
        )

    def remove(self, line: QueryLine) -> None:
        self._change(lambda ws: ws.library.queries.remove([line.query_id]))

    def _change(
        self, do: Callable[[Workspace], Action], becomes: tuple[QueryLine, QueryLine] | None = None
    ) -> None:
        """Do it; a search for the first of `becomes` becomes one for the second, as what is graded next."""

        def done(action: Action) -> None:
            self._page.queries.end()
            back = None
            if becomes is not None and becomes[0].need == self._page.need:
                self._page.query_became.emit(becomes[1])
                back = becomes[0]
            self._page.offer_undo(action_words(action), partial(self._undo, action.pk, back))
            self._tell()

        self._context.lane.submit(do, done, self._refuse)

    def _undo(self, pk: int, back: QueryLine | None) -> None:
        def done(_action: Action) -> None:
            if back is not None:
                self._page.query_became.emit(back)
            self._tell()

        self._context.lane.submit(lambda ws: ws.library.actions.undo(expected=pk), done, self._fail)

    def _tell(self) -> None:
        self._context.changes.changed.emit(Change(queries=True, judgements=True))

    def _refuse(self, error: AssayError) -> None:
        self._page.queries.end(str(error))

    def _fail(self, error: AssayError) -> None:
        self._page.show_message(str(error))
