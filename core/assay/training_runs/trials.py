"""One loop for every experiment: each trial of a grid is trained once, then scored, and becomes a row."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from assay.errors import AssayError
from assay.location import Location
from assay.models.scores import ModelAt, rank_with
from assay.models.test_sets import TestSet
from assay.progress import Cancelled, Progress, silent
from assay.registry.card import StageFacts
from assay.training.recipe.recipe import Recipe
from assay.training.runs.events import EventSink, ignore_event
from assay.training_runs.runs import Listen, TrainedRun, just_listen, trained_once
from assay.types import Run

logger = logging.getLogger(__name__)


class Named(Protocol):
    """Anything that an experiment tries."""

    @property
    def name(self) -> str:
        """What errors and logs call it."""


Trial = TypeVar("Trial", bound=Named)
Trained = TypeVar("Trained")
Row = TypeVar("Row")


def run_trials(
    grid: Sequence[Trial],
    train: Callable[[Trial], Trained],
    score: Callable[[Trial, Trained], Row],
    *,
    failed: Callable[[Trial, str], Row] | None = None,
    progress: Progress = silent,
) -> tuple[Row, ...]:
    """Return a row for each trial of the grid, in its order.

    `failed` makes the row of a trial from the error that ended it; without it the error is raised.
    Raises Cancelled once a training was cancelled; what was finished is found again by the next call.
    """
    rows = []
    for done, trial in enumerate(grid):
        progress("trainings", done, len(grid))
        try:
            row = score(trial, train(trial))
        except AssayError as error:
            if failed is None:
                raise
            logger.info("training %s failed: %s", trial.name, error)
            row = failed(trial, str(error))
        rows.append(row)
    progress("trainings", len(grid), len(grid))
    return tuple(rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trainer:
    """How an experiment trains: the folders, the library, and who hears and controls its runs."""

    out: Path  # the folder of all runs
    folder: Path  # where a recipe's relative paths start
    library: Location
    add: bool = False  # whether finished models join the registry
    on_event: EventSink = ignore_event
    listen: Listen = just_listen
    progress: Progress = silent

    def train(
        self, recipe: Recipe, place: str | Path, *, folder: Path | None = None, add: bool | None = None
    ) -> TrainedRun:
        """Return the run in the folder `place` of `out`: made now, resumed, or found finished.

        Raises Cancelled once the run was cancelled, RecipeError where another recipe was trained there.
        """
        done = trained_once(
            recipe,
            out=self.out / place,
            folder=folder or self.folder,
            library=self.library,
            add=self.add if add is None else add,
            on_event=self.on_event,
            listen=self.listen,
        )
        if done.status == "cancelled":
            raise Cancelled
        return done

    def rank(
        self, model: str, recipe: Recipe, sets: Sequence[TestSet], *, device: str, kept: Path
    ) -> dict[str, Run]:
        """Return test set -> what the model ranks there; what is in the file `kept` is not ranked again."""
        at = ModelAt(model, recipe.max_length, recipe.separator, kept)
        return rank_with(at, sets, device=device, progress=self.progress) if sets else {}


def stages_of(done: TrainedRun) -> tuple[StageFacts, ...]:
    """Return the stages of a run's card; none where this process has no card."""
    return () if done.card is None else done.card.stage_facts


def share_of(done: TrainedRun) -> float:
    """Return how far its weights went from the base's; 1 where this process has no card."""
    return 1.0 if done.card is None else done.card.share


def seconds_of(done: TrainedRun) -> float:
    """Return how long the training took."""
    return 0.0 if done.card is None else done.card.seconds
