"""Queries that are nearly the same: no pair missed, none too many."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.benchmarks.overlap.matching import _QueryIndex, match_queries, runs
from assay.errors import BadInput

WORDS = ["alpha", "beta", "gamma", "delta", "eta", "theta", "iota", "kappa"]


def brute(
    training: dict[str, str], benchmark: dict[str, str], threshold: Fraction
) -> dict[tuple[str, str], Fraction]:
    """Every pair, compared one by one in whole numbers."""
    found = {}
    for query_id, query in benchmark.items():
        for training_id, text in training.items():
            one, two = query.split(), text.split()
            if len(one) < 20:
                sets = set(one), set(two)
            else:
                sets = ({" ".join(w[i : i + 3]) for i in range(max(1, len(w) - 2))} for w in (one, two))
            left, right = sets
            if one and two and Fraction(len(left & right), len(left | right)) >= threshold:
                found[training_id, query_id] = Fraction(len(left & right), len(left | right))
    return found


texts = st.lists(st.sampled_from(WORDS), min_size=0, max_size=9).map(" ".join)


def numbered(prefix: str) -> st.SearchStrategy[dict[str, str]]:
    return st.lists(texts, max_size=12).map(
        lambda some: {f"{prefix}{i}": text for i, text in enumerate(some)}
    )


@settings(max_examples=150, deadline=None)
@given(numbered("t"), numbered("b"), st.sampled_from(["0.5", "0.6", "0.8", "1"]))
def test_short_queries_are_those_that_brute_force_finds(
    training: dict[str, str], benchmark: dict[str, str], threshold: str
) -> None:
    found = match_queries(training, benchmark, threshold=float(threshold))
    expected = brute(training, benchmark, Fraction(threshold))
    assert {(t, b) for t, some in found.pairs.items() for b in some} == set(expected)
    for one in found.near:
        best = max(share for (_, b), share in expected.items() if b == one.query_id)
        assert one.similarity == pytest.approx(float(best))
        assert expected[one.training_id, one.query_id] == best


def test_long_queries_changed_here_and_there_are_those_that_brute_force_finds() -> None:
    draw = random.Random(5)
    vocabulary = [f"w{i}" for i in range(300)]
    benchmark, training = {}, {}
    for number in range(60):
        words = draw.choices(vocabulary, k=draw.randint(15, 90))
        benchmark[f"b{number}"] = " ".join(words)
        for _ in range(draw.randint(0, 3)):
            words[draw.randrange(len(words))] = draw.choice(vocabulary)
        training[f"t{number}"] = " ".join(words[draw.randint(0, 2) :])
    found = match_queries(training, benchmark)
    expected = brute(training, benchmark, Fraction("0.8"))
    assert 20 < len(expected) < 60, "some are near, some are not"
    assert {(t, b) for t, some in found.pairs.items() for b in some} == set(expected)


def test_case_accents_and_punctuation_make_no_difference_and_order_none_to_a_short_one() -> None:
    found = match_queries({"t": "Dépth of RIVER-ice, measured?"}, {"b": "river ice: depth of, measured"})
    assert [(one.query_id, one.training_id, one.similarity) for one in found.near] == [("b", "t", 1.0)]


@pytest.mark.parametrize("threshold", [0.4, 1.1, float("nan")])
def test_a_threshold_out_of_range_is_refused(threshold: float) -> None:
    with pytest.raises(BadInput, match=r"from 0\.5 to 1"):
        match_queries({}, {}, threshold=threshold)


def test_a_text_is_foreign_where_too_many_of_its_first_runs_are_known_to_nobody() -> None:
    """Of 30 words a third and three are looked at, which is 11 runs; at 0.8 a fifth of 30 may be lacking."""
    words = [f"w{n}" for n in range(30)]
    known = _QueryIndex({"q": runs(words)}, 0.8)
    for n, foreign in ((6, False), (7, True), (11, True)):
        others = [f"x{i}" if i < n else word for i, word in enumerate(words)]
        assert known.is_foreign(others) is foreign
    late = [word if i < 13 else f"x{i}" for i, word in enumerate(words)]
    assert not known.is_foreign(late), "what comes behind is not looked at"
    assert _QueryIndex({}, 0.8).is_foreign(words)
    assert _QueryIndex({}, 0.8).is_foreign([])
    assert not known.is_foreign([])


def test_twenty_words_are_compared_by_runs_and_fewer_by_words() -> None:
    nineteen, twenty = ([f"w{n}" for n in range(some)] for some in (19, 20))
    for words, near in ((nineteen, True), (twenty, False)):
        found = match_queries({"t": " ".join(reversed(words))}, {"b": " ".join(words)})
        assert bool(found.near) is near
    assert match_queries({"t": "a b"}, {"b": "a b"}, threshold=1.0).pairs == {"t": ("b",)}
    assert match_queries({"t": "a b"}, {"b": "a c"}, threshold=0.5).near == ()
    (half,) = match_queries({"t": "a b"}, {"b": "a"}, threshold=0.5).near
    assert half.similarity == 0.5
