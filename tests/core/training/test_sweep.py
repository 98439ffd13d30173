"""Recipes that split a batch between two objectives at several shares."""

from __future__ import annotations

import pytest
from tiny_runs import recipe, stage

from assay.errors import RecipeError
from assay.experiments.sweeps import plan_sweep


def test_every_share_is_a_recipe_whose_weights_are_that_share() -> None:
    plan = plan_sweep(recipe(stage("marco", "cite")), [0, 25, 50, 75, 100])
    found = [{o.name: o.weight for o in swept.recipe.stages[0].objectives} for swept in plan.recipes]
    assert (plan.first, plan.second) == ("marco", "cite")
    assert found == [
        {"cite": 1.0},
        {"marco": 0.25, "cite": 0.75},
        {"marco": 0.5, "cite": 0.5},
        {"marco": 0.75, "cite": 0.25},
        {"marco": 1.0},
    ]


def test_the_stage_with_two_objectives_is_swept_and_the_others_stay() -> None:
    given = recipe(stage("alone", name="warm"), stage("a", "b", name="both"))
    plan = plan_sweep(given, [10])
    assert plan.stage == "both"
    assert plan.recipes[0].recipe.stages[0] == given.stages[0]
    assert plan.recipes[0].recipe.name == "tiny 10-90"


@pytest.mark.parametrize(
    ("made", "shares", "said"),
    [
        (recipe(stage("alone")), [50], "two objectives"),
        (recipe(stage("a", "b", "c")), [50], "has 3 objectives, and a share is split between two"),
        (recipe(stage("a", "b", mixing="alternate")), [50], "takes turns"),
        (recipe(stage("a", "b", epochs=2)), [50], "some shares would learn longer"),
        (recipe(stage("a", "b")), [], "(none)"),
        (recipe(stage("a", "b")), [50, 101], "101"),
        (recipe(stage("a", "b")), [50, 50], "each once"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused(made: object, shares: list[int], said: str) -> None:
    with pytest.raises(RecipeError) as caught:
        plan_sweep(made, shares)  # type: ignore[arg-type]
    assert said in str(caught.value)
