"""What the scores of the results say together: read by the engine when somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from assay.benchmarks.types import AnalyseCall, ReportCall
from assay.engine.bench_types import BENCH_ANALYSE, BENCH_PARTS, BENCH_PUBLISHED

if TYPE_CHECKING:
    from assay.benchmarks.types import Analyses
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.benchmarks.page import BenchmarksView
    from assay_desktop.pages.evaluation.benchmarks.presenters.results import ResultsPresenter


class AnalysesPresenter(QObject):
    """Of the run that is looked at, with the files next to it."""

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
        """Ask for all of it; also after a failure."""
        view, engine, call = self._page.analyses, self._context.engine, ReportCall(**self._results.fields)
        view.show_reading()
        engine.ask(
            BENCH_PUBLISHED,
            call,
            lambda answer: view.show_published(answer.tables),
            self._fail,
            key=BENCH_PUBLISHED.name,
        )
        engine.ask(
            BENCH_PARTS, call, lambda answer: view.show_parts(answer.tasks), self._fail, key=BENCH_PARTS.name
        )
        self._analyse()

    def count_hybrids(self, yes: bool) -> None:
        """Whether systems that join others stand in the correlations too."""
        self._hybrids = yes
        self._analyse()

    # --- inner

    def _analyse(self) -> None:
        results = self._results.results
        systems = () if results is None else results.systems
        joined = tuple(name for name in systems if name.partition(":")[0] in ("hybrid", "rrf"))
        call = AnalyseCall(**self._results.fields, ensembles=() if self._hybrids else joined)
        self._context.engine.ask(BENCH_ANALYSE, call, self._show, self._fail, key=BENCH_ANALYSE.name)

    def _show(self, answer: Analyses) -> None:
        self._page.analyses.show_analyses(
            answer, reference=self._results.reference, other=self._results.other
        )

    def _fail(self, _kind: str, message: str) -> None:
        self._page.analyses.show_failure(message)
