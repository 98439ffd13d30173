"""The learning rate of every update, as a function of its number alone."""

from __future__ import annotations

import math

from assay.training.recipe import OptimiserSpec


def learning_rate(spec: OptimiserSpec, *, done: int, updates: int) -> float:
    """The rate of the update that follows `done` others, of `updates` in all.

    It goes linearly from `warmup_from` to the rate during the warm-up, then falls linearly so that it would
    be 0 after the last update, or with the inverse square root of the updates, or stays. These are the
    schedules of transformers (`get_linear_schedule_with_warmup`, `get_constant_schedule_with_warmup`),
    stepped once an update as Zeta Alpha's paper says (section 4.1), and SciRepEval's (appendix).
    """
    if done < spec.warmup_updates:
        return spec.warmup_from + (spec.learning_rate - spec.warmup_from) * done / spec.warmup_updates
    if spec.schedule == "constant":
        return spec.learning_rate
    if spec.schedule == "inverse-sqrt":
        return spec.learning_rate * math.sqrt(max(1, spec.warmup_updates) / max(1, done))
    left = max(0, updates - done)
    return spec.learning_rate * left / max(1, updates - spec.warmup_updates)
