"""What was done to a library that can be undone: the last of it first, then the one before, and again."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from assay.codec import from_json, to_json
from assay.errors import BadInput
from assay.library.db.connection import Database
from assay.library.db.lookup import inserted, paper_names
from assay.library.db.schema import action, action_part
from assay.library.history.changes import Change, make, take_back
from assay.types import Action, ActionArgs, ImportCounts

log = logging.getLogger(__name__)


class Actions:
    """The history of a library's actions. What a person does again cannot be followed by a redo."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, *, limit: int = 100) -> list[Action]:
        """Return the last actions, the latest first."""
        statement = sa.select(*_COLUMNS).order_by(action.c.pk.desc()).limit(limit)
        with self._database.read() as connection:
            return [_action(row) for row in connection.execute(statement)]

    def papers(self, pk: int) -> list[str]:
        """Return the doc_ids of the papers that an action added, removed, changed or filed, oldest first."""
        with self._database.read() as connection:
            changes = _changes(connection, pk)
            pks = {row[0] for each in changes for row in (*each.shown, *each.fields, *each.files)}
            pks.update(paper for each in changes for paper in each.hidden)
            states = (state for each in changes for _, *ends in each.rows for state in ends if state)
            pks.update(state["paper_pk"] for state in states if "paper_pk" in state)
            names = paper_names(connection, pks)
        return [names[each] for each in sorted(pks)]

    def undo(self, *, expected: int | None = None) -> Action:
        """Undo the last action that stands, exactly; where an action is `expected` by its pk, only that.

        Raises BadInput where there is none, where the last is another than expected, or where a later change
        has made it impossible; nothing is changed then.
        """
        with self._database.write() as connection:
            row = _last(connection)
            if expected is not None and row.pk != expected:
                raise BadInput(
                    "This is no longer the library's last change. Undo the later ones first: Edit history "
                    "lists them."
                )
            return _undo(connection, row)

    def undo_to(self, pk: int) -> list[Action]:
        """Undo this action and all later ones that stand, the last first; all of them or none.

        Raises BadInput as `undo` does.
        """
        undone: list[Action] = []
        with self._database.write() as connection:
            while not undone or undone[-1].pk > pk:
                undone.append(_undo(connection, _last(connection)))
        return undone

    def redo(self) -> Action:
        """Redo the action that was undone last, unless something new was done since.

        Raises BadInput as `undo` does.
        """
        with self._database.write() as connection:
            applied = sa.select(sa.func.coalesce(sa.func.max(action.c.pk), 0)).where(
                action.c.undone_at_utc.is_(None)
            )
            statement = sa.select(*_COLUMNS).where(
                action.c.pk > applied.scalar_subquery(), sa.not_(_left_behind())
            )
            row = connection.execute(statement.order_by(action.c.pk).limit(1)).one_or_none()
            if row is None:
                raise BadInput("Nothing to redo in this library.")
            for change in _changes(connection, row.pk):
                make(connection, change)
            _mark(connection, row.pk, undone_at=None)
        done = _action(row, undone=False)
        log.info("did again: %s", done.title)
        return done


class Recording:
    """One action that is written down while it is done, part by part, each with what it changes.

    So an interrupted import can be undone as far as it came. Nothing is written where nothing changed.
    """

    def __init__(self, kind: str, args: ActionArgs) -> None:
        """`args` has no counts yet: they grow with what is added."""
        self._kind = kind
        self._args = args
        self.added: set[str] = set()  # doc_ids of the papers that had not been there
        self._start()

    @property
    def pk(self) -> int:
        """The action's number in the history; 0 while nothing was changed."""
        return self._pk or 0

    def _start(self) -> None:
        self._pk: int | None = None
        self._n_parts = 0
        self._new: set[int] = set()
        self._changed: set[int] = set()
        self._back: set[int] = set()

    def add(self, actions: Actions, changes: Sequence[Change]) -> None:
        """Write down what was changed: in the transaction that changed it, of a library `together`."""
        changed = [change for change in changes if change]
        if not changed:
            return
        with actions._database.write() as connection:
            if self._pk is not None and not _stands(connection, self._pk):
                self._start()  # it was undone meanwhile: what follows is another action
            self._count(changed)
            args = self._counted()
            if self._pk is None:
                self._pk = _begin(connection, self._kind, args).pk
            else:
                values = {"args": to_json(args)}
                connection.execute(sa.update(action).where(action.c.pk == self._pk).values(**values))
            rows = [
                {"action_pk": self._pk, "number": number, "details": change.as_json()}
                for number, change in enumerate(changed, start=self._n_parts)
            ]
            connection.execute(sa.insert(action_part), rows)
            self._n_parts += len(rows)

    def _count(self, changes: Sequence[Change]) -> None:
        for change in changes:
            self._new.update(pk for pk, before in change.shown if before is None)
            self._back.update(pk for pk, before in change.shown if before is not None)
            self._changed.update(row[0] for row in (*change.fields, *change.files))

    def _counted(self) -> ActionArgs:
        """Return the action's arguments with the counts of papers so far; a paper counts once."""
        back = self._back - self._new
        counts = ImportCounts(len(self._new), len(self._changed - self._new - back), len(back))
        return replace(self._args, counts=counts)


def act(connection: sa.Connection, kind: str, args: ActionArgs, change: Change) -> Action:
    """Make the change and write it into the history, in the transaction that was begun."""
    change = replace(change, at=datetime.now(UTC).isoformat())
    make(connection, change)
    done = _begin(connection, kind, args, change)
    log.info("did: %s", done.title)
    return done


_COLUMNS = (action.c.pk, action.c.kind, action.c.done_at_utc, action.c.undone_at_utc, action.c.args)


def _last(connection: sa.Connection) -> sa.Row[*tuple[Any, ...]]:
    """Return the last action that stands. Raises BadInput where there is none."""
    applied = sa.select(*_COLUMNS).where(action.c.undone_at_utc.is_(None))
    row = connection.execute(applied.order_by(action.c.pk.desc()).limit(1)).one_or_none()
    if row is None:
        raise BadInput("Nothing to undo in this library.")
    return row


def _left_behind() -> sa.Exists:
    """Ask of an undone action whether another one was done after its undoing, even if undone too."""
    later = action.alias()
    return sa.exists().where(later.c.pk > action.c.pk, later.c.done_at_utc >= action.c.undone_at_utc)


def _undo(connection: sa.Connection, row: sa.Row[*tuple[Any, ...]]) -> Action:
    for change in reversed(_changes(connection, row.pk)):
        take_back(connection, change)
    _mark(connection, row.pk, undone_at=datetime.now(UTC))
    undone = _action(row, undone=True)
    log.info("undid: %s", undone.title)
    return undone


def _begin(connection: sa.Connection, kind: str, args: ActionArgs, change: Change | None = None) -> Action:
    now = datetime.now(UTC)
    details = {} if change is None else change.as_json()
    row = {"kind": kind, "args": to_json(args), "details": details, "done_at_utc": now}
    pk = inserted(connection, action, row)
    return Action(pk, kind, args, now, undone=False)


def _stands(connection: sa.Connection, pk: int) -> bool:
    statement = sa.select(action.c.pk).where(action.c.pk == pk, action.c.undone_at_utc.is_(None))
    return connection.scalar(statement) is not None


def _changes(connection: sa.Connection, pk: int) -> list[Change]:
    """Return what the action changes, in order."""
    whole = connection.scalar(sa.select(action.c.details).where(action.c.pk == pk))
    parts = sa.select(action_part.c.details).where(action_part.c.action_pk == pk)
    found = [whole, *connection.scalars(parts.order_by(action_part.c.number))]
    return [Change(**details) for details in found if details]


def _action(row: sa.Row[*tuple[Any, ...]], *, undone: bool | None = None) -> Action:
    is_undone = row.undone_at_utc is not None if undone is None else undone
    return Action(row.pk, row.kind, from_json(row.args, ActionArgs), row.done_at_utc, is_undone)


def _mark(connection: sa.Connection, pk: int, *, undone_at: datetime | None) -> None:
    connection.execute(sa.update(action).where(action.c.pk == pk).values(undone_at_utc=undone_at))
