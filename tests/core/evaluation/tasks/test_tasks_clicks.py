"""SciDocs' clicks: features and measures by hand, the network on made pairs, and the published layout."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from assay.benchmarks.suites.availability import evaluation_task, read
from assay.benchmarks.suites.describe import task_named
from assay.benchmarks.tasks import clicks as click_task
from assay.benchmarks.tasks.clicks import FEATURES, _Pairs, score_clicks
from assay.benchmarks.tasks.data import Coverage
from assay.benchmarks.tasks.kinds import Click, ClickData, ClickPaper
from assay.benchmarks.tasks.score import TaskVectors, score_task
from assay.errors import EvaluationError
from assay.training.model.pair_ranker import fit_ranker
from small_benchmarks import small_scidocs

RECOMMEND = "scidocs/recommend"


def made_up() -> ClickData:
    """Queries q and what was shown: a, b and c, of which only a and b are known."""
    details = {
        "q": ClickPaper("Deep nets", 2010, frozenset("12"), frozenset("ax"), frozenset("b")),
        "a": ClickPaper("Deep trees.", 1970, frozenset("2"), frozenset("x"), frozenset("qyz")),
        "b": ClickPaper("", 2015, frozenset(), frozenset(), frozenset()),
    }
    click = Click("q", "a", ("b", "a", "c"))
    papers = {doc_id: (f"text {doc_id}",) for doc_id in "qab"}
    test = (click, Click("q", "b", ("b", "a", "c")), Click("q", "a", ("a", "b")))
    clicks = {"train": (click,), "validation": (click,), "test": test}
    return ClickData(papers, details, clicks, (1.0, 0.4, 0.1), Coverage(3))


VECTORS = np.array([[1, 0], [3, 4], [0, 2]], dtype=np.float32)


def test_the_features_of_a_pair_are_those_worked_by_hand() -> None:
    rows = _Pairs(made_up(), VECTORS).features("q", ["a", "b", "c"])
    known = {
        "authors": 1 / 2, "place": 0, "title": 1 / 4, "cosine": 0.6, "cited by": 0, "references": 1 / 2,
        "cites the query": 0, "query cites": 1, "age": 1, "years apart": 1,
        "citations": math.log(4) / 10,
    }  # fmt: skip
    assert dict(zip(FEATURES, rows[0].tolist(), strict=True)) == pytest.approx(known)
    second = dict(zip(FEATURES, rows[1].tolist(), strict=True))
    assert (second["cites the query"], second["age"], second["years apart"]) == (1, 0.25, -0.25)
    assert not rows[2].any()  # c is not known, and the place is never told


def test_a_click_counts_by_the_inverse_of_how_likely_its_place_is_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ranked by cosines: a (0.6) first, then b and c (0), which are level and share their places."""
    given: list[float] = []

    def by_cosine(*_: object, weight: float, **__: object) -> object:
        given.append(weight)
        return lambda rows: rows[:, FEATURES.index("cosine")]

    monkeypatch.setattr(click_task, "fit_ranker", by_cosine)
    values, details = score_clicks(made_up(), VECTORS)
    weights = [1 / 0.4, 1 / 1.0, 1 / 1.0]  # the mean of the scores, 0.5, falls out
    gains = [1, 1 / math.log2(2 + 1.5), 1]
    assert values["ndcg"] == pytest.approx(100 * np.dot(weights, gains) / sum(weights))
    assert values["P_1"] == pytest.approx(100 * (2.5 + 1) / 4.5)
    assert details.n == 3
    assert given == [pytest.approx(0.5 / 0.1)]  # the last place's


def test_what_was_clicked_scores_above_the_others_after_learning() -> None:
    rng = np.random.default_rng(0)
    better, other = (rng.random((600, 11)).astype(np.float32) for _ in range(2))
    better[:, 3] += 0.5
    pairs = (better, other)
    before = torch.get_rng_state()
    score = fit_ranker(pairs, pairs)
    assert torch.equal(torch.get_rng_state(), before)
    assert np.mean(score(better) > score(other)) > 0.8
    assert ((score(better) >= 0) & (score(better) <= 1)).all()
    assert (fit_ranker(pairs, pairs)(better) == score(better)).all()


def test_clicks_in_their_published_layout_are_scored(tmp_path: Path) -> None:
    folder = small_scidocs(tmp_path)
    task = task_named(RECOMMEND)
    data = read(task, folder)
    assert isinstance(data, ClickData)
    assert data.clicks["test"][0] == Click("p8", "p12", ("p13", "p12", "p14"))
    assert data.propensity == (1.0, 0.5, 0.25)
    assert data.known["p8"].references == {"p2"}
    vectors = np.eye(4, dtype=np.float32)[[int(doc_id[1:]) % 4 for doc_id in data.papers]]
    score = score_task(
        evaluation_task(task, folder), data, TaskVectors(vectors, np.zeros((0, 4), np.float32))
    )
    assert {*score.values} == {"ndcg", "P_1"}
    assert all(0 <= value <= 100 for value in score.values.values())
    assert score.coverage == Coverage(4)


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("test.csv", "a,b,c\np1,p2\n", r"test.csv:2.*2 columns"),
        ("test.csv", 'p1,p2,"p3,p2"\np1,p3,"p3,p2"\n', "test.csv:1.*must be the header"),
        ("val.csv", 'a,b,c\np1,p2,"p3,p4"\n', "'p2' was clicked and not shown"),
        ("train.csv", 'a,b,c\np1,p2,"p3,p4,p5,p2"\n', "no propensity; there are 3"),
        ("propensity_scores.json", "[1]", "no list 'scores'"),
        ("propensity_scores.json", json.dumps({"scores": [1, 0]}), "a score is not above 0"),
    ],
)
def test_rows_that_are_no_clicks_are_refused(tmp_path: Path, name: str, text: str, reason: str) -> None:
    folder = small_scidocs(tmp_path)
    (folder / "scidocs" / "recomm" / name).write_text(text, encoding="utf-8")
    with pytest.raises(EvaluationError, match=reason):
        read(task_named(RECOMMEND), folder)


def test_clicks_on_the_only_paper_teach_nothing_and_are_refused() -> None:
    data = made_up()
    with pytest.raises(EvaluationError, match="no click of train"):
        score_clicks(replace(data, clicks={**data.clicks, "train": (Click("q", "a", ("a",)),)}), VECTORS)
    with pytest.raises(EvaluationError, match="no clicks to test"):
        score_clicks(replace(data, clicks={**data.clicks, "test": ()}), VECTORS)
