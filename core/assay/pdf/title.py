"""A paper's title by its type: the largest near the top that is not a journal's or a conference's name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from assay.pdf.front import Front
from assay.pdf.text import Line, join_lines

_BANNER = re.compile(
    r"^(?:in\s+)?(?:proceedings|proc\.|journal of|transactions|annals of|lecture notes|preprint|draft|"
    r"published (?:as|in|online)|to appear|accepted|submitted|under review|workshop|special issue|"
    r"technical report|tech\. report|contents lists|article in press|open access|research article|"
    r"original (?:article|paper|research)|review article|brief communication|letters?$|articles?$|report$|"
    r"arxiv:|issn|doi|https?:|www\.|vol(?:ume|\.)|©|copyright|available online|received|"
    r"this (?:article|paper|work) )|"
    r"\bissn\b|\bvol\. ?\d|\bpp\. ?\d|https?://|\bdoi:|@|"
    r"elsevier|springer|journal homepage|all rights reserved",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^(?:[\divx]{1,4}\.?\s+)?(?:a ?b ?s ?t ?r ?a ?c ?t|introduction|contents|table of contents|references|"
    r"keywords|index terms|summary|acknowledge?ments?)\b.{0,2}$",
    re.IGNORECASE,
)
_MARKS = " ∗*†‡§¶#⋆✩☆,;"
_CLOSE = 0.95  # of a line's size: the white between the lines of one title


@dataclass(frozen=True, slots=True)
class Block:
    """Lines of one type that stand closely one below the other."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        return join_lines([line.text for line in self.lines]).rstrip(_MARKS)

    @property
    def size(self) -> float:
        return max(line.size for line in self.lines)

    @property
    def top(self) -> float:
        return self.lines[0].top

    @property
    def bottom(self) -> float:
        return max(line.bottom for line in self.lines)


@dataclass(frozen=True, slots=True)
class Title:
    """A block that may be the title. `confidence` is from 0 to 1."""

    text: str
    confidence: float
    block: Block


def blocks_of(lines: Sequence[Line]) -> list[Block]:
    """Return the blocks of lines that are sorted from top to bottom."""
    blocks: list[list[Line]] = []
    for line in lines:
        home = next((block for block in reversed(blocks[-6:]) if _belongs(block, line)), None)
        if home is None:
            blocks.append([line])
        else:
            home.append(line)
    return [Block(tuple(block)) for block in blocks]


def _belongs(block: Sequence[Line], line: Line) -> bool:
    last = block[-1]
    if abs(last.size - line.size) > 0.06 * last.size or last.is_bold != line.is_bold:
        return False
    if abs(last.top - line.top) < 0.3 * last.size:  # next to it, where a title is set with wide blanks
        return 0 <= line.left - last.right < 2 * last.size
    gap = line.top - last.bottom
    return -0.6 * last.size < gap < _CLOSE * last.size and max(one.overlap(line) for one in block) > 0


def title_of(front: Front, *, above: float) -> Title | None:
    """The best candidate that begins above this height, which is where the abstract or the text begins."""
    scored = [(_score(block, front), block) for block in blocks_of(front.lines) if block.top < above]
    scored = [(score, block) for score, block in scored if score > 0]
    scored = [
        (score * _banner_share(block, [other for _, other in scored]), block) for score, block in scored
    ]
    if not scored:
        return None
    scored.sort(key=lambda pair: (-pair[0], pair[1].top))
    best, block = scored[0]
    second = scored[1][0] if len(scored) > 1 else 0.0
    return Title(
        _with_subtitle(block, [other for _, other in scored]),
        _confidence(best, second, block.size / front.body),
        block,
    )


def _score(block: Block, front: Front) -> float:
    """How much larger than the text it is set, less what speaks against a title; 0 for what is none."""
    text = block.text
    letters = sum(char.isalpha() for char in text)
    words = len(text.split())
    if letters < 4 or letters < 0.5 * len(text.replace(" ", "")) or _HEADING.match(text):
        return 0.0
    score = block.size / front.body + (0.15 if block.lines[0].is_bold else 0.0)
    if _BANNER.search(text):
        score *= 0.4
    if words < 2:
        score *= 0.6
    if words > 40:
        score *= 0.3
    if block.top < 0.05 * front.height and block.size < 1.15 * front.body:
        score *= 0.5  # a running head
    return score * (1.0 if block.top < 0.5 * front.height else 0.7)


def _banner_share(block: Block, others: Sequence[Block]) -> float:
    """0.6 for a few words above a longer line that is nearly as large: a journal's name above the title."""
    if len(block.text.split()) > 3:
        return 1.0
    below = (other for other in others if other.top > block.bottom and other.size >= 0.75 * block.size)
    return (
        0.6
        if any(len(other.text.split()) >= 4 and not _BANNER.search(other.text) for other in below)
        else 1.0
    )


def _with_subtitle(block: Block, others: Sequence[Block]) -> str:
    """Return the title, with the next block behind it where it ends in a colon."""
    if not block.text.endswith(":"):
        return block.text
    below = [other for other in others if 0 <= other.top - block.bottom < 1.5 * block.size]
    return f"{block.text} {below[0].text}" if below else block.text


def _confidence(best: float, second: float, size: float) -> float:
    if size < 1.05:  # recognised by its place and weight alone
        return 0.4
    return 0.85 if second < 0.93 * best else 0.65
