"""Everything that a library holds, to compare it before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.db.schema import file, metadata, paper

if TYPE_CHECKING:
    from assay.library import Library

# The history of what was done stays when it is undone, and the revision only ever grows.
OF_THE_HISTORY = {"action", "action_part", "counter", "import_batch", "index_mark"}
GROWING = {"changed_in"}


def dump(library: Library, *, last: dict[str, int] | None = None) -> dict[str, list[str]]:
    """table -> its rows as text, sorted.

    With `last`, as `last_of` gives it, without papers and files that came later, and what is theirs: those of
    an import that was undone stay in the database, removed.
    """
    with library._database.read() as connection:
        return {
            table.name: sorted(repr(tuple(row)) for row in connection.execute(_rows(table, last)))
            for table in metadata.sorted_tables
            if table.name not in OF_THE_HISTORY
        }


def last_of(library: Library) -> dict[str, int]:
    """The last pk of the papers and of the files."""
    with library._database.read() as connection:
        return {
            table.name: connection.scalar(sa.select(sa.func.coalesce(sa.func.max(table.c.pk), 0))) or 0
            for table in (paper, file)
        }


def _rows(table: sa.Table, last: dict[str, int] | None) -> sa.Select[*tuple[object, ...]]:
    statement = sa.select(*(column for column in table.c if column.name not in GROWING))
    for name, pk in (last or {}).items():
        column = table.c.pk if table.name == name else table.c.get(f"{name}_pk")
        if column is not None:
            statement = statement.where(column <= pk)
    return statement
