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

from assay.items.foreign import shared_item
from assay.library.campaigns.annotators import uuids_of
from assay.library.campaigns.campaigns import CampaignStore
from assay.library.db.dates import SKEW, is_believable
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
from assay.library.rows.paper_rows import FIELDS, LISTS, SHARED_TEXTS, paper_from

Statement = sa.Select[*tuple[Any, ...]]

READ_AT_ONCE = 2000


def dump(store: CampaignStore) -> Iterator[dict[str, Any]]:
    """The campaign's records as the library is at the first one. They hold a read transaction meanwhile."""
    with store._database.read() as connection:
        for part in PARTS:
            yield from part(connection, store.pk)


def _rows(connection: sa.Connection, statement: Statement) -> Iterator[sa.Row[*tuple[Any, ...]]]:
    with connection.execute(statement.execution_options(yield_per=READ_AT_ONCE)) as rows:
        yield from rows


def _when(moment: datetime | None, *, ahead: timedelta = SKEW) -> str | None:
    """As ISO 8601. One that a wrong clock gave goes out as today's: others refuse it."""
    if moment is None:
        return None
    now = datetime.now(UTC)
    return (moment if moment == FREED or is_believable(moment, now, ahead=ahead) else now).isoformat()


def _campaign(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    row = connection.execute(sa.select(campaign).where(campaign.c.pk == pk)).one()
    yield {
        "kind": "campaign",
        "uuid": row.campaign_uuid,
        "name": row.name,
        "status": row.status,
        "raters_per_pair": row.raters_per_pair,
        "queue": row.queue,
        "seed": row.seed,
        "corpus_sha256": row.corpus_sha256,
        "created_at": _when(row.created_at_utc),
    }


def _guidelines(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    own = sa.select(guideline).where(guideline.c.campaign_pk == pk).order_by(guideline.c.version)
    for row in _rows(connection, own):
        yield {
            "kind": "guideline",
            "version": row.version,
            "markdown": row.markdown,
            "sha256": row.sha256,
            "created_at": _when(row.created_at_utc),
        }


def _assessors(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    """The campaign's assessors, and whoever else has judged, adjudicated or been given a pair in it."""
    roster = campaign_annotator.c
    quotas = sa.select(roster.annotator_pk, roster.quota).where(roster.campaign_pk == pk)
    members = dict(connection.execute(quotas).all())
    others = [
        sa.select(table.c.annotator_pk)
        .select_from(table)
        .join(pair, pair.c.pk == table.c.pair_pk)
        .join(query, query.c.pk == pair.c.query_pk)
        .where(query.c.campaign_pk == pk)
        for table in (judgement_event, adjudication_event, assignment)
    ]
    everyone = {*members, *connection.scalars(sa.union(*others))}
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


def _papers(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    """The papers of the corpus, of the pairs, and those that are queries."""
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
    for paper_pk, text_sha256, *fields in _rows(connection, statement):
        found = paper_from(fields)
        yield {
            "kind": "paper",
            "doc_id": found.doc_id,
            "year": found.year,
            "rating": found.rating,
            **{name: list(getattr(found, name)) for name in LISTS},
            **{name: getattr(found, name) for name in SHARED_TEXTS},
            "item": shared_item(found.item),
            "keys": keys.get(paper_pk, []),
            "aliases": aliases.get(paper_pk, []),
            "text_sha256": text_sha256,
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


def _queries(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    statement = (
        sa.select(query.c.query_id, query.c.text, paper.c.doc_id)
        .join_from(query, paper, isouter=True)
        .where(query.c.campaign_pk == pk)
        .order_by(query.c.pk)
    )
    for query_id, text, doc_id in _rows(connection, statement):
        yield {"kind": "query", "query_id": query_id, "text": text, "doc_id": doc_id}


def _runs(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    own = sa.select(run).where(run.c.campaign_pk == pk).order_by(run.c.pk)
    for row in connection.execute(own).all():
        yield {
            "kind": "run",
            "tag": row.tag,
            "mode": row.mode,
            "model_fingerprint": row.model_fingerprint,
            "details": row.details,
            "created_at": _when(row.created_at_utc),
        }
        hits = (
            sa.select(run_query.c.pk, run_query.c.query_id, run_hit.c.doc_id, run_hit.c.score)
            .join_from(run_query, run_hit, isouter=True)
            .where(run_query.c.run_pk == row.pk)
            .order_by(run_query.c.pk, run_hit.c.rank)
        )
        for (_, query_id), found in groupby(_rows(connection, hits), key=itemgetter(0, 1)):
            ranked = [[doc_id, score] for _, _, doc_id, score in found if doc_id is not None]
            yield {"kind": "run_query", "tag": row.tag, "query_id": query_id, "hits": ranked}


def _pools(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    own = sa.select(pool).where(pool.c.campaign_pk == pk).order_by(pool.c.round)
    for row in _rows(connection, own):
        yield {
            "kind": "pool",
            "round": row.round,
            "strategy": row.strategy,
            "params": row.params,
            "created_at": _when(row.created_at_utc),
        }


def _named(statement: Statement, of: sa.Table, pk: int) -> Statement:
    """Rows about pairs of the campaign, with (query_id, doc_id) behind what they have."""
    joined = statement.add_columns(query.c.query_id, paper.c.doc_id).select_from(of)
    if of is not pair:
        joined = joined.join(pair, pair.c.pk == of.c.pair_pk)
    return (
        joined.join(query, query.c.pk == pair.c.query_pk)
        .join(paper, paper.c.pk == pair.c.paper_pk)
        .where(query.c.campaign_pk == pk)
    )


def _pairs(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    """In the order in which they were pooled; those that were only judged come last."""
    statement = (
        _named(sa.select(pool.c.round), pair, pk)
        .join(pool_pair, pool_pair.c.pair_pk == pair.c.pk, isouter=True)
        .join(pool, pool.c.pk == pool_pair.c.pool_pk, isouter=True)
        .order_by(pool_pair.c.pk.is_(None), pool_pair.c.pk, pair.c.pk)
    )
    for number, query_id, doc_id in _rows(connection, statement):
        yield {"kind": "pair", "query_id": query_id, "doc_id": doc_id, "round": number}


def _assignments(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    a = assignment.c
    columns = sa.select(annotator.c.annotator_uuid, a.order_key, a.lease_until_utc, a.assigned_at_utc)
    columns = columns.add_columns(a.withdrawn_at_utc)
    statement = _named(columns, assignment, pk).join(annotator, annotator.c.pk == a.annotator_pk)
    for who, key, until, since, withdrawn, query_id, doc_id in _rows(
        connection, statement.order_by(a.pair_pk, a.annotator_pk)
    ):
        yield {
            "kind": "assignment",
            "query_id": query_id,
            "doc_id": doc_id,
            "assessor": who,
            "order_key": key,
            "lease_until": _when(until, ahead=timedelta(seconds=LONGEST_LEASE)),
            "assigned_at": _when(since),
            "withdrawn_at": _when(withdrawn),
        }


def _events(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    """In the order in which they came here, which puts every event behind those that it names."""
    e = judgement_event.c
    columns = sa.select(
        e.event_uuid, annotator.c.annotator_uuid, e.kind, e.grade, e.note, e.active_ms, e.occurred_at_utc
    ).add_columns(e.supersedes, e.target, e.merges, e.device, guideline.c.sha256)
    statement = (
        _named(columns, judgement_event, pk)
        .join(annotator, annotator.c.pk == e.annotator_pk)
        .join(guideline, guideline.c.pk == e.guideline_pk, isouter=True)
        .order_by(e.seq)
    )
    for row in _rows(connection, statement):
        uuid, who, kind, grade, note, active_ms, at, supersedes, target, merges, device, read = row[:12]
        yield {
            "kind": "event",
            "uuid": uuid,
            "query_id": row[12],
            "doc_id": row[13],
            "assessor": who,
            "event": kind,
            "grade": grade,
            "note": note,
            "active_ms": active_ms,
            "occurred_at": _when(at),
            "supersedes": supersedes,
            "target": target,
            "merges": merges,
            "device": device,
            "guideline": read,
        }


def _adjudications(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    e = adjudication_event.c
    columns = sa.select(e.event_uuid, annotator.c.annotator_uuid, e.grade, e.reason, e.inputs_sha256)
    columns = columns.add_columns(e.occurred_at_utc, e.supersedes, e.merges, e.device)
    statement = _named(columns, adjudication_event, pk).join(annotator, annotator.c.pk == e.annotator_pk)
    for row in _rows(connection, statement.order_by(e.seq)):
        uuid, who, grade, reason, inputs, at, supersedes, merges, device, query_id, doc_id = row
        yield {
            "kind": "adjudication",
            "uuid": uuid,
            "query_id": query_id,
            "doc_id": doc_id,
            "adjudicator": who,
            "grade": grade,
            "reason": reason,
            "inputs_sha256": inputs,
            "occurred_at": _when(at),
            "supersedes": supersedes,
            "merges": merges,
            "device": device,
        }


def _releases(connection: sa.Connection, pk: int) -> Iterator[dict[str, Any]]:
    n_items = sa.select(sa.func.count()).where(release_item.c.release_pk == release.c.pk).scalar_subquery()
    own = sa.select(release, n_items.label("n")).where(release.c.campaign_pk == pk)
    for row in connection.execute(own.order_by(release.c.version)).all():
        yield {
            "kind": "release",
            "version": row.version,
            "rule": row.rule,
            "sha256": row.sha256,
            "card": row.card,
            "created_at": _when(row.created_at_utc),
            "n_items": row.n,
        }
        i = release_item.c
        items = _named(sa.select(i.grade, i.n_raters, i.source), release_item, pk)
        ordered = items.where(i.release_pk == row.pk).order_by(i.pair_pk)
        for grade, n_raters, source, query_id, doc_id in _rows(connection, ordered):
            yield {
                "kind": "release_item",
                "version": row.version,
                "query_id": query_id,
                "doc_id": doc_id,
                "grade": grade,
                "n_raters": n_raters,
                "source": source,
            }


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
