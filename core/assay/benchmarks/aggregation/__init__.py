"""Averages as benchmarks publish them, and our numbers beside the papers'."""

from assay.benchmarks.aggregation.beside import Cell, SideBySide, TableRow, side_by_side, with_published
from assay.benchmarks.aggregation.columns import column_values, task_columns
from assay.benchmarks.aggregation.published import (
    PublishedRow,
    PublishedTable,
    Recomputed,
    published_tables,
    recomputed,
    schemes,
)
from assay.benchmarks.aggregation.schemes import (
    Average,
    Scheme,
    average,
    averages_of,
    format_averages,
    from_parts,
)

__all__ = [
    "Average",
    "Cell",
    "PublishedRow",
    "PublishedTable",
    "Recomputed",
    "Scheme",
    "SideBySide",
    "TableRow",
    "average",
    "averages_of",
    "column_values",
    "format_averages",
    "from_parts",
    "published_tables",
    "recomputed",
    "schemes",
    "side_by_side",
    "task_columns",
    "with_published",
]
