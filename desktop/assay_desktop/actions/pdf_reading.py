"""The PDF of a paper in a view of any page: which page of it, what is marked, what is dragged over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication, QImage

from assay.codec import from_json
from assay.pdf.types import PageCall, Picture, TextOnPage
from assay_desktop.actions.opening import open_outside
from assay_desktop.actions.pdf_files import PaperPdf, pdf_of
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.widgets.pdf.pdf_view import Box, PageShown, PdfView

if TYPE_CHECKING:
    from assay_desktop.context import AppContext, Change

AT_ONCE = 25  # pages that are looked through before the next one is drawn
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
        self._doc_id = ""
        self._pdf = PaperPdf()
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
        context.changes.changed.connect(self._hear)

    def mark(self, words: Sequence[str]) -> None:
        """Mark these words on the page that is shown, and on those after it."""
        before, self._words = self._words, [word for word in words if len(word) >= _SHORTEST]
        if self._words != before:
            self._draw()

    def read(self, doc_id: str, *, page: int = 0) -> None:
        """Read another paper, from this page on if one is given. Its file is looked up once it shows."""
        self._doc_id, self._pdf, self._search_text, self._hits = doc_id, PaperPdf(), "", []
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
        if self._pdf.path and self._search_text:
            self._look_through(1, self._number)
        else:
            self._draw()

    def _look_through(self, first: int, reading: int) -> None:
        """Find the text on the next pages: so many at once that pages are drawn meanwhile."""
        path, text = self._pdf.path, self._search_text
        last = first + AT_ONCE - 1

        def done(answer: object) -> None:
            if (self._pdf.path, self._search_text) == (path, text):
                self._take_hits(from_json(answer, tuple[TextOnPage, ...]), last, reading)

        self._pages.ask(
            PageCall("find", path, first, words=(text,), last=last), done, self._view.show_message
        )

    def go_to_next(self, step: int) -> None:
        """Go to the next page with what is looked for, beyond the last one to the first."""
        if self._hits:
            beyond = [n for n in self._hits if (n - self._number) * step > 0]
            self.turn_to((min if step > 0 else max)(beyond or self._hits))

    def copy(self, box: Box) -> None:
        """Copy what stands in the box to the clipboard."""
        if self._pdf.path:
            call = PageCall("text", self._pdf.path, self._number, box=box)
            self._pages.ask(call, self._copied, self._say)

    def open_outside(self) -> None:
        if self._pdf.path:
            open_outside(self._pdf.path, self._say)

    def close(self) -> None:
        self._pages.close()

    # --- inner

    def _hear(self, change: Change) -> None:
        if change.papers and self._open and self._doc_id:
            self._look_up()

    def _read(self) -> None:
        if self._open and self._doc_id and not self._pdf.is_there:
            self._look_up()

    def _look_up(self) -> None:
        doc_id = self._doc_id
        self._context.lane.submit(
            lambda ws: pdf_of(ws, doc_id), lambda found: self._take_file(doc_id, found), key=f"pdf-{id(self)}"
        )

    def _take_file(self, doc_id: str, found: PaperPdf) -> None:
        if doc_id != self._doc_id:
            return
        there = found.is_there
        outside = [(self._view.outside_words, True)] if there else []
        self._view.files.show_file(doc_id, has_file=there, can_find=found.can_find, more=outside)
        before, self._pdf = self._pdf, found
        if not found.path:
            self._view.show_message(self.tr("No PDF attached."))
        elif found.missing:
            words = self.tr("{0} is missing; it was last seen at {1}.")
            self._view.show_message(words.format(Path(found.path).name, found.path))
        elif (found.path, found.sha256) != (before.path, before.sha256) or before.missing:
            self._number = self._first_page or 1
            self._draw()

    def _draw(self) -> None:
        if not self._open or not self._pdf.path:
            return
        path = self._pdf.path
        words = (self._search_text,) if self._search_text else tuple(self._words)
        call = PageCall("draw", path, self._number, self._view.wanted_width, words)
        self._pages.ask(call, lambda drawn: self._show(path, drawn), self._fail)

    def _show(self, path: str, answer: object) -> None:
        if path != self._pdf.path:
            return
        drawn = from_json(answer, Picture)
        self._number = drawn.page
        self._view.show_page(PageShown(drawn.page, drawn.page_count, image_of(drawn), drawn.marks))
        if drawn.marks and (self._search_text or self._first_page):
            self._view.show_top(drawn.marks[0][1])

    def _fail(self, why: str) -> None:
        self._view.show_message(self.tr("This page cannot be shown: {0}.").format(why.rstrip(".")))

    def _take_hits(self, places: Sequence[TextOnPage], last: int, reading: int) -> None:
        whole = last >= self._view.page_count
        new = sorted({place.page for place in places})
        ahead = next((page for page in new if page >= reading), None)
        if ahead is not None and not any(page >= reading for page in self._hits):
            self._number = ahead
            self._draw()
        self._hits += new
        if not whole:
            self._look_through(last + 1, reading)
        elif not self._hits:
            self._say(self.tr("“{0}” isn't in this PDF.").format(self._search_text))
            self._draw()
        elif self._hits[-1] < reading:
            self.turn_to(self._hits[0])

    def _copied(self, text: str) -> None:
        if text.strip():
            QGuiApplication.clipboard().setText(text)
            self._say(self.tr("Copied: {0}").format(" ".join(text.split())[:60]))


def image_of(drawn: Picture) -> QImage:
    """Return the picture of a page."""
    image = QImage(drawn.pixels, drawn.width, drawn.height, drawn.stride, QImage.Format.Format_RGB888)
    return image.copy()  # which owns its pixels
