"""Loads of assessors that stay as even as quotas and earlier judgements allow."""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Collection, Mapping
from itertools import pairwise

from assay.judging.queue import Pair


class Loads:
    """Pairs that each assessor has (`load`) and may have at most (`limit`, infinite without a quota)."""

    def __init__(self, load: Mapping[str, int], quotas: Mapping[str, int | None]) -> None:
        self.people = tuple(load)
        self.load = dict(load)
        self.limit = {who: math.inf if quotas[who] is None else float(quotas[who] or 0) for who in load}

    @property
    def room(self) -> float:
        """How many more pairs all of them together may have."""
        return sum(max(0.0, self.limit[who] - self.load[who]) for who in self.people)

    def has_room(self, who: str) -> bool:
        return self.load[who] < self.limit[who]

    def add(self, counts: Mapping[str, int]) -> None:
        for who, n in counts.items():
            self.load[who] += n


class Balance:
    """Gives pairs out one rater at a time, always as evenly as possible.

    A rater that a pair gets is the one with the smallest load who can be reached by handing pairs on: the
    pair goes to one assessor, who hands another pair on to the next, and so forth. That keeps the sum of the
    squared loads the smallest possible, and fails only where no assignment at all exists (alternating paths
    of optimal semi-matchings: Harvey, Ladner, Lovász and Tamir, Journal of Algorithms 59, 2006, section 3.2).
    """

    def __init__(self, loads: Loads, *, seed: int) -> None:
        self._loads = loads
        self._random = random.Random(seed)  # noqa: S311 (a draw that can be repeated, no secret)
        self.given: dict[Pair, frozenset[str]] = {}
        self._barred: dict[Pair, frozenset[str]] = {}
        # assessor -> who must not get the pair (they have it) -> the pairs of the assessor
        self._held: dict[str, dict[frozenset[str], dict[Pair, None]]] = {who: {} for who in loads.people}

    def give(self, pair: Pair, *, barred: Collection[str] = ()) -> bool:
        """Gives the pair one more rater, none of `barred`, or returns False where there is none to be had."""
        self.given.setdefault(pair, frozenset())
        self._barred.setdefault(pair, frozenset(barred))
        path = self._path(pair)
        if not path:
            return False
        for giver, taker in reversed(list(pairwise(path))):
            self._hand_on(giver, taker)
        self._change(pair, self.given[pair] | {path[0]})
        self._loads.load[path[-1]] += 1
        return True

    def _path(self, pair: Pair) -> list[str]:
        """From whoever gets the pair to whoever ends up with one pair more; [] if nobody can."""
        load, people = self._loads.load, self._loads.people
        able = [who for who in people if self._loads.has_room(who)]
        if not able:
            return []
        taken, least = self._taken(pair), min(map(load.__getitem__, able))
        # Nearly always somebody with the smallest load of all is free; drawn, so that all couples occur.
        if ready := [who for who in able if load[who] == least and who not in taken]:
            return [self._random.choice(ready)]
        first = [who for who in people if who not in taken]
        self._random.shuffle(first)
        came_from = self._reachable(sorted(first, key=load.__getitem__))
        ends = [who for who in came_from if self._loads.has_room(who)]
        return _steps(came_from, min(ends, key=load.__getitem__)) if ends else []

    def _reachable(self, first: Collection[str]) -> dict[str, str | None]:
        """assessor -> who would hand a pair on to them (None: they get the new one), nearest first."""
        came_from: dict[str, str | None] = dict.fromkeys(first)
        waiting = deque(first)
        while waiting:
            giver = waiting.popleft()
            for taker in self._loads.people:
                if taker not in came_from and any(taker not in taken for taken in self._held[giver]):
                    came_from[taker] = giver
                    waiting.append(taker)
        return came_from

    def _hand_on(self, giver: str, taker: str) -> None:
        pairs = next(pairs for taken, pairs in self._held[giver].items() if taker not in taken)
        pair = next(iter(pairs))
        self._change(pair, self.given[pair] - {giver} | {taker})

    def _change(self, pair: Pair, given: frozenset[str]) -> None:
        before = self._taken(pair)
        for who in self.given[pair]:
            pairs = self._held[who][before]
            del pairs[pair]
            if not pairs:
                del self._held[who][before]
        self.given[pair] = given
        after = self._taken(pair)
        for who in given:
            self._held[who].setdefault(after, {})[pair] = None

    def _taken(self, pair: Pair) -> frozenset[str]:
        return self.given[pair] | self._barred[pair]


def _steps(came_from: Mapping[str, str | None], end: str) -> list[str]:
    path, who = [], came_from[end]
    path.append(end)
    while who is not None:
        path.append(who)
        who = came_from[who]
    return path[::-1]
