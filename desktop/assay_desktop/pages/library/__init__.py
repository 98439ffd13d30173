"""The library: its papers in a table, where they come from, the one that is selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay_desktop.citing import Citations
from assay_desktop.pages.library.files import FilesPresenter
from assay_desktop.pages.library.importing import ImportPresenter
from assay_desktop.pages.library.model import PaperTable
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.presenter import LibraryPresenter

if TYPE_CHECKING:
    from assay_desktop.context import AppContext

__all__ = ["LibraryPage", "create"]


def create(context: AppContext) -> LibraryPage:
    """The page with its presenters, which live as long as it does."""
    table = PaperTable()
    page = LibraryPage(context.theme, table)
    table.setParent(page)
    papers = LibraryPresenter(page, table, context, parent=page)
    imports = ImportPresenter(page, context, parent=page)
    files = FilesPresenter(page, context, parent=page)
    citations = Citations(context, parent=page)
    page.pane.citation_wanted.connect(citations.copy)
    citations.copied.connect(page.message)
    page.paper_selected.connect(files.select)
    page.file_settled.connect(files.settle)
    page.filter_edited.connect(papers.set_filter)
    page.source_chosen.connect(papers.set_source)
    page.paper_selected.connect(papers.select)
    page.query_requested.connect(papers.add_query)
    page.shape_changed.connect(papers.save_shape)
    page.retry_requested.connect(papers.refresh)
    page.files_chosen.connect(imports.import_files)
    page.cancel_requested.connect(imports.cancel)
    page.report_wanted.connect(imports.show_report)
    papers.start()
    imports.start()
    return page
