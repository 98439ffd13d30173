"""Explore: a map of the library, and what its papers cite, lack and are near to."""

from __future__ import annotations

from assay_desktop.actions.filing import FilingPresenter
from assay_desktop.context import AppContext
from assay_desktop.pages.discovery.page import DiscoveryPage
from assay_desktop.pages.discovery.presenter import DiscoveryPresenter

__all__ = ["DiscoveryPage", "create"]


def create(context: AppContext) -> DiscoveryPage:
    """Return the page with its presenters, which live as long as it does."""
    page = DiscoveryPage(context.theme, context.keys)
    presenter = DiscoveryPresenter(page, context, parent=page)
    page.shown.connect(presenter.refresh)
    page.map_wanted.connect(presenter.make_map)
    page.index_wanted.connect(presenter.index)
    page.work.cancel_wanted.connect(presenter.cancel)
    page.paper_chosen.connect(presenter.choose)
    page.title_wanted.connect(presenter.show_title)
    page.collection_chosen.connect(presenter.choose_collection)
    FilingPresenter(page, context, parent=page).file_by(page.filing)
    return page
