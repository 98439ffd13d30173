"""The queries of a library: texts, and papers whose neighbours are wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus
from assay.errors import BadInput, LibraryError
from assay.library.campaign_rows import require_status
from assay.library.lookup import paper_pks, query_pks, require_known, rows_where, storable
from assay.library.schema import HOME, paper, query
from assay.types import Query

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.connection import Database

QUERIES = sa.select(query.c.query_id, query.c.text, paper.c.doc_id).join_from(query, paper, isouter=True)


class Queries:
    """Reads and writes of queries. A query never changes: its grades were given to what it says."""

    def __init__(self, database: Database, *, campaign: int = HOME) -> None:
        self._database = database
        self._campaign = campaign
        self._own = QUERIES.where(query.c.campaign_pk == campaign)

    def add(self, queries: Sequence[Query]) -> int:
        """The number of queries that are new, all or none of them written.

        Raises LibraryError where an id is taken by another query, BadInput for unknown papers and empty ids,
        and once the campaign is past grading.
        """
        allowed = (CampaignStatus.DRAFT, CampaignStatus.OPEN)
        with self._database.write() as connection:
            require_status(connection, self._campaign, allowed, "its queries are fixed")
            sources = paper_pks(connection, [q.doc_id for q in queries if q.doc_id is not None])
            require_known("paper", [q.doc_id for q in queries if q.doc_id is not None], sources)
            ids = [q.query_id for q in queries]
            known = {row[0]: Query(*row) for row in rows_where(connection, self._own, query.c.query_id, ids)}
            new: list[dict[str, object]] = []
            for given in queries:
                pk, doc_id = sources[given.doc_id] if given.doc_id is not None else (None, None)
                wanted = Query(_checked(given.query_id), storable(given.text), doc_id)
                if known.setdefault(given.query_id, wanted) != wanted:
                    raise LibraryError(
                        f"Query '{given.query_id}' is in this library with another text or paper, and grades "
                        "may stand on it; nothing was added. Give the new query another id."
                    )
                new.append({"query_id": wanted.query_id, "text": wanted.text, "source_paper_pk": pk})
            rows = _not_yet(connection, new, self._campaign)
            if rows:
                connection.execute(sa.insert(query), rows)
        return len(rows)

    def all(self) -> list[Query]:
        """Every query in the order of adding."""
        with self._database.read() as connection:
            return [Query(*row) for row in connection.execute(self._own.order_by(query.c.pk))]

    def get(self, query_id: str) -> Query | None:
        with self._database.read() as connection:
            row = connection.execute(self._own.where(query.c.query_id == query_id)).first()
        return Query(*row) if row else None


def _checked(query_id: str) -> str:
    if not query_id or storable(query_id) != query_id:
        raise BadInput(f"A query cannot have the id {query_id!r}; give it one that is text and not empty.")
    return query_id


def _not_yet(
    connection: sa.Connection, rows: Sequence[dict[str, object]], campaign: int
) -> list[dict[str, object]]:
    """The rows whose query_id the campaign lacks, each once."""
    wanted = {str(row["query_id"]): {**row, "campaign_pk": campaign} for row in rows}
    for query_id in query_pks(connection, list(wanted), campaign=campaign):
        del wanted[query_id]
    return list(wanted.values())
