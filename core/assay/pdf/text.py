"""The text of a PDF: its pages in lines, cleaned, in paragraphs and in passages to search."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
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


_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st",
    "\ufb06": "st",
}  # fmt: skip
_REPLACED = str.maketrans(
    {**_LIGATURES, "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u2010": "-",
     "\u2011": "-"}
)  # fmt: skip
# TeX's old fonts print an accent and then the letter under it: "F´ısica" is "Física".
_ACCENTS = {
    "\u00b4": "\u0301", "\u02ca": "\u0301", "\u02cb": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302",
    "\u02dc": "\u0303", "\u02c7": "\u030c", "\u02d8": "\u0306", "\u02da": "\u030a", "\u02d9": "\u0307",
    "\u02dd": "\u030b", "\u00b8": "\u0327", "\u00af": "\u0304",
}  # fmt: skip
_ACCENTED = re.compile("([{}]) ?([^\\W\\d_])".format("".join(_ACCENTS)))
_UNDOTTED = str.maketrans({"ı": "i", "ȷ": "j"})
_UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ud800-\udfff\ufeff\ufff0-\uffff]"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LONGEST_WORD = 60
_LAST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*-$")
_FIRST = re.compile(r"[^\W\d_]+")


def clean_line(text: str) -> str:
    """Return one line of NFC text without ligatures, loose accents, control and private-use characters."""
    if text.isascii():
        if not text.isprintable():
            text = _UNWANTED.sub("", text)
        return " ".join(text.split())
    text = _UNWANTED.sub("", text.translate(_REPLACED))
    text = "".join(char for char in text if unicodedata.category(char) != "Co")
    return unicodedata.normalize("NFC", _ACCENTED.sub(_composed, " ".join(text.split())))


def _composed(match: re.Match[str]) -> str:
    """Return the letter with its accent, where there is such a letter; a lone accent is left."""
    letter = unicodedata.normalize("NFC", match[2].translate(_UNDOTTED) + _ACCENTS[match[1]])
    return letter if len(letter) == 1 else match[0]


def words_of(lines: Iterable[str]) -> frozenset[str]:
    """Return the words of a text in lower case, to tell "low-level" from "lower" at a line's end."""
    return frozenset(word.lower() for line in lines for word in _WORD.findall(line.removesuffix("-")))


def join_lines(lines: Sequence[str], words: Set[str] = frozenset()) -> str:
    """Return the lines as running text; a hyphen at a line's end goes where it only breaks a word.

    It stays where the rest has no lower-case initial, after a part in capitals ("HMM-based"),
    where `words` knows the word with its hyphen only, and in a compound that has another one.
    """
    parts: list[str] = []
    for line in lines:
        if not parts:
            parts.append(line)
            continue
        last = parts[-1]
        left, right = _LAST.search(last[-_LONGEST_WORD:]), _FIRST.match(line)
        if left is None or right is None:
            is_range = last[-2:-1].isdigit() and last.endswith("-") and line[:1].isdigit()
            parts.append(line if is_range else f" {line}")
        else:
            if not _is_compound(left[0][:-1], right[0], words):
                parts[-1] = last[:-1]
            parts.append(line)
    return "".join(parts)


def _is_compound(left: str, right: str, words: Set[str]) -> bool:
    if not right[0].islower() or (len(left) > 1 and left.isupper()):
        return True
    if (left + right).lower() in words:
        return False
    return f"{left}-{right}".lower() in words or "-" in left


_EDGE = 0.09  # of the page's height, where running heads and page numbers stand
_REPEATED = 3  # pages from which a line at the edge is a running head


def page_texts(pages: Sequence[Page], words: Set[str] = frozenset()) -> tuple[str, ...]:
    """Return the text of each page in the file's order, a paragraph a line; without running heads."""
    heads = _running_heads(pages)
    return tuple(_text(page, heads, words) for page in pages)


def _running_heads(pages: Sequence[Page]) -> frozenset[str]:
    """Return what stands at the edges of several pages, digits aside."""
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
    """Return whether the line belongs to the paragraph: same type, no gap, no indent behind a full stop."""
    last, first = paragraph[-1], paragraph[0]
    if line.upright != last.upright or abs(line.size - last.size) > 0.15 * last.size:
        return abs(line.top - last.top) < 0.5 * last.height  # a formula's parts
    if abs(line.top - last.top) < 0.5 * last.height and line.left >= last.right:
        return True  # next to it
    is_finished = last.text.endswith((".", "!", "?", ":"))
    if line.top < last.top - last.height:  # the next column
        return not is_finished
    if line.top - last.bottom > 0.9 * last.height:
        return False
    column = min(one.left for one in paragraph[-3:]) if len(paragraph) > 1 else first.left
    is_indented = line.left > column + 0.7 * line.size and line.left < column + 5 * line.size
    is_short = last.right < first.right - 0.15 * max(first.width, 1.0)
    return not (is_finished and (is_indented or is_short))


WORDS = 150
"""About so many words a passage has."""

_LONGEST = WORDS * 3 // 2
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\Wa-z_])")
_PASSAGE_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Passage:
    """`pages[page - 1][begin:end]` is `text`. `page` counts from 1."""

    page: int
    begin: int
    end: int
    text: str


def passages(pages: Sequence[str]) -> list[Passage]:
    """The passages of a text by page, in order: whole paragraphs together, long ones cut between sentences.

    None goes over the end of a page. All text but blanks is in exactly one passage.
    """
    return [passage for number, text in enumerate(pages, start=1) for passage in _of_page(number, text)]


def _of_page(number: int, text: str) -> Iterator[Passage]:
    begin = end = count = 0
    for start, stop in _pieces(text):
        words = len(_PASSAGE_WORD.findall(text, start, stop))
        if count and count + words > WORDS * 1.2:
            yield Passage(number, begin, end, text[begin:end])
            begin, count = start, 0
        begin = begin if count else start
        end, count = stop, count + words
    if count:
        yield Passage(number, begin, end, text[begin:end])


def _pieces(text: str) -> Iterator[tuple[int, int]]:
    """Begin and end of each paragraph; of each sentence of a long one; of 150 words of a long sentence."""
    for begin, end in _cut(text, 0, len(text), re.compile(r"\n+")):
        if len(_PASSAGE_WORD.findall(text, begin, end)) <= _LONGEST:
            yield begin, end
            continue
        for start, stop in _cut(text, begin, end, _SENTENCE):
            words = list(_PASSAGE_WORD.finditer(text, start, stop))
            for at in range(0, len(words), WORDS):
                yield words[at].start(), words[min(at + WORDS, len(words)) - 1].end()


def _cut(text: str, begin: int, end: int, between: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """The parts between the matches, without blanks at their ends; empty ones are left out."""
    start = begin
    for match in between.finditer(text, begin, end):
        yield from _stripped(text, start, match.start())
        start = match.end()
    yield from _stripped(text, start, end)


def _stripped(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    part = text[begin:end]
    if part.strip():
        yield begin + len(part) - len(part.lstrip()), begin + len(part.rstrip())
