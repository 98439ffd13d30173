"""Which run is better, by how much, and on which queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay_desktop.pages.evaluation.page import EvaluationPage
from assay_desktop.pages.evaluation.presenter import EvaluationPresenter

if TYPE_CHECKING:
    from assay_desktop.context import AppContext

__all__ = ["EvaluationPage", "create"]


def create(context: AppContext) -> EvaluationPage:
    """The page with its presenter, which lives as long as it does."""
    page = EvaluationPage(context.theme)
    _connect(page, EvaluationPresenter(page, context, parent=page))
    return page


def _connect(page: EvaluationPage, presenter: EvaluationPresenter) -> None:
    page.shown.connect(presenter.set_visible)
    page.run_wanted.connect(presenter.add_run)
    page.export_chosen.connect(presenter.export)
    page.reference_chosen.connect(presenter.set_reference)
    page.measure_chosen.connect(presenter.set_measure)
    page.run_selected.connect(presenter.select)
    page.retry_wanted.connect(presenter.retry)
    page.holes_wanted.connect(presenter.judge_holes)
    page.holes_wanted.connect(page.judge_requested)
