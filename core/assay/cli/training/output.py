"""What a training command prints, and what it reads from standard input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from assay.cli.app import Session
from assay.cli.output import JsonLines, Printed, ProgressKind, StandardInput, harmless, write_line
from assay.errors import BadInput
from assay.progress import Cancelled, Progress, Report
from assay.training.runs.control import Control, ControlFile, Interruptible, Wanted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.experiments.replication import RowCost
    from assay.goals.types import GoalData, TrainingGoals
    from assay.training.runs.events import Event
    from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate
    from assay.training_runs.runs import TrainedRun


CANCELLED = 130


class ListeningControl:
    """A run's control file, into which what is heard on standard input is written: the last word counts."""

    def __init__(self, file: ControlFile, heard: StandardInput) -> None:
        self._file = file
        self._heard = heard

    def wanted(self) -> Wanted:
        while (word := self._heard.next()) is not None:
            self._file.ask(word)
        return self._file.wanted()


class EventPrinter:
    """Prints a run's events. Without `report` each becomes a line of JSON on standard error.

    A line is {"event": {...}}, and for a step also {"progress": {"stage", "done", "total", "item"}} as all
    long commands report it.
    """

    def __init__(self, report: Progress | None = None, *, say: bool = True) -> None:
        self._report = report
        self._say = say

    def __call__(self, event: Event) -> None:
        from assay.training.runs.events import Step

        if self._report is None:
            _write(event)
        elif isinstance(event, Step):
            self._report(event.stage, event.step, event.steps)
        elif self._say and (line := in_words(event)):
            typer.echo(harmless(line), err=True)


def _write(event: Event) -> None:
    from assay.training.runs.events import Step, to_json

    line: dict[str, object] = {"event": to_json(event)}
    if isinstance(event, Step):
        line["progress"] = Report(event.stage, event.step, event.steps)
    write_line(line)


_VERDICTS = {
    "before_training": " (before training)",
    "not_best": "",
    "best": " (best so far)",
    "best_but_no_better": " (best so far, but no better than before training)",
}


def in_words(event: Event) -> str:
    """Return one line for a person; "" for what is not worth one."""
    from assay.training.runs.events import Note, Paused, Reading, Resumed, StageEnd, Start, Validation

    match event:
        case Reading():
            return f"Reading {event.what}"
        case Start():
            sizes = ", ".join(f"{name} {n:,}" for name, n in event.examples.items())
            again = f", from step {event.resumed_from}" if event.resumed_from else ""
            return (
                f"{event.stage}: {event.steps:,} steps on {event.world} x {event.device} in "
                f"{event.precision}{again}; examples: {sizes}"
            )
        case Validation():
            mark = _VERDICTS[event.verdict]
            each = ", ".join(f"{name} {loss:.4f}" for name, loss in event.losses.items())
            found = "" if event.ndcg is None else f"; nDCG@10 {event.ndcg:.4f}"
            where = f"{event.stage}, step {event.step:,}"
            return f"{where}: validation loss {event.mean:.4f}{mark}; {each}{found}"
        case Note():
            return event.text
        case Paused():
            return "Paused. The checkpoint is written."
        case Resumed():
            return "Going on."
        case StageEnd():
            return f"{event.stage}: {event.stopped}; the weights of step {event.best_step:,} are kept"
    return ""


@dataclass(frozen=True)
class TrainingOutput:
    """Where a command that trains reports, and what controls it."""

    printer: EventPrinter
    report: Progress  # for what is not training; raises Cancelled where that is wanted
    listen: Callable[[ControlFile], Control]


@contextmanager
def training_output(current: Session) -> Iterator[TrainingOutput]:
    """Report to a person on the terminal, to a program in lines of JSON, or to nobody."""
    kind = current.progress_kind if is_main() else ProgressKind.NONE
    if kind is ProgressKind.JSONL:
        heard = StandardInput()
        yield TrainingOutput(EventPrinter(), JsonLines(heard), lambda file: ListeningControl(file, heard))
        return
    with current.output.progress(kind) as report:
        quiet = kind is ProgressKind.NONE or current.output.as_json
        yield TrainingOutput(EventPrinter(report, say=not quiet), report, lambda file: file)


@contextmanager
def run_output(current: Session, run: Path) -> Iterator[tuple[EventPrinter, Interruptible]]:
    """What tells a person or a program how a run goes, and hears when it is to stop."""
    from assay.training.runs.run_folder import RunFolder

    with training_output(current) as output:
        control = output.listen(RunFolder(run).control)
        with Interruptible(control).listening() as heard:
            yield output.printer, heard


def is_main() -> bool:
    """Return whether this process speaks for those that train together."""
    return os.environ.get("RANK", "0") == "0"


def several_processes() -> bool:
    """Return whether this process trains together with others."""
    return int(os.environ.get("WORLD_SIZE", "1")) > 1


def require_one_process() -> None:
    """Raise BadInput under torchrun: times are those of one process."""
    if several_processes():
        raise BadInput("A dry run is made by one process. Start it without torchrun.")


def answer(current: Session, done: TrainedRun) -> None:
    """End the command: status 130 for a cancelled run, the run's facts for any other."""
    if done.status == "cancelled":
        if is_main():
            raise Cancelled(f"Cancelled {done.reason}: `assay runs resume {done.run}`.")
        raise typer.Exit(CANCELLED)
    if is_main():
        current.answer(payload(done), _show(done))


def payload(done: TrainedRun) -> dict[str, object]:
    card = done.card
    return {
        "run": str(done.run),
        "status": done.status,
        "reason": str(done.reason),
        "model": str(done.model) if done.model else None,
        "model_id": done.model_id or None,
        "seconds": None if card is None else card.seconds,
        "stages": [] if card is None else card.stages,
    }


def _show(done: TrainedRun) -> Iterator[Printed]:
    early = f" early: {done.reason}" if done.status == "stopped" else ""
    yield f"Trained{early}. The model lies in {done.model}"
    if done.model_id:
        yield f"To search with it: assay model promote {done.model_id}"


_SHOWN = 160  # characters of a text


def show_estimate(found: Estimate) -> Iterator[Printed]:
    """Sizes, steps, time, memory, and examples of every objective."""
    yield (
        f"{found.name}: {found.base}, {found.parameters:,} parameters, {found.dim} dimensions, on "
        f"{found.device} in {found.precision}"
    )
    for stage in found.stages:
        yield from _show_stage(stage)
    yield (
        f"All: about {duration(found.seconds)}; memory about {size(found.memory_bytes)}, "
        f"{size(found.worst_memory_bytes)} with the longest texts"
    )
    yield from found.notes


def _show_stage(stage: StageEstimate) -> Iterator[Printed]:
    epochs = f"{stage.objectives[0].epochs:,.2f} epochs, "
    yield (
        f"\nstage {stage.name}: {stage.steps:,} steps of {stage.examples_per_step} examples, {epochs}"
        f"{stage.seconds_per_step:.2f} s each; {stage.validations} validations of "
        f"{stage.seconds_per_validation:.1f} s; about {duration(stage.seconds)} unless it stops early"
    )
    for objective in stage.objectives:
        yield from _show_objective(objective)


def _show_objective(objective: ObjectiveEstimate) -> Iterator[Printed]:
    yield (
        f"  {objective.name} ({objective.kind}): {objective.n_train:,} examples, {objective.n_validation:,} "
        f"held out, each met {objective.met:,.2f} times, {objective.tokens_per_example:.0f} tokens each"
    )
    for reason, count in objective.left_out.items():
        first = objective.first_left_out.get(reason)
        yield f"    left out: {count:,} {reason}{f' (first: {first})' if first else ''}"
    for example in objective.examples:
        yield from _show_example(example)


def _show_example(example: Mapping[str, str]) -> Iterator[Printed]:
    for part, content in example.items():
        text = " ".join(content.split())
        cut = f"{text[:_SHOWN]}..." if len(text) > _SHOWN else text
        yield f"    {part:>8}: {cut}"


def cost_lines(costs: Iterable[RowCost]) -> Iterator[str]:
    """Yield a line of what each row of a table takes, as soon as it is known, and one of all of them."""
    seconds = 0.0
    for cost in costs:
        if cost.state != "estimated":
            yield f"{cost.name}: {cost.state}. {cost.reason}".removesuffix(" ")
            continue
        seconds += cost.seconds
        steps = f"{cost.steps:,} steps of {cost.seconds_per_step:.2f} s on {cost.device}"
        room = f"{size(cost.memory_bytes)} of memory, {size(cost.disk_bytes)} of disk"
        yield f"{cost.name}: {steps}, about {duration(cost.seconds)} unless it stops early; {room}"
        if cost.reason:
            yield f"  {cost.reason}"
    yield f"All: about {duration(seconds)}"


def show_goals(found: TrainingGoals) -> Iterator[Printed]:
    """Yield a line of what there is for each goal, and one of its time, gain and test."""
    for goal in found.goals:
        data = ", ".join(_datum(one) for one in goal.data if one.n or one.needed)
        yield f"{goal.name:10}  {data or 'no data'}{'' if goal.lacks else '  (can start)'}"
        time = "time unknown" if goal.time is None else f"{duration(goal.time.seconds)} ({goal.time.source})"
        if goal.expected:
            time = f"about {' to '.join(map(duration, goal.expected))} (estimated)"
        gain = "gain unknown"
        if goal.gain is not None:
            low, high = goal.gain.interval
            gain = f"{goal.gain.measure} {goal.gain.difference:+.3f} [{low:+.3f}, {high:+.3f}]"
        yield f"{'':10}  {time}; {gain}; tested on {goal.n_test} ({goal.test})"


def _datum(one: GoalData) -> str:
    needed = f" of {one.needed}" if one.missing else ""
    return f"{one.n}{needed} {one.kind}{f' ({one.preset})' if one.preset else ''}"


def duration(seconds: float) -> str:
    """Say it in the unit that a person would."""
    for length, unit in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} seconds"


def size(n_bytes: float) -> str:
    """Say it in GB from half a gigabyte on, else in MB."""
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 5e8 else f"{n_bytes / 1e6:.0f} MB"
