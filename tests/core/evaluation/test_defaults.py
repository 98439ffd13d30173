"""What is meant where nothing is said, and the edges of what is left of a score."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from sklearn.metrics import f1_score

from assay.benchmarks.overlap.clean_scores import FEW, CleanScore, clean_scores
from assay.benchmarks.tasks import TaskScore
from assay.benchmarks.tasks.details import Details
from assay.errors import EvaluationError
from assay.evaluation import compare_many, overview
from assay.evaluation.statistics.paired import randomisation
from assay.evaluation.trec import read_run
from assay.types import Qrels, Run

RNG = np.random.default_rng(3)
QRELS: Qrels = {f"q{q}": {f"d{d}": int(RNG.integers(0, 3)) for d in range(12)} for q in range(15)}
RUNS: dict[str, Run] = {
    name: {
        q: {d: float(RNG.normal()) + lift * grade for d, grade in grades.items()}
        for q, grades in QRELS.items()
    }
    for name, lift in {"base": 0.0, "good": 1.0, "other": 0.1}.items()
}


def test_runs_are_compared_by_ndcg_at_10_with_seed_0_and_10_000_draws() -> None:
    found = compare_many(QRELS, RUNS, "base")
    assert found == compare_many(QRELS, RUNS, "base", "nDCG@10", seed=0, draws=10_000)
    assert found != compare_many(QRELS, RUNS, "base", "nDCG@10", seed=1)
    assert found != compare_many(QRELS, RUNS, "base", "nDCG@10", draws=9_999)
    assert [one.comparison.measure for one in found] == ["nDCG@10"] * 2


def test_an_overview_draws_by_its_seed() -> None:
    p_values = {}
    for seed in (None, 0, 5):
        found = overview(QRELS, RUNS, reference="base", **({} if seed is None else {"seed": seed}))
        p_values[seed] = {row.tag: row.p for row in found.rows if row.p is not None}
    for seed in (0, 5):
        again = compare_many(QRELS, RUNS, "base", seed=seed)
        assert p_values[seed] == {one.name: one.p_randomisation_holm for one in again}
        rows = {row.tag: row for row in found.rows}
        for one in again:
            assert rows[one.name].difference == one.comparison.difference
            assert rows[one.name].ci == (one.comparison.ci_low, one.comparison.ci_high)
            assert one.comparison.difference == pytest.approx(
                rows[one.name].mean["nDCG@10"] - rows["base"].mean["nDCG@10"]
            )
        assert (rows["base"].difference, rows["base"].ci, rows["base"].p) == (None, None, None)
    assert p_values[None] == p_values[0] != p_values[5]


def test_a_score_without_a_rank_is_told_with_its_query() -> None:
    runs: dict[str, Run] = {"bad": {"q1": {"d1": float("nan")}}, "good": {"q1": {"d1": 1.0}}}
    with pytest.raises(EvaluationError, match="q1"):
        overview({"q1": {"d1": 1}, "q2": {"d1": 1}}, runs)


def test_no_difference_at_all_is_exact() -> None:
    assert randomisation(np.zeros(5), seed=1, draws=10) == (1.0, 1, True)
    p, looked_at, exact = randomisation(np.array([1.0, 0.0, 2.0]), seed=1, draws=10)
    assert (p, looked_at, exact) == (0.5, 4, True)  # of ++, +-, -+, --: the first and the last
    p, looked_at, exact = randomisation(np.ones(13), seed=1, draws=50)
    assert (looked_at, exact) == (50, False)
    assert p == pytest.approx(1 / 51)


@pytest.mark.parametrize(("columns", "hint"), [(2, False), (3, True), (4, True), (5, False), (7, False)])
def test_lines_of_three_or_four_columns_look_like_qrels(tmp_path: Path, columns: int, hint: bool) -> None:
    path = tmp_path / "some.run"
    path.write_text(" ".join(["1"] * columns) + "\n", encoding="utf-8")
    with pytest.raises(EvaluationError, match=f"{columns} columns instead of 6") as caught:
        read_run(path)
    assert ("looks like qrels" in str(caught.value)) is hint


# --- what is left of a score without what was trained on


def score(details: Details, *metrics: str) -> TaskScore:
    return TaskScore("t", "search", False, dict.fromkeys(metrics, 0.0), {}, details=details)


def test_means_are_of_the_queries_left_and_of_those_left_out() -> None:
    details = Details(
        4, items={"map": {"a": 10.0, "b": 20.0, "c": 60.0, "d": 30.0}, "ndcg": {"a": 1.0}, "rr": {}}
    )
    found = clean_scores(score(details, "map"), ["c", "stranger"])
    assert found == (
        CleanScore("map", 4, 30.0, 3, 20.0, 1, 60.0),
        CleanScore("ndcg", 1, 1.0, 1, 1.0, 0, None),
    )
    assert [one.difference for one in found] == [-10.0, 0.0]
    (nothing,) = clean_scores(score(Details(1, items={"map": {"a": 5.0}}), "map"), ["a"])
    assert (nothing.n_left, nothing.left, nothing.difference, nothing.out) == (0, None, None, 5.0)


def test_parts_weigh_alike_however_many_queries_are_left_of_each() -> None:
    items = {"map": {"x: a": 10.0, "x: b": 30.0, "y: a": 50.0}}
    details = Details(3, items=items, parts={"x": {}, "y": {}})
    (found,) = clean_scores(score(details, "map"), ["b"])
    assert (found.metric, found.whole, found.left, found.out) == ("map", 35.0, 30.0, 30.0)


def test_an_order_needs_two_papers() -> None:
    three = {"a": (1.0, 0.9), "b": (2.0, 2.5), "c": (3.0, 2.0)}
    (found,) = clean_scores(score(Details(3, predictions=three), "kendalltau"), ["a"])
    assert (found.n_left, found.left, found.n_out, found.out) == (2, pytest.approx(-100.0), 1, None)
    (both,) = clean_scores(score(Details(3, predictions=three), "kendalltau"), ["a", "b"])
    assert (both.n_left, both.left, both.n_out, both.out) == (1, None, 2, pytest.approx(100.0))


def test_one_paper_has_a_class() -> None:
    papers = {"a": ("x", "x"), "b": ("y", "x"), "c": ("y", "y")}
    (found,) = clean_scores(score(Details(3, predictions=papers), "f1_macro"), ["a"])
    assert found.n_out == 1
    assert found.out == pytest.approx(100.0)
    assert found.left == pytest.approx(100 * f1_score(["y", "y"], ["x", "y"], average="macro"))


def test_few_are_less_than_twenty() -> None:
    assert FEW == 20
    assert CleanScore("map", 40, 1.0, 19, 1.0, 21, 1.0).few
    assert not CleanScore("map", 40, 1.0, 20, 1.0, 20, 1.0).few
