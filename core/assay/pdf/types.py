"""What the process that draws pages is asked, and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares (0..1) of the page from its upper left corner."""


@dataclass(frozen=True, slots=True)
class PageCall:
    """Draw a page with the words marked on it, find the pages that have the words, or read a box's text."""

    op: Literal["draw", "find", "text"]
    path: str
    page: int = 1
    width: int = 0  # pixels
    words: tuple[str, ...] = ()
    box: Box = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True, slots=True)
class Picture:
    """One page. `pixels` are rows of `width` times red, green and blue, each row `stride` bytes long."""

    page: int  # from 1
    page_count: int
    width: int
    height: int
    stride: int
    pixels: bytes
    marks: tuple[Box, ...] = ()
