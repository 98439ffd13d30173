"""Scores of tasks from vectors, against solutions by hand and other programs."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.stats import kendalltau
from sklearn.metrics import f1_score

from assay.benchmarks.tasks.averages import averages, columns_of
from assay.benchmarks.tasks.data import Coverage, LabelledData, RankedData
from assay.benchmarks.tasks.probes.probes import predict_classes
from assay.benchmarks.tasks.ranked import candidate_run
from assay.benchmarks.tasks.score import Scoring, TaskScore, TaskVectors, score_rankings, score_task
from assay.benchmarks.tasks.task import EvaluationTask
from assay.benchmarks.types import FewShot
from assay.errors import EvaluationError
from assay.evaluation.statistics.predicted import kendall_tau
from assay.progress import Cancelled
from assay.types import Vectors

NOWHERE = Path("none")
NO_QUERIES = np.zeros((0, 2), dtype=np.float32)


def a_task(kind: Any, *metrics: str, **rest: Any) -> EvaluationTask:
    return EvaluationTask("T", kind, metrics, NOWHERE, NOWHERE, **rest)


def labelled(train: list[Any], test: list[Any]) -> LabelledData:
    """Papers d0, d1, ...: first those to train with."""
    names = [f"d{row}" for row in range(len(train) + len(test))]
    rows = list(zip(names, [*train, *test], strict=True))
    return LabelledData(
        dict.fromkeys(names, ("x",)), tuple(rows[: len(train)]), tuple(rows[len(train) :]), Coverage(1)
    )


def vectors(rows: Any) -> Vectors:
    return np.array(rows, dtype=np.float32)


def test_two_points_are_parted_where_the_solution_by_hand_says() -> None:
    """min |w|²/2 + C Σ max(0, 1 - y w·x)² with x = (a, 0), y = 1 and x = (0, b), y = -1 falls apart into
    w = (2Ca / (1 + 2Ca²), -2Cb / (1 + 2Cb²)), for there is no intercept."""
    a, b, c = 1.0, 3.0, 1.0
    w = np.array([2 * c * a / (1 + 2 * c * a * a), -2 * c * b / (1 + 2 * c * b * b)])
    edge = -w[0] / w[1]  # (1, edge) lies on the plane
    train, test = vectors([[a, 0], [0, b]]), vectors([[1, edge - 0.02], [1, edge + 0.02]])
    assert predict_classes(train, ["yes", "no"], test, grid=(c,)) == ["yes", "no"]
    moved = predict_classes(train, ["yes", "no"], test, grid=(c,), intercept=True)
    assert moved[0] == moved[1]  # with an intercept the plane lies elsewhere


def test_tau_of_ties_equals_scipys_and_a_count_over_pairs() -> None:
    rng = np.random.default_rng(5)
    truth, found = rng.integers(0, 5, 60).astype(float), rng.integers(0, 9, 60).astype(float)
    agree = untied_truth = untied_found = 0
    for i in range(60):
        for j in range(i):
            a, b = np.sign(truth[i] - truth[j]), np.sign(found[i] - found[j])
            agree, untied_truth, untied_found = agree + a * b, untied_truth + a * a, untied_found + b * b
    by_hand = 100 * agree / math.sqrt(untied_truth * untied_found)
    assert kendall_tau(truth.tolist(), found) == pytest.approx(by_hand, abs=1e-9)
    assert kendall_tau(truth.tolist(), found) == pytest.approx(100 * kendalltau(truth, found)[0], abs=1e-9)
    assert kendall_tau(truth.tolist(), np.zeros(60)) == 0.0


def test_a_label_that_is_never_found_lowers_the_macro_f1_as_scikit_learn_counts_it() -> None:
    x = vectors([[1, 0], [1, 0.1], [1, -0.1], [-1, 0], [-1, 0.1], [-1, -0.1], [1, 0], [-1, 0], [1, 0.2]])
    data = labelled(["a"] * 3 + ["b"] * 3, ["a", "b", "b"])
    score = score_task(a_task("classification", "f1_macro", "accuracy"), data, TaskVectors(x, NO_QUERIES))
    expected = 100 * f1_score(["a", "b", "b"], ["a", "b", "a"], average="macro")
    assert score.values == pytest.approx({"f1_macro": expected, "accuracy": 200 / 3})
    with pytest.raises(EvaluationError, match="Task 'T': f1 needs the classes 0 and 1"):
        score_task(a_task("classification", "f1"), data, TaskVectors(x, NO_QUERIES))


def test_several_labels_are_each_parted_from_the_rest() -> None:
    signs = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]] * 6, dtype=np.float32)
    have = [tuple(name for name, s in zip("ab", row, strict=True) if s > 0) for row in signs]
    data = labelled(have[:16], have[16:])
    task = a_task("classification", "f1_macro", multi_label=True, few_shot=(FewShot(2, 3),))
    stages: list[tuple[int, int | None]] = []
    score = score_task(
        task,
        data,
        TaskVectors(signs, NO_QUERIES),
        progress=lambda stage, done, total, _item=None: stages.append((done, total)),
    )
    assert score.complete == {"f1_macro": 100.0}
    assert stages == [(n, 8) for n in range(8)]  # two labels, once with all and three times with few
    assert score.values["f1_macro"] == pytest.approx((100 + score.few_shot[0].values["f1_macro"]) / 2)


def test_candidates_are_ranked_by_distance_and_measured_as_by_hand() -> None:
    """q stands at 0; c1 ... c4 at 1 ... 4, of which the second and the fourth are relevant."""
    data = RankedData(
        {f"c{n}": ("x",) for n in range(1, 5)},
        {"q": ("x",)},
        {"q": {"c1": 0, "c2": 2, "c3": 0, "c4": 1}},
        Coverage(4),
    )
    found = TaskVectors(vectors([[1, 0], [2, 0], [3, 0], [4, 0]]), vectors([[0, 0]]))
    score = score_task(a_task("proximity", "map", "ndcg"), data, found)
    ideal = 2 / math.log2(2) + 1 / math.log2(3)
    gained = 2 / math.log2(3) + 1 / math.log2(5)
    assert score.values == pytest.approx({"map": 50.0, "ndcg": 100 * gained / ideal})
    product = TaskVectors(found.papers, vectors([[1, 0]]))
    turned = score_task(a_task("proximity", "map"), data, product, scoring=Scoring(similarity="inner"))
    assert turned.values == pytest.approx({"map": 100 * (1 / 1 + 2 / 3) / 2})
    with pytest.raises(EvaluationError, match="no similarity 'dot'"):
        Scoring(similarity="dot")  # type: ignore[arg-type]


def test_every_paper_is_a_candidate_where_the_task_says_so() -> None:
    data = RankedData(
        {"q": ("x",), "near": ("x",), "far": ("x",)}, {"q": ("x",)}, {"q": {"far": 1}}, Coverage(1)
    )
    found = TaskVectors(vectors([[0, 0], [1, 0], [2, 0]]), vectors([[0, 0]]))
    judged = score_task(a_task("proximity", "map"), data, found)
    every = score_task(a_task("proximity", "map", candidates="all"), data, found)
    assert (judged.values["map"], every.values["map"]) == pytest.approx((100.0, 50.0))  # and never itself
    typed = score_task(a_task("adhoc_search", "map", candidates="all"), data, found)
    assert typed.values["map"] == pytest.approx(100 / 3)  # a typed query is no paper, whatever its id


def test_distances_are_those_of_numpy_over_blocks() -> None:
    rng = np.random.default_rng(1)
    papers, query = vectors(rng.normal(size=(50, 4))), vectors(rng.normal(size=4))
    rows = {f"d{n}": n for n in range(50)}
    run = candidate_run({"q": {"d7": 1}}, {"q": query}, rows, papers, similarity="cosine", every=True)["q"]
    for name, row in rows.items():
        expected = papers[row] @ query / np.linalg.norm(papers[row]) / np.linalg.norm(query)
        assert run[name] == pytest.approx(float(expected), abs=1e-6)


def test_scoring_can_be_cancelled_and_wants_a_vector_for_each_text() -> None:
    data = labelled(["a", "b"], ["a"])
    task = a_task("classification", "f1_macro")
    with pytest.raises(EvaluationError, match="2 vectors for 3 texts"):
        score_task(task, data, TaskVectors(vectors([[1, 0], [0, 1]]), NO_QUERIES))

    def stop(stage: str, done: int, total: int | None, item: object = None) -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        score_task(task, data, TaskVectors(vectors([[1, 0]] * 3), NO_QUERIES), progress=stop)


def test_averages_count_every_metric_of_a_task() -> None:
    one = TaskScore("A", "CLF", True, {"f1_macro": 60.0}, {})
    two = TaskScore("B", "PRX", False, {"map": 80.0, "ndcg": 90.0}, {})
    assert averages([one, two]) == pytest.approx(
        {"CLF": 60, "PRX": 85, "in-train": 60, "out-of-train": 85, "average": 230 / 3}
    )
    assert columns_of([one, two]) == {"A": 60.0, "B map": 80.0, "B ndcg": 90.0}
    # SciRepEval, final version, table 2: 7 columns in training and 20 beyond.
    for within, beyond, published in ((62.4, 73.9, 70.9), (55.7, 70.9, 67.0)):
        rows = [replace(one, values={"x": within})] * 7 + [replace(two, values={"x": beyond})] * 20
        assert averages(rows)["average"] == pytest.approx(published, abs=0.05)
    # The preprint: 7 columns in training, 11 beyond, 10 of SciDocs, whose 4 rankings have two metrics.
    rows = [
        *[replace(one, values={"x": 51.5})] * 7,
        *[replace(two, values={"x": 52.5})] * 11,
        *[replace(two, values={"map": 66.0, "ndcg": 72.0})] * 4,
        *[replace(two, values={"f1_macro": 69.0})] * 2,
    ]
    assert averages(rows)["average"] == pytest.approx((7 * 51.5 + 11 * 52.5 + 10 * 69) / 28)
    assert averages(rows)["average"] == pytest.approx(58.1, abs=0.05)


def test_what_lies_behind_a_ranking_is_told_query_by_query() -> None:
    """q: c2 and c4 of c1 ... c4 are relevant; r: its first of two is."""
    data = RankedData(
        {f"c{n}": ("x",) for n in range(1, 5)},
        {"q": ("x",), "r": ("x",)},
        {"q": {"c1": 0, "c2": 2, "c3": 0, "c4": 1}, "r": {"c1": 1, "c4": 0}},
        Coverage(6),
    )
    run = {"q": {"c1": 4.0, "c2": 3.0, "c3": 2.0, "c4": 1.0}, "r": {"c1": 2.0, "c4": 1.0}}
    score = score_rankings(a_task("proximity", "map"), data, lambda _: run)
    assert score.details.items == {"map": pytest.approx({"q": 50.0, "r": 100.0})}
    assert score.values == pytest.approx({"map": 75.0})
    assert score.details.first == {"q": ["c1", "c2", "c3", "c4"], "r": ["c1", "c4"]}
    assert (score.details.n, score.details.judged) == (2, 100.0)
    found = TaskVectors(vectors([[1, 0], [2, 0], [3, 0], [4, 0]]), vectors([[0, 0], [0, 0]]))
    assert score_task(a_task("proximity", "map"), data, found).details == score.details


def test_what_lies_behind_a_class_or_a_number_is_told_paper_by_paper() -> None:
    x = vectors([[1, 0], [1, 0.1], [1, -0.1], [-1, 0], [-1, 0.1], [-1, -0.1], [1, 0], [-1, 0], [1, 0.2]])
    data = labelled(["a"] * 3 + ["b"] * 3, ["a", "b", "b"])
    few = a_task("classification", "accuracy", few_shot=(FewShot(2, 2),))
    details = score_task(few, data, TaskVectors(x, NO_QUERIES)).details
    assert details.predictions == {"d6": ("a", "a"), "d7": ("b", "b"), "d8": ("b", "a")}
    several = labelled([("a",)] * 3 + [("b",)] * 3, [("a",), ("b",), ()])
    task = a_task("classification", "f1_macro", multi_label=True)
    details = score_task(task, several, TaskVectors(x, NO_QUERIES)).details
    assert details.predictions == {"d6": (("a",), ("a",)), "d7": (("b",), ("b",)), "d8": ((), ("a",))}
    numbers = labelled([1.0, 1.0, 1.0, -1.0, -1.0, -1.0], [1.0, -1.0, 1.0])
    found = score_task(a_task("regression", "kendalltau"), numbers, TaskVectors(x, NO_QUERIES)).details
    assert {paper: pair[0] for paper, pair in found.predictions.items()} == {"d6": 1, "d7": -1, "d8": 1}
    assert found.predictions["d6"][1] > 0 > found.predictions["d7"][1]
