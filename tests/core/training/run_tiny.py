"""A tiny run in a process of its own, which may be killed; also what `torchrun` starts several of.

python run_tiny.py OUT BASE [--resume] [--world [--sweep]] [--die-at=rename:N|fsync:N|step:N]
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from tiny_runs import Made, Opener, recipe, stage

from assay.training.loop.trainer import train
from assay.training.recipe.recipe import OptimiserSpec, Recipe, StoppingSpec
from assay.training.runs.events import Event, StageEnd, Step


def long_recipe(base: str) -> Recipe:
    """Two stages over several epochs each, validated in their midst."""
    one = stage("one", "two", max_steps=18, stopping=StoppingSpec(interval=5, patience=0))
    two = stage("two", max_steps=9, stopping=StoppingSpec(interval=4, patience=0))
    return recipe(one, two, base=base)


def joint_recipe(base: str, *, gradient_accumulation_steps: int) -> Recipe:
    """What two processes learn with one batch each is what one learns from two batches a step."""
    spec = OptimiserSpec(learning_rate=1e-3, max_grad_norm=0.5)
    made = stage(
        "one",
        "two",
        gradient_accumulation_steps=gradient_accumulation_steps,
        optimiser=spec,
        stopping=StoppingSpec(interval=3, patience=0),
    )
    return recipe(made, base=base)


def sweep(out: Path, base: str) -> None:
    """Three trainings, after each of which the first process has work that the others have not."""
    # Here, as those that are killed need neither: they bring 400 modules.
    from assay.experiments.sweeps import run_sweep
    from assay.training_runs.trials import Trainer

    def on_event(event: Event) -> None:
        if isinstance(event, StageEnd):
            time.sleep(0.2)

    folder = out.parent
    for place, name in enumerate(("left", "right")):
        made = Made(name, 60, place)
        rows = [made.example(index, 0) for index in range(len(made))]
        lines = [json.dumps({"query": row.query, "positive": row.positive}) + "\n" for row in rows]
        draft = folder / f"{name}.{os.getpid()}"  # both processes write the same
        draft.write_text("".join(lines), encoding="utf-8")
        draft.replace(folder / f"{name}.jsonl")
    made = stage("left", "right", gradient_accumulation_steps=1, max_steps=4)
    paths = [replace(spec, path=f"{spec.name}.jsonl") for spec in made.objectives]
    given = recipe(replace(made, objectives=tuple(paths)), base=base)
    work = Trainer(out=out, folder=folder, library=folder / "library", on_event=on_event)
    run_sweep(given, [0, 50, 100], work)


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Doomed:
    """Kills the process at the n-th call of a function that checkpoints need."""

    def __init__(self, holder: object, name: str, at: int) -> None:
        self._inner = getattr(holder, name)
        self._left = at
        setattr(holder, name, self._call)

    def _call(self, *arguments: object) -> object:
        self._left -= 1
        if self._left == 0:
            die()
        return self._inner(*arguments)


def main(out: str, base: str, *options: str) -> None:
    import torch

    torch.set_num_threads(1)
    die_at = next((option.removeprefix("--die-at=") for option in options if "--die-at" in option), "")
    what, _, number = die_at.partition(":")
    if what in {"fsync", "rename"}:
        Doomed(os, "fsync" if what == "fsync" else "replace", int(number))

    def on_event(event: Event) -> None:
        if what == "step" and isinstance(event, Step) and event.step == int(number):
            die()

    if "--sweep" in options:
        sweep(Path(out).with_name("sweep"), base)
    made = joint_recipe(base, gradient_accumulation_steps=1) if "--world" in options else long_recipe(base)
    train(
        made,
        out=Path(out),
        folder=Path(out).parent,
        resume="--resume" in options,
        on_event=on_event,
        open_source=Opener(),
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
