"""Everything that a library holds, to compare it before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.schema import metadata

if TYPE_CHECKING:
    from assay.library import Library

# The history of what was done stays when it is undone, and the revision only ever grows.
OF_THE_HISTORY = {"action", "counter"}


def dump(library: Library) -> dict[str, list[str]]:
    """table -> its rows as text, sorted."""
    with library._database.read() as connection:
        return {
            table.name: sorted(repr(tuple(row)) for row in connection.execute(sa.select(table)))
            for table in metadata.sorted_tables
            if table.name not in OF_THE_HISTORY
        }
