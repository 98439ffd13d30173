"""Training runs for the pictures. Their events are scripted: nothing was trained, the losses are invented."""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from assay.training.recipe.presets import preset
from assay.training.runs.events import (
    CheckpointMade,
    End,
    Note,
    Paused,
    StageEnd,
    Start,
    Step,
    Validation,
    to_json,
)
from assay.training.runs.run_lock import RunLock
from shots.shot_models import model_shots, result_shots, setup_shots
from shots.shot_stage import stage, wait

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from assay.training.runs.events import Event
    from assay_desktop.pages.training.page import TrainingPage
    from assay_desktop.theme import ThemeChoice

UPDATES: Final = 10_000
_STAGES: Final = ("crops", "judgements and TLDR")
_LEVELS: Final = {"TLDR": 0.72, "judgements": 0.55}


def training_shots(library: Path, out: Path, theme: ThemeChoice) -> None:
    """A run at work and the models, then the states a run can be in.

    Writes scripted runs into the library.
    """
    working = write_runs(library / "training")
    with stage(library, out, theme=theme, start_engine=False) as scene:
        page = cast("TrainingPage", scene.page("training"))
        (working / "control").write_text("run\n", encoding="utf-8")
        page.run_chosen.emit(str(working))
        assert wait(lambda page=page: len(page.run.plot.lines) == N_CURVES, 20)  # type: ignore[misc]  # bound per turn
        wait(lambda: False, 1.0)
        scene.save("training-run")
        (working / "control").write_text("pause\n", encoding="utf-8")  # closing asks nothing then
        model_shots(scene, page)
        setup_shots(scene, page)
    _write_elsewhere(library / "training")
    with stage(library, out, theme=theme, start_engine=False) as scene:
        page = cast("TrainingPage", scene.page("training"))
        for run in sorted((library / "training").iterdir()):
            page.run_chosen.emit(str(run))
            wait(lambda: False, 0.6)
            scene.save(f"training-{run.name.split('-', 2)[-1]}")
        page.open_recipe()
        text = preset("cropping-small").replace('kind = "mnrl"', 'kind = "mnr"')
        page.setup.editor.setPlainText(text)
        page.setup.settle()
        scene.save("training-mistake")
        page.setup.editor.setPlainText("name = [[[")
        page.setup.settle()
        scene.save("training-no-form")
        result_shots(scene, page, library / "training")


N_CURVES = 5
"""Of the run at work: the loss of the first stage, and both losses of both objectives of the second."""


def write_runs(folder: Path) -> Path:
    """One run in each state; returns the one at work."""
    lines = _lines(*_two_stages())
    cut = lines[: len(lines) * 3 // 4]
    too_large = "The loss is not a number since step 7,412. Lower the learning rate."
    ended = {
        "finished": lines + _lines(End("finished")),
        "paused": cut + _lines(Paused()),
        "cancelled": cut + _lines(End("cancelled", "cancelled after 15,000 steps; it can be resumed")),
        "failed": cut + _lines(End("failed", too_large)),
        "interrupted": cut,
    }
    for number, (name, said) in enumerate(ended.items(), start=1):
        alive = name == "paused"
        _write(folder / f"2026010{number}-090000-{name}", said, alive=alive)
    return _write(folder / "20260109-090000-crops-then-judgements", cut, alive=True)


def _lines(*events: Event) -> list[str]:
    return [json.dumps(to_json(event)) for event in events]


def _write(run: Path, lines: list[str], *, alive: bool) -> Path:
    run.mkdir(parents=True)
    (run / "events.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    recipe = preset("cropping-small").replace("cropping-small", run.name.split("-", 2)[-1])
    (run / "recipe.toml").write_text(recipe, encoding="utf-8")
    (run / "control").write_text(
        "pause\n", encoding="utf-8"
    )  # so that closing the pictures' window asks nothing
    if alive:
        RunLock(run).take()
    return run


def _write_elsewhere(folder: Path) -> None:
    """As a run looks that another machine makes in a folder that passes no locks on: for 2 minutes."""
    lines = _lines(*_two_stages())
    run = _write(folder / "20260106-090000-elsewhere", lines[: len(lines) // 2], alive=False)
    (run / "pid").write_text("4711\ngpu1\nunlocked\n", encoding="utf-8")


def _two_stages() -> Iterator[Event]:
    chance = random.Random(7)
    begun = Start(_STAGES[0], _STAGES, UPDATES // 10, {"crops": 124_872}, "cuda:0", "bf16", 1)
    yield begun
    yield from (
        _step(begun.stage, step, UPDATES // 10, {"crops": 1.2}, chance) for step in _told(UPDATES // 10)
    )
    yield StageEnd(_STAGES[0], UPDATES // 10, 1000, 0.58, "all steps are done")
    yield replace(begun, stage=_STAGES[1], steps=UPDATES, examples={"TLDR": 1992, "judgements": 4180})
    best, before = math.inf, {name: level + 1.1 for name, level in _LEVELS.items()}
    start = sum(before.values()) / len(before)
    yield Validation(_STAGES[1], 0, before, start, None, 2)
    for step in _told(UPDATES):
        yield _step(_STAGES[1], step, UPDATES, _LEVELS, chance)
        if step % 500 == 0:
            losses = {name: level + 1.1 * math.exp(-step / 2500) for name, level in _LEVELS.items()}
            mean = sum(losses.values()) / len(losses)
            best = min(best, mean)
            yield Validation(_STAGES[1], step, losses, mean, best, 2, start)
            yield CheckpointMade(1000 + step, f"checkpoints/{1000 + step:08d}")
        if step == 6130:
            yield Note("A chunk of 8,192 tokens did not fit; chunks are half as long from here on.")
    yield StageEnd(_STAGES[1], UPDATES, UPDATES, best, "all steps are done")


def _told(steps: int) -> Iterator[int]:
    """The steps that the run tells of: the first, and every fifth."""
    yield 1
    yield from range(5, steps + 1, 5)


def _step(stage_name: str, step: int, steps: int, levels: dict[str, float], chance: random.Random) -> Step:
    losses = {
        name: level - 0.1 + 1.2 * math.exp(-step / 2000) + chance.gauss(0, 0.06)
        for name, level in levels.items()
    }
    mean = sum(losses.values()) / len(losses)
    left = (steps - step) * 0.06
    return Step(
        stage_name,
        step,
        steps,
        step / 1200,
        mean,
        losses,
        2e-5 * (1 - step / steps),
        1412.0 + chance.gauss(0, 20),
        196_800.0,
        2_100_000_000,
        step * 0.06,
        left,
        0.012,
    )
