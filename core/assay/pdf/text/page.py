"""A page as lines of type: what was printed where, and how large."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A printed line, or the part of it that stands in one column.

    Points of 1/72 inch from the upper left corner of the visible page, downwards: `top` < `bottom`.
    """

    text: str  # clean, with the hyphen at its end where one is printed
    size: float  # of the type, in points as printed
    font: str  # its name in the file, "" if unknown
    left: float
    top: float
    right: float
    bottom: float
    upright: bool = True  # runs from left to right; a stamp at the margin does not

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @property
    def is_bold(self) -> bool:
        name = self.font.casefold()
        return any(mark in name for mark in ("bold", "black", "heavy", "medi", "demi", "cmbx", "-bd"))

    def overlap(self, other: Line) -> float:
        """How many points of their widths stand one above the other; below 0 is the gap between them."""
        return min(self.right, other.right) - max(self.left, other.left)


@dataclass(frozen=True, slots=True)
class Page:
    """A page's lines in the order of the file, which is nearly always that of reading."""

    number: int  # from 1
    width: float
    height: float
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """What a PDF says, before anything is made of it."""

    info: dict[str, str]  # the file's own data under PDF's names: Title, Author, Subject, CreationDate
    xmp: bytes  # the XMP packet, b"" without one
    page_count: int
    pages: tuple[Page, ...]  # those within the limits
    faults: tuple[str, ...]  # sentences: what was left out, and why
