"""How fast a run goes, how long it has gone and still will, and what memory it held."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

_MEMORY = 0.05  # weight of the newest step in the pace


class Clock:
    """Seconds of work, those of earlier sittings included, and those of pauses left out."""

    def __init__(self, earlier: float = 0.0) -> None:
        self._earlier = earlier
        self._started = time.monotonic()
        self._step: float | None = None
        self._validation: float | None = None

    @property
    def seconds(self) -> float:
        return self._earlier + time.monotonic() - self._started

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Count no time within: no work is done."""
        began = time.monotonic()
        try:
            yield
        finally:
            self._started += time.monotonic() - began

    def lap(self, seconds: float) -> None:
        """Take note of a step's time."""
        self._step = seconds if self._step is None else (1 - _MEMORY) * self._step + _MEMORY * seconds

    def validated(self, seconds: float) -> None:
        """Take note of a validation's time."""
        self._validation = seconds

    def left(self, steps: int, validations: int = 0, *, validation_steps: float = 0.0) -> float:
        """The seconds that so many steps and validations will take, at the pace of the latest ones.

        Before the first one a validation counts as so many steps.
        """
        step = self._step or 0.0
        validation = validation_steps * step if self._validation is None else self._validation
        return steps * step + validations * validation


def peak_memory(device: str) -> int:
    """The most bytes held so far: on a CUDA card by tensors, elsewhere by this process; 0 if nobody knows."""
    if device.startswith("cuda"):
        import torch

        return torch.cuda.max_memory_allocated(device)
    if sys.platform == "win32":
        import psutil

        return int(psutil.Process().memory_info().peak_wset)
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024
