"""The log of judgement events and the cache of what it amounts to, as SQL.

Everything here runs inside a transaction that Judgements has begun.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.lookup import chunks, rows_where
from assay.library.schema import annotator, judgement_current, judgement_event, pair, query
from assay.library.standing import ACTIONS, Event, Standing, fold

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

event = judgement_event.c
current = judgement_current.c

EVENTS = sa.select(
    event.event_uuid, event.pair_pk, event.annotator_pk, event.kind, event.grade, event.note, event.target
).order_by(event.seq)


def new_event(
    pair_pk: int,
    annotator_pk: int,
    kind: str,
    *,
    grade: int | None = None,
    note: str | None = None,
    target: str | None = None,
) -> Event:
    return Event(str(uuid.uuid4()), pair_pk, annotator_pk, kind, grade, note, target)


def append(
    connection: sa.Connection,
    events: Sequence[Event],
    before: Mapping[int, Standing],
    after: Mapping[int, Standing],
    *,
    active_ms: int | None = None,
) -> None:
    """Writes one annotator's events, at most one a pair, and the standings (by pair) that they lead to."""
    now = datetime.now(UTC)
    rows = [
        {
            "event_uuid": new.event_uuid,
            "pair_pk": new.pair_pk,
            "annotator_pk": new.annotator_pk,
            "kind": new.kind,
            "grade": new.grade,
            "note": new.note,
            "active_ms": active_ms,
            "occurred_at_utc": now,
            "supersedes": before[new.pair_pk].head if new.pair_pk in before else None,
            "target": new.target,
        }
        for new in events
    ]
    for chunk in chunks(rows):
        connection.execute(sa.insert(judgement_event), list(chunk))
    fresh = [new for new in events if new.pair_pk not in before]
    known = [new for new in events if new.pair_pk in before]
    insert_standings(
        connection,
        {(new.pair_pk, new.annotator_pk): replace(after[new.pair_pk], head=new.event_uuid) for new in fresh},
    )
    _update_standings(connection, known, after)


def standings(connection: sa.Connection, annotator_pk: int, pair_pks: Collection[int]) -> dict[int, Standing]:
    """pair -> where the annotator stands on it, of the pairs that have events of that annotator."""
    statement = sa.select(current.pair_pk, current.state, current.grade, current.note, current.head)
    found = rows_where(
        connection, statement.where(current.annotator_pk == annotator_pk), current.pair_pk, pair_pks
    )
    return {row[0]: Standing(*row[1:]) for row in found}


def refolded(connection: sa.Connection, new: Event) -> Standing:
    """Where the pair stands once `new`, an undo or redo, is added to its events."""
    past = EVENTS.where(event.pair_pk == new.pair_pk, event.annotator_pk == new.annotator_pk)
    log = [*(Event(*row) for row in connection.execute(past)), new]
    return fold(log)[new.pair_pk, new.annotator_pk]


def undoable(connection: sa.Connection, annotator_pk: int, *, campaign: int) -> Event | None:
    """The annotator's latest event in the campaign that is not taken back."""
    statement = EVENTS.order_by(None).where(
        event.annotator_pk == annotator_pk,
        event.pair_pk.in_(_pairs_of(campaign)),
        event.kind.in_(ACTIONS),
        sa.func.coalesce(_last_turn(judgement_event, "kind"), "") != "undo",
    )
    row = connection.execute(statement.order_by(event.seq.desc()).limit(1)).first()
    return Event(*row) if row else None


def redoable(connection: sa.Connection, annotator_pk: int, *, campaign: int) -> Event | None:
    """The event that the latest standing undo took back, unless the annotator has done something since."""
    undo = judgement_event.alias()
    last_action = sa.select(sa.func.max(event.seq)).where(
        event.annotator_pk == annotator_pk,
        event.pair_pk.in_(_pairs_of(campaign)),
        event.kind.in_(ACTIONS),
    )
    latest = (
        sa.select(undo.c.target)
        .where(
            undo.c.annotator_pk == annotator_pk,
            undo.c.pair_pk.in_(_pairs_of(campaign)),
            undo.c.kind == "undo",
            undo.c.seq > last_action.scalar_subquery(),
            undo.c.event_uuid == _last_turn(undo, "event_uuid"),
        )
        .order_by(undo.c.seq.desc())
        .limit(1)
    )
    row = connection.execute(EVENTS.where(event.event_uuid == latest.scalar_subquery())).first()
    return Event(*row) if row else None


def _pairs_of(campaign: int) -> sa.Select[int]:
    return (
        sa.select(pair.c.pk).join(query, query.c.pk == pair.c.query_pk).where(query.c.campaign_pk == campaign)
    )


def _last_turn(of: sa.FromClause, column: str) -> sa.ScalarSelect[str]:
    """`column` of the last undo or redo of an event: of `of` itself, or of what `of`, an undo, took back."""
    turn = judgement_event.alias()
    target = of.c.event_uuid if of is judgement_event else of.c.target
    return (
        sa.select(turn.c[column])
        .where(turn.c.target == target)
        .order_by(turn.c.seq.desc())
        .limit(1)
        .correlate(of)
        .scalar_subquery()
    )


def annotator_for(connection: sa.Connection, handle: str) -> int:
    """The annotator's row, made at the first judgement."""
    pk: int | None = connection.scalar(sa.select(annotator.c.pk).where(annotator.c.handle == handle))
    if pk is not None:
        return pk
    connection.execute(sa.insert(annotator), {"handle": handle, "annotator_uuid": str(uuid.uuid4())})
    return annotator_for(connection, handle)


def rebuild(connection: sa.Connection) -> int:
    """Makes the cache of standings anew from the log; returns the number of its rows."""
    found = fold(Event(*row) for row in connection.execute(EVENTS))
    connection.execute(sa.delete(judgement_current))
    insert_standings(connection, found)
    return len(found)


def insert_standings(connection: sa.Connection, found: Mapping[tuple[int, int], Standing]) -> None:
    rows = [
        {"pair_pk": pair_pk, "annotator_pk": annotator_pk, **_columns(standing)}
        for (pair_pk, annotator_pk), standing in found.items()
    ]
    for chunk in chunks(rows):
        connection.execute(sa.insert(judgement_current), list(chunk))


def _update_standings(
    connection: sa.Connection, events: Sequence[Event], after: Mapping[int, Standing]
) -> None:
    if not events:
        return
    names = ("state", "grade", "note", "head")
    statement = (
        sa.update(judgement_current)
        .where(current.pair_pk == sa.bindparam("the_pair"), current.annotator_pk == sa.bindparam("who"))
        .values({name: sa.bindparam(f"new_{name}") for name in names})
    )
    parameters = [
        {
            "the_pair": new.pair_pk,
            "who": new.annotator_pk,
            **{
                f"new_{name}": value
                for name, value in _columns(replace(after[new.pair_pk], head=new.event_uuid)).items()
            },
        }
        for new in events
    ]
    connection.execute(statement, parameters)


def _columns(standing: Standing) -> dict[str, object]:
    return {
        "state": standing.state,
        "grade": standing.grade,
        "note": standing.note,
        "head": standing.head,
    }
