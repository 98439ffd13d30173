"""Which papers an index has to look at: those that changed since it was built, or all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from assay.search.query.source import PaperLibrary, PaperSource
from assay.types import Paper

BATCH = 1000  # papers read at once


class Changed(Protocol):
    """What changed since an index was built."""

    @property
    def changed(self) -> Sequence[int]:
        """The papers that are there."""

    @property
    def removed(self) -> Sequence[str]:
        """The doc_ids of those that are not."""


class Marks(Protocol):
    """What a library remembers of indexes. `assay.library.IndexMarks` is one."""

    def new(self, revision: int) -> str:
        """A mark for an index that has the library as it was at this revision."""

    def since(self, mark: str) -> Changed | None:
        """What changed since this mark was given; None for one that the library does not know."""

    def papers(self, pks: Sequence[int], *, batch: int = 1000) -> Iterator[list[Paper]]:
        """The papers that changed, `batch` at a time."""


class ReadablePapers(PaperSource, Protocol):
    """Papers that can be read from first to last."""

    def all(self, *, batch: int = 1000, items: bool = True) -> Iterator[list[Paper]]:
        """Every paper, `batch` at a time; without `items`, `Paper.item` is not read."""


class ReadableLibrary(PaperLibrary, Protocol):
    """A library whose papers can be read from first to last, and that tells what changed."""

    @property
    def papers(self) -> ReadablePapers:
        """Its papers."""

    @property
    def index_marks(self) -> Marks:
        """What it remembers of indexes."""


@dataclass(frozen=True, slots=True)
class Look:
    """Papers to be compared with an index, `n` of them, and what the index has and the library has not.

    With `whole` they are all papers of the library, and what is gone is known only when all were seen.
    """

    batches: Iterator[list[Paper]]
    n: int
    gone: tuple[str, ...] = ()
    whole: bool = False


def look_at_changes(library: ReadableLibrary, mark: str, known: Collection[str]) -> Look | None:
    """What changed since the index of `known` papers got its mark; None where the library cannot say."""
    since = library.index_marks.since(mark) if mark else None
    if since is None:
        return None
    gone = tuple(doc_id for doc_id in since.removed if doc_id in known)
    return Look(library.index_marks.papers(since.changed, batch=BATCH), len(since.changed), gone)


def look_at_all(library: ReadableLibrary) -> Look:
    """Every paper. For 100,000 of them that takes seconds."""
    return Look(library.papers.all(batch=BATCH, items=False), library.papers.count(), whole=True)
