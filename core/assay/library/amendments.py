"""Fields of papers put right, of many papers in one action: suggestions that a person has accepted."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import order_rows
from assay.library.db.connection import Database
from assay.library.db.lookup import rows_where, storable
from assay.library.db.schema import paper_key
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.rows import paper_rows as rows
from assay.types import Action, Paper

Amendment = tuple["Paper", "Paper", Sequence[str]]
"""A paper as it is, as it shall be, and its identity keys then."""


def amend(database: Database, amendments: Sequence[Amendment]) -> Action:
    """Writes the papers as they shall be; their keys are added to those that they have.

    All or none, each paper once. Raises BadInput for a paper that is not there, or not any more as it was.
    """
    with database.write() as connection:
        wanted = [before.doc_id for before, _, _ in amendments]
        titles = order_rows.named(connection, wanted)
        pks = dict(zip(wanted, titles, strict=True))
        stored = rows.papers_by_pk(connection, list(pks.values()))
        fields = []
        for before, after, _ in amendments:
            pk, old, new = pks[before.doc_id], rows.row_of(before), rows.row_of(after)
            if rows.row_of(stored[pk]) != old:
                raise BadInput(
                    f"'{before.doc_id}' was changed since, so nothing was written. Look at it again."
                )
            fields += [(pk, name, old[name], new[name]) for name in old if old[name] != new[name]]
        keys = {pks[before.doc_id]: names for before, _, names in amendments}
        names = dict.fromkeys(name for _, name, _, _ in fields)
        args = order_rows.args_of(titles, fields=names)
        return act(connection, "accept", args, Change(fields=fields, keys=_new(connection, keys)))


def _new(connection: sa.Connection, keys: dict[int, Sequence[str]]) -> list[tuple[int, str]]:
    statement = sa.select(paper_key.c.paper_pk, paper_key.c.key)
    known = {(row[0], row[1]) for row in rows_where(connection, statement, paper_key.c.paper_pk, list(keys))}
    return sorted({(pk, storable(key)) for pk, names in keys.items() for key in names} - known)
