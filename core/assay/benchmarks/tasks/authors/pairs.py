"""The probability that two names are one person's: two LightGBM models, with and without names.

Settings as in allenai/S2AND at ec29373, `PairwiseModeler` and `Clusterer` of `s2and/model.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.authors.features import FEATURES, OF_NAMES, library
from assay.errors import EvaluationError

SEED = 1
TRIES = 25  # of settings, of a pair model and of a threshold
TREES = (1000, 2500)
_SHARED = 10_000  # pairs; of fewer one core is faster than several that wait for each other
_NAMELESS = np.array([column not in OF_NAMES for column in FEATURES])
_CONSTRAINTS = np.array([*FEATURES.values()])

Features = npt.NDArray[np.float64]  # (n, FEATURES)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of names to learn from, or to choose settings by."""

    features: Features
    same: npt.NDArray[np.bool_]  # (n,) whether they are one person's


@dataclass(frozen=True, slots=True)
class PairModel:
    """LightGBM classifiers of all columns and of those without names."""

    named: Any
    nameless: Any

    def distances(self, features: Features) -> npt.NDArray[np.float16]:
        """(n,) the mean of both models' probability of two people, in the precision of 16 bits."""
        apart = (
            self.named.predict_proba(features)[:, 0]
            + self.nameless.predict_proba(features[:, _NAMELESS])[:, 0]
        )
        found: npt.NDArray[np.float16] = (apart / 2).astype(np.float16)
        return found


@dataclass(frozen=True, slots=True)
class Losses:
    """What settings came to, kept in a file from one process to the next: all fits of a system take hours."""

    path: Path | None = None
    known: dict[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Leave out lines that were cut when a process died."""
        if self.path is not None and self.path.exists():
            lines = self.path.read_text(encoding="utf-8").splitlines()
            self.known.update(json.loads(line) for line in lines if line.endswith("]"))

    def keep(self, key: str, loss: float) -> None:
        """Raise EvaluationError where it cannot be written."""
        self.known[key] = loss
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("a", encoding="utf-8") as file:
                file.write("\n" + json.dumps([key, loss]))  # never behind what was cut
        except OSError as error:
            raise EvaluationError("{0} cannot be written: {1}.", self.path, error) from error


def fit_pairs(
    train: Pairs,
    validation: Pairs,
    *,
    workers: int = 1,
    on_fit: Callable[[], None] = lambda: None,
    losses: Losses | None = None,
) -> PairModel:
    """Fit both models, each with those of TRIES settings whose area under the ROC curve is the largest.

    Probabilities rise and fall with a column as FEATURES says. `on_fit` is called before each fit. What
    `losses` knows is not fitted again, and the same settings are proposed as without it.
    """
    losses = losses or Losses()
    pairs = sha256()
    for each in (train.features, train.same, validation.features, validation.same):
        pairs.update(np.ascontiguousarray(each).tobytes())

    def fitted(columns: npt.NDArray[np.bool_]) -> Any:
        x, x_validation = train.features[:, columns], validation.features[:, columns]

        def fit(settings: Mapping[str, float]) -> Any:
            trees = library("lightgbm").LGBMClassifier(
                objective="binary",
                metric="auc",
                n_jobs=workers if len(x) > _SHARED else 1,
                verbose=-1,
                random_state=SEED,
                monotone_constraints=_CONSTRAINTS[columns].tolist(),
                monotone_constraints_method="advanced",
                **settings,
            )
            return trees.fit(x, train.same)

        def loss(settings: Mapping[str, float]) -> float:
            on_fit()
            key = pairs.hexdigest() + json.dumps([int(columns.sum()), *sorted(settings.items())])
            if key not in losses.known:
                probability = fit(settings).predict_proba(x_validation)[:, 1]
                losses.keep(
                    key, -float(library("sklearn.metrics").roc_auc_score(validation.same, probability))
                )
            return losses.known[key]

        best = least(loss, _space())
        on_fit()
        return fit(best)

    return PairModel(fitted(np.ones(len(FEATURES), dtype=bool)), fitted(_NAMELESS))


def least(
    loss: Callable[[Mapping[str, float]], float], space: Mapping[str, object], *, random: int = 20
) -> dict[str, float]:
    """Return the best of TRIES points of `space`: the first `random` are drawn, TPE proposes the others."""
    hyperopt = library("hyperopt")
    trials = hyperopt.Trials()
    hyperopt.fmin(
        loss,
        dict(space),
        algo=partial(hyperopt.tpe.suggest, n_startup_jobs=random),
        max_evals=TRIES,
        trials=trials,
        rstate=np.random.default_rng(SEED),
        show_progressbar=False,
        verbose=False,
    )
    found: dict[str, float] = hyperopt.space_eval(dict(space), trials.argmin)
    return found


def _space() -> Mapping[str, object]:
    hp, whole = library("hyperopt").hp, library("hyperopt.pyll").scope.int
    return {
        "learning_rate": hp.loguniform("learning_rate", -7, 0),
        "num_leaves": whole(hp.qloguniform("num_leaves", 2, 7, 1)),
        "colsample_bytree": hp.uniform("colsample_bytree", 0.5, 1),
        "subsample": hp.uniform("subsample", 0.5, 1),
        "min_child_samples": whole(hp.qloguniform("min_child_samples", 3, 9, 1)),
        "min_child_weight": hp.loguniform("min_child_weight", -16, 5),
        "reg_alpha": hp.loguniform("reg_alpha", -16, 2),
        "reg_lambda": hp.loguniform("reg_lambda", -16, 2),
        "n_estimators": whole(hp.quniform("n_estimators", *TREES, 1)),
        "max_depth": whole(hp.quniform("max_depth", 1, 100, 1)),
        "min_split_gain": hp.uniform("min_split_gain", 0, 2),
        "monotone_penalty": hp.uniform("monotone_penalty", 0, 5),
    }
