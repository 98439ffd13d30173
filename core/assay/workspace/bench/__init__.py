"""Benchmarks: any system on any tasks, kept, reported and compared."""

from assay.workspace.bench.asked import Asked, Unasked, tasks_of
from assay.workspace.bench.results import Cost, TaskResult, result_of
from assay.workspace.bench.running import Bench
from assay.workspace.bench.store import BenchRun, BenchStore, bench_folder, systems_of
from assay.workspace.bench.systems import system_named

__all__ = [
    "Asked",
    "Bench",
    "BenchRun",
    "BenchStore",
    "Cost",
    "TaskResult",
    "Unasked",
    "bench_folder",
    "result_of",
    "system_named",
    "systems_of",
    "tasks_of",
]
