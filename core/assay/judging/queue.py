"""The order in which one assessor sees the pairs, and which pair is next."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from json.encoder import encode_basestring_ascii
from types import MappingProxyType
from typing import TypeAlias

from assay.campaign_types import JudgingState, Pair
from assay.types import Judgement, JudgementState

Judgements: TypeAlias = Mapping[Pair, Judgement]

NONE_YET: Judgements = MappingProxyType({})


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

    A pair is open without a judgement, and in conflict until its assessor says again what they think.
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

    def place(self, pair: Pair) -> int:
        """The pair's index in the order; KeyError if it is not there."""
        return self._places[pair]

    def at(self, place: int) -> Pair:
        """The pair at this place, or at the nearest end of the order; IndexError if the order is empty."""
        return self._order[min(max(place, 0), len(self._order) - 1)]

    def extend(self, pairs: Iterable[Pair]) -> int:
        """Puts pairs at the end, but for those that are there already; returns the number of new ones."""
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
        """Puts what stands of the pair now in place of what stood; None: nothing."""
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
        """The next open pair, else the next that was put off for later, else None.

        The search begins behind `after` (or at the start, also if the order does not have it) and goes round,
        so that `after` itself comes last.
        """
        start = 0 if after is None else self._places.get(after, -1) + 1
        for places in (self._open, self._later):
            if places:
                return self._order[places[bisect_left(places, start) % len(places)]]
        return None

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
        if judgement is None or judgement.state is JudgementState.CONFLICT:
            return self._open
        return self._later if judgement.state is JudgementState.LATER else None

    def _count(self, judgement: Judgement | None, by: int) -> None:
        if judgement is not None:
            self._counts[judgement.state] += by
