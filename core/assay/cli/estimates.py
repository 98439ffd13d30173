"""How a dry run is shown to a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate

SHOWN = 160  # characters of a text


def show_estimate(found: Estimate, console: Console) -> None:
    """Sizes, steps, time, memory, and examples of every objective."""
    console.print(
        f"{found.name}: {found.base}, {found.parameters:,} parameters, {found.dim} dimensions, on "
        f"{found.device} in {found.precision}",
        markup=False,
    )
    for stage in found.stages:
        _show_stage(stage, console)
    console.print(
        f"All: about {duration(found.seconds)}; memory about {size(found.memory_bytes)}, "
        f"{size(found.worst_memory_bytes)} with the longest texts",
        markup=False,
    )
    for note in found.notes:
        console.print(note, markup=False)


def _show_stage(stage: StageEstimate, console: Console) -> None:
    epochs = f"{stage.objectives[0].epochs:,.2f} epochs, "
    console.print(
        f"\nstage {stage.name}: {stage.steps:,} steps of {stage.examples_per_step} examples, {epochs}"
        f"{stage.seconds_per_step:.2f} s each; {stage.validations} validations of "
        f"{stage.seconds_per_validation:.1f} s; about {duration(stage.seconds)} unless it stops early",
        markup=False,
    )
    for objective in stage.objectives:
        _show_objective(objective, console)


def _show_objective(objective: ObjectiveEstimate, console: Console) -> None:
    console.print(
        f"  {objective.name} ({objective.kind}): {objective.n_train:,} examples, {objective.n_validation:,} "
        f"held out, each met {objective.met:,.2f} times, {objective.tokens_per_example:.0f} tokens each",
        markup=False,
    )
    for reason, count in objective.left_out.items():
        console.print(f"    left out: {count:,} {reason}", markup=False)
    for example in objective.examples:
        _show_example(example, console)


def _show_example(example: Mapping[str, str], console: Console) -> None:
    for part, said in example.items():
        text = " ".join(said.split())
        cut = f"{text[:SHOWN]}..." if len(text) > SHOWN else text
        console.print(f"    {part:>8}: {cut}", markup=False, soft_wrap=True)


def duration(seconds: float) -> str:
    """In the unit that a person would say it in."""
    for length, unit in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} seconds"


def size(n_bytes: float) -> str:
    """In GB from half a gigabyte on, else in MB."""
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 5e8 else f"{n_bytes / 1e6:.0f} MB"
