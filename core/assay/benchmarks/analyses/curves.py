"""How a score grows with the examples to learn from: few-shot trainings, then all there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from assay.benchmarks.tasks import TaskScore
from assay.evaluation.plain import Plain


@dataclass(frozen=True, slots=True)
class Point(Plain):
    """`size` is examples in all, or of each label (see `Curve.per_label`); None for all there are.

    `trainings` is how many such trainings `value`, in percent, is the mean of; None where that is not known.
    """

    size: int | None
    value: float
    trainings: int | None


@dataclass(frozen=True, slots=True)
class Curve(Plain):
    """One model on one task by one metric: points by rising size, the last with all examples.

    `average` is the task's published value: the mean of the points, each counting alike. Settings of one
    size are points of their own; those that could not be scored are none.
    """

    model: str
    task: str
    metric: str
    per_label: bool
    points: tuple[Point, ...]
    average: float


def few_shot_curves(
    scores: Mapping[str, Sequence[TaskScore]], *, per_label: frozenset[str] = frozenset()
) -> tuple[Curve, ...]:
    """A curve for each model -> task -> metric that was scored in few-shot trainings, in the order given.

    `per_label` names the tasks of several labels, whose sizes are examples of each label and not in all.
    """
    curves = []
    for model, tasks in scores.items():
        for score in tasks:
            trained = [few for few in score.few_shot if few.scored]
            if not trained:
                continue
            trained.sort(key=lambda few: (few.sample_size, few.iterations))
            for metric, value in score.values.items():
                few = [
                    Point(each.sample_size, each.values[metric], each.iterations or None) for each in trained
                ]
                points = (*few, Point(None, score.complete[metric], 1))
                curves.append(Curve(model, score.task, metric, score.task in per_label, points, value))
    return tuple(curves)


Setting: TypeAlias = "tuple[int, int | None]"
"""Of few-shot trainings: how many examples, and how many trainings where a size has several settings."""


def setting_of(point: Point, curves: Sequence[Curve]) -> Setting | None:
    """What tells the point's setting from the others of these curves; None for the point of all examples."""
    if point.size is None:
        return None
    several = any(sum(each.size == point.size for each in curve.points) > 1 for curve in curves)
    return point.size, point.trainings if several else None
