"""Commands that train models: train, presets. They need neither window nor index nor database."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from assay.cli import library_recipe, training_runs
from assay.cli.app import Json, Report, Session, session
from assay.cli.estimates import show_estimate
from assay.cli.output import ProgressKind, plain
from assay.cli.pooling import Pooling, PoolingOption, recipe_with_pooling
from assay.cli.training_output import answer, run_output
from assay.errors import BadInput

if TYPE_CHECKING:
    from assay.training.recipe.recipe import Recipe

Add = Annotated[bool, typer.Option("--add/--no-add", help="Keep the finished model among the trained ones.")]
Device = Annotated[
    str | None, typer.Option(help="auto, cpu, cuda, cuda:1 or mps; what the recipe says if not given.")
]


def register(app: typer.Typer) -> None:
    """Adds this module's commands and those about runs."""
    app.command("train")(train)
    app.command("presets")(presets)
    library_recipe.register(app)
    training_runs.register(app)


def train(
    context: typer.Context,
    recipe: Annotated[Path, typer.Argument(help="A recipe: `assay presets` shows some.")],
    *,
    out: Annotated[
        Path | None, typer.Option(help="The run's folder; one of the library's own if not given.")
    ] = None,
    device: Device = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on from the last checkpoint in --out.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Read the data, time a few steps, say what it will take.")
    ] = False,
    name: Annotated[str, typer.Option(help="What to call the model; the recipe's name if not given.")] = "",
    pooling: Pooling = None,
    add: Add = True,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Train a model from a recipe. Ctrl-C writes a checkpoint and stops with status 130.

    Under `torchrun` or `accelerate launch` every process trains on its share of the batches.
    """
    current = session(context, json=json)
    wanted = read(recipe, device=device, name=name, pooling=pooling)
    if dry_run:
        _dry_run(current, wanted, folder=recipe.parent, progress=progress)
        return
    if resume and out is None:
        raise BadInput("Say which run to resume: --out FOLDER. `assay runs list` shows them.")
    folder = out if out is not None else _new_folder(current, wanted)
    from assay.training_runs.runs import run_recipe

    with run_output(current, folder, progress) as (printer, control):
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


def _dry_run(current: Session, recipe: Recipe, *, folder: Path, progress: ProgressKind) -> None:
    from assay.training_runs.runs import estimate_recipe

    if int(os.environ.get("WORLD_SIZE", "1")) > 1:
        raise BadInput("A dry run is made by one process. Start it without torchrun.")
    with current.output.progress(progress) as report:
        found = estimate_recipe(recipe, folder=folder, library=current.location, progress=report)
    current.output.result(plain(found), lambda console: show_estimate(found, console))


def presets(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Print this one, as a recipe to start from.")] = "",
    *,
    tasks: Annotated[
        Path | None, typer.Option(help="With the tasks of this SciRepEval tasks_config.json as objectives.")
    ] = None,
    json: Json = False,
) -> None:
    """List the recipes that come with Assay, or print one: `assay presets zeta-paper > recipe.toml`."""
    from assay.training.recipe.presets import preset, preset_names, preset_title
    from assay.training.recipe.scirepeval import with_tasks

    current = session(context, json=json)
    if name:
        text = preset(name) if tasks is None else with_tasks(name, tasks)
        current.output.result(
            {"name": name, "recipe": text}, lambda console: console.print(text, markup=False, end="")
        )
        return
    if tasks is not None:
        raise BadInput("Say which preset the tasks are for: assay presets scirepeval-paper --tasks FILE.")
    rows = [{"name": each, "title": preset_title(each)} for each in preset_names()]

    def show_all(console: Console) -> None:
        for row in rows:
            console.print(f"{row['name']}  {row['title']}", markup=False)

    current.output.result({"presets": rows}, show_all)
