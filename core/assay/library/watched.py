"""The folders that a library watches, and the lists of papers that were imported before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import sqlalchemy as sa

from assay.library.db.connection import Database
from assay.library.db.lookup import rows_where
from assay.library.db.schema import import_batch, watched_folder
from assay.library.history.actions import act
from assay.library.history.changes import Change
from assay.library.history.row_changes import Columns, as_json
from assay.types import Action, ActionArgs


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """`looked_at` is when it was last looked through to the end; None if it never was."""

    path: str
    looked_at: datetime | None


class WatchedFolders:
    """Reads and writes of watched folders."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[WatchedFolder]:
        """By their paths."""
        statement = sa.select(watched_folder.c.path, watched_folder.c.looked_at_utc)
        with self._database.read() as connection:
            rows = connection.execute(statement.order_by(watched_folder.c.path))
            return [WatchedFolder(*row) for row in rows]

    def add(self, path: str) -> Action | None:
        """Watch a folder from now on; None for one that is watched already."""
        with self._database.write() as connection:
            if _row(connection, path) is not None:
                return None
            row = {"path": path, "added_at_utc": datetime.now(UTC), "looked_at_utc": None}
            change = Change(rows=[("watched_folder", None, as_json(row))])
            return act(connection, "watch folder", ActionArgs(names=(path,)), change)

    def remove(self, path: str) -> Action | None:
        """Watch a folder no more; its papers and files stay. None for one that is not watched."""
        with self._database.write() as connection:
            row = _row(connection, path)
            if row is None:
                return None
            change = Change(rows=[("watched_folder", as_json(row), None)])
            return act(connection, "unwatch folder", ActionArgs(names=(path,)), change)

    def mark_checked(self, path: str) -> None:
        """Note that a folder was looked through to the end."""
        own = sa.update(watched_folder).where(watched_folder.c.path == path)
        with self._database.write() as connection:
            connection.execute(own.values(looked_at_utc=datetime.now(UTC)))

    def imported(self, sha256s: Sequence[str]) -> set[str]:
        """Return those of these checksums whose lists were imported before."""
        statement = sa.select(import_batch.c.sha256)
        with self._database.read() as connection:
            return {row[0] for row in rows_where(connection, statement, import_batch.c.sha256, sha256s)}


def _row(connection: sa.Connection, path: str) -> Columns | None:
    statement = sa.select(watched_folder).where(watched_folder.c.path == path)
    row = connection.execute(statement).one_or_none()
    return None if row is None else dict(row._mapping)
