"""The paper that is read: its file, how far one is in it, and what is copied of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal

from assay_desktop.actions.opening import open_outside
from assay_desktop.actions.pdf_files import PaperPdf, pdf_of
from assay_desktop.actions.pdf_reading import PdfPresenter
from assay_desktop.pages.reader.model import source_of
from assay_desktop.widgets.pdf.column import Place

if TYPE_CHECKING:
    from assay.pdf.types import PdfShape
    from assay.types import Paper
    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.reader.page import ReaderPage

_SESSION: Final = "reader"
_DARK: Final = "reader/dark"
_PLACES: Final = 100  # papers of which it is remembered how far they were read


@dataclass(frozen=True, slots=True)
class OpenPaper:
    paper: Paper
    pdf: PaperPdf


class ReaderPresenter(QObject):
    """One paper at a time; each is opened where it was left."""

    opened = Signal(object)  # OpenPaper

    def __init__(self, page: ReaderPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._shown = PdfPresenter(page.view, page.message.emit, self)
        self.selected, self.close = self._shown.selected, self._shown.close
        self._doc_id = ""
        self._open: OpenPaper | None = None
        self._places = _read_places(context.session.get(_SESSION))
        page.view.place_changed.connect(self._keep_place)
        page.selection_cleared.connect(lambda: self._shown.show_selection(()))
        page.paper_changed.connect(self.read_again)
        page.find_edited.connect(self._shown.find)
        page.match_wanted.connect(self._shown.go_to_match)
        page.copy_wanted.connect(self.copy)
        page.dark_chosen.connect(self.set_dark)
        page.outside_wanted.connect(self.open_outside)
        self.selected.connect(page.show_selection)
        self._shown.picked.connect(page.offer_marks)
        self._shown.laid_out.connect(self._show_shape)
        self._shown.refused.connect(page.show_empty)
        self._shown.counted.connect(self._count)

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

    def copy(self, with_source: bool) -> None:
        """Copy the selected text, in quotes with its source where that is wanted."""
        text, places = self._shown.selected_text, self._shown.selection
        if self._open is None or not text:
            self._page.message.emit(self.tr("Select text on a page first."))
            return
        if with_source:
            first, last = places[0].page, places[-1].page
            place = self.tr("pp. {0}–{1}") if last > first else self.tr("p. {0}")
            source = filter(None, [source_of(self._open.paper), place.format(first, last)])
            text = f"“{text}” ({', '.join(source)})"
        self._shown.copy(text)

    def set_dark(self, dark: bool) -> None:
        self._context.settings.set_text(_DARK, "on" if dark else "off")
        self._page.show_dark(dark)

    def open_outside(self) -> None:
        if self._open is not None and self._open.pdf.path:
            open_outside(self._open.pdf.path, self._page.message.emit)

    # -- inner ------------------------------------------------------------------------------------------

    def _take(self, found: OpenPaper | None) -> None:
        before, self._open = self._open, found
        if found is None:
            self._doc_id = ""
            self._shown.show("")
            self._page.show_no_paper()
            return
        pdf = found.pdf
        if before is not None and (before.paper.doc_id, before.pdf) == (found.paper.doc_id, pdf):
            self.opened.emit(found)
            return
        self._page.show_paper(found.paper)
        self._shown.show(pdf.path if pdf.is_there else "", self._places.get(self._doc_id, Place()))
        if not pdf.path:
            self._page.show_without_pdf(self.tr("No PDF is attached to this paper."), pdf.can_find)
        elif pdf.missing:
            words = self.tr("{0} is missing; it was last seen at {1}.")
            self._page.show_without_pdf(words.format(Path(pdf.path).name, pdf.path), pdf.can_find)
        self.opened.emit(found)

    def _show_shape(self, shape: PdfShape) -> None:
        self._page.show_readable(readable=True)
        self._page.side.outline.show_outline(shape.outline)
        self._page.side.outline.mark(self._page.view.place)
        self._keep_place()

    def _keep_place(self) -> None:
        """Remember how far each of the last papers was read."""
        if self._shown.is_laid_out:
            self._places.pop(self._doc_id, None)
            self._places[self._doc_id] = self._page.view.place
            for old in list(self._places)[:-_PLACES]:
                del self._places[old]
            kept = {doc_id: [place.page, place.share] for doc_id, place in self._places.items()}
            self._context.session.put(_SESSION, kept)

    def _count(self, at: int, count: int, whole: bool) -> None:
        self._page.show_found(at, count, whole=whole, searched=bool(self._shown.text))


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
