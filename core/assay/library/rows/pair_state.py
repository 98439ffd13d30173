"""What the judgement events of one annotator on one pair amount to: pure rules, no database.

Events only ever get appended. Each names the event that it follows (`supersedes`), so that the events of one
machine are a chain; where chains of several machines met, there are several heads, and an event that closes a
second one names it too (`merges`). The result depends on this graph alone, never on the order of arrival.

There are two registers, one for grade or state and one for the note, each of which several events may have
written. A write counts unless it was taken back, and unless a later write that counts had seen it. Where
writes are left of which neither had seen the other, the register holds several values: different grades are
then a conflict, for a person to settle, and different notes are shown together. (These are multi-value
registers: M. Shapiro et al., "A comprehensive study of convergent and commutative replicated data types",
2011, section 3.2.2.)

An undo names the event that it takes back (its target), a redo the one that it brings back; the last of them
decides. Where two machines took turns without seeing each other, both outcomes are held, as a conflict.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

STATES = ("grade", "unsure", "later", "unreadable")
ACTIONS = (*STATES, "note", "clear")
"""Kinds of events that can be undone."""
TURNS = ("undo", "redo")
JOIN = "join"
"""The kind of an event that says nothing, and only closes a second head."""
WRITES_STATE = (*STATES, "clear")
CONFLICT = "conflict"


@dataclass(frozen=True, slots=True)
class Event:
    """One row of the event log, as far as the rules need it."""

    event_uuid: str
    pair_pk: int
    annotator_pk: int
    kind: str
    grade: int | None = None
    note: str | None = None
    target: str | None = None
    supersedes: str | None = None
    merges: str | None = None

    @property
    def value(self) -> tuple[str, int | None] | None:
        """What a grade, state or clear writes into its register; None is nothing."""
        return None if self.kind == "clear" else (self.kind, self.grade)


@dataclass(frozen=True, slots=True)
class PairState:
    """Where one annotator stands on one pair. `state` is None where only a note, or nothing, is left."""

    state: str | None = None
    grade: int | None = None
    note: str = ""
    head: str = ""  # the last event of this pair and annotator, whatever it was; of several the first by name
    n_heads: int = 1

    def after(self, event: Event) -> PairState:
        """Return the pair state after this event, which follows every head and which nobody takes back."""
        if event.kind in STATES:
            return replace(self, state=event.kind, grade=event.grade)
        if event.kind == "note":
            return replace(self, note=event.note or "")
        if event.kind == "clear":  # withdraws the grade or state; a note is independent of it
            return replace(self, state=None, grade=None)
        return self

    @property
    def is_empty(self) -> bool:
        return self.state is None and not self.note


def fold(events: Iterable[Event]) -> dict[tuple[int, int], PairState]:
    """(pair, annotator) -> pair state."""
    logs: dict[tuple[int, int], list[Event]] = defaultdict(list)
    for event in events:
        logs[event.pair_pk, event.annotator_pk].append(event)
    return {key: state_of(log) for key, log in logs.items()}


def state_of(log: Sequence[Event]) -> PairState:
    """Return where the annotator stands on the pair whose events these are, at least one, in any order."""
    return _of_chain(log) if _is_chain(log) else _of_graph(log)


def heads(log: Sequence[Event]) -> list[str]:
    """The events that no other follows, by name."""
    followed = {parent for event in log for parent in (event.supersedes, event.merges)}
    return sorted(event.event_uuid for event in log if event.event_uuid not in followed)


def _is_chain(log: Sequence[Event]) -> bool:
    before = None
    for event in log:
        if event.supersedes != before or event.merges is not None:
            return False
        before = event.event_uuid
    return True


def _of_chain(log: Sequence[Event]) -> PairState:
    """Return the quick way for events of which each follows the one before it."""
    last_turns = {event.target: event.kind for event in log if event.kind in TURNS}
    now = PairState(head=log[-1].event_uuid)
    for event in log:
        if last_turns.get(event.event_uuid) != "undo":
            now = now.after(event)
    return now


def _of_graph(log: Sequence[Event]) -> PairState:
    backwards = _backwards(log)
    turns = _last_turns(backwards)
    values = {write and write.value for write in _left(backwards, turns, WRITES_STATE)}
    notes = {write.note for write in _left(backwards, turns, ("note",)) if write and write.note}
    state, grade = (CONFLICT, None) if len(values) > 1 else (values.pop() or (None, None))
    last = heads(log)
    return PairState(state, grade, "\n".join(sorted(notes)), last[0], len(last))


def _backwards(log: Sequence[Event]) -> list[tuple[Event, list[str]]]:
    """Return every event with those that follow it at once, each after all that follow it."""
    by_name = {event.event_uuid: event for event in log}
    followers: dict[str, list[str]] = {name: [] for name in by_name}
    for event in log:
        for parent in {event.supersedes, event.merges}:
            if parent in followers:
                followers[parent].append(event.event_uuid)
    waiting = {name: len(after) for name, after in followers.items()}
    ready = [name for name, n in waiting.items() if n == 0]
    ordered = []
    while ready:
        event = by_name[ready.pop()]
        ordered.append((event, followers[event.event_uuid]))
        for parent in {event.supersedes, event.merges}:
            if parent in waiting:
                waiting[parent] -= 1
                if waiting[parent] == 0:
                    ready.append(parent)
    return ordered


def _last_turns(backwards: Sequence[tuple[Event, Sequence[str]]]) -> dict[str, set[str]]:
    """target -> the kinds of its turns that no other turn followed: both where machines disagree."""
    last: dict[str, set[str]] = defaultdict(set)
    turned: dict[str, frozenset[str]] = {}  # the targets of the turns from this event on
    for event, after in backwards:
        later = (
            turned[after[0]] if len(after) == 1 else frozenset[str]().union(*(turned[name] for name in after))
        )
        if event.target is not None and event.target not in later:
            last[event.target].add(event.kind)
            later |= {event.target}
        turned[event.event_uuid] = later
    return last


def _left(
    backwards: Sequence[tuple[Event, Sequence[str]]],
    turns: Mapping[str, Collection[str]],
    kinds: Collection[str],
) -> list[Event | None]:
    """The writes of these kinds that count and that no later one had seen; None is the blank beginning."""
    written: set[str] = set()  # from these events on, something wrote for certain
    left: list[Event | None] = []
    for event, after in backwards:
        seen = any(name in written for name in after)
        outcomes = turns.get(event.event_uuid, ("redo",)) if event.kind in kinds else ("undo",)
        if "redo" in outcomes and not seen:
            left.append(event)
        if seen or "undo" not in outcomes:
            written.add(event.event_uuid)
    return left if written else [*left, None]
