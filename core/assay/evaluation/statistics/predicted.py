"""Two systems' predictions for the same papers, by a measure that is no mean over papers: F1, Kendall's tau.

The bootstrap draws papers with replacement; randomisation swaps predictions of a paper (Yeh, COLING 2000).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from assay.errors import EvaluationError
from assay.evaluation.statistics.class_measures import CLASS_MEASURES, Counts, labels_of, marks
from assay.evaluation.statistics.paired import NOISE, Values

_PAPERS_AT_ONCE = 1 << 22
LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class PredictionComparison:
    """System B against system A on `n` papers of a test, in percent; positive numbers are in favour of B.

    `ci` is the 95 % percentile interval of the bootstrap. `wins` are the papers that B alone has right (or
    nearer to the truth, of numbers), `losses` those that A alone has.
    """

    metric: str
    n: int
    value_a: float
    value_b: float
    difference: float
    ci: tuple[float, float]
    p_randomisation: float
    wins: int
    ties: int
    losses: int
    draws: int
    resamples: int


def compare_predictions(
    metric: str,
    truth: Sequence[Any],
    a: Sequence[Any],
    b: Sequence[Any],
    *,
    seed: int = 0,
    draws: int = 2000,
    resamples: int = 2000,
) -> PredictionComparison:
    """Compare predictions by one of `CLASS_MEASURES`, or by "kendalltau".

    A truth is a class, a list of labels, or a number, and the predictions are alike. The same seed gives the
    same answer. Raises EvaluationError for an unknown measure, different lengths, and fewer than two papers.
    """
    if metric not in (known := (*CLASS_MEASURES, "kendalltau")):
        raise EvaluationError("'{0}' is not a measure. Measures: {1}.", metric, ", ".join(known))
    if not len(truth) == len(a) == len(b):
        raise EvaluationError(
            "{0} papers, and predictions for {1} and {2} of them.", len(truth), len(a), len(b)
        )
    if len(truth) < 2:
        raise EvaluationError("There is one paper to compare on. A comparison needs two at least.")
    measure: _Measure = (_Orders if metric == "kendalltau" else _Labels)(metric, truth, a, b)
    rng = np.random.default_rng(seed)
    whole = np.ones((1, len(truth)))
    stay = np.zeros((1, len(truth)), dtype=bool)
    value_a, value_b = (float(each[0]) for each in measure.values(whole, stay))
    difference = value_b - value_a
    resampled = np.concatenate(
        [np.subtract(*measure.values(counts, None)[::-1]) for counts in _counts(rng, len(truth), resamples)]
    )
    extreme = 0
    for swapped in _swaps(rng, len(truth), draws):
        one, other = measure.values(None, swapped)
        extreme += int((np.abs(other - one) >= abs(difference) - NOISE).sum())
    better, worse = measure.better()
    low, high = np.quantile(resampled, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return PredictionComparison(
        metric=metric,
        n=len(truth),
        value_a=value_a,
        value_b=value_b,
        difference=difference,
        ci=(float(low), float(high)),
        p_randomisation=(extreme + 1) / (draws + 1),
        wins=better,
        ties=len(truth) - better - worse,
        losses=worse,
        draws=draws,
        resamples=resamples,
    )


def _counts(rng: np.random.Generator, n: int, resamples: int) -> Iterator[Values]:
    """Blocks (rows, n): how often each of n papers is drawn among n."""
    for some in _blocks(n, resamples):
        drawn = rng.integers(0, n, size=(some, n)) + n * np.arange(some)[:, None]
        yield np.bincount(drawn.ravel(), minlength=some * n).reshape(some, n).astype(np.float64)


def _swaps(rng: np.random.Generator, n: int, draws: int) -> Iterator[npt.NDArray[np.bool_]]:
    for some in _blocks(n, draws):
        yield rng.integers(0, 2, size=(some, n), dtype=np.int8).astype(bool)


def _blocks(n: int, rows: int) -> Iterator[int]:
    most = max(1, _PAPERS_AT_ONCE // n)
    for start in range(0, rows, most):
        yield min(most, rows - start)


class _Measure(Protocol):
    def values(self, counts: Values | None, swapped: npt.NDArray[np.bool_] | None) -> tuple[Values, Values]:
        """(rows,) of A and of B, in percent, where each paper counts so often or the two are exchanged."""

    def better(self) -> tuple[int, int]:
        """Return how many papers B alone has right, or nearer, and how many A."""


class _Labels:
    """Classes or sets of labels."""

    def __init__(self, metric: str, truth: Sequence[Any], a: Sequence[Any], b: Sequence[Any]) -> None:
        self._names = sorted({name for side in (truth, a, b) for row in side for name in labels_of(row)})
        self._several = not isinstance(truth[0], str)
        self._measure = CLASS_MEASURES[metric]
        self._a, self._b = (marks(truth, side, self._names) for side in (a, b))

    def values(self, counts: Values | None, swapped: npt.NDArray[np.bool_] | None) -> tuple[Values, Values]:
        n = len(self._a)
        weights = np.ones((1, n)) if counts is None else counts
        if swapped is None:
            return self._value((weights, self._a)), self._value((weights, self._b))
        stays, goes = weights * ~swapped, weights * swapped
        return self._value((stays, self._a), (goes, self._b)), self._value((stays, self._b), (goes, self._a))

    def _value(self, *parts: tuple[Values, Values]) -> Values:
        total, n = self._measure(Counts(parts, self._names, self._several))
        return np.asarray(100 * total / n)

    def better(self) -> tuple[int, int]:
        a, b = (side[:, -2] > 0 for side in (self._a, self._b))
        return int((b & ~a).sum()), int((a & ~b).sum())


class _Orders:
    """Numbers, by how well their order agrees with the truth's: Kendall's tau-b."""

    def __init__(self, metric: str, truth: Sequence[Any], a: Sequence[Any], b: Sequence[Any]) -> None:
        del metric
        self._truth, self._a, self._b = (np.array(side, dtype=np.float64) for side in (truth, a, b))

    def values(self, counts: Values | None, swapped: npt.NDArray[np.bool_] | None) -> tuple[Values, Values]:
        rows = []
        for number in range(len(counts if counts is not None else swapped if swapped is not None else ())):
            a, b, truth = self._a, self._b, self._truth
            if swapped is not None:
                a, b = np.where(swapped[number], b, a), np.where(swapped[number], a, b)
            if counts is not None:
                drawn = np.repeat(np.arange(len(truth)), counts[number].astype(np.int64))
                a, b, truth = a[drawn], b[drawn], truth[drawn]
            rows.append((kendall_tau(truth, a), kendall_tau(truth, b)))
        found = np.array(rows)
        return found[:, 0], found[:, 1]

    def better(self) -> tuple[int, int]:
        """By the distance of ranks: predictions are on scales of their own."""
        ranks = [_ranks(side) for side in (self._truth, self._a, self._b)]
        far_a, far_b = np.abs(ranks[1] - ranks[0]), np.abs(ranks[2] - ranks[0])
        return int((far_b < far_a).sum()), int((far_a < far_b).sum())


def kendall_tau(truth: Sequence[float] | Values, found: Sequence[float] | Values) -> float:
    """Return tau-b in percent; 0 where all predictions are the same, which orders nothing."""
    from scipy.stats import kendalltau

    tau = float(kendalltau(truth, found).statistic)
    return 0.0 if np.isnan(tau) else 100 * tau


def _ranks(values: Values) -> Values:
    from scipy.stats import rankdata

    return np.asarray(rankdata(values), dtype=np.float64)
