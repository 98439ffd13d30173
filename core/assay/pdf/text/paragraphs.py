"""The running text of pages, put together from their lines: a paragraph a line."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from assay.pdf.text.cleaning import join_lines

if TYPE_CHECKING:
    from collections.abc import Sequence, Set

    from assay.pdf.text.page import Line, Page

_EDGE = 0.09  # of the page's height, where running heads and page numbers stand
_REPEATED = 3  # pages from which a line at the edge is a running head


def page_texts(pages: Sequence[Page], words: Set[str] = frozenset()) -> tuple[str, ...]:
    """The text of each page in the file's order, a paragraph a line; without running heads."""
    heads = _running_heads(pages)
    return tuple(_text(page, heads, words) for page in pages)


def _running_heads(pages: Sequence[Page]) -> frozenset[str]:
    """What stands at the edges of several pages, digits aside."""
    seen = Counter(
        key for page in pages for key in {_key(line) for line in page.lines if _is_edge(line, page)}
    )
    return frozenset(key for key, count in seen.items() if count >= _REPEATED)


def _key(line: Line) -> str:
    return "".join(char for char in line.text if not char.isdigit())


def _is_edge(line: Line, page: Page) -> bool:
    return line.upright and (line.bottom < _EDGE * page.height or line.top > (1 - _EDGE) * page.height)


def _text(page: Page, heads: Set[str], words: Set[str]) -> str:
    kept = [line for line in page.lines if not (_is_edge(line, page) and _key(line) in heads)]
    paragraphs: list[list[Line]] = []
    for line in kept:
        if paragraphs and _goes_on(paragraphs[-1], line):
            paragraphs[-1].append(line)
        else:
            paragraphs.append([line])
    return "\n".join(join_lines([line.text for line in paragraph], words) for paragraph in paragraphs)


def _goes_on(paragraph: Sequence[Line], line: Line) -> bool:
    """Whether the line belongs to the paragraph: same type, no gap, no indent behind a full stop."""
    last, first = paragraph[-1], paragraph[0]
    if line.upright != last.upright or abs(line.size - last.size) > 0.15 * last.size:
        return abs(line.top - last.top) < 0.5 * last.height  # a formula's parts
    if abs(line.top - last.top) < 0.5 * last.height and line.left >= last.right:
        return True  # beside it
    is_finished = last.text.endswith((".", "!", "?", ":"))
    if line.top < last.top - last.height:  # the next column
        return not is_finished
    if line.top - last.bottom > 0.9 * last.height:
        return False
    column = min(one.left for one in paragraph[-3:]) if len(paragraph) > 1 else first.left
    is_indented = line.left > column + 0.7 * line.size and line.left < column + 5 * line.size
    is_short = last.right < first.right - 0.15 * max(first.width, 1.0)
    return not (is_finished and (is_indented or is_short))
