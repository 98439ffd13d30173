"""Measures against their definitions, and each trap of pytrec_eval."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from evaluation_reference import REFERENCE, best_first, some_qrels, some_run
from hypothesis import assume, given, settings

from assay.errors import EvaluationError
from assay.evaluation import evaluate
from assay.evaluation.evaluate import _trec_name
from assay.evaluation.measures import Measure
from assay.types import Qrels, Run


@settings(max_examples=200, deadline=None)
@given(qrels=some_qrels, run=some_run)
def test_every_measure_equals_its_definition(qrels: Qrels, run: Run) -> None:
    assume(not run or qrels.keys() & run.keys())
    found = evaluate(qrels, run, list(REFERENCE))
    for query_id, grades in qrels.items():
        docs = best_first(run.get(query_id, {}))
        for name, reference in REFERENCE.items():
            assert found.per_query[query_id][name] == pytest.approx(reference(grades, docs), abs=1e-9), name
    for name, mean in found.mean.items():
        assert mean == pytest.approx(sum(v[name] for v in found.per_query.values()) / len(qrels), abs=1e-12)


def test_a_case_worked_by_hand() -> None:
    # Ranking c, a, x, b: gains 0, 2, 0, 1, ideal 2, 1, 1;
    # nDCG = (2/1.58496 + 1/2.32193) / (2 + 0.63093 + 0.5).
    qrels = {"q": {"a": 2, "b": 1, "c": 0, "missed": 1}}
    run = {"q": {"c": 9.0, "a": 8.0, "x": 7.0, "b": 6.0}}
    mean = evaluate(qrels, run, ["nDCG@10", "AP", "RR", "P@5", "R@100", "Judged@10", "Judged@3"]).mean
    assert mean["nDCG@10"] == pytest.approx((1.2618595 + 0.4306766) / 3.1309298, abs=1e-6)
    assert mean["AP"] == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert mean["RR"] == 0.5
    assert mean["P@5"] == pytest.approx(2 / 5)
    assert mean["R@100"] == pytest.approx(2 / 3)
    assert mean["Judged@10"] == pytest.approx(3 / 4)
    assert mean["Judged@3"] == pytest.approx(2 / 3)


def test_judged_queries_that_the_run_lacks_count_zero_and_are_counted() -> None:
    qrels = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 1}, "q4": {"a": 1}}
    found = evaluate(qrels, {"q1": {"a": 1.0}, "q2": {}, "other": {"a": 1.0}})
    assert found.mean["RR"] == 0.25
    assert (found.n_queries, found.n_missing, found.n_unjudged) == (4, 3, 1)
    assert set(found.per_query["q3"].values()) == {0.0}


def test_queries_with_nothing_relevant_count_zero() -> None:
    found = evaluate({"q1": {"a": 0}, "q2": {"a": 1}}, {"q1": {"a": 1.0}, "q2": {"a": 1.0}})
    assert found.mean["nDCG@10"] == 0.5
    assert found.per_query["q1"]["Judged@10"] == 1.0


def test_queries_without_any_judgement_are_no_judged_queries() -> None:
    found = evaluate({"q1": {"a": 1}, "q2": {}}, {"q1": {"a": 1.0}, "q2": {"a": 1.0}})
    assert (found.n_queries, found.n_unjudged) == (1, 1)


def test_scores_that_are_one_number_in_float32_are_still_told_apart() -> None:
    scores = {"a": 0.12345678912, "b": 0.12345678911}
    assert np.float32(scores["a"]) == np.float32(scores["b"])
    assert evaluate({"q": {"a": 1}}, {"q": scores}, ["RR"]).mean["RR"] == 1.0, "a tie would put b first"


def test_ties_go_to_the_greater_doc_id_as_a_string() -> None:
    tied = {"q": {"10": 1.0, "9": 1.0}}
    assert evaluate({"q": {"9": 1}}, tied, ["RR"]).mean["RR"] == 1.0
    assert evaluate({"q": {"10": 1}}, tied, ["RR"]).mean["RR"] == 0.5


def test_numpy_grades_and_scores_count_like_plain_numbers() -> None:
    qrels = {"q": {"a": np.int64(2), "b": np.int8(0)}}
    run = {"q": {"a": np.float32(0.5), "b": np.float64(0.75)}}
    assert evaluate(qrels, run, ["RR", "nDCG"]).mean["RR"] == 0.5  # type: ignore[arg-type]


def test_the_relevance_level_changes_ap_but_not_the_gain_of_ndcg() -> None:
    qrels, run = {"q": {"a": 2, "b": 1}}, {"q": {"b": 2.0, "a": 1.0}}
    mean = evaluate(qrels, run, ["AP", "AP(rel=2)", "nDCG@10"]).mean
    assert (mean["AP"], mean["AP(rel=2)"]) == (1.0, 0.5)
    assert mean["nDCG@10"] == pytest.approx((1 + 2 / np.log2(3)) / (2 + 1 / np.log2(3)))


def test_neither_qrels_nor_run_are_changed() -> None:
    qrels = {"q": {"a": 1, "self": 2}, "p": {}}
    run = {"q": {"a": 1.0, "self": 2.0}, "r": {"x": 1.0}}
    before = copy.deepcopy((qrels, run))
    evaluate(qrels, run, ["RR@1", "AP", "Judged@10"], exclude_self={"q": "self"})
    assert (qrels, run) == before


def test_measures_come_in_the_order_asked_for_and_once() -> None:
    found = evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, ["RR", "nDCG@10", "RR", "P@5"])
    assert list(found.mean) == ["RR", "nDCG@10", "P@5"]


def test_the_share_of_judged_results_is_given_for_each_cutoff() -> None:
    run = {"q": {f"d{i}": -float(i) for i in range(20)}}
    found = evaluate({"q": {"d0": 1, "d1": 0}}, run, ["P@5", "R@100"])
    assert found.judged_at_k == {5: 2 / 5, 10: 2 / 10, 100: 2 / 20}


@pytest.mark.parametrize("own_rank", [1, 3, None])
def test_the_query_paper_alone_is_left_out_and_ten_others_are_kept(own_rank: int | None) -> None:
    others = [f"paper{i:02}" for i in range(11)]
    docs = list(others)
    if own_rank is not None:
        docs.insert(own_rank - 1, "own")
    run = {"query": {d: 1.0 / place for place, d in enumerate(docs, start=1)}}
    # Each of the 11 others has a weight of its own in P@10: only one paper is relevant at a time.
    counted = [
        d
        for d in others
        if evaluate({"query": {d: 1}}, run, ["P@10"], exclude_self={"query": "own"}).mean["P@10"]
    ]
    assert counted == others[:10]


def test_the_query_paper_counts_as_no_judgement_either() -> None:
    qrels, run = {"q": {"own": 2, "a": 1}}, {"q": {"own": 9.0, "a": 1.0}}
    found = evaluate(qrels, run, ["nDCG@10", "R@100", "Judged@10"], exclude_self={"q": "own"})
    assert set(found.mean.values()) == {1.0}


def test_a_query_judged_on_its_own_paper_only_is_no_judged_query() -> None:
    qrels = {"q": {"own": 2}, "p": {"a": 1}}
    found = evaluate(qrels, {"q": {"own": 9.0}, "p": {"a": 1.0}}, ["RR"], exclude_self={"q": "own"})
    assert (found.n_queries, found.mean["RR"]) == (1, 1.0)


@pytest.mark.parametrize("score", [float("nan"), float("inf"), float("-inf"), None, "1.0"])
def test_scores_without_a_place_in_an_order_are_refused(score: object) -> None:
    with pytest.raises(EvaluationError, match="Document 'b' of query 'q' has the score"):
        evaluate({"q": {"a": 1}}, {"q": {"a": 1.0, "b": score}})  # type: ignore[dict-item]


@pytest.mark.parametrize("grade", [1.0, -1, 1001, 2**31, True, "1", None])
def test_grades_that_are_no_whole_number_from_zero_are_refused(grade: object) -> None:
    with pytest.raises(EvaluationError, match="The grade"):
        evaluate({"q": {"a": grade}}, {"q": {"a": 1.0}})  # type: ignore[dict-item]


@pytest.mark.parametrize("bad", ["a\0b", "\ud800", 7])
def test_ids_that_c_cannot_hold_are_refused(bad: object) -> None:
    for qrels, run in (
        ({"q": {bad: 1}}, {"q": {"a": 1.0}}),
        ({"q": {"a": 1}}, {"q": {bad: 1.0}}),
        ({bad: {"a": 1}}, {bad: {"a": 1.0}}),
    ):
        with pytest.raises(EvaluationError, match=r"[Ii]d"):
            evaluate(qrels, run)  # type: ignore[arg-type]


def test_no_judgements_are_an_error() -> None:
    for qrels in ({}, {"q": {}}):
        with pytest.raises(EvaluationError, match="No judgements"):
            evaluate(qrels, {"q": {"a": 1.0}})


def test_a_run_of_another_collection_is_an_error_that_shows_both_ids() -> None:
    with pytest.raises(EvaluationError, match=r"judged: 'q1'; in the run: '1'"):
        evaluate({"q1": {"a": 1}}, {"1": {"a": 1.0}})


def test_unknown_measures_are_refused_before_any_work() -> None:
    with pytest.raises(EvaluationError, match=r"Did you mean nDCG@10"):
        evaluate({"q": {"a": 1}}, {"q": {"a": 1.0}}, ["ndcg@10"])


def test_a_document_judged_for_another_query_is_not_judged_for_this_one() -> None:
    """Judged@k counts (query, document) pairs, never the union of all judged documents."""
    qrels = {"1": {"a": 1}, "2": {"b": 0, "c": 1}}
    run = {"1": {"a": 3.0, "b": 2.0, "c": 1.0}, "2": {"a": 3.0, "b": 2.0, "c": 1.0}}
    found = evaluate(qrels, run, ["Judged@2", "Judged@10"])
    assert found.per_query == {
        "1": {"Judged@2": 1 / 2, "Judged@10": 1 / 3},
        "2": {"Judged@2": 1 / 2, "Judged@10": 2 / 3},
    }


def test_a_measure_that_has_no_formula_is_refused_and_not_taken_for_recall() -> None:
    with pytest.raises(EvaluationError, match="Gain has no formula"):
        _trec_name(Measure("Gain", 10))
    assert _trec_name(Measure("R", 10)) == "recall_10"
