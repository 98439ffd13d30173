"""Which assessor judges which pair of a campaign: assigned beforehand, or leased from one queue."""

from __future__ import annotations

import logging
import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from assay.campaign_types import Assignment, CampaignStatus
from assay.errors import BadInput
from assay.library.campaigns.annotators import inactive, require_active
from assay.library.campaigns.judgement_rows import pair_names
from assay.library.db.connection import Database
from assay.library.db.dates import believed
from assay.library.db.lookup import chunks, of_campaign, paper_names, present, query_names, rows_where
from assay.library.db.schema import HOME, annotator, assignment, pair, paper, query
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.history.row_changes import RowChange, as_json
from assay.library.rows import assignment_rows as rows_of
from assay.library.rows.assignment_rows import (
    FREED,
    KEPT,
    LONGEST_LEASE,
    AssignmentRow,
    Key,
    Member,
    Names,
    WaitingPairs,
    held,
    settled,
)
from assay.library.rows.campaign_rows import campaign_name, require_status, spoken, status_of
from assay.library.rows.server_functions import QUOTA_USED, call, has_functions
from assay.types import Action, ActionArgs

log = logging.getLogger(__name__)

LEASE_SECONDS = 3600.0


class Assignments:
    """The assignments of one campaign. What a write allows or refuses is decided inside its transaction."""

    def __init__(self, database: Database, *, campaign: int) -> None:
        self._database = database
        self._campaign = campaign
        self._waiting: dict[str, WaitingPairs] = {}  # assessor -> what their next draws are taken from

    def of(self, assessor: str) -> list[Assignment]:
        """Return the assessor's pairs by order_key, without unjudged pairs whose lease ran out.

        Pairs of removed papers are hidden, as they are in the pool.
        """
        return self._read(annotator.c.handle == assessor)

    def all(self) -> list[Assignment]:
        """Everybody's, by assessor in the order of their coming and then as `of` has them."""
        return self._read()

    def _read(self, *where: sa.ColumnElement[bool]) -> list[Assignment]:
        a = assignment.c
        columns = (pair.c.query_pk, pair.c.paper_pk, annotator.c.handle, a.order_key, a.lease_until_utc)
        statement = (
            of_campaign(sa.select(*columns), assignment, self._campaign, annotator)
            .where(held(datetime.now(UTC)), *where, present(pair.c.paper_pk))
            .order_by(a.annotator_pk, a.order_key, a.pair_pk)
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
            queries = query_names(connection, campaign=self._campaign)
            papers = paper_names(connection, {row[1] for row in rows})
        return [
            Assignment(queries[query_pk], papers[paper_pk], handle, order_key, lease)
            for query_pk, paper_pk, handle, order_key, lease in rows
        ]

    def add(self, rows: Sequence[Assignment]) -> int:
        """Assign the pairs, all or none; return the number of those that are new.

        Raises BadInput for a pair that is not pooled, an assessor who is not in the campaign or deactivated,
        a pair that would have more raters than the campaign says, and an assessor over their quota.
        """
        allowed = (CampaignStatus.DRAFT, CampaignStatus.OPEN, CampaignStatus.ADJUDICATING)
        with self._database.write() as connection:
            now = datetime.now(UTC)
            require_status(connection, self._campaign, allowed, "no more pairs can be assigned")
            roster = self._roster(connection, {row.assessor for row in rows})
            names = [(row.query_id, row.doc_id) for row in rows]
            pks = rows_of.pooled_pks(connection, self._campaign, names)
            wanted = {
                (pks[name], roster[row.assessor].pk): row for name, row in zip(names, rows, strict=True)
            }
            rows_of.free_expired(connection, self._campaign, now)
            pair_pks = {pair_pk for pair_pk, _ in wanted}
            raters = rows_of.rater_keys(connection, pair_pks, now)
            self._require_room(connection, wanted, raters)
            coming = Counter(row.assessor for key, row in wanted.items() if key not in raters)
            self._require_quotas(connection, coming, roster, now)
            rows_of.keep_for_good(connection, {key for key, row in wanted.items() if row.lease_until is None})
            holding = rows_of.held_keys(connection, pair_pks, now)
            new = {key: row for key, row in wanted.items() if key not in holding}
            rows_of.insert(connection, new, now)
        log.info("assigned %d pairs", len(new))
        return len(new)

    def claim(
        self,
        assessor: str,
        *,
        n: int = 10,
        lease_seconds: float = LEASE_SECONDS,
        order_keys: Callable[[Sequence[Names]], Mapping[Names, str]],
    ) -> list[Assignment]:
        """Lease up to `n` more pairs to the assessor and return them by order_key; [] where none is left.

        Pairs with the fewest raters come first (by a look at the queue that is at most a minute old), and of
        those one query's together, in an order that has nothing to do with their ranks. Nobody gets a pair
        twice, a pair no more raters than the campaign says, and the assessor no more pairs than their quota,
        however many draw at the same time. Near the end fewer than `n` may come though more are left.
        `order_keys` gives the new pairs their places among the assessor's. Raises BadInput unless the
        campaign is open and the assessor in it and active.
        """
        _check_draw(n, lease_seconds)
        lease = timedelta(seconds=lease_seconds)
        while True:
            some = self.look_ahead(assessor, n)
            rows = self._draw_at_once(assessor, n, lease, order_keys)
            if rows is None or rows or not some:
                return sorted(rows or (), key=lambda row: row.order_key)

    def look_ahead(self, assessor: str, n: int) -> bool:
        """Find pairs for the next draws of `n`, if that was not done lately; return whether there are any."""
        waiting = self._waiting.setdefault(assessor, WaitingPairs())
        if not waiting.suffices(n):
            with self._database.read() as connection:
                pk = self._roster(connection, {assessor})[assessor].pk
                waiting.refresh(connection, self._campaign, pk, datetime.now(UTC), n=n)
                if has_functions(self._database):
                    waiting.look_up_names(connection)
        return bool(waiting.first())

    def _draw_at_once(
        self,
        assessor: str,
        n: int,
        lease: timedelta,
        order_keys: Callable[[Sequence[Names]], Mapping[Names, str]],
    ) -> list[Assignment] | None:
        """As `_draw`, in one round trip where that can be."""
        if not has_functions(self._database):
            return self._draw(assessor, n, lease, order_keys)
        waiting, now = self._waiting[assessor], datetime.now(UTC)
        some = waiting.first()
        names = [waiting.names[one.pair_pk] for one in some]
        keys = order_keys(names)
        done = call(
            self._database,
            "draw",
            the_campaign=self._campaign,
            who=assessor,
            pairs=[one.pair_pk for one in some],
            looked=[one.n_raters for one in some],
            keys=[keys[each] for each in names],
            want=n,
            moment=now,
            until=now + lease,
        )
        if done is None or done[0] is None:
            return self._draw(assessor, n, lease, order_keys)
        places: list[int] = done[0]
        if places == QUOTA_USED:
            return None
        waiting.drop(places[-1] if places else KEPT)  # where others took all of them, more is out of date
        given = [names[place - 1] for place in places]
        return [Assignment(*pair, assessor, keys[pair], now + lease) for pair in given]

    def _draw(
        self,
        assessor: str,
        n: int,
        lease: timedelta,
        order_keys: Callable[[Sequence[Names]], Mapping[Names, str]],
    ) -> list[Assignment] | None:
        """Assign what is still to be had of the pairs that were found; None: the quota is used up."""
        with self._database.write() as connection:
            doing = "nobody can draw pairs from it"
            require_status(connection, self._campaign, (CampaignStatus.OPEN,), doing)
            member = self._roster(connection, {assessor})[assessor]
            now = datetime.now(UTC)
            rows_of.free_expired(connection, self._campaign, now)
            if member.quota is not None:
                n = min(n, member.quota - rows_of.load_of(connection, self._campaign, member.pk, now))
            if n <= 0:
                return None
            waiting = self._waiting[assessor]
            pks = waiting.take(connection, self._campaign, member.pk, now, n=n)
            names = rows_of.taken_names(connection, pks)
            keys = order_keys(list(names.values()))
            new = {
                (pk, member.pk): Assignment(*name, assessor, keys[name], now + lease)
                for pk, name in names.items()
            }
            rows_of.insert(connection, new, now)
        return list(new.values())

    def withdraw(self, query_id: str, doc_id: str, assessor: str) -> None:
        """Take the pair from the assessor. Raises BadInput where it is not theirs, or judged already.

        A pair that they only put off, or made a note of, can be taken; the note stays.
        """
        a = assignment.c
        with self._database.write() as connection:
            pks = rows_of.pooled_pks(connection, self._campaign, [(query_id, doc_id)])
            mine = sa.select(a.annotator_pk, settled(a.pair_pk, a.annotator_pk), a.withdrawn_at_utc)
            mine = mine.add_columns(a.assigned_at_utc)
            mine = mine.join(annotator).where(a.pair_pk == pks[query_id, doc_id])
            row = connection.execute(mine.where(annotator.c.handle == assessor)).first()
            if row is None or (row[2] is not None and not row[1]):
                raise BadInput("{0} is not assigned to '{1}'.", _spoken(query_id, doc_id), assessor)
            if row[1]:
                raise BadInput(
                    "'{0}' has already judged {1}; nothing was withdrawn.",
                    assessor,
                    _spoken(query_id, doc_id),
                )
            key = (a.pair_pk == pks[query_id, doc_id], a.annotator_pk == row[0])
            now = datetime.now(UTC)
            assigned = believed(row[3], now, FREED)
            now = max(now, assigned + timedelta(microseconds=1))  # clocks of others may be ahead
            gone = {"lease_until_utc": rows_of.FREED, "withdrawn_at_utc": now}
            connection.execute(sa.update(assignment).where(*key).values(**gone))

    def open_pairs(self, assessor: str, *, query_ids: Collection[str] | None = None) -> list[Names]:
        """(query_id, doc_id) of the pairs that the assessor holds and has not judged, in their order.

        Pairs that were put off or noted are among them; `query_ids` None: of all queries. Raises BadInput for
        somebody who is not in the campaign, and for unknown queries.
        """
        with self._database.read() as connection:
            names = open_rows(connection, self._campaign, assessor, query_ids)
        return list(names)

    def withdraw_open(self, assessor: str, *, query_ids: Collection[str] | None = None) -> Action:
        """Take all of `open_pairs` from the assessor; the library's history can undo it.

        Raises BadInput as `open_pairs` does, where there are none, and once the campaign is closed.
        """
        with self._database.write() as connection:
            return _withdraw_open(connection, self._campaign, assessor, query_ids)

    def hand_on(self, assessor: str, rows: Sequence[Assignment]) -> Action:
        """Take the pairs of `rows` from the assessor and give each to the assessor of its row.

        All or none of them; the library's history can undo it. Raises BadInput for a pair that is not among
        the assessor's `open_pairs`, and as `add` does.
        """
        with self._database.write() as connection:
            self._roster(connection, {row.assessor for row in rows})
            return _hand_on(connection, self._campaign, assessor, rows)

    def _roster(self, connection: sa.Connection, handles: Collection[str]) -> dict[str, Member]:
        """Everybody in the campaign. Raises BadInput unless all who are asked for are in it and active."""
        roster = rows_of.members(connection, self._campaign)
        for handle in sorted(set(handles)):
            if handle not in roster:
                known = ", ".join(f"'{name}'" for name in roster) or "nobody yet"
                raise BadInput(
                    "'{0}' is not an assessor of '{1}', which has {2}; nothing was assigned.",
                    handle,
                    campaign_name(connection, self._campaign),
                    known,
                )
            if not roster[handle].active:
                raise inactive(handle)
        return roster

    def _require_room(
        self, connection: sa.Connection, wanted: Mapping[Key, Assignment], raters: Collection[Key]
    ) -> None:
        most = rows_of.raters_per_pair(connection, self._campaign)
        n_raters = Counter(pair_pk for pair_pk, _ in {*wanted, *raters})
        for key, row in wanted.items():
            if key not in raters and n_raters[key[0]] > most:
                raise BadInput(
                    "{0} would have {1} raters where the campaign says {2}; nothing was assigned.",
                    _spoken(row.query_id, row.doc_id),
                    n_raters[key[0]],
                    most,
                )

    def _require_quotas(
        self,
        connection: sa.Connection,
        coming: Mapping[str, int],
        roster: Mapping[str, Member],
        now: datetime,
    ) -> None:
        for handle, n in coming.items():
            member = roster[handle]
            if member.quota is None:
                continue
            has = rows_of.load_of(connection, self._campaign, member.pk, now)
            if has + n > member.quota:
                raise BadInput(
                    "'{0}' would have {1} {1:pair|pairs}, which is over their quota of {2}; nothing was "
                    "assigned. Raise the quota or assign fewer.",
                    handle,
                    has + n,
                    member.quota,
                )


def _check_draw(n: object, lease_seconds: float) -> None:
    if type(n) is not int or n < 1:
        raise BadInput("The number of pairs to draw is a whole number from 1, not {0}.", repr(n))
    if not (math.isfinite(lease_seconds) and 0 < lease_seconds <= LONGEST_LEASE):
        raise BadInput(
            "A lease lasts a number of seconds above 0 and at most a year, not {0}.", repr(lease_seconds)
        )


class LeaseOver(Exception):
    """The lease of a pair ran out, and whether it is renewed is not to be decided while others write."""


def require_may_judge(
    connection: sa.Connection,
    campaign_pk: int,
    annotator_pk: int,
    pair_pk: int,
    *,
    now: datetime,
    renew: bool = True,
) -> None:
    """Let the annotator judge the pair in this write transaction, or raise BadInput saying why not.

    The annotator must be active, the campaign open, and the pair assigned to them. A lease that ran out on
    an unjudged pair is renewed where the pair and the quota still have room, or, without `renew`, LeaseOver
    is raised. HOME is open to everybody who is active.
    """
    handle = require_active(connection, annotator_pk)
    if campaign_pk == HOME:
        return
    status, name = status_of(connection, campaign_pk), campaign_name(connection, campaign_pk)
    if status is not CampaignStatus.OPEN:
        why = "closed" if status is CampaignStatus.CLOSED else f"{spoken(status)}, which is closed"
        raise BadInput("The campaign '{0}' is {1} for grading; nothing was written.", name, why)
    key = (assignment.c.pair_pk == pair_pk, assignment.c.annotator_pk == annotator_pk)
    own = sa.select(held(now), assignment.c.withdrawn_at_utc).where(*key).with_for_update()
    row = connection.execute(own).first()  # no draw of others frees it from here on
    if row is None or (row[1] is not None and not row[0]):
        names = _spoken(*pair_names(connection, pair_pk))
        raise BadInput("{0} is not assigned to '{1}' in '{2}'; nothing was written.", names, handle, name)
    if not row[0]:
        if not renew:
            raise LeaseOver
        _renew(connection, campaign_pk, annotator_pk, pair_pk, handle=handle, now=now)


def _renew(
    connection: sa.Connection,
    campaign_pk: int,
    annotator_pk: int,
    pair_pk: int,
    *,
    handle: str,
    now: datetime,
) -> None:
    """Lease the pair to its annotator once more. Raises BadInput where others have it, or over the quota."""
    names = _spoken(*pair_names(connection, pair_pk))
    rows_of.free_expired(connection, campaign_pk, now)
    others = rows_of.rater_keys(connection, [pair_pk], now) - {(pair_pk, annotator_pk)}
    if len(others) >= rows_of.raters_per_pair(connection, campaign_pk):
        raise BadInput(
            "{0} went to another assessor because the time of '{1}' ran out; nothing was saved. Draw other "
            "pairs.",
            names,
            handle,
        )
    quota = rows_of.members(connection, campaign_pk)[handle].quota
    if quota is not None and rows_of.load_of(connection, campaign_pk, annotator_pk, now) >= quota:
        raise BadInput(
            "The time of '{0}' for {1} ran out, and other pairs now fill their quota of {2}; nothing was "
            "saved.",
            handle,
            names,
            quota,
        )
    mine = (assignment.c.pair_pk == pair_pk, assignment.c.annotator_pk == annotator_pk)
    until = now + timedelta(seconds=LEASE_SECONDS)
    connection.execute(sa.update(assignment).where(*mine).values(lease_until_utc=until))


def _spoken(query_id: str, doc_id: str) -> str:
    return f"Paper '{doc_id}' of query '{query_id}'"


ALLOWED = (CampaignStatus.DRAFT, CampaignStatus.OPEN, CampaignStatus.ADJUDICATING)


def open_rows(
    connection: sa.Connection, campaign_pk: int, assessor: str, query_ids: Collection[str] | None
) -> dict[Names, AssignmentRow]:
    """(query_id, doc_id) -> the row of each pair that the assessor holds and has not judged, in their order.

    Raises BadInput for somebody who is not in the campaign, and for unknown queries.
    """
    if assessor not in rows_of.members(connection, campaign_pk):
        known = ", ".join(f"'{name}'" for name in rows_of.members(connection, campaign_pk)) or "nobody yet"
        name = campaign_name(connection, campaign_pk)
        raise BadInput("'{0}' is not an assessor of '{1}', which has {2}.", assessor, name, known)
    a = assignment.c
    columns = sa.select(query.c.query_id, paper.c.doc_id, *assignment.c)
    statement = (
        of_campaign(columns, assignment, campaign_pk, paper, annotator)
        .where(annotator.c.handle == assessor, paper.c.removed_at_utc.is_(None))
        .where(rows_of.held(datetime.now(UTC)), ~rows_of.settled(a.pair_pk, a.annotator_pk))
        .order_by(a.order_key, a.pair_pk)
    )
    if query_ids is not None:
        own = sa.select(query.c.query_id).where(query.c.campaign_pk == campaign_pk)
        unknown = sorted(set(query_ids) - set(connection.scalars(own)))
        if unknown:
            raise BadInput("'{0}' has no query '{1}'.", campaign_name(connection, campaign_pk), unknown[0])
        statement = statement.where(query.c.query_id.in_(query_ids))
    found = connection.execute(statement)
    return {(query_id, doc_id): AssignmentRow(*row) for query_id, doc_id, *row in found}


def _withdraw_open(
    connection: sa.Connection, campaign_pk: int, assessor: str, query_ids: Collection[str] | None
) -> Action:
    """Take the open pairs from the assessor. Raises BadInput where there are none."""
    require_status(connection, campaign_pk, ALLOWED, "nothing can be withdrawn")
    rows = open_rows(connection, campaign_pk, assessor, query_ids)
    if not rows:
        raise BadInput(
            "'{0}' has no open pair of '{1}' to withdraw: what they judged stays theirs.",
            assessor,
            campaign_name(connection, campaign_pk),
        )
    changes = [_withdrawal(row) for row in rows.values()]
    args = ActionArgs(len(rows), (assessor, campaign_name(connection, campaign_pk)))
    return act(connection, "withdraw pairs", args, Change(rows=changes))


def _hand_on(
    connection: sa.Connection, campaign_pk: int, assessor: str, given: Sequence[Assignment]
) -> Action:
    """Take the pairs from the assessor, and give each to the assessor of its row."""
    require_status(connection, campaign_pk, ALLOWED, "nothing can be reassigned")
    own = open_rows(connection, campaign_pk, assessor, None)
    names = [(row.query_id, row.doc_id) for row in given]
    gone = next((name for name in names if name not in own), None)
    if gone is not None:
        raise BadInput(
            "Paper '{0}' of query '{1}' is no longer an open pair of '{2}'; nothing was reassigned. Try "
            "again.",
            gone[1],
            gone[0],
            assessor,
        )
    people = rows_of.members(connection, campaign_pk)
    keys = [(own[name].pair_pk, people[row.assessor].pk) for name, row in zip(names, given, strict=True)]
    free = _free_rows(connection, dict(zip(keys, given, strict=True)))
    changes = [_withdrawal(own[name]) for name in dict.fromkeys(names)]
    for key, row in zip(keys, given, strict=True):
        new = replace(free[key], order_key=row.order_key, lease_until_utc=None, withdrawn_at_utc=None)
        changes.append(("assignment", as_json(vars(free[key])), as_json(vars(new))))
    args = ActionArgs(len(own.keys() & set(names)), (assessor, campaign_name(connection, campaign_pk)))
    return act(connection, "reassign pairs", args, Change(rows=changes))


def _withdrawal(row: AssignmentRow) -> RowChange:
    gone = replace(row, lease_until_utc=rows_of.FREED, withdrawn_at_utc=datetime.now(UTC))
    return ("assignment", as_json(vars(row)), as_json(vars(gone)))


def _free_rows(connection: sa.Connection, wanted: Mapping[Key, Assignment]) -> dict[Key, AssignmentRow]:
    """A row that holds nothing for each key: to be given, and to be withdrawn again where that is undone.

    A row stays for other machines; so one is written for those who never had the pair. Raises BadInput for
    a pair that is held already.
    """
    now = datetime.now(UTC)
    pair_pks = {pair_pk for pair_pk, _ in wanted}
    held = rows_of.held_keys(connection, pair_pks, now)
    for key, row in wanted.items():
        if key in held:
            raise BadInput(
                "'{0}' has paper '{1}' of query '{2}' already; nothing was reassigned.",
                row.assessor,
                row.doc_id,
                row.query_id,
            )
    free = {
        "lease_until_utc": rows_of.FREED,
        "assigned_at_utc": now - timedelta(microseconds=2),
        "withdrawn_at_utc": now - timedelta(microseconds=1),
    }
    own = sa.select(assignment.c.pair_pk, assignment.c.annotator_pk)
    there = {(row[0], row[1]) for row in rows_where(connection, own, assignment.c.pair_pk, pair_pks)}
    rows = [
        {"pair_pk": key[0], "annotator_pk": key[1], "order_key": row.order_key, **free}
        for key, row in wanted.items()
        if key not in there
    ]
    for chunk in chunks(rows):
        connection.execute(sa.insert(assignment), list(chunk))
    found = rows_where(connection, sa.select(*assignment.c), assignment.c.pair_pk, pair_pks)
    return {row.key: row for row in (AssignmentRow(*each) for each in found) if row.key in wanted}
