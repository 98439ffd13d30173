"""What every objective hands to the trainer: texts that belong together, and one that does not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True, slots=True)
class Example:
    """One training example. No text is empty, and `negative` is neither of the other two."""

    query: str
    positive: str
    negative: str


class Objective(Protocol):
    """A source of examples whose n-th one depends on its index, the epoch and the seed alone.

    Nothing is remembered between calls, so that any worker of any process makes the same example.
    """

    name: str

    def __len__(self) -> int:
        """The number of examples in an epoch."""

    def example(self, index: int, epoch: int) -> Example:
        """The example of this index, 0 <= index < len, in this epoch."""


def example_rng(seed: int, name: str, epoch: int, index: int) -> np.random.Generator:
    """The source of chance of one example; examples of two objectives draw independently of each other."""
    return np.random.default_rng([seed, epoch, index, *name.encode()])
