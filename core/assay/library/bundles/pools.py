"""From a bundle: its runs, and its rounds of pooling with their pairs."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from assay.campaign_types import Facts, PoolStrategy
from assay.library.bundles.records import Record, Target
from assay.library.db.lookup import chunks
from assay.library.db.schema import pair, pool, pool_pair, query, run, run_hit, run_query


def take_runs(into: Target, records: Sequence[Record]) -> None:
    """Adds the runs whose tag is new here."""
    here = {
        row.tag: row
        for row in into.connection.execute(sa.select(run).where(run.c.campaign_pk == into.campaign_pk))
    }
    for record in records:
        tag = record.name("tag")
        if tag in into.runs:
            record.fail(f"the run '{tag}' is in the bundle twice")
        row = {
            "campaign_pk": into.campaign_pk,
            "tag": tag,
            "mode": record.text("mode"),
            "model_fingerprint": record.text("model_fingerprint"),
            "details": record.object("details"),
            "created_at_utc": record.moment("created_at"),
        }
        into.runs[tag] = None
        if tag not in here:
            into.connection.execute(sa.insert(run), row)
            named = sa.select(run.c.pk).where(run.c.campaign_pk == into.campaign_pk, run.c.tag == tag)
            into.runs[tag] = into.connection.execute(named).scalar_one()
        elif any(here[tag]._mapping[name] != value for name, value in row.items() if name != "details"):
            into.notes.append(f"The run '{tag}' is another one here, and stayed so.")


def take_run_queries(into: Target, records: Sequence[Record]) -> None:
    hits: dict[tuple[int, str], list[tuple[str, float]]] = {}
    for record in records:
        tag, query_id, ranked = record.name("tag"), record.name("query_id"), record.hits("hits")
        if tag not in into.runs:
            record.fail(f"no record before it has the run '{tag}'")
        if (tag, query_id) in into.ranked:
            record.fail(f"the run '{tag}' has the query '{query_id}' twice")
        into.ranked.add((tag, query_id))
        if (run_pk := into.runs[tag]) is not None:
            hits[run_pk, query_id] = ranked
    if not hits:
        return
    into.connection.execute(
        sa.insert(run_query), [{"run_pk": run_pk, "query_id": query_id} for run_pk, query_id in hits]
    )
    made = sa.select(run_query.c.run_pk, run_query.c.query_id, run_query.c.pk)
    pks = into.connection.execute(made.where(run_query.c.run_pk.in_({run_pk for run_pk, _ in hits})))
    rows = [
        {"run_query_pk": pk, "rank": rank, "doc_id": doc_id, "score": score}
        for run_pk, query_id, pk in pks
        for rank, (doc_id, score) in enumerate(hits.get((run_pk, query_id), ()), start=1)
    ]
    for chunk in chunks(rows):
        into.connection.execute(sa.insert(run_hit), list(chunk))


def take_pools(into: Target, records: Sequence[Record]) -> None:
    """A round is the one here that was made at the same moment in the same way, or a new one.

    One of which a bundle for an assessor hides how it was made is known by its moment alone. Where it came
    here like that, it takes over how it was made from the first bundle that says so.
    """
    p = pool.c
    own = p.campaign_pk == into.campaign_pk
    rounds = list(
        into.connection.execute(sa.select(p.round, p.strategy, p.params, p.created_at_utc, p.pk).where(own))
    )
    known = {(row.strategy, row.created_at_utc): row.pk for row in rounds}
    by_moment = {row.created_at_utc: row.pk for row in reversed(rounds)}
    hidden = {row.created_at_utc: row.pk for row in rounds if _is_hidden(row.strategy, row.params)}
    taken = {row.round for row in rounds}
    for record in records:
        number, strategy = record.whole("round", 1), record.one_of("strategy", PoolStrategy).value
        created, params = record.moment("created_at"), _params(record)
        if number in into.rounds:
            record.fail(f"round {number} is in the bundle twice")
        if (strategy, created) in known:
            into.rounds[number] = known[strategy, created]
        elif created in by_moment and _is_hidden(strategy, params):
            into.rounds[number] = by_moment[created]
        elif created in hidden:
            into.rounds[number] = known[strategy, created] = hidden.pop(created)
            revealed = sa.update(pool).where(p.pk == into.rounds[number])
            into.connection.execute(revealed.values(strategy=strategy, params=params))
        else:
            free = number if number not in taken else max(taken) + 1
            row = {"campaign_pk": into.campaign_pk, "round": free, "strategy": strategy, "params": params}
            into.connection.execute(sa.insert(pool), {**row, "created_at_utc": created})
            named = sa.select(p.pk).where(own, p.round == free)
            into.rounds[number] = known[strategy, created] = into.connection.execute(named).scalar_one()
            taken.add(free)


def _is_hidden(strategy: str, params: Facts) -> bool:
    return strategy == PoolStrategy.MANUAL and not params


def _params(record: Record) -> Facts:
    """What a round was made with. The runs, if it names any, are looked up later, so they must be names."""
    params = record.object("params")
    runs = params.get("runs", [])
    if not isinstance(runs, list) or any(type(tag) is not str for tag in runs):
        record.wrong("params", "an object whose runs are a list of texts")
    return params


def take_pairs(into: Target, records: Sequence[Record]) -> None:
    wanted = []
    for record in records:
        number = record.optional_whole("round", 1)
        if number is not None and number not in into.rounds:
            record.fail(f"no record before it has round {number}")
        wanted.append(((into.query_pk(record), into.paper_pk(record)), number))
    new = [key for key, _ in dict(wanted).items() if key not in into.pairs]
    if new:
        _add_pairs(into, new)
    into.counts["pairs_new"] += len(new)
    pooled: dict[int, int] = {}
    for key, number in wanted:
        if number is not None and into.pairs[key] not in into.pooled:
            pooled.setdefault(into.pairs[key], into.rounds[number])
    into.pooled |= set(pooled)
    rows = [{"pool_pk": pool_pk, "pair_pk": pair_pk} for pair_pk, pool_pk in pooled.items()]
    if rows:
        into.connection.execute(sa.insert(pool_pair), rows)


def _add_pairs(into: Target, keys: Sequence[tuple[int, int]]) -> None:
    last = into.connection.scalar(sa.select(sa.func.max(pair.c.pk))) or 0
    into.connection.execute(
        sa.insert(pair), [{"query_pk": query_pk, "paper_pk": paper_pk} for query_pk, paper_pk in keys]
    )
    made = sa.select(pair.c.query_pk, pair.c.paper_pk, pair.c.pk).where(pair.c.pk > last)
    for query_pk, paper_pk, pk in into.connection.execute(
        made.join(query, query.c.pk == pair.c.query_pk).where(query.c.campaign_pk == into.campaign_pk)
    ):
        into.pairs[query_pk, paper_pk] = pk
