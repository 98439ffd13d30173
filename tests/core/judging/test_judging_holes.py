"""What a run ranks high and nobody has judged."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import BadInput, EvaluationError
from assay.judging import unjudged_results

QUERIES, DOCS = ["q1", "q2", "q3"], [f"d{i}" for i in range(12)]

any_run = st.dictionaries(
    st.sampled_from(QUERIES), st.dictionaries(st.sampled_from(DOCS), st.integers(-2, 2).map(float))
)
any_sets = st.dictionaries(st.sampled_from(QUERIES), st.frozensets(st.sampled_from(DOCS)))


def test_a_paper_judged_for_another_query_is_a_hole_here() -> None:
    run = {"q1": {"a": 2.0, "b": 1.0}, "q2": {"a": 2.0, "b": 1.0}}
    judged = {"q1": {"a", "b"}, "q2": {"b"}}
    assert unjudged_results(run, judged) == {"q2": ["a"]}, "the union over queries would find none"


@given(run=any_run, judged=any_sets, own=any_sets, k=st.integers(1, 6))
def test_holes_are_the_unjudged_among_each_querys_own_top(
    run: dict[str, dict[str, float]],
    judged: dict[str, frozenset[str]],
    own: dict[str, frozenset[str]],
    k: int,
) -> None:
    expected = {}
    for query_id, scores in run.items():
        docs = [d for d in scores if d not in own.get(query_id, ())]
        better = {d: sum((scores[o], o) > (scores[d], d) for o in docs) for d in docs}
        top = sorted((d for d in docs if better[d] < k), key=better.__getitem__)
        unjudged = [d for d in top if d not in judged.get(query_id, ())]
        if unjudged:
            expected[query_id] = unjudged
    assert unjudged_results(run, judged, k=k, exclude=own) == expected


def test_bad_depths_and_scores_are_refused() -> None:
    with pytest.raises(BadInput, match="at least 1"):
        unjudged_results({}, {}, k=0)
    with pytest.raises(EvaluationError, match="inf"):
        unjudged_results({"q": {"a": float("inf")}}, {})
