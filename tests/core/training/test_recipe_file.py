"""Recipes as TOML: what is read is what was written, and what cannot be meant is refused by its key."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.errors import RecipeError
from assay.training.recipe.objective_spec import CroppingSpec, PairsSpec, SpecterSpec
from assay.training.recipe.recipe import LossSpec, OptimiserSpec, Recipe, Stage, StoppingSpec
from assay.training.recipe.recipe_file import parse_recipe, read_recipe, write_recipe

if TYPE_CHECKING:
    from pathlib import Path

    from assay.training.recipe.recipe import Mixing

SMALLEST = """
name = "crops"
[[stages]]
[[stages.objectives]]
kind = "cropping"
path = "papers.jsonl"
"""

words = st.text(min_size=1).filter(str.strip)
objectives = st.one_of(
    *(
        st.builds(kind, path=words, name=words, limit=st.integers(0, 10**9), validation=st.floats(0.01, 0.99))
        for kind in (CroppingSpec, SpecterSpec, PairsSpec)
    )
)
stages = st.builds(
    Stage,
    objectives=st.lists(objectives, min_size=1, max_size=3, unique_by=lambda one: one.name).map(tuple),
    mixing=st.sampled_from(["mixed", "exact", "alternate", "tasks"]),
    batch_size=st.integers(1, 4096),
    loss=st.builds(LossSpec, kind=st.sampled_from(["mnrl", "triplet"]), mask_duplicates=st.booleans()),
    optimiser=st.builds(OptimiserSpec, learning_rate=st.floats(1e-9, 0.5), warmup_steps=st.integers(0, 99)),
    stopping=st.builds(StoppingSpec, patience=st.integers(0, 9)),
)
recipes = st.builds(
    Recipe, name=words, stages=st.lists(stages, min_size=1, max_size=3).map(tuple), base=words
)


@given(recipes)
@settings(max_examples=60, deadline=None)
def test_a_recipe_that_is_written_reads_back_the_same(recipe: Recipe) -> None:
    text = write_recipe(recipe)
    assert parse_recipe(text) == recipe
    assert tomllib.loads(text)["random_seed"] == recipe.random_seed


def test_the_defaults_are_those_of_the_paper() -> None:
    recipe = parse_recipe(SMALLEST)
    (stage,) = recipe.stages
    assert (stage.name, stage.batch_size, stage.gradient_accumulation_steps, stage.max_steps) == (
        "stage 1",
        16,
        2,
        200_000,
    )
    assert stage.loss == LossSpec(kind="mnrl", scale=20.0, margin=1.0, mask_duplicates=False)
    assert stage.optimiser == OptimiserSpec(2e-5, 0.0, 1e-8, "linear", 0, 0.0)
    assert stage.stopping == StoppingSpec(interval=5000, patience=2, average="objectives")
    assert (recipe.random_seed, recipe.max_length, recipe.separator) == (42, 512, "auto")


def test_weights_default_to_equal_shares() -> None:
    stage = Stage(tuple(PairsSpec("p", name=name) for name in "abcd"))
    assert stage.weights == dict.fromkeys("abcd", 0.25)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("nam = 1\n", "unknown key 'nam'. Did you mean 'name'"),
        ("seed = 1\n", "unknown key 'seed'. Did you mean 'random_seed'"),
        ("random_seed = '7'\n", "'random_seed' must be of type int, not '7'"),
        ("random_seed = true\n", "'random_seed' must be of type int, not True"),
        ("random_seed = -1\n", "random_seed -1 is below 0"),
        ("precision = 'fp8'\n", "'precision' must be one of auto, fp32, bf16, fp16, not 'fp8'"),
        ("max_length = 2\n", "max_length 2 holds no text"),
        ("xyzzy = 1\n", "Known keys: name, stages"),
    ],
)
def test_a_key_at_the_top_that_cannot_be_meant_is_named(change: str, said: str) -> None:
    with pytest.raises(RecipeError, match=said.replace("[", r"\[")):
        parse_recipe(change + SMALLEST)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("[stages.optimiser]\nlr = 1e-5", "'stages[1].optimiser.lr'. Did you mean 'learning_rate'"),
        ("[stages.loss]\ntemperature = 0.05", "'stages[1].loss.temperature'. Did you mean 'scale'"),
        ("[stages.optimiser]\nclip = 1.0", "optimiser.clip'. Did you mean 'max_grad_norm'"),
        ("[stages.optimiser]\nwarmup_updates = 1", "warmup_updates'. Did you mean 'warmup_steps'"),
        ("[[stages]]\nmax_updates = 1", "'stages[2].max_updates'. Did you mean 'max_steps'"),
        ("[[stages]]\naccumulation = 1", "accumulation'. Did you mean 'gradient_accumulation_steps'"),
        ("weigth = 1.0", "unknown key 'stages[1].objectives[1].weigth'. Did you mean 'weight'"),
        ("weight = 0.4", "the weights [0.4] must each be above 0 and sum to 1; they sum to 0.4"),
        ("weight = 1.5", "weight 1.5 is outside 0..1"),
        ("limit = -1", "limit -1 is below 0"),
        ("validation = 0", "validation 0 is a share"),
        ("per_system = 3", "the kind cropping has no 'per_system'"),
        ("grade = 2", "the kind cropping has no 'grade'"),
        ("variant = 'mine'", "must be one of paper, released, not 'mine'"),
        ("format = 'XYZ'", "must be one of CLF, PRX, QRY, RGN, not 'XYZ'"),
        ("loss = 3", "unknown key 'stages[1].objectives[1].loss'"),
        ("[stages.loss]\nscale = 0", "stages[1].loss: scale 0 must be above 0"),
        ("[stages.loss]\nkind = 'mnlr'", "'stages[1].loss.kind' must be one of mnrl, triplet, listnet"),
        ("[stages.optimiser]\nlearning_rate = 'high'", "'stages[1].optimiser.learning_rate' must be of type"),
        ("[stages.stopping]\ninterval = 0", "interval 0 is below 1"),
        ("[[stages]]\nname = 'empty'", "the key 'stages[2].objectives' is missing"),
        ("[[stages]]\nobjectives = []", "has no objectives"),
        ("[[stages]]\nobjectives = 3", "must be written as [[stages[2].objectives]] tables"),
    ],
)
def test_a_key_of_a_stage_that_cannot_be_meant_is_named_with_its_place(change: str, said: str) -> None:
    with pytest.raises(RecipeError) as raised:
        parse_recipe(SMALLEST + change)
    assert said in str(raised.value)
    assert raised.value.key.startswith("stages[")


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        ("random_seed = -1\n" + SMALLEST, "random_seed", 0),
        (SMALLEST + "weight = 0.4", "stages[1].objectives[1].weight", 0),
        (SMALLEST + "[stages.loss]\nscale = 0", "stages[1].loss.scale", 0),
        (SMALLEST + "[stages.loss]\nkind = 'triplet'\nmargn = 1.0", "stages[1].loss.margn", 0),
        ("nothing\n" + SMALLEST, "", 1),
    ],
)
def test_an_error_names_its_key_or_its_line(text: str, key: str, line: int) -> None:
    with pytest.raises(RecipeError) as raised:
        parse_recipe(text)
    assert (raised.value.key, raised.value.line) == (key, line)
    assert raised.value.fields.items() >= ({"key": key} if key else {"line": line}).items()


@pytest.mark.parametrize(
    ("mixing", "said"), [("alternate", "alternate batches take turns"), ("tasks", "tasks have equal shares")]
)
def test_objectives_with_equal_shares_by_their_mixing_take_no_weights(mixing: Mixing, said: str) -> None:
    two = tuple(PairsSpec("p", name=name, weight=0.5) for name in "ab")
    with pytest.raises(RecipeError, match=f"{said}; leave the weights out"):
        Stage(two, mixing=mixing)
    free = tuple(PairsSpec("p", name=name) for name in "ab")
    assert Stage(free, mixing=mixing).weights == {"a": 0.5, "b": 0.5}


@pytest.mark.parametrize("places", [("a", "a"), ("a", "")])
def test_names_that_occur_twice_are_refused(places: tuple[str, str]) -> None:
    objectives = tuple(PairsSpec("p", name=name or "a") for name in places)
    with pytest.raises(RecipeError, match="have the same name"):
        Stage(objectives)


def test_a_file_is_named_in_what_is_wrong_with_it(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for content, said in (("name = ", "not valid TOML"), ("random_seed = -1\n" + SMALLEST, "random_seed -1")):
        path.write_text(content, encoding="utf-8")
        with pytest.raises(RecipeError, match=said) as raised:
            read_recipe(path)
        assert str(path) in str(raised.value)
    with pytest.raises(RecipeError, match=r"no recipe .*nowhere.toml"):
        read_recipe(tmp_path / "nowhere.toml")
    with pytest.raises(RecipeError, match="is a folder"):
        read_recipe(tmp_path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(RecipeError, match="cannot be read"):
        read_recipe(path)


def test_every_key_of_a_recipe_is_written_out() -> None:
    text = write_recipe(parse_recipe(SMALLEST))
    for cls in (LossSpec, OptimiserSpec, StoppingSpec):
        known = [field.name for field in fields(cls) if not field.name.startswith("plateau_")]
        assert all(f"\n{name} = " in text for name in known)
    falling = write_recipe(parse_recipe(f"{SMALLEST}\n[stages.optimiser]\nschedule = 'plateau'"))
    assert all(f"\n{field.name} = " in falling for field in fields(OptimiserSpec))
