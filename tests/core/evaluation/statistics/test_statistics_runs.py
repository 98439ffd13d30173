"""Wins and losses with the papers behind them, worked out by hand."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import BadInput
from assay.evaluation import compare, evaluate
from assay.evaluation.statistics import changed_queries, compare_runs
from assay.types import Qrels, Run


def run(**rankings: str) -> Run:
    return {q: {doc_id: -float(place) for place, doc_id in enumerate(docs)} for q, docs in rankings.items()}


QRELS: Qrels = {"up": {"r": 1, "n": 0}, "down": {"r": 2, "s": 1}, "even": {"r": 1}}
OLD = run(up="xynr", down="rsx", even="rxy")
NEW = run(up="rxz", down="xrs", even="ryx")


def test_wins_come_first_and_losses_last_with_the_papers_that_moved() -> None:
    found = changed_queries(QRELS, {"old": OLD, "new": NEW}, "old", "new", "RR@3")
    assert [(q.query_id, q.outcome, q.first, q.second) for q in found.queries] == [
        ("up", "win", 0.0, 1.0), ("even", "tie", 1.0, 1.0), ("down", "loss", 1.0, 0.5),
    ]  # fmt: skip
    up = found.queries[0]
    assert [(move.doc_id, move.grade, move.rank_first, move.rank_second) for move in up.moves] == [
        ("r", 1, 4, 1), ("y", None, 2, None), ("z", None, None, 3), ("n", 0, 3, None), ("x", None, 1, 2),
    ]  # fmt: skip
    assert [move.rise for move in up.moves] == [3, -2, 2, -1, -1], "not found is just behind the last"


def test_only_the_first_k_of_either_run_count_as_moved() -> None:
    found = changed_queries(QRELS, {"old": OLD, "new": NEW}, "old", "new", "nDCG@1")
    assert [move.doc_id for move in found.of("win")[0].moves] == ["r", "x"]
    assert found.k == 1


def test_judged_papers_among_the_first_k_are_counted_for_both_runs() -> None:
    found = changed_queries(QRELS, {"old": OLD, "new": NEW}, "old", "new", "RR@3")
    counts = {
        q.query_id: (q.judged_first, q.shown_first, q.judged_second, q.shown_second) for q in found.queries
    }
    assert counts == {"up": (1, 3, 1, 3), "even": (1, 3, 1, 3), "down": (2, 3, 2, 3)}
    assert found.judged_at_k == pytest.approx((4 / 9, 4 / 9))
    assert found.n == 3


def test_a_query_that_one_run_lacks_is_a_loss_of_all_its_papers() -> None:
    found = changed_queries(QRELS, {"old": OLD, "new": run(even="r")}, "old", "new", "RR@3")
    down = next(q for q in found.of("loss") if q.query_id == "down")
    assert (down.second, down.shown_second, down.judged_second) == (0.0, 0, 0)
    assert [(move.doc_id, move.rank_second) for move in down.moves] == [("r", None), ("s", None), ("x", None)]


def test_the_query_paper_is_no_move() -> None:
    old, new = run(up="urx", down="r", even="r"), run(up="rxu", down="r", even="r")
    found = changed_queries(QRELS, {"old": old, "new": new}, "old", "new", "RR", exclude_self={"up": "u"})
    assert found.queries[0].query_id == "down", "all are ties, in the order of their ids"
    assert all(not q.moves for q in found.queries)


def test_the_longest_lists_are_cut() -> None:
    many = {"q": {f"d{i}": float(i) for i in range(50)}}
    turned = {"q": {f"d{i}": -float(i) for i in range(50)}}
    found = changed_queries({"q": {"d1": 1}}, {"a": many, "b": turned}, "a", "b", "RR@50", limit=7)
    assert len(found.queries[0].moves) == 7
    assert found.queries[0].moves[0].doc_id == "d1", "the relevant paper is never cut for one that is not"


docs = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 9).map(float), max_size=8)
runs = st.fixed_dictionaries(dict.fromkeys(("q1", "q2", "q3"), docs))
qrels_of = st.fixed_dictionaries(
    {
        q: st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 2), min_size=1)
        for q in ("q1", "q2", "q3")
    }
)


@settings(max_examples=40, deadline=None)
@given(qrels_of, runs, runs)
def test_the_lists_add_up_to_the_comparison(qrels: Qrels, one: Run, two: Run) -> None:
    found = changed_queries(qrels, {"a": one, "b": two}, "a", "b", "nDCG@5")
    total = compare(qrels, one, two, "nDCG@5")
    counts = tuple(len(found.of(outcome)) for outcome in ("win", "tie", "loss"))  # type: ignore[arg-type]
    assert counts == (total.wins, total.ties, total.losses)
    assert sum(q.difference for q in found.queries) / found.n == pytest.approx(total.difference, abs=1e-9)
    back = changed_queries(qrels, {"a": one, "b": two}, "b", "a", "nDCG@5")
    for there, here in zip(found.of("win"), back.of("loss"), strict=True):
        assert there.difference == pytest.approx(-here.difference)
    same = changed_queries(qrels, {"a": one}, "a", "a", "nDCG@5")
    assert all(q.outcome == "tie" and not q.moves for q in same.queries)


def test_compared_runs_say_how_much_was_judged_and_missing() -> None:
    found = compare_runs(QRELS, {"old": OLD, "new": NEW, "short": run(even="rab")}, "RR@3", resamples=100)
    rows = {row.name: row for row in found.rows}
    assert (found.k, found.n, found.few) == (3, 3, True)
    assert {name: row.n_missing for name, row in rows.items()} == {"old": 0, "new": 0, "short": 2}
    assert rows["short"].judged_at_k == pytest.approx(1 / 9), "a query without results has none judged"
    assert rows["new"].mean == pytest.approx(evaluate(QRELS, NEW, ["RR@3"]).mean["RR@3"])
    assert found.pairs[0].comparison == compare(QRELS, OLD, NEW, "RR@3")
    json.dumps(found.as_json(), allow_nan=False)


def test_a_measure_without_a_cutoff_has_judged_at_ten() -> None:
    assert compare_runs(QRELS, {"old": OLD, "new": NEW}, "AP", resamples=100).k == 10


def test_a_run_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadInput, match="The runs are: old"):
        changed_queries(QRELS, {"old": OLD}, "old", "new")


def test_runs_are_compared_with_what_was_given_and_else_as_documented() -> None:
    runs = {"old": OLD, "new": NEW}
    usual = compare_runs(QRELS, runs)
    assert (usual.measure, usual.reference, usual.seed) == ("nDCG@10", "", 0)
    assert (usual.draws, usual.resamples, usual.k) == (10_000, 10_000, 10)
    given_ = compare_runs(QRELS, runs, "MAP@4", reference="new", seed=3, draws=150, resamples=120)
    assert (given_.measure, given_.reference, given_.seed) == ("AP@4", "new", 3)
    assert (given_.draws, given_.resamples, given_.k) == (150, 120, 4)
    own = {"up": "u"}
    alone = compare_runs(QRELS, runs, "RR", exclude_self=own, resamples=100)
    assert {row.name: row.mean for row in alone.rows} == {
        name: pytest.approx(evaluate(QRELS, run_, ["RR"], exclude_self=own).mean["RR"])
        for name, run_ in runs.items()
    }


def test_twenty_papers_that_moved_are_told_unless_more_are_asked_for() -> None:
    many = {"q": {f"d{i}": float(i) for i in range(60)}}
    turned = {"q": {f"d{i}": -float(i) for i in range(60)}}
    ranked = {"a": many, "b": turned}
    found = changed_queries({"q": {"d1": 1}}, ranked, "a", "b", "P@30")
    assert len(found.queries[0].moves) == 20
    assert (found.measure, found.k) == ("P@30", 30)
    usual = changed_queries({"q": {"d1": 1}}, ranked, "a", "b")
    assert (usual.first, usual.second, usual.measure, usual.k, usual.n) == ("a", "b", "nDCG@10", 10, 1)
    assert len(usual.queries[0].moves) == 20
    assert len(changed_queries({"q": {"d1": 1}}, ranked, "a", "b", "P@30", limit=100).queries[0].moves) == 60


def test_the_moves_of_a_query_by_hand() -> None:
    """u is not found by the second run, which finds four: it counts as if it stood fifth."""
    qrels = {"q": {"a": 1, "u": 2, "z": 0}}
    ranked = {
        "one": {"q": {"u": 9.0, "a": 8.0, "b": 7.0}},
        "two": {"q": {"b": 9.0, "c": 8.0, "a": 7.0, "z": 6.0}},
    }
    found = changed_queries(qrels, ranked, "one", "two", "RR@3")
    (query,) = found.queries
    assert [
        (move.doc_id, move.grade, move.rank_first, move.rank_second, move.rise) for move in query.moves
    ] == [
        ("u", 2, 1, None, -4),
        ("a", 1, 2, 3, -1),
        ("b", None, 3, 1, 2),
        ("c", None, None, 2, 2),
    ]
    assert (query.first, query.second, query.outcome) == (1.0, pytest.approx(1 / 3), "loss")
    assert query.difference == pytest.approx(-2 / 3)
    assert (query.judged_first, query.judged_second, query.shown_first, query.shown_second) == (2, 1, 3, 3)
    assert found.judged_at_k == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert found.of("loss") == (query,)
    assert found.of("win") == found.of("tie") == ()


def test_a_query_that_is_a_paper_does_not_count_as_its_own_result() -> None:
    qrels = {"q": {"own": 2, "a": 1}, "r": {"own": 1, "a": 0, "b": 1}}
    ranked = {"one": {"q": {"own": 9.0, "a": 1.0}, "r": {"a": 2.0, "b": 1.0}},
              "two": {"q": {"b": 2.0, "a": 1.0}, "r": {"own": 9.0, "b": 1.0}}}  # fmt: skip
    found = compare_runs(qrels, ranked, "RR", exclude_self={"q": "own", "r": "own"}, resamples=100)
    assert {row.name: row.mean for row in found.rows} == {"one": 0.75, "two": 0.75}
    plain = compare_runs(qrels, ranked, "RR", resamples=100)
    assert {row.name: row.mean for row in plain.rows} == {"one": 0.75, "two": 0.75}
    changed = changed_queries(qrels, ranked, "one", "two", "RR", exclude_self={"q": "own", "r": "own"})
    assert [(query.query_id, query.first, query.second) for query in changed.queries] == [
        ("r", 0.5, 1.0), ("q", 1.0, 0.5),
    ]  # fmt: skip
    assert {move.doc_id for query in changed.queries for move in query.moves} == {"a", "b"}
    precision = compare_runs(qrels, ranked, "P@1", exclude_self={"q": "own", "r": "own"}, resamples=100)
    assert {row.name: row.mean for row in precision.rows} == {"one": 0.5, "two": 0.5}
    deep = compare_runs(qrels, ranked, "P@2", exclude_self={"q": "own", "r": "own"}, resamples=100)
    assert {row.name: (row.mean, row.judged_at_k) for row in deep.rows} == {
        "one": (0.5, 1.0), "two": (0.5, 0.75),
    }  # fmt: skip
    assert {row.name: row.mean for row in compare_runs(qrels, ranked, "P@2", resamples=100).rows} == {
        "one": 0.75, "two": 0.75,
    }  # fmt: skip
