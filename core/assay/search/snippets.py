"""The piece of an abstract that shows why a paper was found."""

from __future__ import annotations

import re
from collections.abc import Set
from dataclasses import dataclass
from functools import lru_cache

from assay.index import Word, clean, telling, words, words_among
from assay.items import notes_of
from assay.items.readable import readable
from assay.types import Paper

LENGTH = 160  # characters
MAX_CHARACTERS = 20_000  # characters: beyond that it is no abstract
_LEAD = 30  # characters shown before the first marked word where a sentence is cut
_WORD_START = re.compile(r"(?<![^\W_])[^\W_]")
_SENTENCE_END = re.compile(r"[.!?][\"')\]]*\s+(?=[\"'(\[]*[A-Z0-9])")

Passage = list[tuple[str, bool]]


def passage(paper: Paper, text: str, *, stems: Set[str] = frozenset()) -> Passage:
    """Return about 160 readable characters of the abstract: see `shortened`. [] only without an abstract."""
    return shortened(readable(paper.abstract[:MAX_CHARACTERS]), text, stems=stems)


def note_passage(paper: Paper, text: str, *, stems: Set[str] = frozenset(), alone: bool = False) -> Passage:
    """Return about 160 characters of the reader's notes that hold words of the query; [] where none does.

    `alone`: only where nothing else of the paper holds one.
    """
    notes = notes_of(paper)
    if not notes:
        return []
    terms = _query_terms(text)
    rest = (paper.title, paper.abstract[:MAX_CHARACTERS], *paper.keywords, *paper.authors, paper.venue)
    if alone and words_among(" \n".join(rest), stems | terms.stems, terms.beginning):
        return []
    found = shortened(readable("\n".join(notes)[:MAX_CHARACTERS]), text, stems=stems)
    return found if any(is_hit for _, is_hit in found) else []


def shortened(whole: str, text: str, *, stems: Set[str] = frozenset()) -> Passage:
    """Return about 160 characters of a text, in pieces: (piece, whether it is a word of the query `text`).

    The piece that says most different words of the query, by their stems, to which `stems` are added; from
    the beginning of a sentence where that shows as many. Without such a word it is the beginning.
    """
    abstract = _one_line(whole)
    if not abstract:
        return []
    terms = _query_terms(text)
    hits = words_among(abstract, stems | terms.stems, terms.beginning)
    start = _best_start(abstract, hits)
    end = _end(abstract, start)
    pieces = _marked(abstract, start, end, hits)
    before = [("… ", False)] if start and start not in _sentence_starts(abstract) else []
    after = [("…", False)] if end < len(abstract) else []
    return before + pieces + after


def marked(text: str, query: str) -> Passage:
    """Return all of a text, readable, in pieces: (piece, whether it is a word of the query, by its stem).

    Stop words are not marked, even where the query has no other words.
    """
    whole = clean(readable(text[:MAX_CHARACTERS]))
    stems = {word.stem for word in words(query) if not word.is_stop}
    hits = [word for word in words_among(whole, stems) if not word.is_stop]
    return _marked(whole, 0, len(whole), hits)


def marked_words(query: str) -> tuple[str, ...]:
    """Return the words of a query that are not stop words, each once, as they are written."""
    whole = clean(query)
    return tuple(dict.fromkeys(whole[word.start : word.end] for word in words(whole) if not word.is_stop))


def sentences_of(text: str) -> list[str]:
    """Return the sentences of a text, each in one line."""
    whole = _one_line(text)
    starts = _sentence_starts(whole)
    ends = [*starts[1:], len(whole)]
    return [whole[start:end].strip() for start, end in zip(starts, ends, strict=True) if whole[start:end]]


def _one_line(whole: str) -> str:
    return " ".join(clean(whole[:MAX_CHARACTERS]).split())


@dataclass(frozen=True, slots=True)
class _QueryTerms:
    """What a query asks for: the stems of its words, and the beginning of words that its last one may be."""

    stems: frozenset[str]
    beginning: str  # "" where the last word is too short to tell


@lru_cache(maxsize=16)  # the fifty rows of an answer show passages for one query
def _query_terms(text: str) -> _QueryTerms:
    found = telling(words(text))
    last = found[-1].folded if found else ""
    return _QueryTerms(frozenset(word.stem for word in found), last if len(last) >= 3 else "")


def _best_start(abstract: str, hits: list[Word]) -> int:
    """Return where the window with the most different hits starts.

    Of equal ones a sentence's beginning, then the one with the earliest hit, then the nearest to it.
    """
    if not hits:
        return 0
    inside = [_snap(abstract, hit.start - _LEAD, hit.start) for hit in hits]
    starts = [(start, 0) for start in _sentence_starts(abstract)] + [(start, 1) for start in inside]

    def value(candidate: tuple[int, int]) -> tuple[int, int, int, int]:
        start, cut = candidate
        shown = [hit for hit in hits if start <= hit.start and hit.end <= start + LENGTH]
        first = shown[0].start if shown else len(abstract)
        return (-len({hit.stem for hit in shown}), cut, first, first - start)

    return min(starts, key=value)[0]


def _snap(abstract: str, at: int, hit: int) -> int:
    """Return the first beginning of a word at or behind a position, that of the hit at the latest."""
    found = _WORD_START.search(abstract, max(at, 0), hit)
    return found.start() if found else hit


def _sentence_starts(abstract: str) -> list[int]:
    return [0, *(match.end() for match in _SENTENCE_END.finditer(abstract))]


def _end(abstract: str, start: int) -> int:
    """Return where the window ends: before a word that does not fit."""
    if len(abstract) - start <= LENGTH:
        return len(abstract)
    space = abstract.rfind(" ", start + 1, start + LENGTH + 1)
    return space if space > start else start + LENGTH


def _marked(abstract: str, start: int, end: int, hits: list[Word]) -> Passage:
    pieces: Passage = []
    at = start
    for hit in hits:
        if hit.start < start or hit.end <= at or hit.end > end:
            continue
        if hit.start > at:
            pieces.append((abstract[at : hit.start], False))
        pieces.append((abstract[max(hit.start, at) : hit.end], True))  # pairs of Chinese characters overlap
        at = hit.end
    if at < end:
        pieces.append((abstract[at:end], False))
    return pieces
