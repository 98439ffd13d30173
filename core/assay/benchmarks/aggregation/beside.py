"""Our numbers beside published ones, and why some cannot be laid beside each other."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from assay.benchmarks.aggregation.published import PublishedRow, PublishedTable, schemes
from assay.benchmarks.aggregation.schemes import Average, average
from assay.evaluation.plain import Plain

NONE: Mapping[str, Collection[str]] = {}


@dataclass(frozen=True, slots=True)
class Cell(Plain):
    """One column, in percent. `difference` is ours less published, None where one of them is not there.

    `rounding` is half of the last published digit: a smaller difference is none. `n` of `of` columns were
    scored; where they are fewer, `ours` is None and `why_not` says what is absent.
    """

    column: str
    ours: float | None
    published: float | None
    difference: float | None
    rounding: float
    n: int
    of: int
    why_not: str = ""

    @property
    def comparable(self) -> bool:
        return self.difference is not None

    @property
    def same(self) -> bool:
        """Whether they are the same number, as far as it was printed."""
        return self.difference is not None and abs(self.difference) <= self.rounding + 1e-9


@dataclass(frozen=True, slots=True)
class SideBySide(Plain):
    """One model of ours beside one published model, in the table's columns."""

    ours: str
    published: str
    table: str
    source: str
    note: str
    cells: tuple[Cell, ...]


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


def side_by_side(table: PublishedTable, model: str, name: str, values: Mapping[str, float]) -> SideBySide:
    """Our model `name`, of which `values` is column -> percent, beside the published `model`.

    Averages are computed from our columns, never taken over fewer. Raises BadInput for an unknown `model`.
    """
    row = table.row(model)
    cells = tuple(_cell(table, column, row, resolved(column, values)) for column in table.columns)
    return SideBySide(name, model, table.id, table.source, table.note, cells)


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


def _cell(table: PublishedTable, column: str, row: PublishedRow, own: Average) -> Cell:
    theirs = row.values.get(column)
    difference = own.value - theirs if own.value is not None and theirs is not None else None
    return Cell(
        column=column,
        ours=own.value,
        published=theirs,
        difference=difference,
        rounding=0.5 * 10.0 ** -table.decimals[column],
        n=own.n,
        of=own.of,
        why_not="" if difference is not None else _why_not(own, theirs),
    )


def _why_not(own: Average, theirs: float | None) -> str:
    if theirs is None:
        return "Nothing was published."
    if own.of == 1:
        return "Not scored."
    some = ", ".join(own.missing[:3]) + (" and others" if len(own.missing) > 3 else "")
    return f"Not comparable: {len(own.missing)} of {own.of} columns were not scored ({some})."
