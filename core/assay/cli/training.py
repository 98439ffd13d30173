"""Commands that train models: train, presets. They need neither window nor index nor database."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, app, argument, command, option
from assay.cli.estimates import show_estimate
from assay.cli.output import Printed
from assay.cli.pooling import Pooling, PoolingOption, recipe_with_pooling
from assay.cli.training_output import answer, run_output
from assay.errors import BadInput

if TYPE_CHECKING:
    from assay.training.recipe.recipe import Recipe

Add = Annotated[bool, option("Keep the finished model among the trained ones.", "--add/--no-add")]
Device = Annotated[str | None, option("auto, cpu, cuda, cuda:1 or mps; what the recipe says if not given.")]


@command(app, "train", progress=True)
def train(
    current: Session,
    recipe: Annotated[Path, argument("A recipe: `assay presets` shows some.")],
    *,
    out: Annotated[Path | None, option("The run's folder; one of the library's own if not given.")] = None,
    device: Device = None,
    resume: Annotated[bool, option("Go on from the last checkpoint in --out.", "--resume")] = False,
    dry_run: Annotated[
        bool, option("Read the data, time a few steps, say what it will take.", "--dry-run")
    ] = False,
    name: Annotated[str, option("What to call the model; the recipe's name if not given.")] = "",
    pooling: Pooling = None,
    add: Add = True,
) -> None:
    """Train a model from a recipe. Ctrl-C writes a checkpoint and stops with status 130.

    Under `torchrun` or `accelerate launch` every process trains on its share of the batches.
    """
    wanted = read(recipe, device=device, name=name, pooling=pooling)
    if dry_run:
        _dry_run(current, wanted, folder=recipe.parent)
        return
    if resume and out is None:
        raise BadInput("Say which run to resume: --out FOLDER. `assay runs list` shows them.")
    folder = out if out is not None else _new_folder(current, wanted)
    from assay.training_runs.runs import run_recipe

    with run_output(current, folder) as (printer, control):
        done = run_recipe(
            wanted,
            out=folder,
            folder=recipe.parent,
            library=current.location,
            resume=resume,
            add=add,
            on_event=printer,
            control=control,
        )
    answer(current, done)


def read(path: Path, *, device: str | None, name: str, pooling: PoolingOption | None = None) -> Recipe:
    """The recipe of a file, with what options say otherwise. Raises RecipeError."""
    from assay.training.recipe.recipe_file import read_recipe

    recipe = recipe_with_pooling(read_recipe(path), pooling, folder=path.parent)
    if device is not None:
        recipe = replace(recipe, device=device)
    return replace(recipe, name=name) if name else recipe


def _new_folder(current: Session, recipe: Recipe) -> Path:
    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise BadInput("Several processes train together only in a folder that all of them know: give --out.")
    from assay.training_runs.runs import new_run_folder

    return new_run_folder(current.location, recipe.name)


def _dry_run(current: Session, recipe: Recipe, *, folder: Path) -> None:
    from assay.training_runs.runs import estimate_recipe

    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise BadInput("A dry run is made by one process. Start it without torchrun.")
    with current.progress() as report:
        found = estimate_recipe(recipe, folder=folder, library=current.location, progress=report)
    current.answer(found, show_estimate(found))


@command(app, "presets")
def presets(
    current: Session,
    name: Annotated[str, argument("Print this one, as a recipe to start from.")] = "",
    *,
    tasks: Annotated[
        Path | None, option("With the tasks of this SciRepEval tasks_config.json as objectives.")
    ] = None,
) -> None:
    """List the recipes that come with Assay, or print one: `assay presets zeta-paper > recipe.toml`."""
    from assay.training.recipe.presets import preset, preset_names, preset_title
    from assay.training.recipe.scirepeval import with_tasks

    if name:
        text = preset(name) if tasks is None else with_tasks(name, tasks)
        current.answer({"name": name, "recipe": text}, text.removesuffix("\n"))
        return
    if tasks is not None:
        raise BadInput("Say which preset the tasks are for: assay presets scirepeval-paper --tasks FILE.")
    rows = [{"name": each, "title": preset_title(each)} for each in preset_names()]

    def show_all() -> Iterator[Printed]:
        for row in rows:
            yield f"{row['name']}  {row['title']}"

    current.answer({"presets": rows}, show_all())
