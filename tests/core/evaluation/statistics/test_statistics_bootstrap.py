"""Bootstrap intervals against scipy's, on the same resamples, and against what they promise."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from assay.errors import BadInput
from assay.evaluation.statistics import intervals, resampled_means
from assay.evaluation.statistics.bootstrap import _bca_levels

differences = st.lists(st.integers(-20, 20), min_size=3, max_size=40).filter(lambda d: len(set(d)) > 1)


@settings(max_examples=60, deadline=None)
@given(differences, st.integers(0, 1000))
def test_both_intervals_are_scipys_on_the_same_resamples(whole: list[int], seed: int) -> None:
    d = np.array(whole) / 20
    resampled = resampled_means(d[:, None], seed=seed, resamples=2000)[:, 0]
    found = intervals(d, resampled)
    # Sums of the same numbers in another order are the same mean: scipy counts ties exactly.
    distribution = np.round(resampled, 10)
    for method, interval in (("percentile", found.percentile), ("bca", found.bca)):
        expected = stats.bootstrap(
            (np.round(d, 10),),
            lambda x, axis: np.round(np.mean(x, axis=axis), 10),
            n_resamples=0,
            bootstrap_result=SimpleNamespace(bootstrap_distribution=distribution),
            method=method,
        ).confidence_interval
        assert interval == pytest.approx((expected.low, expected.high), abs=1e-6), method


def test_resampled_means_are_means_of_rows_drawn_together() -> None:
    values = np.array([[0.0, 10.0], [1.0, 11.0], [2.0, 12.0]])
    means = resampled_means(values, seed=3, resamples=5000)
    assert means.shape == (5000, 2)
    assert means[:, 1] - means[:, 0] == pytest.approx(10), "both columns see the same draws"
    assert means[:, 0].mean() == pytest.approx(1, abs=0.03)
    assert means[:, 0].var() == pytest.approx((2 / 3) / 3, rel=0.1), "the variance of a mean of three"


def test_blocks_of_resamples_do_not_change_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    values = np.random.default_rng(1).random((50, 2))
    whole = resampled_means(values, seed=5, resamples=300)
    monkeypatch.setattr("assay.evaluation.statistics.bootstrap.BLOCK", 700)
    assert resampled_means(values, seed=5, resamples=300) == pytest.approx(whole, abs=1e-12)


def test_equal_differences_give_an_interval_of_one_number() -> None:
    d = np.full(5, 0.25)
    found = intervals(d, resampled_means(d[:, None], resamples=100)[:, 0])
    assert found.percentile == found.bca == pytest.approx((0.25, 0.25))


def test_too_few_resamples_are_refused() -> None:
    with pytest.raises(BadInput, match="at least 100"):
        resampled_means(np.zeros((3, 1)), resamples=99)


def test_means_that_differ_from_the_observed_one_by_noise_alone_are_ties() -> None:
    """Of the resampled means -1e-12, 0 and 1e-12 are ties and count half: 4 + 3 / 2 of ten lie below."""
    d = np.array([-0.5, 0.0, 0.5])
    resampled = np.array([-0.4, -0.3, -0.2, -2e-12, -1e-12, 0.0, 1e-12, 0.1, 0.2, 0.3])
    tails = np.array([0.025, 0.975])
    shifted = stats.norm.cdf(2 * stats.norm.ppf(0.55) + stats.norm.ppf(tails))
    assert _bca_levels(d, resampled, tails) == pytest.approx(shifted), "d is not skewed"
    large = _bca_levels(d * 20, resampled, tails)
    assert large == pytest.approx(
        stats.norm.cdf(2 * stats.norm.ppf((3 + 4 / 2) / 10) + stats.norm.ppf(tails))
    )
    none = _bca_levels(d, np.full(10, 5.0), tails)
    assert none == pytest.approx(stats.norm.cdf(2 * stats.norm.ppf(0.05) + stats.norm.ppf(tails)))
    every = _bca_levels(d, np.full(10, -5.0), tails)
    assert every == pytest.approx(stats.norm.cdf(2 * stats.norm.ppf(0.95) + stats.norm.ppf(tails)))


def test_a_spread_below_noise_is_none() -> None:
    for gap, one_number in ((0.5e-12, True), (2e-12, False)):
        d = np.array([0.0, gap, gap, 0.0])
        found = intervals(d, np.array([0.0, gap, gap / 2, gap]))
        assert (found.bca[0] == found.bca[1]) is one_number
        assert found.resamples == 4
