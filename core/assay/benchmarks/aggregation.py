"""Averages as benchmarks publish them, and the published tables they belong to."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from statistics import fmean

from assay.benchmarks.suites import BenchTask
from assay.benchmarks.tasks import AVERAGE
from assay.errors import BadInput, EvaluationError
from assay.evaluation.plain import Plain


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
        raise EvaluationError(f"The task {task.id} has no value. Score it first.")
    if task.one_column:
        return {task.id: fmean(values.values())}
    missing = [metric for metric in task.metrics if metric not in values]
    if missing:
        raise EvaluationError(
            f"The task {task.id} was scored without {', '.join(missing)}, which its published table has. "
            "Score it again."
        )
    return {column: values[metric] for column, metric in zip(task_columns(task), task.metrics, strict=True)}


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


def scheme_averages(
    scheme: Scheme, values: Mapping[str, float], partial: Collection[str] = ()
) -> dict[str, Average]:
    """Each part's average and the whole's, by their names."""
    return {name: average(name, columns, values, partial) for name, columns in scheme.averages.items()}


def from_parts(scheme: Scheme, parts: Mapping[str, float]) -> float:
    """The whole's average from those of its parts, each weighing as many columns as it has.

    So SciRepEval's (7 * in-train + 20 * out-of-train) / 27.
    """
    weighed = sum(len(columns) * parts[part] for part, columns in scheme.parts.items())
    return weighed / len(scheme.columns)


FILE = "published.json"


@dataclass(frozen=True, slots=True)
class PublishedRow(Plain):
    """One model. `values` is column -> percent; an ensemble is several models' vectors together.

    `note` says what is odd in the row, such as an average that its printed parts do not give; "" for nothing.
    """

    model: str
    values: Mapping[str, float]
    ensemble: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class PublishedTable(Plain):
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
        """Raises BadInput for a model that the table does not have."""
        for row in self.rows:
            if row.model == model:
                return row
        names = ", ".join(row.model for row in self.rows)
        raise BadInput(f"The table '{self.title}' has no model {model!r:.60}. It has {names}.")


@dataclass(frozen=True, slots=True)
class Recomputed(Plain):
    """A published average beside the one computed from the same row's published parts.

    Both are of rounded figures: they agree where they differ by no more than `tolerance`, half of the last
    digit of the average and half of that of its parts.
    """

    table: str
    model: str
    name: str
    published: float
    recomputed: float
    tolerance: float

    @property
    def agrees(self) -> bool:
        return abs(self.published - self.recomputed) <= self.tolerance + 1e-9


@cache
def schemes() -> dict[str, Scheme]:
    """Every scheme of averages, by its id."""
    return _read()[0]


@cache
def published_tables() -> dict[str, PublishedTable]:
    """Every published table, by its id."""
    return _read()[1]


def recomputed(table: PublishedTable) -> tuple[Recomputed, ...]:
    """Every published average of which the row has the parts too, computed anew."""
    found = []
    for scheme in schemes().values():
        whole = f"{scheme.id} {AVERAGE}"
        names = {part: f"{scheme.id} {part}" for part in scheme.parts}
        for row in table.rows:
            if whole in row.values and all(name in row.values for name in names.values()):
                halves = {name: 0.5 * 10.0 ** -table.decimals[name] for name in (*names.values(), whole)}
                found.append(
                    Recomputed(
                        table.id,
                        row.model,
                        whole,
                        row.values[whole],
                        from_parts(scheme, {part: row.values[name] for part, name in names.items()}),
                        halves[whole] + from_parts(scheme, {p: halves[name] for p, name in names.items()}),
                    )
                )
    return tuple(found)


def _read() -> tuple[dict[str, Scheme], dict[str, PublishedTable]]:
    path = resources.files("assay_resources") / "benchmarks" / FILE
    return parse(path.read_text(encoding="utf-8"), FILE)


def parse(text: str, name: str) -> tuple[dict[str, Scheme], dict[str, PublishedTable]]:
    """Schemes and tables by their ids.

    Raises EvaluationError for what is not of the form, a column in two parts of a scheme, a value in a column
    that its table does not have, two tables of one id and two rows of one model.
    """
    try:
        given = json.loads(text)
        plans = {
            key: Scheme(key, {part: tuple(columns) for part, columns in parts.items()})
            for key, parts in given["schemes"].items()
        }
        tables = [_table(row) for row in given["tables"]]
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise EvaluationError(f"{name}: not of the form of published tables ({error!r:.80}).") from error
    for plan in plans.values():
        if len(set(plan.columns)) < len(plan.columns):
            raise EvaluationError(f"{name}: the scheme {plan.id} has a column twice. Leave each once.")
    if len({table.id for table in tables}) < len(tables):
        raise EvaluationError(f"{name}: two tables have one id. Rename one.")
    for table in tables:
        _check(table, name)
    return plans, {table.id: table for table in tables}


def _table(row: Mapping[str, object]) -> PublishedTable:
    decimals, rows = row["decimals"], row["rows"]
    if not isinstance(decimals, dict) or not isinstance(rows, list):
        raise TypeError("'decimals' must be an object, 'rows' a list")
    return PublishedTable(
        id=str(row["id"]),
        title=str(row["title"]),
        source=str(row["source"]),
        decimals={str(column): int(digits) for column, digits in decimals.items()},
        note=str(row["note"]),
        rows=tuple(
            PublishedRow(
                str(one["model"]),
                {str(column): float(value) for column, value in one["values"].items()},
                bool(one.get("ensemble", False)),
                str(one.get("note", "")),
            )
            for one in rows
        ),
    )


def _check(table: PublishedTable, name: str) -> None:
    for row in table.rows:
        for column in row.values:
            if column not in table.decimals:
                raise EvaluationError(
                    f"{name}, table {table.id}, model {row.model!r}: the table has no column {column!r}. "
                    "Give its digits in 'decimals'."
                )
    models = [row.model for row in table.rows]
    if len(set(models)) < len(models):
        raise EvaluationError(f"{name}, table {table.id}: a model stands there twice. Leave each once.")


NONE: Mapping[str, Collection[str]] = {}


@dataclass(frozen=True, slots=True)
class TableRow(Plain):
    """One row of a published table with ours among it. `values` is column -> percent or None.

    A value of ours whose column is in `partial` is of some rows only, or an average that holds such a column:
    it is never to be laid beside a published one without saying so.
    """

    model: str
    ours: bool
    values: Mapping[str, float | None]
    missing: Mapping[str, tuple[str, ...]]  # column -> what was not scored of it; of ours only
    partial: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # column -> what is not whole of it


def with_published(
    table: PublishedTable,
    ours: Mapping[str, Mapping[str, float]],
    partial: Mapping[str, Collection[str]] = NONE,
) -> tuple[TableRow, ...]:
    """The published rows, then ours (name -> column -> percent), in the table's columns.

    `partial` is name -> columns of which some rows were not scored.
    """
    theirs = [
        TableRow(row.model, False, {column: row.values.get(column) for column in table.columns}, {})
        for row in table.rows
    ]
    own = []
    for name, values in ours.items():
        found = {column: resolved(column, values, partial.get(name, ())) for column in table.columns}
        own.append(
            TableRow(
                name,
                True,
                {column: None if one.missing else one.so_far for column, one in found.items()},
                {column: one.missing for column, one in found.items() if one.missing},
                {column: one.partial for column, one in found.items() if one.partial and not one.missing},
            )
        )
    return (*theirs, *own)


def resolved(column: str, values: Mapping[str, float], partial: Collection[str] = ()) -> Average:
    """The column of our values: one of theirs, or an average of a scheme over all of its columns."""
    for scheme in schemes().values():
        if column in scheme.averages:
            return average(column, scheme.averages[column], values, partial)
    return average(column, (column,), values, partial)
