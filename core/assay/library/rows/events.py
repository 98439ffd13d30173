"""The log of judgement events and the cache of what it amounts to, as SQL.

Everything here runs inside a transaction that Judgements has begun.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, TypeAlias

import sqlalchemy as sa

from assay.codec import shallow
from assay.errors import BadInput
from assay.library.db.device import device_id
from assay.library.db.lookup import chunks, inserted, rows_where
from assay.library.db.schema import (
    HOME,
    guideline,
    import_batch,
    judgement_current,
    judgement_event,
    pair,
    query,
)
from assay.library.rows.campaign_rows import newest_guideline
from assay.library.rows.pair_state import ACTIONS, JOIN, STATES, Event, PairState, fold, heads, state_of
from assay.library.rows.seals import EventRow, sealed

event = judgement_event.c
current = judgement_current.c

Given: TypeAlias = Sequence[Any]
"""(event_uuid, pair, annotator, kind, grade, note) of an event that an action of the history recorded."""

COLUMNS = ("state", "grade", "note", "head", "n_heads")

EVENTS = sa.select(
    event.event_uuid,
    event.pair_pk,
    event.annotator_pk,
    event.kind,
    event.grade,
    event.note,
    event.target,
    event.supersedes,
    event.merges,
)
"""The columns of `Event`."""


def new_event(
    pair_pk: int,
    annotator_pk: int,
    kind: str,
    *,
    grade: int | None = None,
    note: str | None = None,
    target: str | None = None,
    event_uuid: str | None = None,
) -> Event:
    return Event(event_uuid or str(uuid.uuid4()), pair_pk, annotator_pk, kind, grade, note, target)


def known_event(connection: sa.Connection, event_uuid: str | None) -> Event | None:
    """Return the event of this uuid; None where the log has none."""
    row = connection.execute(EVENTS.where(event.event_uuid == event_uuid)).first() if event_uuid else None
    return Event(*row) if row else None


def require_same(known: Event, new: Event) -> None:
    """Raise BadInput unless an event that is in the log already says what the new one of its uuid would."""
    parts = ("pair_pk", "annotator_pk", "kind", "grade", "note")
    if any(getattr(known, part) != getattr(new, part) for part in parts):
        raise BadInput("The id {0} belongs to another judgement; nothing was written.", known.event_uuid)


def chained(connection: sa.Connection, new: Event, before: PairState | None) -> list[Event]:
    """The event as it follows what the annotator said of the pair, behind what is needed to close all heads.

    An event can follow two heads. Where more are open, others go before it that say nothing and close one
    each.
    """
    if before is None:
        return [new]
    if before.n_heads == 1:
        return [replace(new, supersedes=before.head)]
    last, *rest = heads(_log(connection, new))
    chain: list[Event] = []
    for head in rest[:-1]:
        joining = new_event(new.pair_pk, new.annotator_pk, JOIN)
        chain.append(replace(joining, supersedes=last, merges=head))
        last = chain[-1].event_uuid
    return [*chain, replace(new, supersedes=last, merges=rest[-1])]


def append(
    connection: sa.Connection,
    events: Sequence[Event],
    before: Mapping[int, PairState],
    after: Mapping[int, PairState],
    *,
    campaign: int,
    active_ms: int | None = None,
    queue_order: str = "",
    imported: str = "",
) -> None:
    """Write one annotator's events, as `chained` made them, and the standings (by pair) that they lead to.

    `before` holds the standings of those pairs that had any. `imported` says from where they were taken over:
    they were not given here, so nobody takes them back by "undo".
    """
    now, device = datetime.now(UTC), device_id()
    batch_pk = None
    if imported and events:
        batch_pk = new_batch(connection, source=imported, at=now, n_new=len(events))
    guideline_pk = connection.scalar(newest_guideline(guideline.c.pk, campaign))
    rows = [
        EventRow(
            **shallow(new),
            active_ms=active_ms if new.kind in STATES else None,
            occurred_at_utc=now,
            device=device,
            guideline_pk=guideline_pk,
            batch_pk=batch_pk,
            queue_order=queue_order if new.kind in STATES else "",
        )
        for new in events
    ]
    for chunk in chunks([sealed(row) for row in rows]):
        connection.execute(sa.insert(judgement_event), list(chunk))
    last = {(new.pair_pk, new.annotator_pk): new.event_uuid for new in events}
    reached = {key: replace(after[key[0]], head=head, n_heads=1) for key, head in last.items()}
    insert_pair_states(connection, {key: now for key, now in reached.items() if key[0] not in before})
    _update_pair_states(connection, {key: now for key, now in reached.items() if key[0] in before})


def new_batch(
    connection: sa.Connection, *, source: str, at: datetime, n_new: int = 0, sha256: str = ""
) -> int:
    """Write down that so many events were imported; return the row."""
    row = {"sha256": sha256, "source": source, "imported_at_utc": at, "n_new": n_new}
    return inserted(connection, import_batch, {**row, "n_merged": 0, "n_conflict": 0, "n_failed": 0})


def pair_states(
    connection: sa.Connection, annotator_pk: int, pair_pks: Collection[int]
) -> dict[int, PairState]:
    """pair -> its state for this annotator, of the pairs that have events of theirs."""
    statement = sa.select(
        current.pair_pk, current.state, current.grade, current.note, current.head, current.n_heads
    )
    found = rows_where(
        connection, statement.where(current.annotator_pk == annotator_pk), current.pair_pk, pair_pks
    )
    return {row[0]: PairState(*row[1:]) for row in found}


def refolded(connection: sa.Connection, chain: Sequence[Event]) -> PairState:
    """Return where the pair stands once `chain`, which ends in an undo or redo, is added to its events."""
    return state_of([*_log(connection, chain[-1]), *chain])


def _log(connection: sa.Connection, of: Event) -> list[Event]:
    """Return what the annotator of this event said of its pair so far, in the order in which it came here."""
    past = EVENTS.where(event.pair_pk == of.pair_pk, event.annotator_pk == of.annotator_pk)
    return [Event(*row) for row in connection.execute(past.order_by(event.seq))]


def undoable(connection: sa.Connection, annotator_pk: int, *, campaign: int) -> Event | None:
    """Return the annotator's latest event in the campaign, given in this library, that is not taken back."""
    statement = EVENTS.where(
        event.annotator_pk == annotator_pk,
        event.batch_pk.is_(None),
        _of_campaign(judgement_event, campaign),
        event.kind.in_(ACTIONS),
        sa.func.coalesce(_last_turn(judgement_event, "kind"), "") != "undo",
    )
    row = connection.execute(statement.order_by(event.seq.desc()).limit(1)).first()
    return Event(*row) if row else None


def redoable(connection: sa.Connection, annotator_pk: int, *, campaign: int) -> Event | None:
    """The event that the latest undo that holds took back, unless the annotator has done something since."""
    undo = judgement_event.alias()
    own = (event.annotator_pk == annotator_pk, event.batch_pk.is_(None), event.kind.in_(ACTIONS))
    last_action = (  # the first that is met on the way back: max() would look at all of them
        sa.select(event.seq)
        .where(*own, _of_campaign(judgement_event, campaign))
        .order_by(event.seq.desc())
        .limit(1)
    )
    latest = (
        sa.select(undo.c.target)
        .where(
            undo.c.annotator_pk == annotator_pk,
            undo.c.batch_pk.is_(None),
            _of_campaign(undo, campaign),
            undo.c.kind == "undo",
            undo.c.seq > last_action.scalar_subquery(),
            undo.c.event_uuid == _last_turn(undo, "event_uuid"),
        )
        .order_by(undo.c.seq.desc())
        .limit(1)
    )
    row = connection.execute(EVENTS.where(event.event_uuid == latest.scalar_subquery())).first()
    return Event(*row) if row else None


def give(connection: sa.Connection, given: Sequence[Given]) -> None:
    """Append these events or, where they are in the log already, bring them back that were taken back."""
    named = [row[0] for row in given]
    there = {row[0] for row in rows_where(connection, sa.select(event.event_uuid), event.event_uuid, named)}
    for group in _rounds(given):
        _append_now(
            connection,
            [
                new_event(row[1], row[2], "redo", target=row[0]) if row[0] in there else Event(*row)
                for row in group
            ],
        )


def take_back(connection: sa.Connection, given: Sequence[Given]) -> None:
    """Append what takes these events back: what anybody gave since stands."""
    for group in _rounds(given):
        _append_now(connection, [new_event(row[1], row[2], "undo", target=row[0]) for row in group])


def _rounds(given: Sequence[Given]) -> list[list[Given]]:
    """Return them by annotator, grades and states apart from notes: each pair at most once a round."""
    rounds: dict[tuple[bool, int], list[Given]] = {}
    for row in given:
        rounds.setdefault((row[3] == "note", row[2]), []).append(row)
    return list(rounds.values())


def _append_now(connection: sa.Connection, new: Sequence[Event]) -> None:
    """Append one annotator's events, each on a pair of its own, as what was taken over from elsewhere."""
    before = pair_states(connection, new[0].annotator_pk, [each.pair_pk for each in new])
    chains = {each.pair_pk: chained(connection, each, before.get(each.pair_pk)) for each in new}
    after = {pair_pk: refolded(connection, chain) for pair_pk, chain in chains.items()}
    events = [each for chain in chains.values() for each in chain]
    append(connection, events, before, after, campaign=HOME, imported="merged queries")


def _of_campaign(of: sa.FromClause, campaign: int) -> sa.Exists:
    """Whether an event is about a pair of the campaign: asked row by row, since few are looked at."""
    return (
        sa.exists()
        .where(pair.c.pk == of.c.pair_pk, query.c.pk == pair.c.query_pk, query.c.campaign_pk == campaign)
        .where(query.c.removed_at_utc.is_(None))
        .correlate(of)
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


def rebuild(connection: sa.Connection) -> int:
    """Make the cache of standings again from the log; return the number of its rows."""
    ordered = EVENTS.order_by(event.pair_pk, event.annotator_pk, event.seq)
    found = fold(Event(*row) for row in connection.execute(ordered))
    connection.execute(sa.delete(judgement_current))
    insert_pair_states(connection, found)
    return len(found)


def insert_pair_states(connection: sa.Connection, found: Mapping[tuple[int, int], PairState]) -> None:
    rows = [
        {"pair_pk": pair_pk, "annotator_pk": annotator_pk, **_columns(now)}
        for (pair_pk, annotator_pk), now in found.items()
    ]
    for chunk in chunks(rows):
        connection.execute(sa.insert(judgement_current), list(chunk))


def _update_pair_states(connection: sa.Connection, found: Mapping[tuple[int, int], PairState]) -> None:
    if not found:
        return
    statement = (
        sa.update(judgement_current)
        .where(current.pair_pk == sa.bindparam("the_pair"), current.annotator_pk == sa.bindparam("who"))
        .values({name: sa.bindparam(f"new_{name}") for name in COLUMNS})
    )
    parameters = [
        {
            "the_pair": pair_pk,
            "who": annotator_pk,
            **{f"new_{name}": value for name, value in _columns(now).items()},
        }
        for (pair_pk, annotator_pk), now in found.items()
    ]
    connection.execute(statement, parameters)


def _columns(now: PairState) -> dict[str, object]:
    return {name: getattr(now, name) for name in COLUMNS}
