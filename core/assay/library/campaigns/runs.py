"""Rankings that were kept: what a model or a mode returned for each query."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime

import sqlalchemy as sa

from assay.campaign_types import NO_FACTS, Facts, Provenance, StoredRun, pooled_runs
from assay.errors import BadInput, LibraryError
from assay.library.db.connection import Database
from assay.library.db.lookup import chunks, inserted, paper_pks, storable
from assay.library.db.schema import HOME, paper_alias, pool, run_hit, run_query
from assay.library.db.schema import run as run_table
from assay.library.rows.campaign_rows import campaign_name
from assay.types import Run


class Runs:
    """Reads and writes of runs. Their ids are kept as given: a run may name papers that are not here."""

    def __init__(self, database: Database, *, campaign: int = HOME) -> None:
        self._database = database
        self._campaign = campaign

    def save(
        self, tag: str, run: Run, *, fingerprint: str = "", mode: str = "", details: Facts = NO_FACTS
    ) -> None:
        """Keep the run under `tag` in place of what was there, all of it or nothing.

        `details` are JSON values: what else there is to know of how the run came about.
        Raises BadInput for an empty tag, an empty id, a score that is not a finite number, and for the tag
        of a run from which a campaign's pool was made.
        """
        if not tag:
            raise BadInput("A run needs a tag, such as the name of its model.")
        hits = {query_id: _ranked(query_id, scores) for query_id, scores in run.items()}
        with self._database.write() as connection:
            _require_not_pooled(connection, self._campaign, tag)
            _delete(connection, self._campaign, tag)
            row = {
                "campaign_pk": self._campaign,
                "tag": tag,
                "mode": mode,
                "model_fingerprint": fingerprint,
                "details": dict(details),
                "created_at_utc": datetime.now(UTC),
            }
            run_pk = inserted(connection, run_table, row)
            for chunk in chunks([{"run_pk": run_pk, "query_id": query_id} for query_id in hits]):
                connection.execute(sa.insert(run_query), list(chunk))
            queries = connection.execute(
                sa.select(run_query.c.query_id, run_query.c.pk).where(run_query.c.run_pk == run_pk)
            )
            rows = [{"run_query_pk": pk, **hit} for query_id, pk in queries for hit in hits[query_id]]
            for chunk in chunks(rows):
                connection.execute(sa.insert(run_hit), list(chunk))

    def load(self, tag: str, *, query_id: str | None = None) -> Run:
        """query_id -> doc_id -> score, best first, of one query where it is named.

        Raises LibraryError for an unknown tag.
        """
        statement = (
            sa.select(run_query.c.query_id, run_hit.c.doc_id, run_hit.c.score)
            .select_from(run_table)
            .join(run_query)
            .join(run_hit, isouter=True)
            .where(*self._named(tag))
            .order_by(run_query.c.pk, run_hit.c.rank)
        )
        if query_id is not None:
            statement = statement.where(run_query.c.query_id == query_id)
        run: Run = {}
        with self._database.read() as connection:
            self._require_known(connection, tag)
            for own_id, doc_id, score in connection.execute(statement):
                scores = run.setdefault(own_id, {})
                if doc_id is not None:
                    scores[doc_id] = score
        return run

    def all(self) -> list[StoredRun]:
        """Return every run, the oldest first."""
        n_queries = sa.select(sa.func.count()).where(run_query.c.run_pk == run_table.c.pk).scalar_subquery()
        statement = sa.select(
            run_table.c.tag,
            run_table.c.mode,
            run_table.c.model_fingerprint,
            run_table.c.created_at_utc,
            n_queries,
            run_table.c.details,
        ).where(run_table.c.campaign_pk == self._campaign)
        statement = statement.order_by(run_table.c.created_at_utc, run_table.c.pk)
        with self._database.read() as connection:
            return [StoredRun(*row) for row in connection.execute(statement)]

    def _named(self, tag: str) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
        return run_table.c.campaign_pk == self._campaign, run_table.c.tag == tag

    def _require_known(self, connection: sa.Connection, tag: str) -> None:
        if connection.scalar(sa.select(run_table.c.pk).where(*self._named(tag))) is None:
            raise LibraryError("This library keeps no run '{0}'.", tag)

    def rename(self, tag: str, new: str) -> str:
        """Give a run another tag, and return it as it is kept; its rankings stay as they are.

        Raises LibraryError for an unknown tag, BadInput for an empty tag, one that another run has, and the
        tag of a run that was pooled.
        """
        new = storable(" ".join(new.split()))
        if not new:
            raise BadInput("A run needs a tag, such as the name of its model.")
        with self._database.write() as connection:
            self._require_known(connection, tag)
            _require_not_pooled(connection, self._campaign, tag)
            taken = sa.select(run_table.c.pk).where(*self._named(new))
            if new != tag and connection.scalar(taken) is not None:
                raise BadInput("Another run has the tag '{0}' already; nothing was changed.", new)
            connection.execute(sa.update(run_table).where(*self._named(tag)).values(tag=new))
        return new

    def remove(self, tag: str) -> None:
        """Forget a run; nothing happens where there is none. Raises BadInput for one that was pooled."""
        with self._database.write() as connection:
            _require_not_pooled(connection, self._campaign, tag)
            _delete(connection, self._campaign, tag)


def _ranked(query_id: str, scores: Mapping[str, float]) -> list[dict[str, object]]:
    """Return the hits of one query by falling score; equal scores stay in the order given."""
    for doc_id, score in scores.items():
        if not query_id or not doc_id:
            raise BadInput("A run has an empty id (query '{0}', paper '{1}').", query_id, doc_id)
        if not math.isfinite(score):
            raise BadInput(
                "Paper '{0}' of query '{1}' has the score {2}, which is not a number.",
                doc_id,
                query_id,
                score,
            )
    ordered = sorted(scores.items(), key=lambda item: -item[1])
    return [
        {"rank": rank, "doc_id": doc_id, "score": float(score)}
        for rank, (doc_id, score) in enumerate(ordered, start=1)
    ]


def _require_not_pooled(connection: sa.Connection, campaign: int, tag: str) -> None:
    """Raise BadInput for a run that says where pairs of the campaign's pool came from."""
    if campaign != HOME and tag in pooled_tags(connection, campaign):
        name = campaign_name(connection, campaign)
        raise BadInput(
            "The run '{0}' was pooled, so the campaign '{1}' keeps it as it is. Give another "
            "run another tag.",
            tag,
            name,
        )


def _delete(connection: sa.Connection, campaign: int, tag: str) -> None:
    named = (run_table.c.campaign_pk == campaign, run_table.c.tag == tag)
    queries = sa.select(run_query.c.pk).join(run_table).where(*named)
    connection.execute(sa.delete(run_hit).where(run_hit.c.run_query_pk.in_(queries)))
    connection.execute(sa.delete(run_query).where(run_query.c.pk.in_(queries)))
    connection.execute(sa.delete(run_table).where(*named))


def pooled_tags(connection: sa.Connection, campaign_pk: int) -> set[str]:
    """The tags of the runs that rounds of the campaign's pool name as theirs."""
    rounds = connection.scalars(sa.select(pool.c.params).where(pool.c.campaign_pk == campaign_pk))
    return {tag for params in rounds for tag in pooled_runs(params)}


def provenance(connection: sa.Connection, campaign_pk: int, query_id: str, doc_id: str) -> list[Provenance]:
    """The pooled runs that rank the paper, under any of its names, for the query; best rank first."""
    names = {doc_id}
    for pk, own in paper_pks(connection, [doc_id]).values():
        aliases = sa.select(paper_alias.c.alias).where(paper_alias.c.paper_pk == pk)
        names |= {own, *connection.scalars(aliases)}
    statement = (
        sa.select(run_table.c.tag, run_hit.c.rank, run_hit.c.score)
        .select_from(run_table)
        .join(run_query)
        .join(run_hit)
        .where(
            run_table.c.campaign_pk == campaign_pk,
            run_table.c.tag.in_(pooled_tags(connection, campaign_pk)),
            run_query.c.query_id == query_id,
            run_hit.c.doc_id.in_(names),
        )
        .order_by(run_hit.c.rank, run_table.c.pk)
    )
    return [Provenance(*row) for row in connection.execute(statement)]
