"""Pairs that still want raters, for those who draw from one queue.

To find them among 100,000 pairs takes longer than anybody's grade should wait. So they are looked up in a
reading transaction, many at a time, and kept; a draw then checks, inside its writing transaction, the few
that it takes. What others did meanwhile can make a pair drop out there, never give it too many raters.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.assignment_rows import JUDGED, held, rater_keys, raters_per_pair, standing
from assay.library.lookup import chunks, present
from assay.library.schema import assignment, judgement_current, pair, pool_pair, query

if TYPE_CHECKING:
    from datetime import datetime

KEPT = 1000
KEPT_SECONDS = 60.0
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

    def refresh(
        self, connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime, *, n: int
    ) -> bool:
        """Looks for candidates, at least `n`, unless enough are left; returns whether it found any."""
        if len(self._found) < n or time.monotonic() - self._at > KEPT_SECONDS:
            self._found = find_waiting(connection, campaign_pk, annotator_pk, now, limit=max(n, KEPT))
            self._at = time.monotonic()
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
    connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime, *, limit: int
) -> list[Candidate]:
    """Pairs with room that the annotator neither holds nor judged, those with the fewest raters first.

    Then by query, and then in an order that says nothing about the pairs.
    """
    n = _n_raters(now)
    own = assignment.c.annotator_pk == annotator_pk
    held_by_them = _holding(now).where(own).exists()
    judged_by_them = _judging().where(standing.annotator_pk == annotator_pk).exists()
    shuffled = sa.cast(pair.c.pk, sa.BigInteger) * SHUFFLE % MODULUS
    statement = (
        sa.select(pair.c.pk)
        .select_from(query)
        .join(pair, pair.c.query_pk == query.c.pk)
        .join(pool_pair, pool_pair.c.pair_pk == pair.c.pk)
        .where(query.c.campaign_pk == campaign_pk, present(pair.c.paper_pk))
    )
    # Pairs without any rater are found in a fifth of the time, and mostly there are enough of them.
    unrated = statement.where(~_holding(now).exists(), ~_judging().exists())
    rows = connection.scalars(unrated.order_by(query.c.pk, shuffled).limit(limit))
    found = [Candidate(pk, 0) for pk in rows]
    most = raters_per_pair(connection, campaign_pk)
    if len(found) < limit and most > 1:
        rated = statement.add_columns(n.label("n")).where(n.between(1, most - 1))
        rated = rated.where(~held_by_them, ~judged_by_them).order_by(sa.text("n"), query.c.pk, shuffled)
        found += [Candidate(*row) for row in connection.execute(rated.limit(limit - len(found)))]
    return found


def _holding(now: datetime) -> sa.Select[int]:
    """The assignments that are held of a row of `pair`."""
    return (
        sa.select(assignment.c.annotator_pk)
        .where(assignment.c.pair_pk == pair.c.pk, held(now))
        .correlate(pair)
    )


def _judging() -> sa.Select[int]:
    """The judgements that stand of a row of `pair`."""
    return sa.select(standing.annotator_pk).where(standing.pair_pk == pair.c.pk, JUDGED).correlate(pair)


def _n_raters(now: datetime) -> sa.ColumnElement[int]:
    """The number of raters of a row of `pair`."""
    both = (assignment.c.pair_pk == standing.pair_pk, assignment.c.annotator_pk == standing.annotator_pk)
    assigned = sa.exists().where(*both).correlate(judgement_current)  # and judged: it is held
    holding, judging = _holding(now).subquery(), _judging().where(~assigned).subquery()
    counts = (sa.select(sa.func.count()).select_from(some).scalar_subquery() for some in (holding, judging))
    return sum(counts, start=sa.literal(0))
