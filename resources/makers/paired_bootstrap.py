"""Whether one model beats another by more than the choice of test papers, or of queries, explains.

Linear probes of both learn from the same labels and label the same test papers. These papers are drawn again
with replacement, each with what both models made of it, so an interval says how far the difference would move
with other papers of the kind (the paired percentile bootstrap; Efron and Tibshirani, 1993, ch. 13). What is
taught to the probes, and to the model, stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.data import LabelledData
from assay.benchmarks.tasks.probes.probes import (
    CLASS_GRID,
    few_shot_rows,
    kendall_tau,
    predict_classes,
    predict_numbers,
)
from assay.benchmarks.tasks.task import EvaluationTask
from assay.benchmarks.types import FewShot
from assay.evaluation.statistics import Comparison
from assay.types import Vectors

DRAWS = 2000
SEED = 7

Labels: TypeAlias = npt.NDArray[Any]  # (n,) classes, by number, or numbers
Predicted: TypeAlias = Sequence[Labels]  # of each training


@dataclass(frozen=True, slots=True)
class Paired:
    """Model against base on the same `n` papers or queries, in percentage points."""

    difference: float
    low: float  # of the 95 % interval
    high: float
    p: float  # two-sided
    n: int
    sides: tuple[int, int] | None = None  # on how many the model alone is right, or better; and the base

    @classmethod
    def of_queries(cls, found: Comparison) -> Paired:
        """Student's interval over the queries, and the p of the paired randomisation test."""
        low, high, difference = (100 * part for part in (found.ci_low, found.ci_high, found.difference))
        sides = (found.wins, found.losses)
        return cls(difference, low, high, found.p_randomisation, found.n, sides)


def predicted(
    task: EvaluationTask, data: LabelledData, papers: Vectors, few: FewShot | None = None
) -> list[npt.NDArray[Any]]:
    """What probes of `papers` (n, d) say of the test papers, as `score_task` lets them: (m,) a training."""
    rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
    train, test = (papers[[rows[doc_id] for doc_id, _ in part]] for part in (data.train, data.test))
    known: list[Any] = [label for _, label in data.train]
    if task.type == "regression":
        return [predict_numbers(train, known, test, intercept=True)]
    turns = [np.arange(len(train))] if few is None else few_shot_rows(known, few)
    grid = CLASS_GRID if few is None else (1.0,)
    return [
        np.array(predict_classes(train[own], [known[row] for row in own], test, grid=grid, intercept=True))
        for own in turns
    ]


def paired(metric: str, truth: Labels, base: Predicted, own: Predicted) -> Paired:
    """The metric of `own` less `base`'s, each the mean over its trainings; p is twice the smaller tail.

    `metric` is f1_macro or kendalltau.
    """
    from scipy.stats import bootstrap

    value: Callable[[Labels, Labels], float] = kendall_tau
    if metric == "f1_macro":
        value = f1_macro
        truth, base, own = _by_number(truth, base, own)

    def difference(rows: npt.NDArray[np.int64]) -> float:
        ours, theirs = (fmean(value(truth[rows], each[rows]) for each in of) for of in (own, base))
        return ours - theirs

    everyone = np.arange(len(truth))
    rng = np.random.default_rng(SEED)
    drawn = bootstrap(
        (everyone,), difference, n_resamples=DRAWS, vectorized=False, method="percentile", rng=rng
    )
    tails = [int((drawn.bootstrap_distribution * sign <= 0).sum()) for sign in (1, -1)]
    p = min(1.0, 2 * (min(tails) + 1) / (DRAWS + 1))
    sides = _sides(truth, base[0], own[0]) if metric == "f1_macro" and len(own) == 1 else None
    low, high = (float(end) for end in drawn.confidence_interval)
    return Paired(difference(everyone), low, high, p, len(truth), sides)


def f1_macro(truth: Labels, found: Labels) -> float:
    """As `class_metric` has it, of classes that are numbers from 0; thousands of calls are made of it."""
    counts = [np.bincount(each, minlength=int(max(truth.max(), found.max())) + 1) for each in (truth, found)]
    met = np.bincount(truth[truth == found], minlength=len(counts[0]))
    both = counts[0] + counts[1]
    return 100 * float((2 * met[both > 0] / both[both > 0]).mean())


def _by_number(truth: Labels, base: Predicted, own: Predicted) -> tuple[Labels, Predicted, Predicted]:
    """Classes by their place in the alphabet."""
    names = np.unique(np.concatenate([truth, *base, *own]))
    base, own = ([np.searchsorted(names, each) for each in of] for of in (base, own))
    return np.searchsorted(names, truth), base, own


def _sides(truth: Labels, base: Labels, own: Labels) -> tuple[int, int]:
    right, was_right = own == truth, base == truth
    return int((right & ~was_right).sum()), int((was_right & ~right).sum())
