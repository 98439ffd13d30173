"""Which run is better, by how much, and on which queries; and how good models are on benchmarks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from assay_desktop.pages.evaluation import benchmarks
from assay_desktop.pages.evaluation.page import VIEWS, EvaluationPage
from assay_desktop.pages.evaluation.presenter import EvaluationPresenter

if TYPE_CHECKING:
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page_library import LibraryView

__all__ = ["EvaluationPage", "create"]

_VIEW: Final = "evaluation/view"


def create(context: AppContext) -> EvaluationPage:
    """Return the page with its presenters, which live as long as it does."""
    page = EvaluationPage(context.theme, context.keys)
    presenter = EvaluationPresenter(page.library, context, parent=page)
    _connect(page.library, presenter)
    page.benchmarks_made.connect(lambda view: benchmarks.connect(view, context))
    saved = context.settings.text(_VIEW)
    if saved in VIEWS:
        page.show_view(saved)
    page.view_chosen.connect(partial(context.settings.set_text, _VIEW))
    return page


def _connect(page: LibraryView, presenter: EvaluationPresenter) -> None:
    page.shown.connect(presenter.set_visible)
    page.run_wanted.connect(presenter.add_run)
    page.models_wanted.connect(presenter.ask_model)
    page.run_file_chosen.connect(presenter.import_run)
    page.rename_wanted.connect(presenter.rename)
    page.removal_wanted.connect(presenter.remove)
    page.export_chosen.connect(presenter.export)
    page.reference_chosen.connect(presenter.set_reference)
    page.measure_chosen.connect(presenter.set_measure)
    page.run_selected.connect(presenter.select)
    page.retry_wanted.connect(presenter.retry)
    page.again_wanted.connect(presenter.rank_again)
    page.query_opened.connect(presenter.open_query)
    page.rankings.back_wanted.connect(presenter.close_query)
    page.rankings.paper_chosen.connect(presenter.choose_paper)
    page.rankings.graded.connect(presenter.grade)
    page.undo_wanted.connect(presenter.turn)
