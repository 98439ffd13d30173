"""What the process that draws pages answers; the window decodes the same class."""

from __future__ import annotations

from dataclasses import dataclass

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares (0..1) of the page from its upper left corner."""


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
