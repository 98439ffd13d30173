"""Differences between systems beyond the chance of their runs, on numbers worked out by hand."""

from __future__ import annotations

import math

import pytest
from scipy.stats import f as f_distribution
from scipy.stats import studentized_range

from assay.errors import EvaluationError
from assay.evaluation.statistics import analyse, spread

GROUPS = {"a": [6, 8, 4, 5, 3, 4], "b": [8, 12, 9, 11, 6, 8], "c": [13, 9, 11, 8, 7, 12]}
"""Means 5, 9, 10. Between: 84 on 2 degrees of freedom; within: 68 on 15."""


def test_the_analysis_equals_the_one_by_hand() -> None:
    found = analyse(GROUPS)
    assert found is not None
    within = 68 / 15
    assert found.f == pytest.approx(42 / within)
    assert found.p == pytest.approx(f_distribution.sf(42 / within, 2, 15))
    assert found.differs
    pairs = {(pair.first, pair.second): pair for pair in found.pairs}
    assert {names: pair.difference for names, pair in pairs.items()} == pytest.approx(
        {("a", "b"): 4, ("a", "c"): 5, ("b", "c"): 1}
    )
    for (first, second), pair in pairs.items():
        distance = abs(sum(GROUPS[first]) - sum(GROUPS[second])) / 6
        q = distance / math.sqrt(within / 6)
        assert pair.p == pytest.approx(studentized_range.sf(q, 3, 15), abs=1e-6)
        half = studentized_range.ppf(0.95, 3, 15) * math.sqrt(within / 6)
        assert (pair.low, pair.high) == pytest.approx(
            (pair.difference - half, pair.difference + half), abs=1e-4
        )
    assert [pair.differs for pair in found.pairs] == [True, True, False]


def test_nothing_is_said_of_one_system_of_one_run_or_of_runs_without_any_chance() -> None:
    assert analyse({"a": [1.0, 2.0]}) is None
    assert analyse({"a": [1.0, 2.0], "b": [3.0]}) is None
    assert analyse({"a": [1.0, 1.0], "b": [3.0, 3.0]}) is None


def test_a_spread_is_the_samples_own() -> None:
    assert (spread([2, 4, 6]).mean, spread([2, 4, 6]).deviation) == pytest.approx((4, 2))
    assert spread([2]).deviation is None
    with pytest.raises(EvaluationError, match="no runs"):
        spread([])
