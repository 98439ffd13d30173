"""CSL-JSON, which Zotero, Pandoc and citation processors read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from assay.exporters.kinds import Kind, kind_of
from assay.exporters.lists import joined_keywords, written_id
from assay.exporters.names import parted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from assay.types import Paper

CslItem = dict[str, Any]

_TYPES = {
    Kind.ARTICLE: "article-journal", Kind.MEETING: "paper-conference", Kind.PREPRINT: "article",
    Kind.OTHER: "document",
}  # fmt: skip


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """A list in brackets with an item a line."""
    before = "["
    for paper in papers:
        yield before + json.dumps(item_of(paper), ensure_ascii=False)
        before = ","
    yield "]" if before == "," else "[]"


def item_of(paper: Paper) -> CslItem:
    """The item; what is not known is left out. Authors are parted into family and given names."""
    known: CslItem = {
        "id": written_id(paper.doc_id),
        "citation-key": written_id(paper.doc_id),
        "type": _TYPES[kind_of(paper)],
        "title": paper.title,
        "author": list(map(_person, paper.authors)),
        "issued": {"date-parts": [[paper.year]]} if paper.year is not None else None,
        "container-title": paper.venue,
        "DOI": paper.doi,
        "PMID": paper.pmid,
        "URL": paper.url,
        "note": f"arXiv:{paper.arxiv_id}" if paper.arxiv_id else "",
        "keyword": joined_keywords(paper.keywords),
        "abstract": paper.abstract,
    }
    return {name: value for name, value in known.items() if value}


def _person(name: str) -> dict[str, str]:
    family, given = parted(name)
    return {"family": family, "given": given} if given else {"literal": family}
