"""From the ids that people see to the rows behind them, many at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, TypeVar, TypeVarTuple

import sqlalchemy as sa

from assay.doc_ids import safe_id
from assay.errors import BadInput
from assay.library.db.schema import pair, paper, paper_alias, query
from assay.messages import message

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

CHUNK = 2000  # parameters of one statement
SHOWN = 5  # ids named in a message
MANY = 5000  # papers above which all ids of the library are read at once


def storable(text: str) -> str:
    """The text with "?" for what some database cannot hold: NUL, and half surrogate pairs, which broken JSON
    escapes leave.
    """
    whole = text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
    return whole.replace("\0", "?")


def chunks(items: Sequence[T], size: int = CHUNK) -> Iterator[Sequence[T]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]


def inserted(connection: sa.Connection, table: sa.Table, row: Mapping[str, object]) -> int:
    """Write a row and return its pk."""
    pk: int = connection.execute(sa.insert(table).values(**row).returning(table.c.pk)).scalar_one()
    return pk


def of_campaign(select: sa.Select[*Ts], of: sa.Table, campaign: int, *also: sa.Table) -> sa.Select[*Ts]:
    """The selection from the pairs of a campaign, or from a table about them, joined with pair and query.

    `also` are joined as well: paper, and the annotator of whom the table is.
    """
    joined = select.select_from(of)
    if of is not pair:
        joined = joined.join(pair, pair.c.pk == of.c.pair_pk)
    joined = joined.join(query, query.c.pk == pair.c.query_pk)
    for table in also:
        joined = joined.join(table, table.c.pk == (pair.c.paper_pk if table is paper else of.c.annotator_pk))
    return joined.where(query.c.campaign_pk == campaign)


def rows_where(
    connection: sa.Connection,
    statement: sa.Select[*tuple[Any, ...]],
    column: sa.ColumnElement[Any],
    values: Collection[object],
) -> Iterator[sa.Row[*tuple[Any, ...]]]:
    """The rows of `statement` whose `column` is one of `values`, which may be any number."""
    for chunk in chunks([value for value in dict.fromkeys(values) if _can_be_stored(value)]):
        yield from connection.execute(statement.where(column.in_(chunk))).all()


def _can_be_stored(value: object) -> bool:
    return not isinstance(value, str) or storable(value) == value


def paper_pks(
    connection: sa.Connection, doc_ids: Collection[str], *, removed: bool = True
) -> dict[str, tuple[int, str]]:
    """asked id -> (pk, doc_id); unknown ids are left out.

    A paper that is there answers to its doc_id; then aliases count; then, if `removed`, removed papers; then
    the id as it is stored, where its source's own form was asked for, such as one with blanks.
    """
    found = _named(connection, doc_ids, removed=removed)
    stored = {name: safe_id(name) for name in doc_ids if name not in found and _can_be_stored(name)}
    if others := [doc_id for requested, doc_id in stored.items() if requested != doc_id]:
        named = _named(connection, others, removed=removed)
        found |= {requested: named[doc_id] for requested, doc_id in stored.items() if doc_id in named}
    return found


def _named(
    connection: sa.Connection, doc_ids: Collection[str], *, removed: bool
) -> dict[str, tuple[int, str]]:
    """Find as `paper_pks`, but ids exactly as they are stored."""
    direct = sa.select(paper.c.doc_id, paper.c.pk, paper.c.doc_id, paper.c.removed_at_utc.is_(None))
    alias = sa.select(
        paper_alias.c.alias, paper.c.pk, paper.c.doc_id, paper.c.removed_at_utc.is_(None)
    ).join_from(paper_alias, paper)
    found: dict[str, tuple[int, str]] = {}
    gone: dict[str, tuple[int, str]] = {}
    for requested, pk, doc_id, present in rows_where(connection, direct, paper.c.doc_id, doc_ids):
        (found if present else gone)[requested] = (pk, doc_id)
    rest = [doc_id for doc_id in doc_ids if doc_id not in found]
    for requested, pk, doc_id, present in rows_where(connection, alias, paper_alias.c.alias, rest):
        if present:
            found[requested] = (pk, doc_id)
        else:
            gone.setdefault(requested, (pk, doc_id))
    return {**gone, **found} if removed else found


def present(paper_pk: sa.ColumnElement[int]) -> sa.ColumnElement[bool]:
    """Ask of a reference to a paper whether it was not removed. Looks at the removed papers only."""
    removed = sa.select(paper.c.pk).where(paper.c.removed_at_utc.is_not(None))
    return paper_pk.not_in(removed)


def paper_names(connection: sa.Connection, pks: Collection[int]) -> dict[int, str]:
    """pk -> doc_id, of removed papers too."""
    statement = sa.select(paper.c.pk, paper.c.doc_id)
    if len(pks) > MANY:  # the index of the doc_ids read through: papers' rows are large and lie far apart
        return {pk: doc_id for pk, doc_id in connection.execute(statement).all()}  # noqa: C416 - rows are no pairs to mypy
    return {row[0]: row[1] for row in rows_where(connection, statement, paper.c.pk, pks)}


def query_names(connection: sa.Connection, *, campaign: int) -> dict[int, str]:
    """pk -> query_id, of every query of the campaign, in the order of adding."""
    statement = sa.select(query.c.pk, query.c.query_id).where(query.c.campaign_pk == campaign)
    return {row[0]: row[1] for row in connection.execute(statement.order_by(query.c.pk))}


def query_pks(connection: sa.Connection, query_ids: Collection[str], *, campaign: int) -> dict[str, int]:
    """query_id -> pk, of the campaign's queries; unknown ids, and removed queries, are left out."""
    statement = sa.select(query.c.query_id, query.c.pk)
    statement = statement.where(query.c.campaign_pk == campaign, query.c.removed_at_utc.is_(None))
    return {row[0]: row[1] for row in rows_where(connection, statement, query.c.query_id, query_ids)}


def require_known(what: str, requested: Collection[str], known: Collection[str]) -> None:
    """Raise BadInput that names the first few of the ids that the library does not hold."""
    unknown = [name for name in dict.fromkeys(requested) if name not in known]
    if unknown:
        shown = ", ".join(f"'{name}'" for name in unknown[:SHOWN]) + (", ..." if len(unknown) > SHOWN else "")
        noun = what if len(unknown) == 1 else {"query": "queries"}.get(what, f"{what}s")
        raise BadInput(
            "{0} {1} not in this library: {2}. Nothing was written; import {3} first.",
            len(unknown),
            noun,
            shown,
            message("it") if len(unknown) == 1 else message("them"),
            advice="`assay removed` lists those that were removed." if what == "paper" else "",
        )
