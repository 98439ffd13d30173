"""The names of a paper's authors, venue and keywords, each by its words, for conditions on them.

In the papers themselves lists are JSON with accents, which no database compares as people do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import sqlalchemy as sa

from assay.library.db.lookup import chunks
from assay.library.db.schema import paper_listing, paper_name
from assay.library.rows.listing import words_of
from assay.types import Paper

AUTHOR, VENUE, TAG = "author", "venue", "tag"
KINDS = (AUTHOR, VENUE, TAG)
MAX_WORDS = 32  # of one name that is asked for; SQLite limits the depth of an expression


def name_rows(
    pk: int, *, authors: Sequence[str], venue: str, keywords: Sequence[str]
) -> Iterator[dict[str, object]]:
    """Yield the rows of a paper: one a name that has words. Before each word stands a blank."""
    for kind, names in ((AUTHOR, authors), (VENUE, (venue,)), (TAG, keywords)):
        for number, name in enumerate(names):
            if words := words_of(name):
                yield {"paper_pk": pk, "kind": kind, "number": number, "words": f" {' '.join(words)}"}


def write_names(connection: sa.Connection, papers: Mapping[int, Paper]) -> None:
    """Write the names of these papers, in place of what is there."""
    forget_names(connection, list(papers))
    rows = [
        row
        for pk, paper in papers.items()
        for row in name_rows(pk, authors=paper.authors, venue=paper.venue, keywords=paper.keywords)
    ]
    for chunk in chunks(rows):
        connection.execute(sa.insert(paper_name), list(chunk))


def forget_names(connection: sa.Connection, pks: Sequence[int]) -> None:
    """Take the names of these papers away."""
    for chunk in chunks(pks):
        # All kinds are named: they are the first part of the key.
        of_them = paper_name.c.kind.in_(KINDS) & paper_name.c.paper_pk.in_(chunk)
        connection.execute(sa.delete(paper_name).where(of_them))


def name_key(name: str) -> tuple[str, ...]:
    """The same for names of the same words, whether the family name stands first or last."""
    return tuple(sorted(words_of(name)))


def alike(
    column: sa.ColumnElement[str], values: Sequence[str], *, whole: bool = False
) -> sa.ColumnElement[bool]:
    """Return whether some value's words all begin words of the column, where a blank stands before each.

    They may do so in any order; with `whole` they are all its words, and whole ones. A value without words
    says nothing; where all are, anything will do.
    """
    wanted = _wanted_names(values)
    test = _is if whole else _begins
    return sa.or_(*(test(column, words) for words in wanted)) if wanted else sa.true()


def named(kind: str, values: Sequence[str], *, whole: bool = False) -> sa.ColumnElement[bool]:
    """Return whether a listed paper has a name of this kind that is `alike` to some value."""
    fits = (paper_name.c.kind == kind) & alike(paper_name.c.words, values, whole=whole)
    if kind != AUTHOR:
        return paper_listing.c.paper_pk.in_(sa.select(paper_name.c.paper_pk).where(fits))
    # There are four times as many authors as papers, and the listing has a paper's in one text.
    wanted = _wanted_names(values)
    there = [sa.and_(*(paper_listing.c.words.like(f"%{word}%") for word in _few(words))) for words in wanted]
    of_paper = sa.exists().where(paper_name.c.paper_pk == paper_listing.c.paper_pk, fits)
    return sa.and_(sa.or_(*there) if there else sa.true(), of_paper.correlate(paper_listing))


def _wanted_names(values: Sequence[str]) -> list[list[str]]:
    return [words for value in values if (words := words_of(value))]


def _begins(column: sa.ColumnElement[str], words: Sequence[str]) -> sa.ColumnElement[bool]:
    return sa.and_(*(column.like(f"% {word}%") for word in _few(words)))


def _is(column: sa.ColumnElement[str], words: Sequence[str]) -> sa.ColumnElement[bool]:
    """As long as these words, and with each of them."""
    n = sum(len(word) + 1 for word in words)
    return sa.and_(sa.func.length(column) == n, *((column + " ").like(f"% {word} %") for word in _few(words)))


def _few(words: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(words))[:MAX_WORDS]
