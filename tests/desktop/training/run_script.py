"""Runs as their folders show them, written without training anything."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from assay.training.runs.events import (
    CheckpointMade,
    End,
    Event,
    Note,
    Paused,
    StageEnd,
    Start,
    Step,
    Validation,
    to_json,
)

RECIPE = """# crops of our own abstracts
name = "crops"
random_seed = 3  # a number

[[stages]]
name = "first"
batch_size = 8
max_steps = 40

[stages.stopping]
interval = 10  # steps

[[stages.objectives]]
kind = "cropping"
path = "papers.jsonl"
"""

COMPARISON: dict[str, Any] = {
    "test_set": "library",
    "n_papers": 30,
    "n_queries": 12,
    "model": {
        "model": "crops-12345678",
        "fingerprint": "f",
        "dim": 8,
        "mean": {"nDCG@10": 0.5, "Judged@10": 1.0},
        "judged_at_10": 1.0,
    },
    "against": {
        "model": "base",
        "fingerprint": "b",
        "dim": 8,
        "mean": {"nDCG@10": 0.4, "Judged@10": 1.0},
        "judged_at_10": 1.0,
    },
    "comparisons": [
        {
            "measure": "nDCG@10",
            "n": 12,
            "mean_a": 0.4,
            "mean_b": 0.5,
            "difference": 0.1,
            "ci_low": 0.02,
            "ci_high": 0.18,
            "p_t": 0.001,
            "p_randomisation": 0.0004,
            "effect_size": 1.2,
            "wins": 8,
            "losses": 2,
            "ties": 2,
            "draws": 4096,
        }
    ],
    "condensed": None,
    "notes": ["Only 12 queries are judged."],
    "seed": 0,
    "created": "2026-01-01T00:00:00+00:00",
}
"""What `assay model evaluate --json` answers."""


def start(*, stage: str = "first", steps: int = 40, resumed_from: int | None = None, **more: Any) -> Start:
    values: dict[str, Any] = {
        "stages": ("first",),
        "examples": {"crops": 100},
        "device": "cpu",
        "precision": "fp32",
        "world": 1,
    } | more
    return Start(stage=stage, steps=steps, resumed_from=resumed_from, **values)


def step(number: int, *, stage: str = "first", steps: int = 40, **losses: float) -> Step:
    each = losses or {"crops": 1.0 / number}
    mean = sum(each.values()) / len(each)
    return Step(
        stage, number, steps, number / 10, mean, each, 2e-5, 120.0, 9000.0, 10**9, number * 0.5, 30.0, 0.01
    )


def check(number: int, loss: float, *, stage: str = "first", name: str = "crops") -> Validation:
    return Validation(stage, number, {name: loss}, loss, loss, 2)


def finished(out: Path) -> list[Event]:
    return [
        start(),
        *(step(n) for n in range(1, 11)),
        check(10, 0.5),
        CheckpointMade(10, "checkpoints/00000010"),
        Note("A chunk did not fit and was halved."),
        *(step(n) for n in range(11, 41)),
        check(40, 0.25),
        StageEnd("first", 40, 40, 0.25, "all steps made"),
        End("finished", "", str(out / "model")),
    ]


def write_run(folder: Path, events: Iterable[Event], *, pid: int | None = None) -> Path:
    """A run's folder that says these events; `pid` is who is at work in it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "recipe.toml").write_text(RECIPE, encoding="utf-8")
    lines = [json.dumps(to_json(event)) for event in events]
    (folder / "events.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    if pid is not None:
        # as on a file system without locks, so that nobody has to hold one
        (folder / "pid").write_text(f"{pid}\n{socket.gethostname()}\nunlocked\n", encoding="utf-8")
    return folder


PAUSED = Paused()
