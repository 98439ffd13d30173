"""Who judges which pair: by pair or by whole query, overlapping as much as is wanted, balanced."""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Literal

from assay.campaign_types import Assignment, Pair
from assay.errors import BadInput
from assay.judging.session import place_key

NO_RATERS: Mapping[Pair, Collection[str]] = MappingProxyType({})
NO_QUOTAS: Mapping[str, int | None] = MappingProxyType({})
NO_UUIDS: Mapping[str, str] = MappingProxyType({})


def plan(
    pairs: Sequence[Pair],
    assessors: Sequence[str],
    *,
    raters_per_pair: int,
    by: Literal["pair", "query"] = "pair",
    overlap: float = 1.0,
    seed: int,
    already: Mapping[Pair, Collection[str]] = NO_RATERS,
    quotas: Mapping[str, int | None] = NO_QUOTAS,
    uuids: Mapping[str, str] = NO_UUIDS,
) -> list[Assignment]:
    """Return the assignments that are missing, sorted by assessor and then in the order of judging.

    The share `overlap` of the pairs (by="pair") or queries (by="query"), rounded to the nearest number and
    chosen by the seed, gets `raters_per_pair` raters, the others one. Pairs that several judge already are
    chosen first, so that a second round adds to the first. `already` maps a pair to those who judge it: they
    count as its raters and towards their quotas (pairs in all; None: any number) and loads; pairs that are
    not in `pairs` too.

    by="pair" gives loads that no other choice balances better: with neither `already` nor quotas they differ
    by at most 1 pair. by="query" gives a query's pairs to the same people, large queries first to who has
    the fewest, and pairs of a query that came later to those who have its others.

    `uuids` maps an assessor to the uuid that keys their order; the name itself stands in for a missing one.
    The order of `pairs` and `assessors` makes no difference. Raises BadInput where too few assessors or
    quotas leave no way, and for an overlap outside 0..1.
    """
    _check(raters_per_pair, overlap)
    units = sorted(dict.fromkeys(pairs), key=lambda pair: place_key(seed, "plan", *pair))
    raters = {pair: frozenset(already.get(pair, ())) for pair in units}
    wanted = _wanted(units, raters, raters_per_pair=raters_per_pair, by=by, overlap=overlap, seed=seed)
    need = {pair: n for pair in units if (n := wanted[pair] - len(raters[pair])) > 0}
    return _planned(need, assessors, by=by, seed=seed, already=already, quotas=quotas, uuids=uuids)


def replacements(
    pairs: Sequence[Pair],
    assessors: Sequence[str],
    *,
    by: Literal["pair", "query"] = "pair",
    seed: int,
    already: Mapping[Pair, Collection[str]],
    quotas: Mapping[str, int | None] = NO_QUOTAS,
    uuids: Mapping[str, str] = NO_UUIDS,
) -> list[Assignment]:
    """One more assessor for each of the pairs, who has not judged it; sorted and balanced as by `plan`.

    `already` maps a pair to those who judge it, and to who hands it on. Raises BadInput as `plan` does.
    """
    units = sorted(dict.fromkeys(pairs), key=lambda pair: place_key(seed, "plan", *pair))
    need = dict.fromkeys(units, 1)
    return _planned(need, assessors, by=by, seed=seed, already=already, quotas=quotas, uuids=uuids)


def _planned(
    need: Mapping[Pair, int],
    assessors: Sequence[str],
    *,
    by: Literal["pair", "query"],
    seed: int,
    already: Mapping[Pair, Collection[str]],
    quotas: Mapping[str, int | None],
    uuids: Mapping[str, str],
) -> list[Assignment]:
    """Assignments that give each pair the raters that it needs, balanced over the assessors."""
    raters = {pair: frozenset(already.get(pair, ())) for pair in need}
    given_before = Counter(who for several in already.values() for who in set(several))
    people = sorted(set(assessors))
    loads = Loads({who: given_before[who] for who in people}, {who: quotas.get(who) for who in people})
    _check_people(need, raters, loads)
    if by == "pair":
        given = _by_pair(need, raters, loads, seed=seed)
    else:
        given = _by_query(need, raters, loads, already, seed=seed)
    return _assignments(given, uuids, seed=seed)


def order_keys(pairs: Sequence[Pair], *, assessor_uuid: str, seed: int) -> dict[Pair, str]:
    """pair -> 64 hex digits; sorted by them, pairs stand as `seeded_order` puts them for this uuid.

    The order hangs on the uuid, so that renaming an assessor leaves it as it was.
    """
    queries = {query_id: place_key(seed, assessor_uuid, query_id).hex() for query_id, _ in pairs}
    return {
        (query_id, doc_id): queries[query_id] + place_key(seed, assessor_uuid, query_id, doc_id).hex()
        for query_id, doc_id in pairs
    }


def _check(raters_per_pair: int, overlap: float) -> None:
    if raters_per_pair < 1:
        raise BadInput("{0} raters per pair judge nothing. Give at least 1.", raters_per_pair)
    if not 0 <= overlap <= 1:
        raise BadInput("An overlap of {0} is not a share. Give a number from 0 to 1.", overlap)


def _check_people(need: Mapping[Pair, int], raters: Mapping[Pair, Collection[str]], loads: Loads) -> None:
    for (query_id, doc_id), n in need.items():
        free = sum(who not in raters[query_id, doc_id] for who in loads.people)
        if free < n:
            raise BadInput(
                "Query {0}, paper {1} lacks {2} {2:rater|raters}, and {3} {3:assessor is|assessors are} "
                "left for it. Add assessors, or ask for fewer raters per pair.",
                query_id,
                doc_id,
                n,
                free,
            )
    wanted = sum(need.values())
    if wanted > loads.room:
        raise BadInput(
            "The quotas leave room for {0} more {0:judgement|judgements}, but {1} are needed. Raise a "
            "quota, add an assessor, or lower the overlap.",
            f"{loads.room:.0f}",
            wanted,
        )


def _wanted(
    units: Sequence[Pair],
    raters: Mapping[Pair, Collection[str]],
    *,
    raters_per_pair: int,
    by: Literal["pair", "query"],
    overlap: float,
    seed: int,
) -> dict[Pair, int]:
    """pair -> the number of raters that it is to have in the end."""
    several = {_unit(pair, by) for pair in units if len(raters[pair]) > 1}
    keys = sorted(
        {_unit(pair, by) for pair in units},
        key=lambda unit: (unit not in several, place_key(seed, "overlap", *unit)),
    )
    chosen = set(keys[: math.floor(overlap * len(keys) + 0.5)])
    return {pair: raters_per_pair if _unit(pair, by) in chosen else 1 for pair in units}


def _unit(pair: Pair, by: Literal["pair", "query"]) -> tuple[str, ...]:
    return pair if by == "pair" else pair[:1]


def _by_pair(
    need: Mapping[Pair, int], raters: Mapping[Pair, Collection[str]], loads: Loads, *, seed: int
) -> dict[Pair, frozenset[str]]:
    balance = Balance(loads, seed=seed)
    for pair, n in need.items():
        for _ in range(n):
            if not balance.give(pair, barred=raters[pair]):
                raise BadInput(
                    "The quotas leave no further assessor for query {0}, paper {1}. Raise a quota, add an "
                    "assessor, or lower the overlap.",
                    pair[0],
                    pair[1],
                )
    return balance.given


def _by_query(
    need: Mapping[Pair, int],
    raters: Mapping[Pair, Collection[str]],
    loads: Loads,
    already: Mapping[Pair, Collection[str]],
    *,
    seed: int,
) -> dict[Pair, frozenset[str]]:
    groups: dict[str, list[Pair]] = {}
    for pair in need:
        groups.setdefault(pair[0], []).append(pair)
    held: dict[str, Counter[str]] = {}
    for (query_id, _), several in already.items():
        held.setdefault(query_id, Counter()).update(set(several))
    given: dict[Pair, frozenset[str]] = {}
    # Large queries first: what is left for the end are small ones, which even the loads out.
    for query_id in sorted(
        groups, key=lambda q: (-sum(need[p] for p in groups[q]), place_key(seed, "plan", q))
    ):
        order = _nearest(query_id, held.get(query_id, Counter()), loads, seed=seed)
        given |= _team(query_id, {pair: need[pair] for pair in groups[query_id]}, raters, loads, order)
    return given


def _nearest(query_id: str, has: Mapping[str, int], loads: Loads, *, seed: int) -> list[str]:
    """Everyone, first who `has` pairs of the query already, then who has the least to do."""
    return sorted(
        loads.people,
        key=lambda who: (-has.get(who, 0), loads.load[who], place_key(seed, "plan", query_id, who)),
    )


def _team(
    query_id: str,
    need: Mapping[Pair, int],
    raters: Mapping[Pair, Collection[str]],
    loads: Loads,
    order: Sequence[str],
) -> dict[Pair, frozenset[str]]:
    """Give the query's pairs to the first of `order` who have room for all that falls to them."""
    able = list(order)
    while True:
        given = {pair: [who for who in able if who not in raters[pair]][:n] for pair, n in need.items()}
        if any(len(given[pair]) < n for pair, n in need.items()):
            raise BadInput(
                "The quotas leave too few assessors with room for the {0} {0:pair|pairs} of query {1}. "
                "Raise a quota, add an assessor, or assign by pair.",
                len(need),
                query_id,
            )
        counts = Counter(who for several in given.values() for who in several)
        full = [who for who in able if loads.load[who] + counts[who] > loads.limit[who]]
        if not full:
            break
        able.remove(full[0])
    loads.add(counts)
    return {pair: frozenset(several) for pair, several in given.items()}


def _assignments(
    given: Mapping[Pair, Collection[str]], uuids: Mapping[str, str], *, seed: int
) -> list[Assignment]:
    theirs: dict[str, list[Pair]] = {}
    for pair, several in given.items():
        for who in several:
            theirs.setdefault(who, []).append(pair)
    return [
        Assignment(*pair, assessor=who, order_key=key)
        for who in sorted(theirs)
        for pair, key in sorted(
            order_keys(theirs[who], assessor_uuid=uuids.get(who, who), seed=seed).items(),
            key=lambda item: item[1],
        )
    ]


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
        """Give the pair one more rater, none of `barred`, or return False where there is none to be had."""
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
        """Return a path from who gets the pair to who ends up with one pair more; [] if nobody can."""
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
