"""Few-shot folds worked by hand, F1 beside scikit-learn's, and the same answers from several processes."""

from __future__ import annotations

import re
import warnings
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics import f1_score
from sklearn.model_selection import GridSearchCV
from sklearn.svm import LinearSVC, LinearSVR

from assay.benchmarks.tasks.averages import averages
from assay.benchmarks.tasks.data import Coverage, LabelledData
from assay.benchmarks.tasks.probes import probes
from assay.benchmarks.tasks.probes.few_shot import FewShotScore
from assay.benchmarks.tasks.probes.probes import (
    CLASS_GRID,
    NUMBER_GRID,
    few_label_rows,
    few_shot_rows,
    predict_labels,
    predict_numbers,
)
from assay.benchmarks.tasks.reviewers import MATCHING
from assay.benchmarks.tasks.score import TaskScore, TaskVectors, score_task
from assay.benchmarks.tasks.task import EvaluationTask
from assay.benchmarks.types import FewShot
from assay.codec import from_json, to_json
from assay.evaluation.statistics.class_measures import class_score
from assay.types import Vectors

NOWHERE = Path("none")


def test_few_shot_parts_are_these() -> None:
    """Ten rows by four make three parts. Of a class each part takes the next rows in the file's order: of six
    a two each, of four b two, one and one, which the first part has the most of."""
    labels = list("aabbaabbaa")  # a: 0 1 4 5 8 9, b: 2 3 6 7
    parts = [rows.tolist() for rows in few_shot_rows(labels, FewShot(4, 5))]
    assert parts == [[0, 1, 2, 3], [4, 5, 6], [7, 8, 9]]
    assert [rows.tolist() for rows in few_shot_rows(labels, FewShot(4, 2))] == parts[:2]


def test_few_papers_of_each_label_are_drawn_anew_each_time_and_put_together() -> None:
    have = [("a",)] * 5 + [("b",)] * 2 + [("a", "b")] * 3
    draws = list(few_label_rows(have, ["a", "b"], FewShot(4, 30)))
    for rows in draws:
        names = [name for row in rows.tolist() for name in have[row]]
        assert names.count("a") >= 4
        assert names.count("b") >= 4
        assert rows.tolist() == sorted({*rows.tolist()})
    assert len({tuple(rows.tolist()) for rows in draws}) > 10
    again = list(few_label_rows(have, ["a", "b"], FewShot(4, 30)))
    assert all(np.array_equal(one, other) for one, other in zip(draws, again, strict=True))


def blobs(rng: np.random.Generator, n: int) -> tuple[Vectors, list[str]]:
    labels = rng.choice(["0", "1"], size=n, p=[0.7, 0.3]).tolist()
    rows = rng.normal(size=(n, 6)) + 0.8 * np.array([[int(name)] for name in labels])
    return rows.astype(np.float32), labels


def test_a_setting_that_cannot_be_trained_leaves_the_complete_score_and_says_why() -> None:
    vectors, labels = blobs(np.random.default_rng(2), 120)
    names = [f"d{n}" for n in range(120)]
    rows = list(zip(names, labels, strict=True))
    data = LabelledData(dict.fromkeys(names, ("x",)), tuple(rows[:80]), tuple(rows[80:]), Coverage(120))
    plain = EvaluationTask("T", "classification", ("f1",), NOWHERE, NOWHERE)
    given = TaskVectors(vectors, np.zeros((0, 6), dtype=np.float32))
    whole, one = (score_task(replace(plain, few_shot=few), data, given) for few in ((), (FewShot(16, 3),)))
    score = score_task(replace(plain, few_shot=(FewShot(100, 2), FewShot(16, 3))), data, given)
    assert score.complete == whole.complete
    assert score.details == whole.details
    assert score.values == one.values
    assert [(each.sample_size, each.scored) for each in score.few_shot] == [(100, False), (16, True)]
    assert re.match(r"80 papers to train with, \d+ of the largest class, do not fall to parts of 100",
                    score.few_shot[0].failure)  # fmt: skip


def test_a_task_with_few_shots_is_the_mean_of_three_means_as_the_released_code_trains() -> None:
    vectors, labels = blobs(np.random.default_rng(2), 120)
    names = [f"d{n}" for n in range(120)]
    rows = list(zip(names, labels, strict=True))
    data = LabelledData(dict.fromkeys(names, ("x",)), tuple(rows[:80]), tuple(rows[80:]), Coverage(120))
    task = EvaluationTask(
        "T",
        "classification",
        ("f1",),
        NOWHERE,
        NOWHERE,
        few_shot=(FewShot(16, 3), FewShot(40, 5), FewShot(16, 5)),
    )
    score = score_task(task, data, TaskVectors(vectors, np.zeros((0, 6), dtype=np.float32)))

    def svm(**settings: float) -> LinearSVC:
        return LinearSVC(loss="squared_hinge", random_state=42, fit_intercept=False, **settings)

    def f1(model: Any) -> float:
        found = model.predict(vectors[80:])
        return 100 * float(f1_score(labels[80:], found, pos_label="1"))

    whole = f1(GridSearchCV(svm(), {"C": list(CLASS_GRID)}, cv=3).fit(vectors[:80], labels[:80]))
    few = {
        few: fmean(
            f1(svm(C=1.0).fit(vectors[rows], [labels[row] for row in rows.tolist()]))
            for rows in few_shot_rows(labels[:80], few)
        )
        for few in task.few_shot
    }
    assert score.complete == pytest.approx({"f1": whole})
    found = {FewShot(each.sample_size, each.iterations): each.values["f1"] for each in score.few_shot}
    assert found == pytest.approx(few), "two settings of one size are two"
    assert found[FewShot(16, 3)] != found[FewShot(16, 5)]
    assert score.values == pytest.approx({"f1": fmean([whole, *few.values()])})


def test_a_task_with_a_grid_of_its_own_chooses_from_that() -> None:
    """So few C, and such small ones, that SciRepEval's would give another answer."""
    vectors, labels = blobs(np.random.default_rng(5), 120)
    names = [f"d{n}" for n in range(120)]
    rows = list(zip(names, labels, strict=True))
    data = LabelledData(dict.fromkeys(names, ("x",)), tuple(rows[:80]), tuple(rows[80:]), Coverage(120))
    grid = (1e-4, 1e-3)
    found = {}
    for given in (grid, ()):
        task = EvaluationTask("T", "classification", ("f1",), NOWHERE, NOWHERE, grid=given)
        found[given] = score_task(task, data, TaskVectors(vectors, np.zeros((0, 6), dtype=np.float32)))
    svm = LinearSVC(loss="squared_hinge", random_state=42, fit_intercept=False)
    theirs = GridSearchCV(svm, {"C": list(grid)}, cv=3).fit(vectors[:80], labels[:80])
    expected = 100 * float(f1_score(labels[80:], theirs.predict(vectors[80:]), pos_label="1"))
    assert found[grid].values == pytest.approx({"f1": expected})
    assert found[()].values != pytest.approx({"f1": expected})


def test_f1_is_by_hand_and_scikit_learns() -> None:
    """Found are 1 1 0 1 0 and true 1 0 0 1 1: of the class 1 two of three found and two of three true."""
    truth, found = list("10011"), list("11010")
    assert class_score("f1", truth, found) == pytest.approx(100 * 2 / 3)
    of_zero = 2 * (1 / 2) * (1 / 2) / (1 / 2 + 1 / 2)
    assert class_score("f1_macro", truth, found) == pytest.approx(100 * (2 / 3 + of_zero) / 2)
    rng = np.random.default_rng(3)
    many, guess = rng.integers(0, 2, (50, 6)), rng.integers(0, 2, (50, 6))
    each = [f1_score(many[:, place], guess[:, place]) for place in range(6)]
    labels = [[["abcdef"[at] for at in np.flatnonzero(row)] for row in side] for side in (many, guess)]
    assert class_score("f1_macro", *labels) == pytest.approx(100 * fmean(each))
    assert class_score("f1_macro", [["a"], []], [["a"], ["a"]]) == pytest.approx(100 * 2 / 3), "of one label"
    names, others = (rng.choice(list("abcd"), 60).tolist() for _ in range(2))
    macro = [f1_score([n == c for n in names], [n == c for n in others]) for c in "abcd"]
    assert class_score("f1_macro", names, others) == pytest.approx(100 * fmean(macro))


def test_several_processes_give_the_answers_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(probes, "_WORTH_A_PROCESS", 1)
    rng = np.random.default_rng(4)
    vectors, labels = blobs(rng, 150)
    have = [("all", "one") if name == "1" else ("all",) for name in labels]
    numbers = (vectors @ np.arange(6) + rng.normal(size=150)).tolist()
    train, test = vectors[:100], vectors[100:]
    found = predict_numbers(train, numbers[:100], test, workers=2)
    svr = LinearSVR(epsilon=0.0, random_state=42, fit_intercept=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        alone = GridSearchCV(svr, {"C": list(NUMBER_GRID)}, cv=3).fit(train, numbers[:100])
    assert found == pytest.approx(alone.predict(test), abs=1e-12)
    assert predict_numbers(train, numbers[:100], test) == pytest.approx(found, abs=1e-12)
    one, two = (
        predict_labels(train, have[:100], test, names=["all", "one"], workers=workers) for workers in (1, 2)
    )
    assert one.tolist() == two.tolist()
    assert one[:, 0].all()


def test_scores_of_few_examples_are_kept_setting_by_setting() -> None:
    rows = (FewShotScore(16, 50, {"f1": 20.0}), FewShotScore(64, 5, failure="80 papers are too few."))
    assert [from_json(to_json(row), FewShotScore) for row in rows] == [*rows]
    assert [(row.scored, row.words) for row in rows] == [
        (True, "50 trainings on 16 examples"),
        (False, "5 trainings on 64 examples"),
    ]


def test_reviewers_count_once_in_an_average_and_two_metrics_twice() -> None:
    """(60 + 70 + 80 + 90) / 4 over all columns; of proximity (70 + 80 + 90) / 3."""
    scores = [
        TaskScore("A", "CLF", True, {"f1_macro": 60.0}, {}),
        TaskScore("Reviewers", "PRX", False, {MATCHING: 70.0}, {}),
        TaskScore("Cite", "PRX", False, {"map": 80.0, "ndcg": 90.0}, {}),
    ]
    found = averages(scores)
    assert (found["average"], found["PRX"], found["out-of-train"]) == pytest.approx((75, 80, 80))
