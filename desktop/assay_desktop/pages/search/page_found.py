"""What came of a search: the results, or one sentence on why there are none and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from assay.types import SearchMode
from assay_desktop.pages.search.page_results import ResultList
from assay_desktop.widgets.papers.card import counted
from assay_desktop.widgets.state_panel import StatePanel

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.pages.search.model import SearchState
    from assay_desktop.theme import Theme


class FoundPane(QStackedWidget):
    """The list of results, and in its place the empty state."""

    clearing_wanted = Signal()  # of the filters
    meaning_wanted = Signal()  # searches by meaning instead
    import_wanted = Signal()
    index_wanted = Signal()
    first_query_wanted = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.results = ResultList(theme)
        self.empty = StatePanel(theme)
        self.empty.action_requested.connect(self._act)
        self.addWidget(self.results)
        self.addWidget(self.empty)

    def show_results(self) -> None:
        """Brings the list to the front."""
        self.setCurrentWidget(self.results)

    def show_nothing_found(self, state: SearchState, *, waiting: int = 0) -> None:
        """`waiting` papers are not in the keyword index yet: whether they match, nobody knows."""
        if waiting:
            papers = counted(waiting, self.tr("paper"), self.tr("papers"))
            text = self.tr("Nothing found so far. {0} cannot be searched until they are indexed.")
            self._show("magnifying-glass", text.format(papers), "")
            return
        sought = (
            self.tr("No papers match “{0}”").format(state.text.strip())
            if state.text.strip()
            else self.tr("No paper matches")
        )
        if state.filters:
            within = self.tr("{0} within these filters.").format(sought)
            self._show("funnel", within, self.tr("Clear the filters"))
        elif state.mode is SearchMode.KEYWORD:
            by_word = self.tr("{0} word by word.").format(sought)
            self._show("magnifying-glass", by_word, self.tr("Search by meaning"))
        else:
            self._show("magnifying-glass", self.tr("{0}.").format(sought), "")

    def show_welcome(self, *, total: int, indexed: bool, has_query: bool) -> None:
        """Before anything is searched for; `has_query` says that the library has a query to begin with."""
        papers = counted(total, self.tr("paper"), self.tr("papers"))
        if not total:
            self._show("books", self.tr("There are no papers to search yet."), self.tr("Import papers"))
        elif not indexed:
            text = self.tr("{0} can be searched by words. An index lets you search by meaning too.")
            self._show("magnifying-glass", text.format(papers), self.tr("Build the index"))
        else:
            text = self.tr("Search {0}. Describe what you need, or start from a paper.").format(papers)
            self._show("magnifying-glass", text, self.tr("Try an example search") if has_query else "")

    def _show(self, icon: str, sentence: str, action: str) -> None:
        self.results.cards.show([])
        self.empty.show_message(icon, sentence, action=action)
        self.setCurrentWidget(self.empty)

    def _act(self, action: str) -> None:
        acts: dict[str, Callable[[], None]] = {
            self.tr("Clear the filters"): self.clearing_wanted.emit,
            self.tr("Search by meaning"): self.meaning_wanted.emit,
            self.tr("Import papers"): self.import_wanted.emit,
            self.tr("Build the index"): self.index_wanted.emit,
            self.tr("Try an example search"): self.first_query_wanted.emit,
        }
        acts[action]()
