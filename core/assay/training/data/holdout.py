"""Which examples validate: a share of them, drawn with the seed, and never parted from their like."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

log = logging.getLogger(__name__)


def source_rng(seed: int, name: str, what: str) -> np.random.Generator:
    """The source of chance of what is decided once for an objective; `what` keeps decisions independent."""
    return np.random.default_rng([seed, *f"{name}/{what}".encode()])


def held_out(
    groups: npt.NDArray[np.uint64], share: float, rng: np.random.Generator, *, least: int = 1
) -> npt.NDArray[np.bool_]:
    """(n,) which rows are held out: whole groups, as near below `share` of the rows as they allow.

    At least `least` rows are held out and as many are not; none at all where the groups do not allow that.
    """
    n = len(groups)
    names, of_row, sizes = np.unique(groups, return_inverse=True, return_counts=True)
    held = np.zeros(len(names), dtype=np.bool_)
    if n < 2 * least or len(names) < 2:
        return np.zeros(n, dtype=np.bool_)
    wanted = min(max(least, round(share * n)), n - least)
    taken = 0
    order = rng.permutation(len(names))
    for group in order:
        if taken + sizes[group] <= wanted:
            held[group] = True
            taken += int(sizes[group])
            if taken == wanted:
                break
    if taken < least:  # every group is larger than the share: take the smallest ones
        for group in order[np.argsort(sizes[order], kind="stable")]:
            if taken < least and not held[group] and taken + sizes[group] <= n - least:
                held[group] = True
                taken += int(sizes[group])
    return held[of_row] if taken >= least else np.zeros(n, dtype=np.bool_)


def held_out_apart(
    keys: Sequence[Sequence[int]], share: float, *, seed: int, name: str
) -> npt.NDArray[np.bool_]:
    """(n,) which rows of an objective are held out: rows that share a key are not parted.

    Where all hang together, rows are parted that do not have their first key in common.
    """
    held = held_out(joined(keys), share, source_rng(seed, name, "held out"))
    if held.any():
        return held
    log.info("objective %s: all queries hang together; validation shares papers", name)
    first = np.array([names[0] for names in keys], dtype=np.uint64)
    return held_out(first, share, source_rng(seed, name, "held out"))


def joined(keys: Sequence[Sequence[int]]) -> npt.NDArray[np.uint64]:
    """(n,) the group of each row: rows that share a key are in one, and so are those between them."""
    parent = list(range(len(keys)))
    first: dict[int, int] = {}
    for row, names in enumerate(keys):
        for name in names:
            one, other = _root(parent, first.setdefault(name, row)), _root(parent, row)
            parent[max(one, other)] = min(one, other)
    return np.array([_root(parent, row) for row in range(len(keys))], dtype=np.uint64)


def _root(parent: list[int], row: int) -> int:
    while parent[row] != row:
        parent[row] = parent[parent[row]]
        row = parent[row]
    return row


def drawn(
    rows: npt.NDArray[np.int64], limit: int, rng: np.random.Generator, *, shuffled: bool = False
) -> npt.NDArray[np.int64]:
    """Draw at most `limit` of the rows (0: all of them), in their order or shuffled."""
    if not limit and not shuffled:
        return rows
    chosen = rng.permutation(len(rows))[: limit or None]
    return rows[chosen if shuffled else np.sort(chosen)]


def example_rng(seed: int, name: str, epoch: int, index: int) -> np.random.Generator:
    """The source of chance of one example; examples of two objectives draw independently of each other."""
    # Hashed into one number: numpy takes twice as long over a list, and this runs for every example.
    digest = hashlib.blake2b(f"{seed}/{epoch}/{index}/{name}".encode(), digest_size=16).digest()
    return np.random.default_rng(int.from_bytes(digest, "little"))
