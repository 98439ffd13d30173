"""Several runs of several systems: mean, deviation, and whether the systems differ beyond their runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean, stdev

from assay.errors import EvaluationError

ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Spread:
    """Mean of some runs, and their standard deviation (n - 1); None of a single run."""

    n: int
    mean: float
    deviation: float | None


@dataclass(frozen=True, slots=True)
class PairDifference:
    """Tukey's honestly significant difference of two systems: `second` less `first`, with its interval."""

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float

    @property
    def differs(self) -> bool:
        return self.p < ALPHA


@dataclass(frozen=True, slots=True)
class Variance:
    """One-way analysis of variance over systems, then each pair of them."""

    f: float | None  # None: infinite
    p: float
    pairs: tuple[PairDifference, ...]

    @property
    def differs(self) -> bool:
        return self.p < ALPHA


def spread(values: Sequence[float]) -> Spread:
    """Raise EvaluationError for no values."""
    if not values:
        raise EvaluationError("There are no runs to average.")
    return Spread(len(values), fmean(values), stdev(values) if len(values) > 1 else None)


def analyse(groups: Mapping[str, Sequence[float]]) -> Variance | None:
    """ANOVA and Tukey's test (alpha 0.05) of at least two systems of at least two runs each.

    None where there are fewer, and where no system's runs differ: then nothing can be said of chance.
    """
    from scipy.stats import f_oneway, tukey_hsd

    if len(groups) < 2 or min(map(len, groups.values())) < 2:
        return None
    if all(max(values) - min(values) < 1e-12 for values in groups.values()):
        return None
    names, samples = list(groups), [list(values) for values in groups.values()]
    whole = f_oneway(*samples)
    pairs = tukey_hsd(*samples)
    interval = pairs.confidence_interval(confidence_level=1 - ALPHA)
    # scipy's difference of (i, j) is mean i less mean j; here the later system is compared with the earlier.
    found = [
        PairDifference(
            names[i],
            names[j],
            float(pairs.statistic[j, i]),
            float(interval.low[j, i]),
            float(interval.high[j, i]),
            float(pairs.pvalue[j, i]),
        )
        for i, j in combinations(range(len(names)), 2)
    ]
    return Variance(float(whole.statistic), float(whole.pvalue), tuple(found))
