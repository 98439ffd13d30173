"""What papers published of their models, as data: assay_resources/benchmarks/published.json.

Only figures that were checked against their paper stand there, each table with its source. Columns are those
of `task_columns` and the averages of `Scheme`; values are percent, as rounded in print.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from assay.benchmarks.aggregation.schemes import Scheme, from_parts
from assay.benchmarks.tasks import AVERAGE
from assay.errors import BadInput, EvaluationError
from assay.evaluation.plain import Plain

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
