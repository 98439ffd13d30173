"""A paper's abstract: the text under its heading, or the paragraph that stands where one is expected."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from itertools import islice, pairwise

from assay.pdf.front import Front
from assay.pdf.text import Line, join_lines

_HEADING = re.compile(
    r"^(?:abstract|a b s t r a c t|summary|r[ée]sum[ée]|zusammenfassung)(\s*$|\s*[.:\-–—]+\s*|\s+(?=[A-Z(]))",
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"^(?:(?:\d{1,2}|[IVX]{1,4})\.?\s+)?i\s?n\s?t\s?r\s?o\s?d\s?u\s?c\s?t\s?i\s?o\s?n\b.{0,40}$|"
    r"^(?:1|I)\.?(?:\s+[A-Z][\w -]{2,60})?$|"
    r"^(?:additional |author )?(?:key ?words?|index terms|categories and subject|ccs concepts|general terms|"
    r"subject classification|acm reference|pacs|msc\b|jel\b|contents$|©|copyright|permission to make|"
    r"doi:|citation:|funding:|correspondence|article info|highlights$)",
    re.IGNORECASE,
)
_FOOTNOTE = re.compile(r"(?<=[^\W\d_][.!?])\d{1,2}$")
_FEWEST_WORDS = 40
_FEW_WORDS = 25
_MOST_HEADINGS = 10  # that are tried: a page of numbered lines has hundreds
_BETWEEN_PARAGRAPHS, _BETWEEN_BLOCKS = 1.3, 0.6  # heights of a line, beyond the usual white
_LONGEST = 6000  # characters; what is longer is the paper itself


@dataclass(frozen=True, slots=True)
class Abstract:
    """The text, where it begins on the front, and how sure it is, from 0 to 1."""

    text: str
    top: float
    confidence: float


def abstract_of(front: Front, words: Set[str] = frozenset()) -> Abstract | None:
    """Return the abstract of the front page, or None. `words` are those of the document, see `join_lines`."""
    for at, line in enumerate(front.lines):
        match = _HEADING.match(line.text)
        if match is None:
            continue
        rest = line.text[match.end() :]
        first = line if rest else _line_after(front, line)
        lines, is_closed = _below(front, at, first)
        lines = [rest, *lines] if rest else lines
        text = _FOOTNOTE.sub("", join_lines(lines, words))[:_LONGEST]
        is_short = len(text.split()) < _FEW_WORDS
        if rest and not match[1].strip() and is_short and not is_closed:
            continue  # "Abstract Syntax Notation" is no abstract
        if text:
            return Abstract(text, line.top, 0.6 if is_short else 0.9)
    return _unnamed(front, words)


def _line_after(front: Front, heading: Line) -> Line | None:
    """Return the line that begins behind a heading, a wide blank away."""
    for line in front.lines:
        is_level = abs(line.top - heading.top) < 0.4 * heading.height
        if is_level and 0 < line.left - heading.right < 2.5 * heading.size:
            return line
    return None


def _below(front: Front, at: int, first: Line | None) -> tuple[list[str], bool]:
    """Return the text under a heading in its column, or in that of its first line, and what ends it.

    True is another heading; a wide gap and larger type end it too. The heading's own line gives no text.
    """
    heading = front.lines[at]
    column = [first] if first else []
    is_closed = False
    for line in front.lines[at + 1 :]:
        is_level = line is first or line.top < heading.bottom - 0.5 * heading.height
        if is_level or not _is_in_column(column or [heading], line):
            continue
        is_closed = is_heading(line.text)
        is_far = not column and line.top - heading.bottom > 5 * heading.height
        if is_closed or is_far or (column and _parts(column, line, _BETWEEN_PARAGRAPHS)):
            break
        column.append(line)
    return [line.text for line in column if line is not heading], is_closed


def is_heading(text: str) -> bool:
    """Whether the line begins what stands behind an abstract: keywords, the introduction, a permission."""
    return _AFTER.match(text) is not None


def _is_in_column(column: Sequence[Line], line: Line) -> bool:
    left, right = min(one.left for one in column), max(one.right for one in column)
    shared = min(right, line.right) - max(left, line.left)
    return shared > 0.5 * min(right - left, line.width)


def _parts(column: Sequence[Line], line: Line, between: float) -> bool:
    """Whether something else begins here: other type, or a gap of `between` heights more than usual."""
    last = column[-1]
    gaps = [two.top - one.bottom for one, two in pairwise(column)]
    usual = max(0.0, min(gaps, default=0.3 * last.height))
    gap = line.top - last.bottom
    if gap - usual > between * last.height:
        return True
    is_other_type = abs(line.size - column[0].size) > 0.08 * column[0].size
    return is_other_type and gap - usual > 0.3 * last.height


def _unnamed(front: Front, words: Set[str]) -> Abstract | None:
    """Return the first long paragraph above a heading in its column; without one, only in smaller type."""
    headings = (line for line in front.lines if is_heading(line.text))
    for end in islice(headings, _MOST_HEADINGS):
        if found := _first_prose(front, words, end.top, largest=1.1 * front.body, column=end):
            return Abstract(found[0], found[1], 0.6)
    found = _first_prose(front, words, 0.75 * front.height, largest=0.97 * front.body, column=None)
    return Abstract(found[0], found[1], 0.5) if found else None


def _first_prose(
    front: Front, words: Set[str], above: float, *, largest: float, column: Line | None
) -> tuple[str, float] | None:
    """Return the text of the first long paragraph and where it begins, of type up to `largest`."""
    for paragraph in _paragraphs([line for line in front.lines if line.top < above and line.size <= largest]):
        text = join_lines([line.text for line in paragraph], words)
        is_in_column = column is None or _is_in_column(paragraph, column)
        if is_in_column and "@" not in text and _is_prose(text):
            return _FOOTNOTE.sub("", text)[:_LONGEST], paragraph[0].top
    return None


def _is_prose(text: str) -> bool:
    """Long enough, and most words begin in lower case: lists of people and places do not."""
    words = [word for word in text.split() if word[0].isalpha()]
    return len(words) >= _FEWEST_WORDS and sum(word[0].islower() for word in words) >= 0.6 * len(words)


def _paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    paragraphs: list[list[Line]] = []
    for line in lines:
        home = next((one for one in reversed(paragraphs) if _is_in_column(one, line)), None)
        if home is None or _parts(home, line, _BETWEEN_BLOCKS):
            paragraphs.append([line])
        else:
            home.append(line)
    return paragraphs
