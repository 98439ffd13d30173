"""Public benchmarks: which tasks there are, what of them lies in a folder, and their data."""

from assay.evaluation.suites.describe import BenchTask, Kind, Layout, Suite, every_task, suites, task_named

__all__ = ["BenchTask", "Kind", "Layout", "Suite", "every_task", "suites", "task_named"]
