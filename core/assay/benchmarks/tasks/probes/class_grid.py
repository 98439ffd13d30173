"""The linear SVM of classes with the best C of a grid, as scikit-learn's GridSearchCV finds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from assay.benchmarks.tasks.probes.newton import Floats, Machine, fit_machines
from assay.types import Vectors

Names = npt.NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class LinearClasses:
    """One function for each class, or one for the second of two; the highest, or its sign, decides."""

    classes: Names  # sorted
    weights: Floats  # (classes, d), of two classes (1, d); the last of d + 1 is the intercept
    cost: float

    def predict(self, rows: Vectors) -> Names:
        """(m,) of (m, d)."""
        width = rows.shape[1]
        values = rows @ self.weights[:, :width].T
        if self.weights.shape[1] > width:
            values += self.weights[:, width]
        best = (values[:, 0] > 0).astype(np.int64) if len(self.classes) == 2 else values.argmax(axis=1)
        found: Names = self.classes[best]
        return found


def is_primal(n_rows: int, width: int) -> bool:
    """Return whether scikit-learn fits the weights themselves, as is done here, and not their dual."""
    return n_rows >= width


def fit_classes(
    rows: Vectors,
    labels: Names,
    costs: Sequence[float],
    *,
    intercept: bool,
    threads: int = 1,
    alive: Callable[[], None] = lambda: None,
) -> list[LinearClasses]:
    """Fit for each of `costs` the SVM of all `rows` (n, d), n >= d, of two classes at least."""
    classes = np.unique(labels)
    ones = [np.ones((len(rows), 1))] if intercept else []  # an intercept is a weight like the others
    table = np.concatenate([rows, *ones], axis=1, dtype=np.float64)
    sides = classes[1:] if len(classes) == 2 else classes
    signs = [np.where(labels == name, 1.0, -1.0) for name in sides]
    machines = [Machine(each, cost) for cost in costs for each in signs]
    found = fit_machines(table, machines, threads=threads, alive=alive)
    parts = found.reshape(len(costs), len(sides), -1)
    return [LinearClasses(classes, part, cost) for part, cost in zip(parts, costs, strict=True)]


def best_classes(
    rows: Vectors,
    labels: Names,
    grid: Sequence[float],
    folds: Sequence[tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]],
    *,
    intercept: bool,
    threads: int = 1,
    alive: Callable[[], None] = lambda: None,
) -> LinearClasses:
    """Return the SVM of all rows with the C of the best mean accuracy over `folds`, the first of ties.

    `folds` are (rows to learn from, rows left out); without any the first C of the grid is taken.
    """
    shares = np.empty((len(grid), len(folds)))
    for at, (seen, left) in enumerate(folds):
        found = fit_classes(rows[seen], labels[seen], grid, intercept=intercept, threads=threads, alive=alive)
        shares[:, at] = [np.mean(each.predict(rows[left]) == labels[left]) for each in found]
    best = float(grid[int(np.argmax(shares.mean(axis=1)))]) if folds else grid[0]
    return fit_classes(rows, labels, [best], intercept=intercept, threads=threads, alive=alive)[0]
