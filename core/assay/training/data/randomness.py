"""Where the chance of single examples comes from: the same for the same seed, in whatever order."""

from __future__ import annotations

import hashlib

import numpy as np


def example_rng(seed: int, name: str, epoch: int, index: int) -> np.random.Generator:
    """The source of chance of one example; examples of two objectives draw independently of each other."""
    # Hashed into one number: numpy takes twice as long over a list, and this runs for every example.
    digest = hashlib.blake2b(f"{seed}/{epoch}/{index}/{name}".encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "little"))
