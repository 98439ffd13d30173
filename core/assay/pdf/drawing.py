"""Pages of a PDF as pictures, with where words stand on them, by pdfium. Runs in a process of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pypdfium2

from assay.pdf.reading import UnreadablePdf, opened
from assay.pdf.types import Box, Picture

MARKS = 500
"""Places that are marked on a page at most."""

WIDEST = 4000  # pixels
TALLEST = 8000


class Drawer:
    """Draws pages; the last file stays open. Raises `UnreadablePdf` for what cannot be read."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._pdf: Any = None

    def draw(self, path: Path, page: int, *, width: int, words: Sequence[str] = ()) -> Picture:
        """The page `width` pixels wide, or narrower where it would be too tall, with the words marked on it.

        A page before the first or behind the last one is that one.
        """
        pdf = self._open(path)
        number = max(1, min(page, len(pdf)))
        sheet = self._page(pdf, number)
        wide, tall = sheet.get_size()
        scale = min(max(16, min(width, WIDEST)) / wide, TALLEST / tall)
        bitmap = sheet.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
        marks = tuple(_marks(sheet, words))
        return Picture(
            number, len(pdf), bitmap.width, bitmap.height, bitmap.stride, bytes(bitmap.buffer), marks
        )

    def pages_with(self, path: Path, words: Sequence[str]) -> list[int]:
        """The pages, from 1, on which any of the words stands."""
        pdf = self._open(path)
        return [
            number
            for number in range(1, len(pdf) + 1)
            if next(_marks(self._page(pdf, number), words), None) is not None
        ]

    def text(self, path: Path, page: int, box: Box) -> str:
        """Return what stands within a box of a page, a line a line."""
        pdf = self._open(path)
        sheet = self._page(pdf, max(1, min(page, len(pdf))))
        wide, tall = sheet.get_size()
        left, top, right, bottom = box
        inside = sheet.get_textpage().get_text_bounded(
            left * wide, (1 - bottom) * tall, right * wide, (1 - top) * tall
        )
        return "\n".join(str(inside).replace("\ufffe", "").splitlines())

    def _open(self, path: Path) -> Any:
        if path != self._path:
            if self._pdf is not None:
                self._pdf.close()
            self._path, self._pdf = None, None
            self._pdf = opened(path)
            self._path = path
        return self._pdf

    def _page(self, pdf: Any, number: int) -> Any:
        try:
            return pdf[number - 1]
        except pypdfium2.PdfiumError:
            raise UnreadablePdf(f"page {number} is damaged and cannot be shown") from None


def _marks(sheet: Any, words: Sequence[str]) -> Iterator[Box]:
    """Yield where the words stand or begin a word, in any case; `MARKS` places at most."""
    wide, tall = sheet.get_size()
    text, found = sheet.get_textpage(), 0
    for word in words:
        search = text.search(word)
        while found < MARKS and (hit := search.get_next()) is not None:
            start, count = hit
            if start and text.get_text_range(start - 1, 1).isalnum():
                continue  # within another word
            for at in range(text.count_rects(start, count)):
                left, bottom, right, top = text.get_rect(at)
                found += 1
                yield left / wide, 1 - top / tall, right / wide, 1 - bottom / tall
