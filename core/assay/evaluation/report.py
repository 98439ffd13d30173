"""The per-query table, and tables as CSV files that a spreadsheet cannot be made to run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from assay.evaluation.evaluate import Evaluation
from assay.evaluation.files import write_lines

Cell = str | int | float | None

# Spreadsheets run a cell that begins so; they strip space and control characters first, and some fold the
# full-width forms.
_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
_STRIPPED_FIRST = ("\t", "\r", "\n")


def guarded(text: str) -> str:
    """The text with an apostrophe before it if a spreadsheet could take it for a formula."""
    runs = text.lstrip().startswith(_FORMULA) or text.startswith(_STRIPPED_FIRST)
    return f"'{text}" if runs else text


def per_query_rows(evaluation: Evaluation, texts: Mapping[str, str] | None = None) -> list[list[Cell]]:
    """A header, a row a query (id, text if `texts` is given, one value a measure), and last the means."""
    texted = texts is not None
    rows: list[list[Cell]] = [["query_id", *(["text"] if texted else []), *evaluation.mean]]
    for query_id, values in evaluation.per_query.items():
        text: list[Cell] = [(texts or {}).get(query_id, "")] if texted else []
        rows.append([query_id, *text, *(values[measure] for measure in evaluation.mean)])
    rows.append([f"mean of {evaluation.n_queries}", *([""] if texted else []), *evaluation.mean.values()])
    return rows


def write_csv(rows: Iterable[Sequence[Cell]], path: Path) -> int:
    """Writes the rows as UTF-8 CSV, whole or not at all; returns their number. Text cells are guarded.

    Numbers are written in full, so that a difference of -0.1 stays a number. Raises EvaluationError.
    """
    lines = [csv_line(row) for row in rows]
    write_lines(path, lines)
    return len(lines)


def csv_line(row: Sequence[Cell]) -> str:
    buffer = io.StringIO()
    # The writer quotes a line break inside a cell only if it is one of its own.
    csv.writer(buffer, lineterminator="\r\n").writerow(guarded(c) if isinstance(c, str) else c for c in row)
    return buffer.getvalue().removesuffix("\r\n")
