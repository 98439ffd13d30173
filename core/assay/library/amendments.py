"""Fields of papers put right, of many papers in one action: suggestions that a person has accepted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import paper_rows as rows
from assay.library.actions import Action, act
from assay.library.changes import Change
from assay.library.lookup import paper_pks, require_known, rows_where, storable
from assay.library.schema import paper_key

if TYPE_CHECKING:
    from assay.library.connection import Database
    from assay.types import Paper

Amendment = tuple["Paper", "Paper", Sequence[str]]
"""A paper as it is, as it shall be, and its identity keys then."""


def amend(database: Database, amendments: Sequence[Amendment], *, n_fields: int) -> Action:
    """Writes the papers as they shall be; their keys are added to those that they have.

    All or none. Raises BadInput for a paper that is not there, or not any more as it was.
    """
    with database.write() as connection:
        wanted = [before.doc_id for before, _, _ in amendments]
        pks = {asked: pk for asked, (pk, _) in paper_pks(connection, wanted, removed=False).items()}
        require_known("paper", wanted, pks)
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
        what = "1 suggestion" if n_fields == 1 else f"{n_fields} suggestions"
        whose = "1 paper" if len(amendments) == 1 else f"{len(amendments)} papers"
        change = Change(fields=fields, keys=_new(connection, keys))
        return act(connection, "accept", f"Accept {what} for {whose}", change)


def _new(connection: sa.Connection, keys: dict[int, Sequence[str]]) -> list[tuple[int, str]]:
    statement = sa.select(paper_key.c.paper_pk, paper_key.c.key)
    known = {(row[0], row[1]) for row in rows_where(connection, statement, paper_key.c.paper_pk, list(keys))}
    return sorted({(pk, storable(key)) for pk, names in keys.items() for key in names} - known)
