"""Tukey's test on shared queries: by hand, against the paired t-test, regression, and every shuffling."""

from __future__ import annotations

import math
from itertools import combinations, permutations, product

import numpy as np
import pytest
import statsmodels.api
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from assay.errors import BadInput
from assay.evaluation.statistics import analyse_blocks, randomised_tukey

BY_HAND = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 3.0], [3.0, 3.0, 6.0]])
"""Systems' means 2, 3, 4; queries' 2, 3, 4. Residuals: 0 0 0 | 0 1 -1 | 0 -1 1; squares 4 on 4 degrees."""


def tables(n: tuple[int, int], m: tuple[int, int]) -> st.SearchStrategy[np.ndarray]:
    shape = st.tuples(st.integers(*n), st.integers(*m))
    return shape.flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, 8), min_size=size[1], max_size=size[1]),
            min_size=size[0],
            max_size=size[0],
        ).map(lambda rows: np.array(rows, dtype=np.float64) / 8)
    )


def test_the_two_way_analysis_equals_the_one_by_hand() -> None:
    found = analyse_blocks(["a", "b", "c"], BY_HAND)
    assert found.f == pytest.approx(3.0), "(3 * 2 / 2) / (4 / 4)"
    assert found.p == pytest.approx(stats.f.sf(3.0, 2, 4))
    error = math.sqrt(1 / 3)
    half = stats.studentized_range.ppf(0.95, 3, 4) * error
    for pair, gap in zip(found.pairs, (1, 2, 1), strict=True):
        assert pair.difference == pytest.approx(gap)
        assert pair.p == pytest.approx(stats.studentized_range.sf(gap / error, 3, 4))
        assert (pair.low, pair.high) == pytest.approx((gap - half, gap + half))
    assert [(pair.first, pair.second) for pair in found.pairs] == [("a", "b"), ("a", "c"), ("b", "c")]


@settings(max_examples=25, deadline=None)
@given(tables((3, 12), (2, 2)))
def test_for_two_systems_it_is_the_paired_t_test(values: np.ndarray) -> None:
    if np.ptp(values[:, 1] - values[:, 0]) < 1e-9:
        return
    (pair,) = analyse_blocks(["a", "b"], values).pairs
    expected = stats.ttest_rel(values[:, 1], values[:, 0])
    low, high = expected.confidence_interval(0.95)
    assert pair.p == pytest.approx(expected.pvalue, abs=1e-6)
    assert (pair.low, pair.high) == pytest.approx((low, high), abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(tables((3, 8), (3, 4)))
def test_its_f_is_that_of_a_regression_on_systems_and_queries(values: np.ndarray) -> None:
    n, m = values.shape
    systems = np.tile(np.eye(m)[:, 1:], (n, 1))
    queries = np.repeat(np.eye(n), m, axis=0)
    whole = statsmodels.api.OLS(values.ravel(), np.hstack([queries, systems])).fit()
    if whole.ssr < 1e-9:
        return
    without = statsmodels.api.OLS(values.ravel(), queries).fit()
    f, p, _ = whole.compare_f_test(without)
    found = analyse_blocks([str(j) for j in range(m)], values)
    assert (found.f, found.p) == pytest.approx((f, p), abs=1e-7)


def test_the_same_differences_everywhere_leave_nothing_to_chance() -> None:
    values = np.array([[0.1, 0.1, 0.3], [0.5, 0.5, 0.7], [0.2, 0.2, 0.4]])
    found = analyse_blocks(["a", "b", "c"], values)
    assert [pair.p for pair in found.pairs] == [1.0, 0.0, 0.0]
    assert (found.f, found.p) == (None, 0.0)
    same = analyse_blocks(["a", "b"], np.ones((4, 2)))
    assert (same.f, same.p, same.pairs[0].p) == (0.0, 1.0, 1.0)


@settings(max_examples=25, deadline=None)
@given(tables((2, 4), (2, 3)))
def test_few_shufflings_are_all_looked_at(values: np.ndarray) -> None:
    n, m = values.shape
    widest = []
    for orders in product(permutations(range(m)), repeat=n):
        means = np.array([values[i, list(order)] for i, order in enumerate(orders)]).mean(axis=0)
        widest.append(means.max() - means.min())
    own = values.mean(axis=0)
    found = randomised_tukey(values)
    assert found.exact
    for i, j in combinations(range(m), 2):
        expected = np.mean(np.array(widest) >= abs(own[i] - own[j]) - 1e-9)
        assert found.p[i][j] == found.p[j][i] == pytest.approx(expected, abs=1e-12)


@settings(max_examples=25, deadline=None)
@given(tables((2, 10), (2, 2)))
def test_of_two_systems_it_is_the_sign_flip_test(values: np.ndarray) -> None:
    expected = stats.permutation_test(
        (values[:, 1], values[:, 0]),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    assert randomised_tukey(values).p[0][1] == pytest.approx(expected.pvalue, abs=1e-12)


@pytest.mark.parametrize("m", [3, 9])
def test_many_shufflings_are_drawn_and_near_the_parametric_test_on_normal_noise(m: int) -> None:
    rng = np.random.default_rng(4)
    values = rng.random((60, 1)) + rng.normal(scale=0.5, size=(60, m)) + np.linspace(0, 0.3, m)
    found = randomised_tukey(values, seed=1, draws=4000)
    assert (found.exact, found.draws) == (False, 4000)
    pairs = iter(analyse_blocks([str(j) for j in range(m)], values).pairs)
    for i, j in combinations(range(m), 2):
        assert found.p[i][j] == pytest.approx(next(pairs).p, abs=0.05)
    again, other = (randomised_tukey(values, seed=seed, draws=4000).p for seed in (1, 2))
    assert again == found.p
    assert other != found.p


def test_systems_that_hardly_differ_on_many_queries_have_p_one_and_no_warning() -> None:
    values = np.random.default_rng(0).random((10, 1000)).T
    found = analyse_blocks([str(j) for j in range(10)], values)
    assert max(pair.p for pair in found.pairs) == pytest.approx(1, abs=1e-9)


def test_no_draws_are_refused() -> None:
    with pytest.raises(BadInput, match="draws"):
        randomised_tukey(BY_HAND, draws=0)
