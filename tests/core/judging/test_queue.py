"""The order of pairs for an assessor, the counts and the next pair, against walking through all of it."""

from __future__ import annotations

import itertools
import random
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.judging import JudgingState, Pair, seeded_order
from assay.judging.session import PairQueue
from assay.types import Judgement, JudgementState
from counting import steps

PAIRS = [(f"q{q}", f"d{d}") for q in range(5) for d in range(8)]
A, B, C, D = ORDER = [("q1", "a"), ("q1", "b"), ("q2", "a"), ("q2", "c")]

any_pairs = st.lists(st.tuples(st.text(max_size=3), st.text(max_size=3)), max_size=20)


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


PLACES = [(f"q{q}", f"d{d}") for q in range(3) for d in range(4)]
CONFLICT = JudgementState.CONFLICT

any_state = st.none() | st.sampled_from(list(JudgementState))
any_pair = st.sampled_from([*PLACES, ("q9", "elsewhere")])
any_act = st.one_of(
    st.tuples(st.just("set"), any_pair, any_state),
    st.tuples(st.just("extend"), st.lists(st.sampled_from(PLACES), max_size=3), st.none()),
)


def said(pair: Pair, state: JudgementState | None) -> Judgement | None:
    if state is None:
        return None
    return Judgement(*pair, "ann", state, 1 if state is JudgementState.GRADE else None)


def walked_next(order: list[Pair], judgements: dict[Pair, Judgement], after: Pair | None) -> Pair | None:
    start = order.index(after) + 1 if after in order else 0
    turn = order[start:] + order[:start]
    states = [judgements[pair].state if pair in judgements else None for pair in turn]
    for wanted in ((None, CONFLICT), (JudgementState.LATER,)):
        for pair, state in zip(turn, states, strict=True):
            if state in wanted:
                return pair
    return None


def walked_state(order: list[Pair], judgements: dict[Pair, Judgement], pair: Pair | None) -> JudgingState:
    states = [judgements[one].state for one in order if one in judgements]
    done = (JudgementState.GRADE, JudgementState.UNSURE, JudgementState.UNREADABLE)
    return JudgingState(
        position=0 if pair is None else order.index(pair) + 1,
        n_done=sum(map(states.count, done)),
        n_total=len(order),
        pair=pair,
        n_later=states.count(JudgementState.LATER),
        n_unsure=states.count(JudgementState.UNSURE),
        n_unreadable=states.count(JudgementState.UNREADABLE),
        judgement=None if pair is None else judgements.get(pair),
        n_conflicts=states.count(CONFLICT),
    )


@given(
    order=st.lists(st.sampled_from(PLACES), unique=True),
    start=st.dictionaries(any_pair, any_state),
    acts=st.lists(any_act, max_size=30),
    after=st.none() | any_pair,
)
def test_a_queue_counts_and_finds_as_if_it_walked_through_all(
    order: list[Pair],
    start: dict[Pair, JudgementState | None],
    acts: list[tuple[str, object, JudgementState | None]],
    after: Pair | None,
) -> None:
    stands = {pair: j for pair, state in start.items() if (j := said(pair, state)) is not None}
    queue, walked = PairQueue(order, stands), list(order)
    for name, what, state in [("extend", [], None), *acts]:
        if name == "extend":
            new = [pair for pair in dict.fromkeys(what) if pair not in walked]  # type: ignore[call-overload]
            assert queue.extend(what) == len(new)  # type: ignore[arg-type]
            walked += new
        else:
            pair: Pair = what  # type: ignore[assignment]
            judgement = said(pair, state)
            queue.set(pair, judgement)
            stands.pop(pair, None)
            if judgement is not None:
                stands[pair] = judgement
        assert queue.order == tuple(walked)
        assert queue.judgements == stands
        for behind in {after, walked[0] if walked else None, walked[-1] if walked else None}:
            found = walked_next(walked, stands, behind)
            assert queue.next(behind) == PairQueue(walked, stands).next(behind) == found
            assert (
                queue.state(found)
                == PairQueue(walked, stands).state(found)
                == walked_state(walked, stands, found)
            )


def test_a_pair_in_conflict_is_open_and_offered_in_its_place() -> None:
    a, b, c = PLACES[:3]
    judgements = {pair: Judgement(*pair, "ann", JudgementState.GRADE, 1) for pair in (a, b, c)}
    judgements[b] = Judgement(*b, "ann", CONFLICT)
    queue = PairQueue([a, b, c], judgements)
    assert queue.next() == b
    state = queue.state(b)
    assert (state.n_done, state.n_total, state.n_conflicts, state.n_left) == (2, 3, 1, 1)
    assert state.judgement is judgements[b]
    queue.set(b, Judgement(*b, "ann", JudgementState.GRADE, 0))
    assert queue.next() is None
    assert queue.state(None).n_left == 0


@pytest.mark.parametrize("n", [1_844, 100_000])
def test_a_key_press_takes_as_many_steps_in_a_long_queue(n: int) -> None:
    order = [(f"q{i // 50}", f"d{i}") for i in range(n)]
    queue = PairQueue(order)
    rng = random.Random(0)
    states = rng.choices(list(JudgementState), k=200)

    def press_all() -> None:
        pair = queue.next()
        for state in states:
            assert pair is not None
            queue.set(pair, said(pair, state))
            pair = queue.next(pair)
            queue.state(pair)

    assert steps(press_all) / len(states) < 1_500, "a walk through the pairs takes some steps for each"
