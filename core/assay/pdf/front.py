"""The page that a paper begins with: its lines from top to bottom, and what is usual on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from assay.pdf.text import Line, Page

# What repositories print on the sheet that they put before a paper.
_COVER = re.compile(
    r"see discussions, stats, and author profiles|jstor is a not-for-profit|your use of the jstor archive|"
    r"hal is a multi-?disciplinary|to cite this version|this is a repository copy|pdf hosted at the|"
    r"to link to this article|full terms & conditions of access|the user has requested enhancement",
    re.IGNORECASE,
)
_REFERENCES = re.compile(
    r"^(?:\d+\.?\s*)?(?:references|bibliography|literature cited|works cited)\b.{0,3}$", re.IGNORECASE
)

_MOST_LINES = 1000  # a page of small print has 200


@dataclass(frozen=True, slots=True)
class Front(Page):
    """The first page of the paper itself: its lines that run from left to right, from top to bottom."""

    body: float  # the size of the running text, in points


def front_of(pages: Sequence[Page]) -> Front | None:
    """Return the front of the paper, behind a repository's cover sheet; None where no page has text."""
    written = [page for page in pages[:4] if page.lines]
    if not written:
        return None
    page = written[1] if len(written) > 1 and _is_cover(written[0]) else written[0]
    upright = [line for line in page.lines if line.upright]
    lines = tuple(sorted(upright, key=lambda line: (round(line.top), line.left)))[:_MOST_LINES]
    return Front(page.number, page.width, page.height, lines, body_size(pages[:5]))


def _is_cover(page: Page) -> bool:
    return _COVER.search(" ".join(line.text for line in page.lines)) is not None


def body_size(pages: Iterable[Page]) -> float:
    """The size in which most characters are set, in points; 10 where there are none."""
    sizes: Counter[float] = Counter()
    for page in pages:
        for line in page.lines:
            sizes[line.size] += len(line.text)
    return max(1.0, sizes.most_common(1)[0][0]) if sizes else 10.0


def before_references(pages: Sequence[Page]) -> list[Line]:
    """Return the lines of the pages up to the heading of the references, in the file's order."""
    lines: list[Line] = []
    for page in pages:
        for line in page.lines:
            if _REFERENCES.match(line.text):
                return lines
            lines.append(line)
    return lines
