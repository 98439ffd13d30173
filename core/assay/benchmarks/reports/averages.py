"""Averages over the columns of all tasks that were asked for, also of those that have no score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from assay.benchmarks.aggregation import Average, average, task_columns
from assay.benchmarks.reports.published import in_parts, some_of
from assay.benchmarks.reports.report import BenchReport
from assay.benchmarks.results import TaskResult
from assay.benchmarks.store import systems_of
from assay.benchmarks.suites import BenchTask, every_task
from assay.benchmarks.tasks import AVERAGE, GROUPS, IN_TRAIN, OUT_OF_TRAIN

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
