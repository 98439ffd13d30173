"""S2AND-mini from end to end: models of pairs, groups within blocks, and how good they are.

As `scripts/custom_block_transfer_experiment_seed_paper.py` of allenai/S2AND at ec29373, which SciRepEval's
BENCHMARKING.md names, with the seed 1: a model of each source, and for each source one of all others (its
"union"), scored on every source. SciRepEval's value is the mean B-cubed F1 of that table (its issue 62).
Pairs are learned from the blocks of the given splits; thresholds are chosen on a tenth of all blocks and
scores are of another, which that script draws again: a tested block may be one that was learned from.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import numpy as np

from assay.benchmarks.tasks.authors.bcubed import BCubed
from assay.benchmarks.tasks.authors.features import block_features, library
from assay.benchmarks.tasks.authors.grouping import Blocks, Tree, score_groups, tree_of
from assay.benchmarks.tasks.authors.pairs import (
    SEED,
    TRIES,
    Features,
    Losses,
    PairModel,
    Pairs,
    fit_pairs,
    least,
)
from assay.benchmarks.tasks.details import Details
from assay.benchmarks.tasks.kinds import ClusterData
from assay.errors import EvaluationError
from assay.progress import Progress, silent
from assay.types import Vectors

METRIC = "b3_f1"
TRAIN_PAIRS, VALIDATION_PAIRS = 100_000, 10_000  # at most, of a source

Sources = tuple[str, ...]  # whose pairs a model learns from
Trees = dict[str, Tree]  # of blocks


def score_authors(
    parts: Mapping[str, ClusterData],
    vectors: Mapping[str, Vectors],
    *,
    workers: int = 1,
    progress: Progress = silent,
    fits: Path | None = None,
) -> dict[str, tuple[dict[str, float], Details]]:
    """Return, of each source, {METRIC: percent}: the mean over the models, each rounded to 0.1.

    `vectors` are (n, d) of each source's `papers`, in their order. The details' components are the mean
    precision and recall, and the F1 of the source's own model and of the one of all others. In the file
    `fits` is kept what settings came to: the next call with it fits none of them again. Raises
    EvaluationError, which names the source, where there is nothing to learn or to test, and without the
    extra `bench`.
    """
    sources = {name: _source(name, part, vectors[name]) for name, part in parts.items()}
    every = sorted(sources)
    unions = {name: tuple(each for each in every if each != name) for name in every if len(every) > 1}
    rows = list(dict.fromkeys([*((name,) for name in every), *unions.values()]))
    pairs = {name: source.pairs() for name, source in sources.items()}
    models: dict[Sources, PairModel] = {}
    losses, done = Losses(fits), 0

    def on_fit() -> None:
        nonlocal done
        progress("fitting pair models", done, 2 * (TRIES + 1) * len(rows))
        done += 1

    for row in rows:
        train, validation = (_stacked([pairs[name][split] for name in row]) for split in range(2))
        models[row] = fit_pairs(train, validation, workers=workers, on_fit=on_fit, losses=losses)
    chosen = {
        name: source.trees(source.validation, {row: models[row] for row in rows if name in row})
        for name, source in sources.items()
    }
    thresholds = {row: _threshold(row, sources, chosen) for row in rows}
    scores = {}
    for place, (name, source) in enumerate(sources.items()):
        progress("grouping names", place, len(sources))
        wanted = {row: models[row] for row in rows if len(row) == 1 or row == unions.get(name)}
        found = source.trees(source.test, wanted)
        scores[name] = _summary(
            {row: source.score(found[row], source.test, thresholds[row]) for row in wanted},
            own=(name,),
            union=unions.get(name, (name,)),
            n=sum(map(len, source.test.values())),
        )
    return scores


@dataclass(frozen=True, slots=True)
class _Source:
    name: str
    data: ClusterData
    vectors: Vectors
    rows: Mapping[str, int]  # paper -> row of `vectors`
    blocks: Blocks  # all
    validation: Blocks  # to choose a threshold by: those of two names and more
    test: Blocks

    def pairs(self) -> tuple[Pairs, Pairs]:
        """Return pairs to learn from and pairs to choose settings by, of the splits that were given."""
        return (
            self._drawn(self.data.train, TRAIN_PAIRS, "train"),
            self._drawn(self.data.validation, VALIDATION_PAIRS, "dev"),
        )

    def _drawn(self, split: Blocks, most: int, called: str) -> Pairs:
        """Draw at most `most` of the split's pairs, all as likely, as Python's `random.sample` does."""
        blocks = [names for block, names in self.blocks.items() if block in split]
        ends = np.cumsum([0, *(len(names) * (len(names) - 1) // 2 for names in blocks)])
        total = int(ends[-1])
        drawn = np.array(random.Random(SEED).sample(range(total), min(most, total)), dtype=np.int64)  # noqa: S311
        places = np.argsort(drawn)
        wanted = drawn[places]
        features: list[Features] = []
        same = []
        for names, start, end in zip(blocks, ends, ends[1:], strict=False):
            own = wanted[(wanted >= start) & (wanted < end)] - start
            if not len(own):
                continue
            i, j = (each[own] for each in np.triu_indices(len(names), 1))
            people = np.array([self.data.clusters[name] for name in names], dtype=object)
            same.append((people[i] == people[j]).astype(bool))
            seen = 0
            for part in self._features(names):
                features.append(part[own[(own >= seen) & (own < seen + len(part))] - seen])
                seen += len(part)
        labels = np.concatenate(same) if same else np.zeros(0, dtype=bool)
        if not labels.any() or labels.all():
            what = (
                "no pairs" if not same else f"pairs of {'one person' if labels.any() else 'two people'} only"
            )
            raise EvaluationError(
                "part '{0}': the blocks of {1} have {2}: there is nothing to tell apart.",
                self.name,
                called,
                what,
            )
        order = np.argsort(places)
        return Pairs(np.concatenate(features)[order], labels[order])

    def trees(self, blocks: Blocks, models: Mapping[Sources, PairModel]) -> dict[Sources, Trees]:
        """Return each model's trees of the blocks; a block's pairs are compared once for all models."""
        found: dict[Sources, Trees] = {row: {} for row in models}
        for block, names in blocks.items():
            apart = {row: [np.zeros(0, dtype=np.float16)] for row in models}
            for part in self._features(names):
                for row, model in models.items():
                    apart[row].append(model.distances(part))
            for row in models:
                found[row][block] = tree_of(np.concatenate(apart[row]))
        return found

    def score(self, trees: Trees, blocks: Blocks, threshold: float) -> BCubed:
        return score_groups(trees, blocks, threshold, self.data.clusters)

    def _features(self, names: Sequence[str]) -> Iterator[Features]:
        signatures = [self.data.signatures[name] for name in names]
        own = self.vectors[[self.rows[signature.paper_id] for signature in signatures]]
        return block_features(signatures, self.data.details, own)


def _source(name: str, data: ClusterData, vectors: Vectors) -> _Source:
    """Part all blocks, in the order of the signatures, into 80, 10 and 10 per cent by the seed."""
    blocks: dict[str, list[str]] = {}
    for key, signature in data.signatures.items():
        blocks.setdefault(signature.block, []).append(key)
    split = library("sklearn.model_selection").train_test_split
    same = [0] * len(blocks)  # it stratifies by clusters of the blocks' sizes, of which there is one
    try:
        _, left, _, same = split([*blocks], same, test_size=0.2, stratify=same, random_state=SEED)
        validation, test = split(left, test_size=0.5, stratify=same, random_state=SEED)
    except ValueError as error:
        raise EvaluationError(
            "part '{0}': {1} blocks are too few to choose a threshold on a tenth and to test on another.",
            name,
            len(blocks),
        ) from error
    rows = {key: row for row, key in enumerate(data.papers)}
    several = {block: blocks[block] for block in validation if len(blocks[block]) > 1}
    return _Source(name, data, vectors, rows, blocks, several, {block: blocks[block] for block in test})


def _stacked(pairs: Sequence[Pairs]) -> Pairs:
    return Pairs(
        np.concatenate([each.features for each in pairs]), np.concatenate([each.same for each in pairs])
    )


def _threshold(
    row: Sources, sources: Mapping[str, _Source], trees: Mapping[str, Mapping[Sources, Trees]]
) -> float:
    """Return the threshold with the highest F1 on validation blocks, sources weighted by their names."""
    weights = {name: n for name in row if (n := sum(map(len, sources[name].validation.values())))}
    if not weights:
        raise EvaluationError("part '{0}': no block to choose a threshold by has two names.", row[0])

    def loss(point: Mapping[str, float]) -> float:
        f1 = [
            _rounded(sources[name].score(trees[name][row], sources[name].validation, point["eps"]).f1)
            for name in weights
        ]
        return -float(np.average(f1, weights=[*weights.values()]))

    uniform = library("hyperopt").hp.uniform
    return least(loss, {"eps": uniform("choice", 0, 1)}, random=5)["eps"]


def _summary(
    scores: Mapping[Sources, BCubed], *, own: Sources, union: Sources, n: int
) -> tuple[dict[str, float], Details]:
    components = {
        "b3_precision": 100 * fmean(score.precision for score in scores.values()),
        "b3_recall": 100 * fmean(score.recall for score in scores.values()),
        "b3_f1_own": 100 * scores[own].f1,
        "b3_f1_others": 100 * scores[union].f1,
    }
    return {METRIC: 100 * fmean(_rounded(score.f1) for score in scores.values())}, Details(
        n, components=components
    )


def _rounded(share: float) -> float:
    """Return three decimals, as that script rounds a score before it compares or averages it."""
    return float(np.round(share, 3))
