"""RIS, by rispy's writer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rispy import RisWriter

from assay.exporters.kinds import Kind, kind_of
from assay.exporters.lists import one_line, written_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from assay.types import Paper

_TYPES = {Kind.ARTICLE: "JOUR", Kind.MEETING: "CONF", Kind.PREPRINT: "UNPB", Kind.OTHER: "GEN"}


class _Writer(RisWriter):
    """Writes no number before a record: not every program reads past one."""

    def set_header(self, count: int) -> str:  # noqa: ARG002 - rispy's signature
        return ""


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """The lines of a file, with an empty one after each record."""
    writer = _Writer(list_tags=[*RisWriter.DEFAULT_LIST_TAGS, "UR"], delimiter_tags_mapping={})
    for paper in papers:
        yield from writer.formats([_fields(paper)]).removesuffix("\n").split("\n")
        yield ""


def _fields(paper: Paper) -> dict[str, Any]:
    """What is known, under rispy's names; an arXiv id has no tag of its own and goes into a note."""
    known: dict[str, Any] = {
        "id": written_id(paper.doc_id),
        "title": one_line(paper.title),
        "authors": list(map(one_line, paper.authors)),
        "year": str(paper.year) if paper.year is not None else "",
        "secondary_title": one_line(paper.venue),
        "doi": one_line(paper.doi),
        "urls": [one_line(paper.url)] if paper.url else [],
        "notes": [f"arXiv:{paper.arxiv_id}"] if paper.arxiv_id else [],
        "name_of_database": "PubMed" if paper.pmid else "",
        "accession_number": paper.pmid,
        "keywords": list(map(one_line, paper.keywords)),
        "abstract": one_line(paper.abstract),
    }
    return {"type_of_reference": _TYPES[kind_of(paper)]} | {
        name: value for name, value in known.items() if value
    }
