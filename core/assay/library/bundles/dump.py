"""A campaign as records, one JSON object each, with everything that another library needs to carry on.

Every reference comes before its use: a record names papers, queries, assessors (by uuid) and events that
records before it have brought. People, papers and events carry names that hold on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any

import sqlalchemy as sa

from assay.campaign_types import Facts
from assay.items.foreign import shared_item
from assay.library.campaigns.annotators import taking_part, uuids_of
from assay.library.campaigns.campaigns import CampaignStore
from assay.library.db.dates import SKEW, is_believable
from assay.library.db.lookup import of_campaign
from assay.library.db.schema import (
    adjudication_event,
    annotator,
    assignment,
    campaign,
    campaign_annotator,
    campaign_paper,
    guideline,
    judgement_event,
    pair,
    paper,
    paper_alias,
    paper_key,
    pool,
    pool_pair,
    query,
    release,
    release_item,
    run,
    run_hit,
    run_query,
)
from assay.library.rows.assignment_rows import FREED, LONGEST_LEASE
from assay.library.rows.paper_rows import FIELDS

Statement = sa.Select[*tuple[Any, ...]]

READ_AT_ONCE = 2000
AHEAD = {"lease_until": timedelta(seconds=LONGEST_LEASE)}
"""How far ahead of now the times of a field may lie; all others at most SKEW."""
PAIR = (query.c.query_id, paper.c.doc_id)


def dump(store: CampaignStore) -> Iterator[Facts]:
    """The campaign's records as the library is at the first one. They hold a read transaction meanwhile."""
    with store._database.read() as connection:
        for part in PARTS:
            yield from part(connection, store.pk)


def _rows(connection: sa.Connection, statement: Statement) -> Iterator[sa.Row[*tuple[Any, ...]]]:
    with connection.execute(statement.execution_options(yield_per=READ_AT_ONCE)) as rows:
        yield from rows


def _records(connection: sa.Connection, kind: str, statement: Statement) -> Iterator[Facts]:
    """A record of each row, whose columns are called as the record's fields are."""
    for row in _rows(connection, statement):
        yield {"kind": kind} | {
            name: _when(value, ahead=AHEAD.get(name, SKEW)) if isinstance(value, datetime) else value
            for name, value in row._mapping.items()
        }


def _when(moment: datetime, *, ahead: timedelta) -> str:
    """Write ISO 8601. A time that a wrong clock gave goes out as today's: others refuse it."""
    now = datetime.now(UTC)
    return (moment if moment == FREED or is_believable(moment, now, ahead=ahead) else now).isoformat()


def _campaign(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    c = campaign.c
    columns = (c.name, c.status, c.raters_per_pair, c.queue, c.seed, c.corpus_sha256)
    statement = sa.select(c.campaign_uuid.label("uuid"), *columns, c.created_at_utc.label("created_at"))
    return _records(connection, "campaign", statement.where(c.pk == pk))


def _guidelines(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    g = guideline.c
    statement = sa.select(g.version, g.markdown, g.sha256, g.created_at_utc.label("created_at"))
    own = statement.where(g.campaign_pk == pk).order_by(g.version)
    return _records(connection, "guideline", own)


def _assessors(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    """The campaign's assessors, and anyone else who has judged, adjudicated or been given a pair in it."""
    roster = campaign_annotator.c
    quotas = sa.select(roster.annotator_pk, roster.quota).where(roster.campaign_pk == pk)
    members = dict(connection.execute(quotas).all())
    everyone = taking_part(connection, pk)
    people = sa.select(annotator).where(annotator.c.pk.in_(everyone)).order_by(annotator.c.pk)
    names = uuids_of(connection, everyone)
    for row in _rows(connection, people):
        yield {
            "kind": "assessor",
            "uuid": row.annotator_uuid,
            "also": names[row.pk][1:],
            "handle": row.handle,
            "active": row.active,
            "member": row.pk in members,
            "quota": members.get(row.pk),
        }


def _papers(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    """Yield the papers of the corpus, of the pairs, and those that are queries."""
    own = query.c.campaign_pk == pk
    corpus = campaign_paper.c.campaign_pk == pk
    used = sa.union(
        sa.select(campaign_paper.c.paper_pk).where(corpus),
        sa.select(pair.c.paper_pk).join_from(pair, query, query.c.pk == pair.c.query_pk).where(own),
        sa.select(query.c.source_paper_pk).where(own, query.c.source_paper_pk.is_not(None)),
    )
    keys = _several(connection, paper_key.c.paper_pk, paper_key.c.key, used)
    aliases = _several(connection, paper_alias.c.paper_pk, paper_alias.c.alias, used)
    statement = (
        sa.select(paper.c.pk, campaign_paper.c.text_sha256, *FIELDS)
        .join_from(
            paper, campaign_paper, sa.and_(campaign_paper.c.paper_pk == paper.c.pk, corpus), isouter=True
        )
        .where(paper.c.pk.in_(used))
        .order_by(paper.c.doc_id)  # the order of adding may be that of a run whose papers were imported
    )
    for row in _rows(connection, statement):
        yield {
            "kind": "paper",
            **{field.name: value for field, value in zip(FIELDS, row[2:], strict=True)},
            "item": shared_item(row.item),
            "keys": keys.get(row.pk, []),
            "aliases": aliases.get(row.pk, []),
            "text_sha256": row.text_sha256,
        }


def _several(
    connection: sa.Connection,
    of: sa.ColumnElement[int],
    what: sa.ColumnElement[str],
    used: sa.CompoundSelect[Any],
) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for pk, name in connection.execute(sa.select(of, what).where(of.in_(used)).order_by(of, what)):
        found.setdefault(pk, []).append(name)
    return found


def _queries(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    statement = (
        sa.select(
            query.c.query_id,
            query.c.text,
            paper.c.doc_id,
            query.c.description,
            query.c.narrative,
            query.c.source,
        )
        .join_from(query, paper, isouter=True)
        .where(query.c.campaign_pk == pk)
        .order_by(query.c.pk)
    )
    return _records(connection, "query", statement)


def _runs(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    r = run.c
    columns = (r.tag, r.mode, r.model_fingerprint, r.details, r.created_at_utc.label("created_at"))
    own = sa.select(r.pk, r.tag).where(r.campaign_pk == pk).order_by(r.pk)
    for run_pk, tag in connection.execute(own).all():
        yield from _records(connection, "run", sa.select(*columns).where(r.pk == run_pk))
        hits = (
            sa.select(run_query.c.pk, run_query.c.query_id, run_hit.c.doc_id, run_hit.c.score)
            .join_from(run_query, run_hit, isouter=True)
            .where(run_query.c.run_pk == run_pk)
            .order_by(run_query.c.pk, run_hit.c.rank)
        )
        for (_, query_id), found in groupby(_rows(connection, hits), key=itemgetter(0, 1)):
            ranked = [[doc_id, score] for _, _, doc_id, score in found if doc_id is not None]
            yield {"kind": "run_query", "tag": tag, "query_id": query_id, "hits": ranked}


def _pools(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    p = pool.c
    statement = sa.select(p.round, p.strategy, p.params, p.created_at_utc.label("created_at"))
    return _records(connection, "pool", statement.where(p.campaign_pk == pk).order_by(p.round))


def _pairs(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    """Yield pairs in the order in which they were pooled; those that were only judged come last."""
    statement = (
        of_campaign(sa.select(*PAIR, pool.c.round), pair, pk, paper)
        .join(pool_pair, pool_pair.c.pair_pk == pair.c.pk, isouter=True)
        .join(pool, pool.c.pk == pool_pair.c.pool_pk, isouter=True)
        .order_by(pool_pair.c.pk.is_(None), pool_pair.c.pk, pair.c.pk)
    )
    return _records(connection, "pair", statement)


def _assignments(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    a = assignment.c
    columns = (
        *PAIR,
        annotator.c.annotator_uuid.label("assessor"),
        a.order_key,
        a.lease_until_utc.label("lease_until"),
        a.assigned_at_utc.label("assigned_at"),
        a.withdrawn_at_utc.label("withdrawn_at"),
    )
    statement = of_campaign(sa.select(*columns), assignment, pk, paper, annotator)
    return _records(connection, "assignment", statement.order_by(a.pair_pk, a.annotator_pk))


def _events(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    """Yield events in the order in which they came here, each behind those that it names."""
    e = judgement_event.c
    columns = (
        e.event_uuid.label("uuid"),
        *PAIR,
        annotator.c.annotator_uuid.label("assessor"),
        e.kind.label("event"),
        *(e.grade, e.note, e.active_ms, e.occurred_at_utc.label("occurred_at")),
        *(e.supersedes, e.target, e.merges, e.device, e.queue_order),
        guideline.c.sha256.label("guideline"),
    )
    statement = of_campaign(sa.select(*columns), judgement_event, pk, paper, annotator)
    statement = statement.join(guideline, guideline.c.pk == e.guideline_pk, isouter=True)
    return _records(connection, "event", statement.order_by(e.seq))


def _adjudications(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    e = adjudication_event.c
    columns = (
        e.event_uuid.label("uuid"),
        *PAIR,
        annotator.c.annotator_uuid.label("adjudicator"),
        *(e.grade, e.reason, e.inputs_sha256, e.occurred_at_utc.label("occurred_at")),
        *(e.supersedes, e.merges, e.device),
    )
    statement = of_campaign(sa.select(*columns), adjudication_event, pk, paper, annotator)
    return _records(connection, "adjudication", statement.order_by(e.seq))


def _releases(connection: sa.Connection, pk: int) -> Iterator[Facts]:
    r, i = release.c, release_item.c
    n_items = sa.select(sa.func.count()).where(i.release_pk == r.pk).scalar_subquery().label("n_items")
    columns = (r.version, r.rule, r.sha256, r.card, r.created_at_utc.label("created_at"), n_items)
    own = sa.select(r.pk).where(r.campaign_pk == pk).order_by(r.version)
    for release_pk in connection.scalars(own).all():
        yield from _records(connection, "release", sa.select(*columns).where(r.pk == release_pk))
        items = sa.select(r.version, *PAIR, i.grade, i.n_raters, i.source)
        items = of_campaign(items, release_item, pk, paper).join(release, r.pk == i.release_pk)
        yield from _records(connection, "release_item", items.where(r.pk == release_pk).order_by(i.pair_pk))


PARTS = (
    _campaign,
    _guidelines,
    _assessors,
    _papers,
    _queries,
    _runs,
    _pools,
    _pairs,
    _assignments,
    _events,
    _adjudications,
    _releases,
)
