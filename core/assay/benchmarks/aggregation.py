"""Averages as benchmarks publish them, and the published tables they belong to."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from statistics import fmean

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.averages import AVERAGE
from assay.codec import decode
from assay.errors import BadInput, EvaluationError


def task_columns(task: BenchTask) -> tuple[str, ...]:
    """The task's id or, where each of its metrics counts for itself, "id metric" for each."""
    if task.one_column or len(task.metrics) == 1:
        return (task.id,)
    return tuple(f"{task.id} {metric}" for metric in task.metrics)


def column_values(task: BenchTask, values: Mapping[str, float]) -> dict[str, float]:
    """column -> percent, from metric -> percent as the task was scored.

    Where the metrics count as one column it is their mean. Raises EvaluationError where a metric is missing.
    """
    if not values:
        raise EvaluationError("The task {0} has no value. Score it first.", task.id)
    if task.one_column:
        return {task.id: fmean(values.values())}
    missing = [metric for metric in task.metrics if metric not in values]
    if missing:
        raise EvaluationError(
            "The task {0} was scored without {1}, which its published table has. Score it again.",
            task.id,
            ", ".join(missing),
        )
    return {column: values[metric] for column, metric in zip(task_columns(task), task.metrics, strict=True)}


@dataclass(frozen=True, slots=True)
class Scheme:
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
class Average:
    """`value` is None unless every column is there and whole: a mean over less is of another benchmark.

    `so_far` is the mean over those that are there: to watch a run by, never to be compared with a published
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


def scheme_averages(
    scheme: Scheme, values: Mapping[str, float], partial: Collection[str] = ()
) -> dict[str, Average]:
    """Return each part's average and the whole's, by their names."""
    return {name: average(name, columns, values, partial) for name, columns in scheme.averages.items()}


FILE = "published.json"


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """One model. `values` is column -> percent; an ensemble is several models' vectors together.

    `note` says what is odd in the row, such as an average that its printed parts do not give; "" for nothing.
    `source` is where the row stands if that is not where the whole table does, or in which part of it.
    """

    model: str
    values: Mapping[str, float]
    ensemble: bool = False
    note: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """One table. `decimals` is column -> digits behind the point in print, in percent."""

    id: str
    title: str
    source: str
    decimals: Mapping[str, int]
    note: str  # what makes its numbers differ from ours, "" for nothing
    rows: tuple[PublishedRow, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.decimals)

    def row(self, model: str) -> PublishedRow:
        """Raise BadInput for a model that the table does not have."""
        for row in self.rows:
            if row.model == model:
                return row
        names = ", ".join(row.model for row in self.rows)
        raise BadInput("The table '{0}' has no model {1}. It has {2}.", self.title, f"{model!r:.60}", names)


@cache
def schemes() -> dict[str, Scheme]:
    """Return every scheme of averages, by its id."""
    return _read()[0]


@cache
def published_tables() -> dict[str, PublishedTable]:
    """Return every published table, by its id."""
    return _read()[1]


def _read() -> tuple[dict[str, Scheme], dict[str, PublishedTable]]:
    path = resources.files("assay_resources") / "benchmarks" / FILE
    return parse(path.read_text(encoding="utf-8"), FILE)


@dataclass(frozen=True, slots=True)
class _Published:
    schemes: dict[str, dict[str, tuple[str, ...]]]
    tables: tuple[PublishedTable, ...]


def parse(text: str, name: str) -> tuple[dict[str, Scheme], dict[str, PublishedTable]]:
    """Return schemes and tables by their ids.

    Raises EvaluationError for what is not of the form, a column in two parts of a scheme, a value in a column
    that its table does not have, two tables of one id and two rows of one model.
    """
    try:
        found = decode(text, _Published)
    except BadInput as error:
        raise EvaluationError(
            "{0}: not of the form of published tables ({1}).", name, error.message
        ) from error
    plans = {key: Scheme(key, parts) for key, parts in found.schemes.items()}
    for plan in plans.values():
        if len(set(plan.columns)) < len(plan.columns):
            raise EvaluationError("{0}: the scheme {1} has a column twice. Leave each once.", name, plan.id)
    if len({table.id for table in found.tables}) < len(found.tables):
        raise EvaluationError("{0}: two tables have one id. Rename one.", name)
    for table in found.tables:
        where = f"{name}, table {table.id}"
        for row in table.rows:
            for column in row.values:
                if column not in table.decimals:
                    raise EvaluationError(
                        "{0}, model {1}: the table has no column {2}. Give its digits in 'decimals'.",
                        where,
                        repr(row.model),
                        repr(column),
                    )
        if len({row.model for row in table.rows}) < len(table.rows):
            raise EvaluationError("{0}: a model stands there twice. Leave each once.", where)
    return plans, {table.id: table for table in found.tables}


def resolved(column: str, values: Mapping[str, float], partial: Collection[str] = ()) -> Average:
    """Return the column of our values: one of theirs, or an average of a scheme over all of its columns."""
    for scheme in schemes().values():
        if column in scheme.averages:
            return average(column, scheme.averages[column], values, partial)
    return average(column, (column,), values, partial)
