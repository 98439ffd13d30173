"""Pages of a PDF as pictures, with where words stand on them, by pdfium. Runs in a process of its own."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw

from assay.pdf.reading import opened
from assay.pdf.types import Box, Heading, PdfShape, Picture, TextOnPage, UnreadablePdf

MARKS = 500
"""Places that are marked on a page at most."""

WIDEST = 4000  # pixels
TALLEST = 8000
MOST_SELECTED = 50  # pages
MAX_PAGES = 20_000
MAX_HEADINGS = 2000
_TITLE = 300  # characters of a heading
_LONGEST = 14_400.0  # points of a page's side that a PDF may have
_USUAL = (612.0, 792.0)  # of a page whose size nobody can tell
_FINE = 1_000_000  # steps of a page's width and height, in which pdfium gives places
_OTHER_LINE = 3  # a point above or below a letter is as far away as three at its side

pdfium: Any = pypdfium2.raw


class Drawer:
    """Draws pages; the last file stays open. Raises `UnreadablePdf` for what cannot be read."""

    def __init__(self) -> None:
        self._file: tuple[Path, int, int] | None = None
        self._pdf: Any = None
        self._letters: dict[tuple[Path, int], _Letters] = {}

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

    def shape(self, path: Path) -> PdfShape:
        """The sizes of all pages, as they are shown, and the outline."""
        pdf = self._open(path)
        sizes = tuple(_size(pdf, number) for number in range(min(len(pdf), MAX_PAGES)))
        return PdfShape(sizes, tuple(islice(_outline(pdf, len(sizes)), MAX_HEADINGS)))

    def find(self, path: Path, words: Sequence[str], first: int = 1, last: int = 0) -> list[TextOnPage]:
        """Where any of the words stands on the pages from `first` to `last` (0: to the end), in order.

        Nothing stands on a damaged page.
        """
        pdf = self._open(path)
        found: list[TextOnPage] = []
        for number in range(max(1, first), min(last or len(pdf), len(pdf)) + 1):
            with suppress(pypdfium2.PdfiumError):
                found += (replace(place, page=number) for place in _places(pdf[number - 1], words))
        return found

    def select(self, path: Path, page: int, box: Box, last: int = 0) -> tuple[TextOnPage, ...]:
        """What stands from the first corner of a box to its second one, on the page `last`, as one reads.

        A page each, of `MOST_SELECTED` at most, where there is text; at one point, the word.
        """
        pdf = self._open(path)
        first, end = (max(1, min(at, len(pdf))) for at in (page, last or page))
        start, stop = box[:2], box[2:]
        if first > end:
            first, end, start, stop = end, first, stop, start
        found = []
        for number in range(first, min(end, first + MOST_SELECTED - 1) + 1):
            with suppress(UnreadablePdf):
                here = start if number == first else None, stop if number == end else None
                found.append(self._selected(path, number, *here))
        return tuple(place for place in found if place.boxes)

    def _selected(self, path: Path, number: int, begin: _Place | None, end: _Place | None) -> TextOnPage:
        """Return what stands on a page between two places of it; None is its beginning, or its end."""
        sheet = self._page(self._open(path), number)
        text = sheet.get_textpage()
        start, stop = 0, text.count_chars() - 1
        if begin or end:
            if not (letters := self._letters_of(path, number, text)):
                return TextOnPage(number, ())
            start = _letter_at(sheet, letters, *begin) if begin else start
            stop = _letter_at(sheet, letters, *end) if end else stop
        if begin and end:
            start, stop = _word_at(text, start) if begin == end else sorted((start, stop))
        if (count := stop - start + 1) < 1:
            return TextOnPage(number, ())
        written = text.get_text_range(start, count)
        return TextOnPage(number, _boxes(sheet, text, start, count), _running(written))

    def _letters_of(self, path: Path, number: int, text: Any) -> _Letters:
        """Return the page's letters; those of two pages are kept: a drag asks for both again and again."""
        if (path, number) not in self._letters:
            if len(self._letters) > 1:
                self._letters.clear()
            self._letters[path, number] = _letters(text)
        return self._letters[path, number]

    def _open(self, path: Path) -> Any:
        file = (path, *_version(path))
        if file != self._file:
            if self._pdf is not None:
                self._pdf.close()
            self._file, self._pdf = None, None
            self._letters.clear()
            self._pdf = opened(path)
            self._file = file
        return self._pdf

    def _page(self, pdf: Any, number: int) -> Any:
        try:
            return pdf[number - 1]
        except pypdfium2.PdfiumError:
            raise UnreadablePdf(f"page {number} is damaged and cannot be shown") from None


def _version(path: Path) -> tuple[int, int]:
    """Return what tells a file from another one that was written in its place."""
    try:
        state = path.stat()
    except OSError:  # opening it says why
        return 0, 0
    return state.st_mtime_ns, state.st_size


def _marks(sheet: Any, words: Sequence[str]) -> Iterator[Box]:
    """Yield the boxes of all places where the words stand."""
    for place in _places(sheet, words):
        yield from place.boxes


def _places(sheet: Any, words: Sequence[str]) -> Iterator[TextOnPage]:
    """Yield where the words stand or begin a word, in any case; `MARKS` places at most, without the page."""
    text, found = sheet.get_textpage(), 0
    for word in words:
        search = text.search(word)
        while found < MARKS and (hit := search.get_next()) is not None:
            start, count = hit
            if start and text.get_text_range(start - 1, 1).isalnum():
                continue  # within another word
            found += 1
            written = _running(text.get_text_range(start, count))
            yield TextOnPage(0, _boxes(sheet, text, start, count), written)


def _boxes(sheet: Any, text: Any, start: int, count: int) -> tuple[Box, ...]:
    """Return the places of letters on the page, a box a line."""
    rects = (text.get_rect(at) for at in range(text.count_rects(start, count)))
    return tuple(_shares(sheet, rect) for rect in rects)


def _shares(sheet: Any, rect: tuple[float, float, float, float]) -> Box:
    """Return a rectangle of the page's own points as shares of the page as it is shown, cut and turned."""
    left, bottom, right, top = rect
    corners = [_share(sheet, x, y) for x, y in ((left, top), (right, bottom))]
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def _share(sheet: Any, x: float, y: float) -> tuple[float, float]:
    across, down = ctypes.c_int(), ctypes.c_int()
    pdfium.FPDF_PageToDevice(sheet, 0, 0, _FINE, _FINE, 0, x, y, across, down)
    return _within(across.value / _FINE), _within(down.value / _FINE)


def _within(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def page_point(sheet: Any, across: float, down: float) -> tuple[float, float]:
    """Return a place given in shares of the page as it is shown in the page's own points."""
    x, y = ctypes.c_double(), ctypes.c_double()
    place = [round(_within(share) * _FINE) for share in (across, down)]
    pdfium.FPDF_DeviceToPage(sheet, 0, 0, _FINE, _FINE, 0, *place, x, y)
    return x.value, y.value


_Place = tuple[float, float]
"""How far to the right and down on a page, as shares of it."""

_Letters = dict[int, tuple[float, float, float, float]]
"""Number of a letter -> left, bottom, right and top in the page's own points."""


def _letters(text: Any) -> _Letters:
    """Return the letters that are drawn; blanks and ends of lines that pdfium adds have no place."""
    boxes = {at: text.get_charbox(at, loose=True) for at in range(text.count_chars())}
    return {at: box for at, box in boxes.items() if box[2] > box[0] and box[3] > box[1]}


def _letter_at(sheet: Any, letters: _Letters, across: float, down: float) -> int:
    """Return the letter at, or nearest to, a place given in shares of the page: rather on its line."""
    x, y = page_point(sheet, across, down)

    def distance(at: int) -> float:
        left, bottom, right, top = letters[at]
        aside = max(left - x, x - right, 0.0)
        return aside + _OTHER_LINE * max(bottom - y, y - top, 0.0)

    return min(letters, key=distance)


def _word_at(text: Any, at: int) -> tuple[int, int]:
    """Return the first and the last letter of the word that has this one."""
    start = end = at
    while start > 0 and text.get_text_range(start - 1, 1).isalnum():
        start -= 1
    while end + 1 < text.count_chars() and text.get_text_range(end + 1, 1).isalnum():
        end += 1
    return start, end


def _running(written: str) -> str:
    """Return the text as one line: a word that was parted at a line's end is whole again."""
    return " ".join(written.replace("\ufffe\r\n", "").replace("\ufffe", "").split())


def _size(pdf: Any, number: int) -> tuple[float, float]:
    """Return the width and height of a page, the usual ones where the file has none that could be shown."""
    try:
        wide, tall = pdf.get_page_size(number)
    except pypdfium2.PdfiumError:
        return _USUAL
    fits = math.isfinite(wide) and math.isfinite(tall) and min(wide, tall) >= 1
    scale = min(1.0, _LONGEST / max(wide, tall)) if fits else 1.0
    return (wide * scale, tall * scale) if fits else _USUAL


def _outline(pdf: Any, n_pages: int) -> Iterator[Heading]:
    for mark in pdf.get_toc():
        target = mark.get_dest()
        number = target.get_index() if target is not None else None
        title = " ".join(mark.get_title().split())[:_TITLE]
        if title and number is not None and number < n_pages:
            yield Heading(mark.level, title, number + 1, _top(pdf, number, target))
        elif title:
            yield Heading(mark.level, title, 0)


def _top(pdf: Any, number: int, target: Any) -> float:
    """Return how far down the page a heading's target is, as a share; 0 where it names no height."""
    mode, place = target.get_view()
    at = {pdfium.PDFDEST_VIEW_XYZ: 1, pdfium.PDFDEST_VIEW_FITH: 0, pdfium.PDFDEST_VIEW_FITBH: 0}.get(mode)
    if at is None or at >= len(place):
        return 0.0
    _, tall = _size(pdf, number)
    return _within(1 - place[at] / tall)
