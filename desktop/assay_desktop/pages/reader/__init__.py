"""The reader: the PDF of a paper, opened from the pages that list papers."""

from __future__ import annotations

from assay_desktop.actions.pdf_files import PdfFiles
from assay_desktop.context import AppContext
from assay_desktop.pages.reader.copies import CopiesPresenter
from assay_desktop.pages.reader.marking import MarkingPresenter
from assay_desktop.pages.reader.page import ReaderPage
from assay_desktop.pages.reader.presenter import ReaderPresenter

__all__ = ["ReaderPage", "create"]


def create(context: AppContext) -> ReaderPage:
    """Return the page with its presenters, which live as long as it does."""
    page = ReaderPage(context.theme, context.keys)
    reader = ReaderPresenter(page, context, parent=page)
    marking = MarkingPresenter(page, context, parent=page)
    page.paper_wanted.connect(reader.open)
    copies = CopiesPresenter(page, context, parent=page)
    PdfFiles(page.more, context, page.message.emit, page.undo_offered.emit, page)
    reader.opened.connect(marking.open)
    reader.opened.connect(copies.open)
    reader.selected.connect(marking.select)
    page.destroyed.connect(reader.close)
    reader.start()
    return page
