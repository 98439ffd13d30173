"""What the first page's layout tells of a paper: title, authors, abstract, year."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.pdf.abstract import abstract_of
from assay.pdf.authors import authors_of
from assay.pdf.dates import year_of
from assay.pdf.front import Front, front_of
from assay.pdf.title import Title, title_of

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from assay.pdf.text.page import Page


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields with the confidence in each, from 0 to 1; `front` is None where no page has text."""

    front: Front | None = None
    title: Title | None = None
    authors: tuple[str, ...] = ()
    authors_confidence: float = 0.0
    abstract: str = ""
    abstract_confidence: float = 0.0
    year: int | None = None
    year_confidence: float = 0.0


def read_layout(pages: Sequence[Page], words: Set[str] = frozenset()) -> Layout:
    """The fields as the front page shows them. `words` are those of the document, see `join_lines`."""
    front = front_of(pages)
    if front is None:
        return Layout()
    abstract = abstract_of(front, words)
    upper = abstract.top if abstract else 0.6 * front.height
    title = title_of(front, above=upper)
    below = title.block.bottom if title else 0.0
    authors, authors_confidence = authors_of(front, below=below, above=upper)
    stamps = [line.text for page in pages[:2] for line in page.lines if not line.upright]
    year, year_confidence = year_of(front, stamps, body_from=upper, body_to=0.88 * front.height)
    return Layout(
        front=front,
        title=title,
        authors=authors,
        authors_confidence=authors_confidence,
        abstract=abstract.text if abstract else "",
        abstract_confidence=abstract.confidence if abstract else 0.0,
        year=year,
        year_confidence=year_confidence,
    )
