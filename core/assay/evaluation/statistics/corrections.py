"""p-values of several tests at once."""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment (1979), in the order given: the i-th smallest of m times m - i + 1.

    An adjusted value is never below that of a smaller p, nor above 1.
    """
    m = len(p_values)
    adjusted = [0.0] * m
    highest = 0.0
    for step, index in enumerate(sorted(range(m), key=p_values.__getitem__)):
        highest = max(highest, min(1.0, (m - step) * p_values[index]))
        adjusted[index] = highest
    return adjusted
