"""What the scores of the results say together: read by the engine when somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from assay_desktop.pages.evaluation.benchmarks.analyses import (
    analyses_of,
    parts_of,
    published_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.benchmarks.presenters.results import ResultsPresenter


class AnalysesPresenter(QObject):
    """Of the run that is looked at, with the files beside it."""

    def __init__(
        self,
        page: BenchmarksView,
        context: AppContext,
        results: ResultsPresenter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._page, self._context, self._results = page, context, results
        self._hybrids = True

    def open(self) -> None:
        self._page.open_analyses()
        self.read()

    def read(self) -> None:
        """Asks for all of it; also after a failure."""
        view, asked = self._page.analyses, self._results.asked
        view.show_reading()
        self._ask("bench.published", asked, lambda answer: view.show_published(published_of(answer)))
        self._ask("bench.parts", asked, lambda answer: view.show_parts(parts_of(answer)))
        self._analyse()

    def count_hybrids(self, yes: bool) -> None:
        """Whether systems that join others stand in the correlations too."""
        self._hybrids = yes
        self._analyse()

    # --- inner

    def _analyse(self) -> None:
        results = self._results.results
        systems = () if results is None else results.systems
        joined = [name for name in systems if name.partition(":")[0] == "hybrid"]
        asked = {**self._results.asked, "ensembles": [] if self._hybrids else joined}
        self._ask("bench.analyse", asked, self._show)

    def _ask(self, what: str, asked: dict[str, Any], show: Callable[[dict[str, Any]], None]) -> None:
        """Only the latest of each kind answers."""
        self._context.engine.request(what, asked, show, self._fail, key=what)

    def _show(self, answer: dict[str, Any]) -> None:
        self._page.analyses.show_analyses(
            analyses_of(answer), reference=self._results.reference, beside=self._results.beside
        )

    def _fail(self, _kind: str, message: str) -> None:
        self._page.analyses.show_failure(message)
