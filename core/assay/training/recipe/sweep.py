"""One recipe for each way to split a mixed batch between two objectives.

Figure 3 of Zeta Alpha, Multi-objective Representation Learning for Scientific Document Retrieval (2022): MS
MARCO and SPECTER at shares of 0, 25, 50, 75 and 100 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assay.errors import RecipeError
from assay.training.recipe.recipe import Recipe, Stage


@dataclass(frozen=True, slots=True)
class SweptRecipe:
    """The recipe in which `first` has `share` percent of what the two objectives have together."""

    share: int
    recipe: Recipe


@dataclass(frozen=True, slots=True)
class SweepPlan:
    """The recipes, in the order of their shares, and the two objectives between which they split."""

    stage: str
    first: str
    second: str
    recipes: tuple[SweptRecipe, ...]


def plan_sweep(recipe: Recipe, shares: Sequence[int]) -> SweepPlan:
    """Splits between the two objectives of the first stage that has several.

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
            f"Stage '{stage.name}' has {len(stage.objectives)} objectives, and a share is split between two. "
            "Leave two of them."
        )
    if stage.mixing in ("alternate", "tasks"):
        raise RecipeError(
            f"Stage '{stage.name}' takes turns, so that it has no shares. Set its mixing to mixed or exact."
        )
    if stage.epochs:
        raise RecipeError(
            f"Stage '{stage.name}' is measured in epochs, and an epoch ends when one objective is used up: "
            "some shares would learn longer than others. Set its epochs to 0 and its max_updates instead."
        )
    if not shares or len({*shares}) < len(shares) or not all(0 <= share <= 100 for share in shares):
        raise RecipeError(
            f"The shares {', '.join(map(str, shares)) or '(none)'} must be percents from 0 to 100, each once."
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
