"""What a person does to papers by hand: removes them, brings them back, writes their fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

import sqlalchemy as sa

from assay.errors import BadInput
from assay.items.view import changed_names
from assay.library import order_rows
from assay.library.db.connection import Database
from assay.library.db.lookup import paper_pks, require_known, rows_where, storable
from assay.library.db.schema import paper, paper_alias, paper_key, typed_field
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.history.row_changes import Columns, RowChange
from assay.library.rows import paper_rows as rows
from assay.types import Action, Paper

_LISTS = {field.name for field in fields(Paper) if field.name in rows.LISTS}


class PaperEdits:
    """Reads and writes of what was done by hand. A removed paper keeps its grades and its files."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def removed(self) -> list[Paper]:
        """The papers that were removed, the last one first; not those that were merged into another."""
        statement = sa.select(*rows.FIELDS).where(_gone())
        ordered = statement.order_by(paper.c.removed_at_utc.desc(), paper.c.pk.desc())
        with self._database.read() as connection:
            return [rows.paper_from(row) for row in connection.execute(ordered)]

    def n_removed(self) -> int:
        """Return the number of those papers."""
        with self._database.read() as connection:
            return connection.scalar(sa.select(sa.func.count()).select_from(paper).where(_gone())) or 0

    def typed(self, doc_ids: Sequence[str]) -> dict[str, dict[str, object]]:
        """doc_id -> field that a person wrote -> what stood there before; other papers are left out."""
        statement = sa.select(typed_field)
        with self._database.read() as connection:
            pks = {pk: own for pk, own in paper_pks(connection, doc_ids).values()}  # noqa: C416 - rows are no pairs to mypy
            found: dict[str, dict[str, object]] = {}
            for row in rows_where(connection, statement, typed_field.c.paper_pk, list(pks)):
                came_as = row.came_as["value"]
                value = tuple(came_as) if row.field in _LISTS else came_as
                found.setdefault(pks[row.paper_pk], {})[row.field] = value
        return found

    # -- actions ----------------------------------------------------------------------------------------

    def remove(self, doc_ids: Sequence[str]) -> Action:
        """Hide papers from the library; grades, tags and files stay. Raises BadInput for unknown ones."""
        with self._database.write() as connection:
            titles = order_rows.named(connection, doc_ids)
            return act(connection, "remove", order_rows.args_of(titles), Change(hidden=list(titles)))

    def bring_back(self, doc_ids: Sequence[str]) -> Action:
        """Bring removed papers back as they were. Raises BadInput for papers that are unknown or there."""
        statement = sa.select(paper.c.pk, paper.c.title, paper.c.removed_at_utc)
        with self._database.write() as connection:
            found = rows_where(connection, statement, paper.c.doc_id, doc_ids)
            removed = {row.pk: row for row in found if row.removed_at_utc is not None}
            known = paper_pks(connection, doc_ids)
            require_known("paper", doc_ids, known)
            if not removed:
                raise BadInput("None of these papers is removed.")
            change = Change(shown=[(pk, row.removed_at_utc.isoformat()) for pk, row in removed.items()])
            titles = {pk: row.title for pk, row in removed.items()}
            return act(connection, "bring back", order_rows.args_of(titles), change)

    def edit(self, edited: Paper, keys: Sequence[str]) -> Action:
        """Write a paper's fields as `edited` has them, with its identity keys next to those that it had.

        What `edited` does not change must have been read in the same transaction (`together`). Raises
        BadInput for a paper that is not there, and where nothing is another.
        """
        with self._database.write() as connection:
            titles = order_rows.named(connection, [edited.doc_id])
            ((pk, title),) = titles.items()
            before = rows.row_of(rows.papers_by_pk(connection, [pk])[pk])
            after = rows.row_of(edited)
            changed = [name for name in before if name != "doc_id" and before[name] != after[name]]
            if not changed:
                raise BadInput("Nothing to change: the paper is already like that.")
            change = Change(
                fields=[(pk, name, before[name], after[name]) for name in changed],
                keys=_new_keys(connection, pk, keys),
                rows=_new_typed(connection, pk, {name: before[name] for name in changed if name != "item"}),
            )
            return act(
                connection,
                "edit",
                order_rows.args_of({pk: title}, fields=_field_names(before, after, changed)),
                change,
            )


def _field_names(before: Columns, after: Columns, changed: Sequence[str]) -> list[str]:
    """The names of what was changed, an item's by its own fields."""
    names = [name for name in changed if name != "item"]
    if "item" in changed:
        names += changed_names(str(before["item"]), str(after["item"]))
    return list(dict.fromkeys(names))


def _gone() -> sa.ColumnElement[bool]:
    merged = sa.select(paper_alias.c.alias)
    return sa.and_(paper.c.removed_at_utc.is_not(None), paper.c.doc_id.not_in(merged))


def _new_keys(connection: sa.Connection, pk: int, keys: Sequence[str]) -> list[tuple[int, str]]:
    known = set(connection.scalars(sa.select(paper_key.c.key).where(paper_key.c.paper_pk == pk)))
    return sorted((pk, key) for key in {storable(key) for key in keys} - known)


def _new_typed(connection: sa.Connection, pk: int, came_as: Columns) -> list[RowChange]:
    """Return what was written before as it came: that is what later imports are compared with."""
    known = set(connection.scalars(sa.select(typed_field.c.field).where(typed_field.c.paper_pk == pk)))
    return [
        ("typed_field", None, {"paper_pk": pk, "field": name, "came_as": {"value": value}})
        for name, value in came_as.items()
        if name not in known
    ]
