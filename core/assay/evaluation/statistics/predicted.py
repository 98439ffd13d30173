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
    """Compare predictions by "f1_macro", "f1" (of the class "1"), "accuracy" or "kendalltau".

    A truth is a class, a list of labels, or a number, and the predictions are alike. The same seed gives the
    same answer. Raises EvaluationError for an unknown measure, different lengths, and fewer than two papers.
    """
    if metric not in ("f1_macro", "f1", "accuracy", "kendalltau"):
        raise EvaluationError("'{0}' is no measure: there are f1_macro, f1, accuracy and kendalltau.", metric)
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
    """Classes or sets of labels, as matrices (papers, labels) of 0 and 1."""

    def __init__(self, metric: str, truth: Sequence[Any], a: Sequence[Any], b: Sequence[Any]) -> None:
        rows = [[_labels(each) for each in side] for side in (truth, a, b)]
        names = sorted({name for side in rows for row in side for name in row})
        if metric == "f1":
            names = ["1"]
        place = {name: column for column, name in enumerate(names)}
        self._several = not isinstance(truth[0], str)
        self._metric = metric
        self._truth, self._a, self._b = (_indicators(side, place) for side in rows)
        self._right_a = np.array([set(t) == set(p) for t, p in zip(rows[0], rows[1], strict=True)])
        self._right_b = np.array([set(t) == set(p) for t, p in zip(rows[0], rows[2], strict=True)])

    def values(self, counts: Values | None, swapped: npt.NDArray[np.bool_] | None) -> tuple[Values, Values]:
        n = len(self._truth)
        weights = np.ones((1, n)) if counts is None else counts
        moved = np.zeros((1, n)) if swapped is None else swapped.astype(np.float64)
        return self._side(weights, moved, self._a, self._b), self._side(weights, moved, self._b, self._a)

    def _side(self, weights: Values, moved: Values, own: Values, other: Values) -> Values:
        """(rows,) of one system; what was exchanged is the other's."""
        stays = weights * (1 - moved)
        goes = weights * moved
        if self._metric == "accuracy":
            right, others = self._right_a, self._right_b
            if own is self._b:
                right, others = others, right
            return np.asarray(100 * (stays @ right + goes @ others) / weights.sum(axis=1))
        hits = stays @ (own * self._truth) + goes @ (other * self._truth)  # (rows, labels)
        predicted = stays @ own + goes @ other
        true = weights @ self._truth
        both = predicted + true
        f1 = np.divide(2 * hits, both, out=np.zeros_like(both), where=both > 0)
        if self._metric == "f1":
            return np.asarray(100 * f1[:, 0])
        # Of classes those that occur count, of labels all of them: scikit-learn's rule.
        occur = np.full(len(f1), f1.shape[1]) if self._several else (both > 0).sum(axis=1)
        return np.asarray(100 * f1.sum(axis=1) / np.maximum(occur, 1))

    def better(self) -> tuple[int, int]:
        return int((self._right_b & ~self._right_a).sum()), int((self._right_a & ~self._right_b).sum())


def _labels(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(each) for each in value]


def _indicators(rows: Sequence[Sequence[str]], place: dict[str, int]) -> Values:
    found = np.zeros((len(rows), len(place)))
    for number, row in enumerate(rows):
        for name in row:
            if name in place:
                found[number, place[name]] = 1.0
    return found


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
            rows.append((_tau(truth, a), _tau(truth, b)))
        found = np.array(rows)
        return found[:, 0], found[:, 1]

    def better(self) -> tuple[int, int]:
        """By the distance of ranks: predictions are on scales of their own."""
        ranks = [_ranks(side) for side in (self._truth, self._a, self._b)]
        far_a, far_b = np.abs(ranks[1] - ranks[0]), np.abs(ranks[2] - ranks[0])
        return int((far_b < far_a).sum()), int((far_a < far_b).sum())


def _tau(truth: Values, found: Values) -> float:
    from scipy.stats import kendalltau

    tau = float(kendalltau(truth, found).statistic)
    return 0.0 if np.isnan(tau) else 100 * tau


def _ranks(values: Values) -> Values:
    from scipy.stats import rankdata

    return np.asarray(rankdata(values), dtype=np.float64)
