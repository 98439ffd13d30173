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

    def merge(self, line: QueryLine, into: str) -> None:
        after = next((each for each in self._page.query_lines if each.query_id == into), line)
        self._change(lambda ws: ws.library.queries.merge([line.query_id], into), (line, after))

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
        self, do: Callable[[Workspace], Action], search: tuple[QueryLine, QueryLine] | None = None
    ) -> None:
        """Do it; a search for the first of `search` becomes one for the second, as what is graded next."""

        def done(action: Action) -> None:
            self._page.queries.end()
            if search is not None and search[0].need == self._page.need:
                self._page.query_chosen.emit(search[1])
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
