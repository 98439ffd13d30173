"""Published figures are those that were published, under the names of their models."""

from __future__ import annotations

from assay.benchmarks.aggregation import published_tables

PREPRINT = {
    "SciBERT": (51.5, 52.5, 69.0, 58.2),
    "SPECTER": (54.7, 57.4, 89.1, 68.0),
    "SciNCL": (55.6, 57.8, 90.8, 69.0),
    "SciNCL MTL CLS": (60.1, 56.6, 89.6, 69.3),
    "SciNCL MTL CTRL": (62.1, 57.7, 89.9, 70.3),
    "SciNCL PALs": (62.3, 58.4, 90.0, 70.7),
    "SciNCL Adapters": (61.9, 59.0, 90.3, 70.9),
    "SciNCL Fusion": (62.0, 58.6, 89.9, 70.6),
    "SciNCL ensemble": (62.5, 58.9, 90.7, 71.2),
}
"""in-train, out-of-train, SciDocs, average: the table of BENCHMARKING.md, allenai/scirepeval e04594e"""


def test_the_preprints_table_is_the_published_one() -> None:
    parts = ("in-train", "out-of-train", "SciDocs", "average")
    found = {
        row.model: tuple(row.values[f"scirepeval-25 {part}"] for part in parts)
        for row in published_tables()["scirepeval-25"].rows
        if not row.source  # else it is another publication's
    }
    assert found == PREPRINT


def test_every_row_is_called_by_its_model() -> None:
    for table in published_tables().values():
        for row in table.rows:
            assert "row of" not in row.model.lower(), (table.id, row.model)
            assert "not noted" not in row.note, (table.id, row.model)
