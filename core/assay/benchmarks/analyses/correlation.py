"""Which tasks say the same of models: their correlation over the models (SciRepEval, figure 2)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from assay.errors import BadInput, EvaluationError
from assay.evaluation.plain import Plain

FEWEST = 3
"""Models of different scores below which a correlation says nothing: two are always on a line."""


@dataclass(frozen=True, slots=True)
class Correlations(Plain):
    """Pearson's correlation of every two columns over the `models` that were scored on both.

    `r` and `n` are rows by columns, symmetric, in the order of `columns`. `r` is None below three models
    of different scores, and where a column does not vary. `excluded` are the ensembles: they are no models
    of their own, and would pull the tasks together on which their members are good.
    """

    columns: tuple[str, ...]
    models: tuple[str, ...]
    excluded: tuple[str, ...]
    r: tuple[tuple[float | None, ...], ...]
    n: tuple[tuple[int, ...], ...]

    @property
    def range_n(self) -> tuple[int, int]:
        """The fewest and the most models behind one r of two columns; (0, 0) where there is none."""
        rows = enumerate(zip(self.r, self.n, strict=True))
        found = [
            n
            for i, (of_r, of_n) in rows
            for j, (r, n) in enumerate(zip(of_r, of_n, strict=True))
            if r is not None and (i != j or len(self.columns) == 1)
        ]
        return min(found, default=0), max(found, default=0)

    def of(self, one: str, other: str) -> float | None:
        """Raises BadInput for a column that is not there."""
        for column in (one, other):
            if column not in self.columns:
                raise BadInput(f"There is no column {column!r:.60}. There are {', '.join(self.columns)}.")
        return self.r[self.columns.index(one)][self.columns.index(other)]


def task_correlations(
    scores: Mapping[str, Mapping[str, float]], *, ensembles: Collection[str] = ()
) -> Correlations:
    """Correlates the columns of model -> column -> value. Columns stand in the order in which they appear.

    Raises EvaluationError where fewer than three models are left without the ensembles.
    """
    models = tuple(name for name in scores if name not in ensembles)
    if len(models) < FEWEST:
        raise EvaluationError(
            f"There are {len(models)} models beside ensembles. Tasks can be correlated over three or "
            "more; score others too."
        )
    columns = tuple(dict.fromkeys(column for name in models for column in scores[name]))
    table = np.array(
        [[scores[name].get(column, np.nan) for column in columns] for name in models], dtype=np.float64
    ).reshape(len(models), len(columns))
    there = np.isfinite(table)
    n = (there.T.astype(np.int64) @ there.astype(np.int64)).tolist()
    return Correlations(
        columns=columns,
        models=models,
        excluded=tuple(name for name in scores if name in ensembles),
        r=tuple(
            tuple(_pearson(table[:, i], table[:, j]) for j in range(len(columns)))
            for i in range(len(columns))
        ),
        n=tuple(map(tuple, n)),
    )


def _pearson(one: np.ndarray, other: np.ndarray) -> float | None:
    both = np.isfinite(one) & np.isfinite(other)
    if len({*zip(one[both].tolist(), other[both].tolist(), strict=True)}) < FEWEST:
        return None  # models of the same vectors have the same scores, and are one model
    x, y = (side[both] - side[both].mean() for side in (one, other))
    spread = float(np.sqrt((x**2).sum() * (y**2).sum()))
    # Of equal numbers the deviations are rounding errors, of which a correlation could be anything.
    if min(float(np.abs(x).max()), float(np.abs(y).max())) <= 1e-12 * float(
        max(np.abs(one[both]).max(), np.abs(other[both]).max(), 1.0)
    ):
        return None
    return float(np.clip((x * y).sum() / spread, -1.0, 1.0))
