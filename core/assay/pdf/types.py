"""What the process that draws pages is asked, and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Box = tuple[float, float, float, float]
"""Left, top, right and bottom, as shares (0..1) of the page from its upper left corner."""


class UnreadablePdf(Exception):
    """The file as a whole cannot be read; the message is the reason.

    `lasting` is False where the same file may be readable the next time.
    """

    def __init__(self, reason: str, *, lasting: bool = True) -> None:
        super().__init__(reason)
        self.lasting = lasting


@dataclass(frozen=True, slots=True)
class ReadCall:
    """A file to be read as a paper."""

    path: str


@dataclass(frozen=True, slots=True)
class FileAnswer:
    """What a process that reads or draws says of a request: `ok`, or why not in `fault`.

    `lasting` is True where the file itself is at fault.
    """

    id: int | None = None
    ok: object = None
    fault: str = ""
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class PdfMark:
    """A highlight to be written into a copy of a file, with its comment."""

    page: int
    boxes: tuple[Box, ...]
    colour: str
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Annotated:
    """A copy of a PDF that was written, and how many annotations it got."""

    out: str
    annotations: int


@dataclass(frozen=True, slots=True)
class PageCall:
    """What is wanted of a file.

    "open": how large its pages are, and its outline. "draw": a page with the words marked on it. "find":
    where the words stand on the pages from `page` to `last` (0: to the end). "select": what stands from the
    box's first corner to its second one, on the page `last`, as one reads, a page each; the word at a point.
    "annotate": write a copy to `target` with these marks as annotations.
    """

    op: Literal["open", "draw", "find", "select", "annotate"]
    path: str
    page: int = 1
    width: int = 0  # pixels
    words: tuple[str, ...] = ()
    box: Box = (0.0, 0.0, 1.0, 1.0)
    last: int = 0
    target: str = ""
    marks: tuple[PdfMark, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of a file's outline. `page` is 0 where it leads nowhere; `top` is a share of the page."""

    level: int  # from 0
    title: str
    page: int
    top: float = 0.0


@dataclass(frozen=True, slots=True)
class PdfShape:
    """A file before any page of it is drawn: (width, height) of its pages in points, and its outline."""

    sizes: tuple[tuple[float, float], ...]
    outline: tuple[Heading, ...] = ()


@dataclass(frozen=True, slots=True)
class TextOnPage:
    """Text at its place: a box a line."""

    page: int
    boxes: tuple[Box, ...]
    text: str = ""


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
