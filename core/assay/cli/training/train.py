"""Commands that train models: train, presets, recipe, runs. They need neither window nor index."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, app, argument, command, command_group, option
from assay.cli.options import Pooling, PoolingOption, recipe_with_pooling
from assay.cli.output import Printed, table
from assay.cli.training.output import (
    answer,
    require_one_process,
    run_output,
    several_processes,
    show_estimate,
    show_goals,
)
from assay.codec import shallow
from assay.errors import BadInput
from assay.training.runs.run_lock import Worker

if TYPE_CHECKING:
    from assay.training.recipe.recipe import Recipe
    from assay.training.runs.control import Wanted
    from assay.training_runs.types import RunSummary


Add = Annotated[bool, option("Keep the finished model among the trained ones.", "--add/--no-add")]
Device = Annotated[str | None, option("auto, cpu, cuda, cuda:1 or mps; what the recipe says if not given.")]


@command(app, "train", progress=True)
def train(
    current: Session,
    recipe: Annotated[Path, argument("A recipe: `assay presets` shows some.")],
    *,
    out: Annotated[Path | None, option("The run's folder; one of the library's own if not given.")] = None,
    device: Device = None,
    resume: Annotated[bool, option("Resume from the last checkpoint in --out.", "--resume")] = False,
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
    """Return the recipe of a file, with what options say otherwise. Raises RecipeError."""
    from assay.training.recipe.recipe_file import read_recipe

    recipe = recipe_with_pooling(read_recipe(path), pooling, folder=path.parent)
    if device is not None:
        recipe = replace(recipe, device=device)
    return replace(recipe, name=name) if name else recipe


def _new_folder(current: Session, recipe: Recipe) -> Path:
    if several_processes():
        raise BadInput("Several processes train together only in a folder that all of them know: give --out.")
    from assay.training_runs.runs import new_run_folder

    return new_run_folder(current.location, recipe.name)


def _dry_run(current: Session, recipe: Recipe, *, folder: Path) -> None:
    from assay.training_runs.checks import keep_check
    from assay.training_runs.runs import estimate_recipe

    require_one_process()
    with current.progress() as report:
        found = estimate_recipe(recipe, folder=folder, library=current.location, progress=report)
    keep_check(current.location, found)
    current.answer(found, show_estimate(found))


@command(app, "goals")
def goals(
    current: Session,
    name: Annotated[str, argument("Print this one's recipe: `assay goals search > recipe.toml`.")] = "",
) -> None:
    """List what a model can be trained for, with the data that this library has for it, time and gain."""
    from assay.goals.library_goals import goal_recipe, training_goals

    if name:
        text = goal_recipe(current.location, name)
        current.answer({"name": name, "recipe": text}, text.removesuffix("\n"))
        return
    found = training_goals(current.location)
    current.answer(found, show_goals(found))


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
    current.answer({"presets": rows}, [f"{row['name']}  {row['title']}" for row in rows])


@command(app, "recipe")
def recipe(
    current: Session,
    *,
    variant: Annotated[
        str,
        option(
            "What each format has of its own: cls, codes, adapters, pals, probes, pools or wide, which "
            "learns labels alone, in minutes. If not given: adapters where links or grades teach, else wide."
        ),
    ] = "",
    base: Annotated[
        str,
        option(
            "A plain BERT, or a model with formats, which is trained further. If not given: assay-papers "
            "for wide, else MiniLM."
        ),
    ] = "",
    name: Annotated[str, option("What to call the recipe.")] = "library-formats",
    min_papers: Annotated[int, option("Papers that a task must have.", min=2)] = 20,
) -> None:
    """Print a recipe of all that this library has enough papers to teach: `assay recipe > recipe.toml`."""
    from assay.training_runs.library_recipe import library_recipe

    found = library_recipe(current.location, variant=variant, base=base, name=name, least=min_papers)
    current.answer(found, found.recipe.removesuffix("\n"))


Run = Annotated[str, argument("A run's folder, or its name or part of it: `assay runs list`.")]
SHOWN = 20  # validations
run_commands = command_group("runs", "Training runs.")


@command(run_commands, "list")
def list_all(
    current: Session,
    *,
    folder: Annotated[
        Path | None, option("Runs in this folder; the library's own if not given.", "--in")
    ] = None,
) -> None:
    """List the training runs, the latest first."""
    from assay.training_runs.run_list import list_runs

    found = list_runs(folder if folder is not None else _root(current))

    headings = ("Run", "State", "Stage", "#Step", "#Loss", "#Best validation", "#Left")
    shown = table(headings, map(_cells, found), none="There are no training runs yet.")
    current.answer({"runs": found}, shown)


def _cells(run: RunSummary) -> tuple[str, ...]:
    from assay.cli.training.output import duration

    return (
        run.run.name,
        f"{run.state} on {run.host}" if run.host else run.state,
        run.stage,
        f"{run.step}/{run.steps}",
        _loss(run.loss),
        _loss(run.best),
        "" if run.eta_seconds is None else duration(run.eta_seconds),
    )


def _loss(value: float | None) -> str:
    return "" if value is None else f"{value:.4f}"


@command(run_commands, "show")
def show(current: Session, run: Run) -> None:
    """Show a run: its stages, its validation losses, its recipe, and what it had to say."""
    from assay.training.runs.events import Note, StageEnd, Validation
    from assay.training_runs.run_list import find_run, read_events, run_summary

    folder = find_run(run, root=_root(current))
    summary, events = run_summary(folder), read_events(folder)
    checked = [event for event in events if isinstance(event, Validation)]
    notes = [event.text for event in events if isinstance(event, Note)]
    ends = [event for event in events if isinstance(event, StageEnd)]
    recipe = folder / "recipe.toml"
    text = recipe.read_text(encoding="utf-8") if recipe.is_file() else ""

    def show_it() -> Iterator[Printed]:
        kept = {"reason", "doing", "process", "host"}
        facts = [(key, value) for key, value in shallow(summary).items() if key not in kept]
        yield table(("", ""), [(key, value) for key, value in facts if value not in ("", None)])
        yield _words(summary)
        for event in checked[-SHOWN:]:
            best = "before training" if event.best is None else f"best {event.best:.4f}"
            where = f"{event.stage}, step {event.step}"
            ndcg = "" if event.ndcg is None else f", nDCG@10 {event.ndcg:.4f}"
            yield f"{where}: validation loss {event.mean:.4f}, {best}{ndcg}"
        for end in ends:
            yield f"{end.stage}: {end.stopped}; best at step {end.best_step}"
        yield from notes
        yield f"\n{text}"

    payload = {**shallow(summary), "validations": checked, "stages": ends, "notes": notes, "recipe": text}
    current.answer(payload, show_it())


@command(run_commands, "pause")
def pause(current: Session, run: Run) -> None:
    """Let a run write a checkpoint after its next step and wait."""
    _ask(current, run, "pause", "It pauses after its next step.")


def _words(run: RunSummary) -> str:
    """Return how the run stands, in a sentence or two."""
    match run.state:
        case "starting":
            return f"Reading {run.doing or 'the data and the base model'}{_who(run)}."
        case "running" | "paused":
            return f"{run.state.capitalize()}{_who(run)}."
        case "interrupted":
            return "Its process ended unexpectedly. `assay runs resume` continues from the last checkpoint."
        case "cancelled":
            return f"Cancelled {run.reason}."
        case _:
            return f"{run.state.capitalize()}{f': {run.reason}' if run.reason else ''}".rstrip(".") + "."


def _ask(current: Session, run: str, word: Wanted, text: str) -> None:
    from assay.training_runs.run_list import ask, find_run

    folder = find_run(run, root=_root(current))
    ask(folder, word)
    current.answer({"run": str(folder), "asked": word}, text)


@command(run_commands, "resume", progress=True)
def resume(current: Session, run: Run) -> None:
    """Resume a paused run; or resume here one that was cancelled or died, from its last checkpoint."""
    from assay.training_runs.run_list import find_run, run_summary
    from assay.training_runs.runs import resume_run

    folder = find_run(run, root=_root(current))
    summary = run_summary(folder)
    if summary.process is not None:
        text = "It continues." if summary.state == "paused" else f"It is at work already{_who(summary)}."
        _ask(current, str(folder), "run", text)
        return
    with run_output(current, folder) as (printer, control):
        done = resume_run(folder, library=current.location, on_event=printer, control=control)
    answer(current, done)


@command(run_commands, "cancel")
def cancel(current: Session, run: Run) -> None:
    """Let a run write a checkpoint after its next step and end; it can be resumed."""
    text = "It ends after its next step, with a checkpoint; or now, if it has not begun to train."
    _ask(current, run, "cancel", text)


def _who(run: RunSummary) -> str:
    """ ": process 4711", ": process 4711 on gpu1"; "" where nobody is at work."""
    return "" if run.process is None else f": {Worker(run.process, run.host)}"


def _root(current: Session) -> Path:
    from assay.training_runs.runs import runs_folder

    return runs_folder(current.location)
