"""The paper that is read: its file, its pages as they come into sight, what is looked for and selected."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QGuiApplication

from assay.codec import from_json
from assay.pdf.types import PageCall, PdfShape, Picture, TextOnPage
from assay_desktop.actions.opening import open_outside
from assay_desktop.actions.pdf_files import PaperPdf, pdf_of
from assay_desktop.actions.pdf_reading import AT_ONCE, image_of
from assay_desktop.background.pdf_pages import PdfPages
from assay_desktop.pages.reader.model import Overlay, Place, source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.types import Paper
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.reader.page import ReaderPage

PAUSE_MS: Final = 200  # in typing, before what is typed is looked for
MOST_MATCHES: Final = 5000
_SESSION: Final = "reader"
_DARK: Final = "reader/dark"
_PLACES: Final = 100  # papers of which it is remembered how far they were read


@dataclass(frozen=True, slots=True)
class OpenPaper:
    paper: Paper
    pdf: PaperPdf


class ReaderPresenter(QObject):
    """One paper at a time; answers for another one are not shown."""

    opened = Signal(object)  # OpenPaper
    selected = Signal(object)  # tuple[TextOnPage, ...], a page each

    def __init__(
        self,
        page: ReaderPage,
        context: AppContext,
        parent: QObject | None = None,
        *,
        pages: PdfPages | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._pages = pages or PdfPages(self)
        self._doc_id = ""
        self._open: OpenPaper | None = None
        self._is_laid_out = False
        self._selection: tuple[TextOnPage, ...] = ()
        self._text = ""
        self._matches: list[TextOnPage] = []
        self._at = -1
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._find)
        self._places = _read_places(context.session.get(_SESSION))
        page.view.pages_wanted.connect(self._draw_next)
        page.view.place_changed.connect(self._keep_place)
        page.view.dragged.connect(self.select)
        page.view.overlay_clicked.connect(lambda _name: self._show_selection(()))
        page.selection_cleared.connect(lambda: self._show_selection(()))
        page.paper_changed.connect(self.read_again)
        page.find_edited.connect(self.find)
        page.match_wanted.connect(self.go_to_match)
        page.copy_wanted.connect(self.copy)
        page.dark_chosen.connect(self.set_dark)
        page.outside_wanted.connect(self.open_outside)

    def start(self) -> None:
        """Show the paper that was read in the last session."""
        self._page.show_dark(self._context.settings.text(_DARK) == "on")
        if self._places:
            self.open(next(reversed(self._places)))

    def open(self, doc_id: str) -> None:
        """Read this paper, from where it was left."""
        if doc_id == self._doc_id:
            return
        self._doc_id = doc_id
        self.read_again()

    def read_again(self) -> None:
        """Look up the paper and its file; the pages are drawn again only where it is another file."""
        if self._doc_id:
            read = partial(_read, doc_id=self._doc_id)
            self._context.lane.submit(read, self._take, key="reader-paper")

    def find(self, text: str) -> None:
        """Look for a text once typing pauses."""
        self._text = " ".join(text.split())
        self._page.show_found(0, 0, whole=False, searched=bool(self._text))
        self._pause.start()

    def go_to_match(self, step: int) -> None:
        """Go to the next match, or with -1 to the one before, round the ends."""
        if self._pause.isActive():
            self._pause.stop()
            self._find()
        elif self._matches:
            self._show_match((self._at + step) % len(self._matches))

    def select(self, start: Sequence[float], end: Sequence[float]) -> None:
        """Select what stands between two points: the page, and shares of its width and height."""
        if self._open is not None:
            path = self._open.pdf.path
            box = (start[1], start[2], end[1], end[2])
            call = PageCall("select", path, int(start[0]), box=box, last=int(end[0]))
            self._pages.ask(call, partial(self._take_selection, path), self._page.message.emit)

    def copy(self, with_source: bool) -> None:
        """Copy the selected text, in quotes with its source where that is wanted."""
        text = " ".join(place.text for place in self._selection)
        if self._open is None or not text:
            self._page.message.emit(self.tr("Select text on a page first."))
            return
        if with_source:
            first, last = self._selection[0].page, self._selection[-1].page
            place = self.tr("pp. {0}–{1}") if last > first else self.tr("p. {0}")
            source = filter(None, [source_of(self._open.paper), place.format(first, last)])
            text = f"“{text}” ({', '.join(source)})"
        QGuiApplication.clipboard().setText(text)
        self._page.message.emit(self.tr("Copied: {0}").format(text[:60]))

    def set_dark(self, dark: bool) -> None:
        self._context.settings.set_text(_DARK, "on" if dark else "off")
        self._page.show_dark(dark)

    def open_outside(self) -> None:
        if self._open is not None and self._open.pdf.path:
            open_outside(self._open.pdf.path, self._page.message.emit)

    def close(self) -> None:
        self._pages.close()

    # -- the paper and its pages --------------------------------------------------------------------------

    def _take(self, found: OpenPaper | None) -> None:
        before, self._open = self._open, found
        if found is None:
            self._doc_id = ""
            self._page.show_no_paper()
            return
        pdf = found.pdf
        if before is not None and (before.paper.doc_id, before.pdf) == (found.paper.doc_id, pdf):
            self.opened.emit(found)
            return
        self._is_laid_out = False
        self._page.show_paper(found.paper)
        self._selection, self._text, self._matches = (), "", []
        if not pdf.path:
            self._page.show_without_pdf(self.tr("No PDF is attached to this paper."), pdf.can_find)
        elif pdf.missing:
            words = self.tr("{0} is missing; it was last seen at {1}.")
            self._page.show_without_pdf(words.format(Path(pdf.path).name, pdf.path), pdf.can_find)
        else:
            call = PageCall("open", pdf.path)
            self._pages.ask(call, partial(self._lay_out, pdf.path), partial(self._fail, pdf.path))
        self.opened.emit(found)

    def _lay_out(self, path: str, answer: object) -> None:
        if self._open is None or self._open.pdf.path != path:
            return
        shape = from_json(answer, PdfShape)
        place = self._places.get(self._doc_id, Place())
        self._page.show_document(shape.sizes)
        self._page.side.outline.show_outline(shape.outline)
        self._page.view.go_to(place)
        self._is_laid_out = True
        self._keep_place()
        self._draw_next()

    def _fail(self, path: str, why: str) -> None:
        if self._open is not None and self._open.pdf.path == path:
            self._page.show_empty(self.tr("This PDF cannot be shown: {0}.").format(why.rstrip(".")))

    def _draw_next(self) -> None:
        """Ask for one page in sight that is missing; its answer asks for the next one."""
        missing = self._page.view.missing()
        if self._open is None or missing is None:
            return
        (page, width), path = missing, self._open.pdf.path

        def drawn(answer: object) -> None:
            if self._open is not None and self._open.pdf.path == path:
                self._page.view.show_picture(page, width, image_of(from_json(answer, Picture)))
                self._draw_next()

        def failed(why: str) -> None:
            if self._open is not None and self._open.pdf.path == path:
                words = self.tr("This page cannot be shown: {0}.")
                self._page.view.show_fault(page, words.format(why.rstrip(".")))
                self._draw_next()

        self._pages.ask(PageCall("draw", path, page, width), drawn, failed)

    def _keep_place(self) -> None:
        """Remember how far each of the last papers was read."""
        if self._is_laid_out:
            self._places.pop(self._doc_id, None)
            self._places[self._doc_id] = self._page.view.place
            for old in list(self._places)[:-_PLACES]:
                del self._places[old]
            kept = {doc_id: [place.page, place.share] for doc_id, place in self._places.items()}
            self._context.session.put(_SESSION, kept)

    # -- what is looked for and selected ------------------------------------------------------------------

    def _find(self) -> None:
        self._matches, self._at = [], -1
        self._page.view.show_layer("find", ())
        self._page.view.show_layer("found", ())
        if self._text and self._is_laid_out:
            self._page.show_found(0, 0, whole=False, searched=True)
            self._look_through(self._text, 1, self._page.view.page)
        else:
            self._page.show_found(0, 0)

    def _look_through(self, text: str, first: int, reading: int) -> None:
        """Find the text on the next pages; the first match from the page that is read on is shown."""
        if self._open is None:
            return
        paper = self._open
        path, count = paper.pdf.path, self._page.view.page_count
        last = min(first + AT_ONCE - 1, count)

        def done(answer: object) -> None:
            if self._open is None or (self._open.pdf.path, self._text) != (path, text):
                return
            self._matches += from_json(answer, tuple[TextOnPage, ...])
            whole = last >= count or len(self._matches) >= MOST_MATCHES
            ahead = next((at for at, each in enumerate(self._matches) if each.page >= reading), -1)
            self._page.view.show_layer("find", _overlays(self._matches, "find"))
            if self._at < 0 and (ahead >= 0 or (whole and self._matches)):
                self._show_match(max(ahead, 0))
            at = self._at + 1
            self._page.show_found(at, len(self._matches), whole=whole, searched=True)
            if not whole:
                self._look_through(text, last + 1, reading)

        def failed(why: str) -> None:
            self._page.message.emit(why)
            if (self._open, self._text) == (paper, text):
                self._page.show_found(self._at + 1, len(self._matches), searched=True)

        call = PageCall("find", path, first, words=(text,), last=last)
        self._pages.ask(call, done, failed)

    def _show_match(self, at: int) -> None:
        """Show a match and select it: a highlight can be made of it by keys alone."""
        self._at = at
        match = self._matches[at]
        self._page.view.show_layer("found", _overlays([match], "found"))
        if match.boxes:
            self._page.view.reveal(match.page, match.boxes[0])
        self._page.show_found(at + 1, len(self._matches), searched=True)
        self._selection = (match,)
        self._page.view.show_layer("selection", ())
        self.selected.emit(self._selection)

    def _take_selection(self, path: str, answer: object) -> None:
        if self._open is not None and self._open.pdf.path == path:
            self._show_selection(from_json(answer, tuple[TextOnPage, ...]))

    def _show_selection(self, selection: tuple[TextOnPage, ...]) -> None:
        self._selection = selection
        self._page.view.show_layer("selection", _overlays(selection, "selection"))
        self.selected.emit(selection)


def _overlays(places: Sequence[TextOnPage], colour: str) -> list[Overlay]:
    return [Overlay(place.page, place.boxes, colour) for place in places]


def _read(workspace: Workspace, *, doc_id: str) -> OpenPaper | None:
    """Return the paper and its file; None without the paper."""
    paper = workspace.library.papers.find_by_ids([doc_id]).get(doc_id)
    return OpenPaper(paper, pdf_of(workspace, doc_id)) if paper is not None else None


def _read_places(stored: object) -> dict[str, Place]:
    """Return how far each paper was read, the last one last; an older version may have kept it otherwise."""
    found = stored if isinstance(stored, dict) else {}
    return {
        doc_id: Place(int(at[0]), float(at[1]))
        for doc_id, at in found.items()
        if isinstance(at, list) and len(at) == 2 and all(isinstance(each, int | float) for each in at)
    }
