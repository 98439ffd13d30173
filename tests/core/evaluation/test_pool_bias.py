"""Leave-one-out, against the same done by hand and by brute force."""

from __future__ import annotations

import copy

import pytest
from evaluation_reference import DOC_IDS, QUERY_IDS, REFERENCE, best_first, some_qrels, some_run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from assay.errors import EvaluationError
from assay.evaluation import BiasRow, leave_one_out
from assay.types import Qrels, Run

QRELS = {"q1": {"a": 1, "b": 0, "c": 1}, "q2": {"d": 1}}
RUNS = {
    "one": {"q1": {"a": 2.0, "c": 1.0}, "q2": {"d": 1.0}},
    "two": {"q1": {"b": 2.0, "a": 1.0}, "q2": {"x": 1.0}},
}
POOLED = {"one": {"q1": ["a", "c"], "q2": ["d"]}, "two": {"q1": ["b", "a"], "q2": ["x"]}}


def test_a_case_worked_by_hand() -> None:
    """Only run one found c and d. Without them q1 keeps a and b, and q2 keeps nothing and counts 0."""
    assert leave_one_out(QRELS, RUNS, POOLED, "P@2") == [
        BiasRow(
            "one", mean=0.75, mean_without=0.25, difference=-0.5, n_unique=2, judged_at_k=0.25, n_queries=2
        ),
        # Only run two found b, and x, which nobody judged.
        BiasRow(
            "two", mean=0.25, mean_without=0.25, difference=0.0, n_unique=1, judged_at_k=0.25, n_queries=2
        ),
    ]


def brute_force(
    qrels: Qrels, tag: str, runs: dict[str, Run], pooled: dict[str, dict[str, list[str]]], measure: str
) -> tuple[float, float, float, int]:
    """(mean, mean without, Judged@3 without, pairs taken out), pair by pair and query by query."""
    rest: Qrels = {}
    taken = 0
    for query_id, grades in qrels.items():
        rest[query_id] = {}
        for doc_id, grade in grades.items():
            finders = [other for other in pooled if doc_id in pooled[other].get(query_id, [])]
            if finders == [tag]:
                taken += 1
            else:
                rest[query_id][doc_id] = grade
    totals = [0.0, 0.0, 0.0]
    for query_id, grades in qrels.items():
        docs = best_first(runs[tag].get(query_id, {}))
        totals[0] += REFERENCE[measure](grades, docs)
        if rest[query_id]:
            totals[1] += REFERENCE[measure](rest[query_id], docs)
            totals[2] += REFERENCE["Judged@3"](rest[query_id], docs)
    return totals[0] / len(qrels), totals[1] / len(qrels), totals[2] / len(qrels), taken


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=60)
@given(
    qrels=some_qrels,
    runs=st.dictionaries(st.sampled_from(["A", "B", "C"]), some_run, min_size=1),
    pooled=st.dictionaries(
        st.sampled_from(["A", "B", "C", "gone"]),
        st.dictionaries(st.sampled_from(QUERY_IDS), st.lists(st.sampled_from(DOC_IDS), max_size=8)),
    ),
    measure=st.sampled_from(["nDCG@10", "AP", "RR@3", "P@5", "R@3"]),
)
def test_every_row_equals_brute_force(
    qrels: Qrels, runs: dict[str, Run], pooled: dict[str, dict[str, list[str]]], measure: str
) -> None:
    before = copy.deepcopy((qrels, runs, pooled))
    rows = leave_one_out(qrels, runs, pooled, measure)
    assert [row.tag for row in rows] == [tag for tag, run in runs.items() if run.keys() & qrels.keys()]
    for row in rows:
        mean, without, judged, taken = brute_force(qrels, row.tag, runs, pooled, measure)
        assert row.mean == pytest.approx(mean, abs=1e-6)
        assert row.mean_without == pytest.approx(without, abs=1e-6)
        assert row.difference == pytest.approx(without - mean, abs=1e-6)
        assert (row.n_unique, row.n_queries) == (taken, len(qrels))
        if measure.endswith("@3"):
            assert row.judged_at_k == pytest.approx(judged, abs=1e-6)
    assert (qrels, runs, pooled) == before


def test_a_run_that_was_not_pooled_and_grades_that_no_run_brought_lose_nothing() -> None:
    late = {"q1": {"a": 1.0}, "q2": {"d": 1.0}}
    [row] = leave_one_out(QRELS, {"late": late}, {}, "P@1")
    assert (row.mean, row.mean_without, row.n_unique) == (1.0, 1.0, 0)
    [row] = leave_one_out(QRELS, {"late": late}, {"one": POOLED["one"]}, "P@1")
    assert (row.difference, row.n_unique) == (0.0, 0)


def test_a_contributor_whose_run_is_gone_still_shares_what_it_found() -> None:
    [row] = leave_one_out(QRELS, {"one": RUNS["one"]}, {**POOLED, "gone": {"q2": ["d"]}}, "P@2")
    assert row.n_unique == 1


def test_a_run_that_alone_made_the_whole_set_keeps_nothing() -> None:
    everything = {"one": {q: list(grades) for q, grades in QRELS.items()}}
    [row] = leave_one_out(QRELS, {"one": RUNS["one"]}, everything)
    assert (row.mean, row.mean_without, row.judged_at_k, row.n_unique) == (1.0, 0.0, 0.0, 4)


def test_the_query_paper_counts_neither_as_hit_nor_as_judgement() -> None:
    qrels = {"q1": {"own": 2, "a": 1}, "q2": {"own": 2}}
    run = {"q1": {"own": 3.0, "a": 2.0}, "q2": {"own": 1.0}}
    [row] = leave_one_out(qrels, {"r": run}, {"r": {"q1": ["a"]}}, "P@1", {"q1": "own", "q2": "own"})
    assert (row.mean, row.mean_without, row.n_unique, row.n_queries) == (1.0, 0.0, 1, 1)


def test_runs_of_other_queries_are_left_out_and_unknown_measures_refused() -> None:
    assert leave_one_out(QRELS, {"other": {"q9": {"a": 1.0}}}, POOLED) == []
    with pytest.raises(EvaluationError, match="no measure"):
        leave_one_out(QRELS, RUNS, POOLED, "nDGC@10")
