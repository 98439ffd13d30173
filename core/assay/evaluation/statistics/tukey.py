"""All pairs of systems on the same queries, with the chance of any wrong claim held at 0.05.

`analyse` (variance.py) compares repeated trainings, which are independent of each other. Here all systems
answer the same queries, so how hard a query is belongs to nobody: the two-way model value = system + query +
chance takes it out before Tukey's range is looked up (Carterette, ACM TOIS 2012). The randomised form
supposes no normal errors: it shuffles the systems' labels within each query and asks how often the widest gap
of any two is as wide as the one observed.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations

import numpy as np

from assay.errors import BadInput
from assay.evaluation.statistics.paired import NOISE, Values
from assay.evaluation.statistics.variance import ALPHA, PairDifference, Variance

EXACT_UP_TO = 5000  # shufflings: so many or fewer are all looked at
_TABLE_UP_TO = 7  # systems: all orders of so many are listed once, which is faster than to shuffle


@dataclass(frozen=True, slots=True)
class RandomisedTukey:
    """`p` is (m, m), symmetric, 1 on its diagonal; `draws` are the shufflings behind it, all if `exact`."""

    p: tuple[tuple[float, ...], ...]
    draws: int
    exact: bool


def analyse_blocks(names: Sequence[str], values: Values) -> Variance:
    """Two-way analysis of variance of `values`, (n, m) of queries by systems, then each pair of systems.

    n and m are at least 2. For two systems the p-value is that of the paired t-test. Where systems differ by
    the same amount on every query there is no chance left: p is 0 for those that differ, 1 for the others.
    """
    from scipy.special import fdtrc

    n, m = values.shape
    means = values.mean(axis=0)
    residuals = values - values.mean(axis=1, keepdims=True) - means + values.mean()
    free = (n - 1) * (m - 1)
    error = math.sqrt(
        float((residuals**2).sum()) / free / n
    )  # of a system's mean, its query's part taken out
    pairs = list(combinations(range(m), 2))
    gaps = np.array([means[second] - means[first] for first, second in pairs])
    if error < NOISE * max(1.0, float(np.abs(values).max())):
        same = np.abs(gaps) < NOISE * max(1.0, float(np.abs(values).max()))
        p, half = np.where(same, 1.0, 0.0), 0.0
        f, p_all = (0.0, 1.0) if same.all() else (None, 0.0)
    else:
        p = _p_of_range(np.abs(gaps) / error, m, free)
        half = _critical(m, free) * error
        f = float(((means - means.mean()) ** 2).sum() / (m - 1) / error**2)
        p_all = float(fdtrc(m - 1, free, f))
    found = tuple(
        PairDifference(names[i], names[j], float(gap), float(gap) - half, float(gap) + half, float(own))
        for (i, j), gap, own in zip(pairs, gaps, p, strict=True)
    )
    return Variance(f, p_all, found)


def _p_of_range(q: Values, m: int, free: int) -> Values:
    """Return how often chance makes the studentised range of m means as wide as each of q."""
    from scipy.integrate import IntegrationWarning
    from scipy.stats import studentized_range  # type: ignore[attr-defined] # scipy names it at run time

    with warnings.catch_warnings():
        # Said of p-values within 1e-9 of 1, which are right all the same.
        warnings.simplefilter("ignore", IntegrationWarning)
        p: Values = studentized_range.sf(q, m, free)
    return p


@lru_cache(maxsize=256)
def _critical(m: int, free: int) -> float:
    """The studentised range of m means that chance passes with ALPHA. Slow to find, and asked for often."""
    from scipy.stats import studentized_range  # type: ignore[attr-defined] # scipy names it at run time

    return float(studentized_range.ppf(1 - ALPHA, m, free))


def randomised_tukey(values: Values, *, seed: int = 0, draws: int = 10_000) -> RandomisedTukey:
    """p-values of all pairs of the columns of `values`, (n, m); the same seed gives the same.

    Exact where there are at most 5,000 shufflings, as for two systems on twelve queries; else
    (k + 1) / (draws + 1), which counts what was observed. A query on which all systems are equal changes
    nothing, however it is shuffled, and is left aside. Supposing that no system differs from any, it is
    wider than `analyse_blocks` for the others where one system stands far off.
    """
    if draws < 1:
        raise BadInput("{0} draws are too few. Give at least 1; 10000 is the rule.", draws)
    m = values.shape[1]
    moving = values[np.ptp(values, axis=1) >= NOISE]
    exact = math.factorial(min(m, 8)) ** min(len(moving), 13) <= EXACT_UP_TO
    sums = _every_shuffling(moving) if exact else _shuffled(moving, np.random.default_rng(seed), draws)
    widest = np.ptp(sums, axis=1)
    own = values.sum(axis=0)
    gaps = np.abs(own[:, None] - own[None, :])
    # Sums of the same numbers in another order differ in the last digits: one that near is as wide.
    thresholds = gaps - NOISE * max(1.0, float(np.abs(values).sum(axis=0).max()))
    widest.sort()
    as_wide = widest.size - np.searchsorted(widest, thresholds.ravel(), side="left").reshape(m, m)
    p = as_wide / widest.size if exact else (as_wide + 1) / (widest.size + 1)
    np.fill_diagonal(p, 1.0)
    return RandomisedTukey(tuple(map(tuple, p.tolist())), widest.size, exact)


def _every_shuffling(values: Values) -> Values:
    """(all, m) sums of the columns under every shuffling of each row; with no row the one sum 0."""
    m = values.shape[1]
    orders = np.array(list(permutations(range(m)))) if len(values) else np.empty((0, m), dtype=np.intp)
    sums = np.zeros((1, m))
    for row in values:
        sums = (sums[:, None, :] + row[orders][None, :, :]).reshape(-1, m)
    return sums


def _shuffled(values: Values, rng: np.random.Generator, draws: int) -> Values:
    """(draws, m) sums of the columns, each row in an order of its own each time."""
    m = values.shape[1]
    sums = np.zeros((draws, m))
    orders = np.array(list(permutations(range(m)))) if m <= _TABLE_UP_TO else None
    for row in values:
        if orders is None:
            sums += rng.permuted(np.broadcast_to(row, (draws, m)), axis=1)
        else:
            sums += row[orders][rng.integers(0, len(orders), size=draws)]
    return sums
