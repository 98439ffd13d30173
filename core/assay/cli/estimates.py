"""How a dry run is shown to a person."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from assay.cli.output import Printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from assay.training.types import Estimate, ObjectiveEstimate, StageEstimate

SHOWN = 160  # characters of a text


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
        yield f"    left out: {count:,} {reason}"
    for example in objective.examples:
        yield from _show_example(example)


def _show_example(example: Mapping[str, str]) -> Iterator[Printed]:
    for part, said in example.items():
        text = " ".join(said.split())
        cut = f"{text[:SHOWN]}..." if len(text) > SHOWN else text
        yield f"    {part:>8}: {cut}"


def duration(seconds: float) -> str:
    """In the unit that a person would say it in."""
    for length, unit in ((86400.0, "days"), (3600.0, "hours"), (60.0, "minutes")):
        if seconds >= 2 * length:
            return f"{seconds / length:.1f} {unit}"
    return f"{seconds:.0f} seconds"


def size(n_bytes: float) -> str:
    """In GB from half a gigabyte on, else in MB."""
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 5e8 else f"{n_bytes / 1e6:.0f} MB"
