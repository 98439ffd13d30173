"""What the clock of a run counts, and the time that it says is left."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from tiny_runs import Opener, recipe, stage, steps

from assay.training.loop import throughput
from assay.training.loop.throughput import Clock
from assay.training.loop.trainer import train
from assay.training.recipe.recipe import StoppingSpec
from assay.training.runs.events import Event


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


def test_a_pause_is_no_time_of_training(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    monkeypatch.setattr(throughput, "time", watch)
    clock = Clock(5.0)
    watch.now += 2
    with clock.resting():
        watch.now += 600
    watch.now += 1
    assert clock.seconds == 8.0


def test_the_time_left_counts_validations_before_and_after_the_first_one() -> None:
    clock = Clock()
    assert clock.left(10, 2, validation_steps=3) == 0.0  # nobody knows yet
    clock.lap(0.5)
    assert clock.left(10, 2, validation_steps=3) == 10 * 0.5 + 2 * 3 * 0.5
    clock.validated(7.0)
    assert clock.left(10, 2, validation_steps=3) == 10 * 0.5 + 2 * 7.0


def test_a_run_counts_the_validations_that_are_still_to_come(
    tmp_path: Path, tiny_base: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []

    def left(self: Clock, steps: int, validations: int = 0, **rest: Any) -> float:
        asked.append((steps, validations))
        return 0.0

    monkeypatch.setattr(Clock, "left", left)
    first = stage("one", max_steps=6, stopping=StoppingSpec(interval=4, patience=0))  # after 4 and 6
    second = stage("one", max_steps=3, stopping=StoppingSpec(interval=3, patience=0))  # after 3
    train(
        recipe(first, second, base=str(tiny_base)),
        out=tmp_path / "run",
        folder=tmp_path,
        open_source=Opener(),
    )
    # A step is told before its own validation, which is then still to come.
    # The second stage has one before its first step too.
    assert asked == [(8, 4), (7, 4), (6, 4), (5, 4), (4, 3), (3, 3), (2, 1), (1, 1), (0, 1)]


def test_a_paused_run_says_the_seconds_that_it_worked(tmp_path: Path, tiny_base: Path) -> None:
    events: list[Event] = []
    told: list[float] = []  # when each step was
    asked: list[float] = []

    def on_event(event: Event) -> None:
        events.append(event)
        told.extend([time.monotonic()] * len(steps([event])))

    class PauseAWhile:
        """After the third step."""

        def wanted(self) -> Any:
            if len(told) < 2:
                return "run"
            asked.append(time.monotonic())
            return "pause" if asked[-1] - asked[0] < 0.4 else "run"

    made = stage("one", max_steps=4, stopping=StoppingSpec(interval=4))
    train(
        recipe(made, base=str(tiny_base)),
        out=tmp_path / "run",
        folder=tmp_path,
        on_event=on_event,
        control=PauseAWhile(),
        open_source=Opener(),
    )
    third, fourth = (step.seconds for step in steps(events)[2:])
    assert (told[3] - told[2]) - (fourth - third) > 0.2
