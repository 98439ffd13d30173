"""The queries of a library: texts, and papers whose neighbours are wanted."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from assay.campaign_types import CampaignStatus
from assay.doc_ids import safe_id
from assay.errors import BadInput, LibraryError
from assay.library.campaigns.pool import made_pairs
from assay.library.db.connection import Database
from assay.library.db.lookup import chunks, paper_pks, query_pks, require_known, rows_where, storable
from assay.library.db.schema import HOME, judgement_current, pair, paper, query, run, run_query
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.history.row_changes import Columns, RowChange, as_json
from assay.library.rows import events
from assay.library.rows.campaign_rows import require_status
from assay.library.rows.pair_state import CONFLICT, STATES
from assay.types import Action, ActionArgs, JudgementState, Query

QUERIES = sa.select(
    query.c.query_id, query.c.text, paper.c.doc_id, query.c.description, query.c.narrative, query.c.source
).join_from(query, paper, isouter=True)

DESCRIBING = ("description", "narrative", "source")
"""What is written about a query beside its text."""


class Queries:
    """Reads and writes of queries.

    No import changes a query: its grades were given to what it says. A person can rename or remove the
    library's own; a removed one is hidden with its grades, of which none is lost.
    """

    def __init__(self, database: Database, *, campaign: int = HOME) -> None:
        self._database = database
        self._campaign = campaign
        self._every = QUERIES.where(query.c.campaign_pk == campaign)
        self._own = self._every.where(query.c.removed_at_utc.is_(None))

    def add(self, queries: Sequence[Query]) -> int:
        """Return the number of queries that are new, all or none of them written; a removed one comes back.

        Raises LibraryError where an id is taken by another query, BadInput for unknown papers and empty ids,
        and once the campaign is past grading.
        """
        allowed = (CampaignStatus.DRAFT, CampaignStatus.OPEN)
        with self._database.write() as connection:
            require_status(connection, self._campaign, allowed, "its queries are fixed")
            sources = paper_pks(connection, [q.doc_id for q in queries if q.doc_id is not None])
            require_known("paper", [q.doc_id for q in queries if q.doc_id is not None], sources)
            ids = [q.query_id for q in queries]
            known = {
                row[0]: Query(*row[:3]) for row in rows_where(connection, self._every, query.c.query_id, ids)
            }
            new: list[dict[str, object]] = []
            for given in queries:
                pk, doc_id = sources[given.doc_id] if given.doc_id is not None else (None, None)
                wanted = Query(_checked(given.query_id), storable(given.text), doc_id)
                if known.setdefault(given.query_id, wanted) != wanted:
                    raise LibraryError(
                        "Query '{0}' is in this library with another text or paper, and grades may stand "
                        "on it; nothing was added. Give the new query another id.",
                        given.query_id,
                    )
                described = {name: storable(getattr(given, name)) for name in DESCRIBING}
                new.append(
                    {"query_id": wanted.query_id, "text": wanted.text, "source_paper_pk": pk, **described}
                )
            back = _bring_back(connection, ids, self._campaign)
            rows = _not_yet(connection, new, self._campaign)
            if rows:
                connection.execute(sa.insert(query), rows)
        return len(rows) + back

    def rename(self, query_id: str, *, text: str | None = None, new_id: str | None = None) -> Action:
        """Give one of the library's queries another text, another id, or both; its grades and runs stay.

        The library's history can undo it. Raises BadInput for an unknown query, an id in use, an empty text,
        and where nothing changes.
        """
        with self._database.write() as connection:
            (before,) = self._rows(connection, [query_id])
            if text is not None:
                text = storable(" ".join(text.split()))
                if not text and before["source_paper_pk"] is None:
                    raise BadInput("The query is empty. Type its new text.")
            after = {
                **before,
                "query_id": before["query_id"] if new_id is None else safe_id(_checked(new_id)),
                "text": before["text"] if text is None else text,
            }
            if after == before:
                raise BadInput("The query '{0}' already has this text and id; nothing was changed.", query_id)
            if after["query_id"] != query_id:
                taken = sa.select(query.c.pk).where(query.c.campaign_pk == self._campaign)
                if connection.scalar(taken.where(query.c.query_id == after["query_id"])) is not None:
                    raise BadInput(
                        "This library has a query '{0}', or had it before it was removed. Choose another "
                        "id; nothing was changed.",
                        after["query_id"],
                    )
            rows = [
                _change("query", before, after),
                *self._in_runs(connection, query_id, str(after["query_id"])),
            ]
            shown = "query_id" if text is None else "text"
            names = str(before[shown]), str(after[shown])
            return act(connection, "rename query", ActionArgs(names=names), Change(rows=rows))

    def describe(self, query_id: str, *, description: str, narrative: str, source: str) -> Action:
        """Write what a query is about, for those who judge; the library's history can undo it.

        Raises BadInput for an unknown query, and where nothing changes.
        """
        given = {"description": description, "narrative": narrative, "source": source}
        with self._database.write() as connection:
            (before,) = self._rows(connection, [query_id])
            after = {**before, **{name: storable(text.strip()) for name, text in given.items()}}
            if after == before:
                raise BadInput("The query '{0}' already has this description; nothing was changed.", query_id)
            rows = [_change("query", before, after)]
            return act(connection, "describe query", ActionArgs(names=(_shown(before),)), Change(rows=rows))

    def merge(self, query_ids: Sequence[str], into: str) -> Action:
        """Give what was judged for some queries to another one, and hide them; one action that can be undone.

        Each assessor keeps what they gave: a grade of the target stands, else the first that one of
        `query_ids` has is recorded there, then a state such as "unsure", and notes where the target has none.
        The log of the hidden queries stays as it is. Raises BadInput for unknown queries, and where there is
        nothing to merge.
        """
        others = list(dict.fromkeys(each for each in query_ids if each != into))
        if not others:
            raise BadInput(
                "A query is merged into another one. Choose two different ones; nothing was changed."
            )
        now = datetime.now(UTC)
        with self._database.write() as connection:
            target, *rows = self._rows(connection, [into, *others])
            given = _given(connection, _pk(target), [_pk(row) for row in rows])
            changes = [_change("query", row, {**row, "removed_at_utc": now}) for row in rows]
            args = ActionArgs(len(rows), (_shown(target),))
            return act(connection, "merge queries", args, Change(rows=changes, given=given))

    def remove(self, query_ids: Sequence[str]) -> Action:
        """Hide some of the library's queries with their grades; the library's history can undo it.

        Raises BadInput for an unknown query.
        """
        now = datetime.now(UTC)
        with self._database.write() as connection:
            rows = self._rows(connection, list(dict.fromkeys(query_ids)))
            changes = [_change("query", row, {**row, "removed_at_utc": now}) for row in rows]
            args = ActionArgs(len(rows), (_shown(rows[0]),))
            return act(connection, "remove query", args, Change(rows=changes))

    def withdraw(self, query_id: str, *, redo: bool = False) -> bool:
        """Hide a query on which nothing stands, as its first grade was undone; `redo` brings it back.

        Returns whether it was hidden, or is shown again: one with anybody's grade, state or note stays. It
        is no action of the history, as adding a query is none.
        """
        now = judgement_current.c
        stands = sa.or_(now.state.is_not(None), now.note != "")
        judged = sa.exists().where(pair.c.query_pk == query.c.pk, now.pair_pk == pair.c.pk, stands)
        with self._database.write() as connection:
            if redo:
                return bool(_bring_back(connection, [query_id], self._campaign))
            own = sa.update(query).where(query.c.campaign_pk == self._campaign, query.c.query_id == query_id)
            bare = own.where(query.c.removed_at_utc.is_(None), sa.not_(judged))
            return bool(connection.execute(bare.values(removed_at_utc=datetime.now(UTC))).rowcount)

    def _rows(self, connection: sa.Connection, query_ids: Sequence[str]) -> list[Columns]:
        """Return the rows of queries of the library's own. Raises BadInput for unknown ones."""
        if self._campaign != HOME:
            raise BadInput("A campaign's queries stay as they are: others' grades were given to them.")
        known = query_pks(connection, query_ids, campaign=self._campaign)
        unknown = [query_id for query_id in query_ids if query_id not in known]
        if unknown or not query_ids:
            named = f"No query '{unknown[0]}' in this library" if unknown else "No query was named"
            raise BadInput("{0}; nothing was changed.", named, advice="`assay queries list` shows them.")
        every = rows_where(connection, sa.select(*query.c), query.c.query_id, query_ids)
        found = {row.query_id: dict(row._mapping) for row in every if row.campaign_pk == self._campaign}
        return [found[query_id] for query_id in query_ids]

    def _in_runs(self, connection: sa.Connection, old: str, new: str) -> list[RowChange]:
        """Return what renames the query in the runs that were kept: they know it by its id."""
        if old == new:
            return []
        statement = sa.select(*run_query.c).join(run, run.c.pk == run_query.c.run_pk)
        own = statement.where(run.c.campaign_pk == self._campaign, run_query.c.query_id == old)
        found = [dict(row) for row in connection.execute(own).mappings()]
        return [_change("run_query", row, {**row, "query_id": new}) for row in found]

    def all(self) -> list[Query]:
        """Return every query in the order of adding."""
        with self._database.read() as connection:
            return [Query(*row) for row in connection.execute(self._own.order_by(query.c.pk))]

    def count(self) -> int:
        """Return how many queries there are."""
        with self._database.read() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(self._own.subquery())) or 0

    def get(self, query_id: str) -> Query | None:
        """Return the query of this id."""
        return self._first(query.c.query_id == query_id)

    def find_by_ids(self, query_ids: Collection[str]) -> dict[str, Query]:
        """query_id -> its query, in the order of adding; unknown ids are left out."""
        statement = self._own.add_columns(query.c.pk)
        with self._database.read() as connection:
            found = list(rows_where(connection, statement, query.c.query_id, query_ids))
        return {row.query_id: Query(*row[:-1]) for row in sorted(found, key=lambda row: row.pk)}

    def papers(self) -> dict[str, str]:
        """query_id -> doc_id of the queries that are papers: these are never their own results."""
        statement = self._own.where(query.c.source_paper_pk.is_not(None)).order_by(query.c.pk)
        with self._database.read() as connection:
            return {row.query_id: row.doc_id for row in connection.execute(statement)}

    def with_text(self, text: str) -> Query | None:
        """Return the oldest query of exactly this text that is not a paper."""
        if storable(text) != text:
            return None
        return self._first(query.c.text == text, query.c.source_paper_pk.is_(None))

    def with_paper(self, doc_id: str) -> Query | None:
        """Return the oldest query for the neighbours of the paper of this id."""
        return self._first(paper.c.doc_id == doc_id)

    def _first(self, *conditions: sa.ColumnElement[bool]) -> Query | None:
        statement = self._own.where(*conditions).order_by(query.c.pk).limit(1)
        with self._database.read() as connection:
            row = connection.execute(statement).first()
        return Query(*row) if row else None


def _given(connection: sa.Connection, target: int, others: Sequence[int]) -> list[events.Given]:
    """Return the events that give the target what was judged for the others.

    Where several are judged, the first counts. What is in conflict, there or at the target, stays as it is: a
    person settles it.
    """
    now = judgement_current.c
    statement = sa.select(pair.c.query_pk, pair.c.paper_pk, now.annotator_pk, now.state, now.grade, now.note)
    statement = statement.join(judgement_current, now.pair_pk == pair.c.pk)
    place = {pk: number for number, pk in enumerate((target, *others))}
    rows = list(rows_where(connection, statement, pair.c.query_pk, place))
    rows.sort(key=lambda row: (place[row.query_pk], row.paper_pk, row.annotator_pk))
    states: dict[tuple[int, int], sa.Row[*tuple[Any, ...]]] = {}
    notes: dict[tuple[int, int], sa.Row[*tuple[Any, ...]]] = {}
    for row in rows:
        key = (row.paper_pk, row.annotator_pk)
        is_grade = row.state == JudgementState.GRADE
        if row.state in STATES or (row.state is not None and row.query_pk == target):
            known = states.get(key)
            if known is None or (is_grade and known.state not in (JudgementState.GRADE, CONFLICT)):
                states[key] = row
        if row.note:
            notes.setdefault(key, row)
    new = [("state", row) for row in states.values()] + [("note", row) for row in notes.values()]
    new = [(kind, row) for kind, row in new if row.query_pk != target]
    pks = made_pairs(connection, [(target, row.paper_pk) for _, row in new])
    return [
        (str(uuid.uuid4()), pks[target, row.paper_pk], row.annotator_pk, "note", None, row.note)
        if kind == "note"
        else (str(uuid.uuid4()), pks[target, row.paper_pk], row.annotator_pk, row.state, row.grade, None)
        for kind, row in new
    ]


def _shown(row: Columns) -> str:
    return str(row["text"] or row["query_id"])


def _pk(row: Columns) -> int:
    return int(str(row["pk"]))


def _change(table: str, before: Columns, after: Columns) -> RowChange:
    return (table, as_json(before), as_json(after))


def _bring_back(connection: sa.Connection, query_ids: Sequence[str], campaign: int) -> int:
    """Show those of the queries again that were removed; return their number."""
    removed = sa.select(query.c.pk).where(
        query.c.campaign_pk == campaign, query.c.removed_at_utc.is_not(None)
    )
    pks = [row[0] for row in rows_where(connection, removed, query.c.query_id, query_ids)]
    for chunk in chunks(pks):
        connection.execute(sa.update(query).where(query.c.pk.in_(chunk)).values(removed_at_utc=None))
    return len(pks)


def _checked(query_id: str) -> str:
    if not query_id or storable(query_id) != query_id:
        raise BadInput(
            "A query cannot have the id {0}; give it one that is text and not empty.", repr(query_id)
        )
    return query_id


def _not_yet(
    connection: sa.Connection, rows: Sequence[dict[str, object]], campaign: int
) -> list[dict[str, object]]:
    """Return the rows whose query_id the campaign lacks, each once."""
    wanted = {str(row["query_id"]): {**row, "campaign_pk": campaign} for row in rows}
    for query_id in query_pks(connection, list(wanted), campaign=campaign):
        del wanted[query_id]
    return list(wanted.values())
