"""The full texts of a library's papers as a search wants them: in passages, under lasting names."""

from __future__ import annotations

from functools import lru_cache

from assay.library import Library
from assay.pdf import Passage, passages

KEPT = 100
"""Texts that are kept in passages, some 100 KB each: typing asks for the same ones again and again."""


class LibraryTexts:
    """Full texts by name. A text's name is its file's checksum and the version that read it."""

    def __init__(self, library: Library) -> None:
        self._files = library.files
        self._cut = lru_cache(KEPT)(self._cut_again)

    def with_text(self) -> dict[str, str]:
        """name of a text -> doc_id of its paper."""
        return {f"{sha256}-{reader}": doc_id for sha256, (doc_id, reader) in self._files.with_text().items()}

    def passages(self, name: str) -> list[str]:
        """Return the passages of a text."""
        return [passage.text for passage in self._cut(name)]

    def passage(self, place: tuple[str, int]) -> Passage | None:
        """Return the passage at a place that a search gave; None if it is not there any more."""
        name, number = place
        found = self._cut(name)
        return found[number] if number < len(found) else None

    def _cut_again(self, name: str) -> list[Passage]:
        return passages(self._files.pages(name.rpartition("-")[0]))
