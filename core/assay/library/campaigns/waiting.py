"""Pairs that still want raters, for those who draw from one queue.

To find them among 100,000 pairs takes longer than others' grades should wait. So they are looked up in a
reading transaction, many at a time, and kept; a draw then checks, inside its writing transaction, the few
that it takes. What others did meanwhile can make a pair drop out there, never give it too many raters.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.campaigns.assignment_rows import rater_keys, raters_per_pair
from assay.library.db.lookup import chunks, present, rows_where
from assay.library.db.schema import assignment, pair, pool, pool_pair, query

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

KEPT = 1000
KEPT_SECONDS = 60.0
AT_ONCE = 2000  # pairs that are looked at more closely
CHECKED = 100  # pairs that a draw checks at a time
SHUFFLE, MODULUS = 2_654_435_761, 2**32  # multiplicative hashing (Knuth, TAOCP volume 3, section 6.4)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pair, and how many raters it had when it was looked up."""

    pair_pk: int
    n_raters: int


class WaitingPairs:
    """The candidates that one annotator's next draws are taken from."""

    def __init__(self) -> None:
        self._found: list[Candidate] = []
        self._at = float("-inf")
        self._least = 0  # no pair had fewer raters when that was looked up, a minute ago at most

    def refresh(
        self, connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime, *, n: int
    ) -> bool:
        """Looks for candidates, at least `n`, unless enough are left; returns whether it found any."""
        if len(self._found) < n or time.monotonic() - self._at > KEPT_SECONDS:
            if time.monotonic() - self._at > KEPT_SECONDS:
                self._least, self._at = 0, time.monotonic()
            for least in dict.fromkeys((self._least, 0)):
                self._found = find_waiting(
                    connection, campaign_pk, annotator_pk, now, limit=max(n, KEPT), enough=n, least=least
                )
                if self._found:
                    self._least = self._found[0].n_raters
                    break
        return bool(self._found)

    def take(
        self, connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime, *, n: int
    ) -> list[int]:
        """Up to `n` of the candidates that want a rater still; to be assigned in the same transaction.

        They and all before them come off the list: others have taken those, and if these pairs want one more
        rater all the same, then after pairs that want more.
        """
        most = raters_per_pair(connection, campaign_pk)
        taken: list[int] = []
        used = 0
        for several in chunks(self._found, CHECKED):
            if len(taken) == n:
                break
            keys = rater_keys(connection, [one.pair_pk for one in several], now)
            n_raters = Counter(pair_pk for pair_pk, _ in keys)
            for one in several:
                if len(taken) == n:
                    break
                used += 1
                mine = (one.pair_pk, annotator_pk) in keys
                if not mine and n_raters[one.pair_pk] <= min(one.n_raters, most - 1):
                    taken.append(one.pair_pk)
        self._found = self._found[used:]
        return taken


def find_waiting(
    connection: sa.Connection,
    campaign_pk: int,
    annotator_pk: int,
    now: datetime,
    *,
    limit: int,
    enough: int = 0,
    least: int = 0,
) -> list[Candidate]:
    """Pairs with room that the annotator neither holds nor judged, those with the fewest raters first.

    Then by query, and then in an order that says nothing about the pairs. Once `enough` are found (0:
    `limit`), pairs with more raters than those are not looked for; nor are those with fewer than `least`.
    """
    found: list[Candidate] = []
    for n_raters in range(least, raters_per_pair(connection, campaign_pk)):
        search = _Search(connection, campaign_pk, annotator_pk, now, n_raters)
        found += [Candidate(pk, n_raters) for pk in search.pairs(limit - len(found))]
        if len(found) >= (enough or limit):
            break
    return found


@dataclass(frozen=True, slots=True)
class _Search:
    """Pairs with one number of raters, for one annotator.

    An index tells quickly which pairs have no more assignments than that. It says nothing of who judged a
    pair without an assignment, or on a lease that ran out, so what it gives is looked at more closely.
    """

    connection: sa.Connection
    campaign_pk: int
    annotator_pk: int
    now: datetime
    n_raters: int

    def pairs(self, limit: int) -> list[int]:
        """Up to `limit`, by query and then shuffled."""
        size, seen = AT_ONCE, set[int]()
        while True:
            some = self._roomy(size)
            complete = len(some) < size
            pairs = self._described(pair.c.pk, some)
            if not complete:
                # What was left out are later pairs of the pool, and those of one query rank lower. So that
                # nobody is told, queries are taken whole.
                queries = sorted({query_pk for _, query_pk, _ in pairs} - seen)
                chosen = self._first(queries, limit)
                seen.update(chosen)
                pairs = self._described(pair.c.query_pk, chosen)
            found = self._checked(pairs)
            if found or complete:
                return found[:limit]
            size *= 4

    def _roomy(self, size: int) -> list[int]:
        """The first so many pooled pairs with few enough assignments, none of them the annotator's."""
        p = pool_pair.c
        found: list[int] = []
        rounds = sa.select(pool.c.pk).where(pool.c.campaign_pk == self.campaign_pk).order_by(pool.c.round)
        for pool_pk in self.connection.scalars(rounds).all():
            own = sa.select(p.pair_pk).where(p.pool_pk == pool_pk).limit(1)
            first = self.connection.scalar(own.order_by(p.pair_pk))
            last = self.connection.scalar(own.order_by(p.pair_pk.desc()))
            if first is not None and last is not None and len(found) < size:
                statement = self._roomy_of(pool_pk, first, last).limit(size - len(found))
                found += self.connection.scalars(statement)
        return found

    def _roomy_of(self, pool_pk: int, first: int, last: int) -> sa.Select[int]:
        a = assignment.c
        lasting = sa.or_(a.lease_until_utc.is_(None), a.lease_until_utc > self.now)
        full = sa.select(a.pair_pk).where(a.pair_pk.between(first, last), lasting)
        if self.n_raters:
            full = full.group_by(a.pair_pk).having(sa.func.count() > self.n_raters)
        pooled = sa.select(pool_pair.c.pair_pk).where(pool_pair.c.pool_pk == pool_pk)
        # With a limit, which cuts nothing off, SQLite keeps to the order and merges the two as it goes along.
        roomy = sa.except_(pooled, full).order_by("pair_pk").limit(last - first + 1).subquery()
        own = (a.pair_pk == roomy.c.pair_pk, a.annotator_pk == self.annotator_pk, lasting)
        return sa.select(roomy.c.pair_pk).where(~sa.exists().where(*own)).order_by(roomy.c.pair_pk)

    def _described(
        self, column: sa.ColumnElement[int], values: Collection[int]
    ) -> list[tuple[int, int, int]]:
        """(pair, query, place in the shuffle) of the campaign's pooled pairs of papers that are there."""
        shuffled = sa.cast(pair.c.pk, sa.BigInteger) * SHUFFLE % MODULUS
        statement = (
            sa.select(pair.c.pk, pair.c.query_pk, shuffled)
            .join(pool_pair, pool_pair.c.pair_pk == pair.c.pk)
            .join(query, query.c.pk == pair.c.query_pk)
            .where(query.c.campaign_pk == self.campaign_pk, present(pair.c.paper_pk))
        )
        found = rows_where(self.connection, statement, column, values)
        return [(pk, query_pk, place) for pk, query_pk, place in found]

    def _first(self, queries: Collection[int], limit: int) -> list[int]:
        """As many of the queries as have `limit` pairs together, at least one."""
        counted = sa.select(pair.c.query_pk, sa.func.count()).group_by(pair.c.query_pk)
        sizes = {row[0]: row[1] for row in rows_where(self.connection, counted, pair.c.query_pk, queries)}
        before = accumulate((sizes[query_pk] for query_pk in queries), initial=0)
        return [query_pk for query_pk, n in zip(queries, before, strict=False) if n < limit]

    def _checked(self, pairs: Collection[tuple[int, int, int]]) -> list[int]:
        """Those that have this number of raters, and not the annotator among them."""
        keys = rater_keys(self.connection, [pk for pk, _, _ in pairs], self.now)
        n_raters = Counter(pair_pk for pair_pk, _ in keys)
        right = [
            (query_pk, place, pk)
            for pk, query_pk, place in pairs
            if n_raters[pk] == self.n_raters and (pk, self.annotator_pk) not in keys
        ]
        return [pk for _, _, pk in sorted(right)]
