"""Passages: pieces of a paper's text that are short enough to be read as an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

WORDS = 150
"""About so many words a passage has."""

_LONGEST = WORDS * 3 // 2
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\Wa-z_])")
_WORD = re.compile(r"\S+")


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
        words = len(_WORD.findall(text, start, stop))
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
        if len(_WORD.findall(text, begin, end)) <= _LONGEST:
            yield begin, end
            continue
        for start, stop in _cut(text, begin, end, _SENTENCE):
            words = list(_WORD.finditer(text, start, stop))
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
