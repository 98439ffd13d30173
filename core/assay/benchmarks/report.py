"""A run's results with their averages, and the file that a later run is compared with."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from assay.benchmarks.aggregation import Average, average, task_columns
from assay.benchmarks.results import TaskResult, result_of, systems_of
from assay.benchmarks.store import BenchRun, BenchStore
from assay.benchmarks.suites import BenchTask, every_task
from assay.benchmarks.tasks import AVERAGE, GROUPS, IN_TRAIN, OUT_OF_TRAIN
from assay.errors import BadInput, EvaluationError

KIND = "assay-bench"


@dataclass(frozen=True, slots=True)
class BenchReport:
    """Systems on tasks, and the tasks that were asked for and are not there (id, why).

    `left` is what a run that was stopped has not come to: (task's id, its name, system) each. `places` say of
    each task its id, group, whether it is in-train, and its metrics; runs of earlier programs have none.
    """

    run_id: str
    results: tuple[TaskResult, ...]
    absent: tuple[tuple[str, str], ...]
    created: str
    left: tuple[tuple[str, str, str], ...] = ()
    places: tuple[tuple[str, ...], ...] = ()

    @property
    def n_asked(self) -> int:
        return len(self.results) + len(self.left)


def report_of(store: BenchStore, run: BenchRun) -> BenchReport:
    """The report of a run. Raises EvaluationError where none of its results is kept any more."""
    results = store.results(run)
    if not results and not run.keys and run.partial:
        raise EvaluationError(
            f"The run {run.run_id} was stopped at 0 of {run.n_asked:,} results. Go on with it by "
            f"`assay bench run --resume {run.run_id}`."
        )
    if not results:
        raise EvaluationError(f"Of the run {run.run_id} no result is kept. Run it again.")
    left = run.remaining(results)
    return BenchReport(run.run_id, tuple(results), run.absent, run.created, left, run.places)


def report_json(report: BenchReport) -> dict[str, Any]:
    """All of it, with every query and paper: the file that `read_report` reads."""
    return {
        "kind": KIND,
        "run_id": report.run_id,
        "created": report.created,
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "absent": [list(each) for each in report.absent],
        "left": [list(each) for each in report.left],
        "places": [list(each) for each in report.places],
        "results": [result.as_json() for result in report.results],
    }


def read_report(path: Path) -> BenchReport:
    """What `report_json` gave. Raises BadInput for another file, EvaluationError for a newer program's."""
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(
            f"{path} is no JSON ({error}). Give a file that `assay bench report` wrote."
        ) from error
    if not isinstance(row, dict) or row.get("kind") != KIND or not isinstance(row.get("results"), list):
        raise BadInput(f"{path} is no report of benchmarks. Give a file that `assay bench report` wrote.")
    return BenchReport(
        run_id=str(row.get("run_id", "")),
        results=tuple(result_of(each) for each in row["results"]),
        absent=tuple((str(task), str(why)) for task, why in row.get("absent", ())),
        created=str(row.get("created", "")),
        left=tuple((str(task), str(name), str(system)) for task, name, system in row.get("left", ())),
        places=tuple(tuple(map(str, place)) for place in row.get("places", ())),
    )


def joined(reports: Sequence[BenchReport]) -> tuple[TaskResult, ...]:
    """The results of several reports side by side.

    A system that two of them have on one task stands as NAME and, of the later one, as NAME (RUN); of the
    same run once more as NAME (RUN, 2).
    """
    results: list[TaskResult] = []
    seen: set[tuple[str, str]] = set()
    for report in reports:
        names = {system: _free_name(system, report, seen) for system in systems_of(report.results)}
        own = [result.under(names[result.system]) for result in report.results]
        results += own
        seen |= {(each.system, each.task) for each in own}
    return tuple(results)


def _free_name(system: str, report: BenchReport, seen: Collection[tuple[str, str]]) -> str:
    tasks = [each.task for each in report.results if each.system == system]
    again = (f"{system} ({report.run_id}, {n})" for n in itertools.count(2))
    names = itertools.chain((system, f"{system} ({report.run_id})"), again)
    return next(name for name in names if not any((name, task) in seen for task in tasks))


def side_by_side(reports: Sequence[BenchReport]) -> BenchReport:
    """Several reports as one, as `joined` lays them; it is called and dated as the first one is."""
    first = reports[0]
    absent = dict(each for report in reports for each in report.absent)
    left = tuple(each for report in reports for each in report.left)
    places = tuple(each for report in reports for each in report.places)
    return BenchReport(first.run_id, joined(reports), tuple(absent.items()), first.created, left, places)


Averages = Mapping[str, Mapping[str, Average]]
"""name -> system -> its average."""


@dataclass(slots=True)
class _Asked:
    """A task: the averages that it is in, and its columns."""

    averages: tuple[str, ...]
    columns: list[str] = field(default_factory=list)


def averages_of(report: BenchReport) -> dict[str, dict[str, Average]]:
    """CLF, RGN, PRX, SRCH, in-train, out-of-train and average over metric columns: name -> system -> average.

    A task that failed, is absent or was not come to lacks its columns. Where no task is one of SciRepEval's
    training there is no out-of-train: it would be the average again. Tasks that cannot be scored by anybody
    are in no average, and neither are averages without any column.
    """
    asked = _asked(report)
    values: dict[str, dict[str, float]] = {name: {} for name in systems_of(report.results)}
    partial: dict[str, set[str]] = {name: set() for name in values}
    for result in report.results:
        own = {_column(result.task, metric): value for metric, value in result.values.items()}
        values[result.system] |= own
        partial[result.system] |= set() if result.whole else own.keys()
    found: dict[str, dict[str, Average]] = {}
    parted = any(IN_TRAIN in task.averages for task in asked.values())  # else all is one average
    for name in (*GROUPS, *((IN_TRAIN, OUT_OF_TRAIN) if parted else ()), AVERAGE):
        columns = [column for task in asked.values() if name in task.averages for column in task.columns]
        if any(column in own for own in values.values() for column in columns):
            found[name] = {
                system: average(name, columns, own, partial[system]) for system, own in values.items()
            }
    return found


def counted(own: Mapping[str, Average]) -> str:
    """How many columns the systems have of an average: "7 of 7", or where they differ "2 to 5 of 7"."""
    numbers = sorted({each.n for each in own.values()})
    of = next(iter(own.values())).of
    return f"{numbers[0]} to {numbers[-1]} of {of}" if len(numbers) > 1 else f"{numbers[0]} of {of}"


def lacks(averages: Averages, results: Sequence[TaskResult]) -> list[str]:
    """What averages lack and what they hold in parts, in sentences that name all systems alike."""
    told: dict[str, list[str]] = {}
    for own in averages.values():
        for system, each in own.items():
            if each.missing:
                missing = f"{each.name} lacks {some_of(each.missing)} ({each.n} of {each.of})."
                told.setdefault(missing, []).append(system)
            held = dict.fromkeys(
                in_parts(result)
                for result in results
                if result.system == system
                and {_column(result.task, metric) for metric in result.values} & {*each.partial}
            )
            if held:
                told.setdefault(f"{each.name} holds {some_of([*held])}.", []).append(system)
    return [f"{', '.join(systems)}: {what}" for what, systems in told.items()]


def _asked(report: BenchReport) -> dict[str, _Asked]:
    """By the tasks' ids. Columns are those of the scores and, where nobody has one, those of the task."""
    known = {task.id: task for task in every_task()}
    found: dict[str, _Asked] = {}
    for result in report.results:
        in_train = IN_TRAIN if result.in_train else OUT_OF_TRAIN
        task = found.setdefault(result.task, _Asked((result.group, in_train, AVERAGE)))
        columns = (_column(result.task, metric) for metric in result.values)
        task.columns += [column for column in columns if column not in task.columns]
    others = [*(task for task, _why in report.absent), *(task for task, _name, _system in report.left)]
    places = {task_id: place for task_id, *place in report.places}
    for task_id in others:
        if task_id in found:
            continue
        if task_id not in known and task_id in places:  # a task of one's own that nothing has come to
            group, train, *metrics = places[task_id]
            found[task_id] = _Asked((group, train, AVERAGE), [_column(task_id, each) for each in metrics])
        else:
            found[task_id] = _Asked(_averages(known.get(task_id)))
    for task_id, task in found.items():
        task.columns = task.columns or _columns(task_id, known.get(task_id))
    return found


def _averages(task: BenchTask | None) -> tuple[str, ...]:
    """Of a task of one's own that has no result nobody knows more than that it was asked for."""
    if task is None:
        return (AVERAGE,)
    return (task.group, IN_TRAIN if task.in_train else OUT_OF_TRAIN, AVERAGE)


def _columns(task_id: str, task: BenchTask | None) -> list[str]:
    if task is None:
        return [task_id]
    return list(task_columns(task)) if task.columns else []


def _column(task: str, metric: str) -> str:
    return f"{task} {metric}"


def in_parts(result: TaskResult) -> str:
    """The words for a result that is of some rows of its task only, or lacks few-shot trainings."""
    of = result.coverage
    told = [] if of.whole else [f"{of.n_rows - of.n_missing:,} of {of.n_rows:,} rows"]
    told += [f"without {few.words}" for few in result.failed_few]
    return f"{result.name or result.task} in parts ({', '.join(told)})"


def some_of(columns: Sequence[str]) -> str:
    """The first three of them, and how many more there are."""
    more = f" and {len(columns) - 3} more" if len(columns) > 3 else ""
    return ", ".join(columns[:3]) + more
