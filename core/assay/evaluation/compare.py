"""Is one run really better than another? Paired over the queries, with the uncertainty said.

Two tests are given because they ask differently: the t-test supposes that the mean difference is normal, the
randomisation test supposes nothing but that the two runs' labels could have been swapped on each query
(Smucker, Allan and Carterette, CIKM 2007, compare both on retrieval runs).
"""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.errors import BadInput, EvaluationError
from assay.evaluation.evaluate import evaluate
from assay.types import Qrels, Run

Values = npt.NDArray[np.float64]

EXACT_UP_TO = 12  # differing queries: 2**12 = 4096 sign assignments are all looked at
NOISE = 1e-12  # values that differ by less are equal: sums of logarithms in another order
BLOCK = 1 << 21  # sign assignments x queries held at once: 16 MB

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Comparison:
    """Run B against run A on `n` judged queries. Positive numbers are in favour of B.

    `difference` is mean_b - mean_a; the 95 % interval is Student's t over the queries' differences, so it
    leaves out 0 exactly where `p_t` < 0.05. Both p-values are two-sided. `effect_size` is Cohen's d_z, the
    mean difference in standard deviations of the differences; None where all differ by the same amount, for
    which it is infinite. `wins` counts the queries on which B is better, `losses` those on which A is.
    `draws` is the number of sign assignments behind `p_randomisation`: all 2**(wins + losses) if `exact`.
    """

    measure: str
    n: int
    mean_a: float
    mean_b: float
    difference: float
    ci_low: float
    ci_high: float
    p_t: float
    p_randomisation: float
    effect_size: float | None
    wins: int
    ties: int
    losses: int
    draws: int
    exact: bool = False


@dataclass(frozen=True)
class RunComparison:
    """One run against the reference (A), its p-values also adjusted for all runs of the same call (Holm)."""

    name: str
    reference: str
    comparison: Comparison
    p_t_holm: float
    p_randomisation_holm: float


def compare(
    qrels: Qrels,
    run_a: Run,
    run_b: Run,
    measure: str = "nDCG@10",
    *,
    seed: int = 0,
    draws: int = 10_000,
    exclude_self: Mapping[str, str] | None = None,
) -> Comparison:
    """Compares run B with run A, query by query; the same seed gives the same p-value.

    A judged query that a run does not have counts 0 for it, as in `evaluate`, whose errors this raises too;
    EvaluationError also for fewer than two judged queries, which have no spread.
    """
    a = _per_query(qrels, run_a, measure, exclude_self)
    b = _per_query(qrels, run_b, measure, exclude_self)
    return _compared(measure, a, b, seed=seed, draws=draws)


def compare_many(
    qrels: Qrels,
    runs: Mapping[str, Run],
    reference: str,
    measure: str = "nDCG@10",
    *,
    seed: int = 0,
    draws: int = 10_000,
    exclude_self: Mapping[str, str] | None = None,
) -> list[RunComparison]:
    """Compares every other run with `runs[reference]`, in the order of `runs`, with Holm's correction.

    Raises BadInput if there is no run of that name, and what `compare` raises.
    """
    if reference not in runs:
        raise BadInput(f"There is no run {reference!r}. The runs are: {', '.join(runs)}.")
    values = {name: _per_query(qrels, run, measure, exclude_self) for name, run in runs.items()}
    names = [name for name in runs if name != reference]
    found = [_compared(measure, values[reference], values[name], seed=seed, draws=draws) for name in names]
    by_t = holm([comparison.p_t for comparison in found])
    by_randomisation = holm([comparison.p_randomisation for comparison in found])
    return [
        RunComparison(name, reference, comparison, p_t, p_randomisation)
        for name, comparison, p_t, p_randomisation in zip(names, found, by_t, by_randomisation, strict=True)
    ]


def holm(p_values: list[float]) -> list[float]:
    """Holm's step-down adjustment (1979), in the order given: the i-th smallest of m times m - i + 1.

    An adjusted value is never below that of a smaller p, nor above 1.
    """
    m = len(p_values)
    adjusted = [0.0] * m
    highest = 0.0
    for step, index in enumerate(sorted(range(m), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (m - step) * p_values[index]))
        adjusted[index] = highest
    return adjusted


def _per_query(qrels: Qrels, run: Run, measure: str, exclude_self: Mapping[str, str] | None) -> Values:
    """(n,) values of the judged queries, in the order of the qrels."""
    evaluation = evaluate(qrels, run, [measure], exclude_self=exclude_self)
    return np.array([values[measure] for values in evaluation.per_query.values()])


def _compared(measure: str, a: Values, b: Values, *, seed: int, draws: int) -> Comparison:
    if draws < 1:
        raise BadInput(f"{draws} draws are too few. Give at least 1; 10000 is the rule.")
    if a.size < 2:
        raise EvaluationError(
            "Only one query is judged. A paired comparison needs two, and says little below twenty."
        )
    d = b - a  # (n,)
    d[np.abs(d) < NOISE] = 0.0
    ci_low, ci_high, p_t, effect_size = _t_test(d)
    p_randomisation, looked_at, exact = _randomisation(d, seed=seed, draws=draws)
    log.info("compared two runs on %d queries: %+.4f %s, p %.4f", d.size, d.mean(), measure, p_randomisation)
    return Comparison(
        measure=measure,
        n=d.size,
        mean_a=float(a.mean()),
        mean_b=float(b.mean()),
        difference=float(d.mean()),
        ci_low=ci_low,
        ci_high=ci_high,
        p_t=p_t,
        p_randomisation=p_randomisation,
        effect_size=effect_size,
        wins=int((d > 0).sum()),
        ties=int((d == 0).sum()),
        losses=int((d < 0).sum()),
        draws=looked_at,
        exact=exact,
    )


def _t_test(d: Values) -> tuple[float, float, float, float | None]:
    """(ci_low, ci_high, p, d_z) of the paired t-test on the differences d, (n,), n >= 2.

    Where all differences are equal, the spread that t divides by is 0: no difference at all gives p = 1 and
    d_z = 0; the same difference everywhere gives the limit p = 0 and no d_z.
    """
    from scipy.special import stdtr, stdtrit  # Student's t: its distribution and the inverse of it

    mean = float(d.mean())
    deviation = float(d.std(ddof=1))
    if deviation < NOISE:
        return (mean, mean, 1.0, 0.0) if mean == 0 else (mean, mean, 0.0, None)
    error = deviation / math.sqrt(d.size)
    p = 2.0 * float(stdtr(d.size - 1, -abs(mean) / error))
    half = float(stdtrit(d.size - 1, 0.975)) * error
    return mean - half, mean + half, p, mean / deviation


def _randomisation(d: Values, *, seed: int, draws: int) -> tuple[float, int, bool]:
    """(p, sign assignments looked at, whether these were all) of the paired sign-flip test, two-sided.

    Queries without a difference keep it under every sign, so only the m others are flipped. Up to m = 12
    the p-value is exact; else (k + 1) / (draws + 1), which counts the assignment that was observed.
    """
    d = d[d != 0]
    if not d.size:
        return 1.0, 1, True
    # Sums of the same numbers in another order differ in the last digits: a sum that near is as extreme.
    threshold = abs(d.sum()) - NOISE * np.abs(d).sum()
    if d.size <= EXACT_UP_TO:
        bits = np.arange(2**d.size)[:, None] >> np.arange(d.size) & 1  # (2**m, m)
        return float((np.abs((2 * bits - 1) @ d) >= threshold).mean()), 2**d.size, True
    rng = np.random.default_rng(seed)
    extreme = 0
    rows = max(1, BLOCK // d.size)
    for start in range(0, draws, rows):
        signs = 2 * rng.integers(0, 2, size=(min(rows, draws - start), d.size), dtype=np.int8) - 1
        extreme += int((np.abs(signs @ d) >= threshold).sum())  # (rows, m) @ (m,) -> (rows,)
    return (extreme + 1) / (draws + 1), draws, False
