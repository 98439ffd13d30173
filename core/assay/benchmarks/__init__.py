"""Benchmarks: any system on any tasks, kept, reported and compared."""

from assay.benchmarks.comparison import (
    Against,
    BenchComparison,
    TaskComparison,
    compare_columns,
    compare_results,
    comparison_sheet,
    comparison_sheets,
)
from assay.benchmarks.report import (
    BenchReport,
    averages_of,
    joined,
    read_report,
    report_json,
    report_of,
    side_by_side,
)
from assay.benchmarks.results import Conditions, Cost, TaskResult, result_of, systems_of
from assay.benchmarks.runner import Bench
from assay.benchmarks.selection import SelectedTask, SkippedTask, remaining_tasks, select_tasks
from assay.benchmarks.store import Asking, BenchRun, BenchStore, bench_folder
from assay.benchmarks.systems import system_named
from assay.benchmarks.tables import (
    Form,
    columns_by_system,
    comparison_text,
    coverage_sheet,
    left_sheets,
    published_averages,
    published_sheets,
    report_sheets,
    report_text,
    scores_sheet,
    sheets_text,
)

__all__ = [
    "Against",
    "Asking",
    "Bench",
    "BenchComparison",
    "BenchReport",
    "BenchRun",
    "BenchStore",
    "Conditions",
    "Cost",
    "Form",
    "SelectedTask",
    "SkippedTask",
    "TaskComparison",
    "TaskResult",
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
    "published_averages",
    "published_sheets",
    "read_report",
    "remaining_tasks",
    "report_json",
    "report_of",
    "report_sheets",
    "report_text",
    "result_of",
    "scores_sheet",
    "select_tasks",
    "sheets_text",
    "side_by_side",
    "system_named",
    "systems_of",
]
