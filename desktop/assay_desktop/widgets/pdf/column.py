"""Where the pages of a PDF lie below each other, and what is drawn over them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

PX_PER_POINT: Final = 96 / 72
GAP_PX: Final = 12
"""Between pages, and around them."""

ZOOMS: Final = (0.25, 0.33, 0.5, 0.67, 0.75, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
"""The sizes that one steps through, as shares of the printed size."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place of the document: the page, from 1, and how far down it is, as a share of its height."""

    page: int = 1
    share: float = 0.0


class PageColumn:
    """Pages below each other at one zoom, in pixels."""

    def __init__(self, sizes: Sequence[tuple[float, float]] = (), zoom: float = 1.0) -> None:
        """`sizes` are widths and heights in points."""
        self.zoom = zoom
        self._sizes = [
            (max(1, round(wide * PX_PER_POINT * zoom)), max(1, round(tall * PX_PER_POINT * zoom)))
            for wide, tall in sizes
        ]
        self._tops: list[int] = []
        top = GAP_PX
        for _, tall in self._sizes:
            self._tops.append(top)
            top += tall + GAP_PX
        self.height = top if self._sizes else 0
        self.width = max((wide for wide, _ in self._sizes), default=0) + 2 * GAP_PX

    def __len__(self) -> int:
        return len(self._sizes)

    def size(self, page: int) -> tuple[int, int]:
        return self._sizes[page - 1]

    def top(self, page: int) -> int:
        return self._tops[page - 1]

    def at(self, y: int) -> Place:
        """Return the place at a height of the column."""
        if not self._sizes:
            return Place()
        page = max(1, bisect_right(self._tops, y))
        return Place(page, min(max((y - self.top(page)) / self.size(page)[1], 0.0), 1.0))

    def y(self, place: Place) -> int:
        """Return the height of a place of the column."""
        page = max(1, min(place.page, len(self)))
        return self.top(page) + round(place.share * self.size(page)[1]) if self._sizes else 0

    def between(self, top: int, bottom: int) -> range:
        """Return the pages of which something lies between two heights."""
        if not self._sizes:
            return range(0)
        first = max(1, bisect_right(self._tops, top))
        if self.top(first) + self.size(first)[1] <= top:
            first += 1
        return range(first, max(first, bisect_right(self._tops, bottom) + 1))


def fitting_zoom(sizes: Sequence[tuple[float, float]], width: int) -> float:
    """Return the zoom at which the widest page fills `width` pixels."""
    widest = max((wide for wide, _ in sizes), default=0.0)
    return min(max((width - 2 * GAP_PX) / (widest * PX_PER_POINT), 0.05), ZOOMS[-1]) if widest else 1.0


def stepped_zoom(zoom: float, step: int) -> float:
    """Return the next larger (1) or smaller (-1) of ZOOMS."""
    if step > 0:
        return next((each for each in ZOOMS if each > zoom + 0.01), ZOOMS[-1])
    return next((each for each in reversed(ZOOMS) if each < zoom - 0.01), ZOOMS[0])


Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares (0..1) of the page."""


@dataclass(frozen=True, slots=True)
class Overlay:
    """Boxes over a page in one of the theme's inks; `name` tells apart what can be clicked."""

    page: int
    boxes: tuple[Box, ...]
    ink: str
    name: str = ""
