"""How long work reports its progress and is cancelled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from assay.messages import translatable


class Cancelled(Exception):
    """The user asked for the work to stop. What was committed before stays."""


@dataclass(frozen=True, slots=True)
class IndexUpdated:
    """An index is up to date on the disk, while the work that made it continues: searches can use it."""

    channel: str  # "keyword"
    n_papers: int


@dataclass(frozen=True, slots=True)
class Item:
    """What a stage works on, where it comes for several: a task with its system, the third of 12."""

    names: tuple[str, ...] = ()
    number: int = 0  # from 1; 0 where they are not counted
    of: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """How far work is: `done` of `total` of a stage; `total` is None where it cannot be known beforehand."""

    stage: str
    done: int
    total: int | None
    item: Item | None = None

    def is_of(self, other: Report) -> bool:
        """Return whether both are of one stage of one item."""
        return (self.stage, self.item) == (other.stage, other.item)

    def __str__(self) -> str:
        """ "CoView, bm25 (3 of 12), encoding", "encoding part 1 of 2", "learning topics"."""
        if self.item is None:
            return self.stage
        names = ", ".join(self.item.names)
        if names and self.item.of:
            place = f"{names} ({self.item.number} of {self.item.of})"
            return f"{place}, {self.stage}" if self.stage else place
        return f"{self.stage} {names or f'part {self.item.number} of {self.item.of}'}"


class Progress(Protocol):
    """Called from inside long loops, at least a few times a second.

    Raises `Cancelled` if the work should stop, which is why loops call it at points where stopping is safe.
    """

    def __call__(self, stage: str, done: int, total: int | None, item: Item | None = None, /) -> None:
        """Report what a `Report` holds."""


def silent(stage: str, done: int, total: int | None, item: Item | None = None) -> None:
    """Report nothing, stop nothing."""


def shifted(progress: Progress, *, by: int, whole: int | None) -> Progress:
    """Return a progress of a part that begins at `by` of the whole; None where the whole is not known."""

    def report(stage: str, done: int, _total: int | None, item: Item | None = None) -> None:
        progress(stage, by + done if whole is None else min(by + done, whole), whole, item)

    return report


IMPORTING = translatable("importing")
ATTACHED = translatable("reading attached PDFs")
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

        Stages and units of its own do not matter; a total that changes while it continues does no harm.
        """
        size = sum(self._left[piece] for piece in dict.fromkeys(pieces) if piece in self._left)

        def report(_stage: str, done: int, total: int | None, _item: Item | None = None) -> None:
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
