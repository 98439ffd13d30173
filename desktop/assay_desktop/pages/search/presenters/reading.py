"""The selected paper's PDF in the inspector: which page, what is marked on it, what was dragged over."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QImage

from assay.codec import from_json
from assay.pdf.types import PageCall, Picture
from assay_desktop.actions.opening import open_outside
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.pages.search.widgets.pdf_view import Box, PageShown

if TYPE_CHECKING:
    from assay.searching.types import SearchResults
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.model import SearchState
    from assay_desktop.pages.search.page import SearchPage

TAB = "pdf"
_SHORTEST = 3  # letters of a word that is marked: "of" stands everywhere


class ReadingPresenter(QObject):
    """Draws only while its tab is open. The words of the search are marked until something is looked for."""

    def __init__(
        self,
        page: SearchPage,
        context: AppContext,
        parent: QObject | None = None,
        *,
        pages: PdfPages | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._pages = pages or PdfPages(self)
        self._open = False
        self._doc_id = self._path = ""
        self._found_on: dict[str, int] = {}  # doc_id -> the page on which the search found it
        self._words: list[str] = []
        self._search_text = ""
        self._number, self._hits = 1, list[int]()
        view = page.pdf
        view.page_wanted.connect(self.turn_to)
        view.field.textEdited.connect(self.find)
        view.field.next_wanted.connect(self.go_to_next)
        view.sheet.dragged.connect(self.copy)
        view.open_wanted.connect(self.open_outside)
        view.width_changed.connect(self._draw)

    def set_state(self, state: SearchState) -> None:
        self._words = [word for word in state.text.split() if len(word) >= _SHORTEST]

    def set_answer(self, answer: SearchResults | None) -> None:
        """Remember on which page of which paper the search found what it was asked for."""
        self._found_on = {hit.doc_id: hit.page for hit in answer.hits if hit.page} if answer else {}

    def select(self, doc_id: str) -> None:
        """Read another paper; its file is looked up once its tab is open."""
        self._doc_id, self._path, self._search_text, self._hits = doc_id, "", "", []
        self._page.pdf.field.clear()
        self._page.pdf.show_message("")
        self._read()

    def open_tab(self, tab: str) -> None:
        self._open = tab == TAB
        self._read()

    def turn_to(self, number: int) -> None:
        self._number = number
        self._draw()

    def find(self, text: str) -> None:
        """Mark the text, and go to the first page from here on which it stands."""
        self._search_text = text.strip()
        self._hits = []
        if self._path and self._search_text:
            call = PageCall("find", self._path, words=(self._search_text,))
            self._pages.ask(call, self._take_hits, self._page.pdf.show_message)
        else:
            self._draw()

    def go_to_next(self, step: int) -> None:
        """Go to the next page with what is looked for, beyond the last one to the first."""
        if self._hits:
            beyond = [n for n in self._hits if (n - self._number) * step > 0]
            self.turn_to((min if step > 0 else max)(beyond or self._hits))

    def copy(self, box: Box) -> None:
        """Copy what stands in the box to the clipboard."""
        if self._path:
            call = PageCall("text", self._path, self._number, box=box)
            self._pages.ask(call, self._copied, self._page.show_message)

    def open_outside(self) -> None:
        if self._path:
            open_outside(self._path, self._page.show_message)

    def close(self) -> None:
        self._pages.close()

    # --- inner

    def _read(self) -> None:
        doc_id = self._doc_id
        if self._open and doc_id and not self._path:
            self._context.lane.submit(
                lambda ws: _file_of(ws, doc_id),
                lambda found: self._take_file(doc_id, found),
                key="search-pdf",
            )

    def _take_file(self, doc_id: str, found: tuple[str, bool]) -> None:
        if doc_id != self._doc_id:
            return
        path, missing = found
        if not path:
            self._page.pdf.show_message(self.tr("No PDF attached."))
        elif missing:
            name = Path(path).name
            self._page.pdf.show_message(
                self.tr("{0} is missing; it was last seen at {1}.").format(name, path)
            )
        else:
            self._path, self._number = path, self._found_on.get(doc_id, 1)
            self._draw()

    def _draw(self) -> None:
        if not self._open or not self._path:
            return
        path = self._path
        words = (self._search_text,) if self._search_text else tuple(self._words)
        call = PageCall("draw", path, self._number, self._page.pdf.wanted_width, words)
        self._pages.ask(call, lambda drawn: self._show(path, drawn), self._fail)

    def _show(self, path: str, answer: object) -> None:
        if path != self._path:
            return
        drawn = from_json(answer, Picture)
        self._number = drawn.page
        self._page.pdf.show_page(PageShown(drawn.page, drawn.page_count, _image(drawn), drawn.marks))
        if drawn.marks and (self._search_text or self._doc_id in self._found_on):
            self._page.pdf.show_top(drawn.marks[0][1])

    def _fail(self, why: str) -> None:
        self._page.pdf.show_message(self.tr("This page cannot be shown: {0}.").format(why.rstrip(".")))

    def _take_hits(self, pages: list[int]) -> None:
        self._hits = pages
        if not pages:
            self._page.show_message(self.tr("“{0}” isn't in this PDF.").format(self._search_text))
        elif self._number not in pages:
            self._number = next((n for n in pages if n > self._number), pages[0])
        self._draw()

    def _copied(self, text: str) -> None:
        if text.strip():
            QGuiApplication.clipboard().setText(text)
            self._page.show_message(self.tr("Copied: {0}").format(" ".join(text.split())[:60]))


def _file_of(workspace: Workspace, doc_id: str) -> tuple[str, bool]:
    """Where the paper's PDF lies, or was last seen, and whether it is missing; ("", False) without one."""
    places = [
        place
        for stored in workspace.library.files.of_papers([doc_id]).get(doc_id, [])
        for place in stored.places
    ]
    present = [place for place in places if not place.missing]
    return ((present or places)[0].path, not present) if places else ("", False)


def _image(drawn: Picture) -> QImage:
    image = QImage(drawn.pixels, drawn.width, drawn.height, drawn.stride, QImage.Format.Format_RGB888)
    return image.copy()  # which owns its pixels
