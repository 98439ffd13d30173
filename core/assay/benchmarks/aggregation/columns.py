"""The columns that a benchmark's task gives to a published table."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean

from assay.benchmarks.suites import BenchTask
from assay.errors import EvaluationError


def task_columns(task: BenchTask) -> tuple[str, ...]:
    """The task's id or, where each of its metrics counts for itself, "id metric" for each."""
    if task.one_column or len(task.metrics) == 1:
        return (task.id,)
    return tuple(f"{task.id} {metric}" for metric in task.metrics)


def column_values(task: BenchTask, values: Mapping[str, float]) -> dict[str, float]:
    """column -> percent, from metric -> percent as the task was scored.

    Where the metrics count as one column it is their mean. Raises EvaluationError where a metric is missing.
    """
    if not values:
        raise EvaluationError(f"The task {task.id} has no value. Score it first.")
    if task.one_column:
        return {task.id: fmean(values.values())}
    missing = [metric for metric in task.metrics if metric not in values]
    if missing:
        raise EvaluationError(
            f"The task {task.id} was scored without {', '.join(missing)}, which its published table has. "
            "Score it again."
        )
    return {column: values[metric] for column, metric in zip(task_columns(task), task.metrics, strict=True)}
