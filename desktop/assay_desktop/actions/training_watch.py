"""Watches the training runs of the library, whatever page is shown: what is at work, and what has ended."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from assay.errors import AssayError, TrainingFailed
from assay.training.runs.control import ControlFile
from assay.training_runs.types import ENDING, RunSummary
from assay_desktop.actions.training_news import read_training
from assay_desktop.background.trainings import Trainings, Word
from assay_desktop.context import AppContext
from assay_desktop.text.core_words import translated

log = logging.getLogger(__name__)

WATCHED: Final = "training/watched"
"""The setting that remembers what was at work when the window was last open."""
_LOOK_MS: Final = 3000


class TrainingWatch(QObject):
    """Looks every three seconds, on the lane: for a few small files where nothing is at work.

    A run that ended while no window was open is reported by the next one.
    """

    changed = Signal()
    began = Signal(object)  # RunSummary
    ended = Signal(object)  # RunSummary
    refused = Signal(str)  # why something that was asked for was not done

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._trainings = Trainings(context.jobs.location)
        self._known: dict[str, tuple[tuple[int, int, str], RunSummary]] = {}  # of the lane's thread
        self._open: dict[str, RunSummary] = {}
        self._over: dict[str, RunSummary] = {}  # since this window was opened
        watched = context.settings.text(WATCHED)
        self._before = set(watched.split("\n")) if watched else set[str]()
        self._first = True
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)

    def start(self) -> None:
        """Look first after the first paint, then now and then."""
        self._timer.start()

    @property
    def open(self) -> tuple[RunSummary, ...]:
        """What has a process, the oldest first."""
        return tuple(self._open[key] for key in sorted(self._open))

    @property
    def all(self) -> tuple[RunSummary, ...]:
        """What has ended since the window was opened, then what is at work."""
        return (*self._over.values(), *self.open)

    @property
    def computing(self) -> tuple[RunSummary, ...]:
        """What takes this machine's time."""
        return tuple(training for training in self.open if training.computes_here)

    def look(self) -> None:
        before = frozenset({*self._open, *self._before})
        self._context.lane.submit(
            lambda _ws: self._read(before), self._take, self._fail, key="training-watch"
        )

    def ask(self, folder: str, word: Word) -> None:
        """Pause, continue or cancel after the run's next step."""
        try:
            self._trainings.ask(Path(folder), word)
        except TrainingFailed as error:
            self.refused.emit(translated(error.message))

    def resume(self, folder: str) -> None:
        """Let a waiting run continue, or start a new process on one whose own is gone."""
        if folder in self._open:
            self.ask(folder, "run")
            return
        try:
            self._trainings.resume(Path(folder))
        except TrainingFailed as error:
            self.refused.emit(translated(error.message))
        self.look()

    def forget(self, folder: str) -> None:
        """Take a run that is over off the list; its folder stays."""
        if self._over.pop(folder, None) is not None:
            self.changed.emit()

    def _read(self, before: Iterable[str]) -> list[RunSummary]:
        """Return what is at work, and of `before` what became of it."""
        found = {str(run): run for run in self._trainings.open_runs()}
        runs = [*found.values(), *(Path(key) for key in before if key not in found)]
        self._known = {key: known for key, known in self._known.items() if key in found}
        return [training for run in runs if (training := self._training(run)) is not None]

    def _training(self, run: Path) -> RunSummary | None:
        """Read again only if the run has said something, or may have died."""
        try:
            stat = (run / "events.jsonl").stat()
        except OSError:
            return read_training(run)
        stamp = (stat.st_mtime_ns, stat.st_size, ControlFile(run / "control").wanted())
        known = self._known.get(str(run))
        if known is not None and known[0] == stamp:
            return known[1]
        training = read_training(run)
        if training is not None and training.state in {"running", "paused", *ENDING}:
            self._known[str(run)] = (stamp, training)
        return training

    def _take(self, found: list[RunSummary]) -> None:
        now = {training.key: training for training in found if training.is_open}
        ended = [
            training
            for training in found
            if not training.is_open and (training.key in self._open or training.key in self._before)
        ]
        began = [] if self._first else [now[key] for key in now if key not in self._open]
        if now == self._open and not ended and not self._first:
            return
        if now.keys() != self._open.keys() or self._first:
            self._context.settings.set_text(WATCHED, "\n".join(sorted(now)))
        self._open, self._before, self._first = now, set(), False
        for training in ended:
            self._over[training.key] = training
        for key in now:
            self._over.pop(key, None)
        self.changed.emit()
        for training in began:
            self.began.emit(training)
        for training in ended:
            self.ended.emit(training)

    def _fail(self, error: AssayError) -> None:
        log.warning("the training runs cannot be watched: %s", error)
