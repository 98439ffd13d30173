"""Public benchmarks: which tasks there are, what of them lies in a folder, and their data."""

from assay.benchmarks.suites.availability import State, TaskAvailability, evaluation_task, read, task_states
from assay.benchmarks.suites.describe import BenchTask, Kind, Layout, Suite, every_task, suites, task_named
from assay.benchmarks.suites.fetch import fetch
from assay.benchmarks.suites.user_sets import user_sets

__all__ = [
    "BenchTask",
    "Kind",
    "Layout",
    "State",
    "Suite",
    "TaskAvailability",
    "evaluation_task",
    "every_task",
    "fetch",
    "read",
    "suites",
    "task_named",
    "task_states",
    "user_sets",
]
