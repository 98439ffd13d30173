"""Averages as SciRepEval publishes them: over metric columns, each of a task with two metrics counting."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import fmean

from assay.benchmarks.tasks.score import TaskScore
from assay.benchmarks.tasks.task import GROUPS

IN_TRAIN, OUT_OF_TRAIN, AVERAGE = "in-train", "out-of-train", "average"


def averages(scores: Sequence[TaskScore]) -> dict[str, float]:
    """CLF, RGN, PRX, SRCH, in-train, out-of-train and average, those of which there is a task."""
    columns: dict[str, Iterable[TaskScore]] = {
        **{group: [score for score in scores if score.group == group] for group in GROUPS},
        IN_TRAIN: [score for score in scores if score.in_train],
        OUT_OF_TRAIN: [score for score in scores if not score.in_train],
        AVERAGE: scores,
    }
    found = {
        name: [value for score in some for value in score.values.values()] for name, some in columns.items()
    }
    return {name: fmean(values) for name, values in found.items() if values}


def columns_of(scores: Sequence[TaskScore]) -> dict[str, float]:
    """ "task" or, where a task has several metrics, "task metric" -> value."""
    return {
        (score.task if len(score.values) == 1 else f"{score.task} {metric}"): value
        for score in scores
        for metric, value in score.values.items()
    }
