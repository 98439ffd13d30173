"""Papers as rows: what is written for one, and how it is read back."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from assay.errors import BadInput, LibraryError
from assay.library.db.lookup import SHOWN, chunks, rows_where, storable
from assay.library.db.schema import counter, paper, paper_alias, paper_key, paper_listing
from assay.library.rows.listing import listing_row
from assay.library.rows.names import forget_names, write_names
from assay.types import Paper

YEARS = range(-10_000, 10_000)
LISTS = ("authors", "keywords", "tldrs", "cites", "cited_by")
SHARED_TEXTS = ("title", "abstract", "venue", "doi", "arxiv_id", "pmid", "url")
"""Those that go into bundles for other people as they are; of an item its notes are left out."""
TEXTS = (*SHARED_TEXTS, "item")
FIELDS = tuple(paper.c[name] for name in ("doc_id", "year", "rating", *LISTS, *TEXTS))
"""The columns that `paper_from` wants, in its order."""
WITHOUT_ITEM = FIELDS[:-1]
"""Those for readers that need no item, which is the longest of them: `paper_from` takes them as well."""
_HAS_NOTES = sa.exists().where(paper_listing.c.paper_pk == paper.c.pk, paper_listing.c.notes > "")
TO_INDEX = (*WITHOUT_ITEM, sa.case((_HAS_NOTES, paper.c.item), else_=""))
"""Those for an index: of items it reads the notes alone."""


def row_of(new: Paper) -> dict[str, object]:
    """Return the row of a paper. Raises BadInput for an id, a year or a rating that cannot be kept."""
    doc_id = new.doc_id
    if not doc_id or storable(doc_id) != doc_id:
        raise BadInput(
            "A paper cannot have the id {0}; give it one that is text and not empty.", repr(doc_id)
        )
    if new.year is not None and new.year not in YEARS:
        raise BadInput("Paper '{0}' cannot be of the year {1}; leave it out or correct it.", doc_id, new.year)
    if new.rating is not None and not math.isfinite(new.rating):
        raise BadInput(
            "Paper '{0}' cannot have the rating {1}; leave it out or correct it.", doc_id, new.rating
        )
    return {
        "doc_id": doc_id,
        "year": new.year,
        "rating": new.rating,
        **{name: [storable(text) for text in getattr(new, name)] for name in LISTS},
        **{name: storable(getattr(new, name)) for name in TEXTS},
    }


def paper_from(row: Sequence[Any]) -> Paper:
    """Return the paper of a row of FIELDS, or of WITHOUT_ITEM."""
    doc_id, year, rating, *rest = row
    values = [*map(tuple, rest[: len(LISTS)]), *rest[len(LISTS) :]]
    return Paper(doc_id, year=year, rating=rating, **dict(zip(LISTS + TEXTS, values, strict=False)))


def papers_by_pk(connection: sa.Connection, pks: Sequence[int], *, items: bool = True) -> dict[int, Paper]:
    statement = sa.select(paper.c.pk, *(FIELDS if items else WITHOUT_ITEM))
    return {row[0]: paper_from(row[1:]) for row in rows_where(connection, statement, paper.c.pk, pks)}


def insert_papers(connection: sa.Connection, rows: Sequence[dict[str, object]]) -> dict[str, int]:
    """doc_id -> pk of the rows, now written. Raises LibraryError where a doc_id is taken already."""
    doc_ids = [str(row["doc_id"]) for row in rows]
    stored = rows_where(connection, sa.select(paper.c.doc_id), paper.c.doc_id, doc_ids)
    taken = [row[0] for row in stored]
    taken += [doc_id for doc_id, n in Counter(doc_ids).items() if n > 1]
    if taken:
        raise LibraryError(
            "{0} {0:paper has|papers have} an id that another paper of this library has ({1}); nothing "
            "was added. Give them other ids.",
            len(taken),
            ", ".join(taken[:SHOWN]),
        )
    changed_in = next_revision(connection)
    for chunk in chunks(rows):
        connection.execute(sa.insert(paper), [{**row, "changed_in": changed_in} for row in chunk])
    statement = sa.select(paper.c.doc_id, paper.c.pk)
    return {row[0]: row[1] for row in rows_where(connection, statement, paper.c.doc_id, doc_ids)}


def replace_papers(connection: sa.Connection, rows: Mapping[int, dict[str, object]]) -> None:
    """Write pk -> row over what is there, and bring the papers back if they were removed."""
    if not rows:
        return
    names = ("year", "rating", *LISTS, *TEXTS)
    statement = (
        sa.update(paper)
        .where(paper.c.pk == sa.bindparam("the_pk"))
        .values(
            removed_at_utc=None,
            changed_in=next_revision(connection),
            **{name: sa.bindparam(f"new_{name}") for name in names},
        )
    )
    parameters = [{"the_pk": pk, **{f"new_{name}": row[name] for name in names}} for pk, row in rows.items()]
    connection.execute(statement, parameters)


def list_papers(connection: sa.Connection, papers: Mapping[int, Paper]) -> None:
    """Put the papers into the listing, in place of what it says of them."""
    rows = [listing_row(pk, new) for pk, new in papers.items()]
    for chunk in chunks(rows):
        pks = [row["paper_pk"] for row in chunk]
        connection.execute(sa.delete(paper_listing).where(paper_listing.c.paper_pk.in_(pks)))
        connection.execute(sa.insert(paper_listing), list(chunk))
    write_names(connection, papers)


def hide_papers(connection: sa.Connection, when: Mapping[int, datetime]) -> None:
    """Take papers out of the listing, as removed at these times."""
    changed_in = next_revision(connection)
    statement = sa.update(paper).where(paper.c.pk == sa.bindparam("the_pk"))
    hidden = statement.values(removed_at_utc=sa.bindparam("the_time"), changed_in=changed_in)
    for chunk in chunks(list(when)):
        connection.execute(sa.delete(paper_listing).where(paper_listing.c.paper_pk.in_(chunk)))
        forget_names(connection, chunk)
        connection.execute(hidden, [{"the_pk": pk, "the_time": when[pk]} for pk in chunk])


def show_papers(connection: sa.Connection, pks: Sequence[int]) -> None:
    """Bring removed papers back as they were."""
    changed_in = next_revision(connection)
    for chunk in chunks(pks):
        shown = sa.update(paper).where(paper.c.pk.in_(chunk))
        connection.execute(shown.values(removed_at_utc=None, changed_in=changed_in))
        list_papers(connection, papers_by_pk(connection, chunk))


def add_keys(connection: sa.Connection, keys: Mapping[int, Sequence[str]]) -> list[tuple[int, str]]:
    """Add identity keys to those that the papers have; return (pk, key) of those that are new."""
    wanted = {(storable(key), pk) for pk, names in keys.items() for key in names}
    statement = sa.select(paper_key.c.key, paper_key.c.paper_pk)
    wanted -= {
        (row[0], row[1]) for row in rows_where(connection, statement, paper_key.c.paper_pk, list(keys))
    }
    for chunk in chunks([{"key": key, "paper_pk": pk} for key, pk in sorted(wanted)]):
        connection.execute(sa.insert(paper_key), list(chunk))
    return sorted((pk, key) for key, pk in wanted)


def point_aliases(connection: sa.Connection, targets: Mapping[str, int]) -> None:
    """Make each alias a name of the paper with that pk, whatever it named before."""
    for chunk in chunks([{"alias": alias, "paper_pk": pk} for alias, pk in targets.items()]):
        aliases = [row["alias"] for row in chunk]
        connection.execute(sa.delete(paper_alias).where(paper_alias.c.alias.in_(aliases)))
        connection.execute(sa.insert(paper_alias), list(chunk))


def next_revision(connection: sa.Connection) -> int:
    """The revision that the library has after the next `count_change`."""
    return (connection.scalar(sa.select(counter.c.value).where(counter.c.name == "papers")) or 0) + 1


def count_change(connection: sa.Connection) -> None:
    """Move the library's revision on."""
    connection.execute(sa.update(counter).where(counter.c.name == "papers").values(value=counter.c.value + 1))
