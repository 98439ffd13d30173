"""Several reads and writes of a library as one: they see one state of it, and are kept or undone together."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

import sqlalchemy as sa

from assay.errors import LibraryError
from assay.library.database import Library
from assay.library.db.connection import Seat


@contextmanager
def snapshot(library: Library) -> Iterator[Library]:
    """The library as it is now, whatever others write during the block. Raises LibraryError on a write."""
    with library._database.read() as connection:
        yield Library(library.folder, _Begun(library._database.name, connection, writes=False))


@contextmanager
def together(library: Library) -> Iterator[Library]:
    """A library whose reads and writes in the block are one transaction: durable at its end, all or none.

    What is read in the block stays true until it ends, so read, decide and write in
    one block: a decision on what was read before it would undo what others wrote meanwhile. Others who write
    wait, so files are read before the block. What raises in the block undoes everything, so none of it may
    be caught inside.
    """
    with library._database.write() as connection:
        yield Library(library.folder, _Begun(library._database.name, connection, writes=True))


class _Begun:
    """A `Database` in which every transaction is the one that was begun already."""

    def __init__(self, name: str, connection: sa.Connection, *, writes: bool) -> None:
        self._name = name
        self._connection = connection
        self._writes = writes

    @property
    def name(self) -> str:
        return self._name

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        yield self._connection

    @contextmanager
    def write(self, seat: Seat | None = None) -> Iterator[sa.Connection]:  # noqa: ARG002 - one writes
        if not self._writes:
            raise LibraryError("{0} is only read here; nothing was written.", self._name)
        yield self._connection

    def rebuild(self) -> AbstractContextManager[sa.Connection]:
        raise LibraryError("{0} cannot be rebuilt in the middle of a transaction.", self._name)

    def refuse_writes(self, why: str) -> None:  # noqa: ARG002 - `write` says why
        self._writes = False

    def close(self) -> None:
        """Do nothing: the connection belongs to who began the transaction."""
