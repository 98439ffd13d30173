"""Reviewers' scores for a paper, against a plain loop."""

from __future__ import annotations

import math

import numpy as np
import pytest

from assay.benchmarks.tasks.reviewers import reviewer_scores
from assay.errors import EvaluationError
from assay.types import Vectors


def cosine(a: list[float], b: list[float]) -> float:
    product = sum(x * y for x, y in zip(a, b, strict=True))
    length = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(y * y for y in b))
    return product / length if length else 0.0


def loop(paper: list[float], theirs: list[list[float]]) -> float:
    """The best is taken out three times, or as often as there is one."""
    left = [cosine(paper, one) for one in theirs]
    taken = []
    while left and len(taken) < 3:
        taken.append(left.pop(left.index(max(left))))
    return sum(taken) / len(taken)


def vectors(rows: object) -> Vectors:
    return np.array(rows, dtype=np.float32)


def test_a_score_is_the_mean_of_the_three_nearest_of_a_reviewer_s_papers() -> None:
    rng = np.random.default_rng(7)
    papers, paper = vectors(rng.normal(size=(40, 5))), vectors(rng.normal(size=5))
    reviewers = {f"r{n}": rng.choice(40, size=n, replace=False).tolist() for n in range(1, 12)}
    reviewers["last"] = reviewers["r11"][3:6]  # a paper may have several authors
    found = reviewer_scores(paper, papers, reviewers)
    assert list(found) == list(reviewers)
    for name, rows in reviewers.items():
        assert found[name] == pytest.approx(loop(paper.tolist(), papers[rows].tolist()), abs=1e-9)


def test_fewer_papers_all_count_and_equal_ones_each() -> None:
    paper = vectors([1, 0])
    papers = vectors([[2, 0], [0, 3], [-1, 0], [1, 1], [5, 5]])
    half = math.sqrt(0.5)
    found = reviewer_scores(
        paper, papers, {"one": [1], "two": [0, 2], "ties": [3, 4, 1, 3], "worst": [2, 1, 0, 3]}
    )
    assert found == pytest.approx({"one": 0.0, "two": 0.0, "ties": half, "worst": (1 + half) / 3}, abs=1e-7)


def test_a_vector_of_zeros_is_like_nothing() -> None:
    papers = vectors([[0, 0], [1, 0], [-1, 0]])
    assert reviewer_scores(vectors([1, 0]), papers, {"a": [0, 1], "b": [0]}) == {"a": 0.5, "b": 0.0}
    assert reviewer_scores(vectors([0, 0]), papers, {"a": [0, 1, 2]}) == {"a": 0.0}


def test_a_reviewer_without_papers_is_refused_by_name() -> None:
    with pytest.raises(EvaluationError, match="'b' has no papers"):
        reviewer_scores(vectors([1, 0]), vectors([[1, 0]]), {"a": [0], "b": []})
