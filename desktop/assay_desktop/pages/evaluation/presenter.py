"""Asks the engine for the evaluation of the stored runs, and turns the answer into what the page shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject

from assay.engine.types import EVALUATE
from assay.types import EvaluateCall
from assay_desktop.pages.evaluation.model import MEASURES
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay.errors import AssayError
    from assay.types import LibraryOverview, SearchMode
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext, Change
    from assay_desktop.pages.evaluation.page_library import LibraryView


class EvaluationPresenter(QObject):
    """Keeps the chosen reference, measure and run across refreshes; evaluates only while the page is seen."""

    def __init__(self, page: LibraryView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._reference: str | None = None
        self._measure = MEASURES[0]
        self._selected = ""
        self._report: LibraryOverview | None = None
        self._visible = False
        self._stale = True
        self._n_requests = 0
        context.changes.changed.connect(self._refresh)
        context.engine.state_changed.connect(self._recover)

    # --- intents

    def set_visible(self, visible: bool) -> None:
        """Note whether the page is on screen; a stale evaluation is made again when it comes."""
        self._visible = visible
        if visible and self._stale:
            self.evaluate()

    def set_reference(self, tag: str) -> None:
        """Compare all others with `tag` from here on."""
        self._reference = tag
        self.evaluate()

    def set_measure(self, measure: str) -> None:
        self._measure = measure
        self.evaluate()

    def select(self, tag: str) -> None:
        """Show the gains and losses of this run."""
        self._selected = tag
        if self._report is not None:
            self._page.show_selection(self._report, tag)

    def add_run(self, mode: SearchMode) -> None:
        """Rank every query in this mode, as a job; the table is there when it ends."""
        self._context.jobs.add(
            self.tr("Rank the queries ({0})").format(mode.value),
            ["run", "--mode", mode.value, "--tag", mode.value],
        )

    def judge_unjudged(self) -> None:
        """Put what the runs found and nobody judged up for judging."""
        self._context.jobs.add(self.tr("Extend the pool"), ["pool"])

    def export(self, path: str, format: Literal["trec", "beir"]) -> None:
        """Write the grades of this library to `path`."""
        from assay.ingest.queries import export_qrels

        target = Path(path)
        self._context.lane.submit(
            lambda ws: export_qrels(ws.library, target, format=format),
            lambda rows: self._page.show_message(
                self.tr("{0} grades written to {1}").format(numeral(rows), target.name)
            ),
            self._show_error,
        )

    def retry(self) -> None:
        """Ask again, of a new engine where the last one gave up."""
        if self._context.engine.state.phase == "dead":
            self._context.engine.restart()
        self.evaluate()

    # --- asking and showing

    def evaluate(self) -> None:
        """Evaluate every stored run again; only the latest answer is shown."""
        self._stale = False
        self._n_requests += 1
        number = self._n_requests
        self._page.show_busy()
        self._context.engine.ask(
            EVALUATE,
            EvaluateCall(self._reference, self._measure),
            lambda answer: self._show_answer(number, answer),
            lambda _kind, message: self._show_failure(number, message),
            key=EVALUATE.name,
        )

    def _show_answer(self, number: int, report: LibraryOverview) -> None:
        if number != self._n_requests:
            return
        self._page.show_strip("")
        self._report = report if report.rows and report.n_judgements else None
        if not report.n_judgements:
            self._context.lane.submit(
                lambda ws: ws.library.queries.count(),
                lambda n_queries: self._page.show_no_judgements(n_queries=n_queries),
                key="evaluation-empty",
            )
        elif not report.rows:
            self._page.show_no_runs(n_judgements=report.n_judgements)
        else:
            self._page.show_report(report, selected=self._shown(report))

    def _shown(self, report: LibraryOverview) -> str:
        """Return the run whose gains are plotted: the chosen one, else the best that is not the reference."""
        if any(row.tag == self._selected for row in report.rows):
            return self._selected
        others = [row for row in report.rows if row.tag != report.reference]
        if not others:
            return report.reference
        return max(others, key=lambda row: row.mean.get(report.measure, 0.0)).tag

    def _show_failure(self, number: int, message: str) -> None:
        if number == self._n_requests:
            self._stale = True
            self._page.show_failure(message)

    def _recover(self, engine: EngineState) -> None:
        """Evaluate again once the engine came back that the last evaluation died with."""
        if engine.phase == "ready" and self._stale and self._visible:
            self.evaluate()

    def _show_error(self, error: AssayError) -> None:
        self._page.show_strip(str(error))

    def _refresh(self, change: Change) -> None:
        if not (change.judgements or change.runs or change.queries):
            return
        self._stale = True
        if self._visible:
            self.evaluate()
