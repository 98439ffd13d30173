"""What the tools of an assistant answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from assay.library.collection_store import Collection
from assay.types import Highlight, Judgement, Paper, Query


@dataclass(frozen=True, slots=True)
class PaperRecord:
    """All that the library knows of one paper. `fields` are its CSL variables, its type and notes aside."""

    paper: Paper
    type: str = ""
    fields: Mapping[str, str | list[str]] | None = None
    notes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()
    reading: str = ""  # "to read" or "read"
    files: tuple[str, ...] = ()
    highlights: tuple[Highlight, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperPassage:
    """A passage of a paper's file; pages count from 1."""

    file: str
    page: int
    text: str


@dataclass(frozen=True, slots=True)
class PaperPassages:
    """Passages of a paper in reading order, from `first` on, of `total` ones."""

    doc_id: str
    passages: tuple[PaperPassage, ...]
    first: int
    total: int


@dataclass(frozen=True, slots=True)
class CollectionList:
    """The library's collections by name, each before those inside it."""

    collections: tuple[Collection, ...]


@dataclass(frozen=True, slots=True)
class JudgementList:
    """Queries with the judgements of them that stand, from `first` on; `total` counts the judgements."""

    queries: tuple[Query, ...]
    judgements: tuple[Judgement, ...]
    first: int
    total: int
