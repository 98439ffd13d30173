"""What was predicted of a paper, in words and numbers: no painting here."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PredictedTopic:
    """One label with its probability, 0..1; `known` says that the paper has it."""

    name: str
    probability: float
    known: bool
    hint: str = ""


@dataclass(frozen=True, slots=True)
class TopicGroup:
    """Labels of one kind, the most probable first; `about` says how well they are told."""

    heading: str
    topics: tuple[PredictedTopic, ...]
    nothing: str
    about: str


@dataclass(frozen=True, slots=True)
class NumberLine:
    """A number with its interval, on a scale of what was learned from, and of these where they lie beyond it.

    All are as they are shown: `words` are those of `value`, `ends` those of the scale.
    """

    heading: str
    value: float
    low: float
    high: float
    lowest: float
    highest: float
    known: float | None
    words: str
    interval: str
    ends: tuple[str, str]
    truth: str  # "" where it is not known
    about: str


@dataclass(frozen=True, slots=True)
class PredictedPaper:
    """All that the inspector shows, or else a sentence and what can be done about it."""

    numbers: tuple[NumberLine, ...] = ()
    groups: tuple[TopicGroup, ...] = ()
    message: str = ""
    action: str = ""
    foot: str = ""
    missing: tuple[str, ...] = ()  # what is not predicted, and why

    @property
    def is_empty(self) -> bool:
        return not self.numbers and not self.groups
