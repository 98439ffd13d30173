"""What the search page says of the library itself, read on the lane."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay_desktop.pages.search.model import QueryLine

if TYPE_CHECKING:
    from assay.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Sidebar:
    """What the library itself says: how much it holds, what is asked of it, what it can be filtered by."""

    n_papers: int
    queries: list[QueryLine]
    venues: list[tuple[str, int]]
    years: tuple[int, int] | None


def read_sidebar(ws: Workspace) -> Sidebar:
    """Reads it; with each query comes how many papers were graded for it."""
    n_judged = ws.library.judgements.counts()
    queries = ws.library.queries.all()
    seeds = {paper.doc_id: paper for paper in ws.library.papers.get([q.doc_id for q in queries if q.doc_id])}
    lines = []
    for query in queries:
        paper = seeds.get(query.doc_id) if query.doc_id else None
        label = query.text or (paper.title if paper else query.query_id)
        n = n_judged.get(query.query_id, 0)
        lines.append(QueryLine(query.query_id, label, query.text, query.doc_id, n))
    papers = ws.library.papers
    return Sidebar(papers.count(), lines, papers.venues(limit=200), papers.years())
