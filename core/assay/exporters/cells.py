"""Rows of CSV that a spreadsheet cannot be made to run."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

Cell = str | int | float | None

# Spreadsheets run a cell that begins so; they strip space and control characters first, and some fold the
# full-width forms.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_STRIPPED_FIRST = ("\t", "\r", "\n")


def guarded(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet could take it for a formula."""
    runs = text.lstrip().startswith(_FORMULA) or text.startswith(_STRIPPED_FIRST)
    return f"'{text}" if runs else text


def csv_line(row: Sequence[Cell]) -> str:
    """A row without its line end. Text cells are guarded; numbers are not, so that -0.1 stays a number."""
    buffer = io.StringIO()
    # The writer quotes a line break inside a cell only if it is one of its own.
    csv.writer(buffer, lineterminator="\r\n").writerow(guarded(c) if isinstance(c, str) else c for c in row)
    return buffer.getvalue().removesuffix("\r\n")
