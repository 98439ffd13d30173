"""The library: its papers in a table, where they come from, the one that is selected."""

from __future__ import annotations

from assay_desktop.actions.citing import Citations
from assay_desktop.actions.pdf_files import PdfFiles
from assay_desktop.context import AppContext
from assay_desktop.pages.library.duplicates.model import DuplicateList
from assay_desktop.pages.library.duplicates.page import DuplicatesView
from assay_desktop.pages.library.duplicates.presenter import DuplicatesPresenter
from assay_desktop.pages.library.filing import LibraryFiling
from assay_desktop.pages.library.identifiers import IdentifierPresenter
from assay_desktop.pages.library.importing import ImportPresenter
from assay_desktop.pages.library.model import PaperTable
from assay_desktop.pages.library.page import LibraryPage
from assay_desktop.pages.library.presenter import LibraryPresenter
from assay_desktop.pages.library.previewing import PreviewPresenter
from assay_desktop.pages.library.suggestions import SuggestionsPresenter

__all__ = ["LibraryPage", "create"]


def create(context: AppContext) -> LibraryPage:
    """Return the page with its presenters, which live as long as it does."""
    table = PaperTable()
    duplicates = DuplicateList()
    page = LibraryPage(context.theme, context.keys, table, duplicates)
    table.setParent(page)
    duplicates.setParent(page)
    papers = LibraryPresenter(page, table, context, parent=page)
    imports = ImportPresenter(page, context, parent=page)
    suggestions = SuggestionsPresenter(page.pane.suggestions, context, parent=page)
    page.pane.suggestions.accepted.connect(suggestions.accept)
    page.pane.suggestions.declined.connect(suggestions.decline)
    page.paper_selected.connect(suggestions.select)
    suggestions.message.connect(page.message)
    _connect_actions(page, context)
    PdfFiles(page.pane.files.menu, context, page.show_message, page.undo_offered.emit, page)
    page.pane.files.again_wanted.connect(lambda sha256: imports.read_again([sha256]))
    page.filing.reading_wanted.connect(imports.read_papers_again)
    page.filter.textChanged.connect(papers.set_filter)
    page.source_chosen.connect(papers.set_source)
    page.found_wanted.connect(papers.open_found)
    page.paper_selected.connect(papers.select)
    page.pane.query_wanted.connect(papers.add_query)
    page.shape_changed.connect(papers.save_shape)
    page.facts_chosen.connect(papers.set_facts)
    page.place_changed.connect(papers.keep_place)
    page.retry_requested.connect(papers.refresh)
    page.papers_requested.connect(papers.show_papers)
    previews = PreviewPresenter(page, context, parent=page)
    page.files_chosen.connect(previews.import_files)
    previews.import_wanted.connect(imports.import_files)
    page.import_bar.cancel_clicked.connect(previews.cancel)
    page.import_bar.cancel_clicked.connect(imports.cancel)
    page.report_wanted.connect(imports.show_report)
    identifiers = IdentifierPresenter(page, context, parent=page)
    page.adding.opened.connect(identifiers.listen)
    page.adding.text_given.connect(identifiers.take)
    imports.brought.connect(papers.select_brought)
    imports.show_wanted.connect(papers.show_brought)
    page.papers_wanted.connect(papers.show_chosen)
    _join_filing(page, papers, LibraryFiling(page, context, parent=page))
    _join_duplicates(page.duplicates, DuplicatesPresenter(page.duplicates, duplicates, context, parent=page))
    papers.start()
    imports.start()
    return page


def _connect_actions(page: LibraryPage, context: AppContext) -> None:
    citations = Citations(context, parent=page)
    page.filing.reference_wanted.connect(citations.copy)
    page.filing.bibtex_wanted.connect(citations.copy_bibtex)
    page.key_wanted.connect(citations.copy_key)
    citations.message.connect(page.message)


def _join_filing(page: LibraryPage, papers: LibraryPresenter, presenter: LibraryFiling) -> None:
    presenter.listen(page.filing)
    presenter.undone.connect(papers.select_brought)
    page.pane.form.saved.connect(presenter.edit)
    page.notes.written.connect(presenter.write_notes)
    page.history.undo_wanted.connect(presenter.undo)
    page.history.redo_wanted.connect(presenter.redo)
    page.history.read_wanted.connect(presenter.read_history)
    page.history.undo_to_wanted.connect(presenter.undo_to)


def _join_duplicates(view: DuplicatesView, presenter: DuplicatesPresenter) -> None:
    view.entered.connect(presenter.open)
    view.left.connect(presenter.leave)
    view.find_wanted.connect(presenter.find)
    view.work.cancel_clicked.connect(presenter.cancel)
    view.merge_all_wanted.connect(presenter.merge_all)
    view.merge_wanted.connect(presenter.merge)
    view.apart_wanted.connect(presenter.keep_apart)
    view.link_wanted.connect(presenter.link)
    view.undo_wanted.connect(presenter.undo)
