"""All trainings of one call as one progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from assay.progress import Item
from assay.query_tuning.types import TRAINING
from assay.training.runs.events import End, Event, Step
from assay.training.runs.run_folder import RunFolder
from assay.training_runs.trials import Trainer


class Whole:
    """Counts the steps of several runs, each as long as the present one; measuring stands still.

    One that ends early jumps to its end. What an earlier call has trained is not counted, so that the time
    left can be estimated from the time that was taken.
    """

    def __init__(self, work: Trainer, names: Sequence[str]) -> None:
        self._work, self._ended, self._steps, self._step = work, 0, 0, 0
        self._n = sum(not RunFolder(work.out / name).card.is_file() for name in names)

    def trainer(self) -> Trainer:
        """Return the trainer that reports to this."""
        return replace(self._work, on_event=self._take, progress=self._report)

    @property
    def _done(self) -> int:
        return min(self._n, self._ended) * self._steps + self._step

    def _take(self, event: Event) -> None:
        if isinstance(event, Step):
            self._step, self._steps = event.step, event.steps
            event = replace(event, stage=TRAINING, step=self._done, steps=self._n * self._steps)
        elif isinstance(event, End):
            self._ended, self._step = self._ended + 1, 0
        self._work.on_event(event)

    def _report(self, _stage: str, _done: int, _total: int | None, _item: Item | None = None) -> None:
        self._work.progress(TRAINING, self._done, self._n * self._steps or None)
