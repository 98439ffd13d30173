"""How a run is paused and cancelled from outside: a word in a file, or Ctrl-C."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Literal, Protocol, get_args

from assay.files import write_text

Wanted = Literal["run", "pause", "cancel"]


class Control(Protocol):
    """Asked once a step, and every 0.2 s during a pause."""

    def wanted(self) -> Wanted:
        """Return what the run should do now."""


class ControlFile:
    """One word in a file that anybody may write; no file, or no such word, means "run"."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def wanted(self) -> Wanted:
        try:
            word = self.path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return "run"
        return next((known for known in get_args(Wanted) if known == word), "run")

    @property
    def is_written(self) -> bool:
        """Whether the file holds one of the words and nothing else."""
        try:
            return self.path.stat().st_size < 16 and self.path.read_text("utf-8").strip() in get_args(Wanted)
        except (OSError, UnicodeDecodeError):
            return False

    def ask(self, word: Wanted) -> None:
        """Write the word in one step, so that no reader finds half of it. Raises OSError."""
        write_text(self.path, f"{word}\n")


class Interruptible:
    """Another control, and Ctrl-C: the first one asks to cancel after the step, the second ends at once."""

    def __init__(self, inner: Control) -> None:
        self._inner = inner
        self._interrupted = False

    def wanted(self) -> Wanted:
        return "cancel" if self._interrupted else self._inner.wanted()

    @contextmanager
    def listening(self) -> Iterator[Interruptible]:
        """Let Ctrl-C and a polite end of the process ask to cancel, within. Only in the main thread."""
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

        def ask(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as `signal` calls it
            self._interrupted = True
            signal.signal(number, before[signal.Signals(number)])

        for number in before:
            signal.signal(number, ask)
        try:
            yield self
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
