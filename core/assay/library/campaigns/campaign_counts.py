"""What a campaign amounts to so far: progress, raters per pair, and where its pairs came from."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import AssessorProgress, Provenance
from assay.library.campaigns.assignment_rows import JUDGED, judged, standing
from assay.library.campaigns.standing import STATES
from assay.library.db.lookup import paper_names, paper_pks, present, query_names
from assay.library.db.schema import (
    annotator,
    assignment,
    campaign_annotator,
    judgement_current,
    judgement_event,
    pair,
    paper_alias,
    pool,
    query,
    run,
    run_hit,
    run_query,
)
from assay.types import JudgementState

if TYPE_CHECKING:
    from collections.abc import Mapping

GRADE, UNSURE, LATER, UNREADABLE, CONFLICT = JudgementState


def progress(connection: sa.Connection, campaign_pk: int) -> list[AssessorProgress]:
    """How far everyone is who is in the campaign or has judged in it, in the order of their coming."""
    unjudged, given = _unjudged(connection, campaign_pk), _given(connection, campaign_pk)
    seconds = _median_seconds(connection, campaign_pk)
    roster = sa.select(campaign_annotator.c.annotator_pk).where(
        campaign_annotator.c.campaign_pk == campaign_pk
    )
    everyone = {*connection.scalars(roster), *given}
    people = sa.select(annotator.c.pk, annotator.c.handle, annotator.c.active)
    found = connection.execute(people.where(annotator.c.pk.in_(everyone)).order_by(annotator.c.pk))
    return [
        AssessorProgress(
            handle,
            active,
            n_assigned=unjudged.get(pk, 0) + sum(given.get(pk, {}).values()),
            n_graded=given.get(pk, {}).get(GRADE, 0),
            n_unsure=given.get(pk, {}).get(UNSURE, 0),
            n_later=given.get(pk, {}).get(LATER, 0),
            n_unreadable=given.get(pk, {}).get(UNREADABLE, 0),
            n_conflicts=given.get(pk, {}).get(CONFLICT, 0),
            median_seconds=seconds.get(pk),
        )
        for pk, handle, active in found
    ]


def _unjudged(connection: sa.Connection, campaign_pk: int) -> dict[int, int]:
    """annotator -> the number of pairs that they hold and have not judged, of papers that are there."""
    a = assignment.c
    statement = (
        sa.select(a.annotator_pk, sa.func.count())
        .select_from(assignment)
        .join(pair, pair.c.pk == a.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(query.c.campaign_pk == campaign_pk, present(pair.c.paper_pk))
        .where(sa.or_(a.lease_until_utc.is_(None), a.lease_until_utc > datetime.now(UTC)))
        .where(~judged(a.pair_pk, a.annotator_pk))
        .group_by(a.annotator_pk)
    )
    return {row[0]: row[1] for row in connection.execute(statement)}


def _given(connection: sa.Connection, campaign_pk: int) -> dict[int, Mapping[str, int]]:
    """annotator -> state -> number of pairs; a note alone counts as LATER."""
    state = sa.func.coalesce(standing.state, LATER.value)
    statement = (
        sa.select(standing.annotator_pk, state, sa.func.count())
        .select_from(judgement_current)
        .join(pair, pair.c.pk == standing.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(query.c.campaign_pk == campaign_pk, JUDGED)
        .group_by(standing.annotator_pk, state)
    )
    found: dict[int, dict[str, int]] = {}
    for annotator_pk, name, n in connection.execute(statement):
        found.setdefault(annotator_pk, {})[name] = n
    return dict(found)


def _median_seconds(connection: sa.Connection, campaign_pk: int) -> dict[int, float]:
    """annotator -> the median of the seconds that a grade or state took them, where they were measured."""
    event = judgement_event.c
    place = sa.func.row_number().over(partition_by=event.annotator_pk, order_by=event.active_ms)
    ranked = (
        sa.select(event.annotator_pk, event.active_ms, place.label("place"))
        .add_columns(sa.func.count().over(partition_by=event.annotator_pk).label("n"))
        .select_from(judgement_event)
        .join(pair, pair.c.pk == event.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(query.c.campaign_pk == campaign_pk, event.active_ms.is_not(None), event.kind.in_(STATES))
        .subquery()
    )
    # Of n values in order the middle ones are at the places with |2 place - (n + 1)| <= 1: one or two.
    off = 2 * ranked.c.place - (ranked.c.n + 1)
    statement = sa.select(ranked.c.annotator_pk, sa.func.avg(ranked.c.active_ms))
    middle = statement.where(off.between(-1, 1)).group_by(ranked.c.annotator_pk)
    return {row[0]: float(row[1]) / 1000 for row in connection.execute(middle)}


def rated_counts(connection: sa.Connection, campaign_pk: int) -> dict[tuple[str, str], int]:
    """(query_id, doc_id) -> the number of assessors whose grade stands; pairs without any are left out."""
    statement = (
        sa.select(pair.c.query_pk, pair.c.paper_pk, sa.func.count())
        .select_from(judgement_current)
        .join(pair, pair.c.pk == standing.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(query.c.campaign_pk == campaign_pk, standing.state == GRADE.value)
        .group_by(pair.c.query_pk, pair.c.paper_pk)
        .order_by(pair.c.query_pk, pair.c.paper_pk)
    )
    rows = connection.execute(statement).all()
    queries = query_names(connection, campaign=campaign_pk)
    papers = paper_names(connection, {paper_pk for _, paper_pk, _ in rows})
    return {(queries[query_pk], papers[paper_pk]): n for query_pk, paper_pk, n in rows}


def pooled_tags(connection: sa.Connection, campaign_pk: int) -> set[str]:
    """The tags of the runs that rounds of the campaign's pool name as theirs."""
    rounds = connection.scalars(sa.select(pool.c.params).where(pool.c.campaign_pk == campaign_pk))
    return {str(tag) for params in rounds for tag in params.get("runs") or ()}


def provenance(connection: sa.Connection, campaign_pk: int, query_id: str, doc_id: str) -> list[Provenance]:
    """The pooled runs that rank the paper, under any of its names, for the query; best rank first."""
    names = {doc_id}
    for pk, own in paper_pks(connection, [doc_id]).values():
        aliases = sa.select(paper_alias.c.alias).where(paper_alias.c.paper_pk == pk)
        names |= {own, *connection.scalars(aliases)}
    statement = (
        sa.select(run.c.tag, run_hit.c.rank, run_hit.c.score)
        .select_from(run)
        .join(run_query)
        .join(run_hit)
        .where(
            run.c.campaign_pk == campaign_pk,
            run.c.tag.in_(pooled_tags(connection, campaign_pk)),
            run_query.c.query_id == query_id,
            run_hit.c.doc_id.in_(names),
        )
        .order_by(run_hit.c.rank, run.c.pk)
    )
    return [Provenance(*row) for row in connection.execute(statement)]
