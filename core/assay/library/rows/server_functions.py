"""A judgement and a draw as one round trip each: functions that PostgreSQL keeps with the library.

They do what is usual, by the rules of the tables' other modules, and otherwise nothing: then the caller goes
the long way, which decides alone and says what is wrong. A function's name ends in a checksum of its text, so
that each version of Assay calls its own.

All of them share the library's lock with each other. One person's acts in a campaign have a lock of their
own, and so have a campaign's draws. A judgement locks the row of its assignment, which a draw then leaves
alone: no lease is taken from somebody who is judging on it.
"""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import registry

from assay.errors import LibraryError
from assay.library.db import server
from assay.library.db.connection import Database
from assay.library.db.dates import SKEW
from assay.library.db.lookup import storable
from assay.library.db.schema import HOME, UtcTime, assignment, guideline, judgement_current
from assay.library.rows.assignment_rows import FREED, JUDGED, expired, held, judged, loads
from assay.library.rows.campaign_rows import newest_guideline
from assay.library.rows.seals import BY_SERVER, FIELDS

log = logging.getLogger(__name__)

ACT = """(
    the_campaign integer, the_query text, the_paper text, who text, the_kind text, the_grade integer,
    the_note text, ms bigint, the_order text, named text, moment timestamp, the_device text
) RETURNS TABLE (new_state text, new_grade integer, new_note text) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    me integer; the_pair integer; may boolean; was judgement_current;
    known judgement_event; new judgement_event;
BEGIN
    PERFORM {prepare}, {shared}, {seated};
    SELECT annotator.pk INTO me FROM annotator JOIN campaign ON campaign.pk = the_campaign
        WHERE handle = who AND active AND (campaign.pk = {home} OR status = 'open');
    SELECT pair.pk INTO the_pair
        FROM query JOIN pair ON query_pk = query.pk JOIN paper ON paper.pk = paper_pk
        WHERE campaign_pk = the_campaign AND query_id = the_query AND query.removed_at_utc IS NULL
        AND doc_id = the_paper AND paper.removed_at_utc IS NULL;
    may := the_campaign = {home} OR ({held});
    SELECT * INTO was FROM judgement_current WHERE pair_pk = the_pair AND annotator_pk = me;
    IF me IS NULL OR the_pair IS NULL OR may IS NOT TRUE OR was.n_heads > 1 THEN
        RETURN;
    END IF;
    SELECT * INTO known FROM judgement_event WHERE event_uuid = named;
    IF FOUND THEN
        IF (known.pair_pk, known.annotator_pk, known.kind, known.grade, known.note)
            IS NOT DISTINCT FROM (the_pair, me, the_kind, the_grade, the_note) THEN
            RETURN QUERY SELECT was.state, was.grade, was.note;
        END IF;
        RETURN;
    END IF;
    new_state := CASE the_kind WHEN 'clear' THEN NULL WHEN 'note' THEN was.state ELSE the_kind END;
    new_grade := CASE the_kind WHEN 'note' THEN was.grade ELSE the_grade END;
    new_note := CASE the_kind WHEN 'note' THEN the_note ELSE coalesce(was.note, '') END;
    RETURN NEXT;
    IF the_kind IN ('note', 'clear') AND (new_state, new_grade, new_note)
        IS NOT DISTINCT FROM (was.state, was.grade, coalesce(was.note, '')) THEN
        RETURN;
    END IF;
    new.event_uuid := named; new.pair_pk := the_pair; new.annotator_pk := me; new.kind := the_kind;
    new.grade := the_grade; new.note := the_note; new.occurred_at_utc := moment; new.supersedes := was.head;
    new.device := the_device; new.guideline_pk := ({guideline}); new.queue_order := '';
    IF the_kind NOT IN ('note', 'clear') THEN
        new.active_ms := ms; new.queue_order := the_order;
    END IF;
    new.checksum := json_build_array({sealed});
    new.checksum := '{by_server}' || left(encode(sha256(convert_to(new.checksum, 'UTF8')), 'hex'), 16);
    INSERT INTO judgement_event ({columns}, checksum) SELECT {values}, new.checksum;
    INSERT INTO judgement_current (pair_pk, annotator_pk, state, grade, note, head, n_heads)
        VALUES (the_pair, me, new_state, new_grade, new_note, named, 1)
        ON CONFLICT (pair_pk, annotator_pk) DO UPDATE
        SET state = excluded.state, grade = excluded.grade, note = excluded.note, head = excluded.head;
END $$"""

DRAW = """(
    the_campaign integer, who text, pairs integer[], looked integer[], keys text[], want integer,
    moment timestamp, until timestamp
) RETURNS integer[] LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    me integer; room integer; most integer; places integer[]; chosen integer[];
BEGIN
    PERFORM {prepare}, {shared}, pg_advisory_xact_lock(the_campaign, 0);
    SELECT annotator.pk, quota, raters_per_pair INTO me, room, most
        FROM campaign_annotator
        JOIN annotator ON annotator.pk = annotator_pk JOIN campaign ON campaign.pk = campaign_pk
        WHERE campaign_pk = the_campaign AND status = 'open' AND handle = who AND active;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    {free};
    want := least(want, room - {loads});
    IF want <= 0 THEN
        RETURN '{{0}}';
    END IF;
    places := ARRAY(
        SELECT place FROM unnest(pairs, looked) WITH ORDINALITY AS one (pk, n_raters, place) LEFT JOIN (
            SELECT pair_pk, count(*) AS n, bool_or(annotator_pk = me) AS mine
            FROM ({raters}) AS raters GROUP BY pair_pk
        ) AS rated ON pair_pk = pk
        WHERE mine IS NOT TRUE AND coalesce(n, 0) <= least(n_raters, most - 1) AND pk NOT IN (
            SELECT pair.pk FROM pair JOIN paper ON paper.pk = paper_pk WHERE removed_at_utc IS NOT NULL
        ) ORDER BY place LIMIT want
    );
    chosen := ARRAY(SELECT pairs[place] FROM unnest(places) AS place);
    moment := greatest(moment, (
        SELECT max(withdrawn_at_utc) + interval '1 microsecond' FROM assignment
        WHERE annotator_pk = me AND pair_pk = ANY (chosen)
        AND withdrawn_at_utc <= moment + interval '{skew} seconds'
    ));
    DELETE FROM assignment WHERE annotator_pk = me AND pair_pk = ANY (chosen);
    INSERT INTO assignment (pair_pk, annotator_pk, order_key, lease_until_utc, assigned_at_utc)
        SELECT pairs[place], me, keys[place], until, moment FROM unnest(places) AS place;
    RETURN places;
END $$"""


QUOTA_USED = [0]
"""What `draw` returns instead of places, from 1, where the person may have no more pairs."""


def has_functions(database: Database) -> bool:
    """Return whether `call` may do something."""
    return isinstance(database, server.ServerDatabase) and database.functions


def call(database: Database, function: str, **arguments: object) -> sa.Row[*tuple[Any, ...]] | None:
    """Return what "act" or "draw" returns for arguments of its names; None where nothing was done."""
    if not isinstance(database, server.ServerDatabase) or not database.functions:
        return None
    if any(isinstance(value, str) and storable(value) != value for value in arguments.values()):
        return None
    moments = {n: each.replace(tzinfo=None) for n, each in arguments.items() if isinstance(each, datetime)}
    named = ", ".join(f"{name} => :{name}" for name in arguments)
    statement = sa.text(f"SELECT * FROM {_definitions()[function][0]}({named})")  # noqa: S608 - our own names
    return database.call(statement, arguments | moments)


def make_functions(database: server.ServerDatabase) -> None:
    """Have the server keep the functions, if it does not yet. Without the right to, all goes the long way."""
    try:
        with database.read() as connection:
            there = [sa.func.to_regproc(name).is_not(None) for name, _ in _definitions().values()]
            known = all(connection.execute(sa.select(*there)).one())
        if not known:
            with database.write() as connection:
                for name, text in _definitions().values():
                    connection.exec_driver_sql(f"CREATE OR REPLACE FUNCTION {name}{text}")
        database.functions = True
    except LibraryError as error:
        log.warning("each judgement asks the server a dozen times: %s", error)


@cache
def _definitions() -> dict[str, tuple[str, str]]:
    """Function -> its name on the server and its text behind that."""
    a, current = assignment.c, judgement_current.c
    moment: sa.ColumnElement[datetime] = sa.literal_column("moment", UtcTime)
    the_campaign, me, the_pair, candidate = (
        sa.literal_column(name, sa.Integer) for name in ("the_campaign", "me", "the_pair", "ANY (pairs)")
    )
    mine = sa.select(held(moment)).where(a.pair_pk == the_pair, a.annotator_pk == me).with_for_update()
    over = sa.select(a.pair_pk, a.annotator_pk).where(*expired(the_campaign, moment)).correlate(None)
    free = sa.update(assignment).where(
        sa.tuple_(a.pair_pk, a.annotator_pk).in_(over.with_for_update(skip_locked=True, of=assignment))
    )
    freed = sa.cast(sa.literal(FREED, UtcTime), UtcTime)
    kept = sa.case((judged(a.pair_pk, a.annotator_pk), sa.null()), else_=freed)
    # What is not freed by now is held: its lease runs, or somebody is judging on it.
    holding = sa.select(a.pair_pk, a.annotator_pk).where(a.pair_pk == candidate, held(freed))
    judging = sa.select(current.pair_pk, current.annotator_pk).where(current.pair_pk == candidate, JUDGED)
    columns = FIELDS["judgement_event"]
    texts = {
        "act": ACT.format(
            prepare=server.PREPARE,
            shared=server.SHARED,
            seated=server.SEATED.format("the_campaign", "who"),
            home=HOME,
            held=_sql(mine),
            guideline=_sql(newest_guideline(guideline.c.pk, the_campaign)),
            by_server=BY_SERVER,
            sealed=", ".join(map(_plain, columns)),
            columns=", ".join(columns),
            values=", ".join(f"new.{name}" for name in columns),
        ),
        "draw": DRAW.format(
            prepare=server.PREPARE,
            shared=server.SHARED,
            free=_sql(free.values(lease_until_utc=kept)),
            loads=" - ".join(f"({_sql(each)})" for each in loads(the_campaign, me, freed)),
            raters=_sql(sa.union(holding, judging)),
            skew=int(SKEW.total_seconds()),
        ),
    }
    digests = {name: hashlib.sha256(text.encode()).hexdigest()[:8] for name, text in texts.items()}
    return {name: (f"assay_{name}_{digests[name]}", text) for name, text in texts.items()}


def _plain(name: str) -> str:
    """Return the column of a new event as the checksum has it, see seals.py."""
    is_time = name == "occurred_at_utc"
    return f"to_char(new.{name}, 'YYYY-MM-DD HH24:MI:SS.US')" if is_time else f"new.{name}"


def _sql(clause: sa.ClauseElement) -> str:
    writer = registry.load("postgresql")()
    return str(clause.compile(dialect=writer, compile_kwargs={"literal_binds": True}))
