"""Comparisons at their edges: what is drawn, exchanged, turned round and passed on, counted out by hand."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau, rankdata
from sklearn.metrics import accuracy_score, f1_score

from assay.errors import BadInput, EvaluationError
from assay.evaluation import compare, compare_many, overview
from assay.evaluation.ids import MAX_GRADE, check_grade
from assay.evaluation.statistics import predicted
from assay.evaluation.statistics.paired import NOISE, differences, paired, randomisation
from assay.evaluation.statistics.predicted import _Labels, _Orders, compare_predictions

RNG = np.random.default_rng(5)
SETS: dict[str, tuple[list[Any], list[Any], list[Any]]] = {
    "f1_macro": (list("abcab"), list("abcba"), list("aacbb")),
    "accuracy": (list("abcab"), list("abcba"), list("aacbb")),
    "f1": (list("11010"), list("10011"), list("11100")),
    "kendalltau": ([1.0, 2.0, 3.0, 4.0, 4.0], [2.0, 1.0, 3.0, 9.0, 5.0], [5.0, 5.0, 1.0, 2.0, 7.0]),
}
LISTS = (
    [["a", "b"], ["b"], [], ["c"], ["a"]],
    [["a"], ["b"], [], [], ["c"]],
    [["a", "b"], ["a"], [], [], ["a"]],
)


def value(metric: str, truth: list[Any], found: list[Any]) -> float:
    if metric == "kendalltau":
        tau = float(kendalltau(truth, found).statistic)
        return 0.0 if np.isnan(tau) else 100 * tau
    if isinstance(truth[0], list):
        names = "abc"
        truth, found = ([[int(name in row) for name in names] for row in side] for side in (truth, found))
        if metric == "accuracy":
            return 100 * float(np.mean([t == f for t, f in zip(truth, found, strict=True)]))
        return 100 * float(f1_score(truth, found, average="macro", zero_division=0))
    if metric == "accuracy":
        return 100 * float(accuracy_score(truth, found))
    if metric == "f1":
        return 100 * float(f1_score(truth, found, pos_label="1", zero_division=0))
    return 100 * float(f1_score(truth, found, average="macro", zero_division=0))


CASES = [*((metric, *sides) for metric, sides in SETS.items()), ("f1_macro", *LISTS), ("accuracy", *LISTS)]


@pytest.mark.parametrize(("metric", "truth", "a", "b"), CASES)
def test_every_exchange_has_the_value_of_what_was_exchanged(
    metric: str, truth: list[Any], a: list[Any], b: list[Any]
) -> None:
    swaps = np.array(list(product((False, True), repeat=len(truth))))
    measure = (_Orders if metric == "kendalltau" else _Labels)(metric, truth, a, b)
    ones, others = measure.values(None, swaps)
    for swap, one, other in zip(swaps, ones, others, strict=True):
        mine = [y if s else x for s, x, y in zip(swap, a, b, strict=True)]
        theirs = [x if s else y for s, x, y in zip(swap, a, b, strict=True)]
        assert one == pytest.approx(value(metric, truth, mine))
        assert other == pytest.approx(value(metric, truth, theirs))


@pytest.mark.parametrize(("metric", "truth", "a", "b"), CASES)
def test_papers_drawn_several_times_count_so_often(
    metric: str, truth: list[Any], a: list[Any], b: list[Any]
) -> None:
    counts = np.array([[1, 1, 1, 1, 1], [2, 0, 1, 0, 2], [0, 5, 0, 0, 0], [0, 0, 0, 3, 2]], dtype=np.float64)
    measure = (_Orders if metric == "kendalltau" else _Labels)(metric, truth, a, b)
    ones, others = measure.values(counts, None)
    for row, one, other in zip(counts.astype(int), ones, others, strict=True):
        t, x, y = (list(np.repeat(np.array(side, dtype=object), row)) for side in (truth, a, b))
        assert one == pytest.approx(value(metric, t, x))
        assert other == pytest.approx(value(metric, t, y))


@pytest.mark.parametrize(("metric", "truth", "a", "b"), CASES)
def test_the_answer_is_made_of_its_draws(
    monkeypatch: pytest.MonkeyPatch, metric: str, truth: list[Any], a: list[Any], b: list[Any]
) -> None:
    counts = np.random.default_rng(1).multinomial(5, [0.2] * 5, size=40).astype(np.float64)
    swaps = np.array(list(product((False, True), repeat=5)))
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(
        predicted, "_counts", lambda _, n, k: asked.append((n, k)) or [counts[:15], counts[15:]]
    )
    monkeypatch.setattr(predicted, "_swaps", lambda _, n, k: asked.append((n, k)) or [swaps[:9], swaps[9:]])
    found = compare_predictions(metric, truth, a, b, draws=32, resamples=40)
    assert asked == [(5, 40), (5, 32)]
    drawn = []
    for row in counts.astype(int):
        t, x, y = (list(np.repeat(np.array(side, dtype=object), row)) for side in (truth, a, b))
        drawn.append(value(metric, t, y) - value(metric, t, x))
    assert found.ci == pytest.approx(tuple(np.quantile(drawn, [0.025, 0.975])))
    gaps = []
    for swap in swaps:
        mine = [y if s else x for s, x, y in zip(swap, a, b, strict=True)]
        theirs = [x if s else y for s, x, y in zip(swap, a, b, strict=True)]
        gaps.append(value(metric, truth, theirs) - value(metric, truth, mine))
    extreme = sum(abs(gap) >= abs(found.difference) - 1e-9 for gap in gaps)
    assert found.p_randomisation == pytest.approx((extreme + 1) / 33)
    assert (found.metric, found.n, found.draws, found.resamples) == (metric, 5, 32, 40)
    assert found.value_a == pytest.approx(value(metric, truth, a))
    assert found.value_b == pytest.approx(value(metric, truth, b))
    if metric == "kendalltau":
        ranks = [rankdata(side) for side in (truth, a, b)]
        far_a, far_b = abs(ranks[1] - ranks[0]), abs(ranks[2] - ranks[0])
        expected = [sum(far_b < far_a), sum(far_b == far_a), sum(far_a < far_b)]
    else:
        right = [
            (sorted(t) == sorted(x), sorted(t) == sorted(y)) for t, x, y in zip(truth, a, b, strict=True)
        ]
        expected = [right.count((False, True)), 5, right.count((True, False))]
        expected[1] -= expected[0] + expected[2]
    assert [found.wins, found.ties, found.losses] == expected


# --- pairs of runs


def test_all_signs_are_looked_at_up_to_twelve_queries_and_sums_as_far_out_count() -> None:
    for d in ([0.3, -0.1, 0.2], [0.1, 0.1, -0.1, 0.1], [0.1] * 7 + [0.3, -0.2], [1e-3, 0.7, 0.0, 0.1]):
        moving = [x for x in d if x]
        sums = [
            sum(s * x for s, x in zip(signs, moving, strict=True))
            for signs in product((1, -1), repeat=len(moving))
        ]
        share = sum(abs(total) >= abs(sum(d)) - 1e-9 for total in sums) / len(sums)
        assert randomisation(np.array(d), seed=0, draws=7) == (share, len(sums), True)
    assert randomisation(np.full(12, 0.1), seed=0, draws=7) == (2 / 4096, 4096, True)


def test_what_differs_by_noise_alone_is_equal() -> None:
    a = np.array([0.5, 0.5, 0.5, 0.5])
    b = a + np.array([NOISE / 2, -NOISE / 2, 3 * NOISE, -3 * NOISE])
    assert (differences(a, b) != 0).tolist() == [False, False, True, True]
    found = paired(a, b, "RR", draws=1)
    assert (found.wins, found.ties, found.losses, found.n) == (1, 2, 1, 4)
    with pytest.raises(BadInput):
        paired(a, b, "RR", draws=0)


QRELS = {f"q{i}": {"self": 0, "a": 1, "b": 0, "c": 2} for i in range(6)}
OWN = {f"q{i}": "self" for i in range(6)}
RUNS = {
    "one": {q: {"self": 9.0, "a": 3.0 - i, "b": 1.0, "c": 2.0} for i, q in enumerate(QRELS)},
    "two": {q: {"b": 3.0, "c": 2.0 + i % 2 * 2, "a": 1.0, "self": 0.5} for i, q in enumerate(QRELS)},
}


def test_the_querys_own_paper_counts_in_no_run_that_is_compared() -> None:
    bare = {q: {d: g for d, g in row.items() if d != "self"} for q, row in QRELS.items()}
    without = {
        n: {q: {d: s for d, s in row.items() if d != "self"} for q, row in run.items()}
        for n, run in RUNS.items()
    }
    (found,) = compare_many(QRELS, RUNS, "one", "RR", exclude_self=OWN)
    assert found == compare_many(bare, without, "one", "RR")[0]
    assert found != compare_many(QRELS, RUNS, "one", "RR")[0]
    one = compare(QRELS, RUNS["one"], RUNS["two"], "RR", exclude_self=OWN)
    assert one == found.comparison
    assert one.mean_a > one.mean_b
    whole = overview(QRELS, RUNS, reference="one", measure="RR", exclude_self=OWN)
    plain = overview(bare, without, reference="one", measure="RR")
    assert [(row.tag, row.mean["RR"], row.difference, row.ci, row.p) for row in whole.rows] == [
        (row.tag, row.mean["RR"], row.difference, row.ci, row.p) for row in plain.rows
    ]
    assert compare(QRELS, RUNS["one"], RUNS["two"]).measure == "nDCG@10"


def test_queries_of_which_a_run_shows_its_own_paper_alone_are_missing_in_it() -> None:
    runs = {"full": RUNS["one"], "few": {**RUNS["two"], "q1": {"self": 1.0}, "q2": {}}}
    del runs["few"]["q4"]
    found = overview(QRELS, runs, exclude_self=OWN)
    rows = {row.tag: row for row in found.rows}
    assert rows["few"].missing == ("q1", "q2", "q4")
    assert rows["few"].n_missing == 3
    assert rows["full"].missing == ()
    assert found.reference == "full", "the fewest missing, however high"
    assert overview(QRELS, runs, exclude_self=OWN, reference="stranger").reference == "full"
    assert found.measures[0] == "nDCG@10"
    assert overview(QRELS, runs, measure="P@2").measures[:2] == ("P@2", "nDCG@10")


def test_holes_are_among_the_first_ten_without_the_own_paper() -> None:
    run = {"q": {"self": 99.0, **{f"d{i}": 50.0 - i for i in range(12)}}}
    qrels = {"q": {"d0": 1, "d11": 1}}
    assert overview(qrels, {"r": run}, exclude_self={"q": "self"}).holes == {"r": 9}
    assert overview(qrels, {"r": run}).holes == {"r": 9}
    assert overview({"q": {"d0": 1, "d9": 0}}, {"r": run}, exclude_self={"q": "self"}).holes == {"r": 8}


@pytest.mark.parametrize(("grade", "taken"), [(0, True), (MAX_GRADE, True), (1001, False), (-1, False)])
def test_grades_go_from_nought_to_a_thousand(grade: int, taken: bool) -> None:
    assert MAX_GRADE == 1000
    if taken:
        assert check_grade(np.int64(grade)) == grade
        return
    with pytest.raises(EvaluationError, match=r"outside 0\.\.1000"):
        check_grade(grade)


# --- several systems

SCORES = {
    name: {f"t{i}": float(v) for i, v in enumerate(RNG.random(20) + lift)}
    for name, lift in (("b", 0.0), ("a", 0.3), ("c", 0.1))
}
SCORES["twin of a"] = dict(SCORES["a"])
