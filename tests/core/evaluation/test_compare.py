"""Paired comparisons against scipy and cases worked by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from assay.errors import BadInput, EvaluationError
from assay.evaluation import Comparison, compare, compare_many
from assay.evaluation.statistics import holm
from assay.types import Qrels, Run


def ranked_at(ranks: list[int]) -> tuple[Qrels, Run]:
    """Qrels with one relevant document a query, and a run that has it at the given rank: RR = 1 / rank."""
    qrels = {f"q{i}": {"right": 1} for i in range(len(ranks))}
    run = {
        f"q{i}": {("right" if place == rank else f"wrong{place}"): -float(place) for place in range(1, 12)}
        for i, rank in enumerate(ranks)
    }
    return qrels, run


def compared(ranks_a: list[int], ranks_b: list[int], **options: int) -> Comparison:
    qrels, run_a = ranked_at(ranks_a)
    _, run_b = ranked_at(ranks_b)
    return compare(qrels, run_a, run_b, "RR", **options)


def values(ranks: list[int]) -> np.ndarray:
    return 1.0 / np.array(ranks)


ranks = st.integers(1, 10)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(ranks, ranks), min_size=3, max_size=30))
def test_t_test_interval_and_effect_size_are_scipys(pairs: list[tuple[int, int]]) -> None:
    a, b = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found = compared(a, b)
    d = values(b) - values(a)
    assert found.n == len(pairs)
    assert found.difference == pytest.approx(found.mean_b - found.mean_a, abs=1e-12)
    assert found.difference == pytest.approx(d.mean(), abs=1e-9)
    if np.ptp(d) > 1e-9:
        expected = stats.ttest_rel(values(b), values(a))
        low, high = expected.confidence_interval(0.95)
        assert (found.p_t, found.ci_low, found.ci_high) == pytest.approx(
            (expected.pvalue, low, high), abs=1e-9
        )
        assert found.effect_size == pytest.approx(expected.statistic / math.sqrt(len(d)), abs=1e-9)
        assert (found.p_t < 0.05) == (not found.ci_low <= 0 <= found.ci_high)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(ranks, ranks), min_size=2, max_size=10))
def test_up_to_twelve_queries_the_randomisation_test_is_exact(pairs: list[tuple[int, int]]) -> None:
    a, b = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    found = compared(a, b)
    # In 2,520ths they are whole numbers, whose sums scipy compares without rounding.
    expected = stats.permutation_test(
        (np.rint(2520 * values(b)), np.rint(2520 * values(a))),
        lambda x, y, axis: np.sum(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=np.inf,
    )
    assert found.p_randomisation == pytest.approx(expected.pvalue, abs=1e-12)
    assert found.exact
    assert found.draws == 2 ** (found.wins + found.losses)


def test_the_sampled_randomisation_test_is_near_the_exact_one() -> None:
    a = [3, 1, 5, 2, 7, 4, 2, 9, 3, 2, 6, 8, 1, 5, 3, 4]
    b = [1, 2, 2, 1, 3, 5, 3, 4, 2, 1, 7, 3, 3, 2, 4, 2]
    found = compared(a, b, draws=20_000)
    expected = stats.permutation_test(
        (values(b), values(a)),
        lambda x, y, axis: np.mean(x - y, axis=axis),
        permutation_type="samples",
        vectorized=True,
        n_resamples=2**16,
    ).pvalue
    assert found.wins + found.losses > 12, "or it would have been exact"
    assert (found.exact, found.draws) == (False, 20_000)
    assert abs(found.p_randomisation - expected) < 5 * math.sqrt(expected * (1 - expected) / 20_000)


def test_the_sampled_p_is_never_zero() -> None:
    found = compared([2] * 40, [1] * 39 + [3], draws=99)
    assert found.p_randomisation == pytest.approx(1 / 100), "(0 + 1) / (99 + 1)"


def test_the_same_seed_gives_the_same_p_and_another_seed_another() -> None:
    a, b = [1, 2, 3, 4, 5] * 6, [2, 1, 1, 4, 9] * 6
    first, again, other = (compared(a, b, seed=seed).p_randomisation for seed in (1, 1, 2))
    assert first == again
    assert first != other


def test_wins_losses_and_ties_are_those_of_run_b() -> None:
    found = compared([2, 2, 2, 2, 5], [1, 1, 1, 4, 5])
    assert (found.wins, found.losses, found.ties) == (3, 1, 1)
    assert found.difference == pytest.approx((3 * 0.5 - 0.25) / 5)


def test_swapping_the_runs_turns_the_sign_and_keeps_the_p_values() -> None:
    a, b = [1, 2, 3, 4, 5, 1, 2], [2, 1, 1, 3, 5, 1, 1]
    there, back = compared(a, b), compared(b, a)
    assert (back.difference, back.ci_low, back.ci_high) == pytest.approx(
        (-there.difference, -there.ci_high, -there.ci_low)
    )
    assert (back.p_t, back.p_randomisation) == pytest.approx((there.p_t, there.p_randomisation))
    assert (back.wins, back.losses) == (there.losses, there.wins)


@pytest.mark.parametrize("n", [2, 5, 40])
def test_equal_runs_have_p_one_and_no_effect(n: int) -> None:
    found = compared([3] * n, [3] * n)
    assert (found.p_t, found.p_randomisation, found.effect_size) == (1.0, 1.0, 0.0)
    assert (found.difference, found.ci_low, found.ci_high) == (0.0, 0.0, 0.0)
    assert found.ties == n


def test_the_same_difference_on_every_query_has_no_effect_size_and_no_warning() -> None:
    found = compared([2] * 5, [1] * 5)
    assert found.effect_size is None
    assert found.p_t == 0.0
    assert found.p_randomisation == pytest.approx(2 / 2**5)
    assert found.ci_low == found.ci_high == pytest.approx(0.5)


def test_a_query_missing_from_one_run_counts_zero_for_it() -> None:
    qrels, run = ranked_at([1, 1, 1])
    found = compare(qrels, {"q0": run["q0"]}, run, "RR")
    assert (found.mean_a, found.mean_b, found.n) == (pytest.approx(1 / 3), 1.0, 3)


def test_too_few_queries_or_draws_are_refused() -> None:
    with pytest.raises(EvaluationError, match="needs two"):
        compared([1], [2])
    with pytest.raises(BadInput, match="draws"):
        compared([1, 2], [2, 1], draws=0)


def test_holm_worked_by_hand() -> None:
    # Sorted: .005 x 4 = .02, .01 x 3 = .03, .03 x 2 = .06, .04 x 1 = .04 -> raised to .06.
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert holm([0.6, 0.7]) == [1.0, 1.0]
    assert holm([]) == []


def test_many_runs_are_compared_with_the_reference_and_corrected_together() -> None:
    qrels, base = ranked_at([3, 5, 2, 4, 3, 6, 2, 5])
    _, better = ranked_at([1, 1, 1, 1, 1, 2, 1, 1])
    _, alike = ranked_at([3, 5, 2, 4, 3, 6, 2, 4])
    found = compare_many(qrels, {"better": better, "base": base, "alike": alike}, "base", "RR")
    assert [(row.name, row.reference) for row in found] == [("better", "base"), ("alike", "base")]
    single = [compare(qrels, base, better, "RR"), compare(qrels, base, alike, "RR")]
    assert [row.comparison for row in found] == single
    p = [row.p_randomisation for row in single]
    assert p == pytest.approx([2 / 2**8, 1.0])
    assert [row.p_randomisation_holm for row in found] == pytest.approx([2 * p[0], 1.0])
    assert found[0].p_t_holm == pytest.approx(2 * single[0].p_t)


def test_a_reference_that_is_no_run_is_refused() -> None:
    qrels, run = ranked_at([1, 2])
    with pytest.raises(BadInput, match="The runs are: a, b"):
        compare_many(qrels, {"a": run, "b": run}, "c", "RR")
