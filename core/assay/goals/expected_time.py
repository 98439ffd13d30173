"""How long a goal's training should take, by the speed of this machine, before any of it was measured."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from assay.errors import RecipeError
from assay.goals.types import GoalName
from assay.training.loop.trainer import stage_steps
from assay.training.recipe.objective_spec import CroppingSpec, JudgementsSpec, ObjectiveSpec
from assay.training.recipe.recipe_file import parse_recipe

EXAMPLE_OPERATIONS: Mapping[GoalName, float] = {
    "search": 36e9,
    "similar": 42e9,
    "topics": 4.1e9,
    "everything": 22e9,
}
"""An example, with its share of validations, takes as long as so many floating-point operations of a matrix
product: measured on the sample library (docs/benchmarks.md, "How long a goal takes")."""
SPREAD = (0.7, 1.5)
"""Texts are longer or shorter than those of the sample, and what else a machine does varies."""
_SIDE = 1024  # of the squares that are multiplied
_TURNS = 4


def expected_times(
    recipes: Mapping[GoalName, str], n: Mapping[str, int]
) -> Mapping[GoalName, tuple[float, ...]]:
    """Return (least, most) seconds of each recipe (TOML) known here; none where an accelerator is.

    `n` counts papers, and judged queries, by the labels that recipes ask for them by.
    """
    known = {name: text for name, text in recipes.items() if text and name in EXAMPLE_OPERATIONS}
    if not known or _may_have_accelerator():
        return {}
    speed, found = processor_speed(), dict[GoalName, tuple[float, ...]]()
    for name, text in known.items():
        with suppress(RecipeError):  # too few examples for a batch: the training says so
            seconds = EXAMPLE_OPERATIONS[name] * _n_met(text, n) / speed
            found[name] = tuple(seconds * share for share in SPREAD)
    return found


def processor_speed() -> float:
    """Return how many floating-point operations a second this processor can make of products.

    One thread's own time counts, times the threads of a training: so what else runs just now changes little.
    """
    from threadpoolctl import threadpool_info, threadpool_limits

    threads = max(
        (each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"), default=1
    )
    square = np.full((_SIDE, _SIDE), 0.5, dtype=np.float32)
    best = float("inf")
    limits: Any = threadpool_limits
    with limits(1):
        for _ in range(_TURNS):
            started = time.thread_time()
            _ = square @ square
            best = min(best, time.thread_time() - started)
    return 2 * _SIDE**3 * threads / best


def _n_met(text: str, n: Mapping[str, int]) -> int:
    """Count the examples that all stages learn from, each as often as it is met, unless one stops early."""
    recipe, total = parse_recipe(text), 0
    for number, stage in enumerate(recipe.stages):
        sizes = {
            spec.name: max(1, round(_n_of(spec, n) * (1 - spec.validation))) for spec in stage.objectives
        }
        steps = stage_steps(recipe, number, sizes)
        total += steps * stage.batch_size * stage.gradient_accumulation_steps
    return total


def _n_of(spec: ObjectiveSpec, n: Mapping[str, int]) -> int:
    label = "title" if isinstance(spec, CroppingSpec) else getattr(spec, "label", "")
    labels = [label] if label or not isinstance(spec, JudgementsSpec) else ["typed", "papers"]
    found = sum(n.get(each, 0) for each in labels)
    return min(found, spec.limit) if spec.limit else found


def _may_have_accelerator() -> bool:
    """Whether there are signs of one; torch, which knows, takes seconds to load."""
    return sys.platform == "darwin" or shutil.which("nvidia-smi") is not None
