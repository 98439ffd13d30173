"""How a training run speaks to whoever started it, and what it hears from them."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from assay.cli.app import Session
from assay.cli.output import ProgressKind
from assay.progress import Progress

if TYPE_CHECKING:
    from assay.training.control import ControlFile, Interruptible, Wanted
    from assay.training.events import Event
    from assay.workspace.training_runs import TrainedRun

CANCELLED = 130


class ListeningControl:
    """A run's control file, and "cancel", "pause" or "run" in a line on standard input.

    The last of what was said counts: a line on standard input is written into the file.
    """

    def __init__(self, file: ControlFile) -> None:
        self._file = file
        self._said: list[Wanted] = []
        threading.Thread(target=self._listen, name="standard input", daemon=True).start()

    def wanted(self) -> Wanted:
        while self._said:
            self._file.ask(self._said.pop(0))
        return self._file.wanted()

    def _listen(self) -> None:
        for line in sys.stdin:
            match line.strip():
                case "cancel" | "pause" | "run" as word:
                    self._said.append(word)


class Narrator:
    """Hears a run's events. Without `report` each is a line of JSON on standard error.

    A line is {"event": {...}}, and for an update also {"progress": {"stage", "done", "total"}} as all long
    commands report it.
    """

    def __init__(self, report: Progress | None = None, *, say: bool = True) -> None:
        self._report = report
        self._say = say

    def __call__(self, event: Event) -> None:
        from assay.training.events import Step

        if self._report is None:
            _write(event)
        elif isinstance(event, Step):
            self._report(event.stage, event.update, event.updates)
        elif self._say and (line := in_words(event)):
            typer.echo(line, err=True)


def _write(event: Event) -> None:
    from assay.training.events import Step, to_json

    line: dict[str, object] = {"event": to_json(event)}
    if isinstance(event, Step):
        line["progress"] = {"stage": event.stage, "done": event.update, "total": event.updates}
    sys.stderr.write(json.dumps(line) + "\n")
    sys.stderr.flush()


def in_words(event: Event) -> str:
    """One line for a person; "" for what is not worth one."""
    from assay.training.events import Note, Paused, Resumed, StageEnd, Start, Validation

    match event:
        case Start():
            sizes = ", ".join(f"{name} {n:,}" for name, n in event.examples.items())
            again = f", from update {event.resumed_from}" if event.resumed_from else ""
            return (
                f"{event.stage}: {event.updates:,} updates on {event.world} x {event.device} in "
                f"{event.precision}{again}; examples: {sizes}"
            )
        case Validation():
            mark = " (best so far)" if event.mean == event.best else ""
            each = ", ".join(f"{name} {loss:.4f}" for name, loss in event.losses.items())
            return f"{event.stage}, update {event.update:,}: validation loss {event.mean:.4f}{mark}; {each}"
        case Note():
            return event.text
        case Paused():
            return "Paused. The checkpoint is written."
        case Resumed():
            return "Going on."
        case StageEnd():
            return f"{event.stage}: {event.stopped}; the weights of update {event.best_update:,} are kept"
    return ""


@contextmanager
def narrated(current: Session, run: Path, progress: ProgressKind) -> Iterator[tuple[Narrator, Interruptible]]:
    """What tells a person or a program how a run goes, and hears when it is to stop."""
    from assay.training.control import Interruptible
    from assay.training.run_folder import RunFolder

    kind = progress if leads() else ProgressKind.NONE
    inner = RunFolder(run).control
    heard = ListeningControl(inner) if kind is ProgressKind.JSONL else inner
    with Interruptible(heard).listening() as control:
        if kind is ProgressKind.JSONL:
            yield Narrator(), control
            return
        with current.output.progress(kind) as report:
            quiet = kind is ProgressKind.NONE or current.output.as_json
            yield Narrator(report, say=not quiet), control


def leads() -> bool:
    """Whether this process speaks for those that train together."""
    return os.environ.get("RANK", "0") == "0"


def answer(current: Session, done: TrainedRun) -> None:
    """Ends the command: status 130 for a cancelled run, the run's facts for any other."""
    if done.status == "cancelled":
        if leads():
            current.output.error("Cancelled", f"{done.reason}: `assay runs resume {done.run}`.")
        raise typer.Exit(CANCELLED)
    if leads():
        current.output.result(payload(done), lambda console: _show(done, console))


def payload(done: TrainedRun) -> dict[str, Any]:
    card = done.card or {}
    return {
        "run": str(done.run),
        "status": done.status,
        "reason": done.reason,
        "model": str(done.model) if done.model else None,
        "model_id": done.model_id or None,
        "seconds": card.get("seconds"),
        "stages": card.get("stages", []),
    }


def _show(done: TrainedRun, console: Console) -> None:
    early = f" early: {done.reason}" if done.status == "stopped" else ""
    console.print(f"Trained{early}. The model lies in {done.model}", markup=False)
    if done.model_id:
        console.print(f"To search with it: assay model promote {done.model_id}", markup=False)
