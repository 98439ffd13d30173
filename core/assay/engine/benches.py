"""Benchmarks for the window: what can be run, what was scored, its queries and papers; and goals of training.

Some answers take seconds, so a thread of their own gives them while searches continue next to it.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from assay.benchmarks.types import (
    AnalyseCall,
    Analyses,
    BenchOptions,
    CompareCall,
    Differences,
    ExportCall,
    Exported,
    ItemPage,
    ItemsCall,
    OptionsCall,
    PairCall,
    PartTables,
    PublishedTables,
    RankingsCall,
    ReportCall,
    RunLine,
    Runs,
    ScoreReport,
    TaskItems,
    TrainedModels,
)
from assay.engine.answers import reading
from assay.engine.bench_types import (
    BENCH_ANALYSE,
    BENCH_COMPARE,
    BENCH_EXPORT,
    BENCH_ITEMS,
    BENCH_OPTIONS,
    BENCH_PAGE,
    BENCH_PARTS,
    BENCH_PUBLISHED,
    BENCH_RANKINGS,
    BENCH_REPORT,
    BENCH_RUNS,
    BENCH_TRAININGS,
)
from assay.engine.types import GOALS, EmptyCall, EngineRequest
from assay.errors import AssayError, BadInput
from assay.types import Rankings

if TYPE_CHECKING:
    from assay.benchmarks.report import BenchReport
    from assay.benchmarks.results import TaskResult
    from assay.benchmarks.texts import ItemTexts
    from assay.benchmarks.types import PaperRow, QueryRow
    from assay.engine.bench_answers import ItemTable
    from assay.goals.types import TrainingGoals
    from assay.location import Location
    from assay.workspace import Workspace


class Benches:
    """Answers one request after the other, but for those with a key that was asked for again since.

    `answer` sends what a call makes. Nothing here touches the engine's library: results belong to models, and
    the goals of training are counted in a library that is opened for it.
    """

    def __init__(
        self,
        workspace: Workspace,
        location: Location,
        answer: Callable[[int, Callable[[], object]], None],
        superseded: Callable[[EngineRequest], bool],
    ) -> None:
        self._workspace, self._location = workspace, location
        self._answer, self._superseded = answer, superseded
        self._inbox: queue.Queue[EngineRequest] = queue.Queue()
        self._read: tuple[object, BenchReport] | None = None  # the last one, by what it was read from
        self._texts: tuple[object, ItemTexts] | None = None  # of the last task
        self._table: tuple[tuple[object, ...], str, ItemTable[QueryRow] | ItemTable[PaperRow]] | None = None
        self._operations: Mapping[str, Callable[[EngineRequest], object]] = {
            BENCH_OPTIONS.name: reading(BENCH_OPTIONS, self._options),
            BENCH_RUNS.name: reading(BENCH_RUNS, self._runs),
            BENCH_TRAININGS.name: reading(BENCH_TRAININGS, self._trainings),
            BENCH_REPORT.name: reading(BENCH_REPORT, self._report),
            BENCH_COMPARE.name: reading(BENCH_COMPARE, self._compare),
            BENCH_ANALYSE.name: reading(BENCH_ANALYSE, self._analyse),
            BENCH_PUBLISHED.name: reading(BENCH_PUBLISHED, self._published),
            BENCH_PARTS.name: reading(BENCH_PARTS, self._parts),
            BENCH_ITEMS.name: reading(BENCH_ITEMS, self._items),
            BENCH_PAGE.name: reading(BENCH_PAGE, self._page),
            BENCH_RANKINGS.name: reading(BENCH_RANKINGS, self._rankings),
            BENCH_EXPORT.name: reading(BENCH_EXPORT, self._export),
            GOALS.name: reading(GOALS, self._goals),
        }
        threading.Thread(target=self._work, daemon=True).start()

    def takes(self, message: EngineRequest) -> bool:
        """Return whether it is for this thread; it is answered later."""
        if message.op not in self._operations:
            return False
        self._inbox.put(message)
        return True

    def _work(self) -> None:
        while True:
            message = self._inbox.get()
            if not message.key or not self._superseded(message):
                self._answer(message.id, self._call(message))

    def _call(self, message: EngineRequest) -> Callable[[], object]:
        return lambda: self._operations[message.op](message)

    # -- operations -------------------------------------------------------------------------------------

    def _goals(self, _call: EmptyCall) -> TrainingGoals:
        from assay.goals.library_goals import training_goals

        return training_goals(self._location)

    def _options(self, call: OptionsCall) -> BenchOptions:
        from assay.engine.bench_answers import system_options, task_options

        tasks, faults = task_options(call.data, _paths(call.files))
        return BenchOptions(tasks, system_options(self._workspace), faults)

    def _runs(self, _call: EmptyCall) -> Runs:
        from assay.benchmarks.store import BenchStore

        return Runs(
            tuple(
                RunLine(run.run_id, run.created, run.systems, len(run.results), run.n_expected, run.n_scores)
                for run in BenchStore().runs()
            )
        )

    def _trainings(self, _call: EmptyCall) -> TrainedModels:
        """Models whose cards say what they learned from, for the report on overlap."""
        from assay.models.promotion import ModelWork

        cards = ModelWork(self._workspace).registry.cards()
        return TrainedModels(tuple(card.model_id for card in cards if card.recipe and not card.damage))

    def _report(self, call: ReportCall) -> ScoreReport:
        from assay.engine.bench_answers import score_report

        return score_report(self._results(call))

    def _compare(self, call: CompareCall) -> Differences:
        """Compare on one task, which may take seconds; if none is named, over the columns that all have."""
        from assay.benchmarks.comparison import compare_columns, compare_results, over_columns

        results = self._results(call).results
        if not call.task:
            found = compare_columns(results, reference=call.reference)
            return Differences(()) if found is None else Differences((over_columns(found),), found.few)
        own = [each for each in results if each.task == call.task]
        return Differences(compare_results(own, reference=call.reference).tasks)

    def _analyse(self, call: AnalyseCall) -> Analyses:
        from assay.benchmarks.analyses import analyse_results

        return analyse_results(self._results(call).results, ensembles=call.ensembles)

    def _published(self, call: ReportCall) -> PublishedTables:
        from assay.benchmarks.tables import published_scores

        return PublishedTables(published_scores(self._results(call).results))

    def _parts(self, call: ReportCall) -> PartTables:
        from assay.benchmarks.tables import task_parts

        return PartTables(task_parts(self._results(call).results))

    def _items(self, call: ItemsCall) -> TaskItems:
        """Return the first of one task's queries or papers, under the reference and under another system."""
        return self._table_of(call).answer(call)

    def _page(self, call: ItemsCall) -> ItemPage:
        """Other rows of the same."""
        return self._table_of(call).page(call)

    def _rankings(self, call: RankingsCall) -> Rankings:
        """Return one query: the first papers of both systems."""
        from assay.engine.bench_answers import rankings_of

        one, other = self._pair(call)
        return rankings_of(one, other, call.query, self._texts_of(call))

    def _export(self, call: ExportCall) -> Exported:
        from assay.benchmarks.comparison import MOST_QUERIES, compare_results
        from assay.benchmarks.tables import comparison_text, remaining_sheets, report_text
        from assay.models.scores import write_whole

        report, path = self._results(call), Path(call.path)
        if call.what == "differences":
            found = compare_results(report.results, reference=call.reference)
            own, left = report.results, remaining_sheets(report)
            write_whole(path, comparison_text(found, call.form, results=own, queries=MOST_QUERIES, left=left))
        else:
            write_whole(path, report_text(report, call.form, published=call.what == "published"))
        return Exported(call.path)

    # -- inner ------------------------------------------------------------------------------------------

    def _results(self, call: ReportCall) -> BenchReport:
        """Return a run, and files of earlier ones next to it. What was read last is kept: it may be large."""
        from assay.benchmarks.report import read_report, report_of, side_by_side
        from assay.benchmarks.store import BenchStore

        store = BenchStore()
        run = store.run(call.run)
        key = (run, call.reports)
        if self._read is None or self._read[0] != key:
            report = report_of(store, run)
            if call.reports:
                report = side_by_side([report, *map(read_report, _paths(call.reports))])
            self._read = (key, report)
        return self._read[1]

    def _pair(self, call: PairCall) -> tuple[TaskResult, TaskResult]:
        own = {each.system: each for each in self._results(call).results if each.task == call.task}
        for name in (call.reference, call.system):
            if name not in own or not own[name].scored:
                raise BadInput("{0} has no score on {1}.", name, call.task)
        return own[call.reference], own[call.system]

    def _table_of(self, call: ItemsCall) -> ItemTable[QueryRow] | ItemTable[PaperRow]:
        from assay.engine.bench_answers import item_table

        one, other = self._pair(call)
        texts = self._texts_of(call)
        parts = (one, other, texts)
        known = self._table
        if (
            known is None
            or known[1] != call.metric
            or any(a is not b for a, b in zip(known[0], parts, strict=True))
        ):
            known = self._table = (parts, call.metric, item_table(one, other, call.metric, texts))
        return known[2]

    def _texts_of(self, call: PairCall) -> ItemTexts:
        """Return texts from what is chosen, or else from where the run found its tasks."""
        from assay.benchmarks.store import BenchStore
        from assay.benchmarks.texts import ItemTexts, item_texts

        noted = BenchStore().run(call.run).settings
        of_run = (call.data or noted.data, call.files or noted.files)
        ways = [(call.data, call.files)] if call.data or call.files else []
        ways += [of_run] if of_run not in ways else []
        key = (call.task, *ways)
        if self._texts is None or self._texts[0] != key:
            found = ItemTexts()
            for folder, files in ways:
                try:
                    found = item_texts(call.task, data=Path(folder) if folder else None, files=_paths(files))
                    break
                except AssayError as error:  # scores can be looked at without their papers
                    found = ItemTexts(why=error.message)
            self._texts = (key, found)
        return self._texts[1]


def _paths(files: tuple[str, ...]) -> list[Path]:
    return [Path(each) for each in files]
