"""What can be predicted of a paper. One more thing to predict is one more line here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from assay.types import Paper, TaskFormat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Target(Generic[T]):
    key: str
    known: Callable[[Paper], T]
    format: TaskFormat


class NumberTarget(_Target[float | None]):
    """A number; None of a paper of which it is not known."""


class LabelTarget(_Target[Sequence[str]]):
    """Any number of labels; none at all means that they are not known, not that the paper has none."""


Target: TypeAlias = NumberTarget | LabelTarget

TARGETS: tuple[Target, ...] = (
    LabelTarget("topics", lambda paper: paper.keywords, TaskFormat.CLF),
    LabelTarget("venue", lambda paper: (paper.venue,), TaskFormat.CLF),
    NumberTarget("year", lambda paper: None if paper.year is None else float(paper.year), TaskFormat.RGN),
    NumberTarget("score", lambda paper: paper.rating, TaskFormat.RGN),
)
"""In the order in which they are shown. Labels are read off CLF vectors, numbers off RGN."""


def labels_of(target: LabelTarget, paper: Paper) -> tuple[str, ...]:
    """Return the labels of a paper as they are compared: lower case, one blank between words."""
    found = (" ".join(label.lower().split()) for label in target.known(paper))
    return tuple(dict.fromkeys(filter(None, found)))


def is_known(target: Target, paper: Paper) -> bool:
    """Return whether it can be learned from this paper."""
    if isinstance(target, NumberTarget):
        return target.known(paper) is not None
    return bool(labels_of(target, paper))


def spellings(target: LabelTarget, papers: Sequence[Paper]) -> Mapping[str, str]:
    """label -> how most papers write it."""
    counts: dict[str, Counter[str]] = {}
    for paper in papers:
        for label in target.known(paper):
            written = " ".join(label.split())
            counts.setdefault(written.lower(), Counter())[written] += 1
    return {label: count.most_common(1)[0][0] for label, count in counts.items() if label}
