"""The DOI and the arXiv id of the paper itself, not of one that it cites."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assay.importers.entries.ids import bare_arxiv_id, find_arxiv_id, find_doi
from assay.pdf.front import before_references
from assay.pdf.paper import Fact

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from assay.pdf.front import Front
    from assay.pdf.text.page import Document, Line, Page
    from assay.pdf.xmp import Xmp

_EDGE = 0.1  # of the page's height
_PAGES = 2
_CITATION = re.compile(r"^\s*(?:\[\d+\]|\d{1,3}\.\s)")
_DATA = re.compile(r"^10\.(?:5281/zenodo|5061/dryad|6084/m9|17632|7910/dvn|1594/)")
_UNFINISHED = re.compile(r"10\.[0-9]{4,9}/\S*$")
_ARXIV_FILE = re.compile(r"^(?:arxiv[-_.: ]?)?([0-9]{4}\.[0-9]{4,5})(?:v[0-9]+)?$", re.IGNORECASE)
_NONE = Fact("")


def doi_of(document: Document, xmp: Xmp, front: Front | None) -> Fact[str]:
    """The DOI that the file's data or its first two pages give; at a page's edge, or marked."""
    printed = list(_printed(document.pages[:_PAGES], front))
    stated = [(find_doi(text), "XMP") for text in xmp.identifiers]
    stated += [
        (find_doi(text), "metadata") for key, text in document.info.items() if key not in ("Title", "Author")
    ]
    on_pages = {doi for doi, _ in printed}
    for doi, origin in stated:
        if doi:
            return Fact(doi, 0.98 if doi in on_pages else 0.9, origin)
    best = max(printed, key=lambda pair: pair[1], default=None)
    return Fact(best[0], best[1], "text") if best else _NONE


def _printed(pages: Sequence[Page], front: Front | None) -> Iterator[tuple[str, float]]:
    """The DOIs printed outside the references, and how likely each is the paper's own."""
    for page in pages:
        lines = before_references([page])
        for at, line in enumerate(lines):
            doi = find_doi(_whole(lines, at))
            if not doi or _CITATION.match(line.text):
                continue
            is_marked = "doi" in line.text.casefold() or (
                at and lines[at - 1].text.casefold().endswith("doi:")
            )
            confidence = (
                (0.9 if is_marked else 0.75) if _is_aside(line, page, front) else 0.45 if is_marked else 0.3
            )
            if page.number > 1:
                confidence -= 0.05
            yield doi, confidence * (0.5 if _DATA.match(doi) else 1.0)


def _whole(lines: Sequence[Line], at: int) -> str:
    """The line, with the next one's first word where a DOI breaks at its end."""
    text = lines[at].text
    if _UNFINISHED.search(text) and text.endswith(("/", ".", "-", "_")) and at + 1 < len(lines):
        return text + lines[at + 1].text.partition(" ")[0]
    return text


def _is_aside(line: Line, page: Page, front: Front | None) -> bool:
    """Whether the line stands outside the running text: at an edge, in the margin, or in smaller type."""
    is_edge = line.top < _EDGE * page.height or line.bottom > (1 - _EDGE) * page.height
    is_small = front is not None and line.size < 0.9 * front.body
    return is_edge or is_small or not line.upright or (page.number == 1 and line.top < 0.35 * page.height)


def arxiv_of(document: Document, xmp: Xmp, front: Front | None, stem: str) -> Fact[str]:
    """The arXiv id of the stamp at the margin, the file's data, the page's edges, or the file's name."""
    pages = document.pages[:_PAGES]
    for page in pages:
        for line in page.lines:
            if not line.upright and (found := find_arxiv_id(line.text)):
                return Fact(found, 0.99, "stamp")
    for text in (*xmp.identifiers, *document.info.values()):
        if found := find_arxiv_id(text):
            return Fact(found, 0.9, "metadata")
    for page in pages[:1]:
        for line in before_references([page]):
            if (
                _is_aside(line, page, front)
                and not _CITATION.match(line.text)
                and (found := find_arxiv_id(line.text))
            ):
                return Fact(found, 0.85 if line.text.casefold().startswith("arxiv") else 0.6, "text")
    match = _ARXIV_FILE.match(stem)
    return Fact(bare_arxiv_id(match[1]), 0.6, "file name") if match else _NONE
