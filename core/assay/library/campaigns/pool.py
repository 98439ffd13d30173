"""The pairs of query and paper that wait to be judged."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import TypeVarTuple

import sqlalchemy as sa

from assay.campaign_types import NO_FACTS, CampaignStatus, Facts, PoolRound, PoolStrategy
from assay.library.db.connection import Database
from assay.library.db.lookup import (
    chunks,
    inserted,
    of_campaign,
    paper_names,
    paper_pks,
    present,
    query_names,
    query_pks,
    require_known,
    rows_where,
)
from assay.library.db.schema import HOME, pair, pool, pool_pair, query
from assay.library.rows.campaign_rows import require_in_corpus, require_status

Ts = TypeVarTuple("Ts")


class Pool:
    """Pairs in the order in which they came into the pool. Pairs of removed papers and queries are hidden."""

    def __init__(self, database: Database, *, campaign: int = HOME) -> None:
        self._database = database
        self._campaign = campaign

    def add(
        self,
        pairs: Sequence[tuple[str, str]],
        *,
        strategy: PoolStrategy = PoolStrategy.MANUAL,
        params: Facts = NO_FACTS,
    ) -> int:
        """Pool (query_id, doc_id) pairs as a round of their own; return the number of those that are new.

        Without a new pair there is no new round. `params` are JSON values that say how the pairs were
        chosen. Raises BadInput for unknown ids, for papers that the campaign's frozen corpus does not hold,
        and once the campaign is past grading.
        """
        allowed = (CampaignStatus.DRAFT, CampaignStatus.OPEN)
        with self._database.write() as connection:
            require_status(connection, self._campaign, allowed, "no more pairs can be pooled")
            found = pair_pks(connection, pairs, campaign=self._campaign)
            return pool_pks(connection, self._campaign, [found[names] for names in pairs], strategy, params)

    def pairs(self, *, query_id: str | None = None) -> list[tuple[str, str]]:
        """(query_id, doc_id), of one query or of all."""
        chosen = sa.select(pair.c.query_pk, pair.c.paper_pk).order_by(pool_pair.c.pk)
        statement = _visible(chosen, self._campaign)
        if query_id is not None:
            statement = statement.where(query.c.query_id == query_id)
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
            queries = query_names(connection, campaign=self._campaign)
            papers = paper_names(connection, {paper_pk for _, paper_pk in rows})
        return [(queries[query_pk], papers[paper_pk]) for query_pk, paper_pk in rows]

    def rounds(self) -> list[PoolRound]:
        """Return every round, the first one first."""
        n_pairs = sa.select(sa.func.count()).where(pool_pair.c.pool_pk == pool.c.pk).scalar_subquery()
        statement = (
            sa.select(pool.c.round, pool.c.strategy, pool.c.params, n_pairs, pool.c.created_at_utc)
            .where(pool.c.campaign_pk == self._campaign)
            .order_by(pool.c.round)
        )
        with self._database.read() as connection:
            return [
                PoolRound(number, PoolStrategy(strategy), params, n_pairs or 0, created_at)
                for number, strategy, params, n_pairs, created_at in connection.execute(statement)
            ]

    def count(self) -> int:
        with self._database.read() as connection:
            return connection.scalar(_visible(sa.select(sa.func.count()), self._campaign)) or 0


def _visible(select: sa.Select[*Ts], campaign: int) -> sa.Select[*Ts]:
    """The selection from the pairs of the campaign's pool whose query and paper are there."""
    own = of_campaign(select, pool_pair, campaign)
    return own.where(query.c.removed_at_utc.is_(None), present(pair.c.paper_pk))


def pair_pks(
    connection: sa.Connection, pairs: Collection[tuple[str, str]], *, campaign: int
) -> dict[tuple[str, str], int]:
    """(query_id, doc_id or alias) -> pk of the pair, which is made where it is not there.

    Raises BadInput naming the ids that the library does not hold. To be called inside a write transaction.
    """
    queries = query_pks(connection, [query_id for query_id, _ in pairs], campaign=campaign)
    require_known("query", [query_id for query_id, _ in pairs], queries)
    papers = paper_pks(connection, [doc_id for _, doc_id in pairs])
    require_known("paper", [doc_id for _, doc_id in pairs], papers)
    wanted = {names: (queries[names[0]], papers[names[1]][0]) for names in pairs}
    known = made_pairs(connection, wanted.values())
    return {names: known[pks] for names, pks in wanted.items()}


def made_pairs(connection: sa.Connection, wanted: Collection[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """(query pk, paper pk) -> pk of the pair, which is made where it is not there."""
    known = existing_pairs(connection, wanted)
    missing = [pks for pks in dict.fromkeys(wanted) if pks not in known]
    if missing:
        for chunk in chunks([{"query_pk": pks[0], "paper_pk": pks[1]} for pks in missing]):
            connection.execute(sa.insert(pair), list(chunk))
        known |= existing_pairs(connection, missing)
    return known


def pool_pks(
    connection: sa.Connection, campaign: int, pair_pks: Sequence[int], strategy: PoolStrategy, params: Facts
) -> int:
    """Pool the pairs that no round has as a new round; return their number. Inside a write transaction.

    Raises BadInput for papers that the campaign's frozen corpus does not hold.
    """
    wanted = dict.fromkeys(pair_pks)
    pooled = rows_where(connection, sa.select(pool_pair.c.pair_pk), pool_pair.c.pair_pk, list(wanted))
    for (pk,) in list(pooled):
        del wanted[pk]
    require_in_corpus(connection, campaign, wanted)
    pool_pk = _new_round(connection, campaign, strategy, params) if wanted else None
    for chunk in chunks([{"pool_pk": pool_pk, "pair_pk": pk} for pk in wanted]):
        connection.execute(sa.insert(pool_pair), list(chunk))
    return len(wanted)


def _new_round(connection: sa.Connection, campaign: int, strategy: PoolStrategy, params: Facts) -> int:
    """Return the pk of a new round, the next of the campaign."""
    last = connection.scalar(sa.select(sa.func.max(pool.c.round)).where(pool.c.campaign_pk == campaign)) or 0
    row = {
        "campaign_pk": campaign,
        "round": last + 1,
        "strategy": PoolStrategy(strategy).value,
        "params": dict(params),
        "created_at_utc": datetime.now(UTC),
    }
    return inserted(connection, pool, row)


def existing_pairs(
    connection: sa.Connection, wanted: Collection[tuple[int, int]]
) -> dict[tuple[int, int], int]:
    """(query pk, paper pk) -> pair pk, of the pairs that are there."""
    if len(wanted) == 1:  # a single grade: one row by its key instead of all pairs of the query
        ((query_pk, paper_pk),) = wanted
        one = sa.select(pair.c.pk).where(pair.c.query_pk == query_pk, pair.c.paper_pk == paper_pk)
        pk = connection.scalar(one)
        return {} if pk is None else {(query_pk, paper_pk): pk}
    statement = sa.select(pair.c.query_pk, pair.c.paper_pk, pair.c.pk)
    queries = {query_pk for query_pk, _ in wanted}
    return {(row[0], row[1]): row[2] for row in rows_where(connection, statement, pair.c.query_pk, queries)}
