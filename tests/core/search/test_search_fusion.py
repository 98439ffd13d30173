"""Fusion by reciprocal ranks and by scores, against cases worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.search import rrf
from assay.search.fusion import convex


def test_scores_are_sums_of_reciprocal_ranks() -> None:
    fused = rrf({"keyword": ["a", "b", "c"], "semantic": ["c", "a", "d"]})
    # a: 1/61 + 1/62   c: 1/63 + 1/61   b: 1/62   d: 1/63
    expected = [
        ("a", Fraction(1, 61) + Fraction(1, 62), {"keyword": 1, "semantic": 2}),
        ("c", Fraction(1, 63) + Fraction(1, 61), {"keyword": 3, "semantic": 1}),
        ("b", Fraction(1, 62), {"keyword": 2}),
        ("d", Fraction(1, 63), {"semantic": 3}),
    ]
    assert [(doc_id, found) for doc_id, _, found in fused] == [(d, found) for d, _, found in expected]
    assert [score for _, score, _ in fused] == pytest.approx([float(score) for _, score, _ in expected])


def test_equal_scores_are_ordered_by_id_whichever_channel_comes_first() -> None:
    rankings = {"one": ["b", "a", "c"], "two": ["a", "b", "d"]}
    swapped = dict(reversed(rankings.items()))
    assert [doc_id for doc_id, _, _ in rrf(rankings)] == ["a", "b", "c", "d"]
    assert [hit[:2] for hit in rrf(rankings)] == [hit[:2] for hit in rrf(swapped)]


@given(st.dictionaries(st.text(max_size=2), st.lists(st.integers(0, 9).map(str), unique=True), max_size=4))
def test_every_paper_appears_once_and_scores_fall(rankings: dict[str, list[str]]) -> None:
    fused = rrf(rankings)
    assert {doc_id for doc_id, _, _ in fused} == {d for ranking in rankings.values() for d in ranking}
    assert len(fused) == len({doc_id for doc_id, _, _ in fused})
    scores = [score for _, score, _ in fused]
    assert scores == sorted(scores, reverse=True)


def test_a_rank_may_count_more_or_less_for_some_papers() -> None:
    fused = rrf({"keyword": ["a", "b"], "full text": ["b", "a"]}, weights={"full text": {"b": 4, "a": 0.5}})
    # b: 1/62 + 4/61   a: 1/61 + 0.5/62
    expected = [("b", Fraction(1, 62) + Fraction(4, 61)), ("a", Fraction(1, 61) + Fraction(1, 124))]
    assert [doc_id for doc_id, _, _ in fused] == [doc_id for doc_id, _ in expected]
    assert [score for _, score, _ in fused] == pytest.approx([float(score) for _, score in expected])


def test_scores_are_weighed_sums() -> None:
    rankings = {"keyword": ["a", "b"], "semantic": ["c", "a"]}
    fused = convex(rankings, {"a": 1.0, "b": 0.5}, {"a": 0.75, "b": 0.5, "c": 1.0}, weight=0.8)
    # a: 0.8 * 0.75 + 0.2 * 1   b: 0.8 * 0.5 + 0.2 * 0.5   c: 0.8 * 1
    assert [(doc_id, found) for doc_id, _, found in fused] == [
        ("a", {"keyword": 1, "semantic": 2}),
        ("c", {"semantic": 1}),
        ("b", {"keyword": 2}),
    ]
    assert [score for _, score, _ in fused] == pytest.approx([0.8, 0.8, 0.5])


def test_a_paper_without_a_vector_is_as_near_as_the_one_of_its_rank() -> None:
    rankings = {"keyword": ["new", "a", "newer"], "semantic": ["a", "b"]}
    meaning = {"a": 1.0, "b": 0.9}
    fused = {d: s for d, s, _ in convex(rankings, {"new": 1.0, "a": 0.5, "newer": 0.1}, meaning, weight=0.8)}
    assert fused["new"] == pytest.approx(0.8 * 1.0 + 0.2 * 1.0), "the first by its words comes first"
    assert fused["newer"] == pytest.approx(0.8 * 0.9 + 0.2 * 0.1), "there is no third, so as near as the last"
    assert convex({"keyword": ["a"]}, {"a": 1.0}, {}, weight=0.0) == [("a", 1.0, {"keyword": 1})]


@given(
    st.dictionaries(st.text(max_size=2), st.lists(st.integers(0, 9).map(str), unique=True), max_size=3),
    st.dictionaries(st.integers(0, 9).map(str), st.floats(0, 1)),
    st.dictionaries(st.integers(0, 9).map(str), st.floats(0, 1)),
)
def test_fused_scores_fall_from_1_to_0(
    rankings: dict[str, list[str]], words: dict[str, float], meaning: dict[str, float]
) -> None:
    fused = convex(rankings, words, meaning)
    assert {doc_id for doc_id, _, _ in fused} == {d for ranking in rankings.values() for d in ranking}
    scores = [score for _, score, _ in fused]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 + 1e-9 for score in scores)
