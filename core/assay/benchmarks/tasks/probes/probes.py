"""Linear probes: what a linear model reads from vectors, scored as SciRepEval does (Singh et al. 2023).

Vectors are taken as they are, unscaled. As the authors' library had no intercept, `intercept` is off unless
asked for. C is chosen by three-fold cross-validation on the training rows: by accuracy, by R² for numbers.
"""

from __future__ import annotations

import importlib
import math
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.probes.class_grid import best_classes, is_primal
from assay.benchmarks.types import FewShot
from assay.errors import EvaluationError
from assay.types import Vectors

CLASS_GRID = (0.01, 0.1, 1.0, 10.0, 100.0)
NUMBER_GRID = (1e-4, 1e-3, 1e-2, 1e-1, 1.0, 1e1, 1e2)
FOLDS = 3
SEED = 42
_WORTH_A_PROCESS = 1 << 20  # numbers to learn from, below which starting processes takes longer

Names = Sequence[str]
NameSets = Sequence[tuple[str, ...]]
Step = Callable[[], None]


def _no_step() -> None:
    """Count no fits: nobody asks."""


def predict_classes(
    train: Vectors,
    labels: Names,
    test: Vectors,
    *,
    grid: Sequence[float] = CLASS_GRID,
    intercept: bool = False,
    workers: int = 1,
    alive: Step = _no_step,
) -> list[str]:
    """Return the class of each row of `test` (m, d) by a linear SVM (squared hinge) of `train` (n, d).

    With one value in `grid` nothing is chosen. Rows of one class alone teach that class. `alive` is called
    often while many rows are fitted, and may raise.
    """

    if len({*labels}) < 2:
        return [labels[0]] * len(test)
    known = np.array(labels)
    chosen = len(grid) > 1 and _divides(known)
    folds = _class_folds(known) if chosen else []
    if is_primal(min([len(train), *(len(seen) for seen, _ in folds)]), train.shape[1]):
        found = best_classes(
            train,
            known,
            grid if chosen else [_only(grid)],
            folds,
            intercept=intercept,
            threads=workers,
            alive=alive,
        ).predict(test)
        return [str(name) for name in found]
    svm = _sklearn("svm").LinearSVC(loss="squared_hinge", random_state=SEED, fit_intercept=intercept)
    return [str(name) for name in _fitted(svm, train, known, grid).predict(test)]


def predict_labels(
    train: Vectors,
    labels: NameSets,
    test: Vectors,
    *,
    names: Names,
    grid: Sequence[float] = CLASS_GRID,
    intercept: bool = False,
    workers: int = 1,
    step: Step = _no_step,
) -> npt.NDArray[np.int64]:
    """(m, names) of 0 and 1: one against the rest, each label with a hinge SVM and a C of its own."""

    found = np.zeros((len(test), len(names)), dtype=np.int64)
    for place, name in enumerate(names):
        step()
        own = np.array([name in row for row in labels], dtype=np.int64)
        if own.all() or not own.any():
            found[:, place] = own[0]
            continue
        svm = _sklearn("svm").LinearSVC(
            loss="hinge", random_state=SEED, fit_intercept=intercept, max_iter=10_000
        )
        found[:, place] = _fitted(svm, train, own, grid, workers).predict(test)
    return found


def predict_numbers(
    train: Vectors, numbers: Sequence[float], test: Vectors, *, intercept: bool = False, workers: int = 1
) -> npt.NDArray[np.float64]:
    """(m,) from a linear support vector regression with epsilon 0."""

    svr = _sklearn("svm").LinearSVR(epsilon=0.0, random_state=SEED, fit_intercept=intercept)
    target = np.array(numbers, dtype=np.float64)
    found: npt.NDArray[np.float64] = _fitted(svr, train, target, NUMBER_GRID, workers).predict(test)
    return found


def _fitted(
    model: Any, train: Vectors, target: npt.NDArray[Any], grid: Sequence[float], workers: int = 1
) -> Any:
    """Return the model with the best C of the grid, fitted to all rows.

    Several workers are processes: scikit-learn's dual solver draws from one generator for a whole process.
    """
    with _unheard():
        if len(grid) == 1 or not _divides(target):
            return model.set_params(C=_only(grid)).fit(train, target)
        jobs = workers if train.size >= _WORTH_A_PROCESS else 1
        search = _sklearn("model_selection").GridSearchCV(model, {"C": list(grid)}, cv=FOLDS, n_jobs=jobs)
        return search.fit(train, target).best_estimator_


def _class_folds(labels: npt.NDArray[Any]) -> list[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]]:
    """(rows to learn from, rows left out) of each fold, as GridSearchCV divides classes."""
    with _unheard():
        return [*_sklearn("model_selection").StratifiedKFold(FOLDS).split(np.zeros((len(labels), 1)), labels)]


def _only(grid: Sequence[float]) -> float:
    """Return the C where there is nothing to choose by: the grid's one, else scikit-learn's own."""
    return grid[0] if len(grid) == 1 else 1.0


def _sklearn(part: str) -> Any:
    """Return a module of scikit-learn, which says nothing of types, loaded when it is needed."""
    return importlib.import_module(f"sklearn.{part}")


def _divides(target: npt.NDArray[Any]) -> bool:
    """Return whether every fold can train: numbers need a row a fold, two classes two rows of each."""
    if target.dtype.kind == "f":
        return len(target) >= FOLDS
    counts = sorted(Counter(target.tolist()).values(), reverse=True)
    return counts[0] >= FOLDS and counts[1] >= 2


@contextmanager
def _unheard() -> Iterator[None]:
    """A class of fewer rows than folds, and a fit that ends by its number of steps, are as published."""
    from sklearn.exceptions import ConvergenceWarning

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.filterwarnings("ignore", "The least populated class in y", UserWarning)
        yield


# --- few-shot


def few_shot_rows(labels: Names, few: FewShot) -> Iterator[npt.NDArray[np.int64]]:
    """Of each training its rows: the test folds of a stratified division into parts of about `sample_size`.

    Raises EvaluationError where there are not twice as many rows.
    """
    parts = math.ceil(len(labels) / few.sample_size)
    most = max(Counter(labels).values())
    if parts < 2 or parts > most:
        raise EvaluationError(
            "{0} papers to train with, {1} of the largest class, do not fall to parts of {2}. Take "
            "another 'sample_size'.",
            len(labels),
            most,
            few.sample_size,
        )
    with _unheard():
        folds = _sklearn("model_selection").StratifiedKFold(parts).split(np.zeros((len(labels), 1)), labels)
        for _, (_, rows) in zip(range(few.iterations), folds, strict=False):
            yield rows


def few_label_rows(labels: NameSets, names: Names, few: FewShot) -> Iterator[npt.NDArray[np.int64]]:
    """Of each training its rows: of every label `sample_size` papers that have it, or all, taken together.

    The draws of the released evaluator, label by label in the order of `names`, and the rows in the order in
    which it keeps them: the folds that choose C depend on it.
    """
    have = [np.flatnonzero([name in row for row in labels]) for name in names]
    for turn in range(few.iterations):
        rng = np.random.RandomState(SEED + turn)
        taken: set[int] = set()
        for rows in have:
            taken.update(rng.choice(rows, min(few.sample_size, len(rows)), replace=False).tolist())
        yield np.array(list(taken), dtype=np.int64)
