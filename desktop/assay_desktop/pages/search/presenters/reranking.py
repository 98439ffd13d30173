"""Offers the models that can put this library's results in order, and remembers which one was chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from assay_desktop.text.figures import counted, numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.searching.types import RerankReport
    from assay.workspace import Workspace
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

_tr = translator("search")


class RerankPresenter(QObject):
    """Only models fit whose papers' vectors are those of the library's index: its own, and tuned ones.

    The choice is remembered for all libraries, and holds in those where the model fits.
    """

    changed = Signal(str)  # the model to rerank with from now on; "" for none

    def __init__(self, page: SearchPage, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._models: list[str] = []
        self._used = ""
        self._papers = ""  # the fingerprint of the index whose models were read
        context.engine.state_changed.connect(self._follow)

    def read(self) -> None:
        """Look for the models again: one may have been trained since."""
        engine = self._context.engine.state
        self._papers = engine.papers
        if not engine.papers:
            self._show([])
            return

        def read(workspace: Workspace) -> list[str]:
            from assay.searching.reranking import models_of_papers

            return models_of_papers(workspace, engine.papers)

        self._context.lane.submit(
            read,
            lambda found: self._show([engine.model, *(each for each in found if each != engine.model)]),
            self._show_none,
            key="search-rerankers",
        )

    def choose(self, model: str) -> None:
        """Reorder with this model from now on, with none for ""."""
        self._context.settings.set_search_rerank(model)
        self._show(self._models)

    def _follow(self, engine: EngineState) -> None:
        """Keep the choice while an index is being opened again."""
        if engine.semantic != "loading" and engine.papers != self._papers:
            self.read()

    def _show_none(self, _error: AssayError) -> None:
        """Offer no models; the Train page reports a registry that cannot be read."""
        self._show([])

    def _show(self, models: list[str]) -> None:
        self._models = models
        wanted = self._context.settings.search_rerank
        used = wanted if wanted in models else ""
        self._page.show_rerankers(models, used)
        if used != self._used:
            self._used = used
            self.changed.emit(used)


def rerank_note(report: RerankReport | None) -> str:
    """Return a few words on what became of the second stage; "" where none was asked for."""
    if report is None:
        return ""
    n = counted(report.candidates, _tr("candidate"), _tr("candidates"))
    match report.state:
        case "pending":
            return _tr("Reranking…")
        case "failed":
            return _tr("Not reranked")
    if report.late:
        return _tr("{0} of {1} reranked in time").format(numeral(report.compared), n)
    return _tr("{0} reranked").format(n)


def why_not_reranked(report: RerankReport | None) -> str:
    """Return why the results stand as they were found; "" where they do not, or should."""
    failed = report is not None and report.state == "failed"
    return _tr("Not reranked. {0}").format(report.message) if report and failed else ""


def rerank_details(report: RerankReport | None) -> str:
    """Return the cascade in the paper's notation; "" where nothing was reordered."""
    return _tr("In two stages: {0}").format(report.tag) if report and report.tag else ""
