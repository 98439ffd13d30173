"""Changes of single rows, each with the values before and after: collections, tags, folders."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby
from typing import Any, TypeAlias

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.dates import EARLIEST, believed
from assay.library.db.lookup import chunks, rows_where
from assay.library.db.schema import (
    UtcTime,
    assignment,
    collection,
    collection_paper,
    file,
    highlight,
    paper_file,
    paper_tag,
    query,
    reading,
    run_query,
    tag,
    typed_field,
    watched_folder,
)

RowChange: TypeAlias = Sequence[Any]
"""(table, columns before or None, columns after or None), of JSON values. None: there is no such row."""

Columns: TypeAlias = Mapping[str, object]
"""Names of columns and what they hold, as JSON values."""

_TABLES = {
    table.name: table
    for table in (
        assignment,
        query,
        run_query,
        collection,
        collection_paper,
        tag,
        paper_tag,
        typed_field,
        watched_folder,
        file,
        paper_file,
        highlight,
        reading,
    )
}
_WORDS = {
    "assignment": "A pair",
    "collection": "The collection",
    "query": "The query",
    "tag": "The tag",
    "file": "The file",
    "highlight": "The highlight",
    "reading": "The reading mark of a paper",
    "run_query": "A run's query",
}
_TIMES = {"assignment": frozenset({"lease_until_utc", "assigned_at_utc", "withdrawn_at_utc"})}
"""Columns that time itself changes: a row is as it was whatever stands there, as long as one does or none."""


def as_json(row: Columns) -> dict[str, object]:
    """Return the row with its times as texts."""
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in row.items()}


def change_rows(connection: sa.Connection, changes: Sequence[RowChange], *, forward: bool) -> None:
    """Make the changes in order or, unless `forward`, undoes them from the last to the first.

    A row that is to come and is there already stays as it is, and so does one that is to go and is gone.
    Raises BadInput where a row that is to be changed is not as it was.
    """
    steps = changes if forward else [(table, after, before) for table, before, after in reversed(changes)]
    for (name, kind), group in groupby(steps, key=lambda step: (step[0], _kind(step))):
        rows = [(step[1], step[2]) for step in group]
        {"insert": _insert, "delete": _delete, "update": _update}[kind](connection, _TABLES[name], rows)


Rows: TypeAlias = Sequence[tuple[Columns, Columns]]


def _kind(step: RowChange) -> str:
    return "insert" if step[1] is None else "delete" if step[2] is None else "update"


def _insert(connection: sa.Connection, table: sa.Table, rows: Rows) -> None:
    there = _there(connection, table, [after for _, after in rows])
    new = {_key(table, after): _stored(table, after) for _, after in rows}
    for chunk in chunks([row for key, row in new.items() if key not in there]):
        connection.execute(sa.insert(table), list(chunk))


def _delete(connection: sa.Connection, table: sa.Table, rows: Rows) -> None:
    names = [column.name for column in table.primary_key]
    own = (table.c[name] == sa.bindparam(f"the_{name}") for name in names)
    statement = sa.delete(table).where(*own)
    for chunk in chunks([{f"the_{name}": before[name] for name in names} for before, _ in rows]):
        connection.execute(statement, list(chunk))


def _update(connection: sa.Connection, table: sa.Table, rows: Rows) -> None:
    for before, after in rows:
        own = [table.c[column.name] == before[column.name] for column in table.primary_key]
        loose = _TIMES.get(table.name, frozenset())
        as_it_was = [
            table.c[name].is_not_distinct_from(value)
            if name not in loose
            else (table.c[name].is_(None) if value is None else table.c[name].is_not(None))
            for name, value in _stored(table, before).items()
        ]
        values = _stored(table, after) | (_noted_now(connection, after) if table is assignment else {})
        try:
            done = connection.execute(sa.update(table).where(*own, *as_it_was).values(**values))
        except sa.exc.IntegrityError as error:
            name = after.get("name") or after.get("query_id") or ""
            raise BadInput("'{0}' is now the name of another one, so nothing was changed.", name) from error
        if not done.rowcount:
            name = before.get("name") or before.get("query_id")
            what = f"{_WORDS[table.name]} '{name}'" if name else _WORDS[table.name]
            raise BadInput("{0} has changed meanwhile, so nothing was changed. Change that back first.", what)


def _noted_now(connection: sa.Connection, after: Columns) -> dict[str, datetime]:
    """Note when a pair is assigned or withdrawn, each time again: on other machines the later word holds."""
    names = ("assigned_at_utc", "withdrawn_at_utc")
    own = [assignment.c[column.name] == after[column.name] for column in assignment.primary_key]
    moments = connection.execute(sa.select(*(assignment.c[name] for name in names)).where(*own)).first() or ()
    now = datetime.now(UTC)
    known = [believed(at, now, EARLIEST) for at in moments if at is not None]
    now = max([now, *(at + timedelta(microseconds=1) for at in known)])
    return {names[after["withdrawn_at_utc"] is not None]: now}


def _there(connection: sa.Connection, table: sa.Table, rows: Iterable[Columns]) -> set[tuple[object, ...]]:
    """The keys of the table that some of these rows may have."""
    telling = table.c.paper_pk if "paper_pk" in table.c else next(iter(table.primary_key))
    values = {row[telling.name] for row in rows}
    return {tuple(row) for row in rows_where(connection, sa.select(*table.primary_key), telling, values)}


def _key(table: sa.Table, row: Columns) -> tuple[object, ...]:
    return tuple(row[column.name] for column in table.primary_key)


def _stored(table: sa.Table, row: Columns) -> dict[str, object]:
    """Return the row with its times as times."""
    times = {column.name for column in table.c if isinstance(column.type, UtcTime)}
    return {
        name: datetime.fromisoformat(value) if name in times and isinstance(value, str) else value
        for name, value in row.items()
    }
