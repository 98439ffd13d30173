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
from assay.evaluation.statistics.tukey import _every_shuffling

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


def test_how_hard_queries_are_does_not_hide_a_difference_as_it_does_from_the_unpaired_test() -> None:
    rng = np.random.default_rng(2)
    hardness = rng.random((30, 1)) * 10
    values = hardness + np.array([0.0, 0.5, 1.0]) + rng.normal(scale=0.3, size=(30, 3))
    assert all(pair.p < 0.001 for pair in analyse_blocks(["a", "b", "c"], values).pairs)
    assert stats.tukey_hsd(*values.T).pvalue[0, 2] > 0.05


def test_the_same_differences_everywhere_leave_nothing_to_chance() -> None:
    values = np.array([[0.1, 0.1, 0.3], [0.5, 0.5, 0.7], [0.2, 0.2, 0.4]])
    found = analyse_blocks(["a", "b", "c"], values)
    assert [pair.p for pair in found.pairs] == [1.0, 0.0, 0.0]
    assert (found.f, found.p) == (math.inf, 0.0)
    assert found.as_json()["f"] is None, "JSON has no infinity"
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


def test_with_no_real_difference_a_wrong_claim_is_as_rare_as_promised() -> None:
    rng = np.random.default_rng(8)
    wrong = 0
    for trial in range(200):
        values = rng.random((12, 1)) + rng.normal(size=(12, 4))
        wrong += min(map(min, randomised_tukey(values, seed=trial, draws=500).p)) < 0.05
    assert 2 <= wrong <= 20, "10 are expected; fewer or more have a chance of 0.2 %"


def test_systems_that_hardly_differ_on_many_queries_have_p_one_and_no_warning() -> None:
    values = np.random.default_rng(0).random((10, 1000)).T
    found = analyse_blocks([str(j) for j in range(10)], values)
    assert max(pair.p for pair in found.pairs) == pytest.approx(1, abs=1e-9)


def test_queries_on_which_all_are_equal_change_no_p_value() -> None:
    values = np.array([[0.1, 0.4], [0.2, 0.3], [0.6, 0.9]])
    padded = np.vstack([values, np.full((50, 2), 0.5)])
    assert randomised_tukey(padded).p == randomised_tukey(values).p
    assert randomised_tukey(np.ones((5, 3))).p == ((1.0,) * 3,) * 3


def test_no_draws_are_refused() -> None:
    with pytest.raises(BadInput, match="draws"):
        randomised_tukey(BY_HAND, draws=0)


@pytest.mark.parametrize(("level", "unit"), [(0.0, 1e-12), (1000.0, 1e-9), (-1000.0, 1e-9)])
def test_below_a_millionth_of_a_millionth_there_is_no_chance_and_no_difference(
    level: float, unit: float
) -> None:
    """Of x 0 | 0 x the error of a mean is x / sqrt(2): four residuals of x / 2, one degree, two queries."""
    for x, told in ((2.0, True), (1.0, False)):
        (pair,) = analyse_blocks(["a", "b"], level + unit * np.array([[x, 0.0], [0.0, x]])).pairs
        assert (pair.high > pair.low) is told
    for gap, told in ((1.5, True), (0.5, False)):
        found = analyse_blocks(["a", "b", "c"], level + unit * np.array([[0.0, gap, 0.0]] * 2))
        assert [pair.p for pair in found.pairs] == ([0.0, 1.0, 0.0] if told else [1.0, 1.0, 1.0])
        assert (found.f, found.p) == ((math.inf, 0.0) if told else (0.0, 1.0))


def test_every_shuffling_is_every_sum_of_an_order_of_each_row() -> None:
    for rows in (np.zeros((0, 3)), np.array([[1.0, 10.0]]), np.array([[1.0, 2.0, 4.0], [8.0, 16.0, 32.0]])):
        m = rows.shape[1]
        orders = [*product(*(permutations(row) for row in rows.tolist()))]
        expected = [tuple(sum(rank) for rank in zip(*order, strict=True)) or (0.0,) * m for order in orders]
        assert sorted(map(tuple, _every_shuffling(rows).tolist())) == sorted(expected)


@pytest.mark.parametrize(
    ("level", "step", "p"),
    [(0.0, 1.5e-12, 0.5), (0.0, 0.5e-12, 0.75), (1000.0, 4.5e-9, 0.5), (1000.0, 1.5e-9, 0.75)],
)
def test_sums_that_differ_in_their_last_digits_alone_are_as_wide(level: float, step: float, p: float) -> None:
    """Gaps 0.5, 0.2 and -0.2 add up to 0.9, 0.5, 0.5 and 0.1, but for a step in the middle."""
    values = level + np.array([[0.5, 0.0], [0.2 + step / 2, 0.0], [0.0, 0.2]])
    found = randomised_tukey(values)
    assert (found.draws, found.exact) == (8, True)
    assert found.p == ((1.0, pytest.approx(p)), (pytest.approx(p), 1.0))
