"""A table of the core in a view: numbers in the user's locale, bold and brackets as the table has them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from assay.table import best_places
from assay_desktop.text.figures import numeral
from assay_desktop.widgets.tables.rows import Column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.table import Cell, Table
    from assay_desktop.widgets.tables.rows import RowsModel

_LEAST: Final = -1000.0  # what a cell sorts by that has no value


def show_table(model: RowsModel, table: Table, *, foot: int = 0, hints: Sequence[str] = ()) -> None:
    """Show the table; its last `foot` rows stay below the others. `hints` say more of each heading."""

    def column(place: int) -> Column:
        cells = [row[place] for row in table.rows]
        return Column(
            table.columns[place],
            lambda at: cell_words(cells[at], table.digits, in_brackets=(at, place - 1) in table.brackets),
            lambda at: _key(cells[at]),
            number=not any(isinstance(cell, str) for cell in cells),
            hint=hints[place] if hints else "",
            strong=lambda at: (at, place - 1) in table.marked,
        )

    rows, n = range(len(table.rows)), len(table.rows) - foot
    model.show([column(place) for place in range(len(table.columns))], rows[:n], foot=rows[n:])


def cell_words(cell: Cell, digits: int = 2, *, in_brackets: bool = False) -> str:
    """Return a cell for people: a dash for no value, brackets for what is not to be compared with others."""
    if cell is None:
        return "–"
    text = cell if isinstance(cell, str) else numeral(cell, digits)
    return f"({text})" if in_brackets else text


def with_best(table: Table, *, of_columns: bool = False) -> Table:
    """Mark the highest numbers of each row, or of each column, among those that are not in brackets."""
    grid = [
        [
            cell if isinstance(cell, int | float) and (number, place) not in table.brackets else None
            for place, cell in enumerate(row[1:])
        ]
        for number, row in enumerate(table.rows)
    ]
    if of_columns:
        columns = enumerate(zip(*grid, strict=True))
        marked = {(at, place) for place, cells in columns for _, at in best_places(place, cells)}
    else:
        marked = {each for number, cells in enumerate(grid) for each in best_places(number, cells)}
    return replace(table, marked=table.marked | marked)


def _key(cell: Cell) -> float | str:
    return _LEAST if cell is None else cell.casefold() if isinstance(cell, str) else cell
