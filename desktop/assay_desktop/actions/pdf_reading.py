"""The PDF of a paper in a view of any page: which page of it, what is marked, what is dragged over."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QImage

from assay.codec import from_json
from assay.pdf.types import PageCall, Picture, TextOnPage
from assay_desktop.actions.opening import open_outside
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.widgets.pdf.pdf_view import Box, PageShown, PdfView

if TYPE_CHECKING:
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext

_SHORTEST = 3  # letters of a word that is marked: "of" stands everywhere


class PdfReading(QObject):
    """Draws only while its view is shown. `words` are marked until something is looked for."""

    def __init__(
        self,
        view: PdfView,
        context: AppContext,
        say: Callable[[str], None],
        parent: QObject | None = None,
        *,
        pages: PdfPages | None = None,
    ) -> None:
        super().__init__(parent)
        self._view, self._context, self._say = view, context, say
        self._pages = pages or PdfPages(self)
        self._open = False
        self._doc_id = self._path = ""
        self._first_page = 0
        self._words: list[str] = []
        self._search_text = ""
        self._number, self._hits = 1, list[int]()
        view.page_wanted.connect(self.turn_to)
        view.field.textEdited.connect(self.find)
        view.field.next_wanted.connect(self.go_to_next)
        view.sheet.dragged.connect(self.copy)
        view.open_wanted.connect(self.open_outside)
        view.width_changed.connect(self._draw)

    def mark(self, text: str) -> None:
        """Mark these words on every page that is drawn from here on."""
        self._words = [word for word in text.split() if len(word) >= _SHORTEST]

    def read(self, doc_id: str, *, page: int = 0) -> None:
        """Read another paper, from this page on if one is given. Its file is looked up once it shows."""
        self._doc_id, self._path, self._search_text, self._hits = doc_id, "", "", []
        self._first_page = page
        self._view.field.clear()
        self._view.show_message("")
        self._read()

    def set_shown(self, shown: bool) -> None:
        self._open = shown
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
            self._pages.ask(call, self._take_hits, self._view.show_message)
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
            self._pages.ask(call, self._copied, self._say)

    def open_outside(self) -> None:
        if self._path:
            open_outside(self._path, self._say)

    def close(self) -> None:
        self._pages.close()

    # --- inner

    def _read(self) -> None:
        doc_id = self._doc_id
        if self._open and doc_id and not self._path:
            self._context.lane.submit(
                lambda ws: _file_of(ws, doc_id),
                lambda found: self._take_file(doc_id, found),
                key=f"pdf-{id(self)}",
            )

    def _take_file(self, doc_id: str, found: tuple[str, bool]) -> None:
        if doc_id != self._doc_id:
            return
        path, missing = found
        if not path:
            self._view.show_message(self.tr("No PDF attached."))
        elif missing:
            name = Path(path).name
            self._view.show_message(self.tr("{0} is missing; it was last seen at {1}.").format(name, path))
        else:
            self._path, self._number = path, self._first_page or 1
            self._draw()

    def _draw(self) -> None:
        if not self._open or not self._path:
            return
        path = self._path
        words = (self._search_text,) if self._search_text else tuple(self._words)
        call = PageCall("draw", path, self._number, self._view.wanted_width, words)
        self._pages.ask(call, lambda drawn: self._show(path, drawn), self._fail)

    def _show(self, path: str, answer: object) -> None:
        if path != self._path:
            return
        drawn = from_json(answer, Picture)
        self._number = drawn.page
        self._view.show_page(PageShown(drawn.page, drawn.page_count, image_of(drawn), drawn.marks))
        if drawn.marks and (self._search_text or self._first_page):
            self._view.show_top(drawn.marks[0][1])

    def _fail(self, why: str) -> None:
        self._view.show_message(self.tr("This page cannot be shown: {0}.").format(why.rstrip(".")))

    def _take_hits(self, answer: object) -> None:
        pages = sorted({place.page for place in from_json(answer, tuple[TextOnPage, ...])})
        self._hits = pages
        if not pages:
            self._say(self.tr("“{0}” isn't in this PDF.").format(self._search_text))
        elif self._number not in pages:
            self._number = next((n for n in pages if n > self._number), pages[0])
        self._draw()

    def _copied(self, text: str) -> None:
        if text.strip():
            QGuiApplication.clipboard().setText(text)
            self._say(self.tr("Copied: {0}").format(" ".join(text.split())[:60]))


def _file_of(workspace: Workspace, doc_id: str) -> tuple[str, bool]:
    """Where the paper's PDF lies, or was last seen, and whether it is missing; ("", False) without one."""
    places = [
        place
        for stored in workspace.library.files.of_papers([doc_id]).get(doc_id, [])
        for place in stored.places
    ]
    present = [place for place in places if not place.missing]
    return ((present or places)[0].path, not present) if places else ("", False)


def image_of(drawn: Picture) -> QImage:
    """Return the picture of a page."""
    image = QImage(drawn.pixels, drawn.width, drawn.height, drawn.stride, QImage.Format.Format_RGB888)
    return image.copy()  # which owns its pixels
