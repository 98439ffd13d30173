"""Campaigns as rows: found by name, counted, and asked whether something may be done in them now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import Campaign, CampaignStatus, QueueKind
from assay.errors import BadInput
from assay.library.db.lookup import present
from assay.library.db.schema import (
    HOME,
    campaign,
    campaign_paper,
    guideline,
    pair,
    pool,
    pool_pair,
    query,
)

if TYPE_CHECKING:
    from collections.abc import Collection

NAME_LENGTH = 100
HOME_NAME = "library"


def _count(of: sa.FromClause, *where: sa.ColumnElement[bool]) -> sa.ScalarSelect[int]:
    return sa.select(sa.func.count()).select_from(of).where(*where).correlate(campaign).scalar_subquery()


def newest_guideline(column: sa.ColumnElement[int], of: sa.ColumnElement[int] | int) -> sa.Select[int]:
    """`column` of the guideline of the campaign `of` that was written last."""
    written = (guideline.c.created_at_utc.desc(), guideline.c.sha256.desc())
    own = sa.select(column).where(guideline.c.campaign_pk == of)
    return own.order_by(*written).limit(1).correlate(campaign)


POOLED = pool.join(pool_pair, pool_pair.c.pool_pk == pool.c.pk).join(pair, pair.c.pk == pool_pair.c.pair_pk)
CAMPAIGNS = sa.select(
    campaign.c.name,
    campaign.c.campaign_uuid,
    campaign.c.status,
    campaign.c.raters_per_pair,
    campaign.c.queue,
    campaign.c.seed,
    campaign.c.created_at_utc,
    campaign.c.corpus_sha256,
    _count(campaign_paper, campaign_paper.c.campaign_pk == campaign.c.pk),
    _count(query, query.c.campaign_pk == campaign.c.pk),
    _count(POOLED, pool.c.campaign_pk == campaign.c.pk, present(pair.c.paper_pk)),
    sa.func.coalesce(newest_guideline(guideline.c.version, campaign.c.pk).scalar_subquery(), 0),
).order_by(campaign.c.created_at_utc, campaign.c.pk)
"""The columns of `Campaign`, the oldest first."""


def campaigns(connection: sa.Connection, *where: sa.ColumnElement[bool]) -> list[Campaign]:
    return [
        Campaign(name, uuid, CampaignStatus(status), raters, QueueKind(queue), *rest)
        for name, uuid, status, raters, queue, *rest in connection.execute(CAMPAIGNS.where(*where))
    ]


def campaign_pk(connection: sa.Connection, name: str) -> int:
    """The campaign's row. Raises BadInput naming the campaigns that are here."""
    named = sa.select(campaign.c.pk).where(campaign.c.name == name, campaign.c.pk != HOME)
    pk: int | None = connection.scalar(named)
    if pk is None:
        others = sa.select(campaign.c.name).where(campaign.c.pk != HOME).order_by(campaign.c.pk)
        known = ", ".join(f"'{other}'" for other in connection.scalars(others))
        raise BadInput(f"There is no campaign '{name}' in this library (it has {known or 'none yet'}).")
    return pk


def status_of(connection: sa.Connection, pk: int) -> CampaignStatus:
    return CampaignStatus(
        connection.execute(sa.select(campaign.c.status).where(campaign.c.pk == pk)).scalar_one()
    )


def require_status(
    connection: sa.Connection, pk: int, allowed: Collection[CampaignStatus], doing: str
) -> CampaignStatus:
    """The campaign's status, which stays so until the write transaction ends; HOME allows everything.

    `doing` completes "..., so <doing>". Raises BadInput where the status is none of `allowed`.
    """
    status = status_of(connection, pk)
    if pk != HOME and status not in allowed:
        when = " or ".join(spoken(other) for other in allowed)
        raise BadInput(
            f"The campaign '{campaign_name(connection, pk)}' is {spoken(status)}, so {doing}; nothing was "
            f"written. That can be done while a campaign is {when}."
        )
    return status


def campaign_name(connection: sa.Connection, pk: int) -> str:
    name: str = connection.execute(sa.select(campaign.c.name).where(campaign.c.pk == pk)).scalar_one()
    return name


def spoken(status: CampaignStatus) -> str:
    return {CampaignStatus.DRAFT: "a draft", CampaignStatus.ADJUDICATING: "in adjudication"}.get(
        status, status.value
    )


def checked_name(name: str) -> str:
    """The name of a new campaign. Raises BadInput for one that is empty, not printable or reserved."""
    if not name or name != name.strip() or not name.isprintable() or len(name) > NAME_LENGTH:
        raise BadInput(
            f"{name!r} is no name for a campaign: it needs 1 to {NAME_LENGTH} printable characters, without "
            "blanks around them."
        )
    if name.casefold() == HOME_NAME:
        raise BadInput(f"'{name}' is the library's own judging; choose another name for the campaign.")
    return name
