"""The assessors of a campaign."""

from __future__ import annotations

from datetime import UTC, datetime
from shlex import quote

import sqlalchemy as sa

from assay.campaign_types import Assessor
from assay.errors import BadInput
from assay.library.campaigns.annotators import added_annotator, known_annotator
from assay.library.campaigns.assignment_rows import load_of
from assay.library.campaigns.campaign_rows import campaign_name
from assay.library.db.schema import annotator, assignment, campaign_annotator, judgement_event, pair, query

MOST_PAIRS = 2**31 - 1


def assessors(connection: sa.Connection, campaign_pk: int) -> list[Assessor]:
    """The campaign's assessors, in the order in which they came to the library."""
    statement = (
        sa.select(annotator.c.handle, annotator.c.annotator_uuid, annotator.c.active)
        .add_columns(campaign_annotator.c.quota)
        .join_from(campaign_annotator, annotator)
        .where(campaign_annotator.c.campaign_pk == campaign_pk)
        .order_by(annotator.c.pk)
    )
    return [Assessor(*row) for row in connection.execute(statement)]


def add_assessor(connection: sa.Connection, campaign_pk: int, handle: str, quota: int | None) -> Assessor:
    """Adds the person, or changes the quota of one who is in the campaign already. Raises BadInput."""
    if quota is not None and (type(quota) is not int or not 0 <= quota <= MOST_PAIRS):
        raise BadInput(f"A quota is a whole number of pairs from 0, or none, not {quota!r}.")
    pk = added_annotator(connection, handle)
    has = load_of(connection, campaign_pk, pk, datetime.now(UTC))
    if quota is not None and has > quota:
        raise BadInput(
            f"'{handle}' has {has} pairs of '{campaign_name(connection, campaign_pk)}' already, more than a "
            f"quota of {quota}; nothing was changed. Choose a larger quota, or "
            f"withdraw what they have not judged: `assay campaign withdraw "
            f"{quote(campaign_name(connection, campaign_pk))} --assessor {quote(handle)}`."
        )
    member = (campaign_annotator.c.campaign_pk == campaign_pk, campaign_annotator.c.annotator_pk == pk)
    if connection.execute(sa.update(campaign_annotator).where(*member).values(quota=quota)).rowcount == 0:
        row = {"campaign_pk": campaign_pk, "annotator_pk": pk, "quota": quota}
        connection.execute(sa.insert(campaign_annotator), row)
    return next(one for one in assessors(connection, campaign_pk) if one.handle == handle)


def remove_assessor(connection: sa.Connection, campaign_pk: int, handle: str) -> None:
    """Takes the person off the campaign. Raises BadInput where they have judgements or assignments in it."""
    pk = known_annotator(connection, handle)
    member = (campaign_annotator.c.campaign_pk == campaign_pk, campaign_annotator.c.annotator_pk == pk)
    if connection.execute(sa.select(sa.literal(1)).where(*member)).first() is None:
        raise BadInput(f"'{handle}' is not an assessor of '{campaign_name(connection, campaign_pk)}'.")
    own = (
        sa.select(pair.c.pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(query.c.campaign_pk == campaign_pk)
    )
    event = judgement_event.c
    judged = sa.select(event.seq).where(event.annotator_pk == pk, event.pair_pk.in_(own)).limit(1)
    has = load_of(connection, campaign_pk, pk, datetime.now(UTC))
    if has or connection.scalar(judged) is not None:
        name = campaign_name(connection, campaign_pk)
        raise BadInput(
            f"'{handle}' {'has pairs' if has else 'has judged'} in '{name}' and stays in it. To keep them "
            f"from judging: `assay assessor deactivate {quote(handle)}`; to hand on what they did not judge: "
            f"`assay campaign reassign {quote(name)} --from {quote(handle)}`."
        )
    freed = (assignment.c.annotator_pk == pk, assignment.c.pair_pk.in_(own))
    connection.execute(sa.delete(assignment).where(*freed))
    connection.execute(sa.delete(campaign_annotator).where(*member))
