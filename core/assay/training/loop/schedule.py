"""The learning rate of every step, as a function of its number alone."""

from __future__ import annotations

import math
from collections.abc import Sequence

from assay.training.recipe.recipe import OptimiserSpec


def learning_rate(spec: OptimiserSpec, *, done: int, steps: int) -> float:
    """Return the rate of the step that follows `done` others, of `steps` in all.

    It goes linearly from `warmup_from` to the rate during the warm-up, then falls linearly so that it would
    be 0 after the last step, or with the inverse square root of the steps, or stays. These are the
    schedules of transformers (`get_linear_schedule_with_warmup`, `get_constant_schedule_with_warmup`),
    stepped once a step as Zeta Alpha's paper says (section 4.1), and SciRepEval's (appendix).
    """
    if done < spec.warmup_steps:
        return spec.warmup_from + (spec.learning_rate - spec.warmup_from) * done / spec.warmup_steps
    if spec.schedule in ("constant", "plateau"):
        return spec.learning_rate
    if spec.schedule == "inverse-sqrt":
        return spec.learning_rate * math.sqrt(max(1, spec.warmup_steps) / max(1, done))
    left = max(0, steps - done)
    return spec.learning_rate * left / max(1, steps - spec.warmup_steps)


def plateau_factor(spec: OptimiserSpec, validated: Sequence[tuple[int, float]]) -> float:
    """What a rate is multiplied by after validations (step, loss): torch's ReduceLROnPlateau, in steps.

    The loss has to fall by `plateau_threshold` of the least so far. Where it has not for more than
    `plateau_patience` steps, the factor shrinks, and the steps of `plateau_cooldown` after that are not
    counted; all is worked out from the whole curve, so that a run that was resumed continues likewise.
    """
    if spec.schedule != "plateau":
        return 1.0
    factor, least, good, cool = 1.0, math.inf, 0, 0
    for step, loss in validated:
        if loss < least * (1 - spec.plateau_threshold):
            least, good = loss, step
        if step <= cool:
            good = step
        if step - good > spec.plateau_patience:
            factor = max(spec.plateau_floor, factor * spec.plateau_factor)
            cool, good = step + spec.plateau_cooldown, step
    return factor
