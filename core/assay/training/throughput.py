"""How fast a run goes, how long it has gone and still will, and what memory it held."""

from __future__ import annotations

import sys
import time

_MEMORY = 0.05  # weight of the newest update in the pace


class Clock:
    """Seconds of work, those of earlier sittings included."""

    def __init__(self, earlier: float = 0.0) -> None:
        self._earlier = earlier
        self._started = time.monotonic()
        self._pace: float | None = None

    @property
    def seconds(self) -> float:
        return self._earlier + time.monotonic() - self._started

    def lap(self, seconds: float) -> None:
        """Takes note of an update's time."""
        self._pace = seconds if self._pace is None else (1 - _MEMORY) * self._pace + _MEMORY * seconds

    def left(self, updates: int) -> float:
        """The seconds that so many updates will take, at the pace of the latest ones."""
        return updates * (self._pace or 0.0)


def peak_memory(device: str) -> int:
    """The most bytes held so far: on a CUDA card by tensors, elsewhere by this process; 0 if nobody knows."""
    if device.startswith("cuda"):
        import torch

        return torch.cuda.max_memory_allocated(device)
    if sys.platform == "win32":
        return 0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
