"""SciRepEval's and SciDocs' labels and rankings: their files under the names that our own tasks have."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from assay.benchmarks.suites.describe import BenchTask
from assay.benchmarks.tasks.data import TaskData, read_data
from assay.benchmarks.tasks.task import EvaluationTask, TaskType


def evaluation_task(task: BenchTask, files: Mapping[str, Path]) -> EvaluationTask:
    """Return the task as it is scored; `files` is role -> path.

    Its type is one of SciRepEval's four formats: reviewers, authors and clicks are found by proximity.
    """
    papers = files.get("papers") or next(iter(files.values()))
    return EvaluationTask(
        name=task.name,
        type="proximity" if task.kind in ("reviewers", "clusters", "clicks") else cast("TaskType", task.kind),
        metrics=task.metrics,
        papers=papers,
        test=files.get("test") or files.get("qrels", papers),
        train=files.get("train"),
        in_train=task.in_train,
        multi_label=task.multi_label,
        fields=task.fields,
        few_shot=task.few_shot,
        grid=task.grid,
        candidates=task.candidates,
        published=True,
    )


def read_labelled(task: BenchTask, files: Mapping[str, Path]) -> TaskData:
    """Labels, or the judged candidates of each query. Raises EvaluationError as `read_data` does."""
    return read_data(evaluation_task(task, files))
