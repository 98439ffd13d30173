"""Descriptions, materials and rankings at their edges: every word is kept, and what is odd is refused."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pytrec_eval import RelevanceEvaluator

from assay.benchmarks.overlap.material import Material, Record
from assay.benchmarks.suites.describe import BenchTask, parse_tasks
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.kinds import ReviewerData
from assay.benchmarks.tasks.ranked import ranking_details
from assay.benchmarks.types import FewShot
from assay.errors import EvaluationError
from assay.evaluation.statistics.class_measures import class_score
from assay.evaluation.statistics.predicted import kendall_tau

FULL: dict[str, Any] = {
    "id": "a/b",
    "name": "B",
    "suites": ["scidocs"],
    "kind": "classification",
    "metrics": ["f1_macro", "accuracy"],
    "layout": "scirepeval",
    "where": {"meta": ["m", "n"], "test": "t"},
    "licence": "none",
    "source": "a friend",
    "split": "dev",
    "fields": ["venue"],
    "in_train": True,
    "of_scidocs": True,
    "multi_label": True,
    "few_shot": [{"sample_size": 1, "iterations": 1}, {"sample_size": 5, "iterations": 3}],
    "grid": [1, 0.5],
    "candidates": "all",
    "parts": ["x", "y"],
    "judgements": ["hard"],
    "one_column": True,
    "unscored": "why not",
    "note": "odd",
}
NEEDED = ("id", "name", "suites", "kind", "metrics", "layout", "where", "licence", "source")


def parsed(row: dict[str, Any]) -> BenchTask:
    (task,) = parse_tasks([("f:0", " "), ("f:1", json.dumps(row))])
    return task


def test_every_word_of_a_description_is_kept_and_what_is_left_out_is_as_documented() -> None:
    assert parsed(FULL) == BenchTask(
        id="a/b",
        name="B",
        suites=("scidocs",),
        kind="classification",
        metrics=("f1_macro", "accuracy"),
        layout="scirepeval",
        where={"meta": ("m", "n"), "test": ("t",)},
        licence="none",
        source="a friend",
        split="dev",
        fields=("venue",),
        in_train=True,
        of_scidocs=True,
        multi_label=True,
        few_shot=(FewShot(1, 1), FewShot(5, 3)),
        grid=(1.0, 0.5),
        candidates="all",
        parts=("x", "y"),
        judgements=("hard",),
        one_column=True,
        unscored="why not",
        note="odd",
    )
    plain = parsed({key: FULL[key] for key in NEEDED})
    assert (plain.split, plain.fields, plain.candidates) == ("test", ("title", "abstract"), "judged")
    assert not any((plain.in_train, plain.of_scidocs, plain.multi_label, plain.one_column))
    assert (plain.few_shot, plain.grid, plain.parts, plain.judgements) == ((), (), (), ())
    assert (plain.unscored, plain.note) == ("", "")
    for key in NEEDED:
        with pytest.raises(EvaluationError, match=f"f:1, task .*: .*missing required field `{key}`"):
            parsed({other: value for other, value in FULL.items() if other != key})


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        *(
            ({"few_shot": [{"sample_size": 4, "iterations": 2, key: wrong}]}, f"$.few_shot[0].{key}")
            for key in ("sample_size", "iterations")
            for wrong in ("4", 1.5, True, None)
        ),
        *(
            (
                {"few_shot": [{"sample_size": 4, "iterations": 2, key: 0}]},
                "'few_shot' and 'grid' must be above 0",
            )
            for key in ("sample_size", "iterations")
        ),
        ({"few_shot": [4]}, "$.few_shot[0]"),
        *(({"grid": wrong}, "$.grid") for wrong in ("x", [True], ["1"], {})),
        *(({"grid": wrong}, "'grid' must be above 0") for wrong in ([0], [-1])),
        ({"candidates": "some"}, "$.candidates`. There are judged, all"),
        ({"layout": "tar"}, "$.layout`. There are scirepeval, scidocs"),
        *(({"where": wrong}, "$.where") for wrong in ([], "m")),
        ({"where": {"meta": "m"}}, "must have meta, test, reviewers"),
        ({"where": {"meta": "m", "test": "t", "more": "x"}}, "must have meta, test, reviewers"),
        *(({"where": {"meta": wrong, "test": "t"}}, "$.where") for wrong in ([1], None)),
        ({"where": {"meta": [""], "test": "t"}}, "'where.meta' must be a list of names"),
        *(({"parts": wrong}, "'parts' must be a list of names, each once") for wrong in (["x", "x"], [""])),
        *(({"parts": wrong}, "$.parts") for wrong in ("x", [1])),
        *(({"note": wrong}, "$.note") for wrong in (1, None)),
        ({"source": " "}, "'source' must be a text"),
        ({"one_column": "yes"}, "Expected `bool`, got `str` - at `$.one_column`"),
        ({"metrics": ["f1_macro", "f1_macro"]}, "each once"),
        ({"quite another": 1}, "There are id, name"),
        ({"kind": "regression", "metrics": ["kendalltau"]}, "belongs to classifications"),
        (
            {"kind": "regression", "metrics": ["kendalltau"], "multi_label": False, "few_shot": []},
            "'grid' belongs to classifications",
        ),
    ],
)
def test_a_description_that_is_wrong_says_where(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(EvaluationError) as caught:
        parsed({**FULL, **changes})
    assert words in str(caught.value)
    assert str(caught.value).startswith("f:1, task 'a/b': ")


# --- what is compared with a training


def reviewers(*, by_reviewer: bool) -> ReviewerData:
    return ReviewerData(
        papers={"p1": ("Written", "by ada")},
        queries={"q1": ("SelectedTask",), "q2": ("Also asked", "yes")},
        reviewers={"ada": ("p1",), "bob": ("p1", "p2")},
        judgements={
            "hard": {"q1": {"ada": 1, "bob": 0}, "q2": {"ada": 0, "bob": 0}},
            "soft": {"q1": {"ada": 1, "bob": 0}, "q2": {"ada": 2, "eve": 0}},
        },
        coverage=Coverage(7),
        by_reviewer=by_reviewer,
    )


def test_where_papers_are_ranked_for_reviewers_these_are_asked_about() -> None:
    found = Material.of_task("r", reviewers(by_reviewer=True))
    assert found.positives == {"ada": ["q1", "q2"], "bob": [], "eve": []}
    assert found.written == {"ada": ("p1",), "bob": ("p1", "p2"), "eve": ()}
    assert found.papers == {
        "p1": Record("Written", "by ada"),
        "q1": Record("SelectedTask", ""),
        "q2": Record("Also asked", "yes"),
    }
    assert (found.name, found.named, dict(found.queries), dict(found.query_papers)) == ("r", True, {}, {})
    assert found.query_ids == ("ada", "bob", "eve")


def test_where_reviewers_are_ranked_for_papers_the_papers_are_asked_about() -> None:
    found = Material.of_task("r", reviewers(by_reviewer=False))
    assert found.query_papers == {"q1": "q1", "q2": "q2"}
    assert set(found.papers) == {"p1", "q1", "q2"}
    assert found.query_ids == ("q1", "q2")


# --- measures of tasks


def test_rankings_are_trec_evals_without_the_querys_own_paper() -> None:
    qrels = {"q": {"own": 2, "a": 1, "b": 0, "c": 1}, "r": {"a": 1}}
    run = {"q": {"own": 9.0, "b": 3.0, "a": 2.0, "c": 1.0}, "r": {"b": 2.0, "a": 1.0}}
    bare = {"q": {"a": 1, "b": 0, "c": 1}, "r": {"a": 1}}
    own_left_out = {"q": {"b": 3.0, "a": 2.0, "c": 1.0}, "r": run["r"]}
    theirs = RelevanceEvaluator(bare, {"map", "ndcg"}).evaluate(own_left_out)
    found, _ = ranking_details(qrels, run, ["map", "ndcg"], own={"q": "own"})
    assert found == {
        name: pytest.approx(100 * np.mean([theirs[q][name] for q in bare])) for name in ("map", "ndcg")
    }
    assert found != ranking_details(qrels, run, ["map", "ndcg"], own={})[0]


def test_a_row_is_right_where_all_of_its_labels_are_and_one_order_has_no_tau() -> None:
    truth, found = [("a",), ("a", "b"), (), ("b",)], [("a",), ("a",), (), ("b",)]
    assert class_score("accuracy", truth, found) == 75.0
    assert class_score("f1_macro", truth, found) == pytest.approx((100 + 200 / 3) / 2)
    assert kendall_tau([1.0, 2.0, 3.0], np.ones(3)) == 0.0
    assert kendall_tau([1.0, 2.0, 3.0], np.array([1.0, 3.0, 2.0])) == pytest.approx(100 / 3)


def test_a_query_that_a_run_lacks_counts_nought_and_has_no_papers() -> None:
    qrels = {"q": {"a": 1, "b": 0}, "r": {"a": 1}}
    run = {"q": {f"d{n:02}": float(-n) for n in range(25)} | {"a": 9.0, "own": 10.0}}
    values, details = ranking_details(qrels, run, ["map", "P_5"], own={"q": "own"})
    assert values == {"map": 50.0, "P_5": 10.0}
    assert details.items == {"map": {"q": 100.0, "r": 0.0}, "P_5": {"q": 20.0, "r": 0.0}}
    assert details.first == {"q": ["a", *(f"d{n:02}" for n in range(19))], "r": []}
    assert (details.n, details.judged) == (2, pytest.approx(5.0))
