"""A table of an analysis, as Markdown and as rows for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = "str | float | None"


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rows of a name and cells; `marked` are the places (row, column from 0) that the reader should see."""

    title: str
    headings: tuple[str, ...]  # of the name, then of the cells
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    marked: frozenset[tuple[int, int]] = frozenset()
    brackets: frozenset[tuple[int, int]] = frozenset()
    digits: int = 2


def sheet_markdown(sheet: Sheet) -> str:
    """Marked cells are bold, those in brackets stand in brackets."""
    lines = [
        f"# {sheet.title}",
        "",
        table_line(sheet.headings),
        table_line(["---", *["---:"] * (len(sheet.headings) - 1)]),
        *(
            table_line([_shown(sheet, n, place, cell) for place, cell in enumerate(row, start=-1)])
            for n, row in enumerate(sheet.rows)
        ),
        "",
        *(f"- {note}" for note in sheet.notes),
    ]
    return "\n".join(lines) + "\n"


def _shown(sheet: Sheet, row: int, column: int, cell: Cell) -> str:
    text = cell_text(cell, sheet.digits)
    if (row, column) in sheet.brackets:
        text = f"({text})"
    return f"**{text}**" if (row, column) in sheet.marked else text


def cell_text(cell: Cell, digits: int) -> str:
    return "" if cell is None else cell if isinstance(cell, str) else f"{cell:.{digits}f}"


def sheet_rows(sheet: Sheet) -> list[list[Cell]]:
    """For CSV: the headings and the rows, numbers in full; what is marked is not said."""
    return [list(sheet.headings), *map(list, sheet.rows)]


def table_line(cells: Sequence[object]) -> str:
    """A line of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"
