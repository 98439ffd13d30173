"""Training runs as they lie in their folders: which there are, how far each is, and how one is steered."""

from __future__ import annotations

import difflib
import json
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from assay.errors import AssayError, BadInput, TrainingFailed
from assay.training.recipe.recipe_file import read_recipe
from assay.training.runs.control import Wanted
from assay.training.runs.events import (
    End,
    Event,
    Paused,
    Reading,
    Resumed,
    Start,
    Step,
    Validation,
    from_json,
)
from assay.training.runs.run_folder import RunFolder
from assay.training_runs.types import RunState, RunSummary, name_of, requested_state

T = TypeVar("T")

TAIL = 256_000  # bytes of the events that a list reads


def list_runs(root: Path) -> list[RunSummary]:
    """The runs in the folders directly under `root`, newest first."""
    if not root.is_dir():
        return []
    runs = [run_summary(folder) for folder in root.iterdir() if is_run(folder)]
    return sorted(runs, key=lambda run: (run.changed, run.run.name), reverse=True)


def is_run(folder: Path) -> bool:
    return (folder / "events.jsonl").is_file()


def find_run(name: str, *, root: Path) -> Path:
    """The run of this folder, or that `root` has by this name or a part of it. Raises BadInput if not one."""
    folder = Path(name).expanduser()
    if is_run(folder):
        return folder
    if name and is_run(root / name):
        return root / name
    known = sorted(run.name for run in root.iterdir() if is_run(run)) if root.is_dir() else []
    fitting = [other for other in known if name and name in other]
    if len(fitting) == 1:
        return root / fitting[0]
    if fitting:
        raise BadInput("'{0}' could be {1}. Type more of the name.", name, ", ".join(fitting))
    if near := difflib.get_close_matches(name, known, n=1):
        raise BadInput("There is no run '{0}'. Did you mean '{1}'?", name, *near)
    raise BadInput("There is no run '{0}'.", name, advice="`assay runs list` shows those of the library.")


def fingerprint_of(run: Path) -> str:
    """Return the fingerprint of the model that a run has made; "" where it has made none yet."""
    try:
        return str(json.loads(RunFolder(run).card.read_text(encoding="utf-8"))["fingerprint"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def run_summary(folder: Path) -> RunSummary:
    """Return how the run stands. One that cannot be read is "damaged", with the reason."""
    try:
        return _summary(folder)
    except (AssayError, OSError, ValueError) as error:
        return RunSummary(folder, folder.name, "damaged", reason=str(error))


def read_events(folder: Path) -> list[Event]:
    """Return all that the run has said. Raises TrainingFailed for a file that cannot be read."""
    try:
        return list(RunFolder(folder).read_events())
    except (OSError, ValueError) as error:
        raise TrainingFailed("{0} cannot be read: {1}.", folder / "events.jsonl", error) from error


def ask(folder: Path, word: Wanted) -> None:
    """Tell a run at work to pause, continue or cancel. Raises BadInput where nobody is at work."""
    run = RunFolder(folder)
    if run.living() is None:
        raise BadInput(
            "No training is running in {0}, so there is nothing to {1}.",
            folder,
            word if word != "run" else "resume",
        )
    try:
        run.control.ask(word)
    except OSError as error:
        raise TrainingFailed("{0} cannot be written: {1}.", run.control.path, error) from error


def _summary(folder: Path) -> RunSummary:
    run = RunFolder(folder)
    events = _tail(run.events)
    alive = run.living()
    recipe = read_recipe(run.recipe) if run.recipe.is_file() else None
    start, step = _last(events, Start), _last(events, Step)
    checked = _last(events, Validation)
    end = events[-1] if events and isinstance(events[-1], End) else None
    state = _state(events, end, alive=alive is not None)
    state = requested_state(state, run.control.wanted())
    reading = _last(events, Reading)
    return RunSummary(
        run=folder,
        name=recipe.name if recipe is not None else name_of(folder),
        state=state,
        stage=step.stage if step is not None else start.stage if start is not None else "",
        step=step.step if step is not None else 0,
        steps=step.steps if step is not None else start.steps if start is not None else 0,
        loss=step.loss if step is not None else None,
        best=checked.best if checked is not None else None,
        seconds=step.seconds if step is not None else _since(run.recipe) if alive is not None else 0.0,
        eta_seconds=step.eta_seconds if step is not None and state in {"running", "paused"} else None,
        doing=reading.what if reading is not None and state == "starting" else "",
        device=start.device if start is not None else recipe.device if recipe is not None else "",
        process=alive.process if alive is not None else None,
        host=alive.host if alive is not None else "",
        model=str(run.model) if run.card.is_file() else "",
        changed=datetime.fromtimestamp(run.events.stat().st_mtime, UTC).isoformat(timespec="seconds"),
        reason=end.reason if end is not None else "",
    )


def _since(recipe: Path) -> float:
    """Return the seconds since the run began, which writes its recipe first."""
    return max(0.0, time.time() - recipe.stat().st_mtime) if recipe.is_file() else 0.0


def _state(events: Sequence[Event], end: End | None, *, alive: bool) -> RunState:
    if end is not None and (not alive or end.status in ("finished", "stopped")):
        return end.status
    if not alive:
        return "interrupted"
    kinds = Paused | Resumed | Start | Step | Reading | End
    last = next((one for one in reversed(events) if isinstance(one, kinds)), None)
    if isinstance(last, Paused):
        return "paused"
    return "running" if isinstance(last, Resumed | Start | Step) else "starting"


def _last(events: Sequence[Event], kind: type[T]) -> T | None:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)


def _tail(path: Path) -> list[Event]:
    """Return the events in the last bytes of the file, without lines cut off or being written."""
    size = path.stat().st_size
    with path.open("rb") as file:
        file.seek(max(0, size - TAIL))
        lines = file.read(TAIL).split(b"\n")
    whole = lines[1:-1] if size > TAIL else lines[:-1]
    return list(_events(whole))


def _events(lines: Sequence[bytes]) -> Iterator[Event]:
    for line in lines:
        yield from_json(json.loads(line))
