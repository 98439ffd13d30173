"""Search by text, by paper, or by both; grade what is found."""

from __future__ import annotations

from assay_desktop.actions.citing import Citations
from assay_desktop.actions.filing import FilingPresenter, NamesPresenter
from assay_desktop.actions.pdf_files import PdfFiles
from assay_desktop.context import AppContext
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.faceting import FacetsPresenter
from assay_desktop.pages.search.presenters.feedback import FeedbackPresenter
from assay_desktop.pages.search.presenters.grading import GradingPresenter
from assay_desktop.pages.search.presenters.inspecting import InspectorPresenter
from assay_desktop.pages.search.presenters.predicting import PredictionPresenter
from assay_desktop.pages.search.presenters.queries import QueriesPresenter
from assay_desktop.pages.search.presenters.reading import ReadingPresenter
from assay_desktop.pages.search.presenters.reranking import RerankPresenter
from assay_desktop.pages.search.presenters.saving import SavedPresenter
from assay_desktop.pages.search.presenters.search import SearchPresenter
from assay_desktop.pages.search.presenters.tabbing import TabsPresenter

__all__ = ["SearchPage", "create"]


def create(context: AppContext) -> SearchPage:
    """Return the page with its presenters, which live as long as it does."""
    page = SearchPage(context.theme, context.keys)
    search = SearchPresenter(page, context, parent=page)
    inspector = InspectorPresenter(page, context, parent=page)
    grading = GradingPresenter(page, context, parent=page)
    predictions = PredictionPresenter(page, context, parent=page)
    reranking = RerankPresenter(page, context, parent=page)
    saved = SavedPresenter(page, context, parent=page)
    tabs = TabsPresenter(page, search, context, name_of=saved.name_of, parent=page)
    _connect_reading(page, search, context)
    _connect_actions(page, context)
    _connect_search(page, search)
    _connect_facets(page, search, FacetsPresenter(page, context, parent=page))
    page.rerank_chosen.connect(reranking.choose)
    page.shown.connect(reranking.read)
    reranking.changed.connect(search.set_rerank)
    page.paper_selected.connect(inspector.select)
    page.tab_opened.connect(inspector.open_tab)
    page.paper_selected.connect(predictions.select)
    page.tab_opened.connect(predictions.open_tab)
    page.learning_requested.connect(predictions.learn)
    _connect_queries(page, grading, context)
    feedback = FeedbackPresenter(page, search, parent=page)
    grading.known.connect(feedback.take)
    page.modes.feedback.clicked.connect(feedback.turn)
    page.undo_wanted.connect(grading.undo)
    page.redo_wanted.connect(grading.redo)
    search.state_changed.connect(grading.set_state)
    search.state_changed.connect(inspector.set_state)
    inspector.set_state(search.state)
    search.answered.connect(inspector.set_answer)
    search.answered.connect(grading.set_answer)
    grading.set_state(search.state)
    search.start()
    _connect_tabs(page, tabs)
    _connect_saved(page, saved, search, tabs)
    tabs.entered.connect(lambda state: reranking.choose(state.rerank))
    tabs.start()
    return page


def _connect_actions(page: SearchPage, context: AppContext) -> None:
    citations = Citations(context, parent=page)
    page.filing.reference_wanted.connect(citations.copy)
    page.filing.bibtex_wanted.connect(citations.copy_bibtex)
    citations.message.connect(page.message)
    FilingPresenter(page, context, parent=page).file_by(page.filing)
    names = NamesPresenter(page.filing, context, parent=page)
    page.shown.connect(names.read)


def _connect_reading(page: SearchPage, search: SearchPresenter, context: AppContext) -> None:
    reading = ReadingPresenter(page, context, parent=page)
    page.paper_selected.connect(reading.select)
    page.tab_opened.connect(reading.open_tab)
    search.state_changed.connect(reading.set_state)
    search.answered.connect(reading.set_answer)
    page.destroyed.connect(reading.close)
    PdfFiles(page.pdf.files, context, page.show_message, page.undo_offered.emit, page)


def _connect_facets(page: SearchPage, search: SearchPresenter, facets: FacetsPresenter) -> None:
    page.facets.values.chosen.connect(facets.choose)
    page.facets.years.chosen.connect(facets.choose_years)
    facets.filters_chosen.connect(search.set_filters)
    search.state_changed.connect(facets.set_state)
    search.answered.connect(facets.set_answer)
    facets.set_state(search.state)
    facets.start()


def _connect_tabs(page: SearchPage, tabs: TabsPresenter) -> None:
    page.tab_chosen.connect(tabs.go)
    page.tab_new.connect(tabs.new)
    page.tab_new.connect(page.focus_search)
    page.tab_closed.connect(tabs.close)
    page.tab_reopened.connect(tabs.reopen)
    page.tab_stepped.connect(tabs.step)
    page.tabs.tabMoved.connect(tabs.move)
    page.elsewhere_similar.connect(tabs.find_similar)
    page.place_changed.connect(tabs.keep_place)
    page.paper_selected.connect(tabs.stay)


def _connect_saved(
    page: SearchPage, saved: SavedPresenter, search: SearchPresenter, tabs: TabsPresenter
) -> None:
    page.search_named.connect(saved.save)
    page.saved_opened.connect(saved.open)
    page.news_seen.connect(saved.look)
    page.search_renamed.connect(saved.rename)
    page.saved_removed.connect(saved.remove)
    search.state_changed.connect(saved.set_state)
    saved.opened.connect(tabs.open)
    saved.changed.connect(tabs.show_titles)
    saved.set_state(search.state)
    saved.read()


def _connect_queries(page: SearchPage, grading: GradingPresenter, context: AppContext) -> None:
    queries = QueriesPresenter(page, context, parent=page)
    page.queries.renamed.connect(queries.rename)
    page.queries.merged.connect(queries.merge)
    page.queries.described.connect(queries.describe)
    page.queries.removed.connect(queries.remove)
    page.grade_given.connect(grading.grade)
    page.grades_given.connect(grading.grade_all)
    page.new_query.undone.connect(grading.undo_query)


def _connect_search(page: SearchPage, search: SearchPresenter) -> None:
    page.text_edited.connect(search.set_text)
    page.search_requested.connect(search.search_now)
    page.mode_chosen.connect(search.set_mode)
    page.modes.full_text.clicked.connect(search.set_full_text)
    page.filters_chosen.connect(search.set_filters)
    page.query_chosen.connect(search.run_query)
    page.query_became.connect(search.follow_query)
    page.query_wanted.connect(search.open_query)
    page.similar_requested.connect(search.find_similar)
    page.seed_requested.connect(search.add_seed)
    page.seed_flipped.connect(search.flip_seed)
    page.seed_weighed.connect(search.weigh_seed)
    page.box.seed_removed.connect(search.remove_seed)
    page.text_seed_wanted.connect(search.add_text)
    page.combine_chosen.connect(search.set_combine)
    page.index_requested.connect(search.build_index)
    page.strip_action.connect(search.act_on_strip)
