"""What an action changes in a library: told in full, so that it can be done, undone and done again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from assay.errors import BadInput
from assay.library import paper_rows as rows
from assay.library.lookup import chunks, paper_names, rows_where
from assay.library.schema import paper, paper_alias, paper_key
from assay.library.schema_files import paper_file
from assay.library.schema_upkeep import not_duplicate, paper_version
from assay.library.search_rows import change_searches

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.types import Paper

Pair = Sequence[Any]


@dataclass(frozen=True)
class Change:
    """Rows before and after an action, by the papers' pks. All of it can be written as JSON.

    `fields` are (paper, name, before, after); `hidden` the papers that it removes; `aliases` (alias, paper
    that it named before or None, paper that it names after); the others are rows that it adds: `keys` (paper,
    key), `files` (paper, file), `apart` (paper, other), `versions` (preprint, published). `searches` are
    (saved search, "name" or "removed", before, after).
    """

    fields: Sequence[Sequence[Any]] = ()
    hidden: Sequence[int] = ()
    aliases: Sequence[Sequence[Any]] = ()
    keys: Sequence[Pair] = ()
    files: Sequence[Pair] = ()
    apart: Sequence[Pair] = ()
    versions: Sequence[Pair] = ()
    searches: Sequence[Sequence[Any]] = ()

    def __bool__(self) -> bool:
        return bool(self.as_json())

    def as_json(self) -> dict[str, object]:
        """What is not empty of it."""
        return {name: value for name, value in vars(self).items() if value}


@dataclass
class _Now:
    """The papers that a change concerns, as they are."""

    papers: Mapping[int, Paper]
    removed: set[int]
    names: Mapping[int, str]
    aliases: Mapping[str, int] = field(default_factory=dict)


def make(connection: sa.Connection, change: Change) -> None:
    """Makes the change. Raises BadInput, having changed nothing, where its papers are not as before it."""
    now = _now(connection, change)
    _require(now, change, forward=True)
    change_searches(connection, change.searches)
    _set_fields(connection, now, {(pk, name): after for pk, name, _, after in change.fields})
    _hide(connection, change.hidden)
    _point(connection, {alias: after for alias, _, after in change.aliases})
    rows.add_keys(connection, _gathered(change.keys))
    _insert(connection, paper_file, change.files, ("paper_pk", "file_pk"))
    said = {"said_at_utc": datetime.now(UTC)}
    _insert(connection, not_duplicate, change.apart, ("paper_pk", "other_pk"), said)
    _insert(connection, paper_version, change.versions, ("preprint_pk", "published_pk"))
    rows.count_change(connection)


def take_back(connection: sa.Connection, change: Change) -> None:
    """Undoes the change. Raises BadInput, having changed nothing, where they are not as it left them."""
    now = _now(connection, change)
    _require(now, change, forward=False)
    change_searches(connection, [(pk, name, after, before) for pk, name, before, after in change.searches])
    _delete(connection, paper_version, change.versions, ("preprint_pk", "published_pk"))
    _delete(connection, not_duplicate, change.apart, ("paper_pk", "other_pk"))
    _delete(connection, paper_file, change.files, ("paper_pk", "file_pk"))
    _delete(connection, paper_key, change.keys, ("paper_pk", "key"))
    _point(connection, {alias: before for alias, before, _ in change.aliases})
    _show(connection, {pk: now.papers[pk] for pk in change.hidden})
    _set_fields(connection, now, {(pk, name): before for pk, name, before, _ in change.fields})
    rows.count_change(connection)


# -- whether it can be done ---------------------------------------------------------------------------------


def _now(connection: sa.Connection, change: Change) -> _Now:
    pks = {row[0] for row in change.fields} | set(change.hidden) | {row[2] for row in change.aliases}
    statement = sa.select(paper.c.pk, paper.c.removed_at_utc)
    removed = {row[0] for row in rows_where(connection, statement, paper.c.pk, pks) if row[1] is not None}
    named = sa.select(paper_alias.c.alias, paper_alias.c.paper_pk)
    aliases = [row[0] for row in change.aliases]
    return _Now(
        papers=rows.papers_by_pk(connection, list(pks)),
        removed=removed,
        names=paper_names(connection, pks),
        aliases={row[0]: row[1] for row in rows_where(connection, named, paper_alias.c.alias, aliases)},
    )


def _require(now: _Now, change: Change, *, forward: bool) -> None:
    """Raises BadInput unless the library is as the change found it or, for undoing, as it left it."""
    for pk in change.hidden:
        if (pk in now.removed) == forward:
            state = "was removed" if forward else "was brought back"
            raise _too_late(now.names[pk], f"{state} since")
    touched = {row[0] for row in change.fields} | {row[2] for row in change.aliases}
    for pk in sorted(touched - set(change.hidden)):
        if pk in now.removed:
            raise _too_late(now.names[pk], "was removed since")
    stored = {pk: rows.row_of(now.papers[pk]) for pk in {row[0] for row in change.fields}}
    for pk, name, before, after in change.fields:
        if stored[pk][name] != (before if forward else after):
            raise _too_late(now.names[pk], f"has another {_WORDS.get(name, name)} since")
    for alias, before, after in change.aliases:
        if now.aliases.get(alias) != (before if forward else after):
            raise _too_late(alias, "names another paper since")


_WORDS = {"doi": "DOI", "arxiv_id": "arXiv id", "pmid": "PMID", "url": "address", "tldrs": "summary"}


def _too_late(name: str, what: str) -> BadInput:
    return BadInput(f"'{name}' {what}, so nothing was changed. Change that back first, or restore a backup.")


# -- doing it -----------------------------------------------------------------------------------------------


def _set_fields(connection: sa.Connection, now: _Now, values: Mapping[tuple[int, str], Any]) -> None:
    changed = {pk: rows.row_of(now.papers[pk]) for pk, _ in values}
    for (pk, name), value in values.items():
        changed[pk][name] = value
    rows.replace_papers(connection, changed)
    rows.list_papers(connection, rows.papers_by_pk(connection, list(changed)))


def _hide(connection: sa.Connection, pks: Sequence[int]) -> None:
    now = datetime.now(UTC)
    for chunk in chunks(pks):
        rows.unlist_papers(connection, chunk)
        connection.execute(sa.update(paper).where(paper.c.pk.in_(chunk)).values(removed_at_utc=now))


def _show(connection: sa.Connection, papers: Mapping[int, Paper]) -> None:
    for chunk in chunks(list(papers)):
        connection.execute(sa.update(paper).where(paper.c.pk.in_(chunk)).values(removed_at_utc=None))
    rows.list_papers(connection, papers)


def _point(connection: sa.Connection, aliases: Mapping[str, int | None]) -> None:
    """Makes each alias name the paper, or none."""
    for chunk in chunks([alias for alias, pk in aliases.items() if pk is None]):
        connection.execute(sa.delete(paper_alias).where(paper_alias.c.alias.in_(chunk)))
    rows.point_aliases(connection, {alias: pk for alias, pk in aliases.items() if pk is not None})


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
    """Adds the rows; one that came otherwise meanwhile is left as it is."""
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
