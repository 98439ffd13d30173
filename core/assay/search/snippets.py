"""The piece of an abstract that shows why a paper was found."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

from assay.index import Word, clean, telling, words
from assay.types import Paper

LENGTH = 160  # characters
LOOKED_AT = 20_000  # characters: beyond that it is no abstract
_LEAD = 30  # characters shown before the first marked word where a sentence is cut
_SENTENCE_END = re.compile(r"[.!?][\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])")

Passage = list[tuple[str, bool]]


def passage(paper: Paper, text: str, *, stems: Set[str] = frozenset()) -> Passage:
    """About 160 characters of the abstract: see `shortened`. [] only without an abstract."""
    return shortened(paper.abstract, text, stems=stems)


def shortened(whole: str, text: str, *, stems: Set[str] = frozenset()) -> Passage:
    """About 160 characters of a text, in pieces: (piece, whether it is a word of the query `text`).

    The piece that says most different words of the query, by their stems, to which `stems` are added; from
    the beginning of a sentence where that shows as many. Without such a word it is the beginning.
    """
    abstract, found = _read(whole)
    if not abstract:
        return []
    asked = _asked(text)
    hits = [word for word in found if word.stem in stems or asked.has(word)]
    start = _best_start(abstract, found, hits)
    end = _end(abstract, start)
    pieces = _marked(abstract, start, end, hits)
    before = [("… ", False)] if start and start not in _sentence_starts(abstract) else []
    after = [("…", False)] if end < len(abstract) else []
    return before + pieces + after


def sentences_of(text: str) -> list[str]:
    """The sentences of a text, each in one line."""
    whole, _ = _read(text)
    starts = _sentence_starts(whole)
    ends = [*starts[1:], len(whole)]
    return [whole[start:end].strip() for start, end in zip(starts, ends, strict=True) if whole[start:end]]


@lru_cache(maxsize=400)  # one keystroke finds mostly what the one before it found
def _read(whole: str) -> tuple[str, list[Word]]:
    """The text in one line, and its words."""
    abstract = " ".join(clean(whole[:LOOKED_AT]).split())
    return abstract, words(abstract)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a query asks for: the stems of its words, and the beginning of words that its last one may be."""

    stems: frozenset[str]
    beginning: str  # "" where the last word is too short to tell

    def has(self, word: Word) -> bool:
        """Whether the query says this word, or is on the way to it."""
        return word.stem in self.stems or bool(self.beginning and word.folded.startswith(self.beginning))


@lru_cache(maxsize=16)  # the fifty rows of an answer show passages for one query
def _asked(text: str) -> _Asked:
    found = telling(words(text))
    last = found[-1].folded if found else ""
    return _Asked(frozenset(word.stem for word in found), last if len(last) >= 3 else "")


def _best_start(abstract: str, found: list[Word], hits: list[Word]) -> int:
    """Where the window with the most different hits starts.

    Of equal ones a sentence's beginning, then the one with the earliest hit, then the nearest to it.
    """
    if not hits:
        return 0
    places = [word.start for word in found]
    inside = [_snap(places, hit.start - _LEAD) for hit in hits]
    starts = [(start, 0) for start in _sentence_starts(abstract)] + [(start, 1) for start in inside]

    def value(candidate: tuple[int, int]) -> tuple[int, int, int, int]:
        start, cut = candidate
        shown = [hit for hit in hits if start <= hit.start and hit.end <= start + LENGTH]
        first = shown[0].start if shown else len(abstract)
        return (-len({hit.stem for hit in shown}), cut, first, first - start)

    return min(starts, key=value)[0]


def _snap(places: list[int], at: int) -> int:
    """The first of the words' beginnings at or behind a position."""
    return places[min(bisect_left(places, at), len(places) - 1)]


def _sentence_starts(abstract: str) -> list[int]:
    return [0, *(match.end() for match in _SENTENCE_END.finditer(abstract))]


def _end(abstract: str, start: int) -> int:
    """Where the window ends: before a word that does not fit."""
    if len(abstract) - start <= LENGTH:
        return len(abstract)
    space = abstract.rfind(" ", start + 1, start + LENGTH + 1)
    return space if space > start else start + LENGTH


def _marked(abstract: str, start: int, end: int, hits: list[Word]) -> Passage:
    pieces: Passage = []
    at = start
    for hit in hits:
        if hit.start < at or hit.end > end:
            continue
        if hit.start > at:
            pieces.append((abstract[at : hit.start], False))
        pieces.append((abstract[hit.start : hit.end], True))
        at = hit.end
    if at < end:
        pieces.append((abstract[at:end], False))
    return pieces
