"""Pools of several runs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BadInput, EvaluationError
from assay.judging import pool
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


def test_runs_are_not_changed() -> None:
    run = {"q": {"own": 2.0, "a": 1.0}}
    pool([run], exclude={"q": "own"})
    assert run == {"q": {"own": 2.0, "a": 1.0}}


def test_a_query_with_nothing_left_has_no_pool() -> None:
    assert pool([{"q": {"own": 1.0}, "p": {}}], exclude={"q": "own"}) == {}
    assert pool([]) == {}


def test_bad_depths_and_scores_are_refused() -> None:
    with pytest.raises(BadInput, match="at least 1"):
        pool([], depth=0)
    with pytest.raises(EvaluationError, match="nan"):
        pool([{"q": {"a": float("nan"), "b": 1.0}}])
