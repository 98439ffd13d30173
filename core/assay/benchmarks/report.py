"""A run's results with their averages, and the file that a later run is compared with."""

from __future__ import annotations

import itertools
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from assay.benchmarks.aggregation import Average, average, task_columns
from assay.benchmarks.mteb import read_results
from assay.benchmarks.results import TaskResult, systems_of
from assay.benchmarks.store import BenchRun, BenchStore, RunTask
from assay.benchmarks.suites.describe import BenchTask, every_task
from assay.benchmarks.tasks.averages import AVERAGE, IN_TRAIN, OUT_OF_TRAIN
from assay.benchmarks.tasks.task import GROUPS
from assay.benchmarks.types import ColumnCount, Group, MissingScore, SkippedTask
from assay.codec import from_json, shallow
from assay.errors import BadInput, EvaluationError

KIND = "assay-bench"


@dataclass(frozen=True, slots=True)
class BenchReport:
    """Systems on tasks, the tasks that could not be run, and what a run that was stopped has not come to."""

    run_id: str
    results: tuple[TaskResult, ...]
    absent: tuple[SkippedTask, ...]
    created: str
    remaining: tuple[MissingScore, ...] = ()
    tasks: tuple[RunTask, ...] = ()

    @property
    def n_expected(self) -> int:
        """How many results the whole run has."""
        return len(self.results) + len(self.remaining)


def report_of(store: BenchStore, run: BenchRun) -> BenchReport:
    """Return the report of a run. Raises EvaluationError where none of its results is kept any more."""
    results = store.results(run)
    if not results and not run.results and run.partial:
        raise EvaluationError(
            "The run {0} was stopped at 0 of {1} results.",
            run.run_id,
            f"{run.n_expected:,}",
            advice="Resume it with `assay bench run --resume {0}`.",
        )
    if not results:
        raise EvaluationError("Of the run {0} no result is kept. Run it again.", run.run_id)
    return BenchReport(run.run_id, tuple(results), run.absent, run.created, run.remaining(results), run.tasks)


def report_json(report: BenchReport) -> str:
    """Return all of it, with every query and paper: the file that `read_report` reads."""
    head = {"kind": KIND, "written": datetime.now(UTC).isoformat(timespec="seconds")}
    whole = {**head, **shallow(report)}
    return json.dumps(whole, default=shallow, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def read_report(path: Path) -> BenchReport:
    """Return what `report_json` gave, or the results in a folder of MTEB's. Raises BadInput for others."""
    if path.is_dir():
        return BenchReport(path.name, read_results(path), (), "")
    try:
        row = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput("{0} cannot be read: {1}.", path, error.strerror or error) from error
    except (ValueError, RecursionError) as error:
        raise BadInput(
            "{0} is not JSON ({1}).", path, error, advice="Give a file that `assay bench report` wrote."
        ) from error
    if not isinstance(row, dict) or row.get("kind") != KIND:
        raise BadInput(
            "{0} is not a benchmark report.", path, advice="Give a file that `assay bench report` wrote."
        )
    return from_json(row, BenchReport, what=f"{path} is of another version of Assay")


def joined(reports: Sequence[BenchReport]) -> tuple[TaskResult, ...]:
    """Return the results of several reports side by side.

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
    """Return several reports as one, as `joined` lays them; it is called and dated as the first one is."""
    return replace(
        reports[0],
        results=joined(reports),
        absent=tuple({each.task_id: each for report in reports for each in report.absent}.values()),
        remaining=tuple(each for report in reports for each in report.remaining),
        tasks=tuple(each for report in reports for each in report.tasks),
    )


Averages = Mapping[str, Mapping[str, Average]]
"""name -> system -> its average."""


@dataclass(slots=True)
class _TaskColumns:
    """A task: the averages that it is in, and its columns."""

    averages: tuple[str, ...]
    columns: list[str] = field(default_factory=list)


def averages_of(report: BenchReport) -> dict[str, dict[str, Average]]:
    """CLF, RGN, PRX, SRCH, in-train, out-of-train and average over metric columns: name -> system -> average.

    A task that failed, is absent or was not come to lacks its columns. Where no task is one of SciRepEval's
    training there is no out-of-train: it would be the average again. Tasks that cannot be scored by anybody
    are in no average, and neither are averages without any column.
    """
    by_task = _columns_by_task(report)
    values: dict[str, dict[str, float]] = {name: {} for name in systems_of(report.results)}
    partial: dict[str, set[str]] = {name: set() for name in values}
    for result in report.results:
        own = {_column(result.task, metric): value for metric, value in result.values.items()}
        values[result.system] |= own
        partial[result.system] |= set() if result.whole else own.keys()
    found: dict[str, dict[str, Average]] = {}
    parted = any(IN_TRAIN in task.averages for task in by_task.values())  # else all is one average
    for name in (*GROUPS, *((IN_TRAIN, OUT_OF_TRAIN) if parted else ()), AVERAGE):
        columns = [column for task in by_task.values() if name in task.averages for column in task.columns]
        if any(column in own for own in values.values() for column in columns):
            found[name] = {
                system: average(name, columns, own, partial[system]) for system, own in values.items()
            }
    return found


def counted_words(count: ColumnCount) -> str:
    """Return how many columns an average has, such as "7 of 7" or, where systems differ, "2 to 5 of 7"."""
    several = f"{count.least} to {count.most}" if count.least < count.most else f"{count.least}"
    return f"{several} of {count.of}"


def lacks(averages: Averages, results: Sequence[TaskResult]) -> list[str]:
    """Return what averages lack and what they hold in parts, in sentences that name all systems alike."""
    by_sentence: dict[str, list[str]] = {}
    for own in averages.values():
        for system, each in own.items():
            if each.missing:
                missing = f"{each.name} lacks {some_of(each.missing)} ({each.n} of {each.of})."
                by_sentence.setdefault(missing, []).append(system)
            held = dict.fromkeys(
                in_parts(result)
                for result in results
                if result.system == system
                and {_column(result.task, metric) for metric in result.values} & {*each.partial}
            )
            if held:
                by_sentence.setdefault(f"{each.name} holds {some_of([*held])}.", []).append(system)
    return [f"{', '.join(systems)}: {what}" for what, systems in by_sentence.items()]


def _columns_by_task(report: BenchReport) -> dict[str, _TaskColumns]:
    """Return columns by task: those of the scores and, where nobody has one, those of the task."""
    published = {task.id: task for task in every_task()}
    own = {each.task: each for each in report.tasks if each.task not in published}
    found: dict[str, _TaskColumns] = {}
    for result in report.results:
        task = found.setdefault(result.task, _TaskColumns(_averages(result.group, in_train=result.in_train)))
        columns = (_column(result.task, metric) for metric in result.values)
        task.columns += [column for column in columns if column not in task.columns]
    others = [*(each.task_id for each in report.absent), *(each.task for each in report.remaining)]
    for task_id in (each for each in dict.fromkeys(others) if each not in found):
        known = published.get(task_id) or own.get(task_id)
        averages = _averages(known.group, in_train=known.in_train) if known else (AVERAGE,)
        found[task_id] = _TaskColumns(averages)
        if task_id in own:
            found[task_id].columns += [_column(task_id, metric) for metric in own[task_id].metrics]
    for task_id, task in found.items():
        task.columns = task.columns or _columns(task_id, published.get(task_id))
    return found


def _averages(group: Group, *, in_train: bool) -> tuple[str, ...]:
    return (group, IN_TRAIN if in_train else OUT_OF_TRAIN, AVERAGE)


def _columns(task_id: str, task: BenchTask | None) -> list[str]:
    if task is None:
        return [task_id]
    return list(task_columns(task)) if task.columns else []


def _column(task: str, metric: str) -> str:
    return f"{task} {metric}"


def in_parts(result: TaskResult) -> str:
    """Return the words for a result that is of some rows of its task only, or lacks few-shot trainings."""
    of = result.coverage
    parts = [] if of.whole else [f"{of.n_rows - of.n_missing:,} of {of.n_rows:,} rows"]
    parts += [f"without {few.words}" for few in result.failed_few]
    return f"{result.name or result.task} in parts ({', '.join(parts)})"


def some_of(columns: Sequence[str]) -> str:
    """The first three of them, and how many more there are."""
    more = f" and {len(columns) - 3} more" if len(columns) > 3 else ""
    return ", ".join(columns[:3]) + more
