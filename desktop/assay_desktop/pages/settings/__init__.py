"""What can be chosen, where things are, and backups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay_desktop.pages.settings.page import SettingsPage
from assay_desktop.pages.settings.presenter import SettingsPresenter

if TYPE_CHECKING:
    from assay_desktop.context import AppContext

__all__ = ["SettingsPage", "create"]


def create(context: AppContext) -> SettingsPage:
    """The page with its presenter, which lives as long as it does."""
    page = SettingsPage(context.theme)
    presenter = SettingsPresenter(page, context, parent=page)
    page.theme_chosen.connect(presenter.set_theme)
    page.assessor_named.connect(presenter.set_assessor)
    page.backup_requested.connect(presenter.back_up)
    page.model_chosen.connect(presenter.use_model)
    page.watch_wanted.connect(presenter.watch)
    page.look_wanted.connect(presenter.look)
    page.folder_let_go.connect(presenter.let_go)
    page.shown.connect(presenter.refresh)
    presenter.start()
    return page
