"""Groups of a block's names from how far each two are apart: average linkage, cut at a threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.authors.bcubed import BCubed, b_cubed

Distances = npt.NDArray[np.floating]  # (m (m - 1) / 2,) of pairs, in the order of `block_features`
Tree = npt.NDArray[np.float64]  # scipy's linkage; of one name (0, 4)
Blocks = Mapping[str, Sequence[str]]  # block -> its names


def tree_of(distances: Distances) -> Tree:
    """Join groups by the mean distance of their pairs, the nearest two first."""
    from scipy.cluster.hierarchy import linkage

    if not len(distances):
        return np.zeros((0, 4))
    found: Tree = linkage(distances.astype(np.float64), method="average")
    return found


def cut(tree: Tree, threshold: float) -> list[int]:
    """Return the group of each name: those that were joined at a distance of at most `threshold`."""
    from scipy.cluster.hierarchy import fcluster

    if not len(tree):
        return [1]
    found: list[int] = fcluster(tree, threshold, criterion="distance").tolist()
    return found


def score_groups(
    trees: Mapping[str, Tree], blocks: Blocks, threshold: float, truth: Mapping[str, str]
) -> BCubed:
    """Score the names of all blocks, cut at `threshold`, against `truth`, name -> person."""
    found = {
        name: (block, group)
        for block, names in blocks.items()
        for name, group in zip(names, cut(trees[block], threshold), strict=True)
    }
    return b_cubed(found, {name: truth[name] for name in found})
