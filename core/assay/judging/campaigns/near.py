"""Which papers are a query's own paper, by what identifies a paper and never by how alike two of them are."""

from __future__ import annotations

from collections.abc import Sequence

from assay.importers import identity_keys
from assay.importers.entries.titles import normalised_title
from assay.types import Paper, Query

_TITLE = "title:"


def own_papers(queries: Sequence[Query], papers: Sequence[Paper]) -> dict[str, frozenset[str]]:
    """query_id -> doc_ids of the query's paper and of its other records; queries that are texts are left out.

    Another record has the same DOI, arXiv id, PMID, or the same whole normalised title (generic titles such
    as "Editorial" identify nothing). A record of such a record does not count: each shares something with the
    query's paper itself. A query paper that is not among `papers` stands for itself alone.
    """
    asked = {query.query_id: query.doc_id for query in queries if query.doc_id is not None}
    if not asked:
        return {}
    wanted = set(asked.values())
    keys = {paper.doc_id: _keys(paper) for paper in papers if paper.doc_id in wanted}
    holders: dict[str, set[str]] = {key: set() for own in keys.values() for key in own}
    for paper in papers:
        for key in _keys(paper) & holders.keys():
            holders[key].add(paper.doc_id)
    return {
        query_id: frozenset({doc_id}.union(*(holders[key] for key in keys.get(doc_id, ()))))
        for query_id, doc_id in asked.items()
    }


def _keys(paper: Paper) -> frozenset[str]:
    # The key of a title is cut short for storing; two long titles must agree to their ends.
    return frozenset(
        _TITLE + normalised_title(paper.title) if key.startswith(_TITLE) else key
        for key in identity_keys(paper)
    )
