"""Losses over hundreds of thousands of steps, kept as a thousand means."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_POINTS = 1024


class Curve:
    """Means of neighbouring values. Memory and drawing stay the same however long a run lasts."""

    def __init__(self, most: int = MOST_POINTS) -> None:
        self._most = most
        self._width = 1  # steps a point
        self._points: dict[int, tuple[float, int]] = {}  # place -> (sum, number of values)
        self.last: float | None = None

    def __len__(self) -> int:
        return len(self._points)

    @property
    def width(self) -> int:
        """Steps that one point stands for."""
        return self._width

    def add(self, step: int, value: float) -> None:
        """A value at this step; one that is not a number is passed over."""
        if not math.isfinite(value):
            return
        self.last = value
        place = step // self._width
        total, n = self._points.get(place, (0.0, 0))
        self._points[place] = (total + value, n + 1)
        if len(self._points) > self._most:
            self._widen()

    def cut(self, step: int) -> None:
        """Forgets what lies after this step: a run that was resumed makes it anew."""
        kept = {place: point for place, point in self._points.items() if place * self._width <= step}
        if len(kept) < len(self._points):
            self._points = kept
            total, n = next(reversed(kept.values()), (0.0, 0))
            self.last = total / n if n else None

    def points(self) -> Iterator[tuple[float, float]]:
        """(step, mean) in order; the step is the middle of those that the point stands for."""
        middle = (self._width - 1) / 2
        for place, (total, n) in self._points.items():
            yield place * self._width + middle, total / n

    def _widen(self) -> None:
        merged: dict[int, tuple[float, int]] = {}
        for place, (total, n) in self._points.items():
            before, m = merged.get(place // 2, (0.0, 0))
            merged[place // 2] = (before + total, m + n)
        self._width *= 2
        self._points = merged
