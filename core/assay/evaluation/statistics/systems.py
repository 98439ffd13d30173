"""Any number of systems on the same queries or tasks: how each pair differs, by every test at once."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from assay.errors import BadInput
from assay.evaluation.statistics.aligned import Aligned, aligned
from assay.evaluation.statistics.bootstrap import Bootstrap, intervals, resampled_means
from assay.evaluation.statistics.corrections import holm
from assay.evaluation.statistics.paired import Values, differences, paired
from assay.evaluation.statistics.tukey import RandomisedTukey, analyse_blocks, randomised_tukey
from assay.evaluation.statistics.variance import PairDifference, Variance
from assay.types import Comparison

FEW = 20
"""Below so many queries or tasks a test finds only what is large."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system. `deviation` (n - 1) is over the queries or tasks.

    `judged_at_k` is the mean Judged@k of its ranking, None of what is no ranking; `n_missing` counts the
    judged queries that it has no result for, which count 0.
    """

    name: str
    mean: float
    deviation: float
    judged_at_k: float | None = None
    n_missing: int = 0


@dataclass(frozen=True, slots=True)
class SystemPair:
    """`second` against `first`: positive differences are in favour of `second`.

    Holm's correction goes over all pairs of the same answer; Tukey's over all pairs of systems, shown or not.
    """

    first: str
    second: str
    comparison: Comparison
    p_t_holm: float
    p_randomisation_holm: float
    bootstrap: Bootstrap
    tukey: PairDifference
    p_tukey_randomised: float


@dataclass(frozen=True, slots=True)
class Systems:
    """`n` queries or tasks; `rows` best first, `pairs` in the order of the systems as they were given.

    `f` and `p` are of the two-way analysis of variance: whether any two systems differ at all. `reference` is
    the `first` of every pair, "" where all pairs are compared. `k` is of Judged@k, None without rankings.
    """

    measure: str
    n: int
    rows: tuple[SystemRow, ...]
    pairs: tuple[SystemPair, ...]
    f: float | None  # None: infinite
    p: float
    reference: str
    k: int | None
    seed: int
    draws: int  # of the tests that shuffle at random, where they are not exact
    resamples: int
    tukey_exact: bool  # the randomised one

    @property
    def few(self) -> bool:
        return self.n < FEW


def compare_systems(
    scores: Mapping[str, Mapping[str, float]],
    measure: str,
    *,
    reference: str = "",
    seed: int = 0,
    draws: int = 10_000,
    resamples: int = 10_000,
    judged: Mapping[str, float] | None = None,
    missing: Mapping[str, int] | None = None,
    k: int | None = None,
) -> Systems:
    """Compare all pairs of systems, or each with `reference`, on system -> query or task -> value.

    `judged` (Judged@k) and `missing` are of rankings, by system, and are passed through. The same seed gives
    the same answer. Raises BadInput for an unknown reference, too few draws or resamples; EvaluationError for
    systems that were not all measured on the same queries or tasks, and for fewer than two of either.
    """
    if reference and reference not in scores:
        raise BadInput("There is no system {0}. The systems are: {1}.", repr(reference), ", ".join(scores))
    table = aligned(scores)
    places = _pairs(table, reference)
    compared = [
        paired(table.values[:, i], table.values[:, j], measure, seed=seed, draws=draws) for i, j in places
    ]
    means = resampled_means(table.values, seed=seed, resamples=resamples)
    whole = analyse_blocks(table.names, table.values)
    shuffled = randomised_tukey(table.values, seed=seed, draws=draws)
    log.info("compared %d systems on %d queries or tasks", len(table.names), len(table.items))
    return Systems(
        measure=measure,
        n=len(table.items),
        rows=_rows(table, judged or {}, missing or {}),
        pairs=_compared_pairs(table, places, compared, means, whole=whole, shuffled=shuffled),
        f=whole.f,
        p=whole.p,
        reference=reference,
        k=k,
        seed=seed,
        draws=draws,
        resamples=resamples,
        tukey_exact=shuffled.exact,
    )


def _compared_pairs(
    table: Aligned,
    places: Sequence[tuple[int, int]],
    compared: Sequence[Comparison],
    means: Values,
    *,
    whole: Variance,
    shuffled: RandomisedTukey,
) -> tuple[SystemPair, ...]:
    """Return what was measured of each pair of places, corrected over all of them by Holm's method."""
    by_pair = {(pair.first, pair.second): pair for pair in whole.pairs}
    p_t = holm([one.p_t for one in compared])
    p_randomisation = holm([one.p_randomisation for one in compared])
    pairs = []
    for number, (i, j) in enumerate(places):
        first, second = table.names[i], table.names[j]
        d = differences(table.values[:, i], table.values[:, j])
        pairs.append(
            SystemPair(
                first=first,
                second=second,
                comparison=compared[number],
                p_t_holm=p_t[number],
                p_randomisation_holm=p_randomisation[number],
                bootstrap=intervals(d, means[:, j] - means[:, i]),
                tukey=by_pair.get((first, second)) or _turned(by_pair[second, first]),
                p_tukey_randomised=shuffled.p[i][j],
            )
        )
    return tuple(pairs)


def _pairs(table: Aligned, reference: str) -> list[tuple[int, int]]:
    if not reference:
        return list(combinations(range(len(table.names)), 2))
    base = table.names.index(reference)
    return [(base, place) for place in range(len(table.names)) if place != base]


def _turned(pair: PairDifference) -> PairDifference:
    """Return the same seen from the other side."""
    return PairDifference(pair.second, pair.first, -pair.difference, -pair.high, -pair.low, pair.p)


def _rows(table: Aligned, judged: Mapping[str, float], missing: Mapping[str, int]) -> tuple[SystemRow, ...]:
    rows = [
        SystemRow(
            name,
            math.fsum(column) / len(column),
            float(column.std(ddof=1)),
            judged.get(name),
            missing.get(name, 0),
        )
        for name, column in zip(table.names, table.values.T, strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: (-row.mean, row.name)))
