"""A file that grows by lines of JSON, read in small pieces from where the last piece ended."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Final

from assay.errors import TrainingFailed
from assay.training.runs.events import from_json

if TYPE_CHECKING:
    from pathlib import Path

    from assay.training.runs.events import Event

PIECE: Final = 192 * 1024
"""Bytes read at a time: some 600 steps, a few milliseconds."""
WHOLE: Final = 2 * 1024 * 1024
"""A backlog up to this many bytes is read line by line; of a longer one, a share of the steps is."""

_STEP: Final = b'{"kind": "step"'


class EventFile:
    """Of events.jsonl. A last line that is still being written is left for the next time.

    A run of 200,000 steps that is opened anew is drawn as a thousand points in any case: of its steps
    only so many are read that it opens in a second, and all of every other kind of event.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0
        self.behind = False  # whether there is more to read at once
        self.faults = 0  # lines that were no events

    def read(self) -> list[Event]:
        """The next events, at most a piece; [] where there is nothing new, or no file."""
        try:
            with self._path.open("rb") as file:
                every = 1 + (file.seek(0, os.SEEK_END) - self._at) // WHOLE
                file.seek(self._at)
                piece = file.read(PIECE)
        except OSError:
            self.behind = False
            return []
        end = piece.rfind(b"\n") + 1
        self._at += end
        self.behind = bool(end) and len(piece) == PIECE
        lines = piece[:end].splitlines()
        if every > 1 and self.behind:
            lines = _thinned(lines, every)
        return [event for line in lines if (event := self._event(line)) is not None]

    def _event(self, line: bytes) -> Event | None:
        try:
            return from_json(json.loads(line))
        except (ValueError, AttributeError, TrainingFailed):
            self.faults += 1
            return None


def _thinned(lines: list[bytes], every: int) -> list[bytes]:
    """One step in `every`, those beside another kind of event, and all other kinds."""
    other = [True, *(not line.startswith(_STEP) for line in lines), True]
    return [
        line for n, line in enumerate(lines) if n % every == 0 or other[n] or other[n + 1] or other[n + 2]
    ]
