"""Benchmarks: any system on any tasks, kept, reported and compared."""

from assay.workspace.bench.asked import Asked, Unasked, tasks_of
from assay.workspace.bench.averages import averages_of
from assay.workspace.bench.comparing import (
    Against,
    BenchComparison,
    TaskComparison,
    compare_columns,
    compare_results,
)
from assay.workspace.bench.differences import comparison_sheet, comparison_sheets
from assay.workspace.bench.latex import latex
from assay.workspace.bench.published import columns_by_system, coverage_sheet, published_sheets
from assay.workspace.bench.report import (
    BenchReport,
    joined,
    read_report,
    report_json,
    report_of,
    side_by_side,
)
from assay.workspace.bench.results import Conditions, Cost, TaskResult, result_of
from assay.workspace.bench.resuming import tasks_left
from assay.workspace.bench.running import Bench
from assay.workspace.bench.store import Asking, BenchRun, BenchStore, bench_folder, systems_of
from assay.workspace.bench.systems import system_named
from assay.workspace.bench.tables import scores_sheet
from assay.workspace.bench.writing import (
    Form,
    comparison_text,
    left_sheets,
    report_sheets,
    report_text,
    sheets_text,
)

__all__ = [
    "Against",
    "Asked",
    "Asking",
    "Bench",
    "BenchComparison",
    "BenchReport",
    "BenchRun",
    "BenchStore",
    "Conditions",
    "Cost",
    "Form",
    "TaskComparison",
    "TaskResult",
    "Unasked",
    "averages_of",
    "bench_folder",
    "columns_by_system",
    "compare_columns",
    "compare_results",
    "comparison_sheet",
    "comparison_sheets",
    "comparison_text",
    "coverage_sheet",
    "joined",
    "latex",
    "left_sheets",
    "published_sheets",
    "read_report",
    "report_json",
    "report_of",
    "report_sheets",
    "report_text",
    "result_of",
    "scores_sheet",
    "sheets_text",
    "side_by_side",
    "system_named",
    "systems_of",
    "tasks_left",
    "tasks_of",
]
