"""Why a paper was found, as plain data for the pane that shows it. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass, field

from assay.searching.types import Explanation, Passage
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
    passage: Passage = ()  # of the full text
    page: int = 0
    passed: tuple[str, ...] = ()
    pending: bool = field(default=False, compare=False)

    @property
    def is_found(self) -> bool:
        """Whether the paper is among the results on screen."""
        return bool(self.ranks) or self.score is not None


def words_of(explanation: Explanation) -> tuple[Bar, ...]:
    """The words with their share of the BM25 score; those that lower it come last."""
    parts = explanation.words
    longest = max((abs(part.share) for part in parts), default=0.0) or 1.0
    shown = [part for place, part in enumerate(parts) if place < WORDS or part.share < 0]
    return tuple(Bar(part.word, abs(part.share) / longest, part.share < 0, part.share) for part in shown)


def starts_of(explanation: Explanation) -> tuple[Bar, ...]:
    """What the search started from, the nearest first; the nearest has the longest bar.

    Cosines tell an order and no more, so they are not shown as numbers; below 0 there is no bar.
    """
    longest = max((start.cosine for start in explanation.starts), default=0.0)
    return tuple(
        Bar(start.title, max(0.0, start.cosine) / longest if longest > 0 else 0.0, start.sign < 0)
        for start in explanation.starts
    )


def sentences_of(explanation: Explanation) -> tuple[str, ...]:
    """The nearest sentences, as they follow each other; none of an abstract that is no longer than these."""
    if len(explanation.sentences) <= 1:
        return ()
    best = sorted(explanation.sentences[:SENTENCES], key=lambda sentence: sentence.number)
    return tuple(sentence.text for sentence in best)
