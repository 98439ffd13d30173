"""Asks the engine for the evaluation of the stored runs, and turns the answer into what the page shows."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject

from assay.engine.types import EVALUATE
from assay.types import EvaluateCall, SearchMode
from assay_desktop.actions.model_names import read_model_names
from assay_desktop.actions.undoing_grades import turn_grade
from assay_desktop.background.job_kinds import RankQueries
from assay_desktop.context import Change
from assay_desktop.pages.evaluation.model import MEASURES
from assay_desktop.text.figures import counted, numeral

if TYPE_CHECKING:
    from assay.campaign_types import StoredRun
    from assay.errors import AssayError
    from assay.ingest.types import ExportedGrades
    from assay.types import LibraryOverview, Rankings
    from assay.workspace import Workspace
    from assay_desktop.background.engine_client import EngineState
    from assay_desktop.context import AppContext
    from assay_desktop.pages.evaluation.page_library import LibraryView


class EvaluationPresenter(QObject):
    """Keeps the chosen reference, measure and run across refreshes; evaluates only while the page is seen."""

    def __init__(self, page: LibraryView, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page, self._context = page, context
        self._reference: str | None = None
        self._measure = MEASURES[0]
        self._chosen = ""  # the run whose gains are wanted
        self._selected = ""  # the one whose gains are plotted
        self._report: LibraryOverview | None = None  # None where there is nothing to compare
        self._query = ""  # whose rankings are open
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
        self._chosen = self._selected = tag
        if self._report is not None:
            self._page.show_selection(self._report, tag)
            self._read_rankings()

    def add_run(self, mode: SearchMode, model: str = "", tag: str = "") -> None:
        """Rank every query in this mode, as a job; the table is there when it ends."""
        work = RankQueries(mode=mode.value, tag=tag or mode.value, model=model)
        self._context.jobs.add(self.tr("Rank the queries ({0})").format(work.tag), list(work.arguments()))

    def rank_again(self) -> None:
        """Rank the queries that there are now for each run that was made here, under its name."""
        own = {mode.value for mode in SearchMode}

        def add(runs: list[StoredRun]) -> None:
            for run in runs:
                self.add_run(SearchMode(run.mode), str(run.details.get("model", "")), run.tag)

        kept = lambda ws: [run for run in ws.library.runs.all() if run.mode in own]  # noqa: E731 - short
        self._context.lane.submit(kept, add, self._show_error)

    def ask_model(self) -> None:
        """Read which models there are, and have the page ask for one."""
        ask = partial(self._page.ask_model, chosen=self.add_run)
        self._context.lane.submit(read_model_names, ask, self._show_error, key="evaluation-models")

    def import_run(self, path: str) -> None:
        """Keep a TREC run file as a run."""
        from assay.searching.rankings import import_run

        def done(run: StoredRun) -> None:
            text = self.tr("“{0}” ranks {1}.").format(
                run.tag, counted(run.n_queries, self.tr("query"), self.tr("queries"))
            )
            if unknown := run.number("unknown_queries"):
                text += " " + self.tr("Left out (not in this library): {0}.").format(numeral(unknown))
            self._page.message.emit(text)
            self._take(run.tag)

        self._context.lane.submit(lambda ws: import_run(ws.library, Path(path)), done, self._show_error)

    def rename(self, tag: str, new: str) -> None:
        """Give a run another name; the dialog stays with the reason where that is refused."""

        def done(name: str) -> None:
            self._page.end_naming()
            self._reference = name if self._reference == tag else self._reference
            self._take(name)

        refused = lambda error: self._page.end_naming(str(error))  # noqa: E731 - as short as it is
        self._context.lane.submit(lambda ws: ws.library.runs.rename(tag, new), done, refused)

    def remove(self, tag: str) -> None:
        """Delete a run, which was asked about."""

        def done(_none: None) -> None:
            self._page.message.emit(self.tr("Run “{0}” deleted.").format(tag))
            self._take("")

        self._context.lane.submit(lambda ws: ws.library.runs.remove(tag), done, self._show_error)

    def _take(self, tag: str) -> None:
        """Evaluate again, with this run selected."""
        self._chosen = tag
        self._context.changes.changed.emit(Change(runs=True))

    def export(self, path: str, format: Literal["trec", "beir"]) -> None:
        """Write the grades of this library to `path`."""
        from assay.ingest.queries import export_qrels

        def done(written: ExportedGrades) -> None:
            grades = counted(written.rows, self.tr("grade"), self.tr("grades"))
            self._page.message.emit(self.tr("{0} written to {1}").format(grades, Path(path).name))

        self._context.lane.submit(
            lambda ws: export_qrels(ws.library, Path(path), format=format), done, self._show_error
        )

    def retry(self) -> None:
        """Ask again, of a new engine where the last one gave up."""
        if self._context.engine.state.phase == "dead":
            self._context.engine.restart()
        self.evaluate()

    # --- both rankings of a query

    def open_query(self, query_id: str) -> None:
        self._query = query_id
        if self._report is not None:  # a grade there may make another run the worst: both sides stay
            self._reference, self._chosen = self._report.reference, self._selected
        self._page.open_rankings()
        self._read_rankings()

    def close_query(self) -> None:
        self._query = ""
        self._page.close_rankings()

    def choose_paper(self, doc_id: str) -> None:
        """Show the paper that was chosen in a ranking."""
        self._context.lane.submit(
            lambda ws: next(iter(ws.library.papers.get([doc_id])), None),
            self._page.rankings.show_paper,
            self._show_error,
            key="rankings-paper",
        )

    def grade(self, doc_id: str, relevance: int) -> None:
        """Save the grade; the rankings and the measures follow once it is on the disk."""
        query, assessor = self._query, self._context.settings.assessor
        refused = self.tr("The grade was not saved. {0}")
        self._context.lane.submit(
            lambda ws: ws.library.judgements.record(query, doc_id, assessor=assessor, relevance=relevance),
            lambda _judgement: self._context.changes.changed.emit(Change(judgements=True)),
            lambda error: self._page.show_strip(refused.format(error)),
        )

    def turn(self, redo: bool) -> None:
        """Undo or redo the assessor's last grade."""
        say = lambda words, *_ids: self._page.message.emit(words)  # noqa: E731 - as short as it is
        turn_grade(self._context, say, self._page.show_strip, redo=redo)

    def _read_rankings(self) -> None:
        report, query, tag = self._report, self._query, self._selected
        if report is None or query not in report.per_query:
            self.close_query()
            return

        def show(read: tuple[Rankings, dict[str, int]]) -> None:
            if query == self._query:
                self._page.rankings.show_rankings(read[0], report, tag, read[1])

        assessor = self._context.settings.assessor
        read = partial(_read_rankings, query=query, reference=report.reference, tag=tag, assessor=assessor)
        self._context.lane.submit(read, show, self._show_error, key="rankings")

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
        self._selected = self._shown(report)
        self._read_rankings()
        if not report.n_judgements:
            self._context.lane.submit(
                lambda ws: ws.library.queries.count(),
                lambda n_queries: self._page.show_no_judgements(n_queries=n_queries),
                key="evaluation-empty",
            )
        elif not report.rows:
            self._page.show_no_runs(n_judgements=report.n_judgements)
        else:
            self._page.show_report(report, selected=self._selected)

    def _shown(self, report: LibraryOverview) -> str:
        """Return the run whose gains are plotted: the chosen one, else the best that is not the reference."""
        if any(row.tag == self._chosen for row in report.rows):
            return self._chosen
        others = [row for row in report.rows if row.tag != report.reference]
        best = max(others, key=lambda row: row.mean.get(report.measure, 0.0), default=None)
        return report.reference if best is None else best.tag

    def _show_failure(self, number: int, message: str) -> None:
        if number == self._n_requests:
            self._stale = True
            self._page.show_failure(message)

    def _recover(self, engine: EngineState) -> None:
        """Offer what the engine can do, and evaluate again once it came back that the last one died with."""
        n_missing = engine.total - engine.indexed
        absent = engine.phase == "ready" and engine.semantic in ("absent", "failed") and n_missing > 0
        papers = counted(n_missing, self.tr("paper"), self.tr("papers"))
        text = self.tr("No vectors of {1} for {0}: update the index first").format(papers, engine.model)
        self._page.allow_vectors(text if absent else "")
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
            self._read_rankings()


def _read_rankings(
    ws: Workspace, *, query: str, reference: str, tag: str, assessor: str
) -> tuple[Rankings, dict[str, int]]:
    """Return both rankings, and the assessor's own grades by doc_id."""
    from assay.searching.rankings import kept_rankings

    own = ws.library.judgements.current(query_id=query, assessor=assessor)
    grades = {each.doc_id: each.relevance for each in own if each.relevance is not None}
    return kept_rankings(ws.library, query, reference=reference, tag=tag), grades
