"""Judgements as they are asked for and checked: what may be recorded, and how the tables are read back."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.lookup import of_campaign
from assay.library.db.schema import annotator, judgement_current, judgement_event, pair, paper, query
from assay.library.rows.pair_state import JOIN, PairState
from assay.types import GRADES, Judgement, JudgementState

READ_AT_ONCE = 1000
HANDLE_LENGTH = 100
LONGEST_MS = 2**62
GIVEN = tuple(state for state in JudgementState if state is not JudgementState.CONFLICT)


@dataclass(frozen=True, slots=True)
class JudgementEvent:
    """One entry of the history. `kind` is a state, or "note", "clear", "undo", "redo"."""

    seq: int
    event_uuid: str
    query_id: str
    doc_id: str
    assessor: str
    kind: str
    relevance: int | None
    note: str | None
    occurred_at: datetime  # UTC


def checked_state(state: JudgementState, relevance: object) -> JudgementState:
    """Return the state; raise BadInput unless GRADE comes with 0, 1 or 2 and the others with nothing."""
    try:
        checked = JudgementState(state)
    except ValueError:
        raise BadInput("{0} is not a judgement; use one of {1}.", repr(state), ", ".join(GIVEN)) from None
    if checked not in GIVEN:
        raise BadInput("'{0}' is found, never given; use one of {1}.", checked, ", ".join(GIVEN))
    if checked is JudgementState.GRADE:
        checked_grade(relevance)
    elif relevance is not None:
        raise BadInput(
            "'{0}' is not a grade, so it carries no relevance ({1} was given).", checked, repr(relevance)
        )
    return checked


def checked_grade(relevance: object, where: str = "") -> int:
    # type() and not isinstance(): True is an int to Python, and no grade.
    if type(relevance) is not int or relevance not in GRADES:
        raise BadInput("A grade is 0, 1 or 2, not {0}{1}; nothing was written.", repr(relevance), where)
    return relevance


def checked_handle(assessor: str) -> str:
    blank = not assessor or assessor != assessor.strip()
    if blank or not assessor.isprintable() or len(assessor) > HANDLE_LENGTH:
        raise BadInput(
            "{0} is not an assessor name: use 1 to {1} printable characters, without spaces around them.",
            repr(assessor),
            HANDLE_LENGTH,
        )
    return assessor


def checked_time(active_ms: object) -> None:
    if active_ms is not None and (type(active_ms) is not int or not 0 <= active_ms < LONGEST_MS):
        raise BadInput(
            "The time spent on a judgement is a whole number of milliseconds, not {0}.", repr(active_ms)
        )


def judgement(query_id: str, doc_id: str, assessor: str, now: PairState) -> Judgement:
    """Return a pair state as a judgement."""
    state = JudgementState(now.state) if now.state else None
    return Judgement(query_id, doc_id, assessor, state, now.grade, now.note)


def current_judgements(
    connection: sa.Connection,
    *,
    campaign: int,
    query_id: str | None = None,
    assessor: str | None = None,
    pair_pk: int | None = None,
    paper_pk: int | None = None,
    state: str | None = None,
) -> list[Judgement]:
    """What stands, by query, then by paper, each in the order of adding. Empty standings are left out."""
    now = judgement_current.c
    columns = (query.c.query_id, paper.c.doc_id, annotator.c.handle, now.state, now.grade, now.note)
    statement = (
        of_campaign(sa.select(*columns), judgement_current, campaign, paper, annotator)
        .where(query.c.removed_at_utc.is_(None), sa.or_(now.state.is_not(None), now.note != ""))
        .order_by(query.c.pk, paper.c.pk, annotator.c.pk)
    )
    if query_id is not None:
        statement = statement.where(query.c.query_id == query_id)
    if assessor is not None:
        statement = statement.where(annotator.c.handle == assessor)
    if pair_pk is not None:
        statement = statement.where(now.pair_pk == pair_pk)
    if paper_pk is not None:
        statement = statement.where(pair.c.paper_pk == paper_pk)
    if state is not None:
        statement = statement.where(now.state == state)
    return [
        judgement(of_query, doc_id, handle, PairState(stands, grade, note))
        for of_query, doc_id, handle, stands, grade, note in connection.execute(statement)
    ]


def graded(connection: sa.Connection, *, campaign: int) -> list[tuple[str, str, str, int]]:
    """(query_id, doc_id, assessor, grade) of the grades that stand, in the order of `current_judgements`."""
    now = judgement_current.c
    columns = sa.select(query.c.query_id, paper.c.doc_id, annotator.c.handle, now.grade)
    statement = (
        of_campaign(columns, judgement_current, campaign, paper, annotator)
        .where(query.c.removed_at_utc.is_(None), now.grade.is_not(None))
        .order_by(query.c.pk, paper.c.pk, annotator.c.pk)
    )
    return [(row[0], row[1], row[2], row[3]) for row in connection.execute(statement)]


def graded_by_order(
    connection: sa.Connection, *, campaign: int, assessor: str | None = None
) -> dict[str, int]:
    """Order of a queue ("" is none) -> the grades that stand and were given in it."""
    now, event = judgement_current.c, judgement_event.c
    order = (
        sa.select(event.queue_order)
        .where(event.pair_pk == now.pair_pk, event.annotator_pk == now.annotator_pk)
        .where(event.kind == JudgementState.GRADE.value, event.grade == now.grade)
        .order_by(event.seq.desc())
        .limit(1)
        .scalar_subquery()
        .label("queue_order")
    )
    statement = (
        of_campaign(sa.select(order), judgement_current, campaign, annotator)
        .where(query.c.removed_at_utc.is_(None), now.grade.is_not(None))
        .where(sa.true() if assessor is None else annotator.c.handle == assessor)
    )
    return dict(sorted(Counter(connection.scalars(statement)).items()))


def latest_events(
    connection: sa.Connection,
    *,
    campaign: int,
    assessor: str | None,
    limit: int,
    query_id: str | None = None,
    text: str = "",
) -> list[JudgementEvent]:
    """Return the latest events, newest first. `text`: see Judgements.history."""
    event = judgement_event.c
    columns = (
        sa.select(event.seq, event.event_uuid, query.c.query_id, paper.c.doc_id, annotator.c.handle)
    ).add_columns(event.kind, event.grade, event.note, event.occurred_at_utc)
    statement = of_campaign(columns, judgement_event, campaign, paper, annotator)
    statement = statement.where(event.kind != JOIN).order_by(event.seq.desc())
    if assessor is not None:
        statement = statement.where(annotator.c.handle == assessor)
    if query_id is not None:
        statement = statement.where(query.c.query_id == query_id)
    if not text:
        return [JudgementEvent(*row) for row in connection.execute(statement.limit(limit))]
    # Databases fold the case of ASCII only, if at all; what is read here is a few MB at most.
    searched = statement.add_columns(query.c.text, paper.c.title).execution_options(yield_per=READ_AT_ONCE)
    wanted = text.casefold()
    with connection.execute(searched) as rows:
        found = (row for row in rows if any(wanted in part.casefold() for part in (*row[-2:], row[7] or "")))
        return [JudgementEvent(*row[:-2]) for row in itertools.islice(found, limit)]


def handles(connection: sa.Connection, *, campaign: int) -> list[str]:
    """Everyone who has judged in the campaign, in the order in which they came to the library."""
    judged = of_campaign(sa.select(judgement_current.c.annotator_pk), judgement_current, campaign)
    statement = sa.select(annotator.c.handle).where(annotator.c.pk.in_(judged)).order_by(annotator.c.pk)
    return list(connection.scalars(statement))


def graded_papers(connection: sa.Connection, *, campaign: int, assessor: str | None = None) -> dict[str, int]:
    """query_id -> the number of papers with a grade of anyone's or this one's; in the queries' order."""
    now = judgement_current.c
    counted = sa.select(query.c.query_id, sa.func.count(sa.distinct(now.pair_pk)))
    statement = (
        of_campaign(counted, judgement_current, campaign, annotator)
        .where(query.c.removed_at_utc.is_(None), now.state == JudgementState.GRADE.value)
        .group_by(query.c.pk)
        .order_by(query.c.pk)
    )
    if assessor is not None:
        statement = statement.where(annotator.c.handle == assessor)
    return {row[0]: row[1] for row in connection.execute(statement)}


def pair_names(connection: sa.Connection, pair_pk: int) -> tuple[str, str]:
    """(query_id, doc_id) of a pair."""
    statement = (
        sa.select(query.c.query_id, paper.c.doc_id)
        .select_from(pair)
        .join(query, query.c.pk == pair.c.query_pk)
        .join(paper, paper.c.pk == pair.c.paper_pk)
        .where(pair.c.pk == pair_pk)
    )
    query_id, doc_id = connection.execute(statement).one()
    return query_id, doc_id
