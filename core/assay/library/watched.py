"""The folders that a library watches, and the lists of papers that were imported before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import sqlalchemy as sa

from assay.library.lookup import rows_where
from assay.library.schema import import_batch
from assay.library.schema_files import watched_folder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay.library.connection import Database


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

    def add(self, path: str) -> None:
        """Watches a folder from now on; one that is watched already stays so."""
        with self._database.write() as connection:
            known = sa.select(watched_folder.c.path).where(watched_folder.c.path == path)
            if not connection.execute(known).first():
                row = {"path": path, "added_at_utc": datetime.now(UTC)}
                connection.execute(sa.insert(watched_folder), row)

    def remove(self, path: str) -> bool:
        """Watches a folder no more; its papers and files stay. Whether it was watched."""
        with self._database.write() as connection:
            gone = connection.execute(sa.delete(watched_folder).where(watched_folder.c.path == path))
            return gone.rowcount > 0

    def looked(self, path: str) -> None:
        """Notes that a folder was looked through to the end."""
        own = sa.update(watched_folder).where(watched_folder.c.path == path)
        with self._database.write() as connection:
            connection.execute(own.values(looked_at_utc=datetime.now(UTC)))

    def imported(self, sha256s: Sequence[str]) -> set[str]:
        """Those of these checksums whose lists were imported before."""
        statement = sa.select(import_batch.c.sha256)
        with self._database.read() as connection:
            return {row[0] for row in rows_where(connection, statement, import_batch.c.sha256, sha256s)}
