"""Reviewers, tasks in parts and queries that are papers: values by hand, and faults by their names."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from assay.benchmarks.suites.availability import evaluation_task, read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks.data import Coverage, LabelledData, RankedData
from assay.benchmarks.tasks.expertise import expertise_grade
from assay.benchmarks.tasks.kinds import PartedData, ReviewerData
from assay.benchmarks.tasks.ranked import measure_of
from assay.benchmarks.tasks.reviewers import MATCHING, reviewer_scores
from assay.benchmarks.tasks.score import SELF_HITS, TaskVectors, score_rankings, score_task
from assay.benchmarks.tasks.task import EvaluationTask
from assay.errors import DimensionMismatch, EvaluationError
from assay.types import Vectors
from small_benchmarks import small_scirepeval

NOWHERE = Path("none")


def a_task(kind: Any, *metrics: str, **rest: Any) -> EvaluationTask:
    return EvaluationTask("T", kind, metrics, NOWHERE, NOWHERE, **rest)


def vectors(rows: Any) -> Vectors:
    return np.array(rows, dtype=np.float32)


def at_angles(*degrees: float) -> Vectors:
    """Unit vectors; the cosine of two is that of the angle between them."""
    turns = np.radians(degrees)
    return vectors(np.stack([np.cos(turns), np.sin(turns)], axis=1))


# --- reviewers


def six_reviewers() -> tuple[ReviewerData, TaskVectors]:
    """Of one paper at 0 degrees: r0 ... r5 wrote one paper each, at 10, 20, ... 60 degrees."""
    data = ReviewerData(
        papers={f"p{n}": ("x",) for n in range(6)},
        queries={"q": ("x",)},
        reviewers={f"r{n}": (f"p{n}",) for n in range(6)},
        judgements={
            "hard": {"q": {"r0": 1, "r1": 0, "r2": 0, "r3": 0, "r4": 0, "r5": 1}},
            "soft": {"q": {"r0": 1, "r1": 1, "r2": 0, "r3": 1, "r4": 0, "r5": 1}},
        },
        coverage=Coverage(6),
    )
    return data, TaskVectors(at_angles(10, 20, 30, 40, 50, 60), at_angles(0))


def test_the_value_of_reviewers_is_the_mean_of_four_precisions() -> None:
    """Among the first five are r0 (hard), and r0, r1, r3 (soft); ten places hold all six."""
    data, found = six_reviewers()
    score = score_task(a_task("proximity", "P_5", "P_10"), data, found)
    assert score.details.parts == {
        "hard": pytest.approx({"P_5": 20, "P_10": 20}),
        "soft": pytest.approx({"P_5": 60, "P_10": 40}),
    }
    assert score.values == pytest.approx({MATCHING: (20 + 20 + 60 + 40) / 4})
    assert score.details.items[MATCHING] == pytest.approx({"q": 35})
    assert score.details.first["q"] == [f"r{n}" for n in range(6)]
    cosines = {f"r{n}": math.cos(math.radians(10 * (n + 1))) for n in range(6)}
    assert score.details.scores["q"] == pytest.approx(cosines, abs=1e-4)
    assert score.details.n == 1


def test_papers_are_ranked_for_each_reviewer_where_the_data_say_so() -> None:
    """The same angles seen from r0: of seven papers the two that fit are the first and the last."""
    data = ReviewerData(
        papers={"own": ("x",)},
        queries={f"q{n}": ("x",) for n in range(7)},
        reviewers={"r": ("own",)},
        judgements={"hard": {f"q{n}": {"r": int(n in (0, 6))} for n in range(7)}},
        coverage=Coverage(7),
        by_reviewer=True,
    )
    found = TaskVectors(at_angles(0), at_angles(*range(0, 70, 10)))
    score = score_task(a_task("proximity", "P_5"), data, found)
    assert score.details.parts == {"hard": pytest.approx({"P_5": 20})}
    assert score.details.first == {"r": [f"q{n}" for n in range(7)]}


def test_published_reviewers_are_scored_as_a_loop_over_them_scores(tmp_path: Path) -> None:
    folder = small_scirepeval(tmp_path)
    task = task_named("scirepeval/reviewers")
    data = read(task, folder)
    assert isinstance(data, ReviewerData)
    rng = np.random.default_rng(3)
    found = TaskVectors(
        vectors(rng.normal(size=(len(data.papers), 5))), vectors(rng.normal(size=(len(data.queries), 5)))
    )
    score = score_task(evaluation_task(task, folder), data, found)
    rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
    numbers = []
    for qrels in data.judgements.values():
        for k in (5, 10):
            hits = []
            for query_id, vector in zip(data.queries, found.queries, strict=True):
                judged = {r: [rows[d] for d in data.reviewers[r]] for r in qrels[query_id]}
                order = sorted(
                    reviewer_scores(vector, found.papers, judged).items(), key=lambda each: -each[1]
                )
                hits.append(sum(qrels[query_id][r] for r, _ in order[:k]) / k)
            numbers.append(100 * sum(hits) / len(hits))
    assert score.values == pytest.approx({MATCHING: sum(numbers) / 4})


def test_a_judged_reviewer_who_is_not_known_is_named() -> None:
    data, found = six_reviewers()
    with pytest.raises(EvaluationError, match="Task 'T': of the paper 'q' the reviewer 'r5' is judged"):
        score_task(
            a_task("proximity", "P_5"),
            replace(data, reviewers={f"r{n}": (f"p{n}",) for n in range(5)}),
            found,
        )


def test_expertise_is_laid_on_grades_as_its_module_says() -> None:
    assert {e / 4: expertise_grade(e / 4) for e in range(4, 21)} == {
        **{e / 4: 0 for e in range(4, 7)},
        **{e / 4: 1 for e in range(7, 12)},
        **{e / 4: 2 for e in range(12, 18)},
        **{e / 4: 3 for e in range(18, 21)},
    }


# --- parts


def test_a_task_in_parts_has_the_mean_of_its_parts_each_alone() -> None:
    """One part finds its paper first, the other second and of two queries once first: 100 and 75."""
    one = RankedData({"a": ("x",), "b": ("x",)}, {"q": ("x",)}, {"q": {"a": 1, "b": 0}}, Coverage(2))
    two = RankedData(
        {"a": ("x",), "b": ("x",)}, {"q": ("x",), "r": ("x",)},
        {"q": {"b": 1, "a": 0}, "r": {"a": 1, "b": 0}}, Coverage(4),
    )  # fmt: skip
    data = PartedData({"One": one, "Two": two}, one.papers, two.queries, Coverage(6))
    found = TaskVectors(vectors([[1, 0], [2, 0]]), vectors([[0, 0], [0, 1]]))
    score = score_task(a_task("proximity", "map", "recall_5"), data, found)
    assert score.values == pytest.approx({"map": (100 + 75) / 2, "recall_5": 100})
    assert score.details.parts == {
        "One": pytest.approx({"map": 100, "recall_5": 100}),
        "Two": pytest.approx({"map": 75, "recall_5": 100}),
    }
    assert score.details.items["map"] == pytest.approx({"One: q": 100, "Two: q": 50, "Two: r": 100})
    assert (score.details.n, score.details.judged) == (3, pytest.approx(100))
    broken = replace(data, parts={"One": replace(one, qrels={"q": {"c": 1}})})
    with pytest.raises(
        EvaluationError, match="Task 'T': part 'One': of the query 'q' the paper 'c' is judged"
    ):
        score_task(a_task("proximity", "map"), broken, found)


# --- queries that are papers


def test_a_query_that_is_a_paper_is_scored_without_and_with_itself() -> None:
    """As in ArguAna: what is asked for stands second, behind the query's own paper."""
    data = RankedData(
        {"a": ("x",), "b": ("x",), "c": ("x",)}, {"a": ("x",)}, {"a": {"b": 1}}, Coverage(1), {"a": "a"}
    )
    found = TaskVectors(vectors([[0, 0], [1, 0], [2, 0]]), vectors([[0, 0]]))
    task = a_task("adhoc_search", "ndcg_cut_10", candidates="all")
    score = score_task(task, data, found)
    assert score.values == pytest.approx({"ndcg_cut_10": 100})
    assert score.details.parts == {SELF_HITS: pytest.approx({"ndcg_cut_10": 100 / math.log2(3)})}
    assert score.details.first == {"a": ["b", "c"]}
    typed = score_task(task, replace(data, own={}), found)
    assert typed.values == pytest.approx({"ndcg_cut_10": 100 / math.log2(3)})
    assert typed.details.parts == {}
    left_out = {"a": {"b": 2.0, "c": 1.0}}  # a ranking that leaves the query out itself
    without = score_rankings(task, data, lambda _: left_out)
    assert without.details.parts == {}


# --- faults


def test_a_vector_that_is_no_number_is_named_by_its_paper() -> None:
    data = LabelledData(
        {"a": ("x",), "b": ("x",), "c": ("x",)}, (("a", "0"), ("b", "1")), (("c", "1"),), Coverage(3)
    )
    for bad in (math.nan, math.inf):
        wrong = TaskVectors(vectors([[1, 0], [bad, 1], [0, bad]]), np.zeros((0, 2), dtype=np.float32))
        with pytest.raises(
            EvaluationError, match=r"Task 'T': the vector of the paper 'b' holds NaN .* 2 of 3 do"
        ):
            score_task(a_task("classification", "accuracy"), data, wrong)
    ranked = RankedData({"a": ("x",)}, {"q": ("x",)}, {"q": {"a": 1}}, Coverage(1))
    with pytest.raises(EvaluationError, match="the vector of the query 'q' holds NaN"):
        score_task(
            a_task("proximity", "map"), ranked, TaskVectors(vectors([[1, 0]]), vectors([[math.nan, 0]]))
        )
    with pytest.raises(DimensionMismatch):
        score_task(a_task("proximity", "map"), ranked, TaskVectors(vectors([[1, 0]]), vectors([[1, 0, 0]])))


def test_what_is_judged_and_not_there_is_named() -> None:
    data = RankedData({"a": ("x",)}, {"q": ("x",)}, {"q": {"a": 1, "gone": 1}}, Coverage(2))
    one = vectors([[1, 0]])
    with pytest.raises(
        EvaluationError, match="Task 'T': of the query 'q' the paper 'gone' is judged and has no"
    ):
        score_task(a_task("proximity", "map"), data, TaskVectors(one, one))
    lost = replace(data, qrels={"lost": {"a": 1}})
    with pytest.raises(EvaluationError, match="of the query 'lost' the query itself is judged and has no"):
        score_task(a_task("proximity", "map"), lost, TaskVectors(one, one))


@pytest.mark.parametrize(
    ("metric", "measure"),
    [("map", "AP"), ("ndcg", "nDCG"), ("ndcg_cut_10", "nDCG@10"), ("recall_5", "R@5"), ("P_1", "P@1")],
)
def test_metrics_are_trec_evals_by_their_names_there(metric: str, measure: str) -> None:
    assert measure_of(metric) == measure


@pytest.mark.parametrize("metric", ["P", "P_", "P_0", "P_x", "mrr", "map_5", "recall_-1"])
def test_a_metric_that_no_ranking_has_is_refused(metric: str) -> None:
    with pytest.raises(EvaluationError, match=f"no metric '{metric}'"):
        measure_of(metric)
