"""What is read out of a PDF: each field with how sure it is and where it is from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Fact(Generic[T]):
    """A field's value. `confidence` is from 0 (unknown) to 1; below `REVIEW_BELOW` a person should look."""

    value: T
    confidence: float = 0.0
    origin: str = ""  # "metadata" | "XMP" | "layout" | "text" | "stamp" | "file name", or two that agree


REVIEW_BELOW = 0.7


@dataclass(frozen=True, slots=True)
class PdfPaper:
    """One PDF. Empty strings, () and None stand for "not known", as in `Paper`."""

    path: Path
    title: Fact[str]
    authors: Fact[tuple[str, ...]]
    abstract: Fact[str]
    year: Fact[int | None]
    doi: Fact[str]  # lower case, without resolver
    arxiv_id: Fact[str]  # without version
    page_count: int
    pages: tuple[str, ...]  # the text of each page that was read: a paragraph a line
    faults: tuple[str, ...] = ()  # sentences: what is missing, and what to do

    @property
    def uncertain(self) -> tuple[str, ...]:
        """The names of the fields that a person should look at, of those that every paper has."""
        sure = {
            "title": self.title.confidence,
            "authors": self.authors.confidence,
            "abstract": self.abstract.confidence,
            "year": self.year.confidence,
        }
        return tuple(name for name, confidence in sure.items() if confidence < REVIEW_BELOW)

    @property
    def needs_review(self) -> bool:
        """Whether a person should look: for the year alone only where an identifier is uncertain too."""
        uncertain = set(self.uncertain)
        unsure_id = any(fact.value and fact.confidence < REVIEW_BELOW for fact in (self.doi, self.arxiv_id))
        return bool(uncertain - {"year"}) or (bool(uncertain) and unsure_id)


@dataclass(frozen=True, slots=True)
class PdfFault:
    """A file that gave nothing; the reason says why, and what to do.

    `lasting`: the file itself is at fault, so that reading it again would end the same way. A reading process
    that was killed, ran out of time or memory, or failed in our own code says nothing about the file.
    `timed_out`: it took more time than a file may.
    """

    path: Path
    reason: str
    lasting: bool = False
    timed_out: bool = False
