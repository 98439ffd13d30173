"""BibTeX, one entry a paper.

Not by bibtexparser's writer: it escapes nothing and takes a whole library at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assay.exporters.keys import CiteKeys
from assay.exporters.kinds import Kind, kind_of
from assay.exporters.latex import encode_latex, encode_title
from assay.exporters.lists import joined_keywords, one_line, written_id
from assay.exporters.names import is_body

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from assay.types import Paper

_TYPES = {Kind.ARTICLE: "article", Kind.MEETING: "inproceedings", Kind.PREPRINT: "misc", Kind.OTHER: "misc"}
_VENUES = {
    Kind.ARTICLE: "journal", Kind.MEETING: "booktitle", Kind.PREPRINT: "howpublished", Kind.OTHER: "note",
}  # fmt: skip
_PARTS_NAMES = re.compile(r"(?:^|\s)and(?:\s|$)", re.IGNORECASE)
_MOST_COMMAS = 2  # "von Last, Jr, First"
_UNSAFE_IN_ADDRESS = re.compile(r"[{}\\]")


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """The lines of a file, with an empty one after each entry."""
    keys = CiteKeys()
    for paper in papers:
        yield f"@{_TYPES[kind_of(paper)]}{{{keys.key_of(written_id(paper.doc_id))},"
        for name, value in _fields(paper):
            if value:
                yield f"  {name} = {{{value}}},"
        yield "}"
        yield ""


def _fields(paper: Paper) -> Iterator[tuple[str, str]]:
    yield "author", " and ".join(map(_name, paper.authors))
    yield "title", encode_title(one_line(paper.title))
    yield _VENUES[kind_of(paper)], encode_latex(one_line(paper.venue))
    yield "year", str(paper.year) if paper.year is not None else ""
    yield "doi", _address(paper.doi)
    yield "url", _address(paper.url)
    yield "archiveprefix", "arXiv" if paper.arxiv_id else ""
    yield "eprint", _address(paper.arxiv_id)
    yield "pmid", paper.pmid
    yield "keywords", encode_latex(joined_keywords([one_line(word) for word in paper.keywords]))
    yield "abstract", encode_latex(one_line(paper.abstract))


def _name(name: str) -> str:
    """Braces keep a name whole that BibTeX would part: of a body, or with "and" or many commas in it."""
    name = one_line(name)
    encoded = encode_latex(name)
    whole = is_body(name) or _PARTS_NAMES.search(name) or name.count(",") > _MOST_COMMAS
    return f"{{{encoded}}}" if whole or name.casefold() == "others" else encoded


def _address(text: str) -> str:
    """An address or id, which styles print as it is; what would end the field is percent-encoded."""
    return _UNSAFE_IN_ADDRESS.sub(lambda match: f"%{ord(match[0]):02X}", one_line(text))
