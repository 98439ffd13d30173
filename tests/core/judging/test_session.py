"""A judging session on a dict, which behaves as a real library does."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from judging_fakes import Clock, DictStore, Stand

from assay.campaign_types import QueueOrder
from assay.errors import BadInput
from assay.judging import JudgementStore, JudgingSession, JudgingState
from assay.library import Library
from assay.types import Judgement, JudgementState, Paper, Query

A, B, C, D = ORDER = [("q1", "a"), ("q1", "b"), ("q2", "a"), ("q2", "c")]
UNSURE, LATER, UNREADABLE = JudgementState.UNSURE, JudgementState.LATER, JudgementState.UNREADABLE


def filled(folder: Path) -> Library:
    library = Library.open(folder)
    library.papers.add([(Paper(doc_id, f"Title {doc_id}"), ()) for doc_id in "abc"])
    library.queries.add([Query("q1", "owls"), Query("q2", "bats")])
    library.pool.add(ORDER)
    return library


@pytest.fixture
def store() -> JudgementStore:
    """What the library does as well: see the test that presses any keys on both."""
    return DictStore()


@pytest.fixture
def session(store: JudgementStore) -> JudgingSession:
    return JudgingSession(store, ORDER, assessor="ann")


def pace(session: JudgingSession) -> tuple[float | None, float | None]:
    return session.state.median_seconds, session.state.minutes_left


def stored(store: JudgementStore) -> dict[tuple[str, str], tuple[JudgementState, int | None]]:
    return {(j.query_id, j.doc_id): (j.state, j.relevance) for j in store.current(assessor="ann")}


def test_a_grade_is_stored_and_the_next_pair_shown(session: JudgingSession, store: JudgementStore) -> None:
    assert session.pair == A
    state = session.grade(2)
    assert stored(store) == {A: (JudgementState.GRADE, 2)}
    assert (state.pair, state.position, state.n_done, state.n_total) == (B, 2, 1, 4)


def test_grading_to_the_end_finishes_the_queue(session: JudgingSession, store: JudgementStore) -> None:
    for grade in (0, 1, 2):
        session.grade(grade)
    state = session.mark(UNREADABLE)
    assert (state.pair, state.n_done, state.n_left) == (None, 4, 0)
    assert stored(store)[D] == (UNREADABLE, None)
    with pytest.raises(BadInput, match="done"):
        session.grade(1)
    with pytest.raises(BadInput, match="done"):
        session.note("x")


def test_pairs_put_off_come_back_after_the_others(session: JudgingSession) -> None:
    session.mark(LATER)
    session.mark(UNSURE)
    session.grade(1)
    state = session.grade(1)
    assert (state.pair, state.n_later, state.n_unsure, state.n_done) == (A, 1, 1, 3)
    assert session.grade(0).n_left == 0


@pytest.mark.parametrize("grade", [3, -1, 1.5, 1.0, True, "1", None])
def test_only_0_1_and_2_are_grades(session: JudgingSession, store: JudgementStore, grade: object) -> None:
    with pytest.raises(BadInput, match="not a grade"):
        session.grade(grade)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="needs a number"):
        session.mark(JudgementState.GRADE)
    assert stored(store) == {}
    assert session.pair == A


def test_a_note_keeps_the_grade_and_the_place(session: JudgingSession, store: JudgementStore) -> None:
    session.grade(2)
    session.previous()
    state = session.note("well argued")
    assert state.pair == A
    assert state.judgement == Judgement("q1", "a", "ann", JudgementState.GRADE, 2, "well argued")
    assert session.grade(1).pair == B
    assert [j.note for j in store.current(assessor="ann")] == ["well argued"]


def test_a_note_alone_is_no_judgement_and_leaves_nothing_when_taken_away(session: JudgingSession) -> None:
    state = session.note("read again")
    assert (state.pair, state.n_done, state.n_later) == (A, 0, 0)
    assert session.mark(UNSURE).n_done == 1
    session.undo()
    session.mark(LATER)
    assert session.previous().n_later == 1, "said, the note stays"
    session.undo()
    state = session.note("")
    assert (state.judgement, state.n_later) == (None, 0)


def test_undo_goes_back_to_the_pair_and_redo_forward(session: JudgingSession, store: JudgementStore) -> None:
    session.grade(2)
    session.mark(UNSURE)
    state = session.undo()
    assert (state.pair, state.judgement, state.n_done) == (B, None, 1)
    state = session.undo()
    assert (state.pair, state.n_done) == (A, 0)
    assert stored(store) == {}
    assert session.undo() == state, "nothing is left to undo"
    state = session.redo()
    assert (state.pair, state.n_done) == (A, 1)
    assert stored(store) == {A: (JudgementState.GRADE, 2)}
    session.redo()
    before = session.state
    assert session.redo() == before
    assert stored(store) == {A: (JudgementState.GRADE, 2), B: (UNSURE, None)}


def test_a_new_session_goes_on_where_the_last_one_stopped(store: JudgementStore) -> None:
    first = JudgingSession(store, ORDER, assessor="ann")
    first.mark(LATER)
    first.grade(1)
    second = JudgingSession(store, ORDER, assessor="ann")
    assert (second.pair, second.state.n_done, second.state.n_later) == (C, 1, 1)
    assert second.undo().pair == B, "also across a restart"


def test_browsing_changes_nothing_and_stops_at_both_ends(
    session: JudgingSession, store: JudgementStore
) -> None:
    assert session.previous().pair == A
    assert [session.next().pair for _ in range(5)] == [B, C, D, D, D]
    assert session.go_to(B).position == 2
    assert stored(store) == {}
    with pytest.raises(BadInput, match="not in this queue"):
        session.go_to(("q1", "zzz"))


def test_a_finished_queue_can_be_browsed_from_its_end(session: JudgingSession) -> None:
    for _ in ORDER:
        session.grade(0)
    assert session.next().pair is None
    assert session.previous().pair == D
    assert session.previous().pair == C


def test_an_empty_queue_is_finished_from_the_start(store: JudgementStore) -> None:
    session = JudgingSession(store, [], assessor="ann")
    nothing = JudgingState(0, 0, 0, None, 0, 0)
    for state in (session.state, session.next(), session.previous(), session.undo()):
        assert state == nothing
    assert session.state.n_left == 0


def test_undo_of_a_pair_that_is_not_in_the_queue_stays_where_it_is(store: JudgementStore) -> None:
    JudgingSession(store, ORDER, assessor="ann").grade(2)
    session = JudgingSession(store, ORDER[2:], assessor="ann")
    assert session.undo().pair == C
    assert stored(store) == {}


def test_a_store_that_fails_leaves_the_session_where_it_was() -> None:
    store = DictStore()
    session = JudgingSession(store, ORDER, assessor="ann")
    session.grade(1)
    before = session.state
    store.broken = True
    for act in (lambda: session.grade(2), lambda: session.mark(LATER), lambda: session.note("x")):
        with pytest.raises(OSError, match="no space"):
            act()
        assert session.state == before
    store.broken = False
    assert session.grade(2).pair == C


def test_what_another_session_did_is_seen_after_reload(store: JudgementStore) -> None:
    session, other = (JudgingSession(store, ORDER, assessor="ann") for _ in range(2))
    other.grade(1)
    assert session.state.n_done == 0
    assert (session.reload().pair, session.state.n_done) == (B, 1)


def test_the_pace_is_the_median_and_says_how_long_the_rest_takes() -> None:
    clock, store = Clock(), DictStore()
    order = [("q", str(number)) for number in range(12)]
    session = JudgingSession(store, order, assessor="ann", clock=clock)
    for seconds in (10, 1, *(10, 30) * 3, 10, 10):
        assert pace(session) == (None, None), "a few grades say nothing of the hours to come"
        clock.now += seconds
        session.mark(LATER) if seconds == 1 else session.grade(1)
    assert pace(session) == (None, None)
    clock.now += 30
    session.grade(0)
    assert store.times[:3] == [10_000, 1_000, 10_000]
    assert pace(session) == (10.0, 2 * 10 / 60), "two are open: one new, one put off"


def test_time_away_from_the_desk_is_not_counted() -> None:
    clock, store = Clock(), DictStore()
    session = JudgingSession(store, ORDER, assessor="ann", clock=clock)
    clock.now += 7200
    session.grade(1)
    assert store.times == [300_000]


def test_a_caller_that_measured_the_time_is_believed() -> None:
    store = DictStore()
    session = JudgingSession(store, ORDER, assessor="ann", clock=Clock())
    session.grade(1, active_ms=4321)
    assert store.times == [4321]


def test_the_time_on_a_pair_begins_when_it_is_shown() -> None:
    clock, store = Clock(), DictStore()
    session = JudgingSession(store, ORDER, assessor="ann", clock=clock)
    clock.now += 60
    session.next()
    clock.now += 5
    session.grade(1)
    assert store.times == [5_000]


@pytest.mark.parametrize("seed", range(3))
def test_the_library_and_the_dict_agree_on_any_sequence_of_keys(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    with filled(tmp_path / "library") as library:
        sessions = [
            JudgingSession(store, ORDER, assessor="ann", clock=Clock())
            for store in (DictStore(), library.judgements)
        ]
        for step in range(120):
            key, value = rng.choice("012usnzyjkg"), rng.choice(ORDER)
            states = [
                press(session, key, value, f"note {step % 3}" if step % 4 else "") for session in sessions
            ]
            assert states[0] == states[1], f"step {step}, key {key}"
        for session in sessions:
            session.reload()
        assert sessions[0].state == sessions[1].state


def press(session: JudgingSession, key: str, pair: tuple[str, str], text: str) -> JudgingState:
    if key in "012usn" and session.pair is None:
        return session.previous()
    match key:
        case "0" | "1" | "2":
            return session.grade(int(key))
        case "u":
            return session.mark(UNSURE)
        case "s":
            return session.mark(LATER)
        case "n":
            return session.note(text)
        case "z":
            return session.undo()
        case "y":
            return session.redo()
        case "j":
            return session.next()
        case "k":
            return session.previous()
        case _:
            return session.go_to(pair)


# -- queues that grow, and conflicts --------------------------------------------------------------------


def test_a_queue_can_grow_while_it_is_judged(store: JudgementStore) -> None:
    session = JudgingSession(store, [A, B], assessor="ann")
    session.grade(1)
    state = session.extend([B, C, A])
    assert (state.pair, state.position, state.n_total, state.n_done) == (B, 2, 3, 1)
    assert session.order == (A, B, C)
    assert session.grade(0).pair == C
    assert session.reload().n_total == 3


def test_a_finished_queue_that_grows_goes_on_with_what_is_new(store: JudgementStore) -> None:
    JudgingSession(store, [C], assessor="ann").grade(2)
    session = JudgingSession(store, [A], assessor="ann")
    assert session.grade(1).n_left == 0
    assert session.extend([]).pair is None
    state = session.extend([C, D])
    assert (state.pair, state.n_done, state.n_total) == (D, 2, 3), "C was judged in another session"


def test_growing_does_not_restart_the_clock_of_the_pair_shown() -> None:
    clock, store = Clock(), DictStore()
    session = JudgingSession(store, [A], assessor="ann", clock=clock)
    clock.now += 7
    session.extend([B])
    clock.now += 4
    session.grade(1)
    assert store.times == [11_000]


def test_a_conflict_is_offered_again_and_settled_by_a_grade() -> None:
    store = DictStore()
    first = JudgingSession(store, ORDER, assessor="ann")
    for grade in (0, 1, 2, 1):
        first.grade(grade)
    store.stands[(*C, "ann")] = Stand(JudgementState.CONFLICT)  # as after a merge
    session = JudgingSession(store, ORDER, assessor="ann")
    state = session.state
    assert (state.pair, state.n_done, state.n_conflicts, state.n_left) == (C, 3, 1, 1)
    assert session.grade(2).n_left == 0
    assert session.state.n_conflicts == 0
    assert session.undo().n_conflicts == 1, "undone, the conflict stands again"


def test_a_grade_goes_on_behind_the_pair_it_was_given_to(session: JudgingSession) -> None:
    session.go_to(C)
    assert session.grade(1).pair == D
    assert session.grade(1).pair == A, "round to what was left out"
    session.go_to(B)
    assert session.mark(LATER).pair == A


def test_the_pace_is_that_of_the_last_fifty_and_a_long_absence_counts_five_minutes() -> None:
    clock, order = Clock(), [("q", f"d{i}") for i in range(110)]
    session = JudgingSession(DictStore(), order, assessor="ann", clock=clock)
    for seconds in [10] * 50 + [2] * 24 + [4] * 25:
        clock.now += seconds
        session.grade(0)
    assert pace(session) == (4.0, 4.0 * 11 / 60), "of 10, 24 times 2 and 25 times 4"
    clock.now += 2
    session.grade(0)
    assert pace(session) == (3.0, 3.0 * 10 / 60), "half of them 2, half of them 4"
    store = DictStore()
    session = JudgingSession(store, order, assessor="ann", clock=clock)
    session.grade(1, active_ms=300_001)
    clock.now += 300.5
    session.mark(UNSURE)
    assert store.times == [300_000, 300_000]


def test_reordered_pairs_follow_those_done_and_the_one_shown(store: DictStore) -> None:
    order = [("q1", "a"), ("q2", "x"), *(("q1", doc_id) for doc_id in "bcde")]
    session = JudgingSession(store, order, assessor="ann", ordered=QueueOrder.LIKELY)
    session.grade(1)
    session.go_to(("q1", "c"))
    session.reorder("q1", ["e", "d", "c", "b"], pinned=session.pair)
    assert session.order == (("q1", "a"), ("q2", "x"), *(("q1", doc_id) for doc_id in "cedb"))
    assert session.pair == ("q1", "c")
    assert session.grade(0).pair == ("q1", "e")
    session.undo()
    session.reorder("q1", ["b", "c"], pinned=None)
    assert session.order[2:] == tuple(("q1", doc_id) for doc_id in "bced")
    assert store.orders == [QueueOrder.LIKELY] * 2


def test_the_next_query_is_the_next_with_an_open_pair(session: JudgingSession) -> None:
    assert session.next_query().pair == C
    assert session.next_query().pair == A, "which comes round"
    session.grade(0)
    session.grade(0)
    session.next_query()
    assert session.pair == C, "no other query has one"
