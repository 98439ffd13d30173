"""A PDF on a page of the window: what is in sight is drawn, text is found, selected and copied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage

from assay.codec import from_json
from assay.pdf.types import PageCall, PdfShape, Picture, TextOnPage
from assay_desktop.actions.opening import open_outside
from assay_desktop.actions.pdf_files import PaperPdf, pdf_of
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.widgets.pdf.column import Overlay, Place
from assay_desktop.widgets.pdf.pdf_view import PdfView
from assay_desktop.widgets.pdf.scroll import PdfScroll

if TYPE_CHECKING:
    from assay_desktop.context import AppContext, Change

PAUSE_MS = 200  # in typing, before what is typed is looked for
AT_ONCE = 25  # pages that are looked through before the next one is drawn
MOST_MATCHES = 5000
_SHORTEST = 3  # letters of a word that is marked: "of" stands everywhere


class PdfPresenter(QObject):
    """One file at a time; answers for another one are not shown."""

    laid_out = Signal(object)  # PdfShape
    refused = Signal(str)  # why the file cannot be shown
    counted = Signal(int, int, bool)  # the match that is shown, of how many, whether all pages were searched
    selected = Signal(object)  # tuple[TextOnPage, ...], a page each
    picked = Signal()  # the selection is what it is to be

    def __init__(
        self,
        view: PdfScroll,
        say: Callable[[str], object],
        parent: QObject | None = None,
        *,
        pages: PdfPages | None = None,
    ) -> None:
        super().__init__(parent)
        self._view, self._say = view, say
        self._pages = pages or PdfPages(self)
        self.close = self._pages.close
        self._words: tuple[str, ...] = ()
        self.text = ""
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._find)
        view.pages_wanted.connect(self._draw_next)
        view.dragged.connect(self.select)
        view.overlay_clicked.connect(lambda _name: self.show_selection(()))
        self.show("")

    def show(self, path: str, place: Place = Place()) -> None:  # noqa: B008 - it is frozen
        """Show this file, or "" for none, in place of the one before."""
        self._path, self._place, self._showing = path, place, object()
        self.is_laid_out, self.text = False, ""
        self.selection: tuple[TextOnPage, ...] = ()
        self._matches: list[TextOnPage] = []
        self._at = -1
        self._marks: dict[int, Overlay] = {}
        self._view.show_document(())
        if path:
            self._ask(PageCall("open", path), self._lay_out, self._refuse)

    @property
    def selected_text(self) -> str:
        return " ".join(place.text for place in self.selection)

    def mark(self, words: tuple[str, ...]) -> None:
        """Mark these words on every page."""
        if words != self._words:
            self._words, self._marks = words, {}
            self._view.show_layer("words", ())
            self._view.draw_again()

    def find(self, text: str) -> None:
        """Look for a text once typing pauses."""
        self.text = " ".join(text.split())
        self.counted.emit(0, 0, False)
        self._pause.start()

    def go_to_match(self, step: int) -> None:
        """Go to the next match, or with -1 to the one before, round the ends."""
        if self._pause.isActive():
            self._pause.stop()
            self._find()
        elif self._matches:
            self._show_match((self._at + step) % len(self._matches))

    def select(self, start: Sequence[float], end: Sequence[float], over: bool) -> None:
        """Select what stands between two points: the page, and shares of its width and height."""
        box = (start[1], start[2], end[1], end[2])

        def done(answer: object) -> None:
            self.show_selection(from_json(answer, tuple[TextOnPage, ...]))
            if over:
                self.picked.emit()

        call = PageCall("select", self._path, int(start[0]), box=box, last=int(end[0]))
        self._ask(call, done, self._say)

    def show_selection(self, selection: tuple[TextOnPage, ...]) -> None:
        self.selection = selection
        self._view.show_layer("selection", _overlays(selection, "selection"))
        self.selected.emit(selection)

    def copy(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._say(self.tr("Copied: {0}").format(text[:60]))

    # --- inner

    def _ask(self, call: PageCall, done: Callable[[Any], object], failed: Callable[[str], object]) -> None:
        showing = self._showing

        def still(then: Callable[[Any], object]) -> Callable[[Any], None]:
            def heard(answer: object) -> None:
                if self._showing is showing:
                    then(answer)

            return heard

        self._pages.ask(call, still(done), still(failed))

    def _lay_out(self, answer: object) -> None:
        shape = from_json(answer, PdfShape)
        self._view.show_document(shape.sizes)
        self._view.go_to(self._place)
        self.is_laid_out = True
        self.laid_out.emit(shape)
        self._draw_next()

    def _refuse(self, why: str) -> None:
        self.refused.emit(self.tr("This PDF cannot be shown: {0}.").format(why.rstrip(".")))

    def _draw_next(self) -> None:
        """Ask for one page in sight that is missing; its answer asks for the next one."""
        missing = self._view.missing()
        if not self.is_laid_out or missing is None:
            return
        (page, width), words = missing, self._words

        def drawn(answer: object) -> None:
            if words == self._words:  # else it is asked for with other ones
                picture = from_json(answer, Picture)
                self._view.show_picture(page, width, _image(picture))
                if picture.marks:
                    self._mark(page, Overlay(page, picture.marks, "find"))
            self._draw_next()

        def failed(why: str) -> None:
            words = self.tr("This page cannot be shown: {0}.")
            self._view.show_fault(page, words.format(why.rstrip(".")))
            self._draw_next()

        self._ask(PageCall("draw", self._path, page, width, words), drawn, failed)

    def _mark(self, page: int, marks: Overlay) -> None:
        """Mark words on a page; the first of them is gone to on the page that was opened."""
        if not self._marks and Place(page) == self._place:
            self._view.reveal(page, marks.boxes[0])
        self._marks[page] = marks
        self._view.show_layer("words", [*self._marks.values()])

    def _find(self) -> None:
        self._matches, self._at = [], -1
        self._view.show_layer("find", ())
        self._view.show_layer("found", ())
        if self.text and self.is_laid_out:
            self._look_through(1, self._view.page)
        else:
            self._view.show_layer("selection", _overlays(self.selection, "selection"))  # it stays
            self.counted.emit(0, 0, True)

    def _look_through(self, first: int, reading: int) -> None:
        """Find the text on the next pages; the first match from the page that is read on is shown."""
        text, count = self.text, self._view.page_count
        last = min(first + AT_ONCE - 1, count)

        def done(answer: object) -> None:
            if self.text != text:
                return
            self._matches += from_json(answer, tuple[TextOnPage, ...])
            whole = last >= count or len(self._matches) >= MOST_MATCHES
            ahead = next((at for at, each in enumerate(self._matches) if each.page >= reading), -1)
            self._view.show_layer("find", _overlays(self._matches, "find"))
            if self._at < 0 and (ahead >= 0 or (whole and self._matches)):
                self._show_match(max(ahead, 0))
            self.counted.emit(self._at + 1, len(self._matches), whole)
            if not whole:
                self._look_through(last + 1, reading)

        def failed(why: str) -> None:
            self._say(why)
            if self.text == text:
                self.counted.emit(self._at + 1, len(self._matches), True)

        self._ask(PageCall("find", self._path, first, words=(text,), last=last), done, failed)

    def _show_match(self, at: int) -> None:
        """Show a match and select it: a highlight can be made of it by keys alone."""
        self._at = at
        match = self._matches[at]
        self._view.show_layer("found", _overlays([match], "found"))
        if match.boxes:
            self._view.reveal(match.page, match.boxes[0])
        self.counted.emit(at + 1, len(self._matches), True)
        self.selection = (match,)
        self._view.show_layer("selection", ())
        self.selected.emit(self.selection)


class PdfReading(QObject):
    """A paper's PDF next to other things, looked up while it shows. What is selected is copied."""

    def __init__(
        self,
        view: PdfView,
        context: AppContext,
        say: Callable[[str], object],
        parent: QObject | None = None,
        *,
        pages: PdfPages | None = None,
    ) -> None:
        super().__init__(parent)
        self._view, self._context, self._say = view, context, say
        self._shown = PdfPresenter(view.pages, say, self, pages=pages)
        self.close = self._shown.close
        self._open = False
        self._doc_id = ""
        self._pdf = PaperPdf()
        self._first_page = 0
        view.field.textEdited.connect(self._shown.find)
        view.field.next_wanted.connect(self._shown.go_to_match)
        view.open_wanted.connect(lambda: open_outside(self._pdf.path, say))
        self._shown.laid_out.connect(view.show_pages)
        self._shown.refused.connect(view.show_message)
        self._shown.counted.connect(self._count)
        self._shown.picked.connect(self._copy)
        context.changes.changed.connect(self._hear)

    def mark(self, words: Sequence[str]) -> None:
        """Mark these words on the pages that are shown, and on those after them."""
        self._shown.mark(tuple(word for word in words if len(word) >= _SHORTEST))

    def read(self, doc_id: str, *, page: int = 0) -> None:
        """Read another paper, from this page on if one is given. Its file is looked up once it shows."""
        self._doc_id, self._pdf, self._first_page = doc_id, PaperPdf(), page
        self._view.field.clear()
        self._shown.show("")
        self._view.show_message("")
        self._read()

    def set_shown(self, shown: bool) -> None:
        """Look up and draw only while the view shows."""
        self._open = shown
        self._read()

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
        if there and before != found:
            self._shown.show(found.path, Place(self._first_page or 1))
        elif not there:
            self._view.show_message(self._lack(found))

    def _lack(self, found: PaperPdf) -> str:
        """Say that there is no PDF and, where the menu is there for it, how to get one."""
        if found.path:
            words = self.tr("{0} is missing; it was last seen at {1}.")
            return words.format(Path(found.path).name, found.path)
        none = self.tr("No PDF attached.")
        if self._view.files.isHidden():
            return none
        return self.tr("{0} Under “Add PDF”, choose a file or find a free one.").format(none)

    def _count(self, _at: int, count: int, whole: bool) -> None:
        if whole and not count and self._shown.text:
            self._say(self.tr("“{0}” isn't in this PDF.").format(self._shown.text))

    def _copy(self) -> None:
        if self._shown.selected_text:
            self._shown.copy(self._shown.selected_text)


def _overlays(places: Sequence[TextOnPage], colour: str) -> list[Overlay]:
    return [Overlay(place.page, place.boxes, colour) for place in places]


def _image(drawn: Picture) -> QImage:
    """Return the picture of a page."""
    image = QImage(drawn.pixels, drawn.width, drawn.height, drawn.stride, QImage.Format.Format_RGB888)
    return image.copy()  # which owns its pixels
