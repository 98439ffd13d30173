"""Benchmarks as JSON values: what there is to choose, scores, analyses, and the rankings of a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assay.engine.types import ColumnCount
from assay.errors import AssayError

if TYPE_CHECKING:
    from assay.benchmarks import BenchReport, TaskResult
    from assay.benchmarks.aggregation import Average
    from assay.benchmarks.analyses import Curve, Point
    from assay.benchmarks.texts import ItemTexts
    from assay.workspace import Workspace

Message = dict[str, Any]


def tasks_there(data: str, files: Sequence[Path]) -> tuple[list[Message], list[Message]]:
    """The tasks that come with Assay and those of one's own, with their states, and which files are at fault.

    Without a folder every published task is "unknown". Raises EvaluationError for a folder that is not there.
    """
    from assay.benchmarks import select_tasks
    from assay.benchmarks.suites import every_task, task_states

    states = {row.task.id: row for row in task_states(Path(data))} if data else {}
    rows = []
    for task in [row.task for row in states.values()] if states else every_task():
        state = states.get(task.id)
        rows.append(
            {
                "id": task.id, "name": task.name, "suites": list(task.suites), "group": task.group,
                "metrics": list(task.metrics), "note": task.note, "licence": task.licence,
                "state": state.state if state else "unknown", "why": state.why if state else "",
            }
        )  # fmt: skip
    faults = []
    for path in files:
        try:
            asked, absent = select_tasks(files=[path])
        except AssayError as error:
            faults.append({"file": str(path), "why": str(error)})
            continue
        rows += [
            {
                "id": each.task_id, "name": each.name, "suites": list(each.suites), "group": each.group,
                "metrics": list(each.metrics), "note": "", "licence": "", "state": "present", "why": "",
            }
            for each in asked
        ]  # fmt: skip
        faults += [{"file": str(path), "why": f"{each.name}: {each.why}"} for each in absent]
    return rows, faults


def systems_there(workspace: Workspace) -> list[Message]:
    """What can be measured: words, hybrid search, the library's model, and every model that has a card."""
    from assay.benchmarks.systems import HYBRID, WORDS
    from assay.models.promotion import ModelWork
    from assay.registry.packaged_models import packaged_cards

    models = ModelWork(workspace)
    rows = [{"name": WORDS, "kind": "words"}, {"name": HYBRID, "kind": "hybrid"}]
    packaged = packaged_cards()
    trained = [card for card in models.registry.cards() if not card.damage]
    for kind, cards in (("packaged", packaged), ("trained", trained)):
        rows += [{"name": card.model_id, "kind": kind} for card in cards]
    if models.in_use not in [row["name"] for row in rows]:
        rows.append({"name": models.in_use, "kind": "library"})
    return [{**row, "in_use": row["name"] == models.in_use} for row in rows]


def report_answer(report: BenchReport) -> Message:
    """Rows of tasks and metrics, averages, costs, and everything that is missing with its reason."""
    from assay.benchmarks import averages_of, systems_of
    from assay.benchmarks.results import run_conditions

    results = report.results
    averages = averages_of(report)
    return {
        "run_id": report.run_id,
        "created": report.created,
        "systems": systems_of(results),
        "rows": _rows(results),
        "averages": [
            {
                "name": name,
                "columns": [_column_count(own)],
                "values": {system: each.so_far for system, each in own.items()},
                "partial": [system for system, each in own.items() if not each.whole],
            }
            for name, own in averages.items()
        ],
        "published": _published(results),
        "absent": [{"task": task, "why": why} for task, why in report.absent],
        "left": [{"task": task, "name": name, "system": system} for task, name, system in report.left],
        "n_results": len(results),
        "failures": [
            {"task": each.task, "name": each.name, "system": each.system, "why": each.failure}
            for each in results
            if each.failure and each.applies
        ]
        + [
            {
                "task": each.task,
                "name": f"{each.name}, {few.words}",
                "system": each.system,
                "why": few.failure,
            }
            for each in results
            for few in each.failed_few
        ],
        "unable": sorted({each.system for each in results if not each.applies}),
        "partial": _partial(results),
        "costs": _costs(results),
        "how": run_conditions(results).as_json(),
    }


def _published(results: Sequence[TaskResult]) -> Message | None:
    """Averages as the papers publish them: which values lack columns, and how many columns there are."""
    from assay.benchmarks import coverage_sheet, published_averages

    sheet = coverage_sheet(results)
    if sheet is None:
        return None
    averages = published_averages(results)
    return {
        "systems": list(sheet.columns[2::2]),
        "rows": [
            {
                "name": name,
                "columns": list(
                    dict.fromkeys(
                        ColumnCount(each.n, each.n, each.of)
                        for each in own.values()
                        if each.so_far is not None
                    )
                ),
                "values": [each.so_far for each in own.values()],
                "whole": [each.so_far is None or each.whole for each in own.values()],
            }
            for name, own in averages.items()
        ],
        "notes": list(sheet.notes),
    }


def _column_count(own: Mapping[str, Average]) -> ColumnCount:
    """Return how many columns the systems have of an average."""
    numbers = [each.n for each in own.values()]
    return ColumnCount(min(numbers), max(numbers), next(iter(own.values())).of)


def _rows(results: Sequence[TaskResult]) -> list[Message]:
    by_task: dict[str, list[TaskResult]] = {}
    for each in results:
        by_task.setdefault(each.task, []).append(each)
    rows = []
    for task, own in by_task.items():
        metrics = list(dict.fromkeys(metric for each in own for metric in each.values)) or [""]
        some = own[0]
        rows += [
            {
                "task": task,
                "name": some.name or task,
                "group": some.group,
                "metric": metric,
                "n": max(each.n for each in own),
                "values": {each.system: each.values.get(metric) for each in own},
                "partial": [each.system for each in own if each.scored and not each.whole],
                "judged": {each.system: each.judged for each in own},
                "few_shot": any(each.few_shot for each in own),
                "behind": any(each.items or each.predictions for each in own),
            }
            for metric in metrics
        ]
    return rows


def _partial(results: Sequence[TaskResult]) -> list[Message]:
    found = {each.task: each for each in results if each.scored and not each.coverage.whole}
    return [
        {
            "name": each.name,
            "scored": each.coverage.n_rows - each.coverage.n_missing,
            "of": each.coverage.n_rows,
            "first": each.coverage.first,
        }
        for each in found.values()
    ]


def _costs(results: Sequence[TaskResult]) -> list[Message]:
    """Seconds per 1,000 papers and the mean over the columns that all who encode have, as `bench analyse`."""
    from assay.benchmarks.analyses import analyse_results

    found = analyse_results(results)
    return [
        {
            "system": row.model.name,
            "seconds": row.model.seconds,
            "measured": row.model.measured,
            "value": row.model.score,
            "columns": found.n_columns,
            "beaten_by": list(row.beaten_by),
        }
        for row in found.cost
        if row.model.seconds is not None
    ]


def rankings_answer(one: TaskResult, other: TaskResult, query: str, texts: ItemTexts) -> Message:
    """The first papers of both systems: with grades where the judgements are there, None for the unjudged."""
    grades = texts.qrels.get(query, {})
    rankings = [list(each.first.get(query, ())) for each in (one, other)]
    return {
        "query": query,
        "text": texts.queries.get(query) or texts.papers.get(query, ""),
        "graded": query in texts.qrels,
        "relevant": sum(grade > 0 for grade in grades.values()),
        "why": texts.why,
        "asks": texts.asks,
        "wrote": list(texts.wrote.get(query, ())),
        "reference": _ranking(rankings[0], rankings[1], grades, texts, one.scores.get(query, {})),
        "system": _ranking(rankings[1], rankings[0], grades, texts, other.scores.get(query, {})),
    }


def _ranking(
    own: Sequence[str],
    other: Sequence[str],
    grades: Mapping[str, int],
    texts: ItemTexts,
    scores: Mapping[str, float],
) -> list[Message]:
    places = {doc_id: rank for rank, doc_id in enumerate(other, start=1)}
    return [
        {
            "rank": rank,
            "id": doc_id,
            "title": texts.papers.get(doc_id) or next(iter(texts.wrote.get(doc_id, ())), ""),
            "grade": grades.get(doc_id),
            "score": scores.get(doc_id),
            "other": places.get(doc_id),
        }
        for rank, doc_id in enumerate(own, start=1)
    ]


_OURS = " (ours)"  # what the table says behind a system of this report


def analyses_answer(report: BenchReport, ensembles: Sequence[str]) -> Message:
    """Pearson's r of every two tasks, None with the reason for too few systems; a curve a system and task.

    A point is (examples, percent, trainings), of which the last tells settings of one size apart, else None.
    """
    from assay.benchmarks.analyses import analyse_results

    found = analyse_results(report.results, ensembles=ensembles)
    correlations = found.correlations
    return {
        "correlations": None if correlations is None else correlations.as_json(),
        "why_not": found.why_not,
        "curves": [
            {
                "system": curve.model,
                "task": curve.task,
                "metric": curve.metric,
                "per_label": curve.per_label,
                "average": curve.average,
                "points": [
                    [point.size, point.value, _trainings(point, curve, found.curves)]
                    for point in curve.points
                ],
            }
            for curve in found.curves
        ],
    }


def _trainings(point: Point, curve: Curve, curves: Sequence[Curve]) -> int | None:
    from assay.benchmarks.analyses import setting_of

    setting = setting_of(point, [each for each in curves if each.task == curve.task])
    return setting[1] if setting is not None else None


def published_answer(report: BenchReport) -> Message:
    """The papers' tables that have a column of ours, our systems below theirs.

    A value that is not `whole` is of some rows of its task only, or an average that holds such a column.
    """
    from assay.benchmarks import published_sheets

    return {
        "tables": [
            {
                "title": sheet.title,
                "columns": list(sheet.columns[1:]),
                "digits": sheet.digits,
                "notes": list(sheet.notes),
                "rows": [
                    {
                        "name": str(row[0]).removesuffix(_OURS),
                        "ours": str(row[0]).endswith(_OURS),
                        "values": list(row[1:]),
                        "whole": [(number, place) not in sheet.brackets for place in range(len(row) - 1)],
                    }
                    for number, row in enumerate(sheet.rows)
                ],
            }
            for sheet in published_sheets(report.results)
        ]
    }


def parts_answer(report: BenchReport) -> Message:
    """What the values of tasks are made of, task by task; the `whole` rows are the values themselves.

    `partial` are systems of which some rows of the task were not scored.
    """
    from assay.benchmarks.tables import WHOLE, parts_sheet

    sheet = parts_sheet(report.results)
    if sheet is None:
        return {"systems": [], "tasks": []}
    systems = sheet.columns[3:]
    tasks: dict[str, list[Message]] = {}
    for number, (task, part, metric, *values) in enumerate(sheet.rows):
        tasks.setdefault(str(task), []).append(
            {
                "part": part,
                "whole": part == WHOLE,
                "metric": metric,
                "values": dict(zip(systems, values, strict=True)),
                "partial": [name for n, name in enumerate(systems) if (number, 2 + n) in sheet.brackets],
            }
        )
    return {
        "systems": list(systems),
        "tasks": [{"name": task, "rows": rows} for task, rows in tasks.items()],
    }
