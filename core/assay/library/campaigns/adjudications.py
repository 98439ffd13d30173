"""The grades that settle pairs: next to the raters' own events, which they never change."""

from __future__ import annotations

import hashlib
import itertools
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from assay.campaign_types import Adjudication, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.library.campaigns.annotators import annotator_for, require_active, uuids_of
from assay.library.campaigns.judgement_rows import checked_grade, checked_handle, pair_names
from assay.library.campaigns.pool import existing_pairs
from assay.library.db.connection import Database
from assay.library.db.device import device_id
from assay.library.db.lookup import of_campaign, paper_pks, query_pks, require_known, rows_where, storable
from assay.library.db.schema import (
    adjudication_event,
    annotator,
    assignment,
    campaign,
    judgement_current,
    paper,
    query,
)
from assay.library.rows.assignment_rows import held
from assay.library.rows.campaign_rows import require_status
from assay.library.rows.seals import AdjudicationRow, sealed
from assay.messages import message

DONE = ("grade", "unsure", "unreadable")
"""States with which a rater is through with a pair."""

MOST_WAYS = 1024  # of naming the raters of a pair; people have one uuid, or two, or three


@dataclass(frozen=True, slots=True)
class Settlement:
    """One row of the adjudications' log."""

    seq: int
    event_uuid: str
    pair_pk: int
    query_id: str
    doc_id: str
    adjudicator: str
    grade: int | None
    reason: str
    inputs_sha256: str
    occurred_at: datetime
    supersedes: str | None
    merges: str | None

    def adjudication(self, *, stale: bool, conflict: bool) -> Adjudication:
        return Adjudication(
            self.query_id,
            self.doc_id,
            self.adjudicator,
            self.grade,
            self.reason,
            self.occurred_at,
            stale,
            conflict,
        )


def settlements(connection: sa.Connection, *, campaign: int, pair_pk: int | None = None) -> list[Settlement]:
    """Return the adjudications of a campaign or of one pair, by query and paper, each pair's oldest first."""
    event = adjudication_event.c
    columns = (
        sa.select(event.seq, event.event_uuid, event.pair_pk, query.c.query_id, paper.c.doc_id)
        .add_columns(annotator.c.handle, event.grade, event.reason, event.inputs_sha256)
        .add_columns(event.occurred_at_utc, event.supersedes, event.merges)
    )
    statement = of_campaign(columns, adjudication_event, campaign, paper, annotator)
    statement = statement.order_by(query.c.pk, paper.c.pk, event.seq)
    if pair_pk is not None:
        statement = statement.where(event.pair_pk == pair_pk)
    return [Settlement(*row) for row in connection.execute(statement)]


def heads(several: Sequence[Settlement]) -> list[Settlement]:
    """Return those of one pair that no other supersedes; above one where two machines settled it."""
    replaced = {name for one in several for name in (one.supersedes, one.merges)}
    last = [one for one in several if one.event_uuid not in replaced]
    return sorted(last, key=lambda one: (one.occurred_at, one.event_uuid))


def is_conflict(last: Sequence[Settlement]) -> bool:
    """Do the heads of one pair say different things?"""
    return len({head.grade for head in last}) > 1


def representative(last: Sequence[Settlement], now: Collection[str]) -> Settlement:
    """The head that is shown: the newest, before it those that were made of the ratings as they are now."""
    return max(last, key=lambda head: (head.inputs_sha256 in now, head.occurred_at, head.event_uuid))


def ratings_sha256(connection: sa.Connection, pair_pks: Collection[int]) -> dict[int, tuple[str, ...]]:
    """pair -> the checksum of what its raters say now: sorted lines of annotator uuid, state and grade.

    It comes first. Others follow where raters are known by several uuids, one for each way to name them: an
    adjudication of another machine, or of before two machines' people were found to be one, has one of those.
    """
    current = judgement_current.c
    statement = sa.select(current.pair_pk, current.annotator_pk, current.state, current.grade)
    statement = statement.where(current.state.is_not(None))
    rated: dict[int, list[tuple[int, str]]] = {pair_pk: [] for pair_pk in pair_pks}
    for pair_pk, who, state, grade in rows_where(connection, statement, current.pair_pk, pair_pks):
        rated[pair_pk].append((who, f"{state}\t{'' if grade is None else grade}\n"))
    names = uuids_of(connection, {who for ratings in rated.values() for who, _ in ratings})
    return {pair_pk: _checksums(ratings, names) for pair_pk, ratings in rated.items()}


def _checksums(ratings: Sequence[tuple[int, str]], names: Mapping[int, Sequence[str]]) -> tuple[str, ...]:
    ways = itertools.product(*(names[who] for who, _ in ratings))
    lines = (
        sorted(f"{name}\t{rated}" for name, (_, rated) in zip(way, ratings, strict=True))
        for way in itertools.islice(ways, MOST_WAYS)
    )
    return tuple(hashlib.sha256("".join(several).encode()).hexdigest() for several in lines)


def require_judged(connection: sa.Connection, pair_pk: int, *, least: int) -> None:
    """Raise BadInput unless that many raters are through with the pair."""
    n = len(_done(connection, pair_pk))
    if n < least:
        raise BadInput(
            "{0} of {1} raters have judged this pair, so there is nothing to settle yet; "
            "nothing was written.",
            n,
            least,
        )


def require_all_judged(connection: sa.Connection, pair_pk: int) -> None:
    """Raise BadInput naming those who have the pair and are not through with it."""
    done = _done(connection, pair_pk)
    statement = (
        sa.select(assignment.c.annotator_pk, annotator.c.handle)
        .join_from(assignment, annotator)
        .where(assignment.c.pair_pk == pair_pk, held(datetime.now(UTC)))
        .order_by(annotator.c.pk)
    )
    waiting = [handle for pk, handle in connection.execute(statement) if pk not in done]
    if waiting:
        raise BadInput(
            "{0} {1} yet to judge this pair; nothing was written. Adjudicate it when they "
            "have, or set the campaign to adjudicating.",
            ", ".join(waiting),
            message("has") if len(waiting) == 1 else message("have"),
        )


def _done(connection: sa.Connection, pair_pk: int) -> set[int]:
    current = judgement_current.c
    judged = sa.select(current.annotator_pk).where(current.pair_pk == pair_pk, current.state.in_(DONE))
    return set(connection.scalars(judged))


class Adjudications:
    """Reads and writes of a campaign's adjudications. Each write is on the disk when the call returns."""

    def __init__(self, database: Database, *, campaign: int) -> None:
        self._database = database
        self._campaign = campaign

    def record(
        self, query_id: str, doc_id: str, *, adjudicator: str, relevance: int | None, reason: str = ""
    ) -> Adjudication:
        """Settle a pair, in place of what was settled before; None withdraws that. Durable on return.

        Raises BadInput for unknown ids, another grade than 0, 1, 2, a deactivated adjudicator, a campaign
        that is a draft or closed, a pair that some of its raters have yet to judge while it is open, and
        where there is nothing to withdraw.
        """
        handle = checked_handle(adjudicator)
        if relevance is not None:
            checked_grade(relevance)
        with self._database.write() as connection:
            pair_pk = _pair(connection, self._campaign, query_id, doc_id)
            _require_ready(connection, self._campaign, pair_pk)
            before = settlements(connection, campaign=self._campaign, pair_pk=pair_pk)
            if relevance is None and not any(head.grade is not None for head in heads(before)):
                raise BadInput(
                    "Nothing is settled for paper '{0}' of query '{1}', so there is nothing to withdraw.",
                    doc_id,
                    query_id,
                )
            new = _append(
                connection,
                pair_pk,
                _adjudicator(connection, handle),
                grade=relevance,
                reason=storable(reason),
                inputs=ratings_sha256(connection, [pair_pk])[pair_pk][0],
                before=before,
            )
            names = pair_names(connection, pair_pk)
        return Adjudication(*names, handle, relevance, storable(reason), new)

    def all(self) -> list[Adjudication]:
        """Where every pair that was ever adjudicated stands, by query and paper in the order of adding."""
        with self._database.read() as connection:
            found = settlements(connection, campaign=self._campaign)
            by_pair: dict[int, list[Settlement]] = {}
            for settlement in found:
                by_pair.setdefault(settlement.pair_pk, []).append(settlement)
            now = ratings_sha256(connection, list(by_pair))
        return [_adjudication_of(several, now[pair_pk]) for pair_pk, several in by_pair.items()]

    def history(self, query_id: str, doc_id: str) -> list[Adjudication]:
        """Everything that was said to settle the pair, newest first. Raises BadInput for unknown ids."""
        with self._database.read() as connection:
            pair_pk = _pair(connection, self._campaign, query_id, doc_id)
            found = settlements(connection, campaign=self._campaign, pair_pk=pair_pk)
            now = ratings_sha256(connection, [pair_pk])[pair_pk]
        last = heads(found)
        clash = is_conflict(last)
        return [
            one.adjudication(stale=one.inputs_sha256 not in now, conflict=clash and one in last)
            for one in reversed(found)
        ]


def _adjudication_of(several: Sequence[Settlement], now: Collection[str]) -> Adjudication:
    """Return what the adjudications of one pair amount to. `now` are the checksums of its ratings."""
    last = heads(several)
    shown = representative(last, now)
    return shown.adjudication(stale=shown.inputs_sha256 not in now, conflict=is_conflict(last))


def _pair(connection: sa.Connection, campaign_pk: int, query_id: str, doc_id: str) -> int:
    queries = query_pks(connection, [query_id], campaign=campaign_pk)
    require_known("query", [query_id], queries)
    papers = paper_pks(connection, [doc_id])
    require_known("paper", [doc_id], papers)
    found = existing_pairs(connection, [(queries[query_id], papers[doc_id][0])])
    if not found:
        raise BadInput(
            "Paper '{0}' was not pooled for query '{1}', so there is nothing to settle.", doc_id, query_id
        )
    (pair_pk,) = found.values()
    return pair_pk


def _require_ready(connection: sa.Connection, campaign_pk: int, pair_pk: int) -> None:
    """Raise BadInput unless the campaign's status and what the raters did so far allow an adjudication."""
    allowed = (CampaignStatus.OPEN, CampaignStatus.ADJUDICATING)
    status = require_status(connection, campaign_pk, allowed, "nothing can be adjudicated")
    if status is CampaignStatus.ADJUDICATING:
        require_judged(connection, pair_pk, least=1)
        return
    require_all_judged(connection, pair_pk)
    drawn = sa.select(campaign.c.raters_per_pair, campaign.c.queue).where(campaign.c.pk == campaign_pk)
    raters_per_pair, queue = connection.execute(drawn).one()
    require_judged(connection, pair_pk, least=raters_per_pair if queue == QueueKind.SHARED else 1)


def _adjudicator(connection: sa.Connection, handle: str) -> int:
    """Return the person's row, made where it is not there. Raises BadInput for a deactivated one."""
    pk = annotator_for(connection, handle)
    require_active(connection, pk)
    return pk


def _append(
    connection: sa.Connection,
    pair_pk: int,
    annotator_pk: int,
    *,
    grade: int | None,
    reason: str,
    inputs: str,
    before: Sequence[Settlement],
) -> datetime:
    """Write the adjudication so that it closes every head: two, and one more with each further event."""
    now = datetime.now(UTC)
    last = [head.event_uuid for head in heads(before)]
    parents = [*last[:2], *[None] * (2 - len(last[:2]))]
    rest = last[2:]
    while True:
        row = AdjudicationRow(
            str(uuid.uuid4()),
            pair_pk,
            annotator_pk,
            grade,
            reason,
            inputs,
            now,
            parents[0],
            parents[1],
            device_id(),
        )
        connection.execute(sa.insert(adjudication_event), sealed(row))
        if not rest:
            return now
        parents, rest = [row.event_uuid, rest[0]], rest[1:]
