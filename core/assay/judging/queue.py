"""The order in which one assessor sees the pairs, and which pair is next."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from assay.types import Judgement, JudgementState

Pair: TypeAlias = tuple[str, str]
"""(query_id, doc_id)"""

Judgements: TypeAlias = Mapping[Pair, Judgement]


@dataclass(frozen=True, slots=True)
class QueueState:
    """Where an assessor is. `pair` is the one to show, None when every pair is done.

    `position` is the pair's place in the order, from 1 (0 without a pair). Graded, unsure and unreadable
    pairs are done, pairs put off for later are not. `judgement` is what the assessor said of the pair before.
    """

    position: int
    n_done: int
    n_total: int
    pair: Pair | None
    n_later: int
    n_unsure: int
    n_unreadable: int = 0
    judgement: Judgement | None = None

    @property
    def finished(self) -> bool:
        """Whether every pair is done; pairs put off for later are not."""
        return self.n_done == self.n_total


def seeded_order(pairs: Sequence[Pair], *, assessor: str, seed: int) -> list[Pair]:
    """The pairs grouped by query, queries and the documents in each shuffled for this assessor and seed.

    The place of a pair comes from a hash of itself, not from a random draw: the input's order does not
    matter, repeated pairs count once, and pairs that are added later leave the order of the others as it was.
    """
    query_keys = {query_id: _key(seed, assessor, query_id) for query_id, _ in pairs}
    keyed = {
        (query_id, doc_id): (query_keys[query_id], query_id, _key(seed, assessor, query_id, doc_id), doc_id)
        for query_id, doc_id in pairs
    }
    return sorted(keyed, key=keyed.__getitem__)


def _key(*parts: str | int) -> bytes:
    # JSON keeps ("ab", "c") and ("a", "bc") apart.
    return blake2b(json.dumps(parts).encode(), digest_size=16).digest()


def next_pair(order: Sequence[Pair], judgements: Judgements, *, after: Pair | None = None) -> Pair | None:
    """The next pair without a judgement, else the next that was put off for later, else None.

    The search begins behind `after` (or at the start, also if the order does not have it) and goes round, so
    that `after` itself comes last.
    """
    start = order.index(after) + 1 if after is not None and after in order else 0
    later: Pair | None = None
    for pair in _round(order, start):
        judgement = judgements.get(pair)
        if judgement is None:
            return pair
        if later is None and judgement.state is JudgementState.LATER:
            later = pair
    return later


def _round(order: Sequence[Pair], start: int) -> Iterable[Pair]:
    yield from (order[i] for i in range(start, len(order)))
    yield from (order[i] for i in range(start))


def queue_state(order: Sequence[Pair], judgements: Judgements, pair: Pair | None) -> QueueState:
    """Counts the states of the order's pairs; `pair` is the one shown. Judgements elsewhere do not count."""
    given = [judgements[known].state for known in order if known in judgements]
    n_later = given.count(JudgementState.LATER)
    return QueueState(
        position=order.index(pair) + 1 if pair is not None else 0,
        n_done=len(given) - n_later,
        n_total=len(order),
        pair=pair,
        n_later=n_later,
        n_unsure=given.count(JudgementState.UNSURE),
        n_unreadable=given.count(JudgementState.UNREADABLE),
        judgement=judgements.get(pair) if pair is not None else None,
    )
