"""Searches open as tabs: which is shown, where the reader was in it, and all of it after a restart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Signal

from assay.searching.types import SearchResults
from assay.types import SearchMode
from assay_desktop.context import AppContext, Change
from assay_desktop.pages.search.model import OpenTabs, Place, SearchState, tabs_of
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.search import SearchPresenter

KEPT: Final = "search/tabs"


class TabsPresenter(QObject):
    """The search presenter owns the search that is shown; this one keeps the others, and puts them back."""

    entered = Signal(object)  # SearchState: of the tab that is shown from now on

    def __init__(
        self,
        page: SearchPage,
        search: SearchPresenter,
        context: AppContext,
        *,
        name_of: Callable[[SearchState], str],
        parent: QObject | None = None,
    ) -> None:
        """`name_of` says how the user has named a search, "" where they have not."""
        super().__init__(parent)
        self._page, self._search, self._context, self._name_of = page, search, context, name_of
        self._open = OpenTabs()
        self._returning: Place | None = None  # where to, once the search that is entered is answered
        self._entering = False
        search.state_changed.connect(self._take_state)
        search.answered.connect(self._take_answer)
        context.changes.changed.connect(self._hear)

    def start(self) -> None:
        """Open the tabs of the last session, and searches in the one that is shown."""
        found = tabs_of(self._context.session.get(KEPT))
        if found is None:
            self._open.current.state = self._search.state
            self.show_titles()
        else:
            self._open = found
            self._enter()

    # --- intents

    def new(self) -> None:
        """Open an empty search in a tab of its own."""
        self._leave()
        self._open.open(self._fresh())
        self._enter()

    def open(self, state: SearchState) -> None:
        """Go to the tab that asks this, or ask it: in the current tab if that one asks nothing yet."""
        self._leave()
        place = self._open.find(state)
        if place >= 0:
            self._open.at = place
        elif self._open.current.state.empty:
            self._open.current.state = state
        else:
            self._open.open(state)
        self._enter()

    def find_similar(self, doc_id: str) -> None:
        """Start from a paper of another page; a search that is under way here stays as it is."""
        if not self._search.state.empty:
            self.new()
        self._search.find_similar(doc_id)

    def close(self, at: int = -1) -> None:
        """Close a tab, the current one if none is named."""
        at = self._open.at if at < 0 else at
        current = at == self._open.at
        self._leave()
        self._open.close(at, instead=self._fresh())
        if current:
            self._enter()
        else:
            self._keep()

    def reopen(self) -> None:
        """Open the tab again that was closed last."""
        self._leave()
        if self._open.reopen():
            self._enter()
        else:
            self._page.show_message(self.tr("No closed search to reopen."))

    def go(self, at: int) -> None:
        if at != self._open.at and 0 <= at < len(self._open.tabs):
            self._leave()
            self._open.at = at
            self._enter()

    def step(self, by: int) -> None:
        """Go to the next tab, or with -1 to the one before; behind the last comes the first."""
        self.go((self._open.at + by) % len(self._open.tabs))

    def move(self, at: int, to: int) -> None:
        """Take a tab to where the user has dragged it."""
        self._open.move(at, to)
        self._keep()

    def keep_place(self) -> None:
        """Note where the reader has moved to in the results."""
        if self._returning is None and not self._entering:
            self._open.current.place = self._page.place
            self._context.session.put(KEPT, self._open.kept())

    def stay(self, doc_id: str) -> None:
        """Note which paper the reader has chosen: where they were before does not count any more."""
        if self._returning is None or self._entering:
            return
        first = self._page.listed()[0][:1]  # new results come with the first of them selected
        if doc_id not in {"", self._returning.doc_id, *first}:
            self._returning = None

    def show_titles(self) -> None:
        """Show the tabs; a search may have been named since."""
        self._page.show_tabs([self._title(tab.state) for tab in self._open.tabs], self._open.at)

    # --- leaving and entering

    def _leave(self) -> None:
        tab = self._open.current
        tab.state, tab.answer = self._search.state, self._search.answer
        tab.place = self._page.place if self._returning is None else self._returning

    def _enter(self) -> None:
        tab = self._open.current
        self._returning = None if tab.state.empty else tab.place
        self._entering = True
        self._search.resume(tab.state, tab.answer)
        self._entering = False
        self.entered.emit(tab.state)
        self._keep()

    def _take_state(self, state: SearchState) -> None:
        """Give what the user does to the search to the tab that is shown."""
        if not self._entering:
            self._returning = None
            self._open.current.state = state
            self._keep()

    def _take_answer(self, answer: SearchResults | None) -> None:
        """Go back to where the reader was; while the model loads, again when its own results come."""
        place = self._returning
        if place is None or answer is None:
            return
        self._page.show_place(place)
        if answer.mode is self._open.current.state.mode and not answer.is_pending:
            self._returning = None

    def _hear(self, change: Change) -> None:
        if change.papers or change.index:
            self._open.forget_answers()

    def _keep(self) -> None:
        self.show_titles()
        self._context.session.put(KEPT, self._open.kept())

    def _fresh(self) -> SearchState:
        """Return a search that asks nothing, in the way in which the user searches."""
        settings = self._context.settings
        return SearchState(
            mode=SearchMode(settings.search_mode or "hybrid"),
            full_text=settings.search_full_text,
            rerank=self._search.state.rerank,
        )

    def _title(self, state: SearchState) -> str:
        text = " ".join(state.text.split())
        seeds = ", ".join(seed.label if seed.sign > 0 else f"−{seed.label}" for seed in state.seeds)
        words = " · ".join(filter(None, (text, seeds)))
        return (
            self._name_of(state) or words or (self.tr("Filters") if state.filters else self.tr("New search"))
        )
