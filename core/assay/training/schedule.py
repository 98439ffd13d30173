"""The learning rate of every update, as a function of its number alone."""

from __future__ import annotations

from assay.training.recipe import OptimiserSpec


def learning_rate(spec: OptimiserSpec, *, done: int, updates: int) -> float:
    """The rate of the update that follows `done` others, of `updates` in all.

    It rises linearly from 0 during the warm-up, then falls linearly so that it would be 0 after the last
    update, or stays. These are the schedules of transformers (`get_linear_schedule_with_warmup`,
    `get_constant_schedule_with_warmup`), stepped once an update as Zeta Alpha's paper says (section 4.1).
    """
    if done < spec.warmup_updates:
        return spec.learning_rate * done / spec.warmup_updates
    if spec.schedule == "constant":
        return spec.learning_rate
    left = max(0, updates - done)
    return spec.learning_rate * left / max(1, updates - spec.warmup_updates)
