"""A sweep: one training for each share of two objectives, and what each is worth on the test sets.

Figure 3 of Zeta Alpha, Multi-objective Representation Learning for Scientific Document Retrieval (2022): MS
MARCO and SPECTER at shares of 0, 25, 50, 75 and 100 %.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.errors import RecipeError
from assay.models.scores import MEASURE, SetScore, scores_of
from assay.models.test_sets import TestSet
from assay.table import Cell, Table
from assay.training.recipe.recipe import Recipe, Stage
from assay.training_runs.runs import TrainedRun, base_folder
from assay.training_runs.trials import Trainer, run_trials, stages_of
from assay.types import Run


@dataclass(frozen=True, slots=True)
class SweptRecipe:
    """The recipe in which `first` has `share` percent of what the two objectives have together."""

    share: int
    recipe: Recipe

    @property
    def name(self) -> str:
        return self.recipe.name


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """The recipes, in the order of their shares, and the two objectives between which they split."""

    stage: str
    first: str
    second: str
    recipes: tuple[SweptRecipe, ...]


@dataclass(frozen=True, slots=True)
class SweepRow:
    """One training of a sweep."""

    share: int  # percent of the first objective
    run: Path
    model_id: str
    validation: Mapping[str, float]  # objective -> its best validation loss in the swept stage
    scores: Mapping[str, SetScore]  # by test set


@dataclass(frozen=True, slots=True)
class Sweep:
    """All trainings of a sweep, and the base that they began from."""

    recipe: str
    stage: str
    first: str
    second: str
    measure: str
    base: Mapping[str, SetScore]
    rows: tuple[SweepRow, ...]


def run_sweep(recipe: Recipe, shares: Sequence[int], work: Trainer, *, sets: Sequence[TestSet] = ()) -> Sweep:
    """Train what is not trained yet in folders of `work`, and measure every model on the test sets.

    Of several processes that train together only the first is given test sets. Raises as `run_trials` does.
    """
    plan = plan_sweep(recipe, shares)

    def ranked(model: Path | str, folder: Path, name: str) -> dict[str, Run]:
        return work.rank(str(model), recipe, sets, device=recipe.device, kept=folder / name)

    base = ranked(base_folder(recipe.base, folder=work.folder) or recipe.base, work.out, "base-scores.json")

    def row(swept: SweptRecipe, done: TrainedRun) -> SweepRow:
        scores = scores_of(ranked(done.run / "model", done.run, "scores.json"), sets, base=base)
        return SweepRow(swept.share, done.run, done.model_id, best_losses(done, plan.stage), scores)

    rows = run_trials(
        plan.recipes,
        lambda swept: work.train(swept.recipe, f"share-{swept.share:03d}"),
        row,
        progress=work.progress,
    )
    return Sweep(recipe.name, plan.stage, plan.first, plan.second, MEASURE, scores_of(base, sets), rows)


def plan_sweep(recipe: Recipe, shares: Sequence[int]) -> SweepPlan:
    """Split between the two objectives of the first stage that has several.

    At 0 and 100 the objective without a share is left out. Raises RecipeError for a recipe without such a
    stage, one of more objectives, one that takes turns or is measured in epochs, and shares that are outside
    0..100 or given twice.
    """
    place = next((n for n, stage in enumerate(recipe.stages) if len(stage.objectives) > 1), None)
    if place is None:
        raise RecipeError("No stage of this recipe has two objectives to split between. Give one a second.")
    stage = recipe.stages[place]
    if len(stage.objectives) > 2:
        raise RecipeError(
            "Stage '{0}' has {1} objectives, and a share is split between two. Leave two of them.",
            stage.name,
            len(stage.objectives),
        )
    if stage.mixing in ("alternate", "tasks"):
        raise RecipeError(
            "Stage '{0}' takes turns, so that it has no shares. Set its mixing to mixed or exact.", stage.name
        )
    if stage.epochs:
        raise RecipeError(
            "Stage '{0}' is measured in epochs, and an epoch ends when one objective is used up: some "
            "shares would learn longer than others. Set its epochs to 0 and its max_steps instead.",
            stage.name,
        )
    if not shares or len({*shares}) < len(shares) or not all(0 <= share <= 100 for share in shares):
        raise RecipeError(
            "The shares {0} must be percents from 0 to 100, each once.",
            ", ".join(map(str, shares)) or "(none)",
        )
    first, second = stage.objectives[:2]
    return SweepPlan(
        stage.name,
        first.name,
        second.name,
        tuple(SweptRecipe(share, _with_share(recipe, place, share)) for share in shares),
    )


def _with_share(recipe: Recipe, place: int, share: int) -> Recipe:
    stages = list(recipe.stages)
    stages[place] = _split(stages[place], share)
    return replace(recipe, name=f"{recipe.name} {share}-{100 - share}", stages=tuple(stages))


def _split(stage: Stage, share: int) -> Stage:
    first, second = stage.objectives
    parts = ((first, share / 100), (second, (100 - share) / 100))
    kept = [replace(objective, weight=weight) for objective, weight in parts if weight > 0]
    return replace(stage, objectives=tuple(kept))


def best_losses(done: TrainedRun, stage: str) -> dict[str, float]:
    """objective -> its validation loss at the stage's best step; {} where nothing was held out."""
    row = next((row for row in stages_of(done) if row.name == stage), None)
    if row is None:
        return {}
    best = [point.losses for point in row.validation_curve if point.step == row.best_step]
    return {name: loss for name, loss in best[0].items() if loss is not None} if best else {}


def sweep_table(sweep: Sweep) -> Table:
    """Return a row a share, a column a test set, the mean over them, and the losses of the two objectives."""
    sets = list(sweep.base)
    pair = (sweep.first, sweep.second)
    base = ("base", *_cells(sweep.base), *("" for _ in pair))
    return Table(
        f"{sweep.recipe}: {sweep.first} against {sweep.second}",
        (f"% {sweep.first}", *sets, *(["mean"] if sets else []), *(f"loss {name}" for name in pair)),
        (
            *([base] if sets else []),
            *(
                (str(row.share), *_cells(row.scores), *(row.validation.get(name) for name in pair))
                for row in sweep.rows
            ),
        ),
        digits=4,
        about=f"{sweep.measure}; * where it differs from the base with p < 0.05 (randomisation test). Losses "
        "are of held-out examples.",
    )


def _cells(scores: Mapping[str, SetScore]) -> list[Cell]:
    """Return each test set's, then their mean."""
    if not scores:
        return []
    mean = sum(score.value for score in scores.values()) / len(scores)
    return [*map(score_cell, scores.values()), mean]


def score_cell(score: SetScore) -> str:
    """Return the value, with a star where it differs from the base's."""
    star = "*" if score.p_randomisation is not None and score.p_randomisation < 0.05 else ""
    return f"{score.value:.4f}{star}"
