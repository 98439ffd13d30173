"""A table as LaTeX."""

from __future__ import annotations

from collections.abc import Iterable

from assay.table import Sheet, cell_text


def latex(sheet: Sheet) -> str:
    """The table as LaTeX, with booktabs' rules; numbers stand at the right, marked cells are bold.

    Those in brackets stand in brackets, and the notes as small lines below the table.
    """
    lines = [
        r"\begin{tabular}{" + "l" + "r" * (len(sheet.headings) - 1) + "}",
        r"\toprule",
        _latex_line(map(_escaped, sheet.headings)),
        r"\midrule",
    ]
    for number, row in enumerate(sheet.rows):
        cells = []
        for place, cell in enumerate(row, start=-1):
            text = cell_text(cell, sheet.digits)
            text = f"({text})" if (number, place) in sheet.brackets else text
            bold = (number, place) in sheet.marked
            cells.append(rf"\textbf{{{_escaped(text)}}}" if bold else _escaped(text))
        lines.append(_latex_line(cells))
    notes = [rf"\par{{\footnotesize {_escaped(note)}\par}}" for note in sheet.notes]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}", *notes]) + "\n"


def _latex_line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


_ESCAPES = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{",
    "}": r"\}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}",
}  # fmt: skip


def _escaped(text: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in text)
