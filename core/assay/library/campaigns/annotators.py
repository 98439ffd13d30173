"""The people who judge. They are never deleted: their grades stay theirs."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Collection
from datetime import UTC, datetime
from shlex import quote

import sqlalchemy as sa

from assay.campaign_types import Assessor
from assay.errors import BadInput
from assay.library.campaigns.judgement_rows import checked_handle
from assay.library.db.connection import Database
from assay.library.db.lookup import inserted, of_campaign, rows_where
from assay.library.db.schema import (
    adjudication_event,
    annotator,
    annotator_alias,
    assignment,
    campaign_annotator,
    former_handle,
    judgement_event,
    pair,
)
from assay.library.rows.assignment_rows import load_of
from assay.library.rows.campaign_rows import campaign_name

log = logging.getLogger(__name__)

PEOPLE = sa.select(annotator.c.handle, annotator.c.annotator_uuid, annotator.c.active)


class Annotators:
    """Everyone who has judged in this library or was added to one of its campaigns."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[Assessor]:
        """Everyone, in the order in which they came. Quotas belong to campaigns, so there are none here."""
        with self._database.read() as connection:
            return [Assessor(*row) for row in connection.execute(PEOPLE.order_by(annotator.c.pk))]

    def rename(self, old: str, new: str) -> None:
        """Give a person another handle; their grades, past and to come, are under it from then on.

        Raises BadInput for a person who is not here, a handle that somebody else has, or one that is no name.
        """
        checked_handle(new)
        with self._database.write() as connection:
            pk = known_annotator(connection, old)
            taken = sa.select(annotator.c.pk).where(annotator.c.handle == new, annotator.c.pk != pk)
            if connection.scalar(taken) is not None:
                raise BadInput(
                    "'{0}' is another person in this library, and two people's grades are never combined; "
                    "'{1}' keeps the name. Choose another one.",
                    new,
                    old,
                )
            if new == old:
                return
            connection.execute(sa.update(annotator).where(annotator.c.pk == pk).values(handle=new))
            connection.execute(sa.delete(former_handle).where(former_handle.c.handle == old))
            connection.execute(sa.insert(former_handle), {"handle": old, "annotator_pk": pk})
        log.info("renamed an assessor")

    def set_active(self, handle: str, active: bool) -> None:
        """Let a person judge, or no more; grades that were given stay. Raises BadInput for unknown ones."""
        with self._database.write() as connection:
            pk = known_annotator(connection, handle)
            connection.execute(sa.update(annotator).where(annotator.c.pk == pk).values(active=active))
        log.info("%s an assessor", "activated" if active else "deactivated")


def known_annotator(connection: sa.Connection, handle: str) -> int:
    """Return the person's row. Raises BadInput naming those who are here."""
    pk = here(connection, handle)
    if pk is None:
        known = ", ".join(f"'{name}'" for name in connection.scalars(sa.select(annotator.c.handle)))
        raise BadInput("This library has no assessor '{0}' (it has {1}).", handle, known or "nobody yet")
    return pk


def here(connection: sa.Connection, handle: str) -> int | None:
    """Return the person's row; None where nobody has the name, nor had it.

    Raises BadInput for the former name of somebody who was renamed: a person who still uses it, in a window
    that was open all the while, must neither become another person nor lose sight of their judgements.
    """
    found: int | None = connection.scalar(sa.select(annotator.c.pk).where(annotator.c.handle == handle))
    if found is None:
        now = connection.scalar(
            sa.select(annotator.c.handle)
            .join_from(former_handle, annotator)
            .where(former_handle.c.handle == handle)
        )
        if now is not None:
            raise BadInput(
                "'{0}' is now called '{1}' in this library, so nothing was saved under the old name. "
                "Continue as '{1}'. If you are another '{0}', join a campaign first, or use another name.",
                handle,
                now,
            )
    return found


def annotator_for(connection: sa.Connection, handle: str) -> int:
    """The person's row, made where it is not there. Raises BadInput for what is no name, or a former one."""
    checked_handle(handle)
    pk = here(connection, handle)
    return new_annotator(connection, handle) if pk is None else pk


def added_annotator(connection: sa.Connection, handle: str) -> int:
    """As `annotator_for`, for somebody who is added on purpose; they may have another one's former name."""
    checked_handle(handle)
    pk: int | None = connection.scalar(sa.select(annotator.c.pk).where(annotator.c.handle == handle))
    return new_annotator(connection, handle) if pk is None else pk


def new_annotator(
    connection: sa.Connection, handle: str, *, named: str | None = None, active: bool = True
) -> int:
    """Write a person down, under a new uuid unless they have one (`named`); return the row."""
    row = {"handle": handle, "annotator_uuid": named or str(uuid.uuid4()), "active": active}
    return inserted(connection, annotator, row)


def uuids_of(connection: sa.Connection, annotator_pks: Collection[int]) -> dict[int, list[str]]:
    """annotator -> every uuid that they are known by, their own first."""
    own = sa.select(annotator.c.pk, annotator.c.annotator_uuid)
    alias = annotator_alias.c
    others = sa.select(alias.annotator_pk, alias.uuid).order_by(alias.uuid)
    found = {row[0]: [row[1]] for row in rows_where(connection, own, annotator.c.pk, annotator_pks)}
    for pk, name in rows_where(connection, others, alias.annotator_pk, annotator_pks):
        found[pk].append(name)
    return found


def inactive(handle: str) -> BadInput:
    """Return the error that a deactivated person gets on judging."""
    return BadInput(
        "'{0}' is deactivated in this library, so nothing was saved; earlier grades stay.",
        handle,
        quote(handle),
        advice="To let them judge again: `assay assessor activate {1}`.",
    )


MOST_PAIRS = 2**31 - 1


def assessors(connection: sa.Connection, campaign_pk: int) -> list[Assessor]:
    """Return the campaign's assessors, in the order in which they came to the library."""
    statement = (
        sa.select(annotator.c.handle, annotator.c.annotator_uuid, annotator.c.active)
        .add_columns(campaign_annotator.c.quota)
        .join_from(campaign_annotator, annotator)
        .where(campaign_annotator.c.campaign_pk == campaign_pk)
        .order_by(annotator.c.pk)
    )
    return [Assessor(*row) for row in connection.execute(statement)]


def add_assessor(connection: sa.Connection, campaign_pk: int, handle: str, quota: int | None) -> Assessor:
    """Add the person, or changes the quota of one who is in the campaign already. Raises BadInput."""
    if quota is not None and (type(quota) is not int or not 0 <= quota <= MOST_PAIRS):
        raise BadInput("A quota is a whole number of pairs from 0, or none, not {0}.", repr(quota))
    pk = added_annotator(connection, handle)
    has = load_of(connection, campaign_pk, pk, datetime.now(UTC))
    if quota is not None and has > quota:
        raise BadInput(
            "'{0}' has {1} {1:pair|pairs} of '{2}' already, more than a quota of {3}; nothing was "
            "changed. Choose a larger quota, or withdraw what they have not judged.",
            handle,
            has,
            campaign_name(connection, campaign_pk),
            quota,
            quote(campaign_name(connection, campaign_pk)),
            quote(handle),
            advice="`assay campaign withdraw {4} --assessor {5}` does that.",
        )
    member = (campaign_annotator.c.campaign_pk == campaign_pk, campaign_annotator.c.annotator_pk == pk)
    if connection.execute(sa.update(campaign_annotator).where(*member).values(quota=quota)).rowcount == 0:
        row = {"campaign_pk": campaign_pk, "annotator_pk": pk, "quota": quota}
        connection.execute(sa.insert(campaign_annotator), row)
    return next(one for one in assessors(connection, campaign_pk) if one.handle == handle)


def remove_assessor(connection: sa.Connection, campaign_pk: int, handle: str) -> None:
    """Take the person off the campaign. Raises BadInput where they have judgements or assignments in it."""
    pk = known_annotator(connection, handle)
    member = (campaign_annotator.c.campaign_pk == campaign_pk, campaign_annotator.c.annotator_pk == pk)
    if connection.execute(sa.select(sa.literal(1)).where(*member)).first() is None:
        raise BadInput("'{0}' is not an assessor of '{1}'.", handle, campaign_name(connection, campaign_pk))
    own = of_campaign(sa.select(pair.c.pk), pair, campaign_pk)
    event = judgement_event.c
    judged = sa.select(event.seq).where(event.annotator_pk == pk, event.pair_pk.in_(own)).limit(1)
    has = load_of(connection, campaign_pk, pk, datetime.now(UTC))
    if has or connection.scalar(judged) is not None:
        name = campaign_name(connection, campaign_pk)
        raise BadInput(
            "'{0}' {1} in '{2}' and stays in it.",
            handle,
            "has pairs" if has else "has judged",
            name,
            quote(handle),
            quote(name),
            advice=(
                "To keep them from judging: `assay assessor deactivate {3}`; to hand on what they did not "
                "judge: `assay campaign reassign {4} --from {3}`."
            ),
        )
    freed = (assignment.c.annotator_pk == pk, assignment.c.pair_pk.in_(own))
    connection.execute(sa.delete(assignment).where(*freed))
    connection.execute(sa.delete(campaign_annotator).where(*member))


def require_active(connection: sa.Connection, annotator_pk: int) -> str:
    """Return the person's name. Raises BadInput for somebody who was deactivated."""
    who = sa.select(annotator.c.handle, annotator.c.active).where(annotator.c.pk == annotator_pk)
    handle, active = connection.execute(who).one()
    if not active:
        raise inactive(handle)
    return str(handle)


def taking_part(connection: sa.Connection, campaign_pk: int) -> set[int]:
    """Those who are on the campaign's roster, or have judged, adjudicated or been given a pair in it."""
    c = campaign_annotator.c
    doing = [
        of_campaign(sa.select(table.c.annotator_pk), table, campaign_pk)
        for table in (judgement_event, adjudication_event, assignment)
    ]
    roster = sa.select(c.annotator_pk).where(c.campaign_pk == campaign_pk)
    return set(connection.scalars(sa.union(roster, *doing)))
