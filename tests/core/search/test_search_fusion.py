"""Reciprocal rank fusion against a case worked by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.search import rrf


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
