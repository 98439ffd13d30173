"""Is B really better than A? Paired over queries or tasks, with the uncertainty said.

Two tests are given because they ask differently: the t-test supposes that the mean difference is normal, the
randomisation test supposes nothing but that the two labels could have been swapped on each query
(Smucker, Allan and Carterette, CIKM 2007, compare both on retrieval runs).
"""

from __future__ import annotations

import logging
import math

import numpy as np
import numpy.typing as npt

from assay.errors import BadInput, EvaluationError
from assay.types import Comparison

Values = npt.NDArray[np.float64]

EXACT_UP_TO = 12  # differing queries: 2**12 = 4096 sign assignments are all looked at
NOISE = 1e-12  # values that differ by less are equal: sums of logarithms in another order
BLOCK = 1 << 21  # sign assignments x queries held at once: 16 MB

log = logging.getLogger(__name__)


def paired(a: Values, b: Values, measure: str, *, seed: int = 0, draws: int = 10_000) -> Comparison:
    """Compare the values b with a, (n,) each, of the same queries in the same order.

    The same seed gives the same p-value. Raises BadInput for no draws, EvaluationError for n below 2.
    """
    if draws < 1:
        raise BadInput("{0} draws are too few. Give at least 1; 10000 is the rule.", draws)
    if a.size < 2:
        raise EvaluationError(
            "Only one query is judged. A paired comparison needs two, and means little below twenty."
        )
    d = differences(a, b)
    ci_low, ci_high, p_t, effect_size = t_test(d)
    p_randomisation, n_draws, exact = randomisation(d, seed=seed, draws=draws)
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
        draws=n_draws,
        exact=exact,
    )


def differences(a: Values, b: Values) -> Values:
    """b - a, where what differs by noise alone is 0."""
    d = b - a
    d[np.abs(d) < NOISE] = 0.0
    return d


def t_test(d: Values) -> tuple[float, float, float, float | None]:
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


def randomisation(d: Values, *, seed: int, draws: int) -> tuple[float, int, bool]:
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
