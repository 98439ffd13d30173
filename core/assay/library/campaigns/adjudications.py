"""The grades that settle pairs: beside the raters' own events, which they never change."""

from __future__ import annotations

import logging
import uuid
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import Adjudication, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.library.campaigns.adjudication_rows import (
    Settlement,
    heads,
    is_conflict,
    ratings_sha256,
    representative,
    require_all_judged,
    require_judged,
    settlements,
)
from assay.library.campaigns.annotators import annotator_for
from assay.library.campaigns.campaign_rows import require_status
from assay.library.campaigns.events import require_active
from assay.library.campaigns.judgement_rows import checked_grade, checked_handle, pair_names
from assay.library.campaigns.pool import existing_pairs
from assay.library.campaigns.seals import ADJUDICATION, sealed
from assay.library.db.device import device_id
from assay.library.db.lookup import paper_pks, query_pks, require_known, storable
from assay.library.db.schema import adjudication_event, campaign

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from assay.library.db.connection import Database

log = logging.getLogger(__name__)


class Adjudications:
    """Reads and writes of a campaign's adjudications. Each write is on the disk when the call returns."""

    def __init__(self, database: Database, *, campaign: int) -> None:
        self._database = database
        self._campaign = campaign

    def record(
        self, query_id: str, doc_id: str, *, adjudicator: str, relevance: int | None, reason: str = ""
    ) -> Adjudication:
        """Settles a pair, in place of what was settled before; None withdraws that. Durable on return.

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
                    f"Nothing is settled for paper '{doc_id}' of query '{query_id}', so there is nothing "
                    "to withdraw."
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
        return [_standing(several, now[pair_pk]) for pair_pk, several in by_pair.items()]

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


def _standing(several: Sequence[Settlement], now: Collection[str]) -> Adjudication:
    """What the adjudications of one pair amount to. `now` are the checksums of its ratings."""
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
            f"Paper '{doc_id}' was not pooled for query '{query_id}', so there is nothing to settle."
        )
    (pair_pk,) = found.values()
    return pair_pk


def _require_ready(connection: sa.Connection, campaign_pk: int, pair_pk: int) -> None:
    """Raises BadInput unless the campaign's status and what the raters did so far allow an adjudication."""
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
    """The person's row, made where it is not there. Raises BadInput for a deactivated one."""
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
    """Writes the adjudication so that it closes every head: two, and one more with each further event."""
    now = datetime.now(UTC)
    last = [head.event_uuid for head in heads(before)]
    parents = [*last[:2], *[None] * (2 - len(last[:2]))]
    rest = last[2:]
    while True:
        event_uuid = str(uuid.uuid4())
        row = {
            "event_uuid": event_uuid,
            "pair_pk": pair_pk,
            "annotator_pk": annotator_pk,
            "grade": grade,
            "reason": reason,
            "inputs_sha256": inputs,
            "occurred_at_utc": now,
            "supersedes": parents[0],
            "merges": parents[1],
            "device": device_id(),
        }
        connection.execute(sa.insert(adjudication_event), sealed(row, ADJUDICATION))
        if not rest:
            return now
        parents, rest = [event_uuid, rest[0]], rest[1:]
