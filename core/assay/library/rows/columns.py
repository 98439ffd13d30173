"""What a table of papers can show besides the papers' own fields: read for rows in sight, and sorted by."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from assay.library.db.lookup import rows_where
from assay.library.db.schema import judgement_current, pair, paper, paper_file, paper_listing, paper_tag, tag

BY_FACTS = ("type", "tags", "grade", "pdf")
"""Columns by which the database sorts through a query of its own."""


@dataclass(frozen=True, slots=True)
class PaperFacts:
    """What the library knows of a paper that is no field of it; what was not asked for is left out."""

    type: str = ""  # CSL's, as in `Item`
    added: datetime | None = None
    tags: tuple[str, ...] = ()  # the person's own
    grade: int | None = None  # the highest that anyone gave, for whatever query
    has_pdf: bool = False
    n_citations: int = 0  # papers of this library that cite it
    key: str = ""  # its citation key, which the library itself does not make


def read_facts(
    connection: sa.Connection, doc_ids: Sequence[str], columns: Collection[str]
) -> dict[str, PaperFacts]:
    """doc_id -> what is known of a paper, for these columns."""
    statement = sa.select(paper.c.pk, paper.c.doc_id, paper.c.added_at_utc)
    found = list(rows_where(connection, statement, paper.c.doc_id, doc_ids))
    by_pk = {pk: PaperFacts(added=added) for pk, _, added in found}
    for column in set(BY_FACTS).intersection(columns):
        facts, key, _ = _facts(connection, column)
        several: dict[int, list[Any]] = defaultdict(list)
        for pk, value in rows_where(connection, facts, key, list(by_pk)):
            if value is not None:
                several[pk].append(value)
        for pk, values in several.items():
            by_pk[pk] = _with(by_pk[pk], column, values)
    return {doc_id: by_pk[pk] for pk, doc_id, _ in found}


def _with(known: PaperFacts, column: str, values: Sequence[Any]) -> PaperFacts:
    if column == "tags":
        return replace(known, tags=tuple(sorted(values, key=str.casefold)))
    if column == "grade":
        return replace(known, grade=max(values))
    return replace(known, has_pdf=True) if column == "pdf" else replace(known, type=values[0])


def sorted_by_fact(
    connection: sa.Connection,
    column: str,
    *,
    descending: bool,
    restrictions: Sequence[sa.ColumnElement[bool]],
) -> sa.Select[str]:
    """Return the select of doc_ids in order, those last of which nothing is known."""
    facts, key, value = _facts(connection, column)
    # The first tag by name, the highest grade, any PDF at all.
    best = (sa.func.min if column == "tags" else sa.func.max)(value).label("value")
    known = facts.with_only_columns(key.label("paper_pk"), best).where(value.is_not(None)).group_by(key)
    table, pk = known.subquery(), paper_listing.c.paper_pk
    ids = sa.select(paper_listing.c.doc_id).select_from(
        paper_listing.outerjoin(table, table.c.paper_pk == pk)
    )
    order = [table.c.value, pk]
    return ids.where(*restrictions).order_by(
        table.c.value.is_(None), *(each.desc() if descending else each.asc() for each in order)
    )


def _facts(
    connection: sa.Connection, column: str
) -> tuple[sa.Select[int, Any], sa.ColumnElement[int], sa.ColumnElement[Any]]:
    """Return (paper's pk, what stands in the column) of all that have it; the pk, what it is sorted by."""
    if column == "tags":
        pk = paper_tag.c.paper_pk
        return sa.select(pk, tag.c.name).join_from(paper_tag, tag), pk, tag.c.words
    if column == "grade":
        pk, value = pair.c.paper_pk, judgement_current.c.grade
        return sa.select(pk, value).join_from(judgement_current, pair), pk, value
    if column == "pdf":
        pk, value = paper_file.c.paper_pk, paper_file.c.file_pk
        return sa.select(pk, value), pk, value
    item = sa.func.nullif(paper.c.item, "")
    kind: sa.ColumnElement[Any] = sa.func.json_extract(item, "$.type")
    if connection.dialect.name != "sqlite":
        kind = sa.cast(item, sa.JSON)["type"].as_string()
    return sa.select(paper.c.pk, kind), paper.c.pk, kind
