"""Averages as benchmarks publish them: over columns, a task with two metrics counting twice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from assay.benchmarks.aggregation.columns import task_columns
from assay.benchmarks.suites import BenchTask
from assay.benchmarks.tasks import AVERAGE, GROUPS
from assay.evaluation.plain import Plain


@dataclass(frozen=True, slots=True)
class Scheme(Plain):
    """How a benchmark averages: its columns in parts, none in two. The average is over all columns."""

    id: str
    parts: Mapping[str, tuple[str, ...]]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column for part in self.parts.values() for column in part)

    @property
    def averages(self) -> Mapping[str, tuple[str, ...]]:
        """Name ("scirepeval-24 in-train", "beir average") -> the columns that it is the mean of."""
        parts = self.parts if len(self.parts) > 1 else {}
        named = {f"{self.id} {part}": columns for part, columns in parts.items()}
        return {**named, f"{self.id} {AVERAGE}": self.columns}


@dataclass(frozen=True, slots=True)
class Average(Plain):
    """`value` is None unless every column is there and whole: a mean over less is of another benchmark.

    `so_far` is the mean over those that are there: to watch a run by, never to be laid beside a published
    figure. `n` out of `of` columns are there; of them those of `partial` for some rows of their task only.
    """

    name: str
    value: float | None
    so_far: float | None
    n: int
    of: int
    missing: tuple[str, ...]
    partial: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        return not self.missing and not self.partial


def average(
    name: str, columns: Sequence[str], values: Mapping[str, float], partial: Collection[str] = ()
) -> Average:
    """The mean of these columns of `values`, in percent; of the `partial` ones some rows were not scored."""
    there = [values[column] for column in columns if column in values]
    missing = tuple(column for column in columns if column not in values)
    some = tuple(column for column in columns if column in values and column in partial)
    so_far = fmean(there) if there else None
    value = None if missing or some else so_far
    return Average(name, value, so_far, len(there), len(columns), missing, some)


def averages_of(
    scheme: Scheme, values: Mapping[str, float], partial: Collection[str] = ()
) -> dict[str, Average]:
    """Each part's average and the whole's, by their names."""
    return {name: average(name, columns, values, partial) for name, columns in scheme.averages.items()}


def format_averages(tasks: Sequence[BenchTask], values: Mapping[str, float]) -> dict[str, Average]:
    """CLF, RGN, PRX and SRCH, those that the tasks have; tasks that cannot be scored are no part of them."""
    columns = {
        group: [
            column for task in tasks if task.group == group and task.columns for column in task_columns(task)
        ]
        for group in GROUPS
    }
    return {group: average(group, some, values) for group, some in columns.items() if some}


def from_parts(scheme: Scheme, parts: Mapping[str, float]) -> float:
    """The whole's average from those of its parts, each weighing as many columns as it has.

    So SciRepEval's (7 * in-train + 20 * out-of-train) / 27.
    """
    weighed = sum(len(columns) * parts[part] for part, columns in scheme.parts.items())
    return weighed / len(scheme.columns)
