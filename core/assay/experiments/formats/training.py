"""Many trainings on the same tasks: each made once, scored once, and shown also where it failed."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from assay.benchmarks.tasks import AS_PUBLISHED, Scoring, TaskScore, averages, columns_of
from assay.errors import AssayError
from assay.experiments.formats.scoring import FormatPair, ReadTask, TaskScorer
from assay.location import Location
from assay.models.loading import load_named
from assay.progress import Cancelled, Progress, silent
from assay.training.recipe.recipe import Recipe
from assay.training.runs.events import Tell, quiet
from assay.training_runs.runs import Listen, just_listen, trained_once
from assay.types import TaskFormat

KEPT = "tasks.json"
FormatsOf: TypeAlias = Mapping[str, FormatPair]
"""task's name -> the formats in which it is read"""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class TrainedRow:
    """One training and its scores; a failed one has a reason in their place."""

    name: str
    state: Literal["trained", "failed"]
    reason: str = ""
    run: str = ""
    seconds: float = 0.0
    scores: tuple[TaskScore, ...] = ()

    @property
    def averages(self) -> dict[str, float]:
        """CLF, RGN, PRX, SRCH, in-train, out-of-train, average."""
        return averages(self.scores)

    @property
    def columns(self) -> dict[str, float]:
        """Of each task and metric."""
        return columns_of(self.scores)


@dataclass(slots=True, kw_only=True)
class Trainings:
    """What all trainings of an analysis share. Of several processes only the first is given tasks."""

    tasks: Sequence[ReadTask]
    out: Path
    folder: Path  # where the recipe's relative paths start
    library: Location
    scoring: Scoring = AS_PUBLISHED
    tell: Tell = quiet
    listen: Listen = just_listen
    progress: Progress = silent

    def row(
        self,
        recipe: Recipe,
        *,
        name: str,
        place: str,
        folder: Path | None = None,
        formats: FormatsOf | None = None,
    ) -> TrainedRow:
        """The training in the folder `place` of `out`, made now, gone on with or found; then its scores.

        `formats` says in which formats tasks are read, where not in their own. Raises Cancelled once the run
        was cancelled; any other failure is the row's.
        """
        try:
            run = self.out / place
            done = trained_once(
                recipe,
                out=run,
                folder=folder or self.folder,
                library=self.library,
                add=False,
                tell=self.tell,
                listen=self.listen,
            )
            if done.status == "cancelled":
                raise Cancelled
            scores = self._scores(recipe, run, formats) if self.tasks else ()
        except AssayError as error:
            logger.info("training %s failed: %s", name, error)
            return TrainedRow(name, "failed", str(error))
        return TrainedRow(name, "trained", "", str(run), float((done.card or {}).get("seconds", 0.0)), scores)

    def _scores(self, recipe: Recipe, run: Path, formats: FormatsOf | None) -> tuple[TaskScore, ...]:
        encoder = load_named(
            str(run / "model"), max_length=recipe.max_length, separator=recipe.separator, device=recipe.device
        )
        scorer = TaskScorer(encoder, scoring=self.scoring, kept=run / KEPT, progress=self.progress)
        return tuple(scorer.score(read, (formats or {}).get(read.task.name)) for read in self.tasks)


def same_formats(format: TaskFormat) -> FormatPair:
    return (format, format)


def failures(rows: Sequence[TrainedRow]) -> list[str]:
    """A sentence for each training that failed."""
    return [f"{row.name}: failed. {row.reason}" for row in rows if row.state == "failed"]
