"""What a list of judgement events amounts to: pure rules, no database.

Events only ever get appended. An undo names the event that it takes back (its target), a redo the one that it
brings back; what counts is every event that is not taken back, in the order in which they happened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

STATES = ("grade", "unsure", "later", "unreadable")
ACTIONS = (*STATES, "note", "clear")
"""Kinds of events that can be undone."""


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


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one annotator stands on one pair. `state` is None where only a note, or nothing, is left."""

    state: str | None = None
    grade: int | None = None
    note: str = ""
    head: str = ""  # the last event of this pair and annotator, whatever it was

    def after(self, event: Event) -> Standing:
        """The standing once this event, which nobody takes back, has happened."""
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


def fold(events: Iterable[Event]) -> dict[tuple[int, int], Standing]:
    """(pair, annotator) -> standing, from the events in the order of their seq."""
    log = list(events)
    undone: set[str] = set()
    for event in log:
        if event.kind == "undo" and event.target:
            undone.add(event.target)
        elif event.kind == "redo" and event.target:
            undone.discard(event.target)
    standings: dict[tuple[int, int], Standing] = {}
    for event in log:
        key = (event.pair_pk, event.annotator_pk)
        standing = standings.get(key, Standing())
        if event.event_uuid not in undone:
            standing = standing.after(event)
        standings[key] = replace(standing, head=event.event_uuid)
    return standings
