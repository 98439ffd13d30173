"""All runs of a library beside each other."""

from __future__ import annotations

import pytest
from scipy.stats import ttest_rel

from assay.evaluation.measures import DEFAULT_MEASURES
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


def test_a_measure_is_shown_once_and_first() -> None:
    found = overview(QRELS, {"good": GOOD})
    assert (found.measure, found.measures) == ("nDCG@10", DEFAULT_MEASURES)
    assert overview(QRELS, {"good": GOOD}, measure="RR").measures == DEFAULT_MEASURES
    own = overview(QRELS, {"good": GOOD}, measure="MAP@7")
    assert (own.measure, own.measures) == ("AP@7", ("AP@7", *DEFAULT_MEASURES))
    assert set(own.rows[0].mean) == set(own.measures)


def test_a_run_against_a_stronger_reference_falls_behind_it() -> None:
    found = overview(QRELS, {"poor": POOR, "good": GOOD}, reference="good", measure="RR")
    assert (found.reference, found.rows[0].difference, found.rows[0].ci, found.rows[0].p) == (
        "good",
        None,
        None,
        None,
    )
    assert found.rows[1].difference == pytest.approx((1 / 2 + 1 / 3 + 1 / 2) / 3 - 1)
    assert found.per_query["q2"] == {"good": 1.0, "poor": pytest.approx(1 / 3)}


def test_two_judged_queries_are_compared() -> None:
    two = {q: QRELS[q] for q in ("q1", "q2")}
    found = overview(two, {"poor": POOR, "good": GOOD}, reference="poor", measure="RR")
    row = found.rows[0]
    assert (row.tag, row.difference) == ("good", pytest.approx((1 / 2 + 2 / 3) / 2))
    assert row.p == pytest.approx(2 / 4), "of ++, +-, -+ and -- the first and the last"
    low, high = ttest_rel([1, 1], [1 / 2, 1 / 3]).confidence_interval(0.95)
    assert row.ci == pytest.approx((low, high))
    assert overview(two, {"good": GOOD}, measure="RR").rows[0].difference is None


def test_the_best_stands_first_whatever_it_is_called() -> None:
    found = overview(QRELS, {"a poor one": POOR, "the good one": GOOD, "b poor one": POOR}, measure="RR")
    assert [row.tag for row in found.rows] == ["the good one", "a poor one", "b poor one"]
    assert found.reference == "b poor one"
    assert [*found.per_query["q1"]] == ["the good one", "a poor one", "b poor one"]
