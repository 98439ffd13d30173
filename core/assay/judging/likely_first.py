"""Continuous active learning in a judging queue: the order of what is left, how much of it may be relevant,
and when to stop (Cormack and Grossman, "Autonomy and Reliability of Continuous Active Learning for
Technology-Assisted Review", 2015).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.floating]

HALF = 3
"""The model of the grades counts half of what the first stage does at so many relevant papers."""

TARGET, ERROR = 0.8, 0.05
"""Judging may stop once recall is `TARGET`, but for an error of so much. Of the rules that were simulated it
is the one that never stopped too early more often than it says (docs/benchmarks.md)."""


def likely_scores(
    first_stage: Floats, vectors: Floats, judged: Sequence[int], relevant: Sequence[bool]
) -> Floats:
    """Return a score for each of n papers, the higher the likelier it is relevant.

    `first_stage` (n,) are scores of a search that has learned from the same grades (`search.feedback`), which
    is best while few are relevant; `vectors` (n, dim) are of unit length, or zero where a paper has none. A
    kernel ridge regression on their cosines, both classes of equal weight, is added with a weight that grows
    with the number of relevant papers. `judged` are rows, `relevant` what was said of them.
    """
    signs = np.where(np.asarray(relevant, bool), 1.0, -1.0)
    n, n_relevant = len(signs), int((signs > 0).sum())
    if n_relevant in (0, n):
        return first_stage
    kernel = vectors.astype(np.float64) @ vectors.T.astype(np.float64)  # (n, n)
    rows = np.asarray(judged)
    weights = np.where(signs > 0, n / (2 * n_relevant), n / (2 * (n - n_relevant)))
    learned = kernel[:, rows] @ np.linalg.solve(kernel[np.ix_(rows, rows)] + np.diag(1 / weights), signs)
    return _standard(first_stage) + n_relevant / (n_relevant + HALF) * _standard(learned)


def expected_left(found: Sequence[bool], n_open: int) -> float | None:
    """Return how many of the `n_open` papers are relevant by the trend so far; None before the first.

    `found` says of each judged paper, in the order of judging, whether it is relevant. Finds are taken for a
    Poisson process whose rate falls as a power of the rank (Stevenson and Bin-Hezam, "Stopping Methods for
    Technology-assisted Reviews Based on Point Processes", TOIS 2023); its exponent is that of the greatest
    likelihood, in Crow's closed form, and at most 1: the rate never rises.
    """
    places = np.flatnonzero(np.asarray(found, bool)) + 0.5
    n = len(found)
    if not len(places):
        return None
    exponent = min(1.0, len(places) / float(np.log(n / places).sum()))
    growth = float((1 + n_open / n) ** exponent)
    return min(float(n_open), len(places) * (growth - 1))


def most_left(found: Sequence[bool], n_open: int, *, error: float = ERROR) -> int:
    """Return a bound on the relevant papers among the `n_open`, which is too low with probability `error`.

    It inverts the hypergeometric test of Callaghan and Müller-Hansen ("Statistical stopping criteria for
    automated screening in systematic reviews", 2020): those judged last, however many, are taken for a random
    sample of all that was open before them. In this order they hold more relevant ones than that, so that the
    bound errs to the safe side. `found` as in `expected_left`.
    """
    from scipy.stats import hypergeom  # type: ignore[attr-defined] # scipy names it at run time

    hits = np.asarray(found, np.int64)
    if not len(hits) or not n_open:
        return n_open
    size = np.arange(1, len(hits) + 1)  # of the sample that ends with the last one judged
    inside = hits[::-1].cumsum()
    total = size + n_open
    low, high = inside.copy(), inside + n_open  # of relevant ones in all: low is possible, above high is none
    while (low < high).any():
        middle = (low + high + 1) // 2
        possible = hypergeom.cdf(inside, total, middle, size) > error
        low, high = np.where(possible, middle, low), np.where(possible, high, middle - 1)
    return int((low - inside).min())


def may_stop(n_found: int, most: int) -> bool:
    """Return whether `TARGET` of the relevant papers are found, if at most `most` are left."""
    return n_found > 0 and n_found >= TARGET * (n_found + most)


def _standard(scores: Floats) -> Floats:
    centred: Floats = scores - scores.mean()
    spread = float(scores.std())
    return centred / spread if spread > 0 else centred
