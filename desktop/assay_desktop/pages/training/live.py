"""What a run says of itself, added up as it comes: where it is, its curves, its log."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

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
)
from assay_desktop.pages.training.curves import Curve
from assay_desktop.pages.training.model import state_words
from assay_desktop.pages.training.words import n_steps
from assay_desktop.text.core_words import told
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
                    self._say(_tr("reads {0}").format(event.what))
                case Start():
                    self._start(event)
                case Step():
                    self._step(event)
                case Validation():
                    self._validation(event)
                case StageEnd():
                    self.total = self.began + event.steps
                    text = _tr("{0}: {1}; the weights of step {2} are kept")
                    self._say(text.format(event.stage, told(event.stopped), numeral(event.best_step)))
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
                self._say(event.text)
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
        reason = f": {told(event.reason)}" if event.reason else ""
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


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
