"""How far a mean difference would move with other queries of the kind: the paired bootstrap.

Queries are drawn again with replacement, each with what every system made of it (Efron and Tibshirani, 1993,
chapters 13 and 14). All systems see the same draws, so the intervals of several pairs fit together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from assay.errors import BadInput
from assay.evaluation.statistics.paired import BLOCK, NOISE, Values

LEVEL = 0.95


@dataclass(frozen=True, slots=True)
class Bootstrap:
    """Two 95 % intervals of a mean difference, each (low, high).

    `percentile` is what lies between the outer quantiles of the resampled means; `bca` corrects it for bias
    and skewness (bias-corrected and accelerated), and is the one to report.
    """

    percentile: tuple[float, float]
    bca: tuple[float, float]
    resamples: int


def resampled_means(values: Values, *, seed: int = 0, resamples: int = 10_000) -> Values:
    """(resamples, m) means of the columns of `values`, (n, m), over rows drawn with replacement."""
    if resamples < 100:
        raise BadInput(
            "{0} resamples are too few for an interval. Give at least 100; 10000 is the rule.", resamples
        )
    rng = np.random.default_rng(seed)
    return np.concatenate([counts @ values for counts in _counts(rng, len(values), resamples)]) / len(values)


def _counts(rng: np.random.Generator, n: int, resamples: int) -> Iterator[Values]:
    """Blocks (rows, n): how often each of n is drawn among n."""
    rows = max(1, BLOCK // n)
    for start in range(0, resamples, rows):
        some = min(rows, resamples - start)
        drawn = rng.integers(0, n, size=(some, n)) + n * np.arange(some)[:, None]
        yield np.bincount(drawn.ravel(), minlength=some * n).reshape(some, n).astype(np.float64)


def intervals(d: Values, resampled: Values) -> Bootstrap:
    """Return the intervals of the mean of d, (n,), from its resampled means, (resamples,).

    Where all differences are equal there is no spread: both intervals are that one number.
    """
    tails = np.array([(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    if np.ptp(d) < NOISE:
        same = (float(d.mean()), float(d.mean()))
        return Bootstrap(same, same, resampled.size)
    plain = np.quantile(resampled, tails)
    corrected = np.quantile(resampled, _bca_levels(d, resampled, tails))
    return Bootstrap(
        (float(plain[0]), float(plain[1])), (float(corrected[0]), float(corrected[1])), resampled.size
    )


def _bca_levels(d: Values, resampled: Values, tails: Values) -> Values:
    """Return which quantiles of the resampled means to take instead of `tails`.

    The bias is the normal quantile of the share of means below the observed one, ties counting half. The
    acceleration is the skewness of the jackknife values, which lie (d - mean) / (n - 1) from their mean.
    """
    from scipy.special import ndtr, ndtri

    mean = d.mean()
    noise = NOISE * max(1.0, float(np.abs(d).max()))
    below = ((resampled < mean - noise).mean() + (resampled <= mean + noise).mean()) / 2
    half = 0.5 / resampled.size
    bias = ndtri(np.clip(below, half, 1 - half))
    away = d - mean
    acceleration = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    moved = bias + ndtri(tails)
    levels: Values = ndtr(bias + moved / (1 - acceleration * moved))
    return levels
