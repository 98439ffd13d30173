"""What scores of benchmarks say together, as JSON: parts, few-shot curves, tasks by tasks, papers' tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from assay.benchmarks import BenchReport
    from assay.benchmarks.analyses import Curve, Point

Message = dict[str, Any]
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
                "columns": list(sheet.headings[1:]),
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
    systems = sheet.headings[3:]
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
