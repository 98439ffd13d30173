"""The learning rate of every update, as a function of its number alone."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.training.recipe.recipe import OptimiserSpec


def learning_rate(spec: OptimiserSpec, *, done: int, updates: int) -> float:
    """The rate of the update that follows `done` others, of `updates` in all.

    It goes linearly from `warmup_from` to the rate during the warm-up, then falls linearly so that it would
    be 0 after the last update, or with the inverse square root of the updates, or stays. These are the
    schedules of transformers (`get_linear_schedule_with_warmup`, `get_constant_schedule_with_warmup`),
    stepped once an update as Zeta Alpha's paper says (section 4.1), and SciRepEval's (appendix).
    """
    if done < spec.warmup_updates:
        return spec.warmup_from + (spec.learning_rate - spec.warmup_from) * done / spec.warmup_updates
    if spec.schedule in ("constant", "plateau"):
        return spec.learning_rate
    if spec.schedule == "inverse-sqrt":
        return spec.learning_rate * math.sqrt(max(1, spec.warmup_updates) / max(1, done))
    left = max(0, updates - done)
    return spec.learning_rate * left / max(1, updates - spec.warmup_updates)


def plateau_factor(spec: OptimiserSpec, validated: Sequence[tuple[int, float]]) -> float:
    """What a rate is multiplied by after validations (update, loss): torch's ReduceLROnPlateau, in updates.

    The loss has to fall by `plateau_threshold` of the least so far. Where it has not for more than
    `plateau_patience` updates, the factor shrinks, and the updates of `plateau_cooldown` after that are not
    counted; all is worked out from the whole curve, so that a run that was resumed goes on likewise.
    """
    if spec.schedule != "plateau":
        return 1.0
    factor, least, good, cool = 1.0, math.inf, 0, 0
    for update, loss in validated:
        if loss < least * (1 - spec.plateau_threshold):
            least, good = loss, update
        if update <= cool:
            good = update
        if update - good > spec.plateau_patience:
            factor = max(spec.plateau_floor, factor * spec.plateau_factor)
            cool, good = update + spec.plateau_cooldown, update
    return factor
