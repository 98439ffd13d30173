"""What an action changes in a library, in full, so that it can be done, undone and done again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library.db.lookup import chunks, paper_names, rows_where
from assay.library.db.schema import not_duplicate, paper, paper_alias, paper_file, paper_key, paper_version
from assay.library.history.row_changes import RowChange, change_rows
from assay.library.rows import events, paper_rows
from assay.library.rows.assignment_rows import require_assignable
from assay.library.rows.search_rows import change_searches
from assay.messages import Message, message
from assay.types import Paper

Pair = Sequence[Any]


@dataclass(frozen=True)
class Change:
    """Rows before and after an action, by the papers' pks. All of it can be written as JSON.

    `fields` are (paper, name, before, after); `hidden` the papers that it removes; `shown` (paper, when it
    had been removed, or None) those that it adds or brings back; `aliases` (alias, paper that it named before
    or None, paper that it names after). Then come rows that it adds: `keys` (paper, key), `files` (paper,
    file), `apart` (paper, other), `versions` (preprint, published); `searches` are (saved search, "name" or
    "removed", before, after), and `rows` are as row_changes.py tells them. `given` are judgement events of
    its own (rows/events.py), which stay in the log: undone, others take them back. `at` is when it was first
    made, in ISO 8601: made again, it leaves the times that it left then.
    """

    fields: Sequence[Sequence[Any]] = ()
    hidden: Sequence[int] = ()
    shown: Sequence[Sequence[Any]] = ()
    aliases: Sequence[Sequence[Any]] = ()
    keys: Sequence[Pair] = ()
    files: Sequence[Pair] = ()
    apart: Sequence[Pair] = ()
    versions: Sequence[Pair] = ()
    searches: Sequence[Sequence[Any]] = ()
    rows: Sequence[RowChange] = ()
    given: Sequence[Sequence[Any]] = ()
    at: str = ""

    def __bool__(self) -> bool:
        return bool(self.as_json().keys() - {"at"})

    def as_json(self) -> dict[str, object]:
        """Return what is not empty of it."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass
class _Now:
    """The papers that a change concerns, as they are; `papers` are those of which fields change."""

    papers: Mapping[int, Paper]
    removed: set[int]
    names: Mapping[int, str]
    aliases: Mapping[str, int] = field(default_factory=dict)


def make(connection: sa.Connection, change: Change) -> None:
    """Make the change. Raises BadInput, having changed nothing, where its papers are not as before it."""
    now, at = _now(connection, change), _time(change.at)
    _require(now, change, forward=True)
    change_searches(connection, change.searches)
    paper_rows.show_papers(connection, [pk for pk, _ in change.shown])
    _set_fields(connection, now, {(pk, name): after for pk, name, _, after in change.fields})
    paper_rows.hide_papers(connection, dict.fromkeys(change.hidden, at))
    _point(connection, {alias: after for alias, _, after in change.aliases})
    paper_rows.add_keys(connection, _gathered(change.keys))
    _insert(connection, paper_file, change.files, ("paper_pk", "file_pk"))
    _insert(connection, not_duplicate, change.apart, ("paper_pk", "other_pk"), {"said_at_utc": at})
    _insert(connection, paper_version, change.versions, ("preprint_pk", "published_pk"))
    change_rows(connection, change.rows, forward=True)
    events.give(connection, change.given)
    require_assignable(connection, _assigned(change))
    paper_rows.count_change(connection)


def take_back(connection: sa.Connection, change: Change) -> None:
    """Undo the change. Raises BadInput, having changed nothing, where they are not as it left them."""
    now = _now(connection, change)
    _require(now, change, forward=False)
    change_searches(connection, [(pk, name, after, before) for pk, name, before, after in change.searches])
    events.take_back(connection, change.given)
    change_rows(connection, change.rows, forward=False)
    require_assignable(connection, _assigned(change))
    _delete(connection, paper_version, change.versions, ("preprint_pk", "published_pk"))
    _delete(connection, not_duplicate, change.apart, ("paper_pk", "other_pk"))
    _delete(connection, paper_file, change.files, ("paper_pk", "file_pk"))
    _delete(connection, paper_key, change.keys, ("paper_pk", "key"))
    _point(connection, {alias: before for alias, before, _ in change.aliases})
    paper_rows.show_papers(connection, change.hidden)
    _set_fields(connection, now, {(pk, name): before for pk, name, before, _ in change.fields})
    paper_rows.hide_papers(connection, {pk: _time(before) for pk, before in change.shown})
    paper_rows.count_change(connection)


def _time(stored: str | None) -> datetime:
    """Return the time; now where none is stored, as for a paper that had not been there when it was added."""
    return datetime.fromisoformat(stored) if stored else datetime.now(UTC)


def _assigned(change: Change) -> set[tuple[int, int]]:
    """Return the (pair, annotator) whose assignments it changes."""
    rows = [after for table, _, after in change.rows if table == "assignment"]
    return {(row["pair_pk"], row["annotator_pk"]) for row in rows}


# -- whether it can be done ---------------------------------------------------------------------------------


def _now(connection: sa.Connection, change: Change) -> _Now:
    pks = {row[0] for row in change.fields} | set(change.hidden) | {row[2] for row in change.aliases}
    pks |= {row[0] for row in change.shown}
    statement = sa.select(paper.c.pk, paper.c.removed_at_utc)
    removed = {row[0] for row in rows_where(connection, statement, paper.c.pk, pks) if row[1] is not None}
    named = sa.select(paper_alias.c.alias, paper_alias.c.paper_pk)
    aliases = [row[0] for row in change.aliases]
    return _Now(
        papers=paper_rows.papers_by_pk(connection, list({row[0] for row in change.fields})),
        removed=removed,
        names=paper_names(connection, pks),
        aliases={row[0]: row[1] for row in rows_where(connection, named, paper_alias.c.alias, aliases)},
    )


def _require(now: _Now, change: Change, *, forward: bool) -> None:
    """Raise BadInput unless the library is as the change found it or, for undoing, as it left it."""
    shown = [row[0] for row in change.shown]
    for pks, should_be_there in ((change.hidden, forward), (shown, not forward)):
        for pk in pks:
            if (pk in now.removed) == should_be_there:
                raise _too_late(now.names[pk], _REMOVED if should_be_there else message("was restored since"))
    touched = {row[0] for row in change.fields} | {row[2] for row in change.aliases}
    for pk in sorted(touched - set(change.hidden) - set(shown)):
        if pk in now.removed:
            raise _too_late(now.names[pk], _REMOVED)
    stored = {pk: paper_rows.row_of(now.papers[pk]) for pk in {row[0] for row in change.fields}}
    for pk, name, before, after in change.fields:
        if stored[pk][name] != (before if forward else after):
            raise _too_late(now.names[pk], message("has another {0} since", _WORDS.get(name, name)))
    for alias, before, after in change.aliases:
        if now.aliases.get(alias) != (before if forward else after):
            raise _too_late(alias, message("names another paper since"))


_REMOVED = message("was removed since")
_WORDS = {"doi": "DOI", "arxiv_id": "arXiv id", "pmid": "PMID", "url": "address", "tldrs": "summary"}


def _too_late(name: str, what: Message) -> BadInput:
    return BadInput(
        "'{0}' {1}, so nothing was changed. Change that back first, or restore a backup.", name, what
    )


# -- doing it -----------------------------------------------------------------------------------------------


def _set_fields(connection: sa.Connection, now: _Now, values: Mapping[tuple[int, str], Any]) -> None:
    changed = {pk: paper_rows.row_of(now.papers[pk]) for pk, _ in values}
    for (pk, name), value in values.items():
        changed[pk][name] = value
    paper_rows.replace_papers(connection, changed)
    paper_rows.list_papers(connection, paper_rows.papers_by_pk(connection, list(changed)))


def _point(connection: sa.Connection, aliases: Mapping[str, int | None]) -> None:
    """Make each alias name the paper, or none."""
    for chunk in chunks([alias for alias, pk in aliases.items() if pk is None]):
        connection.execute(sa.delete(paper_alias).where(paper_alias.c.alias.in_(chunk)))
    paper_rows.point_aliases(connection, {alias: pk for alias, pk in aliases.items() if pk is not None})


def _gathered(pairs: Sequence[Pair]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {}
    for pk, key in pairs:
        found.setdefault(pk, []).append(key)
    return found


def _insert(
    connection: sa.Connection,
    table: sa.Table,
    pairs: Sequence[Pair],
    names: tuple[str, str],
    more: Mapping[str, object] | None = None,
) -> None:
    """Add the rows; one that came otherwise meanwhile is left as it is."""
    first, second = (table.c[name] for name in names)
    there = {tuple(row) for row in rows_where(connection, sa.select(first, second), first, _firsts(pairs))}
    new = [pair for pair in dict.fromkeys(map(tuple, pairs)) if pair not in there]
    for chunk in chunks([{**dict(zip(names, pair, strict=True)), **(more or {})} for pair in new]):
        connection.execute(sa.insert(table), list(chunk))


def _delete(
    connection: sa.Connection, table: sa.Table, pairs: Sequence[Pair], names: tuple[str, str]
) -> None:
    first, second = (table.c[name] for name in names)
    statement = sa.delete(table).where(first == sa.bindparam("one"), second == sa.bindparam("two"))
    for chunk in chunks(pairs):
        connection.execute(statement, [{"one": one, "two": two} for one, two in chunk])


def _firsts(pairs: Sequence[Pair]) -> list[object]:
    return [pair[0] for pair in pairs]
