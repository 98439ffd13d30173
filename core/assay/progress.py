"""How long work reports where it is and is told to stop."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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


IMPORTING = "importing"
ATTACHED = "reading attached PDFs"
BYTE_STAGES = frozenset({IMPORTING, ATTACHED})
"""Stages whose items are bytes."""


class Work:
    """Many pieces as one progress whose total is known beforehand, and that never jumps back.

    `sizes` are the pieces' shares of the whole, such as the bytes of files; a piece that is not among them
    has none.
    """

    def __init__(self, progress: Progress, stage: str, sizes: Mapping[str, int]) -> None:
        self._progress, self._stage, self._left = progress, stage, dict(sizes)
        self._total = sum(sizes.values())
        self._finished = self._shown = 0

    def __contains__(self, piece: str) -> bool:
        return piece in self._left

    def part(self, pieces: Iterable[str], *, begin: float = 0.0, end: float = 1.0) -> Progress:
        """A progress of some pieces together, which goes from `begin` to `end` of what is left of them.

        Stages and units of its own do not matter; a total that changes while it goes on does no harm.
        """
        size = sum(self._left[piece] for piece in dict.fromkeys(pieces) if piece in self._left)

        def report(stage: str, done: int, total: int | None) -> None:  # noqa: ARG001 - the whole has its own
            share = min(1.0, done / total) if total else 0.0
            self._show(self._finished + int(size * (begin + (end - begin) * share)))

        return report

    def finish(self, pieces: Iterable[str]) -> None:
        """Count these pieces as done, whatever was reported of them."""
        for piece in pieces:
            if piece in self._left:
                self._finished += self._left[piece]
                self._left[piece] = 0
        self._show(self._finished)

    def _show(self, done: int) -> None:
        self._shown = max(self._shown, min(done, self._total))
        self._progress(self._stage, self._shown, self._total)
