"""Benchmarks: any system on any tasks, kept, reported and compared."""

from assay.benchmarks.asked import Asked, Unasked, tasks_of
from assay.benchmarks.reports.averages import averages_of
from assay.benchmarks.reports.comparing import (
    Against,
    BenchComparison,
    TaskComparison,
    compare_columns,
    compare_results,
)
from assay.benchmarks.reports.differences import comparison_sheet, comparison_sheets
from assay.benchmarks.reports.published import columns_by_system, coverage_sheet, published_sheets
from assay.benchmarks.reports.report import (
    BenchReport,
    joined,
    read_report,
    report_json,
    report_of,
    side_by_side,
)
from assay.benchmarks.reports.tables import scores_sheet
from assay.benchmarks.reports.writing import (
    Form,
    comparison_text,
    left_sheets,
    report_sheets,
    report_text,
    sheets_text,
)
from assay.benchmarks.results import Conditions, Cost, TaskResult, result_of
from assay.benchmarks.resuming import tasks_left
from assay.benchmarks.running import Bench
from assay.benchmarks.store import Asking, BenchRun, BenchStore, bench_folder, systems_of
from assay.benchmarks.systems import system_named

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
