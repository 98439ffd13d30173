"""Why a paper was found, as plain data for the pane that shows it. No Qt here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from assay_desktop.widgets.papers.card import ChannelRank

SENTENCES = 2
"""As many of the nearest sentences are shown, in the order of the abstract."""

WORDS = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """A name with a bar of a length from 0 to 1; what pushes away is told apart."""

    name: str
    length: float
    away: bool = False
    number: float | None = None  # what the bar stands for, where that says something in figures


@dataclass(frozen=True, slots=True)
class Reasons:
    """What there is to say of one result. The ranks are there at once, the rest once it was asked for."""

    ranks: tuple[ChannelRank, ...] = ()
    score: float | None = None
    mode: str = ""
    formats: str = ""
    words: tuple[Bar, ...] = ()
    starts: tuple[Bar, ...] = ()
    sentences: tuple[str, ...] = ()
    passage: tuple[tuple[str, bool], ...] = ()  # of the full text
    page: int = 0
    passed: tuple[str, ...] = ()
    pending: bool = field(default=False, compare=False)

    @property
    def is_found(self) -> bool:
        """Whether the paper is among the results on screen."""
        return bool(self.ranks) or self.score is not None


def words_of(answer: Mapping[str, Any]) -> tuple[Bar, ...]:
    """The words with their share of the BM25 score; those that lower it come last."""
    parts = [(str(part["word"]), float(part["share"])) for part in answer.get("words", [])]
    longest = max((abs(share) for _, share in parts), default=0.0) or 1.0
    shown = parts[:WORDS] + [part for part in parts[WORDS:] if part[1] < 0]
    return tuple(Bar(word, abs(share) / longest, share < 0, share) for word, share in shown)


def starts_of(answer: Mapping[str, Any]) -> tuple[Bar, ...]:
    """What the search started from, the nearest first; the nearest has the longest bar.

    Cosines tell an order and no more, so they are not shown as numbers; below 0 there is no bar.
    """
    starts = answer.get("starts", [])
    longest = max((float(start["cosine"]) for start in starts), default=0.0)
    return tuple(
        Bar(
            str(start["title"]),
            max(0.0, float(start["cosine"])) / longest if longest > 0 else 0.0,
            start["sign"] < 0,
        )
        for start in starts
    )


def sentences_of(answer: Mapping[str, Any]) -> tuple[str, ...]:
    """The nearest sentences, as they follow each other; none of an abstract that is no longer than these."""
    found = answer.get("sentences", [])
    if len(found) <= 1:
        return ()
    best = sorted(found[:SENTENCES], key=lambda sentence: int(sentence["number"]))
    return tuple(str(sentence["text"]) for sentence in best)
