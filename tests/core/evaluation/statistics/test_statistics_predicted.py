"""Predictions of two systems, against scikit-learn, scipy and every exchange looked at."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau
from sklearn.metrics import f1_score

from assay.errors import EvaluationError
from assay.evaluation.statistics.predicted import compare_predictions

NAMES = ["a", "b", "c"]


def drawn(n: int, seed: int) -> tuple[list[str], list[str], list[str]]:
    """The truth, a system that is mostly right, and one that is often wrong."""
    rng = np.random.default_rng(seed)
    truth = rng.choice(NAMES, n).tolist()
    good = [t if rng.random() < 0.8 else str(rng.choice(NAMES)) for t in truth]
    poor = [t if rng.random() < 0.5 else str(rng.choice(NAMES)) for t in truth]
    return truth, good, poor


def macro(truth: Any, found: Any) -> float:
    return 100 * float(f1_score(truth, found, average="macro", zero_division=0))


def test_values_are_scikit_learns_and_the_difference_is_theirs() -> None:
    truth, good, poor = drawn(200, 1)
    found = compare_predictions("f1_macro", truth, poor, good)
    assert found.value_a == pytest.approx(macro(truth, poor))
    assert found.value_b == pytest.approx(macro(truth, good))
    assert found.difference == pytest.approx(found.value_b - found.value_a)
    assert (found.wins, found.losses) == (
        sum(g == t != p for t, g, p in zip(truth, good, poor, strict=True)),
        sum(p == t != g for t, g, p in zip(truth, good, poor, strict=True)),
    )
    assert found.ci[0] > 0
    assert found.p_randomisation < 0.01


def test_the_randomisation_agrees_with_every_exchange_of_ten_papers() -> None:
    truth, good, poor = drawn(10, 4)
    observed = abs(macro(truth, good) - macro(truth, poor))
    extreme = 0
    for swap in product((False, True), repeat=10):
        one = [g if s else p for s, g, p in zip(swap, good, poor, strict=True)]
        other = [p if s else g for s, g, p in zip(swap, good, poor, strict=True)]
        extreme += abs(macro(truth, other) - macro(truth, one)) >= observed - 1e-9
    found = compare_predictions("f1_macro", truth, poor, good, draws=20_000)
    assert found.p_randomisation == pytest.approx(extreme / 1024, abs=0.015)


def test_the_interval_is_that_of_a_bootstrap_written_out() -> None:
    truth, good, poor = drawn(60, 7)
    rng = np.random.default_rng(11)
    differences = []
    for _ in range(1500):
        rows = rng.integers(0, 60, 60)
        t, g, p = ([side[row] for row in rows] for side in (truth, good, poor))
        differences.append(macro(t, g) - macro(t, p))
    found = compare_predictions("f1_macro", truth, poor, good, resamples=4000)
    assert found.ci == pytest.approx(tuple(np.quantile(differences, [0.025, 0.975])), abs=2.0)


def test_sets_of_labels_count_a_label_that_nobody_found() -> None:
    truth: list[list[str]] = [["a", "b"], ["b"], [], ["c"]]
    first: list[list[str]] = [["a"], ["b"], [], []]
    second: list[list[str]] = [["a", "b"], ["a"], [], []]
    matrix = [[[int(name in row) for name in NAMES] for row in side] for side in (truth, first, second)]
    found = compare_predictions("f1_macro", truth, first, second)
    assert found.value_a == pytest.approx(macro(matrix[0], matrix[1]))
    assert found.value_b == pytest.approx(macro(matrix[0], matrix[2]))
    assert compare_predictions("accuracy", truth, first, second).value_a == pytest.approx(50.0)


def test_the_f1_of_two_classes_is_that_of_the_class_1() -> None:
    truth, first, second = list("110010"), list("100010"), list("111111")
    found = compare_predictions("f1", truth, first, second)
    for value, side in ((found.value_a, first), (found.value_b, second)):
        assert value == pytest.approx(100 * f1_score(truth, side, pos_label="1"))


def test_numbers_are_compared_by_tau_and_by_which_lies_nearer_in_order() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=80)
    near, far = truth + rng.normal(size=80) / 2, rng.normal(size=80)
    found = compare_predictions(
        "kendalltau", truth.tolist(), far.tolist(), near.tolist(), draws=200, resamples=200
    )
    assert found.value_b == pytest.approx(100 * kendalltau(truth, near).statistic)
    assert found.value_a == pytest.approx(100 * kendalltau(truth, far).statistic)
    assert found.ci[0] > 0
    assert found.wins > found.losses
    assert found.p_randomisation <= 2 / 201


def test_the_same_predictions_do_not_differ() -> None:
    truth, good, _ = drawn(30, 2)
    found = compare_predictions("accuracy", truth, good, good)
    assert (found.difference, found.ci, found.p_randomisation) == (0.0, (0.0, 0.0), 1.0)
    assert (found.wins, found.ties, found.losses) == (0, 30, 0)


def test_what_does_not_fit_together_is_refused() -> None:
    with pytest.raises(EvaluationError, match="2 papers, and predictions for 2 and 1"):
        compare_predictions("accuracy", ["a", "b"], ["a", "b"], ["a"])
    with pytest.raises(EvaluationError, match="one paper"):
        compare_predictions("accuracy", ["a"], ["a"], ["b"])
