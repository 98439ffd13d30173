"""What a search needs of a library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from assay.types import Filters, Paper


class PaperSource(Protocol):
    """The papers that a search returns. `assay.library.Papers` is one."""

    def ids(self, *, sort: str = ..., descending: bool = ..., filters: Filters = ...) -> list[str]:
        """Return the doc_ids of the papers that pass the filters, in this order."""

    def count(self) -> int:
        """Return the number of papers."""

    def get(self, doc_ids: Sequence[str]) -> list[Paper]:
        """Return a paper for each id, in the order asked for; unknown ids are left out, aliases resolve."""

    def matching(self, filters: Filters) -> Sequence[str]:
        """Return the doc_ids of the papers that pass the filters, in whatever order."""


class PaperLibrary(Protocol):
    """A collection whose papers may change. `assay.library.Library` is one."""

    @property
    def papers(self) -> PaperSource:
        """Its papers."""

    def revision(self) -> int:
        """Return a number that grows with every change to the papers."""

    def removed_since(self, mark: str) -> Sequence[str] | None:
        """Return the doc_ids of the papers that went since an index got its mark; None for an unknown one."""
