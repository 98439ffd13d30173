"""The window's questions about benchmarks: what there is to choose, scores, and the rankings of a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from assay.benchmarks.types import (
    FileFault,
    MissingScore,
    PartialTask,
    RankedPaper,
    Rankings,
    ScoreReport,
    SystemOption,
    TaskOption,
)
from assay.errors import AssayError

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
    from assay.benchmarks.systems import HYBRID, WORDS
    from assay.models.promotion import ModelWork
    from assay.registry.packaged_models import packaged_cards

    models = ModelWork(workspace)
    rows = [SystemOption(WORDS, "words"), SystemOption(HYBRID, "hybrid")]
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
    return Rankings(
        query=query,
        text=texts.queries.get(query) or texts.papers.get(query, ""),
        graded=query in texts.qrels,
        relevant=sum(grade > 0 for grade in grades.values()),
        reference=_ranking(mine, theirs, grades, texts, one.scores.get(query, {})),
        system=_ranking(theirs, mine, grades, texts, other.scores.get(query, {})),
        asks=texts.asks,
        wrote=texts.wrote.get(query, ()),
    )


def _ranking(
    own: Sequence[str],
    other: Sequence[str],
    grades: Mapping[str, int],
    texts: ItemTexts,
    scores: Mapping[str, float],
) -> tuple[RankedPaper, ...]:
    places = {doc_id: rank for rank, doc_id in enumerate(other, start=1)}
    return tuple(
        RankedPaper(
            rank,
            doc_id,
            texts.papers.get(doc_id) or next(iter(texts.wrote.get(doc_id, ())), ""),
            grades.get(doc_id),
            places.get(doc_id),
            scores.get(doc_id),
        )
        for rank, doc_id in enumerate(own, start=1)
    )
