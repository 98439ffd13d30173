"""Asks the engine for the evaluation of the stored runs, and turns the answer into what the page shows."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from assay.engine.types import EVALUATE
from assay.types import EvaluateCall
from assay_desktop.actions.model_names import read_model_names
from assay_desktop.background.job_kinds import RankQueries
from assay_desktop.context import Change
from assay_desktop.pages.evaluation.model import MEASURES
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay.campaign_types import StoredRun
    from assay.errors import AssayError
    from assay.types import LibraryOverview, SearchMode
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page_library import LibraryView


class EvaluationPresenter(QObject):
    """Keeps the chosen reference, measure and run across refreshes; evaluates only while the page is seen."""

    shown = Signal(object, str)  # LibraryOverview, the selected run; None where there is nothing to compare

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
        self._recover(context.engine.state)

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
            self.shown.emit(self._report, tag)

    def add_run(self, mode: SearchMode) -> None:
        """Rank every query in this mode, as a job; the table is there when it ends."""
        self._context.jobs.add(
            self.tr("Rank the queries ({0})").format(mode.value),
            ["run", "--mode", mode.value, "--tag", mode.value],
        )

    def ask_model(self) -> None:
        """Read which models there are, and have the page ask for one."""
        self._context.lane.submit(
            read_model_names,
            lambda models: self._page.ask_model(models, self.add_model_run),
            self._show_error,
            key="evaluation-models",
        )

    def add_model_run(self, model: str, mode: SearchMode, tag: str) -> None:
        """Rank every query with this model, as a job."""
        work = RankQueries(mode=mode.value, tag=tag, model=model)
        self._context.jobs.add(self.tr("Rank the queries ({0})").format(tag), list(work.arguments()))

    def import_run(self, path: str) -> None:
        """Keep a TREC run file as a run."""
        from assay.searching.rankings import import_run

        def done(run: StoredRun) -> None:
            text = self.tr("“{0}” ranks {1} queries.").format(run.tag, numeral(run.n_queries))
            if unknown := run.number("unknown_queries"):
                text += " " + self.tr("Left out: {0} that are not in this library.").format(numeral(unknown))
            self._page.show_message(text)
            self._take(run.tag)

        self._context.lane.submit(lambda ws: import_run(ws.library, Path(path)), done, self._show_error)

    def rename(self, tag: str, new: str) -> None:
        """Give a run another name; the dialog stays with the reason where that is refused."""

        def done(name: str) -> None:
            self._page.close_naming()
            self._reference = name if self._reference == tag else self._reference
            self._take(name)

        self._context.lane.submit(
            lambda ws: ws.library.runs.rename(tag, new),
            done,
            lambda error: self._page.show_naming_problem(str(error)),
        )

    def remove(self, tag: str) -> None:
        """Delete a run, which was asked about."""

        def done(_none: None) -> None:
            self._page.show_message(self.tr("Deleted the run “{0}”.").format(tag))
            self._take("")

        self._context.lane.submit(lambda ws: ws.library.runs.remove(tag), done, self._show_error)

    def _take(self, tag: str) -> None:
        """Evaluate again, with this run selected."""
        self._selected = tag
        self._context.changes.changed.emit(Change(runs=True))

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
        selected = self._shown(report) if self._report is not None else ""
        self.shown.emit(self._report, selected)
        if not report.n_judgements:
            self._context.lane.submit(
                lambda ws: ws.library.queries.count(),
                lambda n_queries: self._page.show_no_judgements(n_queries=n_queries),
                key="evaluation-empty",
            )
        elif not report.rows:
            self._page.show_no_runs(n_judgements=report.n_judgements)
        else:
            self._page.show_report(report, selected=selected)

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
        """Offer what the engine can do, and evaluate again once it came back that the last one died with."""
        n_missing = engine.total - engine.indexed
        absent = engine.phase == "ready" and engine.semantic in ("absent", "failed") and n_missing > 0
        text = self.tr("{0} papers have no vectors of {1}: update the index first")
        self._page.allow_vectors(text.format(numeral(n_missing), engine.model) if absent else "")
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
