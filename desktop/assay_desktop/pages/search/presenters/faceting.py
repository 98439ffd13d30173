"""Counts what the search on screen found, and turns choices among it into filters."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from assay.engine.types import FACETS
from assay.searching.types import Facets, SearchCall
from assay_desktop.context import AppContext, Change
from assay_desktop.pages.search.facets import counts_of, with_value, with_years
from assay_desktop.pages.search.model import SearchState
from assay_desktop.pages.search.page import SearchPage

REST_MS: Final = 300
"""Counting waits so long after an answer: whoever types on is answered first."""


class FacetsPresenter(QObject):
    """Asks the engine once the results rest, and keeps the last counts until the next ones are there."""

    filters_chosen = Signal(object)  # Filters

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._state: SearchState | None = None
        self._answer = Facets()
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.count)

    def start(self) -> None:
        """Count the library before anything is asked of it, and again whenever it changes."""
        self._context.changes.changed.connect(self._hear)
        self._rest.start()

    def set_state(self, state: SearchState) -> None:
        """Mark what is chosen now; the numbers follow once there are results."""
        chosen_before = None if self._state is None else self._state.filters
        self._state = state
        if state.filters != chosen_before:
            self._show()

    def set_answer(self, _answer: object) -> None:
        """Note other results, or none because nothing is asked."""
        self._rest.start()

    def count(self) -> None:
        if self._state is None:
            return
        self._rest.stop()
        self._context.engine.ask(
            FACETS,
            SearchCall(self._state.request(mode=self._state.mode, prefix=False)),
            self._take,
            lambda _kind, _message: None,  # the search itself tells what is wrong
            key="facets",
        )

    def choose(self, facet: str, value: str) -> None:
        """Restrict the search to this value, or lift that."""
        if self._state is not None:
            self.filters_chosen.emit(with_value(self._state.filters, facet, value))

    def choose_years(self, first: int, last: int) -> None:
        if self._state is not None:
            self.filters_chosen.emit(with_years(self._state.filters, first, last))

    def _hear(self, change: Change) -> None:
        if change.papers or change.judgements:
            self._rest.start()

    def _take(self, answer: Facets) -> None:
        self._answer = answer
        self._show()

    def _show(self) -> None:
        if self._state is not None:
            self._page.show_facets(counts_of(self._answer, self._state.filters))
