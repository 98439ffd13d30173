"""A training run joined with what it needs and leaves: its base, the library's judgements, the registry.

Nothing here needs the database but judgements of a library: `assay train` runs on a machine without it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TypeAlias

from assay.codec import decode, encode
from assay.encoding.formats import OWN_SEPARATOR
from assay.encoding.model_files.published import needs_rewriting
from assay.encoding.multiformat.folder import is_multiformat
from assay.errors import BadInput, ModelError, RecipeError, TrainingFailed
from assay.files import temporary_folder, write_text
from assay.location import Location, folder_of
from assay.messages import Message
from assay.progress import Cancelled, Progress, silent
from assay.registry.card import Card, parse_card
from assay.registry.entry import read_object
from assay.registry.loading import open_registry
from assay.training.loop.estimate import dry_run
from assay.training.loop.trainer import train
from assay.training.model.base_model import with_separator
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, read_recipe, write_recipe
from assay.training.runs.control import Control, ControlFile, Interruptible
from assay.training.runs.events import EndStatus, EventSink, ignore_event
from assay.training.runs.run_folder import RunFolder
from assay.training.types import Estimate
from assay.training_runs.library import LibrarySources
from assay.training_runs.sources import keep_sources

START = "start.json"
"""The file in a run's folder that holds its `RunStart`."""

JUDGEMENTS = "judgements"
"""What a run takes of the library is copied there when it begins."""

BEFORE = "it was trained before"
"""The reason of a run that was found finished."""

Listen: TypeAlias = Callable[[ControlFile], Control]


@dataclass(frozen=True, slots=True)
class RunStart:
    """How a run was begun."""

    folder: str  # where its recipe's relative paths start
    add: bool  # whether its model joins the registry


@dataclass(frozen=True, slots=True)
class TrainedRun:
    """How a run ended. `model` is None where it was cancelled, and on all processes but the first."""

    run: Path
    status: EndStatus
    reason: Message | str = ""
    model: Path | None = None
    model_id: str = ""  # in the registry; "" where it was not added
    card: Card | None = None


def run_recipe(
    recipe: Recipe,
    *,
    out: Path,
    folder: Path,
    library: Location,
    resume: bool = False,
    add: bool = True,
    on_event: EventSink = ignore_event,
    control: Interruptible | None = None,
) -> TrainedRun:
    """Train in the run folder `out` and add the finished model to the registry.

    `folder` is where the recipe's relative paths start. `library` is opened only for objectives that ask for
    its judgements; what they were is kept in the run, so that a resumed one learns the same. Raises what
    `train` raises, ModelError, and BadInput or LibraryError for a library that has not what is asked for.
    """
    if not resume and os.environ.get("RANK", "0") == "0":
        RunFolder(out).require_free(START, JUDGEMENTS)
    recipe, base = settled(recipe, folder=folder), base_folder(recipe.base, folder=folder)
    sources = LibrarySources(out / JUDGEMENTS, library, recipe, base)
    end = train(
        sources.with_words(recipe),
        out=out,
        folder=folder,
        resume=resume,
        on_event=on_event,
        control=control,
        base=base,
        open_source=sources,
        accepted=partial(_keep_start, out, folder=folder, add=add),
    )
    if not end.model:
        return TrainedRun(out, end.status, end.reason)
    return _with_model(RunFolder(out), end.status, end.reason, add=add)


def just_listen(control: ControlFile) -> Control:
    """Return the run's own control, and nobody else."""
    return control


def is_trained(out: Path, recipe: Recipe, *, folder: Path, library: Location) -> bool:
    """Return whether the run in `out` is finished. Raises RecipeError for another recipe's."""
    run = RunFolder(out)
    if not run.card.is_file() or not run.recipe.is_file():
        return False
    _check_same(run, LibrarySources(out / JUDGEMENTS, library).with_words(settled(recipe, folder=folder)))
    return True


def trained_once(
    recipe: Recipe,
    *,
    out: Path,
    folder: Path,
    library: Location,
    add: bool,
    on_event: EventSink = ignore_event,
    listen: Listen = just_listen,
) -> TrainedRun:
    """The run in `out`, made now, gone on with, or found finished. Raises RecipeError for another recipe's.

    Ctrl-C leaves a checkpoint; the run then ends as cancelled. Raises Cancelled where it had ended already.
    `listen` makes of the run's control file what is asked besides.
    """
    run = RunFolder(out)
    if is_trained(out, recipe, folder=folder, library=library):
        return _with_model(run, "finished", BEFORE, add=add)
    with Interruptible(listen(run.control)).listening() as control:
        done = run_recipe(
            recipe,
            out=out,
            folder=folder,
            library=library,
            resume=run.events.exists(),
            add=add,
            on_event=on_event,
            control=control,
        )
    if done.status != "cancelled" and control.wanted() == "cancel":
        raise Cancelled  # asked after the last step: the caller has further runs
    return done


def estimate_recipe(
    recipe: Recipe, *, folder: Path, library: Location, progress: Progress = silent
) -> Estimate:
    """Return what the run would learn from and cost; nothing is kept. Raises as `run_recipe` does."""
    with temporary_folder("assay-dry-run") as place:
        recipe, base = settled(recipe, folder=folder), base_folder(recipe.base, folder=folder)
        sources = LibrarySources(place, library, recipe, base)
        return dry_run(
            sources.with_words(recipe),
            folder=folder,
            base=base,
            open_source=sources,
            progress=progress,
        )


def resume_run(
    run: Path, *, library: Location, on_event: EventSink = ignore_event, control: Interruptible | None = None
) -> TrainedRun:
    """Resume a run that was cancelled or died, from its own recipe.

    One that died after its last step only has its model added. Raises BadInput if nothing is left to do.
    """
    files = RunFolder(run)
    if not files.recipe.is_file():
        raise BadInput(
            "The run in {0} had not started training. Start it again.",
            run,
            advice="`assay train RECIPE --out {0}` does that.",
        )
    start = read_start(run)
    if files.card.is_file():
        if start.add and files.checkpoints.folder.is_dir():
            return _with_model(files, "finished", BEFORE, add=True)
        raise BadInput("The run in {0} has finished. Start a new one to train more.", run)
    return run_recipe(
        read_recipe(files.recipe),
        out=run,
        folder=Path(start.folder),
        library=library,
        resume=True,
        add=start.add,
        on_event=on_event,
        control=control,
    )


def runs_folder(library: Location) -> Path:
    """Return where the runs of a library lie that were not put elsewhere."""
    return folder_of(library) / "training"


def new_run_folder(library: Location, name: str) -> Path:
    """Return a folder for a new run, named after the moment and the recipe; it is not made yet."""
    moment = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    return runs_folder(library) / f"{moment}-{slug(name)}"


def slug(name: str) -> str:
    """Return the name in small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "run"


def base_folder(base: str, *, folder: Path) -> Path | None:
    """The folder of a base that is a model of the registry, or lies next to the recipe; None for any other.

    Raises ModelError for a model of the registry that is damaged.
    """
    registry = open_registry()
    if base in registry:
        return registry.folder(base, check=True)
    near = folder / base
    is_model = (near / "modules.json").is_file() or is_multiformat(near)
    return near if is_model or (near.is_dir() and needs_rewriting(near)) else None


def settled(recipe: Recipe, *, folder: Path) -> Recipe:
    """The recipe with its base's separator, and the full path of the model whose adapters a fusion takes.

    Raises ModelError.
    """
    base, card = base_folder(recipe.base, folder=folder), open_registry().find(recipe.base)
    if card is not None and recipe.separator == OWN_SEPARATOR:
        recipe = replace(recipe, separator=card.separator)
    recipe, named = with_separator(recipe, base), recipe.formats.adapters
    if not named:
        return recipe
    found = base_folder(named, folder=folder) or folder / Path(named).expanduser()
    return replace(recipe, formats=replace(recipe.formats, adapters=str(found.resolve())))


def read_start(run: Path) -> RunStart:
    """Raise BadInput where it is not known."""
    path = run / START
    try:
        return decode(path.read_text(encoding="utf-8"), RunStart)
    except (OSError, ValueError, BadInput) as error:
        raise BadInput(
            "{0} does not say where the recipe was.",
            path,
            run,
            advice="Name it: `assay train RECIPE --resume --out {1}`.",
        ) from error


def _kept(out: Path, *, add: bool) -> str:
    """Add a finished run's model to the registry, if it is to be; its checkpoints are not needed any more.

    The model's id. They go last: while they are there, the adding may not have been done. The first process
    of a run does it.
    """
    if os.environ.get("RANK", "0") != "0":
        return ""
    model_id = ""
    if add:
        folder = Path(read_start(out).folder)  # before anything is added, since it may not be known
        recipe = RunFolder(out).recipe.read_text(encoding="utf-8")
        registry = open_registry()
        model_id = registry.add(out).model_id
        keep_sources(registry.folder(model_id).parent, recipe=recipe, folder=folder)
    RunFolder(out).checkpoints.clear()
    return model_id


def _with_model(run: RunFolder, status: EndStatus, reason: Message | str, *, add: bool) -> TrainedRun:
    """Raise TrainingFailed for a card that cannot be read."""
    try:
        card = parse_card(read_object(run.card), model_id="")
    except ModelError as error:
        raise TrainingFailed(
            "{0} cannot be read: {1}. Train in another folder.", run.card, error.message
        ) from error
    return TrainedRun(run.folder, status, reason, run.model, _kept(run.folder, add=add), card)


def _keep_start(out: Path, *, folder: Path, add: bool) -> None:
    path = out / START
    try:
        write_text(path, encode(RunStart(str(folder.resolve()), add)) + "\n")
    except OSError as error:
        raise TrainingFailed("{0} cannot be written to: {1}. Choose another folder.", out, error) from error


def _check_same(run: RunFolder, recipe: Recipe) -> None:
    old = parse_recipe(run.recipe.read_text(encoding="utf-8"))
    old = replace(old, name=recipe.name, device=recipe.device)
    if old != recipe:
        pairs = zip(write_recipe(old).splitlines(), write_recipe(recipe).splitlines(), strict=False)
        one, other = next(((a, b) for a, b in pairs if a != b), ("", ""))
        raise RecipeError(
            "The run in {0} was trained by another recipe: '{1}' became '{2}'. Choose "
            "another folder, or delete that run.",
            run.folder,
            one,
            other,
        )
