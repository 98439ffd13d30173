"""What a graph of judgement events amounts to: hand-worked cases, and any graph against the definition."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from assay.library.rows.pair_state import ACTIONS, STATES, Event, PairState, fold, heads, state_of

if TYPE_CHECKING:
    from collections.abc import Sequence


def event(
    name: str,
    kind: str = "grade",
    value: int | str | None = None,
    *,
    after: Sequence[str] = (),
    target: str | None = None,
) -> Event:
    parents = [*after, None, None]
    return Event(
        name,
        1,
        1,
        kind,
        grade=value if kind == "grade" else None,  # type: ignore[arg-type]
        note=value if kind == "note" else None,  # type: ignore[arg-type]
        target=target,
        supersedes=parents[0],
        merges=parents[1],
    )


def says(log: Sequence[Event]) -> tuple[str | None, int | None, str]:
    found = state_of(log)
    return found.state, found.grade, found.note


def test_of_a_chain_the_last_grade_and_the_last_note_stand() -> None:
    log = [
        event("a", value=0),
        event("b", "note", "n", after="a"),
        event("c", "unsure", after="b"),
        event("d", value=2, after="c"),
    ]
    assert state_of(log) == PairState("grade", 2, "n", "d", 1)
    assert state_of(log[:3]) == PairState("unsure", None, "n", "c", 1)


def test_an_undone_event_leaves_what_was_before_it() -> None:
    log = [event("a", value=0), event("b", value=2, after="a"), event("u", "undo", after="b", target="b")]
    assert state_of(log) == PairState("grade", 0, "", "u", 1)
    again = [*log, event("r", "redo", after="u", target="b")]
    assert state_of(again) == PairState("grade", 2, "", "r", 1)


def test_two_grades_of_which_neither_saw_the_other_are_a_conflict() -> None:
    log = [event("a", value=1), event("x", value=0, after="a"), event("y", value=2, after="a")]
    assert state_of(log) == PairState("conflict", None, "", "x", 2)


def test_a_grade_beats_the_one_that_it_saw_though_the_other_machine_wrote_a_note_since() -> None:
    log = [event("a", value=0), event("x", value=2, after="a"), event("y", "note", "n", after="a")]
    assert state_of(log) == PairState("grade", 2, "n", "x", 2)


def test_different_notes_are_shown_together_and_make_no_conflict() -> None:
    log = [event("a", value=1), event("x", "note", "b", after="a"), event("y", "note", "a", after="a")]
    assert says(log) == ("grade", 1, "a\nb")
    emptied = [*log, event("z", "note", "", after=["x", "y"])]
    assert says(emptied) == ("grade", 1, "")


def test_a_grade_that_follows_both_heads_settles_the_conflict_and_its_undo_brings_it_back() -> None:
    log = [event("x", value=0), event("y", value=2), event("z", value=1, after=["x", "y"])]
    assert state_of(log) == PairState("grade", 1, "", "z", 1)
    assert says([*log, event("u", "undo", after="z", target="z")]) == ("conflict", None, "")


def test_turns_that_did_not_see_each_other_hold_both_outcomes() -> None:
    log = [
        event("a", value=1),
        event("u", "undo", after="a", target="a"),
        event("r", "redo", after="u", target="a"),
        event("v", "undo", after="u", target="a"),
    ]
    assert says(log) == ("conflict", None, "")
    agreed = [
        event("a", value=1),
        event("u", "undo", after="a", target="a"),
        event("v", "undo", after="a", target="a"),
    ]
    assert says(agreed) == (None, None, "")


def test_heads_are_what_nothing_follows() -> None:
    log = [event("a"), event("z", after="a"), event("b", after="a"), event("c", after=["b", "x"]), event("x")]
    assert heads(log) == ["c", "z"]


def test_events_are_folded_by_pair_and_annotator() -> None:
    log = [Event("a", 1, 1, "grade", 2), Event("b", 1, 2, "unsure"), Event("c", 2, 1, "note", None, "n")]
    assert fold(log) == {
        (1, 1): PairState("grade", 2, "", "a"),
        (1, 2): PairState("unsure", None, "", "b"),
        (2, 1): PairState(None, None, "n", "c"),
    }
    assert state_of([Event("c", 2, 1, "note", None, "")]).is_empty


# -- any graph, against the definition by brute force ------------------------------------------------------


@st.composite
def graphs(draw: st.DrawFn) -> list[Event]:
    """Up to ten events, each following none, one or two of those before it."""
    log: list[Event] = []
    for n in range(draw(st.integers(1, 10))):
        names = [past.event_uuid for past in log]
        after = draw(st.lists(st.sampled_from(names), max_size=2, unique=True)) if names else []
        actions = [past.event_uuid for past in log if past.kind in ACTIONS]
        kinds = ["grade", "unsure", "clear", "note", *(["undo", "redo"] if actions else [])]
        kind = draw(st.sampled_from(kinds))
        value = draw(
            {"grade": st.integers(0, 2), "note": st.sampled_from(["", "a", "b"])}.get(kind, st.none())
        )
        target = draw(st.sampled_from(actions)) if kind in ("undo", "redo") else None
        log.append(event(f"e{n}", kind, value, after=after, target=target))
    return log


def by_definition(log: Sequence[Event]) -> tuple[str | None, int | None, str]:
    """Over all pairs of events: who had seen whom, which turns are last, which writes nothing replaced."""
    parents = {e.event_uuid: {e.supersedes, e.merges} - {None} for e in log}
    seen: dict[str, set[str]] = {name: set() for name in parents}  # what an event had seen
    for _ in log:
        for name, above in parents.items():
            seen[name] |= {p for p in above if p} | {old for p in above if p for old in seen[p]}
    outcomes: dict[str, set[str]] = {}
    for e in log:
        turns = [t for t in log if t.target == e.event_uuid]
        last = [t for t in turns if not any(t.event_uuid in seen[u.event_uuid] for u in turns)]
        outcomes[e.event_uuid] = {"out" if t.kind == "undo" else "in" for t in last} or {"in"}

    def left(kinds: Sequence[str]) -> list[Event | None]:
        writes = [e for e in log if e.kind in kinds and "in" in outcomes[e.event_uuid]]
        sure = [e for e in writes if outcomes[e.event_uuid] == {"in"}]
        kept: list[Event | None] = [
            w for w in writes if not any(w.event_uuid in seen[s.event_uuid] for s in sure)
        ]
        return kept if sure else [*kept, None]

    said = {None if e is None or e.kind == "clear" else (e.kind, e.grade) for e in left([*STATES, "clear"])}
    notes = {e.note for e in left(["note"]) if e and e.note}
    if len(said) > 1:
        return "conflict", None, "\n".join(sorted(notes))
    state, grade = said.pop() or (None, None)
    return state, grade, "\n".join(sorted(notes))


@settings(max_examples=300, deadline=None)
@given(graphs(), st.randoms())
def test_any_graph_stands_as_defined_whatever_came_first(log: list[Event], random: object) -> None:
    expected = by_definition(log)
    assert says(log) == expected
    whole = state_of(log)
    shuffled = list(log)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert state_of(shuffled) == whole
    followed = set(itertools.chain.from_iterable((e.supersedes, e.merges) for e in log))
    assert heads(shuffled) == sorted({e.event_uuid for e in log} - followed)


@settings(max_examples=200, deadline=None)
@given(graphs())
def test_one_event_after_all_heads_says_what_the_quick_way_says(log: list[Event]) -> None:
    ends = heads(log)
    if len(ends) > 2:
        return
    for new in (event("new", value=2, after=ends), event("new", "note", "x", after=ends)):
        quick = state_of(log).after(new)
        assert says([*log, new]) == (quick.state, quick.grade, quick.note)
