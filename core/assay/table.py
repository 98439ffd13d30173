"""One table: rows of numbers and text, as text for a terminal, Markdown, CSV, LaTeX and JSON.

A feature's answer makes a `Table`; anyone who shows it calls one of its renderers::

    table = Table(
        "Scores",
        ("Task", "Measure", *systems),
        rows,                                   # numbers stay numbers: each form writes them in its own way
        notes=("Means over seeds.",),
        marked=frozenset(best_places(0, scores, first=1)),
        digits=2,
    )
    console.print(table.text())                 # or table.markdown(), .csv(), .latex(), codec.to_json(table)

Rows whose cells exist only for people, such as "1,234" or "5 of 7", hold text. A table of text columns gives
`align`, one letter a column, as LaTeX does: "llr". A place is (row, column), both from 0, of the cells after
the one that names the row.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from rich.table import Table as RichTable

Cell: TypeAlias = "str | int | float | None"
Place: TypeAlias = "tuple[int, int]"

# Spreadsheets run a cell that begins so; they strip space and control characters first, and some fold the
# full-width forms.
_FORMULA = "[=+\\-@＝＋－＠]"
# An apostrophe that was there before is no guard: it gets one of its own, which an import takes away.
_LEADING = re.compile(rf"[\s'\x00-\x08\x0e-\x1f\x7f]*{_FORMULA}|[\t\r\n]")
# Where a semicolon or a tab separates cells, the quotes of a cell that is not the first of its line count for
# nothing: the text is split at these, and each part may run.
_PART = re.compile(rf"(?<=[;\t\r\n])(?=(?:[^\S;\t\r\n]|['\x00-\x08\x0e-\x1f\x7f])*{_FORMULA})")
_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of a name and cells; the reader is to see the cells that are `marked`."""

    title: str
    columns: tuple[str, ...]  # headings: of the name, then of the cells
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()
    marked: frozenset[Place] = frozenset()  # bold: the best of a row, or what differs
    brackets: frozenset[Place] = frozenset()  # what is not to be compared with the others
    digits: int = 2
    align: str = ""  # "l" or "r" a column; "" for the first at the left, the others at the right
    about: str = ""  # a paragraph above the table

    def cell(self, row: int, column: int) -> str:
        """Return the text of a cell, in brackets if it is one of those; `column` counts the name as 0."""
        text = cell_text(self.rows[row][column], self.digits)
        return f"({text})" if (row, column - 1) in self.brackets else text

    def markdown(self) -> str:
        """Return the table with its title and notes; marked cells are bold."""
        rules = ["---" if side == "l" else "---:" for side in self._sides()]
        return (
            "\n".join(
                [
                    f"# {self.title}",
                    "",
                    *([self.about, ""] if self.about else []),
                    table_line(self.columns),
                    table_line(rules),
                    *(table_line(row) for row in self._texts("**{}**")),
                    *(["", *(f"- {note}" for note in self.notes)] if self.notes or not self.about else []),
                ]
            )
            + "\n"
        )

    def latex(self) -> str:
        """Return the table with booktabs' rules; marked cells are bold, the notes small lines below it."""
        notes = (note for note in (self.about, *self.notes) if note)
        return (
            "\n".join(
                [
                    rf"\begin{{tabular}}{{{self._sides()}}}",
                    r"\toprule",
                    _latex_line(map(_escaped, self.columns)),
                    r"\midrule",
                    *(_latex_line(row) for row in self._texts(r"\textbf{{{}}}", escape=True)),
                    r"\bottomrule",
                    r"\end{tabular}",
                    *(rf"\par{{\footnotesize {_escaped(note)}\par}}" for note in notes),
                ]
            )
            + "\n"
        )

    def csv(self) -> str:
        """Return the headings and rows for other programs, numbers in full, without marks and notes.

        Numbers stay numbers: columns with a bracket in the row are named in a last column.
        """
        lines: list[list[Cell]] = [list(self.columns), *map(list, self.rows)]
        if self.brackets:
            lines[0].append("In brackets")
            for number, line in enumerate(lines[1:]):
                places = sorted(place for row, place in self.brackets if row == number)
                line.append("; ".join(self.columns[1 + place] for place in places))
        return "".join(f"{csv_line(line)}\n" for line in lines)

    def text(self) -> RichTable:
        """Return what a terminal's console prints: columns without rules, marked cells bold."""
        from rich.table import Table as RichTable
        from rich.text import Text

        shown = RichTable(box=None, pad_edge=False)
        for name, side in zip(self.columns, self._sides(), strict=True):
            shown.add_column(name, justify="left" if side == "l" else "right")
        for number, row in enumerate(self.rows):
            shown.add_row(
                *(
                    Text(self.cell(number, column), style="bold" if self._is_marked(number, column) else "")
                    for column in range(len(row))
                )
            )
        return shown

    def _sides(self) -> str:
        return self.align or "l" + "r" * (len(self.columns) - 1)

    def _is_marked(self, row: int, column: int) -> bool:
        return (row, column - 1) in self.marked

    def _texts(self, bold: str, *, escape: bool = False) -> Iterable[list[str]]:
        for number, row in enumerate(self.rows):
            cells = [self.cell(number, column) for column in range(len(row))]
            cells = [_escaped(cell) for cell in cells] if escape else cells
            yield [
                bold.format(cell) if self._is_marked(number, column) else cell
                for column, cell in enumerate(cells)
            ]


def best_places(
    row: int, cells: Sequence[float | None], *, first: int = 0, over: Sequence[object] = ()
) -> set[Place]:
    """Return the places of the largest cells of a row, none where all are alike.

    Args:
        first: the column of the first of the cells.
        over: what each cell was computed over; cells of different ones have no best.
    """
    known = [cell for cell in cells if cell is not None]
    kinds = {what for what, cell in zip(over, cells, strict=True) if cell is not None} if over else set()
    if not known or len(kinds) > 1 or max(known) == min(known):
        return set()
    return {(row, first + place) for place, cell in enumerate(cells) if cell == max(known)}


def cell_text(cell: Cell, digits: int) -> str:
    """Return a cell for people, a number with these digits."""
    return "" if cell is None else cell if isinstance(cell, str) else f"{cell:.{digits}f}"


def p_text(value: float | None) -> str:
    """A p value to three places; "" for none."""
    if value is None:
        return ""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def table_line(cells: Sequence[object]) -> str:
    """Return a line of a Markdown table."""
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def guarded(text: str) -> str:
    """Return the text with an apostrophe before each part that a spreadsheet could take for a formula.

    The text as a whole is one part. So is what follows a semicolon, a tab or a line break in it, at which
    spreadsheets split the cell where the comma is no separator.
    """
    parts = _PART.sub("'", text)
    return f"'{parts}" if _LEADING.match(text) else parts


def csv_line(row: Sequence[Cell]) -> str:
    """Return a row without its line end. Text cells are guarded; numbers are not: -0.1 stays a number."""
    buffer = io.StringIO()
    # The writer quotes a line break inside a cell only if it is one of its own.
    csv.writer(buffer, lineterminator="\r\n").writerow(guarded(c) if isinstance(c, str) else c for c in row)
    return buffer.getvalue().removesuffix("\r\n")


def _latex_line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in text)
