"""The selected paper's PDF in the inspector: at the page that was found, with the words of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay_desktop.actions.pdf_reading import PdfReading

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from assay.searching.types import SearchResults
    from assay_desktop.background.pdf_pages import PdfPages
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.model import SearchState
    from assay_desktop.pages.search.page import SearchPage

TAB = "pdf"


class ReadingPresenter(PdfReading):
    """Reads what is selected while its tab is open."""

    def __init__(
        self,
        page: SearchPage,
        context: AppContext,
        parent: QObject | None = None,
        *,
        pages: PdfPages | None = None,
    ) -> None:
        super().__init__(page.pdf, context, page.show_message, parent, pages=pages)
        self._found_on: dict[str, int] = {}  # doc_id -> the page on which the search found it

    def set_state(self, state: SearchState) -> None:
        self.mark(state.text.split())

    def set_answer(self, answer: SearchResults | None) -> None:
        """Remember on which page of which paper the search found what it was asked for."""
        self._found_on = {hit.doc_id: hit.page for hit in answer.hits if hit.page} if answer else {}

    def select(self, doc_id: str) -> None:
        self.read(doc_id, page=self._found_on.get(doc_id, 0))

    def open_tab(self, tab: str) -> None:
        self.set_shown(tab == TAB)
