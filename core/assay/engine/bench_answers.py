"""The window's questions about benchmarks: what there is to choose, scores, and rankings.

The queries or papers of a task are sorted, filtered and counted here: a test may have tens of thousands of
papers, and anyone who shows them gets the rows in view and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from assay.benchmarks.types import (
    FileFault,
    GainBar,
    ItemPage,
    ItemsCall,
    MissingScore,
    PaperRow,
    PartialTask,
    Prediction,
    QueryRow,
    ScoreReport,
    SystemOption,
    TaskItems,
    TaskOption,
)
from assay.errors import AssayError
from assay.evaluation.ranking import side_by_side
from assay.types import Rankings

if TYPE_CHECKING:
    from assay.benchmarks.report import BenchReport
    from assay.benchmarks.results import TaskResult
    from assay.benchmarks.texts import ItemTexts
    from assay.workspace import Workspace


def task_options(data: str, files: Sequence[Path]) -> tuple[tuple[TaskOption, ...], tuple[FileFault, ...]]:
    """Return the tasks that come with Assay and those of one's own, with their states, and files at fault.

    Without a folder every published task is "unknown". Raises EvaluationError for a folder that is not there.
    """
    from assay.benchmarks.selection import select_tasks
    from assay.benchmarks.suites.availability import TaskAvailability, task_states
    from assay.benchmarks.suites.describe import every_task

    states = task_states(Path(data)) if data else ()
    rows = [
        TaskOption(
            row.task.id, row.task.name, row.task.suites, row.task.group, row.task.metrics, row.state, row.why,
            row.task.note, row.task.licence,
        )
        for row in states or (TaskAvailability(task, "unknown") for task in every_task())
    ]  # fmt: skip
    faults = []
    for path in files:
        try:
            tasks, absent = select_tasks(files=[path])
        except AssayError as error:
            faults.append(FileFault(str(path), str(error)))
            continue
        rows += [
            TaskOption(each.task_id, each.name, each.suites, each.group, each.metrics, "present")
            for each in tasks
        ]
        faults += [FileFault(str(path), f"{each.name}: {each.why}") for each in absent]
    return tuple(rows), tuple(faults)


def system_options(workspace: Workspace) -> tuple[SystemOption, ...]:
    """Return words, hybrid search, the library's model, and every model that has a card."""
    from assay.benchmarks.systems import HYBRID, RRF, WORDS
    from assay.models.promotion import ModelWork
    from assay.registry.packaged_models import packaged_cards

    models = ModelWork(workspace)
    rows = [SystemOption(WORDS, "words"), SystemOption(HYBRID, "hybrid"), SystemOption(RRF, "hybrid")]
    rows += [_model(card.model_id, "packaged", models.in_use) for card in packaged_cards()]
    trained = [card for card in models.registry.cards() if not card.damage]
    rows += [_model(card.model_id, "trained", models.in_use) for card in trained]
    if models.in_use not in [row.name for row in rows]:
        rows.append(_model(models.in_use, "library", models.in_use))
    return tuple(rows)


def _model(name: str, kind: Literal["packaged", "trained", "library"], in_use: str) -> SystemOption:
    return SystemOption(name, kind, name == in_use)


def score_report(report: BenchReport) -> ScoreReport:
    """Return rows of tasks and metrics, averages, costs, and everything that is missing with its reason."""
    from assay.benchmarks.analyses import analyse_results
    from assay.benchmarks.report import averages_of
    from assay.benchmarks.results import run_conditions, systems_of
    from assay.benchmarks.tables import average_rows, coverage_sheet, published_averages, score_rows

    results = report.results
    coverage, analyses = coverage_sheet(results), analyse_results(results)
    partial = {each.task: each for each in results if each.scored and not each.coverage.whole}
    return ScoreReport(
        run_id=report.run_id,
        created=report.created,
        systems=tuple(systems_of(results)),
        rows=tuple(score_rows(results)),
        averages=(
            *average_rows(averages_of(report)),
            *average_rows(published_averages(results), published=True),
        ),
        notes=coverage.notes if coverage is not None else (),
        failures=_failures(results),
        remaining=report.remaining,
        absent=report.absent,
        partial=tuple(
            PartialTask(each.name, of.n_rows - of.n_missing, of.n_rows, of.first)
            for each in partial.values()
            if (of := each.coverage)
        ),
        unable=tuple(sorted({each.system for each in results if not each.applies})),
        costs=tuple(row for row in analyses.cost if row.model.seconds is not None),
        n_cost_columns=analyses.n_columns,
        conditions=run_conditions(results),
    )


def _failures(results: Sequence[TaskResult]) -> tuple[MissingScore, ...]:
    failed = [
        MissingScore(each.task, each.name, each.system, each.failure)
        for each in results
        if each.failure and each.applies
    ]
    of_few = [
        MissingScore(each.task, f"{each.name}, {few.words}", each.system, few.failure)
        for each in results
        for few in each.failed_few
    ]
    return (*failed, *of_few)


def rankings_of(one: TaskResult, other: TaskResult, query: str, texts: ItemTexts) -> Rankings:
    """Return the first papers of both systems, with grades where the judgements are there."""
    grades = texts.qrels.get(query, {})
    mine, theirs = (each.first.get(query, ()) for each in (one, other))
    titles = {
        doc_id: texts.papers.get(doc_id) or next(iter(texts.wrote.get(doc_id, ())), "")
        for doc_id in (*mine, *theirs)
    }
    return Rankings(
        query=query,
        text=texts.queries.get(query) or texts.papers.get(query, ""),
        graded=query in texts.qrels,
        relevant=sum(grade > 0 for grade in grades.values()),
        reference=side_by_side(mine, theirs, grades, titles, one.scores.get(query, {})),
        system=side_by_side(theirs, mine, grades, titles, other.scores.get(query, {})),
        asks=texts.asks,
        wrote=texts.wrote.get(query, ()),
    )


PAGE = 200
BARS = 240  # more cannot be distinguished
Row = TypeVar("Row", QueryRow, PaperRow)
Key = str | float


@dataclass(slots=True)
class ItemTable(Generic[Row]):
    """The rows of one task under two systems, in their first order; one order of them is kept at a time."""

    rows: Sequence[Row]
    keys: Mapping[str, Callable[[Row], Key]]  # column -> what it sorts by
    whole: TaskItems  # but for its page
    page_of: Callable[[int, Sequence[Row]], ItemPage]
    _ordered: tuple[tuple[str, bool, bool], Sequence[Row]] | None = field(default=None, repr=False)

    def answer(self, call: ItemsCall) -> TaskItems:
        """Return what there is to say of the task, with the page of the row to find, or the first one.

        Of queries one is always found: the last one in the first order, which loses most.
        """
        rows, wanted = self._rows(call), call.find
        if self.whole.unit == "queries" and not any(row.item_id == wanted for row in self.rows):
            wanted = self.rows[-1].item_id if self.rows else ""
        place = next((n for n, row in enumerate(rows) if row.item_id == wanted), -1)
        page = self.page(replace(call, first=max(0, place) // PAGE * PAGE))
        return replace(
            self.whole,
            n_rows=len(rows),
            place=place,
            first=page.first,
            queries=page.queries,
            papers=page.papers,
        )

    def page(self, call: ItemsCall) -> ItemPage:
        """Return the rows from `call.first` on."""
        first = max(0, call.first)
        return self.page_of(first, self._rows(call)[first : first + PAGE])

    def _rows(self, call: ItemsCall) -> Sequence[Row]:
        order = (call.sort, call.down, call.differing)
        if self._ordered is None or self._ordered[0] != order:
            rows = self.rows
            if call.differing and self.whole.unit == "papers":
                rows = [row for row in rows if row.reference != row.value]
            if call.sort in self.keys:
                rows = sorted(rows, key=self.keys[call.sort], reverse=call.down)
            self._ordered = (order, rows)
        return self._ordered[1]


def item_table(
    one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts
) -> ItemTable[QueryRow] | ItemTable[PaperRow]:
    """Return queries with both values, or papers with both predictions; `one` is the reference."""
    if one.predictions:
        return _papers(one, other, metric, texts)
    return _queries(one, other, metric if metric in one.items else next(iter(one.items), ""), texts)


def _queries(one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts) -> ItemTable[QueryRow]:
    mine, theirs = one.items.get(metric, {}), other.items.get(metric, {})
    values = {query_id: (value, theirs[query_id]) for query_id, value in mine.items() if query_id in theirs}
    order = sorted(values, key=lambda q: (values[q][0] - values[q][1], -values[q][1], q))
    rows = [
        QueryRow(
            query_id, texts.queries.get(query_id) or texts.papers.get(query_id, ""), *values[query_id], place
        )
        for place, query_id in enumerate(order)
    ]
    group = -(-len(rows) // BARS) or 1
    better, worse = sum(row.gain > 0 for row in rows), sum(row.gain < 0 for row in rows)
    alone = one.system == other.system
    whole = TaskItems(
        task=one.task,
        unit="queries",
        asks=texts.asks,
        metrics=tuple(one.items),
        metric=metric,
        n=len(rows),
        counts=(better, worse, len(rows) - better - worse),
        group=group,
        bars=tuple(_bar(rows[n : n + group], alone=alone) for n in range(0, len(rows), group)),
        why=texts.why,
    )
    keys: dict[str, Callable[[QueryRow], Key]] = {
        "text": lambda row: (row.text or row.item_id).casefold(),
        "reference": lambda row: row.reference,
        "value": lambda row: row.value,
        "gain": lambda row: row.gain,
    }
    return ItemTable(rows, keys, whole, lambda first, own: ItemPage(first, queries=tuple(own)))


def _bar(rows: Sequence[QueryRow], *, alone: bool) -> GainBar:
    middle = rows[len(rows) // 2]
    reference, value = fmean(row.reference for row in rows), fmean(row.value for row in rows)
    return GainBar(middle.item_id, middle.text, reference, value, value if alone else value - reference)


def _papers(one: TaskResult, other: TaskResult, metric: str, texts: ItemTexts) -> ItemTable[PaperRow]:
    rows = [
        PaperRow(paper, texts.papers.get(paper, ""), truth, predicted, other.predictions[paper][1])
        for paper, (truth, predicted) in one.predictions.items()
        if paper in other.predictions
    ]
    right = [(row.reference == row.truth, row.value == row.truth) for row in rows]
    whole = TaskItems(
        task=one.task,
        unit="papers",
        asks=texts.asks,
        metrics=tuple(one.items),
        metric=metric,
        n=len(rows),
        counts=tuple(
            right.count(pair) for pair in ((True, True), (True, False), (False, True), (False, False))
        ),
        n_differing=sum(row.reference != row.value for row in rows),
        of_classes=not all(isinstance(row.truth, int | float) for row in rows),
        why=texts.why,
    )
    keys: dict[str, Callable[[PaperRow], Key]] = {
        "text": lambda row: (row.text or row.item_id).casefold(),
        "truth": lambda row: _key(row.truth),
        "reference": lambda row: _key(row.reference),
        "value": lambda row: _key(row.value),
    }
    return ItemTable(rows, keys, whole, lambda first, own: ItemPage(first, papers=tuple(own)))


def _key(value: Prediction) -> Key:
    if isinstance(value, tuple):
        return ", ".join(value).casefold()
    return value.casefold() if isinstance(value, str) else value
