"""How often somebody may ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

_MOST_KEYS = 10_000


class RateLimit:
    """So many at once, and so many a second after that, for each key apart (a token bucket)."""

    def __init__(
        self, *, burst: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._burst, self._rate, self._clock = burst, per_second, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # key -> how many, when

    def allows(self, key: str) -> bool:
        """Return whether it may be done once more, and count it if so."""
        now = self._clock()
        left, at = self._left.pop(key, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._rate)
        allowed = left >= 1.0
        self._left[key] = (left - allowed, now)
        if len(self._left) > _MOST_KEYS:
            self._left.popitem(last=False)
        return allowed
