"""The per-query table, and tables as CSV files that a spreadsheet cannot be made to run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from assay.evaluation.evaluate import Evaluation
from assay.evaluation.files import write_lines
from assay.table import Cell, csv_line


def per_query_rows(evaluation: Evaluation, texts: Mapping[str, str] | None = None) -> list[list[Cell]]:
    """Return a header, and a row a query: its id, its text if `texts` is given, one value a measure.

    No row holds the means: whatever reads the table would take it for one more query.
    """
    texted = texts is not None
    rows: list[list[Cell]] = [["query_id", *(["text"] if texted else []), *evaluation.mean]]
    for query_id, values in evaluation.per_query.items():
        text: list[Cell] = [(texts or {}).get(query_id, "")] if texted else []
        rows.append([query_id, *text, *(values[measure] for measure in evaluation.mean)])
    return rows


def write_csv(rows: Iterable[Sequence[Cell]], path: Path, *, overwrite: bool = True) -> int:
    """Write the rows as UTF-8 CSV, whole or not at all; return their number. Text cells are guarded.

    Numbers are written in full, so that a difference of -0.1 stays a number. Raises EvaluationError, and
    BadInput for a file that is there already unless `overwrite`.
    """
    lines = [csv_line(row) for row in rows]
    write_lines(path, lines, overwrite=overwrite)
    return len(lines)
