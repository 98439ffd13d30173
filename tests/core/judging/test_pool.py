"""Pools of several runs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.campaign_types import PoolStrategy
from assay.errors import BadInput, EvaluationError
from assay.judging import pool, pool_by, rrf_pool
from assay.types import Run

any_run = st.dictionaries(
    st.sampled_from(["q1", "q2", "q3"]),
    st.dictionaries(
        st.sampled_from([f"d{i}" for i in range(15)]), st.integers(-3, 3).map(float), max_size=12
    ),
)


def test_a_pool_is_the_union_of_the_tops_best_rank_first() -> None:
    bm25 = {"q1": {"a": 3.0, "b": 2.0, "c": 1.0}, "q2": {"x": 1.0}}
    dense = {"q1": {"b": 0.9, "d": 0.8, "a": 0.7}}
    assert pool([bm25, dense], depth=2) == {"q1": ["a", "b", "d"], "q2": ["x"]}


@given(runs=st.lists(any_run, max_size=4), depth=st.integers(1, 6))
def test_a_pool_holds_exactly_the_documents_of_some_top(runs: list[Run], depth: int) -> None:
    pooled = pool(runs, depth=depth, exclude={"q1": "d0"})
    for query_id in ("q1", "q2", "q3"):
        expected = set()
        for run in runs:
            docs = [d for d in run.get(query_id, {}) if (query_id, d) != ("q1", "d0")]
            scores = run.get(query_id, {})
            better = {d: sum((scores[o], o) > (scores[d], d) for o in docs) for d in docs}
            expected |= {d for d in docs if better[d] < depth}
        got = pooled.get(query_id, [])
        assert set(got) == expected
        assert len(got) == len(set(got))


@pytest.mark.parametrize("own", ["d0", "d3", "absent"])
def test_the_query_paper_is_left_out_and_the_depth_is_kept(own: str) -> None:
    run = {"q": {f"d{i}": -float(i) for i in range(12)}}
    expected = [f"d{i}" for i in range(12) if f"d{i}" != own][:10]
    assert pool([run], depth=10, exclude={"q": own}) == {"q": expected}


def test_bad_depths_and_scores_are_refused() -> None:
    with pytest.raises(BadInput, match="at least 1"):
        pool([], depth=0)
    with pytest.raises(EvaluationError, match="nan"):
        pool([{"q": {"a": float("nan"), "b": 1.0}}])


def ranks(scores: dict[str, float], own: set[str]) -> dict[str, int]:
    """doc_id -> its rank, counted as one more than the number of better documents."""
    docs = [d for d in scores if d not in own]
    return {d: 1 + sum((scores[o], o) > (scores[d], d) for o in docs) for d in docs}


@given(runs=st.lists(any_run, max_size=4), depth=st.integers(1, 6))
def test_fused_ranks_take_the_documents_of_the_largest_sums(runs: list[Run], depth: int) -> None:
    pooled = rrf_pool(runs, depth=depth, exclude={"q1": {"d0", "d1"}})
    for query_id in ("q1", "q2", "q3"):
        own = {"d0", "d1"} if query_id == "q1" else set()
        sums: dict[str, Fraction] = {}
        for run in runs:
            for doc_id, rank in ranks(run.get(query_id, {}), own).items():
                sums[doc_id] = sums.get(doc_id, Fraction(0)) + Fraction(1, 60 + rank)
        expected = sorted(sums, key=lambda doc_id: (sums[doc_id], doc_id), reverse=True)[:depth]
        assert pooled.get(query_id, []) == expected


def test_a_document_that_many_runs_rank_low_beats_one_that_a_single_run_ranks_first() -> None:
    # 2 / 62 against 1 / 61: second in both runs beats first in one.
    first = {"q": {"x": 3.0, "b": 2.0}}
    second = {"q": {"y": 3.0, "b": 2.0}}
    assert rrf_pool([first, second], depth=2) == {"q": ["b", "y"]}, "x and y are equal: the later id first"
    assert rrf_pool([first, second], depth=3, k=0) == {"q": ["y", "x", "b"]}, (
        "1, 1, and 1/2 + 1/2: three ties"
    )


@given(runs=st.lists(any_run, max_size=4), depth=st.integers(1, 6))
def test_both_is_the_union_of_depth_and_fused_ranks(runs: list[Run], depth: int) -> None:
    tagged = {f"r{i}": run for i, run in enumerate(runs)}
    exclude = {"q1": ["d0"], "q2": frozenset({"d1", "d2"})}
    by_depth, by_rrf, both = (
        pool_by(tagged, strategy=strategy, depth=depth, exclude=exclude)
        for strategy in (PoolStrategy.DEPTH, PoolStrategy.RRF, PoolStrategy.BOTH)
    )
    assert by_depth == pool(runs, depth=depth, exclude=exclude)
    assert by_rrf == rrf_pool(runs, depth=depth, exclude=exclude)
    assert {q: set(d) for q, d in both.items()} == {q: {*by_depth[q], *by_rrf[q]} for q in by_depth}
    assert all(len(set(doc_ids)) == len(doc_ids) for doc_ids in both.values())


def test_a_document_of_both_stands_at_its_best_rank() -> None:
    one = {"q": {"a": 9.0, "m": 8.0, "b": 7.0}}
    two = {"q": {"c": 9.0, "m": 8.0, "d": 7.0}}
    # m leads the fusion, so it has rank 1 there, behind the firsts of the two runs.
    assert pool_by({"one": one, "two": two}, strategy=PoolStrategy.BOTH, depth=1) == {"q": ["a", "c", "m"]}


@pytest.mark.parametrize("strategy", [PoolStrategy.UNJUDGED, PoolStrategy.IMPORT, PoolStrategy.MANUAL])
def test_other_strategies_choose_from_no_run(strategy: PoolStrategy) -> None:
    with pytest.raises(BadInput, match="depth, rrf or both"):
        pool_by({"r": {"q": {"a": 1.0}}}, strategy=strategy)


def test_several_papers_can_be_left_out_and_every_run_still_gives_its_depth() -> None:
    run = {"q": {f"d{i}": -float(i) for i in range(6)}}
    for own in (["d0", "d2"], {"d0", "d2"}, frozenset({"d0", "d2"}), ("d2", "d0", "d0")):
        assert pool([run], depth=3, exclude={"q": own}) == {"q": ["d1", "d3", "d4"]}


def test_an_id_is_not_taken_for_the_characters_in_it() -> None:
    run = {"q": {"a": 3.0, "ab": 2.0, "b": 1.0}}
    assert pool([run], depth=3, exclude={"q": "ab"}) == {"q": ["a", "b"]}


def test_what_is_left_out_and_how_deep_reaches_every_strategy() -> None:
    runs = {"one": {"q": {f"d{i:02}": 20.0 - i for i in range(15)}}, "two": {"p": {"a": 2.0, "b": 1.0}}}
    for strategy in (PoolStrategy.DEPTH, PoolStrategy.RRF, PoolStrategy.BOTH):
        pooled = pool_by(runs, strategy=strategy, depth=2, exclude={"q": "d00", "p": ["a"]})
        assert pooled == {"q": ["d01", "d02"], "p": ["b"]}
        assert len(pool_by(runs, strategy=strategy)["q"]) == 10


def test_pools_are_ten_deep_unless_told_otherwise() -> None:
    run = {"q": {f"d{i:02}": 20.0 - i for i in range(15)}}
    for pooled in (pool([run]), rrf_pool([run])):
        assert pooled == {"q": [f"d{i:02}" for i in range(10)]}
    # The constant of the fusion: rank 1 of one run, or ranks 2 and 3 of two, whose sum it decides.
    runs = [{"q": {"a": 3.0, "b": 2.0, "c": 1.0}}, {"q": {"d": 3.0, "c": 2.0, "b": 1.0}}]
    assert rrf_pool(runs)["q"] == sorted("abcd", key=lambda doc: (-score(doc, 60), -ord(doc)))
    assert rrf_pool(runs, k=0)["q"] == sorted("abcd", key=lambda doc: (-score(doc, 0), -ord(doc)))


def score(doc: str, k: int) -> float:
    """1 / (k + rank), summed over the two runs of the test above."""
    return sum(1 / (k + ranks.index(doc) + 1) for ranks in ("abc", "dcb") if doc in ranks)
