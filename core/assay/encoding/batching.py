"""Batches that waste no work on padding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Rows = npt.NDArray[np.int64]
"""(rows,) positions in the list of texts that a batch was made from."""


def token_budget_batches(lengths: Sequence[int] | npt.NDArray[np.int64], *, budget: int) -> list[Rows]:
    """Split texts of `lengths` tokens into batches whose padded area (rows x longest) is at most `budget`.

    Texts are sorted by length, longest first, so that a batch holds near-equal lengths and the batch that
    needs most memory comes first. Every batch has at least one row, even if that row alone exceeds the
    budget. Equal lengths keep their order.
    """
    tokens = np.asarray(lengths, dtype=np.int64)
    counts = np.maximum(tokens, 1)
    order = np.argsort(-tokens, kind="stable").astype(np.int64)
    batches: list[Rows] = []
    start = 0
    while start < len(order):
        rows = max(1, budget // int(counts[order[start]]))
        batches.append(order[start : start + rows])
        start += rows
    return batches
