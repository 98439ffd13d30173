"""The window's pages: made on first use, and their wishes joined to the window."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from assay_desktop.shell.widgets.panes import keep_panes
from assay_desktop.widgets.controls.key_hints import KeyHints

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from assay_desktop.context import AppContext
    from assay_desktop.pages.campaigns.page import CampaignsPage
    from assay_desktop.pages.evaluation.page import EvaluationPage
    from assay_desktop.pages.judging.page import JudgingPage
    from assay_desktop.pages.library.page import LibraryPage
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.pages.settings.page import SettingsPage
    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.shell.main_window import MainWindow
    from assay_desktop.shell.widgets.toast import Toast

PAGES: Final = ("library", "search", "judging", "campaigns", "evaluation", "training", "settings")
"""The keys of all pages."""


class WindowPages:
    """Makes the pages. They do not know each other: what one wants of another goes through the window."""

    def __init__(self, context: AppContext, window: MainWindow, toast: Toast) -> None:
        self._context = context
        self._window = window
        self._toast = toast

    def make(self, key: str) -> QWidget:
        """A new page; `key` is one of PAGES."""
        makers = (
            self._library,
            self._search,
            self._judging,
            self._campaigns,
            self._evaluation,
            self._training,
            self._settings,
        )
        page = dict(zip(PAGES, makers, strict=True))[key]()
        KeyHints(self._context.keys, page)
        if key != "library":  # which keeps its panes with its columns
            keep_panes(page, self._context.settings, key)
        return page

    def _library(self) -> LibraryPage:
        from assay_desktop.pages import library

        page = library.create(self._context)
        page.similar_requested.connect(self._window.find_similar)
        page.seed_requested.connect(self._window.add_seed)
        page.sample_requested.connect(self._window.add_sample)
        page.message.connect(self._toast.say)
        page.undo_offered.connect(self._toast.offer)
        return page

    def _search(self) -> SearchPage:
        from assay_desktop.pages import search

        page = search.create(self._context)
        page.import_requested.connect(self._window.import_papers)
        page.message.connect(self._toast.say)
        page.saved.undo_offered.connect(self._toast.offer)
        return page

    def _judging(self) -> JudgingPage:
        from assay_desktop.pages import judging

        page = judging.create(self._context)
        page.evaluate_requested.connect(partial(self._window.open_page, "evaluation"))
        page.search_requested.connect(self._window.focus_search)
        page.campaigns_requested.connect(partial(self._window.open_page, "campaigns"))
        self._lend_search_key(page)
        return page

    def _campaigns(self) -> CampaignsPage:
        from assay_desktop.pages import campaigns

        page = campaigns.create(self._context)
        page.judge_requested.connect(self._window.judge_campaign)
        page.message.connect(self._toast.say)
        self._lend_search_key(page)
        return page

    def _evaluation(self) -> EvaluationPage:
        from assay_desktop.pages import evaluation

        page = evaluation.create(self._context)
        page.judge_requested.connect(partial(self._window.open_page, "judging"))
        page.search_requested.connect(self._window.focus_search)
        page.message.connect(self._toast.say)
        self._lend_search_key(page)
        return page

    def _training(self) -> TrainingPage:
        from assay_desktop.pages import training

        page = training.create(self._context)
        page.message.connect(self._toast.say)
        self._lend_search_key(page)
        return page

    def _settings(self) -> SettingsPage:
        from assay_desktop.pages import settings

        page = settings.create(self._context)
        page.reopen_wanted.connect(self._window.reopen)
        page.message.connect(self._toast.say)
        self._lend_search_key(page)
        return page

    def _lend_search_key(self, page: QWidget) -> None:
        self._context.keys.bind("box", page, self._window.focus_search)
