"""How long work reports where it is and is told to stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Cancelled(Exception):
    """The user asked for the work to stop. What was committed before stays."""


@dataclass(frozen=True, slots=True)
class IndexUpdated:
    """An index is up to date on the disk, while the work that made it goes on: searches can take it up."""

    channel: str  # "keyword"
    n_papers: int


class Progress(Protocol):
    """Called from inside long loops, at least a few times a second.

    Raises `Cancelled` if the work should stop, which is why loops call it at points where stopping is safe.
    """

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """`done` of `total` items of `stage`; `total` is None where it cannot be known beforehand."""


def silent(stage: str, done: int, total: int | None) -> None:
    """Reports nothing, stops nothing."""
