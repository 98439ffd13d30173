"""A number read off a vector, such as a paper's year, with an interval that holds as often as it says."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from assay.errors import EvaluationError
from assay.messages import Message, message
from assay.prediction.probes.folds import FOLDS, Fitted, Folds, cross_fit, left_out_means
from assay.prediction.probes.ridge import Floats
from assay.prediction.types import NumberQuality
from assay.types import Vectors

CONFIDENCE = 0.8
LEAST_NUMBERS = 50
"""With fewer papers the interval would be known too roughly."""
DOUBT = 0.01
"""A probe is kept where chance would do as well less often than this."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A prediction; the true number lies between `low` and `high` for 80 of 100 papers like these."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class NumberProbe:
    """`lowest` and `highest` bound the labels that were learned from, and so every prediction."""

    fitted: Fitted
    lowest: float
    highest: float
    quality: NumberQuality

    def predict(self, vector: Vectors, fold: int | None) -> Interval:
        """Of one vector (d,), by the function that did not see `fold`; None for a paper of no fold."""
        (value,) = self.fitted(vector, fold).tolist()
        width = self.quality.half_width
        low, middle, high = (
            min(max(each, self.lowest), self.highest) for each in (value - width, value, value + width)
        )
        return Interval(middle, low, high)


def fit_numbers(vectors: Vectors, labels: Floats, folds: Folds, step: Callable[[int], None]) -> NumberProbe:
    """Return a probe for labels (n,) of vectors (n, d).

    The interval is the prediction give or take the quantile of all errors out of fold (cross-conformal,
    Vovk 2015). Raises EvaluationError where there are too few papers, or the vectors say no more than the
    mean of the labels does.
    """
    from scipy.stats import kendalltau, ttest_1samp

    if len(labels) < LEAST_NUMBERS:
        raise EvaluationError(
            "{0} {0:paper has|papers have} one; {1} of different texts are needed.",
            len(labels),
            LEAST_NUMBERS,
        )
    if len(np.unique(folds)) < FOLDS:
        raise EvaluationError(
            "{0} papers have one, but their texts are the same ones again and again; {1} of different "
            "texts are needed.",
            len(labels),
            LEAST_NUMBERS,
        )
    if not np.ptp(labels):
        raise EvaluationError("{0:The one paper has it alone|All {0} papers have the same one}.", len(labels))
    fitted, scores = cross_fit(vectors, labels[:, None], folds, step)
    errors, plain = np.abs(labels - scores[:, 0]), np.abs(labels - left_out_means(labels, folds))
    tau = float(kendalltau(scores[:, 0], labels).statistic)
    quality = NumberQuality(
        half_width(errors),
        len(labels),
        float(errors.mean()),
        float(plain.mean()),
        tau,
        _coverage(errors, folds),
    )
    p = float(ttest_1samp(plain**2 - errors**2, 0.0, alternative="greater").pvalue)
    if why := _why_not(quality, p):
        raise EvaluationError("The vectors of {0} papers say no more than the mean: {1}.", len(labels), why)
    return NumberProbe(fitted, float(labels.min()), float(labels.max()), quality)


def _why_not(quality: NumberQuality, p: float) -> Message | None:
    """Return why predictions of this quality are not shown; None where they are. `p` is of squared errors."""
    mae, mean = f"{quality.mae:.2f}", f"{quality.mae_of_mean:.2f}"
    errors = message("the error is {0}, that of the mean {1}", mae, mean)
    if quality.mae >= quality.mae_of_mean:
        return errors
    if not p < DOUBT:
        return message(
            "{0}, and so small a difference of squared errors may be chance (p = {1})", errors, f"{p:.2f}"
        )
    if quality.tau > 0:
        return None
    return message("{0}, but they do not put papers in order (tau {1})", errors, f"{quality.tau:.2f}")


def half_width(errors: Floats) -> float:
    """Of absolute errors (n,) the one that CONFIDENCE of those to come stay under: rank ceil(0.8 (n + 1))."""
    rank = min(math.ceil(CONFIDENCE * (len(errors) + 1)), len(errors))
    return float(np.sort(errors)[rank - 1])


def _coverage(errors: Floats, folds: Folds) -> float:
    inside = [errors[folds == fold] <= half_width(errors[folds != fold]) for fold in range(FOLDS)]
    return float(np.concatenate(inside).mean())
