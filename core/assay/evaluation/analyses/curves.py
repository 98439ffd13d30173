"""How a score grows with the examples to learn from: few-shot trainings, then all there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from assay.evaluation.plain import Plain
from assay.evaluation.tasks import FewShot, TaskScore


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

    `average` is the task's published value: the mean of the points, each counting alike.
    """

    model: str
    task: str
    metric: str
    per_label: bool
    points: tuple[Point, ...]
    average: float


def few_shot_curves(
    scores: Mapping[str, Sequence[TaskScore]],
    *,
    few_shot: Mapping[str, Sequence[FewShot]] | None = None,
    per_label: frozenset[str] = frozenset(),
) -> tuple[Curve, ...]:
    """A curve for each model -> task -> metric that was scored in few-shot trainings, in the order given.

    `few_shot` is task -> its settings, for the number of trainings; `per_label` names the tasks of several
    labels, whose sizes are examples of each label and not in all.
    """
    curves = []
    for model, tasks in scores.items():
        for score in tasks:
            if not score.few_shot:
                continue
            turns = {few.sample_size: few.iterations for few in (few_shot or {}).get(score.task, ())}
            for metric, value in score.values.items():
                few = [
                    Point(size, score.few_shot[size][metric], turns.get(size))
                    for size in sorted(score.few_shot)
                ]
                points = (*few, Point(None, score.complete[metric], 1))
                curves.append(Curve(model, score.task, metric, score.task in per_label, points, value))
    return tuple(curves)
