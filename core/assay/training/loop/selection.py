"""Which weights of a stage are kept: what its validations said, and which of them was best."""

from __future__ import annotations

from dataclasses import dataclass

from assay.messages import message
from assay.training.loop.schedule import plateau_factor
from assay.training.loop.validation import Validated
from assay.training.recipe.recipe import Stage, StoppingMeasure
from assay.training.runs.checkpoint import CurveRow, StageProgress
from assay.training.runs.events import Note, Validation


@dataclass(frozen=True, slots=True)
class Selection:
    """Keeps the account of validations in the stage's progress, which a checkpoint holds."""

    stage: Stage
    progress: StageProgress

    @property
    def measure(self) -> StoppingMeasure:
        """What decides: nDCG where the recipe asks for it and lists give one, else the loss."""
        progress = self.progress
        known = progress.best_ndcg is not None or progress.before_ndcg is not None
        return "ndcg" if self.stage.stopping.measure == "ndcg" and known else "loss"

    def begin(self, found: Validated, mean: float) -> Validation:
        """Return what the stage begins from: a thing to compare with, never the weights that are kept."""
        self.progress.before, self.progress.before_ndcg = mean, found.ndcg
        self._add(0, found, mean)
        patience = self.stage.stopping.patience or None
        return Validation(
            self.stage.name, 0, found.losses, mean, None, patience, ndcg=found.ndcg, measure=self.measure
        )

    def judge(self, found: Validated, mean: float) -> Validation:
        """Return whether the weights of the last step are those to keep so far."""
        progress, stopping = self.progress, self.stage.stopping
        progress.unvalidated = False
        self._add(progress.step, found, mean)
        if stopping.keep == "last" or self._is_better(mean, found.ndcg):
            progress.best_ndcg = found.ndcg
            progress.best, progress.best_step, progress.best_total = mean, progress.step, progress.total
            progress.since_best = 0
        else:
            progress.since_best += 1
        left = stopping.patience - progress.since_best if stopping.patience else None
        return Validation(
            self.stage.name,
            progress.step,
            found.losses,
            mean,
            progress.best,
            left,
            progress.before,
            found.ndcg,
            progress.before_ndcg,
            self.measure,
        )

    def rate_factor(self) -> float:
        """Return what a plateau of the curve so far makes of the learning rate."""
        curve = [(row["step"], row["mean"]) for row in self.progress.curve if row["step"]]
        return plateau_factor(self.stage.optimiser, curve)

    def warning(self) -> Note | None:
        """Return a warning if the validation loss did not fall; with nDCG the interpolation shows it."""
        before, best = self.progress.before, self.progress.best
        by_loss = self.stage.stopping.measure == "loss"
        if not by_loss or before is None or best is None or best < before:
            return None
        return Note.of(
            message(
                "Stage '{0}' did not lower the validation loss: it was {1} before the first step and {2} at "
                "best. Measure the model before you use it; a lower learning rate may help.",
                self.stage.name,
                f"{before:.4f}",
                f"{best:.4f}",
            )
        )

    def _is_better(self, mean: float, ndcg: float | None) -> bool:
        best, best_ndcg = self.progress.best, self.progress.best_ndcg
        if self.stage.stopping.measure == "ndcg" and ndcg is not None:
            return best_ndcg is None or ndcg > best_ndcg
        return best is None or mean < best

    def _add(self, step: int, found: Validated, mean: float) -> None:
        row = CurveRow(step=step, mean=mean, losses=found.losses)
        if found.ndcg is not None:
            row["ndcg"] = found.ndcg
        self.progress.curve.append(row)
