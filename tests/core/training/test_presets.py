"""The recipes that come with Assay, and recipes that begin from one of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.errors import RecipeError
from assay.training.recipe.presets import preset, preset_names, preset_title
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe

OWN = """
preset = "{preset}"
name = "mine"

[[stages]]
[[stages.objectives]]
kind = "msmarco"
path = "m"
[[stages.objectives]]
kind = "specter"
path = "s"
"""


def own(preset: str, more: str = "") -> Recipe:
    return parse_recipe(OWN.format(preset=preset) + more)


@pytest.mark.parametrize("name", preset_names())
def test_every_preset_is_a_whole_recipe_of_its_own_name(name: str) -> None:
    assert parse_recipe(preset(name)).name == name
    assert preset_title(name) in preset(name).splitlines()[0]


def test_the_paper_s_preset_has_the_paper_s_settings() -> None:
    """Zeta Alpha (2022), section 4.1, typed off here a second time."""
    first, second = parse_recipe(preset("zeta-paper")).stages
    assert (first.batch_size, first.gradient_accumulation_steps, first.max_steps, first.epochs) == (
        16,
        2,
        200_000,
        0,
    )
    assert (first.loss.kind, first.loss.scale) == ("mnrl", 1 / 0.05)
    assert (first.optimiser.learning_rate, first.optimiser.epsilon) == (2e-5, 1e-8)
    assert (first.optimiser.weight_decay, first.optimiser.max_grad_norm) == (0, 0)
    assert (first.optimiser.schedule, first.optimiser.warmup_steps) == ("linear", 0)
    assert (first.stopping.interval * first.gradient_accumulation_steps, first.stopping.patience) == (
        10_000,
        2,
    )
    assert first.stopping.average == "objectives"
    assert (second.epochs, second.optimiser.learning_rate) == (1, 1e-5)


def test_the_released_preset_differs_in_schedule_average_and_variant_and_in_nothing_else() -> None:
    released = parse_recipe(preset("zeta-released"))
    as_paper = replace(
        released,
        name="zeta-paper",
        stages=tuple(
            replace(
                stage,
                optimiser=replace(stage.optimiser, schedule="linear"),
                stopping=replace(stage.stopping, average="objectives"),
                objectives=tuple(replace(o, variant="paper") for o in stage.objectives),
            )
            for stage in released.stages
        ),
    )
    assert as_paper == parse_recipe(preset("zeta-paper"))
    for stage in released.stages:
        assert (stage.optimiser.schedule, stage.stopping.average) == ("constant", "examples")
        assert {objective.variant for objective in stage.objectives} == {"released"}


def test_what_a_recipe_does_not_say_is_the_preset_s() -> None:
    stage = own("zeta-released").stages[0]
    assert (stage.optimiser.schedule, stage.stopping.average) == ("constant", "examples")
    assert stage.objectives[0].variant == "released"  # of a kind that the preset does not have
    assert own("zeta-released").base == parse_recipe(preset("zeta-released")).base


def test_what_a_recipe_says_wins_key_by_key() -> None:
    more = '[stages.optimiser]\nlearning_rate = 1e-4\n[stages.loss]\nkind = "triplet"\n'
    stage = own("zeta-released", more).stages[0]
    assert stage.optimiser.learning_rate == 1e-4
    assert stage.optimiser.schedule == "constant"
    assert stage.loss.kind == "triplet"


def test_paths_names_and_limits_of_a_preset_are_never_taken_over() -> None:
    recipe = parse_recipe(
        'preset = "zeta-small"\n[[stages]]\n[[stages.objectives]]\nkind = "cropping"\npath = "mine.tsv"\n'
    )
    objective = recipe.stages[0].objectives[0]
    assert (objective.path, objective.limit) == ("mine.tsv", 0)
    assert recipe.stages[0].name != "train"


def test_later_stages_follow_the_preset_s_later_ones() -> None:
    more = '\n[[stages]]\n[[stages.objectives]]\nkind = "pairs"\npath = "p"\n' * 2
    first, second, third = own("zeta-paper", more).stages
    assert (first.epochs, second.epochs, third.epochs) == (0, 1, 1)
    assert second.optimiser.learning_rate == 1e-5


def test_a_recipe_without_stages_has_the_preset_s() -> None:
    assert (
        parse_recipe('preset = "zeta-paper"\nname = "x"').stages == parse_recipe(preset("zeta-paper")).stages
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('preset = "zeta-papr"', "Did you mean 'zeta-paper'"),
        ('preset = "xyzzy"', "cropping-small"),
        ("preset = 3", "must be of type str"),
        ('preset = "zeta-paper"\nrandom_sead = 1', "Did you mean 'random_seed'"),
        ('preset = "zeta-paper"\nstages = 3', "must be written as [[stages]]"),
        ('presett = "zeta-paper"', "Did you mean 'preset'"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_a_preset_too(text: str, said: str) -> None:
    with pytest.raises(RecipeError) as caught:
        parse_recipe(text)
    assert said in str(caught.value)
