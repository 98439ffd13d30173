"""What was done to a library that can be undone: the last of it first, then the one before, and again."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.changes import Change, make, take_back
from assay.library.schema_upkeep import action

if TYPE_CHECKING:
    from assay.library.connection import Database

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Action:
    """One entry of the history: "merge", "Merge 12 papers into 5", when, and whether it is undone now."""

    pk: int
    kind: str
    title: str
    done_at: datetime  # UTC
    undone: bool


class Actions:
    """The history of a library's actions. What a person does anew cannot be followed by a redo."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, *, limit: int = 100) -> list[Action]:
        """The last actions, the latest first."""
        statement = sa.select(*_COLUMNS).order_by(action.c.pk.desc()).limit(limit)
        with self._database.read() as connection:
            return [_action(row) for row in connection.execute(statement)]

    def undo(self) -> Action:
        """Undoes the last action that stands, exactly.

        Raises BadInput where there is none, or where a later change has made it impossible; nothing is
        changed then.
        """
        with self._database.write() as connection:
            statement = sa.select(*_COLUMNS, action.c.details).where(action.c.undone_at_utc.is_(None))
            row = connection.execute(statement.order_by(action.c.pk.desc()).limit(1)).one_or_none()
            if row is None:
                raise BadInput("There is nothing to undo in this library.")
            take_back(connection, Change(**row.details))
            _mark(connection, row.pk, undone_at=datetime.now(UTC))
        log.info("undid: %s", row.title)
        return _action(row, undone=True)

    def redo(self) -> Action:
        """Does the action again that was undone last. Raises BadInput as `undo` does."""
        with self._database.write() as connection:
            standing = sa.select(sa.func.coalesce(sa.func.max(action.c.pk), 0)).where(
                action.c.undone_at_utc.is_(None)
            )
            statement = sa.select(*_COLUMNS, action.c.details).where(action.c.pk > standing.scalar_subquery())
            row = connection.execute(statement.order_by(action.c.pk).limit(1)).one_or_none()
            if row is None:
                raise BadInput("There is nothing to do again in this library.")
            make(connection, Change(**row.details))
            _mark(connection, row.pk, undone_at=None)
        log.info("did again: %s", row.title)
        return _action(row, undone=False)


def act(connection: sa.Connection, kind: str, title: str, change: Change) -> Action:
    """Makes the change and writes it into the history, in the transaction that was begun."""
    make(connection, change)
    now = datetime.now(UTC)
    row = {"kind": kind, "title": title, "details": change.as_json(), "done_at_utc": now}
    pk = connection.execute(sa.insert(action).values(**row).returning(action.c.pk)).scalar_one()
    log.info("did: %s", title)
    return Action(pk, kind, title, now, undone=False)


_COLUMNS = (action.c.pk, action.c.kind, action.c.title, action.c.done_at_utc, action.c.undone_at_utc)


def _action(row: sa.Row[*tuple[Any, ...]], *, undone: bool | None = None) -> Action:
    is_undone = row.undone_at_utc is not None if undone is None else undone
    return Action(row.pk, row.kind, row.title, row.done_at_utc, is_undone)


def _mark(connection: sa.Connection, pk: int, *, undone_at: datetime | None) -> None:
    connection.execute(sa.update(action).where(action.c.pk == pk).values(undone_at_utc=undone_at))
