"""The likely order, what may be left, and when to stop, next to other computations of the same."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar
from sklearn.kernel_ridge import KernelRidge

from assay.judging.likely_first import expected_left, likely_scores, may_stop, most_left

ERROR = 0.0493  # which no share of the draws is
FOUND = st.lists(st.booleans(), max_size=25)


def cdf(k: int, total: int, relevant: int, drawn: int) -> float:
    """The share of the draws that have at most k relevant ones, counted."""
    ways = sum(comb(relevant, i) * comb(total - relevant, drawn - i) for i in range(k + 1) if i <= drawn)
    return ways / comb(total, drawn)


@given(FOUND, st.integers(0, 20))
def test_the_bound_is_the_least_that_no_sample_of_the_last_ones_rules_out(
    found: list[bool], n_open: int
) -> None:
    bounds = [n_open]
    for size in range(1, len(found) + 1):
        hits, total = sum(found[-size:]), size + n_open
        possible = [k for k in range(n_open + 1) if cdf(hits, total, hits + k, size) > ERROR]
        bounds.append(max(possible, default=0))
    assert most_left(found, n_open, error=ERROR) == min(bounds)


@given(FOUND.filter(any), st.integers(0, 50))
def test_the_expectation_is_that_of_the_likeliest_falling_rate(found: list[bool], n_open: int) -> None:
    n, places = len(found), np.flatnonzero(found) + 0.5

    def minus_log_likelihood(b: float) -> float:  # rate a b t^(b - 1), whose a makes the finds expected
        a = len(places) / n**b
        return len(places) - float(np.log(a * b * places ** (b - 1)).sum())

    best = minimize_scalar(
        minus_log_likelihood, bounds=(1e-3, 1.0), method="bounded", options={"xatol": 1e-9}
    ).x
    wanted = len(places) * (((n + n_open) / n) ** best - 1)
    assert expected_left(found, n_open) == pytest.approx(min(n_open, wanted), abs=1e-2, rel=1e-3)
    assert expected_left([False] * n, n_open) is None


def test_scores_are_those_of_a_ridge_regression_next_to_the_first_stage() -> None:
    draw = np.random.default_rng(7)
    vectors = draw.normal(size=(12, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    first, judged, relevant = draw.random(12), [2, 5, 7, 11], [True, False, False, True]
    model = KernelRidge(alpha=1.0)  # both classes weigh the same: two of each
    model.fit(vectors[judged], np.where(relevant, 1.0, -1.0))
    learned = model.predict(vectors)
    wanted = (first - first.mean()) / first.std() + 2 / 5 * (learned - learned.mean()) / learned.std()
    assert likely_scores(first, vectors, judged, relevant) == pytest.approx(wanted, abs=1e-4)
    assert likely_scores(first, vectors, [2], [True]) is first, "one class teaches no model"


def test_one_of_ten_grades_counts_as_much_as_the_nine_others() -> None:
    vectors = np.eye(12, dtype=np.float32)
    vectors[10] = (vectors[0] + vectors[1]) / np.sqrt(2)  # next to a relevant and to one that is not
    scores = likely_scores(np.zeros(12), vectors, range(10), [True, *[False] * 9])
    assert scores[10] > scores[11]


def test_judging_may_stop_once_four_fifths_are_found_for_sure() -> None:
    assert may_stop(4, 1)
    assert not may_stop(3, 1)
    assert not may_stop(0, 0)
