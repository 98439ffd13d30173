"""How many papers of a set have which year, venue, author and keyword, a PDF, or a grade.

Measured at 124,858 papers on one core: see docs/benchmarks.md.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import sqlalchemy as sa

from assay.library.db.lookup import paper_pks
from assay.library.db.schema import paper_file, paper_listing, paper_name, paper_tag, tag
from assay.library.filtering import graded_papers
from assay.library.rows.names import AUTHOR, TAG, name_key
from assay.library.rows.paper_rows import papers_by_pk
from assay.types import FacetValue, Paper

Condition = sa.ColumnElement[bool]

YEAR, VENUE, PDF, JUDGED = "year", "venue", "pdf", "judged"
FACETS = (YEAR, VENUE, AUTHOR, TAG, PDF, JUDGED)
YES, NO = "yes", "no"

MOST_NAMED = 5_000
"""Papers up to which authors and keywords are counted: a library of 124,858 has 450,000 names of authors."""


def count_facets(
    connection: sa.Connection, chosen: Sequence[Condition], n_papers: int, names: Sequence[str], *, most: int
) -> dict[str, list[FacetValue]]:
    """Return the values of these facets among the `n_papers` that meet the conditions on the listing.

    Years from first to last, all of them; of the others the `most` frequent, the most frequent first.
    Authors and keywords are not there where the papers are more than `MOST_NAMED`.
    """
    counted: Mapping[str, Callable[[], list[FacetValue]]] = {
        YEAR: lambda: _years(connection, chosen),
        VENUE: lambda: _venues(connection, chosen, most),
        AUTHOR: lambda: _names(connection, chosen, AUTHOR, most),
        TAG: lambda: _names(connection, chosen, TAG, most),
        PDF: lambda: _with_pdf(connection, chosen),
        JUDGED: lambda: _judged(connection, chosen, n_papers),
    }
    wanted = [name for name in names if name not in (AUTHOR, TAG) or n_papers <= MOST_NAMED]
    return {name: counted[name]() for name in wanted}


def among(connection: sa.Connection, doc_ids: Sequence[str]) -> list[Condition]:
    """Return the condition of being one of these papers, of which there are some thousands at most."""
    pks = [pk for pk, _ in paper_pks(connection, doc_ids, removed=False).values()]
    return [paper_listing.c.paper_pk.in_(pks)]


def settled(connection: sa.Connection, chosen: list[Condition]) -> list[Condition]:
    """The same papers, looked up once where they are few, so that each count need not."""
    pk = paper_listing.c.paper_pk
    pks = [row[0] for row in connection.execute(sa.select(pk).where(*chosen).limit(MOST_NAMED + 1))]
    return chosen if len(pks) > MOST_NAMED else [pk.in_(pks)]


def _years(connection: sa.Connection, chosen: Sequence[Condition]) -> list[FacetValue]:
    year = paper_listing.c.year
    statement = sa.select(year, sa.func.count()).where(year.is_not(None), *chosen).group_by(year)
    return [FacetValue(str(each), n) for each, n in connection.execute(statement.order_by(year))]


def _venues(connection: sa.Connection, chosen: Sequence[Condition], most: int) -> list[FacetValue]:
    key, n = paper_listing.c.venue_key, sa.func.count()
    statement = sa.select(key, n, sa.func.min(paper_listing.c.paper_pk)).where(key > "", *chosen)
    top = connection.execute(statement.group_by(key).order_by(n.desc(), key).limit(most)).all()
    papers = papers_by_pk(connection, [row[2] for row in top])
    return [FacetValue(papers[pk].venue, count) for _, count, pk in top]


def _names(connection: sa.Connection, chosen: Sequence[Condition], kind: str, most: int) -> list[FacetValue]:
    """Count names with the same words as one, whether the family name stands first or last."""
    words, pk, there = paper_name.c.words, paper_name.c.paper_pk, sa.select(paper_listing.c.paper_pk)
    of_them = sa.select(words, pk).where(paper_name.c.kind == kind, pk.in_(there.where(*chosen)))
    spelt: dict[tuple[str, ...], str] = {}
    found = [(text, of_paper) for text, of_paper in connection.execute(of_them)]
    if kind == TAG:  # those that a person gave are tags, too
        given = sa.select(tag.c.words, paper_tag.c.paper_pk, tag.c.name).join_from(tag, paper_tag)
        own = connection.execute(given.where(paper_tag.c.paper_pk.in_(there.where(*chosen)))).all()
        spelt = {name_key(row.name): row.name for row in own}
        found += [(row[0], row[1]) for row in own]
    having: dict[tuple[str, ...], dict[int, None]] = {}
    for text, of_paper in found:
        key = tuple(sorted(text.split()))  # as `name_key` makes it, of words that are folded already
        having.setdefault(key, {})[of_paper] = None
    best = sorted(having, key=lambda key: (-len(having[key]), key))[:most]
    first = {key: next(iter(having[key])) for key in best}
    papers = papers_by_pk(connection, list(first.values()))
    return [
        FacetValue(spelt.get(key) or _spelt(papers[first[key]], kind, key), len(having[key])) for key in best
    ]


def _spelt(paper: Paper, kind: str, key: tuple[str, ...]) -> str:
    """The name with these words as the paper writes it."""
    names = paper.authors if kind == AUTHOR else paper.keywords
    return next(name for name in names if name_key(name) == key)


def _with_pdf(connection: sa.Connection, chosen: Sequence[Condition]) -> list[FacetValue]:
    n = _count(connection, [*chosen, paper_listing.c.paper_pk.in_(sa.select(paper_file.c.paper_pk))])
    return [FacetValue(YES, n)] if n else []


def _judged(connection: sa.Connection, chosen: Sequence[Condition], n_papers: int) -> list[FacetValue]:
    n = _count(connection, [*chosen, paper_listing.c.paper_pk.in_(graded_papers())])
    return [FacetValue(YES, n), FacetValue(NO, n_papers - n)] if n else []


def _count(connection: sa.Connection, chosen: Sequence[Condition]) -> int:
    return connection.scalar(sa.select(sa.func.count()).select_from(paper_listing).where(*chosen)) or 0
