"""Saved searches, row by row: their names, and which of their papers are known or new."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.lookup import chunks, paper_pks, rows_where
from assay.library.db.schema import paper, paper_alias, paper_listing, saved_search
from assay.library.db.schema import saved_search_paper as table

KNOWN, NEW, NEAR = "known", "new", "near"

State = tuple[str, int]
"""(standing, rank), as schema.py says them."""


def require_free(connection: sa.Connection, name: str, *, but: int = 0) -> None:
    """Raise BadInput where a saved search other than `but` has this name, whatever its case."""
    listed = sa.select(saved_search.c.pk, saved_search.c.name).where(saved_search.c.removed_at_utc.is_(None))
    for pk, taken in connection.execute(listed):
        if pk != but and taken.casefold() == name.casefold():
            raise BadInput("A saved search '{0}' already exists. Choose another name.", taken)


def change_searches(connection: sa.Connection, changes: Sequence[Sequence[Any]]) -> None:
    """Change searches, each as (search, "name" or "removed", from, to).

    Raises BadInput where a search is not as `before` has it, or where another one has its name.
    """
    for pk, field, before, after in changes:
        row = connection.execute(sa.select(saved_search).where(saved_search.c.pk == pk)).one()
        removed = row.removed_at_utc is not None
        if (removed if field == "removed" else row.name) != before or (removed and field == "name"):
            raise BadInput("The saved search '{0}' has changed meanwhile, so nothing was saved.", row.name)
        values: dict[str, object] = {"name": after}
        if field == "removed":
            values = {"removed_at_utc": datetime.now(UTC) if after else None}
        if not (field == "removed" and after):
            require_free(connection, after if field == "name" else row.name, but=pk)
        connection.execute(sa.update(saved_search).where(saved_search.c.pk == pk).values(values))


def newest_paper(connection: sa.Connection) -> int:
    """Return the pk of the paper that was added last, removed or not; 0 without papers."""
    return connection.scalar(sa.select(sa.func.max(paper.c.pk))) or 0


def count_new(connection: sa.Connection) -> dict[int, int]:
    """search -> how many of its papers are new and not removed; searches without any are left out."""
    listed = sa.select(table.c.search_pk, sa.func.count()).join(
        paper_listing, paper_listing.c.paper_pk == table.c.paper_pk
    )
    counted = connection.execute(listed.where(table.c.standing == NEW).group_by(table.c.search_pk))
    return {row[0]: row[1] for row in counted}


def new_papers(connection: sa.Connection, search_pk: int) -> list[str]:
    """Return the doc_ids of what is new and not removed, best first."""
    listed = sa.select(paper_listing.c.doc_id).join(table, table.c.paper_pk == paper_listing.c.paper_pk)
    new = listed.where(table.c.search_pk == search_pk, table.c.standing == NEW)
    return [row[0] for row in connection.execute(new.order_by(table.c.rank, table.c.paper_pk))]


def take_in(
    connection: sa.Connection, search_pk: int, found: Sequence[str], *, counted: int, known_to: int
) -> list[str]:
    """Write the rows after a check, and return the doc_ids of what is new, best first.

    Of what was found, papers up to the pk `known_to` are known unless they were new before.
    """
    pks = paper_pks(connection, found, removed=False)
    ranked = {pks[doc_id][0]: doc_id for doc_id in found if doc_id in pks}
    before = _states(connection, search_pk)
    known = {pk for pk, (state, _) in before.items() if state == KNOWN}
    known |= {pk for pk in ranked if pk <= known_to and before.get(pk, (NEAR, 0))[0] != NEW}
    known |= _merged_from(connection, known, [pk for pk in ranked if pk not in known])
    after: dict[int, State] = dict.fromkeys(known, (KNOWN, 0))
    for rank, pk in enumerate(ranked, start=1):
        state = KNOWN if pk in known else NEW if rank <= counted else NEAR
        after[pk] = (state, rank if state == NEW else 1)
    _replace(connection, search_pk, before, after)
    return [doc_id for pk, doc_id in ranked.items() if after[pk][0] == NEW]


def mark_known(connection: sa.Connection, search_pk: int) -> None:
    """Mark what the last check found as known, and nothing else."""
    own = table.c.search_pk == search_pk
    connection.execute(sa.delete(table).where(own, table.c.rank == 0))
    connection.execute(sa.update(table).where(own).values(standing=KNOWN, rank=1))


def mark_new(connection: sa.Connection, search_pk: int, doc_ids: Sequence[str]) -> None:
    """Mark these papers as new, in this order, as far as they are there."""
    pks = paper_pks(connection, doc_ids, removed=False)
    before = _states(connection, search_pk)
    after = dict(before)
    for rank, doc_id in enumerate(doc_ids, start=1):
        if doc_id in pks:
            after[pks[doc_id][0]] = (NEW, rank)
    _replace(connection, search_pk, before, after)


def _states(connection: sa.Connection, search_pk: int) -> dict[int, State]:
    statement = sa.select(table.c.paper_pk, table.c.standing, table.c.rank)
    return {
        row[0]: (row[1], row[2])
        for row in connection.execute(statement.where(table.c.search_pk == search_pk))
    }


def _merged_from(connection: sa.Connection, known: set[int], others: Sequence[int]) -> set[int]:
    """Return those of the others into which a known paper was merged."""
    led = sa.select(paper_alias.c.paper_pk, paper.c.pk).join_from(
        paper_alias, paper, paper.c.doc_id == paper_alias.c.alias
    )
    return {row[0] for row in rows_where(connection, led, paper_alias.c.paper_pk, others) if row[1] in known}


def _replace(
    connection: sa.Connection, search_pk: int, before: Mapping[int, State], after: Mapping[int, State]
) -> None:
    """Write what is different: a search may have as many rows as the library has papers."""
    changed = [pk for pk, state in after.items() if before.get(pk) != state]
    _delete(connection, search_pk, [*(pk for pk in before if pk not in after), *changed])
    new = [
        {"search_pk": search_pk, "paper_pk": pk, "standing": after[pk][0], "rank": after[pk][1]}
        for pk in changed
    ]
    for chunk in chunks(new):
        connection.execute(sa.insert(table), list(chunk))


def _delete(connection: sa.Connection, search_pk: int, pks: Sequence[int]) -> None:
    for chunk in chunks(pks):
        connection.execute(
            sa.delete(table).where(table.c.search_pk == search_pk, table.c.paper_pk.in_(chunk))
        )
