"""What a run says of itself, added up as it comes: where it is, its curves, its log."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QCoreApplication

from assay_desktop.pages.training.curves import Curve
from assay_desktop.pages.training.model import state_words
from assay_desktop.pages.training.words import n_steps
from assay_desktop.text.core_words import told
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    last_step: Mapping[str, Any] = field(default_factory=dict)  # the last one
    check: Mapping[str, Any] = field(default_factory=dict)  # the last validation
    training: dict[str, Curve] = field(default_factory=dict)  # objective -> loss
    validation: dict[str, Checks] = field(default_factory=dict)  # objective -> loss
    log: deque[str] = field(default_factory=lambda: deque(maxlen=LOG_LINES))
    lines: int = 0  # that were ever written to the log, to tell a new one by
    paused: bool = False
    reading: str = ""  # what it reads before it begins to train
    end: Mapping[str, Any] | None = None
    faults: int = 0  # lines that were no events
    _starts: bool = False
    _resumed: bool = False

    def take(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """The next events, in order. One that is not as it should be is counted and passed over."""
        for row in rows:
            hear = _HEARD.get(str(row.get("kind")))
            try:
                if hear is not None:
                    hear(self, row)
            except (KeyError, TypeError, ValueError, AttributeError):
                self.faults += 1

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

    def _start(self, row: Mapping[str, Any]) -> None:
        self.stages, self.stage = tuple(row["stages"]), str(row["stage"])
        self.steps, self.examples = int(row["steps"]), dict(row["examples"])
        self.device, self.precision, self.world = str(row["device"]), str(row["precision"]), int(row["world"])
        self.step, self.paused, self.end, self._starts = 0, False, None, True
        self.reading = ""
        resumed = row.get("resumed_from")
        if resumed is not None:
            self._cut(int(resumed))
        elif self.stage == self.stages[0]:
            self._cut(0)
        self.began = self.begins[self.stage] = self.total
        self._resumed = resumed is not None
        self._say(_tr("{0}: {1} on {2}").format(self.stage, n_steps(self.steps), self.device))

    def _step(self, row: Mapping[str, Any]) -> None:
        step = int(row["step"])
        if self._starts:  # a stage that was resumed in its middle tells so by its first step
            self.began, self._starts = self.total + 1 - step, False
            self.begins[str(row["stage"])] = self.began
            if self._resumed and step > 1:
                self._say(_tr("resumes from step {0}").format(numeral(step - 1)))
        self.last_step, self.step, self.steps = row, step, int(row["steps"])
        self.stage = str(row["stage"])
        self.total = self.began + step
        for name, loss in row["losses"].items():
            curve = self.training.get(name)
            if curve is None:
                curve = self.training[name] = Curve()
            curve.add(self.total, loss)

    def _validation(self, row: Mapping[str, Any]) -> None:
        self.check = row
        at = int(row["step"])
        for name, loss in row["losses"].items():
            self.validation.setdefault(name, Checks()).add(self.began + at, float(loss))
        mark = _tr(" (best so far)") if row["mean"] == row["best"] else ""
        if mark and _is_no_better(row):
            mark = _tr(" (best so far, but no better than before training)")
        mark = _tr(" (before training)") if row["best"] is None else mark
        ndcg = row.get("ndcg")
        found = "" if ndcg is None else _tr(", nDCG@10 {0}").format(numeral(float(ndcg), 4))
        self._say(_tr("{0}  validation {1}{2}{3}").format(numeral(at), numeral(row["mean"], 4), found, mark))

    def _checkpoint(self, row: Mapping[str, Any]) -> None:
        self._say(_tr("{0}  checkpoint written").format(numeral(int(row["step"]) - self.began)))

    def _read(self, row: Mapping[str, Any]) -> None:
        self.reading, self.end = str(row["what"]), None
        self._say(_tr("reads {0}").format(self.reading))

    def _note(self, row: Mapping[str, Any]) -> None:
        self._say(str(row["text"]))

    def _pause(self, _row: Mapping[str, Any]) -> None:
        self.paused = True
        self._say(_tr("{0}  paused").format(numeral(self.step)))

    def _resume(self, _row: Mapping[str, Any]) -> None:
        self.paused = False
        self._say(_tr("{0}  resumed").format(numeral(self.step)))

    def _stage_end(self, row: Mapping[str, Any]) -> None:
        self.total = self.began + int(row["steps"])
        text = _tr("{0}: {1}; the weights of step {2} are kept")
        self._say(text.format(row["stage"], told(str(row["stopped"])), numeral(int(row["best_step"]))))

    def _end(self, row: Mapping[str, Any]) -> None:
        self.end, self.reading = row, ""
        if row["status"] == "cancelled" and self.step:
            self._say(_tr("cancelled after {0}; it can be resumed").format(n_steps(self.step)))
            return
        reason = f": {told(str(row['reason']))}" if row.get("reason") else ""
        self._say(f"{state_words(row['status'])}{reason}")

    def _cut(self, step: int) -> None:
        self.total = step
        for curve in self.training.values():
            curve.cut(step)
        for checks in self.validation.values():
            checks.points = [point for point in checks.points if point[0] <= step]

    def _say(self, line: str) -> None:
        self.log.append(line)
        self.lines += 1


_HEARD: Final = {
    "reading": LiveRun._read,
    "start": LiveRun._start,
    "step": LiveRun._step,
    "validation": LiveRun._validation,
    "checkpoint": LiveRun._checkpoint,
    "note": LiveRun._note,
    "paused": LiveRun._pause,
    "resumed": LiveRun._resume,
    "stage_end": LiveRun._stage_end,
    "end": LiveRun._end,
}


def _is_no_better(row: Mapping[str, Any]) -> bool:
    """Whether the measure that decides is no better than before training."""
    if row.get("measure") == "ndcg":
        ndcg, before = row.get("ndcg"), row.get("before_ndcg")
        return ndcg is not None and before is not None and float(ndcg) <= float(before)
    before = row.get("before")
    return before is not None and float(row["mean"]) >= float(before)


def _tr(text: str) -> str:
    return QCoreApplication.translate("training", text)
