"""What a run says of itself, added up as it comes: where it is, its curves, its log."""

from __future__ import annotations

import json
import math
import os
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from assay.errors import TrainingFailed
from assay.training.runs.events import (
    CheckpointMade,
    End,
    Event,
    Note,
    Paused,
    Reading,
    Resumed,
    StageEnd,
    Start,
    Step,
    Validation,
    from_json,
)
from assay_desktop.pages.training.model import state_words
from assay_desktop.pages.training.words import n_steps
from assay_desktop.text.core_words import translated
from assay_desktop.text.figures import numeral
from assay_desktop.text.translate import translator

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

_tr = translator("training")

PIECE: Final = 192 * 1024
"""Bytes read at a time: some 600 steps, a few milliseconds."""
WHOLE: Final = 2 * 1024 * 1024
"""A backlog up to this many bytes is read line by line; of a longer one, a share of the steps is."""

_STEP: Final = b'{"kind": "step"'


class EventFile:
    """Of events.jsonl. A last line that is still being written is left for the next time.

    A run of 200,000 steps that is opened again is drawn as a thousand points in any case: of its steps
    only so many are read that it opens in a second, and all of every other kind of event.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._at = 0
        self.behind = False  # whether there is more to read at once
        self.faults = 0  # lines that were no events

    def read(self) -> list[Event]:
        """Return the next events, at most a piece; [] where there is nothing new, or no file."""
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
    """Return one step in `every`, those next to another kind of event, and all other kinds."""
    other = [True, *(not line.startswith(_STEP) for line in lines), True]
    return [
        line for n, line in enumerate(lines) if n % every == 0 or other[n] or other[n + 1] or other[n + 2]
    ]


MOST_POINTS = 1024


class Curve:
    """Means of neighbouring values. Memory and drawing stay the same however long a run lasts."""

    def __init__(self, most: int = MOST_POINTS) -> None:
        self._most = most
        self._width = 1  # steps a point
        self._points: dict[int, tuple[float, int]] = {}  # place -> (sum, number of values)
        self.last: float | None = None

    def __len__(self) -> int:
        return len(self._points)

    @property
    def width(self) -> int:
        """Steps that one point stands for."""
        return self._width

    def add(self, step: int, value: float) -> None:
        """Add a value at this step; one that is not a number is passed over."""
        if not math.isfinite(value):
            return
        self.last = value
        place = step // self._width
        total, n = self._points.get(place, (0.0, 0))
        self._points[place] = (total + value, n + 1)
        if len(self._points) > self._most:
            self._widen()

    def cut(self, step: int) -> None:
        """Forget what lies after this step: a run that was resumed makes it again."""
        kept = {place: point for place, point in self._points.items() if place * self._width <= step}
        if len(kept) < len(self._points):
            self._points = kept
            total, n = next(reversed(kept.values()), (0.0, 0))
            self.last = total / n if n else None

    def points(self) -> Iterator[tuple[float, float]]:
        """(step, mean) in order; the step is the middle of those that the point stands for."""
        middle = (self._width - 1) / 2
        for place, (total, n) in self._points.items():
            yield place * self._width + middle, total / n

    def _widen(self) -> None:
        merged: dict[int, tuple[float, int]] = {}
        for place, (total, n) in self._points.items():
            before, m = merged.get(place // 2, (0.0, 0))
            merged[place // 2] = (before + total, m + n)
        self._width *= 2
        self._points = merged


def whole_curve(live: LiveRun) -> tuple[list[float], list[float], bool]:
    """Return steps and mean losses of a run as one curve, and whether they are validation losses.

    Its training losses stand in where nothing was validated yet.
    """
    held_out = [checks.points for checks in live.validation.values()]
    learned = [list(curve.points()) for curve in live.training.values()]
    for curves in (held_out, learned):
        sums: dict[float, list[float]] = {}
        for points in curves:
            for step, loss in points:
                sums.setdefault(step, []).append(loss)
        if sums:
            steps = sorted(sums)
            return steps, [sum(sums[step]) / len(sums[step]) for step in steps], curves is held_out
    return [], [], True


LOG_LINES: Final = 400
_MOST_CHECKS: Final = 4096


@dataclass(slots=True)
class Checks:
    """The validation losses of one objective, (step, loss) each; one in a few hundred steps."""

    points: list[tuple[float, float]] = field(default_factory=list)

    def add(self, step: int, loss: float) -> None:
        self.points.append((float(step), loss))
        if len(self.points) > _MOST_CHECKS:
            del self.points[1:-1:2]


@dataclass(slots=True)
class LiveRun:
    """Curves count steps over all stages: those of a stage stand after those of the stages before it.

    Words count those of the stage alone, as the command line does.
    """

    stages: tuple[str, ...] = ()
    stage: str = ""
    step: int = 0  # of the stage
    steps: int = 0  # of the stage, if nothing stops it early
    total: int = 0  # over all stages
    began: int = 0  # steps of the stages before
    begins: dict[str, int] = field(default_factory=dict)  # stage -> steps of the stages before it
    examples: Mapping[str, int] = field(default_factory=dict)
    device: str = ""
    precision: str = ""
    world: int = 1
    last_step: Step | None = None
    check: Validation | None = None  # the last validation
    training: dict[str, Curve] = field(default_factory=dict)  # objective -> loss
    validation: dict[str, Checks] = field(default_factory=dict)  # objective -> loss
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    lines: int = 0  # that were ever written to the log, to tell a new one by
    paused: bool = False
    reading: str = ""  # what it reads before it begins to train
    end: End | None = None
    _starts: bool = False
    _resumed: bool = False

    def take(self, events: Iterable[Event]) -> None:
        """Add the next events, in order."""
        for event in events:
            match event:
                case Reading():
                    self.reading, self.end = event.what, None
                    self._say(_tr("reading {0}").format(event.what))
                case Start():
                    self._start(event)
                case Step():
                    self._step(event)
                case Validation():
                    self._validation(event)
                case StageEnd():
                    self.total = self.began + event.steps
                    text = _tr("{0}: {1}; the weights of step {2} are kept")
                    self._say(text.format(event.stage, translated(event.stopped), numeral(event.best_step)))
                case End():
                    self._end(event)
                case _:
                    self._take_note(event)

    @property
    def stage_number(self) -> int:
        """From 1; 0 before the first one."""
        return self.stages.index(self.stage) + 1 if self.stage in self.stages else 0

    @property
    def share(self) -> float:
        """0..1 of the present stage."""
        return min(1.0, self.step / self.steps) if self.steps else 0.0

    @property
    def reach(self) -> int:
        """The step at which the present stage ends, over all stages."""
        return max(self.total, self.began + self.steps)

    def _take_note(self, event: CheckpointMade | Note | Paused | Resumed) -> None:
        match event:
            case CheckpointMade():
                self._say(_tr("{0}  checkpoint written").format(numeral(event.step - self.began)))
            case Note():
                self._say(translated(event.message or event.text))
            case Paused():
                self.paused = True
                self._say(_tr("{0}  paused").format(numeral(self.step)))
            case Resumed():
                self.paused = False
                self._say(_tr("{0}  resumed").format(numeral(self.step)))

    def _start(self, event: Start) -> None:
        self.stages, self.stage = event.stages, event.stage
        self.steps, self.examples = event.steps, event.examples
        self.device, self.precision, self.world = event.device, event.precision, event.world
        self.step, self.paused, self.end, self._starts = 0, False, None, True
        self.reading = ""
        if event.resumed_from is not None:
            self._cut(event.resumed_from)
        elif self.stage == self.stages[0]:
            self._cut(0)
        self.began = self.begins[self.stage] = self.total
        self._resumed = event.resumed_from is not None
        self._say(_tr("{0}: {1} on {2}").format(self.stage, n_steps(self.steps), self.device))

    def _step(self, event: Step) -> None:
        if self._starts:  # a stage that was resumed in its middle tells so by its first step
            self.began, self._starts = self.total + 1 - event.step, False
            self.begins[event.stage] = self.began
            if self._resumed and event.step > 1:
                self._say(_tr("resumes from step {0}").format(numeral(event.step - 1)))
        self.last_step, self.step, self.steps, self.stage = event, event.step, event.steps, event.stage
        self.total = self.began + event.step
        for name, loss in event.losses.items():
            self.training.setdefault(name, Curve()).add(self.total, loss)

    def _validation(self, event: Validation) -> None:
        self.check = event
        for name, loss in event.losses.items():
            self.validation.setdefault(name, Checks()).add(self.began + event.step, loss)
        marks = {
            "before_training": _tr(" (before training)"),
            "best": _tr(" (best so far)"),
            "best_but_no_better": _tr(" (best so far, but no better than before training)"),
        }
        found = "" if event.ndcg is None else _tr(", nDCG@10 {0}").format(numeral(event.ndcg, 4))
        text = _tr("{0}  validation {1}{2}{3}")
        mark = marks.get(event.verdict, "")
        self._say(text.format(numeral(event.step), numeral(event.mean, 4), found, mark))

    def _end(self, event: End) -> None:
        self.end, self.reading = event, ""
        if event.status == "cancelled" and self.step:
            self._say(_tr("cancelled after {0}; it can be resumed").format(n_steps(self.step)))
            return
        reason = f": {translated(event.reason)}" if event.reason else ""
        self._say(f"{state_words(event.status)}{reason}")

    def _cut(self, step: int) -> None:
        self.total = step
        for curve in self.training.values():
            curve.cut(step)
        for checks in self.validation.values():
            checks.points = [point for point in checks.points if point[0] <= step]

    def _say(self, line: str) -> None:
        self.log.append(line)
        self.lines += 1
