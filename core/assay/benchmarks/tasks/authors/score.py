"""S2AND-mini from end to end: a model of pairs, groups within blocks, and how good they are."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.authors.bcubed import b_cubed
from assay.benchmarks.tasks.authors.features import FEATURES, block_features
from assay.benchmarks.tasks.authors.grouping import Tree, best_threshold, groups, tree_of
from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.kinds import ClusterData
from assay.errors import EvaluationError
from assay.progress import Progress, silent
from assay.types import Vectors

Blocks: TypeAlias = Mapping[str, Sequence[str]]

METRIC = "b3_f1"
MOST_BLOCKS = 1000  # of a source, over its three splits
MOST_NAMES = 500  # of a block
PAIRS = 100_000  # to learn from
SEED = 42


def score_authors(
    data: ClusterData, vectors: Vectors, *, progress: Progress = silent
) -> tuple[dict[str, float], Details]:
    """{METRIC: percent} over the names of the test blocks, with precision and recall next to it.

    Gradient boosted trees learn whether two names of a block are one person's from at most PAIRS pairs
    of the training blocks: what `block_features` reads of metadata and of `vectors` (n, d), which are those
    of `data.papers` in their order. Names are joined by average linkage of 1 - that probability, up to the
    threshold that is best on the validation blocks. Of more than MOST_BLOCKS blocks and MOST_NAMES names as
    many are drawn, by a fixed seed. Raises EvaluationError where there is nothing to learn or to test.
    """
    train, validation, test = _capped((data.train, data.validation, data.test))
    work = _Pairs(data, vectors, progress, sum(map(len, (train, validation, test))))
    model = _model(*work.drawn(train))
    trees = [{block: work.tree(names, model) for block, names in each.items()} for each in (validation, test)]
    threshold = best_threshold(trees[0], validation, data.clusters)
    found = groups(trees[1], test, threshold)
    score = b_cubed(found, {name: data.clusters[name] for name in found})
    components = {"b3_precision": 100 * score.precision, "b3_recall": 100 * score.recall}
    return {METRIC: 100 * score.f1}, Details(len(found), components=components)


class _Pairs:
    """The pairs of names within blocks."""

    def __init__(self, data: ClusterData, vectors: Vectors, progress: Progress, total: int) -> None:
        self._data, self._vectors = data, vectors
        self._rows = {doc_id: row for row, doc_id in enumerate(data.papers)}
        self._progress, self._done, self._total = progress, 0, total

    def drawn(self, blocks: Blocks) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_]]:
        """(n, FEATURES) and whether they are one person's: at most PAIRS of the pairs, all as likely."""
        counts = {block: len(names) * (len(names) - 1) // 2 for block, names in blocks.items()}
        total = sum(counts.values())
        wanted = np.random.default_rng(SEED).choice(total, min(PAIRS, total), replace=False)
        wanted.sort()
        features, same = [np.zeros((0, len(FEATURES)), dtype=np.float32)], [np.zeros(0, dtype=bool)]
        start = 0
        for block, names in blocks.items():
            first, end = np.searchsorted(wanted, [start, start + counts[block]])
            own = wanted[first:end] - start
            start += counts[block]
            if len(own):
                features.append(self._features(names)[own])
                people = np.array([self._data.clusters[name] for name in names], dtype=object)
                i, j = np.triu_indices(len(names), 1)
                same.append((people[i[own]] == people[j[own]]).astype(bool))
        return np.concatenate(features), np.concatenate(same)

    def tree(self, names: Sequence[str], model: _Model) -> Tree:
        if len(names) < 2:
            return tree_of(np.zeros(0))
        return tree_of(1 - model.one_person(self._features(names)))

    def _features(self, names: Sequence[str]) -> npt.NDArray[np.float32]:
        self._progress("comparing names", self._done, self._total)
        self._done += 1
        signatures = [self._data.signatures[name] for name in names]
        rows = [self._rows[signature.paper_id] for signature in signatures]
        return block_features(signatures, self._data.details, self._vectors[rows])


@dataclass(frozen=True, slots=True)
class _Model:
    trees: Any
    informative: npt.NDArray[np.bool_]  # which of FEATURES any pair to learn from has; the others say nothing

    def one_person(self, features: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
        """(n,) the probability of each pair."""
        found: npt.NDArray[np.float64] = self.trees.predict_proba(features[:, self.informative])[:, 1]
        return found


def _model(features: npt.NDArray[np.float32], same: npt.NDArray[np.bool_]) -> _Model:
    """Raise EvaluationError where the pairs are all of one kind."""
    if not len(same) or same.all() or not same.any():
        what = (
            "no pairs" if not len(same) else f"pairs of {'one person' if same.all() else 'two people'} only"
        )
        raise EvaluationError("the blocks to learn from have {0}: there is nothing to tell apart.", what)
    informative = np.array(~np.isnan(features).all(axis=0))
    ensemble = importlib.import_module("sklearn.ensemble")  # it has no types
    trees = ensemble.HistGradientBoostingClassifier(
        max_iter=300, learning_rate=0.05, early_stopping=False, random_state=SEED
    )
    return _Model(trees.fit(features[:, informative], same), informative)


def _capped(splits: Sequence[Blocks]) -> Iterator[dict[str, tuple[str, ...]]]:
    """The splits with at most MOST_BLOCKS blocks together, each its share, and MOST_NAMES names a block."""
    total = sum(map(len, splits))
    for name, blocks in zip(("learn from", "choose the threshold by", "test"), splits, strict=True):
        if not any(blocks.values()):
            raise EvaluationError("there are no blocks to {0}. Is the source whole?", name)
        most = max(1, MOST_BLOCKS * len(blocks) // total) if total > MOST_BLOCKS else len(blocks)
        yield {block: _some(blocks[block], MOST_NAMES) for block in _some([*blocks], most) if blocks[block]}


def _some(names: Sequence[str], most: int) -> tuple[str, ...]:
    """Return at most so many, drawn by a fixed seed, in their order."""
    if len(names) <= most:
        return tuple(names)
    rows = np.random.default_rng(SEED).choice(len(names), most, replace=False)
    return tuple(names[row] for row in sorted(rows.tolist()))
