"""Public benchmarks: which tasks there are, what of them lies in a folder, and their data."""

from assay.benchmarks.suites.describe import BenchTask, Kind, Layout, Suite, every_task, suites, task_named
from assay.benchmarks.suites.fetch import fetch
from assay.benchmarks.suites.found import Found, State, evaluation_task, found, read
from assay.benchmarks.suites.own import own_sets

__all__ = [
    "BenchTask",
    "Found",
    "Kind",
    "Layout",
    "State",
    "Suite",
    "evaluation_task",
    "every_task",
    "fetch",
    "found",
    "own_sets",
    "read",
    "suites",
    "task_named",
]
