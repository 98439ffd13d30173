"""A part of labelled rows in which every label keeps its share: what a limit leaves of a classification.

SciRepEval draws such parts with scikit-learn for one label a row, and with scikit-multilearn's iterative
stratification for several; both with the seed 42. The rules here are the same, the chance is the recipe's.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]


def in_proportion(labels: Sequence[Sequence[str]], n: int, rng: np.random.Generator) -> Rows:
    """`n` of the rows, in their order; 0 < n < len(labels). A row may have any number of labels."""
    if all(len(own) == 1 for own in labels):
        return by_class([own[0] for own in labels], n, rng)
    return by_labels(labels, n, rng)


def by_class(classes: Sequence[str], n: int, rng: np.random.Generator) -> Rows:
    """`n` rows, of each class its share, rounded by largest remainders, and by chance where those agree."""
    _, of_row, counts = np.unique(np.array(classes), return_inverse=True, return_counts=True)
    shares = n * counts / len(classes)
    taken = np.floor(shares).astype(np.int64)
    order = rng.permutation(len(counts))
    largest = order[np.argsort(taken[order] - shares[order], kind="stable")]
    taken[largest[: n - int(taken.sum())]] += 1
    chosen = [
        rng.permutation(np.flatnonzero(of_row == place))[:size] for place, size in enumerate(taken.tolist())
    ]
    return np.sort(np.concatenate(chosen))


def by_labels(labels: Sequence[Sequence[str]], n: int, rng: np.random.Generator) -> Rows:
    """`n` rows by iterative stratification (Sechidis, Tsoumakas and Vlahavas 2011, figure 1) into two parts.

    The label that the fewest rows are left of goes first: each of its rows goes to the part that lacks more
    of that label, or of rows; chance decides between equal ones. No part grows beyond its size.
    """
    share = n / len(labels)
    having = defaultdict[str, list[int]](list)
    for row in rng.permutation(len(labels)).tolist():
        for label in labels[row]:
            having[label].append(row)
    left = {label: len(rows) for label, rows in having.items()}
    wanted = {label: [share * count, (1 - share) * count] for label, count in left.items()}
    room = [n, len(labels) - n]
    part = np.full(len(labels), -1, dtype=np.int8)
    while left:
        rarest = min(left, key=lambda label: left[label])
        for row in having[rarest]:
            if part[row] >= 0:
                continue
            to = _part(wanted[rarest], room, rng)
            part[row] = to
            room[to] -= 1
            for label in labels[row]:
                wanted[label][to] -= 1
                left[label] -= 1
        left = {label: count for label, count in left.items() if count}
    rest = rng.permutation(np.flatnonzero(part < 0))  # rows without a label
    part[rest[: room[0]]] = 0
    return np.flatnonzero(part == 0)


def _part(wanted: Sequence[float], room: Sequence[int], rng: np.random.Generator) -> int:
    """0 or 1."""
    if not room[0] or not room[1]:
        return int(not room[0])
    for one, other in (wanted, room):
        if abs(one - other) > 1e-9:
            return int(other > one)
    return int(rng.integers(2))
