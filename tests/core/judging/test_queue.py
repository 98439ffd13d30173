"""The order of pairs for an assessor, and the next pair."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.judging import seeded_order
from assay.judging.queue import PairQueue
from assay.types import Judgement, JudgementState

PAIRS = [(f"q{q}", f"d{d}") for q in range(5) for d in range(8)]
A, B, C, D = ORDER = [("q1", "a"), ("q1", "b"), ("q2", "a"), ("q2", "c")]

any_pairs = st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=20)


def said(
    *pairs: tuple[str, str], state: JudgementState = JudgementState.GRADE
) -> dict[tuple[str, str], Judgement]:
    relevance = 1 if state is JudgementState.GRADE else None
    return {pair: Judgement(*pair, "ann", state, relevance) for pair in pairs}


def later(*pairs: tuple[str, str]) -> dict[tuple[str, str], Judgement]:
    return said(*pairs, state=JudgementState.LATER)


@given(any_pairs, st.integers())
def test_an_order_holds_every_pair_once_grouped_by_query(pairs: list[tuple[str, str]], seed: int) -> None:
    order = seeded_order(pairs, assessor="ann", seed=seed)
    assert sorted(order) == sorted(set(pairs))
    groups = [query_id for query_id, _ in itertools.groupby(order, key=lambda pair: pair[0])]
    assert len(groups) == len(set(groups))


def test_an_order_is_the_assessors_own_and_does_not_depend_on_the_input() -> None:
    order = seeded_order(PAIRS, assessor="ann", seed=1)
    shuffled = random.Random(5).sample(PAIRS, len(PAIRS))
    assert seeded_order(shuffled, assessor="ann", seed=1) == order
    assert seeded_order(PAIRS, assessor="bob", seed=1) != order
    assert seeded_order(PAIRS, assessor="ann", seed=2) != order
    assert order != sorted(order)


def test_an_order_is_the_same_in_another_process() -> None:
    code = f"from assay.judging import seeded_order; print(seeded_order({PAIRS!r}, assessor='ann', seed=1))"
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert other.stdout.strip() == repr(seeded_order(PAIRS, assessor="ann", seed=1))


@given(any_pairs, any_pairs)
def test_pairs_added_later_leave_the_order_of_the_others(
    early: list[tuple[str, str]], late: list[tuple[str, str]]
) -> None:
    before = seeded_order(early, assessor="ann", seed=0)
    after = seeded_order([*late, *early], assessor="ann", seed=0)
    assert [pair for pair in after if pair in set(early)] == before


def test_every_place_of_a_query_is_equally_likely() -> None:
    # 10 documents, 2,000 assessors: each document comes first 200 times, give or take 5 deviations of 13.4.
    pairs = [("q", f"d{i}") for i in range(10)]
    firsts = [seeded_order(pairs, assessor=f"a{n}", seed=0)[0] for n in range(2000)]
    assert all(abs(firsts.count(pair) - 200) < 67 for pair in pairs)


def test_the_next_pair_is_the_first_unjudged_one() -> None:
    assert PairQueue(ORDER, {}).next() == A
    assert PairQueue(ORDER, said(A, C)).next() == B


@pytest.mark.parametrize("state", [JudgementState.UNSURE, JudgementState.UNREADABLE])
def test_unsure_and_unreadable_pairs_are_done(state: JudgementState) -> None:
    assert PairQueue(ORDER, said(A, state=state)).next() == B
    assert PairQueue(ORDER, said(*ORDER, state=state)).next() is None


def test_pairs_put_off_come_back_at_the_end_in_their_order() -> None:
    put_off = later(A, C)
    assert PairQueue(ORDER, put_off).next() == B
    assert PairQueue(ORDER, put_off | said(B, D)).next() == A
    assert PairQueue(ORDER, put_off | said(B, D)).next(A) == C, "putting one off again shows the other"
    assert PairQueue(ORDER, later(A) | said(B, C, D)).next(A) == A, "the only one left"


def test_the_search_goes_on_behind_a_pair_and_round() -> None:
    assert PairQueue(ORDER, said(C)).next(B) == D
    assert PairQueue(ORDER, said(C, D)).next(B) == A
    assert PairQueue(ORDER, said(A, C, D)).next(B) == B
    assert PairQueue(ORDER, {}).next(("q9", "gone")) == A


def test_nothing_is_next_when_all_is_done() -> None:
    assert PairQueue(ORDER, said(*ORDER)).next() is None
    assert PairQueue([], {}).next() is None


def test_a_state_counts_what_was_said() -> None:
    judgements = said(A) | said(B, state=JudgementState.UNSURE) | later(C) | said(("q9", "elsewhere"))
    state = PairQueue(ORDER, judgements).state(C)
    assert (state.position, state.pair, state.judgement) == (3, C, judgements[C])
    assert (state.n_done, state.n_total, state.n_later, state.n_unsure, state.n_unreadable) == (2, 4, 1, 1, 0)
    assert state.n_left == 2


def test_a_finished_queue_has_no_pair_and_no_position() -> None:
    state = PairQueue(ORDER, said(A, B, C) | said(D, state=JudgementState.UNREADABLE)).state(None)
    assert (state.position, state.pair, state.n_done, state.n_unreadable) == (0, None, 4, 1)
    assert state.n_left == 0
