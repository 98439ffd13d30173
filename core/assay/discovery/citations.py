"""What cites what: between the papers of a library, and out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from assay.discovery.types import CitationGraph, Citations, CitedPaper, MissingPaper, PaperLinks
from assay.importers.entries.citing import titles_in
from assay.items import read_item
from assay.library import Library
from assay.types import shown_title

MOST = 500
"""Papers of each list; the counts are of all."""


def read_graph(library: Library) -> CitationGraph:
    """Return all links of a library; to be kept, since every paper is read."""
    missing = joined_names(library.papers.missing_citations())
    return CitationGraph(
        tuple(library.papers.citations()), tuple(sorted(missing, key=lambda one: (-one.n, one.names)))
    )


def citations(library: Library, graph: CitationGraph, *, most: int = MOST) -> Citations:
    """Return the most cited papers that are here, and those that are cited here and missing."""
    best = sorted(graph.counts.items(), key=lambda each: (-each[1], each[0]))[:most]
    return Citations(
        cited=_papers(library, [doc_id for doc_id, _ in best], graph),
        missing=_titled(library, graph.missing[:most]),
        n_links=len(graph.links),
        n_missing=len(graph.missing),
    )


def links_of(library: Library, graph: CitationGraph, doc_id: str) -> PaperLinks:
    """Return the neighbours of one paper."""
    return PaperLinks(
        _papers(library, [cited for citing, cited in graph.links if citing == doc_id], graph),
        _papers(library, [citing for citing, cited in graph.links if cited == doc_id], graph),
        _titled(library, [one for one in graph.missing if doc_id in one.citing], by=doc_id),
    )


def joined_names(links: Iterable[tuple[str, Sequence[str]]]) -> list[MissingPaper]:
    """Return the missing papers, the names of one joined.

    A source may give one reference several names, one behind the other: an id, a DOI, an arXiv id. Names of
    different kinds that stand next to each other wherever either stands are one paper, where that is at
    least twice; arXiv's own DOI says no more than the arXiv id next to it.
    """
    citing: dict[str, list[str]] = {}
    adjacent: Counter[tuple[str, str]] = Counter()
    for doc_id, names in links:
        for name in names:
            citing.setdefault(name, []).append(doc_id)
        adjacent.update(pairwise(names))
    head: dict[str, str] = {}  # name -> the first name of its paper
    for (one, two), n in adjacent.items():
        is_arxiv = one.startswith("doi:10.48550/") and two == f"arxiv:{one.partition('arxiv.')[2]}"
        always = n == len(citing[one]) == len(citing[two]) and n > 1
        if is_arxiv or (always and _kind(one) != _kind(two)):
            head[two] = head.get(one, one)
    groups: dict[str, list[str]] = {}
    for name in citing:
        groups.setdefault(head.get(name, name), []).append(name)
    return [
        MissingPaper(tuple(names), tuple(dict.fromkeys(doc_id for name in names for doc_id in citing[name])))
        for names in groups.values()
    ]


def _kind(name: str) -> str:
    mark, colon, _ = name.partition(":")
    return mark if colon else ""


def _titled(library: Library, missing: Sequence[MissingPaper], *, by: str = "") -> tuple[MissingPaper, ...]:
    """Return them with the titles that the entry of a citing paper gives: that of `by`, else the first's."""
    titles: dict[str, str] = {}
    for paper in library.papers.get([by] if by else list({one.citing[0]: None for one in missing})):
        for original in read_item(paper.item).originals.values():
            titles |= {name: text for name, text in titles_in(original.fields) if name not in titles}
    return tuple(replace(one, title=next(filter(None, map(titles.get, one.names)), "")) for one in missing)


def _papers(library: Library, doc_ids: Sequence[str], graph: CitationGraph) -> tuple[CitedPaper, ...]:
    papers = library.papers.get(doc_ids, items=False)
    return tuple(
        CitedPaper(paper.doc_id, shown_title(paper), paper.year, graph.counts[paper.doc_id])
        for paper in papers
    )
