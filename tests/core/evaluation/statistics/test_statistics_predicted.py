"""Predictions of two systems, against scikit-learn, scipy and every exchange looked at."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
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
    with pytest.raises(EvaluationError, match=r"'f1_micro' is not a measure\. Measures: f1_macro, f1"):
        compare_predictions("f1_micro", ["a", "b"], ["a", "b"], ["a", "a"])
