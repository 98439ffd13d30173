"""Pairs that are taken from one assessor, and handed on to others: what a leader does when somebody leaves.

Each is one action of the library's history. A pair that was judged stays with who judged it.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus
from assay.errors import BadInput
from assay.library.campaigns import assignment_rows as rows_of
from assay.library.campaigns.campaign_rows import campaign_name, require_status
from assay.library.db.lookup import chunks, rows_where
from assay.library.db.schema import annotator, assignment, pair, paper, query
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.history.row_changes import as_json

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from assay.campaign_types import Assignment
    from assay.library.campaigns.assignment_rows import Key, Names
    from assay.library.history.actions import Action
    from assay.library.history.row_changes import RowChange

Row = dict[str, Any]

log = logging.getLogger(__name__)

ALLOWED = (CampaignStatus.DRAFT, CampaignStatus.OPEN, CampaignStatus.ADJUDICATING)


def open_rows(
    connection: sa.Connection, campaign_pk: int, assessor: str, query_ids: Collection[str] | None
) -> dict[Names, Row]:
    """(query_id, doc_id) -> the row of each pair that the assessor holds and has not judged, in their order.

    Raises BadInput for somebody who is not in the campaign, and for unknown queries.
    """
    if assessor not in rows_of.members(connection, campaign_pk):
        known = ", ".join(f"'{name}'" for name in rows_of.members(connection, campaign_pk)) or "nobody yet"
        name = campaign_name(connection, campaign_pk)
        raise BadInput(f"'{assessor}' is not an assessor of '{name}', which has {known}.")
    a = assignment.c
    statement = (
        sa.select(query.c.query_id, paper.c.doc_id, *assignment.c)
        .select_from(assignment)
        .join(annotator)
        .join(pair, pair.c.pk == a.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .join(paper, paper.c.pk == pair.c.paper_pk)
        .where(query.c.campaign_pk == campaign_pk, annotator.c.handle == assessor)
        .where(paper.c.removed_at_utc.is_(None))
        .where(rows_of.held(datetime.now(UTC)), ~rows_of.settled(a.pair_pk, a.annotator_pk))
        .order_by(a.order_key, a.pair_pk)
    )
    if query_ids is not None:
        own = sa.select(query.c.query_id).where(query.c.campaign_pk == campaign_pk)
        unknown = sorted(set(query_ids) - set(connection.scalars(own)))
        if unknown:
            raise BadInput(f"'{campaign_name(connection, campaign_pk)}' has no query '{unknown[0]}'.")
        statement = statement.where(query.c.query_id.in_(query_ids))
    found = connection.execute(statement).mappings()
    return {
        (row["query_id"], row["doc_id"]): {column.name: row[column] for column in assignment.c}
        for row in found
    }


def withdraw_open(
    connection: sa.Connection, campaign_pk: int, assessor: str, query_ids: Collection[str] | None
) -> Action:
    """Take the open pairs from the assessor. Raises BadInput where there are none."""
    require_status(connection, campaign_pk, ALLOWED, "nothing can be withdrawn")
    rows = open_rows(connection, campaign_pk, assessor, query_ids)
    if not rows:
        raise BadInput(
            f"'{assessor}' has no open pair of '{campaign_name(connection, campaign_pk)}' to withdraw: "
            "what they judged stays theirs."
        )
    changes = [_withdrawal(row) for row in rows.values()]
    told = (str(len(rows)), assessor, campaign_name(connection, campaign_pk))
    return act(connection, "withdraw pairs", told, Change(rows=changes))


def hand_on(
    connection: sa.Connection, campaign_pk: int, assessor: str, given: Sequence[Assignment]
) -> Action:
    """Take the pairs from the assessor, and give each to the assessor of its row."""
    require_status(connection, campaign_pk, ALLOWED, "nothing can be reassigned")
    own = open_rows(connection, campaign_pk, assessor, None)
    names = [(row.query_id, row.doc_id) for row in given]
    gone = next((name for name in names if name not in own), None)
    if gone is not None:
        raise BadInput(
            f"Paper '{gone[1]}' of query '{gone[0]}' is no open pair of '{assessor}' any more; nothing was "
            "reassigned. Do it again."
        )
    people = rows_of.members(connection, campaign_pk)
    keys = [(own[name]["pair_pk"], people[row.assessor].pk) for name, row in zip(names, given, strict=True)]
    free = _free_rows(connection, dict(zip(keys, given, strict=True)))
    changes = [_withdrawal(own[name]) for name in dict.fromkeys(names)]
    for key, row in zip(keys, given, strict=True):
        new = {"order_key": row.order_key, "lease_until_utc": None, "withdrawn_at_utc": None}
        changes.append(("assignment", as_json(free[key]), as_json({**free[key], **new})))
    told = (str(len(own.keys() & set(names))), assessor, campaign_name(connection, campaign_pk))
    return act(connection, "reassign pairs", told, Change(rows=changes))


def _withdrawal(row: Row) -> RowChange:
    gone = {**row, "lease_until_utc": rows_of.FREED, "withdrawn_at_utc": datetime.now(UTC)}
    return ("assignment", as_json(row), as_json(gone))


def _free_rows(connection: sa.Connection, wanted: Mapping[Key, Assignment]) -> dict[Key, Row]:
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
                f"'{row.assessor}' has paper '{row.doc_id}' of query '{row.query_id}' already; nothing was "
                "reassigned."
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
    every = [dict(zip(assignment.c.keys(), row, strict=True)) for row in found]
    return {key: row for row in every if (key := (row["pair_pk"], row["annotator_pk"])) in wanted}
