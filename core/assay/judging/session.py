"""One assessor at one queue: what each key does to it, after the store has made it durable."""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assay.errors import BadInput
from assay.judging.queue import Pair, PairQueue, QueueState
from assay.types import GRADES, Judgement, JudgementState

IDLE_AFTER_S = 300.0  # a pair that stays open longer was left alone, not read: no more is counted
PACE_OVER = 50  # judgements; the pace is that of the last ones, since assessors get faster

Turned = tuple[str, str, Judgement | None] | None
"""(query_id, doc_id, where the pair stands now) of an undo or redo; None if there was nothing to turn."""


class JudgementStore(Protocol):
    """Where judgements are kept. A write is on the disk when the call returns, or raises."""

    def record(
        self,
        query_id: str,
        doc_id: str,
        *,
        assessor: str,
        state: JudgementState = JudgementState.GRADE,
        relevance: int | None = None,
        active_ms: int | None = None,
    ) -> Judgement:
        """Sets the grade or the state; a note stays."""

    def set_note(self, query_id: str, doc_id: str, *, assessor: str, note: str) -> Judgement:
        """Sets the note; a grade or state stays."""

    def undo(self, *, assessor: str) -> Turned:
        """Takes the assessor's last act back."""

    def redo(self, *, assessor: str) -> Turned:
        """Does again what was undone last."""

    def current(self, *, query_id: str | None = None, assessor: str | None = None) -> list[Judgement]:
        """Where all pairs stand."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast the assessor judges in this session, and what that means for the rest of the queue."""

    median_seconds: float
    minutes_left: float


class JudgingSession:
    """Walks one assessor through `order`, beginning at the first pair that is not done.

    Every method that changes something does so in the store first; if the store raises, the session stands
    where it stood. `grade` and `mark` then go on to the next open pair. Not for use from two threads at once;
    what another session of the same assessor did is seen after `reload`.
    """

    def __init__(
        self,
        store: JudgementStore,
        order: Sequence[Pair],
        *,
        assessor: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`order` is what `seeded_order` gives; `clock` counts seconds."""
        self._store = store
        self._queue = PairQueue(order)
        self.assessor = assessor
        self._clock = clock
        self._seconds: deque[float] = deque(maxlen=PACE_OVER)
        self._pair: Pair | None = None
        self._shown_at = clock()
        self.reload()

    # -- where it stands --------------------------------------------------------------------------------

    @property
    def pair(self) -> Pair | None:
        """The pair to show; None when every pair is done."""
        return self._pair

    @property
    def order(self) -> tuple[Pair, ...]:
        """All pairs of the queue, done or not."""
        return self._queue.order

    @property
    def state(self) -> QueueState:
        return self._queue.state(self._pair)

    @property
    def pace(self) -> Pace | None:
        """None before the first judgement of this session."""
        if not self._seconds:
            return None
        median = statistics.median(self._seconds)
        state = self.state
        return Pace(median, median * (state.n_total - state.n_done) / 60)

    def reload(self) -> QueueState:
        """Reads all judgements again and goes to the first pair that is not done."""
        stand = {(j.query_id, j.doc_id): j for j in self._store.current(assessor=self.assessor)}
        self._queue = PairQueue(self._queue.order, stand)
        return self._show(self._queue.next())

    def extend(self, pairs: Iterable[Pair]) -> QueueState:
        """Puts more pairs at the end, those that are there already left out.

        The pair shown stays, with the time it has been open; if there was none, the first open one is shown.
        """
        self._queue.extend(pairs)
        return self._show(self._queue.next()) if self._pair is None else self.state

    # -- judging ----------------------------------------------------------------------------------------

    def grade(self, relevance: int, *, active_ms: int | None = None) -> QueueState:
        """Saves 0, 1 or 2 for the pair shown and goes on; raises BadInput for another grade.

        `active_ms` is the time that the assessor looked at the pair, for a caller that knows it better than
        the session, which counts from when it went to the pair.
        """
        if type(relevance) is not int or relevance not in GRADES:  # 1.0 and True are equal to 1
            raise BadInput(
                f"{relevance!r} is no grade. Grades are 0 (not relevant), 1 and 2 (very relevant)."
            )
        return self._record(JudgementState.GRADE, relevance, active_ms)

    def mark(self, state: JudgementState, *, active_ms: int | None = None) -> QueueState:
        """Saves unsure, later or unreadable (states, never grades) for the pair shown and goes on."""
        if state is JudgementState.GRADE:
            raise BadInput("A grade needs a number. Give 0, 1 or 2.")
        if state is JudgementState.CONFLICT:
            raise BadInput("A conflict is found in a merge, nobody gives it. Give a grade to settle one.")
        return self._record(state, None, active_ms)

    def _record(self, state: JudgementState, relevance: int | None, active_ms: int | None) -> QueueState:
        pair = self._shown()
        elapsed = self._clock() - self._shown_at if active_ms is None else active_ms / 1000
        seconds = min(elapsed, IDLE_AFTER_S)
        said = self._store.record(
            *pair, assessor=self.assessor, state=state, relevance=relevance, active_ms=round(1000 * seconds)
        )
        self._queue.set(pair, said)
        if state is not JudgementState.LATER:  # putting off is quick and would make the rest look quicker
            self._seconds.append(seconds)
        return self._show(self._queue.next(after=pair))

    def note(self, text: str) -> QueueState:
        """Saves a note on the pair shown and stays there; an empty one takes the note away.

        The store decides how a pair with a note and nothing else stands (the library: later).
        """
        pair = self._shown()
        self._store.set_note(*pair, assessor=self.assessor, note=text)
        stand = {j.doc_id: j for j in self._store.current(query_id=pair[0], assessor=self.assessor)}
        self._queue.set(pair, stand.get(pair[1]))
        return self.state

    def undo(self) -> QueueState:
        """Takes the assessor's last act back, also one of an earlier session, and goes to its pair."""
        return self._turn(self._store.undo(assessor=self.assessor))

    def redo(self) -> QueueState:
        """Does again what was undone last, and goes to its pair."""
        return self._turn(self._store.redo(assessor=self.assessor))

    def _turn(self, turned: Turned) -> QueueState:
        if turned is None:
            return self.state
        query_id, doc_id, judgement = turned
        pair = (query_id, doc_id)
        self._queue.set(pair, judgement)
        # The act may concern a pair that is no longer pooled: then there is nothing to go to.
        return self._show(pair if pair in self._queue else self._pair)

    # -- browsing ---------------------------------------------------------------------------------------

    def go_to(self, pair: Pair) -> QueueState:
        """Shows a pair, judged or not; raises BadInput if it is not in this queue."""
        if pair not in self._queue:
            raise BadInput(f"Query {pair[0]} and paper {pair[1]} are not in this queue. Pool them first.")
        return self._show(pair)

    def previous(self) -> QueueState:
        """Shows the pair before, judged or not; stays at the first. From the end it shows the last."""
        if not self._queue:
            return self._show(None)
        place = len(self._queue) if self._pair is None else self._queue.place(self._pair)
        return self._show(self._queue.at(place - 1))

    def next(self) -> QueueState:
        """Shows the pair behind, judged or not; stays at the last, and at the end."""
        if self._pair is None:
            return self.state
        return self._show(self._queue.at(self._queue.place(self._pair) + 1))

    def skip_to_open(self) -> QueueState:
        """Goes on to the next pair that is not done, from wherever browsing led."""
        return self._show(self._queue.next(after=self._pair))

    def _shown(self) -> Pair:
        if self._pair is None:
            raise BadInput("Every pair of this queue is done. Go back to one to change it, or pool more.")
        return self._pair

    def _show(self, pair: Pair | None) -> QueueState:
        self._pair = pair
        self._shown_at = self._clock()
        return self.state
