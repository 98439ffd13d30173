"""All runs of a library beside each other."""

from __future__ import annotations

import pytest
from scipy.stats import ttest_rel

from assay.evaluation.overview import overview

QRELS = {
    "q1": {"a": 2, "b": 0},
    "q2": {"c": 1, "d": 1, "e": 0},
    "q3": {"a": 0, "f": 2},
}
GOOD = {"q1": {"a": 3.0, "b": 2.0}, "q2": {"c": 3.0, "d": 2.0}, "q3": {"f": 1.0}}
POOR = {"q1": {"b": 3.0, "a": 2.0}, "q2": {"e": 3.0, "x": 2.5, "c": 2.0}, "q3": {"y": 1.0, "f": 0.5}}


def test_rows_come_best_first_and_the_weakest_is_the_reference() -> None:
    found = overview(QRELS, {"poor": POOR, "good": GOOD}, measure="RR")
    assert [row.tag for row in found.rows] == ["good", "poor"]
    assert found.reference == "poor"
    assert found.rows[0].mean["RR"] == pytest.approx(1.0)
    assert found.rows[1].mean["RR"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 2) / 3)


def test_differences_have_the_interval_of_the_paired_t_test() -> None:
    row = overview(QRELS, {"poor": POOR, "good": GOOD}, reference="poor", measure="RR").rows[0]
    low, high = ttest_rel([1, 1, 1], [1 / 2, 1 / 3, 1 / 2]).confidence_interval(0.95)
    assert row.ci == pytest.approx((low, high))
    assert row.p == pytest.approx(2 / 8), "only all plus and all minus of the 2^3 signs are as extreme"


def test_counts_are_those_of_the_grades() -> None:
    found = overview(QRELS, {"poor": POOR})
    assert (found.n_queries, found.n_judgements, found.grades) == (3, 7, (3, 2, 2))
    assert found.holes == {"poor": 2}, "x and y were shown and not judged"
    assert set(found.per_query) == set(QRELS)


def test_the_query_paper_counts_neither_as_hit_nor_as_hole() -> None:
    run = {"q1": {"self": 9.0, "a": 1.0}, "q2": {"c": 1.0}, "q3": {"f": 1.0}}
    found = overview(QRELS, {"run": run}, measure="RR", exclude_self={"q1": "self"})
    assert found.rows[0].mean["RR"] == pytest.approx(1.0)
    assert found.holes == {"run": 0}


def test_nothing_judged_and_nothing_run_are_shown_as_such() -> None:
    assert overview({}, {"good": GOOD}).rows == ()
    assert overview(QRELS, {}).rows == ()
    assert overview(QRELS, {"other": {"q9": {"a": 1.0}}}).rows == ()


def test_one_judged_query_is_measured_but_not_compared() -> None:
    found = overview({"q1": {"a": 1}}, {"good": GOOD, "poor": POOR}, measure="RR")
    assert [row.difference for row in found.rows] == [None, None]
    assert found.rows[0].mean["RR"] == 1.0


def test_a_judged_query_that_no_run_has_is_left_out_and_counted() -> None:
    found = overview({**QRELS, "new": {"a": 2}}, {"good": GOOD}, measure="RR")
    assert found.rows[0].mean["RR"] == pytest.approx(1.0)
    assert (found.n_queries, found.n_not_run, found.rows[0].n_missing) == (3, 1, 0)
