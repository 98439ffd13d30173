"""What a search for duplicates answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from assay.messages import Message


class Verdict(StrEnum):
    """What two papers are to each other."""

    SAME = "same"  # one paper, recorded twice
    VERSION = "version"  # a preprint, and what was published of it
    POSSIBLE = "doubtful"  # alike, but too little is known of them or something speaks against it


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two papers compared. `doc_id` sorts before `other`; of a VERSION `preprint` is one of the two.

    `score` is 0..1, higher is surer; `reasons` are what speaks for it, then what speaks against it.
    `apart` says that the two must never be joined, not even through a third paper.
    """

    doc_id: str
    other: str
    verdict: Verdict
    score: float
    reasons: tuple[Message, ...]
    preprint: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Papers that are one, by doc_id in order; `links` are the likenesses that join them, surest first.

    `score` is the lowest of them: a group is as sure as its weakest link.
    """

    doc_ids: tuple[str, ...]
    score: float
    links: tuple[Likeness, ...]


@dataclass(frozen=True, slots=True)
class Duplicates:
    """What was found among `n_papers`.

    `n_compared` pairs were looked at; `n_cut` pairs of papers that share a very common trait (a first author
    of a year, the beginning of a title) were not.
    """

    groups: tuple[Group, ...]
    versions: tuple[Likeness, ...]
    doubtful: tuple[Likeness, ...]
    n_papers: int
    n_compared: int
    n_cut: int
