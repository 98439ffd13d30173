"""Who has which pair to judge, as SQL.

An assignment is *held* while it has no lease, while its lease runs, and as long as something that its
annotator said of the pair stands. A lease that ran out on an unjudged pair is *freed* by anyone who needs the
room: its end is set to FREED, so that nobody's clock can bring it back, and the row stays to tell that the
annotator had the pair. One that is *withdrawn* is freed too, and says since when, so that a bundle of a
machine which has not heard of it does not bring it back; it holds no pair that was only put off or noted.
The raters of a pair are those who hold it and those who judged it unassigned, as after a merge.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import TypeAlias

import sqlalchemy as sa

from assay.campaign_types import Assignment, CampaignStatus
from assay.errors import BadInput
from assay.library.db.dates import believed
from assay.library.db.lookup import SHOWN, chunks, of_campaign, paper_pks, present, rows_where
from assay.library.db.schema import (
    annotator,
    assignment,
    campaign,
    campaign_annotator,
    judgement_current,
    pair,
    paper,
    pool,
    pool_pair,
    query,
)
from assay.library.rows.campaign_rows import campaign_name, require_status

Names: TypeAlias = tuple[str, str]  # query_id, doc_id
Key: TypeAlias = tuple[int, int]  # pks of pair and annotator

FREED = datetime(1970, 1, 1, tzinfo=UTC)
LONGEST_LEASE = 365 * 86_400.0  # seconds


@dataclass(frozen=True)
class AssignmentRow:
    """A row of the table of assignments, column by column."""

    pair_pk: int
    annotator_pk: int
    order_key: str
    lease_until_utc: datetime | None
    assigned_at_utc: datetime
    withdrawn_at_utc: datetime | None

    @property
    def key(self) -> Key:
        return self.pair_pk, self.annotator_pk


current = judgement_current.c
SETTLED = sa.and_(current.state.is_not(None), current.state != "later")
"""Of a row of judgement_current: a grade stands, or a state that leaves nothing to do. It always stays."""

_taken = assignment.alias("taken")
_WITHDRAWN = (
    sa.exists()
    .where(_taken.c.pair_pk == current.pair_pk, _taken.c.annotator_pk == current.annotator_pk)
    .where(_taken.c.withdrawn_at_utc.is_not(None))
    .correlate(judgement_current)
)
JUDGED = sa.or_(SETTLED, sa.and_(sa.or_(current.state.is_not(None), current.note != ""), ~_WITHDRAWN))
"""Of a row of judgement_current: a grade, a state or a note stands, or did until the pair was withdrawn."""


def settled(pair_pk: sa.ColumnElement[int], annotator_pk: sa.ColumnElement[int]) -> sa.Exists:
    """Ask of a pair and an annotator whether there is a judgement that no withdrawal takes away."""
    where = (current.pair_pk == pair_pk, current.annotator_pk == annotator_pk, SETTLED)
    return sa.exists().where(*where).correlate_except(judgement_current)


def judged(pair_pk: sa.ColumnElement[int], annotator_pk: sa.ColumnElement[int]) -> sa.Exists:
    where = (current.pair_pk == pair_pk, current.annotator_pk == annotator_pk, JUDGED)
    return sa.exists().where(*where).correlate_except(judgement_current)


Moment: TypeAlias = datetime | sa.ColumnElement[datetime]
Number: TypeAlias = int | sa.ColumnElement[int]


def held(now: Moment) -> sa.ColumnElement[bool]:
    """Ask of a row of `assignment` whether it counts at `now`."""
    a = assignment.c
    return sa.or_(a.lease_until_utc.is_(None), a.lease_until_utc > now, judged(a.pair_pk, a.annotator_pk))


def held_keys(connection: sa.Connection, pair_pks: Collection[int], now: datetime) -> set[Key]:
    """Return the assignments of these pairs that are held."""
    a = assignment.c
    statement = sa.select(a.pair_pk, a.annotator_pk).where(held(now))
    return {(row[0], row[1]) for row in rows_where(connection, statement, a.pair_pk, pair_pks)}


def rater_keys(connection: sa.Connection, pair_pks: Collection[int], now: datetime) -> set[Key]:
    """Return the raters of these pairs."""
    judging = sa.select(current.pair_pk, current.annotator_pk).where(JUDGED)
    given = {(row[0], row[1]) for row in rows_where(connection, judging, current.pair_pk, pair_pks)}
    return given | held_keys(connection, pair_pks, now)


def loads(campaign_pk: Number, annotator_pk: Number, now: Moment) -> tuple[sa.Select[int], sa.Select[int]]:
    """Count the campaign's pairs that the annotator holds, and those judged without holding them."""
    a = assignment.c
    both = (a.pair_pk == current.pair_pk, a.annotator_pk == current.annotator_pk)
    unassigned = ~sa.exists().where(*both).correlate(judgement_current)
    own = sa.select(sa.func.count()).select_from(query).join(pair, pair.c.query_pk == query.c.pk)
    own = own.where(query.c.campaign_pk == campaign_pk)
    holding = own.join(assignment, a.pair_pk == pair.c.pk).where(a.annotator_pk == annotator_pk, held(now))
    judging = own.join(judgement_current, current.pair_pk == pair.c.pk).where(
        current.annotator_pk == annotator_pk, JUDGED, unassigned
    )
    return holding, judging


def load_of(connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime) -> int:
    """Return the number of the campaign's pairs that count against the annotator's quota."""
    return sum(connection.scalar(each) or 0 for each in loads(campaign_pk, annotator_pk, now))


def most_raters(connection: sa.Connection, campaign_pk: int) -> int:
    """Return the largest number of assessors that hold a pair of the campaign."""
    per_pair = (
        of_campaign(sa.select(sa.func.count().label("n")), assignment, campaign_pk)
        .where(held(datetime.now(UTC)))
        .group_by(assignment.c.pair_pk)
        .subquery()
    )
    return connection.scalar(sa.select(sa.func.max(per_pair.c.n))) or 0


def raters_of_pairs(campaign_pk: int, now: datetime) -> sa.CompoundSelect[int, int]:
    """(pair_pk, annotator_pk) of everybody who holds or judged a pair of the campaign, each once."""
    a = assignment.c
    own = of_campaign(sa.select(pair.c.pk), pair, campaign_pk)
    open_end = sa.or_(a.lease_until_utc.is_(None), a.lease_until_utc > now)
    holding = sa.select(a.pair_pk, a.annotator_pk).where(open_end, a.pair_pk.in_(own))
    judging = sa.select(current.pair_pk, current.annotator_pk).where(JUDGED, current.pair_pk.in_(own))
    return sa.union(holding, judging)


def crowded(connection: sa.Connection, campaign_pk: int, most: int, now: datetime) -> int:
    """Return the number of pairs that have more than `most` raters."""
    raters = raters_of_pairs(campaign_pk, now).subquery()
    over = sa.select(raters.c.pair_pk).group_by(raters.c.pair_pk).having(sa.func.count() > most).subquery()
    return connection.scalar(sa.select(sa.func.count()).select_from(over)) or 0


def expired(campaign_pk: Number, now: Moment) -> tuple[sa.ColumnElement[bool], ...]:
    """Ask of a row of `assignment` whether it is the campaign's and its lease ran out."""
    a = assignment.c
    own = sa.select(sa.literal(1)).select_from(pair).join(query, query.c.pk == pair.c.query_pk)
    own = own.where(query.c.campaign_pk == campaign_pk, pair.c.pk == a.pair_pk).correlate(assignment)
    return a.lease_until_utc <= now, a.lease_until_utc > FREED, own.exists()


def free_expired(connection: sa.Connection, campaign_pk: int, now: datetime) -> None:
    """End leases that ran out: who judged the pair keeps it for good, the others are freed."""
    a = assignment.c
    over = sa.update(assignment).where(*expired(campaign_pk, now))
    connection.execute(over.where(judged(a.pair_pk, a.annotator_pk)).values(lease_until_utc=None))
    connection.execute(over.values(lease_until_utc=FREED))


def taken_names(connection: sa.Connection, pair_pks: Collection[int]) -> dict[int, Names]:
    """pair -> names, of papers that are there."""
    statement = (
        sa.select(pair.c.pk, query.c.query_id, paper.c.doc_id)
        .select_from(pair)
        .join(query, query.c.pk == pair.c.query_pk)
        .join(paper, paper.c.pk == pair.c.paper_pk)
        .where(paper.c.removed_at_utc.is_(None))
    )
    found = rows_where(connection, statement, pair.c.pk, pair_pks)
    return {pk: (query_id, doc_id) for pk, query_id, doc_id in found}


@dataclass(frozen=True, slots=True)
class Member:
    """One assessor of a campaign's roster. `quota`: pairs at most; None: any number."""

    pk: int
    active: bool
    quota: int | None


def members(connection: sa.Connection, campaign_pk: int) -> dict[str, Member]:
    """handle -> member."""
    statement = (
        sa.select(annotator.c.handle, annotator.c.pk, annotator.c.active, campaign_annotator.c.quota)
        .join_from(campaign_annotator, annotator)
        .where(campaign_annotator.c.campaign_pk == campaign_pk)
    )
    return {handle: Member(*rest) for handle, *rest in connection.execute(statement)}


def raters_per_pair(connection: sa.Connection, campaign_pk: int) -> int:
    n: int = connection.execute(
        sa.select(campaign.c.raters_per_pair).where(campaign.c.pk == campaign_pk)
    ).scalar_one()
    return n


def pooled_pks(connection: sa.Connection, campaign_pk: int, requested: Collection[Names]) -> dict[Names, int]:
    """(query_id, doc_id or alias) -> pk of the pooled pair. Raises BadInput for pairs that are not pooled."""
    columns = sa.select(query.c.query_id, paper.c.doc_id, pair.c.pk)
    statement = of_campaign(columns, pool_pair, campaign_pk, paper)
    queries = {query_id for query_id, _ in requested}
    there = {(row[0], row[1]): row[2] for row in rows_where(connection, statement, query.c.query_id, queries)}
    others = {doc_id for query_id, doc_id in requested if (query_id, doc_id) not in there}
    own = {alias: doc_id for alias, (_, doc_id) in paper_pks(connection, others).items()}
    found = {names: there.get(names) or there.get((names[0], own.get(names[1], ""))) for names in requested}
    missing = [names for names, pk in found.items() if pk is None]
    if missing:
        shown = ", ".join(f"paper '{doc_id}' of query '{query_id}'" for query_id, doc_id in missing[:SHOWN])
        raise BadInput(
            "{0} {0:pair is|pairs are} not in the pool of '{1}': {2}{3}. Nothing was written; pool them "
            "first.",
            len(missing),
            campaign_name(connection, campaign_pk),
            shown,
            ", ..." if len(missing) > SHOWN else "",
        )
    return {names: pk for names, pk in found.items() if pk is not None}


def insert(connection: sa.Connection, new: Mapping[Key, Assignment], now: datetime) -> None:
    """Write (pair, annotator) -> assignment, in place of what was freed."""
    now = max(now, _delete_freed(connection, new, now))
    rows = [
        {
            "pair_pk": pair_pk,
            "annotator_pk": annotator_pk,
            "order_key": row.order_key,
            "lease_until_utc": row.lease_until,
            "assigned_at_utc": now,
        }
        for (pair_pk, annotator_pk), row in new.items()
    ]
    for chunk in chunks(rows):
        connection.execute(sa.insert(assignment), list(chunk))


def _delete_freed(connection: sa.Connection, keys: Collection[Key], now: datetime) -> datetime:
    """Take away rows that hold nothing any more; to be asked only of pairs that nobody of `keys` holds.

    Returns a time after the withdrawals among them, also those of a clock that goes before this one.
    """
    a = assignment.c
    own = sa.select(a.pair_pk, a.annotator_pk, a.withdrawn_at_utc)
    found = rows_where(connection, own, a.pair_pk, {key[0] for key in keys})
    there = {(row[0], row[1]): believed(row[2] or FREED, now, FREED) for row in found}
    for pair_pk, annotator_pk in there.keys() & keys:
        connection.execute(sa.delete(assignment).where(a.pair_pk == pair_pk, a.annotator_pk == annotator_pk))
    return max((there[key] for key in there.keys() & keys), default=FREED) + timedelta(microseconds=1)


def keep_for_good(connection: sa.Connection, keys: Collection[Key]) -> None:
    """Take the lease off assignments, so that they do not end."""
    a = assignment.c
    leased = sa.select(a.pair_pk, a.annotator_pk)
    leased = leased.where(a.lease_until_utc.is_not(None), a.withdrawn_at_utc.is_(None))
    there = {(row[0], row[1]) for row in rows_where(connection, leased, a.pair_pk, {key[0] for key in keys})}
    for pair_pk, annotator_pk in there.intersection(keys):
        mine = (a.pair_pk == pair_pk, a.annotator_pk == annotator_pk)
        connection.execute(sa.update(assignment).where(*mine).values(lease_until_utc=None))


def require_assignable(connection: sa.Connection, keys: Collection[Key]) -> None:
    """Check assignments that were just changed, in their transaction.

    Raises BadInput where somebody lost a pair that they judged, where a pair got more raters than its
    campaign says or an assessor more pairs than their quota, and where the campaign is closed.
    """
    if not keys:
        return
    now, pairs = datetime.now(UTC), {pair_pk for pair_pk, _ in keys}
    held_now, raters = held_keys(connection, pairs, now), rater_keys(connection, pairs, now)
    lost = _withdrawn_keys(connection, pairs) & _settled_keys(connection, pairs)
    own = sa.select(pair.c.pk, query.c.campaign_pk).join(query, query.c.pk == pair.c.query_pk)
    campaign_of = {row[0]: row[1] for row in rows_where(connection, own, pair.c.pk, pairs)}
    n_raters = Counter(pair_pk for pair_pk, _ in raters)
    for campaign_pk in set(campaign_of.values()):
        name = campaign_name(connection, campaign_pk)
        open_ = (CampaignStatus.DRAFT, CampaignStatus.OPEN, CampaignStatus.ADJUDICATING)
        require_status(connection, campaign_pk, open_, "who judges which pair is fixed")
        most = raters_per_pair(connection, campaign_pk)
        mine = {key for key in keys if campaign_of[key[0]] == campaign_pk}
        people = {member.pk: (handle, member) for handle, member in members(connection, campaign_pk).items()}
        for key in mine & lost:
            who = people[key[1]][0] if key[1] in people else "somebody"
            raise BadInput(
                "'{0}' has judged some of these pairs of '{1}' since; nothing was changed.", who, name
            )
        for pair_pk, _ in mine & held_now:
            if n_raters[pair_pk] > most:
                raise BadInput(
                    "A pair of '{0}' would have {1} raters where the campaign says {2}: others have "
                    "it by now. Nothing was changed.",
                    name,
                    n_raters[pair_pk],
                    most,
                )
        for annotator_pk in {annotator_pk for _, annotator_pk in mine & held_now}:
            handle, member = people[annotator_pk]
            has = load_of(connection, campaign_pk, annotator_pk, now)
            if member.quota is not None and has > member.quota:
                raise BadInput(
                    "'{0}' would have {1} {1:pair|pairs}, which is above their quota of {2}; nothing was "
                    "changed. Raise the quota.",
                    handle,
                    has,
                    member.quota,
                )


def _settled_keys(connection: sa.Connection, pair_pks: Collection[int]) -> set[Key]:
    judging = sa.select(current.pair_pk, current.annotator_pk).where(SETTLED)
    return {(row[0], row[1]) for row in rows_where(connection, judging, current.pair_pk, pair_pks)}


def _withdrawn_keys(connection: sa.Connection, pair_pks: Collection[int]) -> set[Key]:
    a = assignment.c
    gone = sa.select(a.pair_pk, a.annotator_pk).where(a.withdrawn_at_utc.is_not(None))
    return {(row[0], row[1]) for row in rows_where(connection, gone, a.pair_pk, pair_pks)}


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
        self.names: dict[int, Names] = {}

    def suffices(self, n: int) -> bool:
        """Return whether there are so many, found a minute ago at most."""
        return len(self._found) >= n and time.monotonic() - self._at <= KEPT_SECONDS

    def refresh(
        self, connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime, *, n: int
    ) -> bool:
        """Look for candidates, at least `n`, unless enough are left; return whether any were found."""
        if not self.suffices(n):
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

    def look_up_names(self, connection: sa.Connection) -> None:
        """Look up what people call the pairs; those of papers that were removed meanwhile are left out."""
        self.names = taken_names(connection, [one.pair_pk for one in self._found])
        self._found = [one for one in self._found if one.pair_pk in self.names]

    def first(self) -> list[Candidate]:
        """Return those that a draw checks at once."""
        return self._found[:CHECKED]

    def drop(self, n: int) -> None:
        """Take the first `n` off the list."""
        self._found = self._found[n:]

    def take(
        self, connection: sa.Connection, campaign_pk: int, annotator_pk: int, now: datetime, *, n: int
    ) -> list[int]:
        """Return up to `n` candidates that want a rater still; to be assigned in the same transaction.

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
        self.drop(used)
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
        """Return up to `limit`, query by query and then shuffled."""
        size, seen = AT_ONCE, set[int]()
        while True:
            some = self._roomy(size)
            complete = len(some) < size
            pairs = self._described(pair.c.pk, some)
            if not complete:
                # What was left out are later pairs of the pool, and those of one query rank lower. To keep
                # that hidden, queries are taken whole.
                queries = sorted({query_pk for _, query_pk, _ in pairs} - seen, key=self._turn)
                chosen = self._first(queries, limit)
                seen.update(chosen)
                pairs = self._described(pair.c.query_pk, chosen)
            found = self._checked(pairs)
            if found or complete:
                return found[:limit]
            size *= 4

    def _roomy(self, size: int) -> list[int]:
        """Return the first so many pooled pairs with few enough assignments, none of them the annotator's."""
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

    def _turn(self, query_pk: int) -> int:
        """Return the query's place, which begins elsewhere for each annotator: so they seldom meet."""
        return (query_pk + self.annotator_pk) * SHUFFLE % MODULUS

    def _first(self, queries: Sequence[int], limit: int) -> list[int]:
        """Return as many of the queries as have `limit` pairs together, at least one."""
        counted = sa.select(pair.c.query_pk, sa.func.count()).group_by(pair.c.query_pk)
        sizes = {row[0]: row[1] for row in rows_where(self.connection, counted, pair.c.query_pk, queries)}
        before = accumulate((sizes[query_pk] for query_pk in queries), initial=0)
        return [query_pk for query_pk, n in zip(queries, before, strict=False) if n < limit]

    def _checked(self, pairs: Collection[tuple[int, int, int]]) -> list[int]:
        """Return those that have this number of raters, and not the annotator among them."""
        keys = rater_keys(self.connection, [pk for pk, _, _ in pairs], self.now)
        n_raters = Counter(pair_pk for pair_pk, _ in keys)
        right = [
            (self._turn(query_pk), place, pk)
            for pk, query_pk, place in pairs
            if n_raters[pk] == self.n_raters and (pk, self.annotator_pk) not in keys
        ]
        return [pk for _, _, pk in sorted(right)]
