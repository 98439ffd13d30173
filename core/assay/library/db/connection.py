"""The one way to a library's database, whatever keeps it: sqlite.py for a file, server.py for PostgreSQL."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

import sqlalchemy as sa


class Seat(NamedTuple):
    """Where one person judges: a campaign's pk and a handle."""

    campaign: int
    assessor: str


class Database(Protocol):
    """Reads and writes of one library. Each transaction belongs to the thread that began it.

    Writes of all callers are serial: a write sees all that was written before it began, so what
    it reads stays true until it ends. What differs between databases ends here and in the migrations.
    """

    @property
    def name(self) -> str:
        """What messages call the library: its file, or its server's address without the password."""

    def read(self) -> AbstractContextManager[sa.Connection]:
        """Return a transaction that sees one state of the library. Raises LibraryError."""

    def write(self, seat: Seat | None = None) -> AbstractContextManager[sa.Connection]:
        """A transaction that is durable when the block ends, and undone if it raises. Raises LibraryError.

        With a seat it may run while those of other seats do: it judges as this person, and changes nothing
        that others decide on.
        """

    def rebuild(self) -> AbstractContextManager[sa.Connection]:
        """A write in which tables may be changed or replaced by copies of themselves. Raises LibraryError."""

    def refuse_writes(self, why: str) -> None:
        """Let every write fail from now on, by the database itself too; `why` is what messages say."""

    def close(self) -> None:
        """Give back every connection."""
