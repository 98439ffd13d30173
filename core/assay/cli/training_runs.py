"""Commands about training runs: which there are, how far each is, pause, resume, cancel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import Session, argument, command, command_group, option
from assay.cli.output import Printed, table
from assay.cli.training_output import answer, run_output
from assay.codec import shallow
from assay.training.runs.run_lock import Worker

if TYPE_CHECKING:
    from assay.training.runs.control import Wanted
    from assay.training_runs.run_list import RunSummary

Run = Annotated[str, argument("A run's folder, or its name or part of it: `assay runs list`.")]
SHOWN = 20  # validations


commands = command_group("runs", "Training runs.")


@command(commands, "list")
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
    from assay.cli.estimates import duration

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


@command(commands, "show")
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


@command(commands, "pause")
def pause(current: Session, run: Run) -> None:
    """Let a run write a checkpoint after its next step and wait."""
    _ask(current, run, "pause", "It pauses after its next step.")


def _words(run: RunSummary) -> str:
    """How the run stands, in a sentence or two."""
    match run.state:
        case "starting":
            return f"Reading {run.doing or 'the data and the base model'}{_who(run)}."
        case "running" | "paused":
            return f"{run.state.capitalize()}{_who(run)}."
        case "interrupted":
            return "Its process ended without a word. `assay runs resume` goes on from the last checkpoint."
        case "cancelled":
            return f"Cancelled {run.reason}."
        case _:
            return f"{run.state.capitalize()}{f': {run.reason}' if run.reason else ''}".rstrip(".") + "."


def _ask(current: Session, run: str, word: Wanted, said: str) -> None:
    from assay.training_runs.run_list import ask, find_run

    folder = find_run(run, root=_root(current))
    ask(folder, word)
    current.answer({"run": str(folder), "asked": word}, said)


@command(commands, "resume", progress=True)
def resume(current: Session, run: Run) -> None:
    """Let a paused run go on; or go on here with one that was cancelled or died, from its last checkpoint."""
    from assay.training_runs.run_list import find_run, run_summary
    from assay.training_runs.runs import resume_run

    folder = find_run(run, root=_root(current))
    summary = run_summary(folder)
    if summary.process is not None:
        said = "It goes on." if summary.state == "paused" else f"It is at work already{_who(summary)}."
        _ask(current, str(folder), "run", said)
        return
    with run_output(current, folder) as (printer, control):
        done = resume_run(folder, library=current.location, on_event=printer, control=control)
    answer(current, done)


@command(commands, "cancel")
def cancel(current: Session, run: Run) -> None:
    """Let a run write a checkpoint after its next step and end; it can be resumed."""
    said = "It ends after its next step, with a checkpoint; or now, if it has not begun to train."
    _ask(current, run, "cancel", said)


def _who(run: RunSummary) -> str:
    """ ": process 4711", ": process 4711 on gpu1"; "" where nobody is at work."""
    return "" if run.process is None else f": {Worker(run.process, run.host)}"


def _root(current: Session) -> Path:
    from assay.training_runs.runs import runs_folder

    return runs_folder(current.location)
