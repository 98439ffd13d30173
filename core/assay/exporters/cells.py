"""Rows of CSV that a spreadsheet cannot be made to run."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

Cell = str | int | float | None

# Spreadsheets run a cell that begins so; they strip space and control characters first, and some fold the
# full-width forms.
_FORMULA = "[=+\\-@＝＋－＠]"
_LEADING = re.compile(rf"[\s\x00-\x08\x0e-\x1f\x7f]*{_FORMULA}|[\t\r\n]")
# Where a semicolon or a tab separates cells, the quotes of a cell that is not the first of its line count for
# nothing: the text is split at these, and each part may run.
_PART = re.compile(rf"(?<=[;\t\r\n])(?=(?:[^\S;\t\r\n]|[\x00-\x08\x0e-\x1f\x7f])*{_FORMULA})")


def guarded(text: str) -> str:
    """Return the text with an apostrophe before each part that a spreadsheet could take for a formula.

    The text as a whole is one part. So is what follows a semicolon, a tab or a line break in it, at which
    spreadsheets split the cell where the comma is no separator.
    """
    parts = _PART.sub("'", text)
    return f"'{parts}" if _LEADING.match(text) else parts


def csv_line(row: Sequence[Cell]) -> str:
    """A row without its line end. Text cells are guarded; numbers are not, so that -0.1 stays a number."""
    buffer = io.StringIO()
    # The writer quotes a line break inside a cell only if it is one of its own.
    csv.writer(buffer, lineterminator="\r\n").writerow(guarded(c) if isinstance(c, str) else c for c in row)
    return buffer.getvalue().removesuffix("\r\n")
