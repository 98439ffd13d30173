"""Who cites whom among the papers of a library.

What a source says of a paper's references is kept as it stands, whether the cited papers are here or not, and
is looked up anew each time: a paper that comes later, in another file, is found then.
"""

from __future__ import annotations

from collections.abc import Iterator

import sqlalchemy as sa

from assay.library.db.schema import paper, paper_alias, paper_key

READ_AT_ONCE = 2000


def citations(connection: sa.Connection) -> list[tuple[str, str]]:
    """(citing doc_id, cited doc_id) of papers that are not removed, each once, no paper citing itself.

    They stand in the order of the papers that name them.
    """
    doc_ids, by_name = _names(connection)
    found: dict[tuple[int, int], None] = {}
    for pk, cites, cited_by in _links(connection):
        for name in cites:
            found[pk, by_name.get(name, pk)] = None
        for name in cited_by:
            found[by_name.get(name, pk), pk] = None
    return [(doc_ids[citing], doc_ids[cited]) for citing, cited in found if citing != cited]


def _links(connection: sa.Connection) -> Iterator[tuple[int, list[str], list[str]]]:
    statement = sa.select(paper.c.pk, paper.c.cites, paper.c.cited_by)
    present = statement.where(paper.c.removed_at_utc.is_(None)).order_by(paper.c.pk)
    with connection.execute(present.execution_options(yield_per=READ_AT_ONCE)) as rows:
        for pk, cites, cited_by in rows:
            if cites or cited_by:
                yield pk, cites, cited_by


def _names(connection: sa.Connection) -> tuple[dict[int, str], dict[str, int]]:
    """pk -> doc_id of the papers that are there, and name -> pk: a doc_id comes before an alias or a key.

    All of them are read: a library has fewer papers than references to papers.
    """
    own = sa.select(paper.c.pk, paper.c.doc_id).where(paper.c.removed_at_utc.is_(None))
    doc_ids = {pk: doc_id for pk, doc_id in connection.execute(own)}  # noqa: C416 - rows are no pairs to mypy
    keys = sa.select(paper_key.c.key, paper_key.c.paper_pk).where(paper_key.c.key.not_like("title:%"))
    others = sa.select(paper_alias.c.alias, paper_alias.c.paper_pk)
    # Two papers may have one DOI: the first that came has the links.
    several = (*connection.execute(keys.order_by(paper_key.c.paper_pk.desc())), *connection.execute(others))
    named = {name: pk for name, pk in several if pk in doc_ids}
    return doc_ids, named | {doc_id: pk for pk, doc_id in doc_ids.items()}
