"""Groups of a block's names from how far each two are apart: average linkage, cut at a threshold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.authors.bcubed import b_cubed

Distances = npt.NDArray[np.float64]  # (m (m - 1) / 2,) of pairs, in the order of `block_features`
Tree = npt.NDArray[np.float64]  # scipy's linkage; of one name (0, 4)

THRESHOLDS = tuple(step / 100 for step in range(1, 100))


def tree_of(distances: Distances) -> Tree:
    """Join groups by the mean distance of their pairs, the nearest two first."""
    from scipy.cluster.hierarchy import linkage

    if not len(distances):
        return np.zeros((0, 4))
    found: Tree = linkage(distances, method="average")
    return found


def cut(tree: Tree, threshold: float) -> list[int]:
    """Return the group of each name: those that were joined at a distance of at most `threshold`."""
    from scipy.cluster.hierarchy import fcluster

    if not len(tree):
        return [1]
    found: list[int] = fcluster(tree, threshold, criterion="distance").tolist()
    return found


def groups(
    trees: Mapping[str, Tree], blocks: Mapping[str, Sequence[str]], threshold: float
) -> dict[str, tuple[str, int]]:
    """name -> (block, group in it), of all blocks."""
    return {
        name: (block, group)
        for block, names in blocks.items()
        for name, group in zip(names, cut(trees[block], threshold), strict=True)
    }


def best_threshold(
    trees: Mapping[str, Tree], blocks: Mapping[str, Sequence[str]], truth: Mapping[str, str]
) -> float:
    """That of THRESHOLDS with the highest B-cubed F1 over `blocks`; of equal ones the nearest to a half."""
    names = [name for each in blocks.values() for name in each]
    known = {name: truth[name] for name in names}
    scores = {step: b_cubed(groups(trees, blocks, step), known).f1 for step in THRESHOLDS}
    return min(THRESHOLDS, key=lambda step: (-scores[step], abs(step - 0.5), step))
