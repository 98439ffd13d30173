"""One assessor at one judging queue: its order, which pair is next, and what each key does to it.

A change is shown once the store has made it durable.
"""

from __future__ import annotations

import statistics
import time
from bisect import bisect_left, insort
from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from types import MappingProxyType
from typing import Protocol, TypeAlias
from zlib import crc32

from assay.campaign_types import JudgingState, Pair, QueueOrder
from assay.errors import AssayError, BadInput, NextPairsMissing, NotInQueue
from assay.types import GRADES, Judgement, JudgementState

Judgements: TypeAlias = Mapping[Pair, Judgement]

NONE_YET: Judgements = MappingProxyType({})


def parse_grade(text: str) -> tuple[JudgementState, int | None]:
    """Return the state, and the grade if it is one, that a person typed. Raises BadInput."""
    if text in map(str, GRADES):
        return JudgementState.GRADE, int(text)
    given = (JudgementState.UNSURE, JudgementState.LATER, JudgementState.UNREADABLE)
    if text not in given:
        raise BadInput("'{0}' is not a grade. Give 0, 1 or 2, or one of {1}.", text, ", ".join(given))
    return JudgementState(text), None


def seeded_order(pairs: Sequence[Pair], *, assessor: str, seed: int) -> list[Pair]:
    """The pairs grouped by query, queries and the documents in each shuffled for this assessor and seed.

    The place of a pair comes from a hash of itself, not from a random draw: the input's order does not
    matter, repeated pairs count once, and pairs that are added later leave the order of the others as it was.
    """
    query_keys = {query_id: place_key(seed, assessor, query_id) for query_id, _ in pairs}
    keyed = {
        (query_id, doc_id): (
            query_keys[query_id],
            query_id,
            place_key(seed, assessor, query_id, doc_id),
            doc_id,
        )
        for query_id, doc_id in pairs
    }
    return sorted(keyed, key=keyed.__getitem__)


def place_key(*parts: str | int) -> bytes:
    """16 bytes that sort these parts among others as if they were shuffled, always in the same way."""
    # A JSON array keeps ("ab", "c") and ("a", "bc") apart; json.dumps writes the same, but slowly.
    written = ", ".join(
        encode_basestring_ascii(part) if isinstance(part, str) else str(part) for part in parts
    )
    return blake2b(f"[{written}]".encode("ascii"), digest_size=16).digest()


class PairQueue:
    """An order of pairs and what was said of them: counts and the next open pair, without a walk through all.

    A pair is open without a judgement or with a note alone, and in conflict until its assessor says again
    what they think.
    """

    def __init__(self, order: Iterable[Pair] = (), judgements: Judgements = NONE_YET) -> None:
        """`judgements` may hold other pairs too: they count once their pairs are in the order."""
        self._judgements = dict(judgements)
        self._order: list[Pair] = []
        self._places: dict[Pair, int] = {}
        self._counts: Counter[JudgementState] = Counter()
        self._open: list[int] = []  # places, ascending: inserting and deleting move memory, which is quick
        self._later: list[int] = []
        self.extend(order)

    @property
    def order(self) -> tuple[Pair, ...]:
        return tuple(self._order)

    @property
    def judgements(self) -> Judgements:
        """What was said, of pairs outside the order too."""
        return MappingProxyType(self._judgements)

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, pair: object) -> bool:
        return pair in self._places

    def is_done(self, pair: Pair) -> bool:
        """Return whether the pair waits for nothing: neither open nor put off for later."""
        return self._waiting(self._judgements.get(pair)) is None

    def place(self, pair: Pair) -> int:
        """Return the pair's index in the order; KeyError if it is not there."""
        return self._places[pair]

    def at(self, place: int) -> Pair:
        """The pair at this place, or at the nearest end of the order; IndexError if the order is empty."""
        return self._order[min(max(place, 0), len(self._order) - 1)]

    def extend(self, pairs: Iterable[Pair]) -> int:
        """Put pairs at the end, but for those that are there already; return the number of new ones."""
        before = len(self._order)
        for pair in pairs:
            if pair in self._places:
                continue
            self._places[pair] = len(self._order)
            self._order.append(pair)
            judgement = self._judgements.get(pair)
            if (places := self._waiting(judgement)) is not None:
                places.append(self._places[pair])  # the highest place so far
            self._count(judgement, 1)
        return len(self._order) - before

    def set(self, pair: Pair, judgement: Judgement | None) -> None:
        """Put what stands of the pair now in place of what stood; None: nothing."""
        before = self._judgements.pop(pair, None)
        if judgement is not None:
            self._judgements[pair] = judgement
        place = self._places.get(pair)
        if place is None:
            return
        was, will = self._waiting(before), self._waiting(judgement)
        if was is not will:
            if was is not None:
                del was[bisect_left(was, place)]
            if will is not None:
                insort(will, place)
        self._count(before, -1)
        self._count(judgement, 1)

    def next(self, after: Pair | None = None) -> Pair | None:
        """Return the next open pair, else the next that was put off for later, else None.

        The search begins behind `after` (or at the start, also if the order does not have it) and goes round,
        so that `after` itself comes last.
        """
        start = 0 if after is None else self._places.get(after, -1) + 1
        for places in (self._open, self._later):
            if places:
                return self._order[places[bisect_left(places, start) % len(places)]]
        return None

    @property
    def n_open(self) -> int:
        """The number of pairs that were not judged or put off."""
        return len(self._open)

    def state(self, pair: Pair | None) -> JudgingState:
        """Where the assessor is if `pair` is shown. Judgements of pairs outside the order do not count."""
        n_later = self._counts[JudgementState.LATER]
        return JudgingState(
            position=self._places[pair] + 1 if pair is not None else 0,
            n_done=len(self._order) - len(self._open) - n_later,
            n_total=len(self._order),
            pair=pair,
            n_later=n_later,
            n_unsure=self._counts[JudgementState.UNSURE],
            n_unreadable=self._counts[JudgementState.UNREADABLE],
            judgement=self._judgements.get(pair) if pair is not None else None,
            n_conflicts=self._counts[JudgementState.CONFLICT],
        )

    def _waiting(self, judgement: Judgement | None) -> list[int] | None:
        """The list of places that a pair of this judgement belongs to; None if it is done."""
        if judgement is None or judgement.state in (None, JudgementState.CONFLICT):
            return self._open
        return self._later if judgement.state is JudgementState.LATER else None

    def _count(self, judgement: Judgement | None, by: int) -> None:
        if judgement is not None and judgement.state is not None:
            self._counts[judgement.state] += by


AHEAD = 4
"""Open pairs of a shared queue below which more are drawn before they are needed, up to twice as many:
so those who began together do not all draw at one time."""
IDLE_AFTER_S = 300.0  # a pair that stays open longer was left alone, not read: no more is counted
PACE_FROM, PACE_OVER = 10, 50
"""Judgements from which the pace is known, and of which it is: the last ones, since assessors get faster."""

Reverted: TypeAlias = tuple[str, str, Judgement | None] | None
"""(query_id, doc_id, current judgement) of an undo or redo; None if there was nothing to undo or redo."""


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
        order: QueueOrder | None = None,
        event_uuid: str | None = None,
    ) -> Judgement:
        """Set the grade or the state; a note stays. `order` is that of the queue which offered the pair.

        `event_uuid` names what is written, here and below: under a known name nothing is written again.
        """

    def set_note(
        self, query_id: str, doc_id: str, *, assessor: str, note: str, event_uuid: str | None = None
    ) -> Judgement:
        """Set the note; a grade or state stays."""

    def undo(self, *, assessor: str, event_uuid: str | None = None) -> Reverted:
        """Undo the assessor's last judgement or note."""

    def redo(self, *, assessor: str, event_uuid: str | None = None) -> Reverted:
        """Redo what was undone last."""

    def current(self, *, query_id: str | None = None, assessor: str | None = None) -> list[Judgement]:
        """Return the current judgements of all pairs."""


@dataclass(frozen=True, slots=True)
class SharedQueue:
    """A queue from which several assessors draw.

    `claim` gives the assessor more pairs, none where the queue is empty or the quota is reached; `held`
    returns those that they have: a pair that was left lying is somebody else's after a while.
    """

    claim: Callable[[], Sequence[Pair]]
    held: Callable[[], Sequence[Pair]]


class JudgingSession:
    """Walks one assessor through `order`, beginning at the first pair that is not done.

    Every method that changes something does so in the store first; if the store raises, the session stays
    where it was. `grade` and `mark` then move to the next open pair. On a shared queue more pairs are drawn
    whenever none is left that was not judged; pairs put off for later wait meanwhile. Not for use from two
    threads at once; what another session of the same assessor did is seen after `reload`.
    """

    def __init__(
        self,
        store: JudgementStore,
        order: Sequence[Pair],
        *,
        assessor: str,
        shared: SharedQueue | None = None,
        ordered: QueueOrder = QueueOrder.RANDOM,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`order` is what `seeded_order` gives, or `ordered` says what it is; `clock` counts seconds."""
        self._ordered = ordered
        self._store = store
        self._queue = PairQueue(order)
        self.assessor = assessor
        self._shared = shared
        self._ahead = AHEAD + crc32(assessor.encode()) % AHEAD
        self._clock = clock
        self._seconds: deque[float] = deque(maxlen=PACE_OVER)
        self._pair: Pair | None = None
        self._shown_at = clock()
        self._lost = False  # the pair shown was refused since it is somebody else's by now
        self._short = False  # more pairs could not be claimed, so nobody knows whether there are any
        self._dry = False  # no more pairs were to be claimed
        self.reload()

    # -- state ------------------------------------------------------------------------------------------

    @property
    def pair(self) -> Pair | None:
        """The pair to show; None when every pair is done."""
        return self._pair

    @property
    def order(self) -> tuple[Pair, ...]:
        """All pairs of the queue, done or not."""
        return self._queue.order

    @property
    def judgements(self) -> Judgements:
        """The assessor's current judgements by pair, of pairs outside the queue too."""
        return self._queue.judgements

    @property
    def state(self) -> JudgingState:
        """The pair shown, the counts, and the median pace of this session."""
        median = statistics.median(self._seconds) if len(self._seconds) >= PACE_FROM else None
        return replace(self._queue.state(self._pair), median_seconds=median)

    def reload(self) -> JudgingState:
        """Read pairs and judgements again and go to the first pair that is not done.

        On a shared queue, pairs that are not the assessor's any more leave the order. Where no more pairs can
        be had, the pair shown stays and the error is raised.
        """
        shown, order = self._pair, self._queue.order
        if self._shared is not None:
            held = dict.fromkeys(self._shared.held())
            order = (*(pair for pair in order if pair in held), *held)
        current = {(j.query_id, j.doc_id): j for j in self._store.current(assessor=self.assessor)}
        self._queue = PairQueue(order, current)
        self._lost = False
        self._show(self._queue.next())
        try:
            return self._draw()
        except AssayError:
            if shown in self._queue:
                self._show(shown)
            raise

    def extend(self, pairs: Iterable[Pair]) -> JudgingState:
        """Put more pairs at the end, but for those that are there already.

        The pair shown stays, with the time it has been open; if there was none, the first open one is shown.
        """
        self._queue.extend(pairs)
        return self._show(self._queue.next()) if self._pair is None else self.state

    def reorder(self, query_id: str, doc_ids: Sequence[str], *, pinned: Pair | None) -> None:
        """Put the query's pairs in this order, behind those that are done and the one that is `pinned`.

        Pairs that `doc_ids` do not have come last. Other queries stay where they are, and so does the pair
        shown; without a pinned one the first that is open is shown.
        """
        ranks = {doc_id: rank for rank, doc_id in enumerate(doc_ids)}

        def key(place: int) -> tuple[int, int]:
            pair = order[place]
            if self._queue.is_done(pair):
                return 0, place
            return (1, 0) if pair == pinned else (2, ranks.get(pair[1], len(ranks)))

        order = list(self._queue.order)
        places = [place for place, pair in enumerate(order) if pair[0] == query_id]
        moved = [order[place] for place in sorted(places, key=key)]
        for place, pair in zip(places, moved, strict=True):
            order[place] = pair
        self._queue = PairQueue(order, self._queue.judgements)
        if pinned is None:
            self._show(self._queue.next())

    # -- judging ----------------------------------------------------------------------------------------

    def grade(
        self, relevance: int, *, active_ms: int | None = None, event_uuid: str | None = None
    ) -> JudgingState:
        """Save 0, 1 or 2 for the pair shown and continue; raises BadInput for another grade.

        `active_ms` is the time that the assessor looked at the pair, for a caller that knows it better than
        the session, which counts from when it went to the pair. Raises NextPairsMissing where the judgement
        is stored and a shared queue gave no next pair: the pair stays shown, or the queue would seem done.
        """
        if type(relevance) is not int or relevance not in GRADES:  # 1.0 and True are equal to 1
            raise BadInput(
                "{0} is not a grade: 0 is not relevant, 1 relevant, 2 very relevant.", repr(relevance)
            )
        return self._record(JudgementState.GRADE, relevance, active_ms, event_uuid)

    def mark(
        self, state: JudgementState, *, active_ms: int | None = None, event_uuid: str | None = None
    ) -> JudgingState:
        """Save unsure, later or unreadable (states, never grades) for the pair shown, as `grade` does."""
        if state is JudgementState.GRADE:
            raise BadInput("A grade needs a number. Give 0, 1 or 2.")
        if state is JudgementState.CONFLICT:
            raise BadInput("A conflict is found in a merge, nobody gives it. Give a grade to settle one.")
        return self._record(state, None, active_ms, event_uuid)

    def _record(
        self, state: JudgementState, relevance: int | None, active_ms: int | None, event_uuid: str | None
    ) -> JudgingState:
        pair = self._shown()
        elapsed = self._clock() - self._shown_at if active_ms is None else active_ms / 1000
        seconds = min(elapsed, IDLE_AFTER_S)
        try:
            judgement = self._store.record(
                *pair,
                assessor=self.assessor,
                state=state,
                relevance=relevance,
                active_ms=round(1000 * seconds),
                order=self._ordered,
                event_uuid=event_uuid,
            )
        except BadInput:
            self._lost = self._shared is not None and pair not in self._shared.held()
            raise
        self._queue.set(pair, judgement)
        if state is not JudgementState.LATER:  # putting off is quick and would make the rest look quicker
            self._seconds.append(seconds)
        self._show(self._queue.next(after=pair))
        try:
            return self._draw()
        except AssayError as error:
            self._show(pair)
            raise NextPairsMissing(error) from error

    def note(self, text: str, *, event_uuid: str | None = None) -> JudgingState:
        """Save a note on the pair shown and stay there; an empty one takes the note away.

        A pair with a note and nothing else stays open.
        """
        pair = self._shown()
        self._store.set_note(*pair, assessor=self.assessor, note=text, event_uuid=event_uuid)
        current = {j.doc_id: j for j in self._store.current(query_id=pair[0], assessor=self.assessor)}
        self._queue.set(pair, current.get(pair[1]))
        return self.state

    def undo(self, event_uuid: str | None = None) -> JudgingState:
        """Undo the assessor's last judgement or note, in any session, and go to its pair."""
        return self._follow(self._store.undo(assessor=self.assessor, event_uuid=event_uuid))

    def redo(self, event_uuid: str | None = None) -> JudgingState:
        """Redo what was undone last, and go to its pair."""
        return self._follow(self._store.redo(assessor=self.assessor, event_uuid=event_uuid))

    def _follow(self, reverted: Reverted) -> JudgingState:
        if reverted is None:
            return self.state
        query_id, doc_id, judgement = reverted
        pair = (query_id, doc_id)
        self._queue.set(pair, judgement)
        # The judgement may concern a pair that is no longer pooled: then there is nothing to go to.
        return self._show(pair if pair in self._queue else self._pair)

    # -- browsing ---------------------------------------------------------------------------------------

    def go_to(self, pair: Pair) -> JudgingState:
        """Show a pair, judged or not; raises NotInQueue if it is not in this queue."""
        if pair not in self._queue:
            raise NotInQueue(pair)
        return self._show(pair)

    def previous(self) -> JudgingState:
        """Show the pair before, judged or not; stays at the first. From the end it shows the last."""
        if not self._queue:
            return self._show(None)
        place = len(self._queue) if self._pair is None else self._queue.place(self._pair)
        return self._show(self._queue.at(place - 1))

    def next(self) -> JudgingState:
        """Show the pair behind, judged or not; stays at the last, and at the end."""
        if self._lost or self._short:
            return self.reload()
        if self._pair is None:
            return self.state
        return self._show(self._queue.at(self._queue.place(self._pair) + 1))

    def next_query(self) -> JudgingState:
        """Show the first open pair behind this query; what is left of it comes round at the end."""
        if self._pair is None:
            return self.state
        last = [pair for pair in self._queue.order if pair[0] == self._pair[0]][-1]
        return self._show(self._queue.next(after=last) or self._pair)

    @property
    def is_shared(self) -> bool:
        """Whether pairs are drawn from a queue that others draw from too."""
        return self._shared is not None

    @property
    def runs_short(self) -> bool:
        """Whether to `claim` more pairs already and `take` them, so that nobody waits for them.

        Where none were to be had, the next are claimed when they are needed.
        """
        return self._shared is not None and not self._dry and self._queue.n_open < self._ahead

    def claim(self) -> Sequence[Pair]:
        """Return more pairs of a shared queue, to `take`; they are the assessor's from here on."""
        return self._shared.claim() if self._shared is not None else ()

    def take(self, claimed: Sequence[Pair]) -> None:
        """Put pairs that were claimed at the end: none where none were to be had."""
        self._dry = not claimed
        self.extend(claimed)

    def _draw(self) -> JudgingState:
        """Claim more pairs of a shared queue where none is left that was not judged."""
        state = self.state
        put_off = state.judgement is not None and state.judgement.state is JudgementState.LATER
        if self._shared is None or (state.pair is not None and not put_off):
            return state
        self._short = True
        claimed = self.claim()
        self._short = False
        self.take(claimed)
        return self._show(self._queue.next(after=self._pair)) if put_off else self.state

    def _shown(self) -> Pair:
        if self._pair is None:
            raise BadInput("All pairs in this queue are done. Go back to one to change it, or pool more.")
        return self._pair

    def _show(self, pair: Pair | None) -> JudgingState:
        self._pair = pair
        self._shown_at = self._clock()
        return self.state
