"""The narrow table that sorts and filters read: keys made from a paper, and its rows in order."""

from __future__ import annotations

import unicodedata
from typing import Any

import sqlalchemy as sa

from assay.items import notes_of
from assay.library.db.lookup import storable
from assay.library.db.schema import paper_listing
from assay.library.rows.columns import BY_FACTS, sorted_by_fact
from assay.types import Paper

SORTS: dict[str, sa.Column[Any]] = {
    "added": paper_listing.c.paper_pk,
    "title": paper_listing.c.title_key,
    "authors": paper_listing.c.authors_key,
    "year": paper_listing.c.year,
    "venue": paper_listing.c.venue_key,
    "key": paper_listing.c.doc_id,
}
KEY_LENGTH = 120  # characters of a sort key; papers that agree in all of them sort by when they were added


def fold(text: str) -> str:
    """Return the text without case and accents, blanks run together: "Müller  & Co" becomes "muller & co"."""
    text = storable(" ".join(text.split()))
    if text.isascii():
        return text.lower()
    letters = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c for c in letters if not unicodedata.combining(c))
    return " ".join(unicodedata.normalize("NFKD", bare.casefold()).split())


def words_of(name: str) -> list[str]:
    """The words of a name without case, accents and punctuation: "O'Brien, Zoë" is "o", "brien", "zoe"."""
    return "".join(c if c.isalnum() else " " for c in fold(name)).split()


def venue_key(venue: str) -> str:
    return fold(venue)[:KEY_LENGTH]


def title_key(title: str) -> str:
    """Sort by the first letter or digit, whatever quotation mark or bracket stands before it."""
    folded = fold(title)
    start = next((i for i, c in enumerate(folded) if c.isalnum()), 0)
    return folded[start : start + KEY_LENGTH]


def authors_key(authors: tuple[str, ...]) -> str:
    """Family names first, as in a bibliography: "Jane B. Doe" and "Doe, Jane B." are both "doe jane b."."""
    key = ""
    for author in authors:
        family, comma, given = author.partition(",")
        if not comma:
            given, _, family = author.strip().rpartition(" ")
        key += fold(f"{family} {given}") + "; "
        if len(key) >= KEY_LENGTH:
            break
    return key[:KEY_LENGTH]


def listing_row(pk: int, paper: Paper) -> dict[str, object]:
    """Return the paper's row of `paper_listing`."""
    return {
        "notes": "".join(f" {word}" for word in words_of("\n".join(notes_of(paper)))),
        "paper_pk": pk,
        "doc_id": paper.doc_id,
        "title_key": title_key(paper.title),
        "authors_key": authors_key(paper.authors),
        "year": paper.year,
        "venue_key": venue_key(paper.venue),
        "words": fold("\n".join((paper.title, *paper.authors, paper.venue))),
    }


def sorted_ids(
    connection: sa.Connection, sort: str, *, descending: bool, restrictions: list[sa.ColumnElement[bool]]
) -> list[str]:
    """Return the doc_ids of the papers that meet the restrictions, in order; unknown values come last.

    Papers that are equal stand in the order in which they were added, or in reverse where `descending`.
    """
    if sort in BY_FACTS:
        by_fact = sorted_by_fact(connection, sort, descending=descending, restrictions=restrictions)
        return _read(connection, by_fact)
    column, pk = SORTS[sort], paper_listing.c.paper_pk
    ids = sa.select(paper_listing.c.doc_id).where(*restrictions)

    def ordered(statement: sa.Select[str], *keys: sa.ColumnElement[Any]) -> sa.Select[str]:
        return statement.order_by(*(key.desc() if descending else key.asc() for key in keys))

    if column is pk:
        return _read(connection, ordered(ids, pk))
    is_year = isinstance(column.type, sa.Integer)
    known = column.is_not(None) if is_year else column > ""
    if restrictions:
        # One pass over the rows, then a sort of what is found. The index of the sort column, from which an
        # operation on the column keeps SQLite, would have every row looked up on its own: twice the time.
        bare = column + 0 if is_year else column.concat("")
        return _read(connection, ordered(ids.order_by(sa.not_(known)), bare, pk))
    unknown = ids.where(sa.not_(known))
    return _read(connection, ordered(ids.where(known), column, pk)) + _read(connection, ordered(unknown, pk))


def _read(connection: sa.Connection, statement: sa.Select[str]) -> list[str]:
    """The ids of an ordered select, as one text that the database joins; no id holds white space.

    Row by row, 125,000 ids take twice the time, and ask Python's lock back for each of them, which the
    window's thread wants for itself. Databases join the rows of an ordered select in its order.
    """
    rows = statement.subquery()
    joined = connection.scalar(sa.select(sa.func.aggregate_strings(rows.c.doc_id, "\n")))
    return joined.split("\n") if joined else []
