"""Suggestions for the selected paper, and a person's word on them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from assay.errors import AssayError
from assay_desktop.actions.suggesting import SuggestionLine, accept, decline, read_suggestions
from assay_desktop.context import AppContext, Change
from assay_desktop.pages.library.widgets.paper_pane import PaperSuggestions


class SuggestionsPresenter(QObject):
    """Reads what is suggested for whichever paper is selected; only the latest selection answers."""

    message = Signal(str)

    def __init__(self, view: PaperSuggestions, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view, self._context = view, context
        self._selected = ""
        context.changes.changed.connect(self._hear)

    def select(self, doc_id: str) -> None:
        self._selected = doc_id
        self._view.show_suggestions([])
        if doc_id:
            read = partial(read_suggestions, doc_ids=[doc_id])
            self._context.lane.submit(
                read, partial(self._show, doc_id), self._fail, key="library-suggestions"
            )

    def accept(self, lines: list[SuggestionLine]) -> None:
        """Write these into the paper; the index follows, since its words may have changed."""
        self._context.lane.submit(partial(accept, lines=lines), self._accepted, self._fail)

    def decline(self, lines: list[SuggestionLine]) -> None:
        self._context.lane.submit(partial(decline, lines=lines), self._declined, self._fail)

    def _show(self, doc_id: str, lines: list[SuggestionLine]) -> None:
        if doc_id == self._selected:
            self._view.show_suggestions(lines)

    def _accepted(self, done: str) -> None:
        self.message.emit(done)
        if not self._context.jobs.is_waiting(["index"]):
            self._context.jobs.add(self.tr("Index the library"), ["index"])
        self._context.engine.reload()
        self._context.changes.changed.emit(Change(papers=True, lookups=True))

    def _declined(self, _none: None) -> None:
        self._context.changes.changed.emit(Change(lookups=True))

    def _hear(self, change: Change) -> None:
        if change.lookups or change.papers:
            self.select(self._selected)

    def _fail(self, error: AssayError) -> None:
        self.message.emit(str(error))
