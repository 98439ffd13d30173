"""Measures of predicted classes and labels. A new one is a function, named in `CLASS_MEASURES`.

Higher must be better. Its label in the window is in pages/evaluation/benchmarks/words.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from assay.errors import EvaluationError
from assay.evaluation.statistics.paired import Values


@dataclass(frozen=True, slots=True)
class Counts:
    """Sums of `marks` over papers, one row for each way to weight the papers."""

    parts: Sequence[tuple[Values, Values]]  # weights (rows, papers), and the marks that they weight
    names: Sequence[str]  # of the labels
    several: bool  # whether a paper may have several labels, or none

    def sums(self, start: int, stop: int | None = None) -> Values:
        """(rows, columns) from one column of the marks to another."""
        return np.asarray(sum(weights @ marked[:, start:stop] for weights, marked in self.parts))

    def f1(self) -> tuple[Values, npt.NDArray[np.bool_]]:
        """(rows, names) F1 of each label, and whether any paper has it or was given it; else F1 is 0."""
        hits, predicted, true = np.split(self.sums(0, -2), 3, axis=1)
        both = predicted + true
        return np.divide(2 * hits, both, out=np.zeros_like(both), where=both > 0), both > 0


def marks(truth: Sequence[Any], found: Sequence[Any], names: Sequence[str]) -> Values:
    """(papers, 3 names + 2) of 0 and 1: right, predicted and true labels, whether all are right, and 1."""
    true, predicted = (
        np.array([[name in row for name in names] for row in map(labels_of, side)], dtype=np.float64)
        for side in (truth, found)
    )
    right = (true == predicted).all(axis=1, keepdims=True)
    return np.hstack([true * predicted, predicted, true, right, np.ones_like(right)])


def labels_of(value: Any) -> Sequence[str]:
    """Return the labels of a paper, of a class that one."""
    return [value] if isinstance(value, str) else value


def _accuracy(counts: Counts) -> tuple[Values, Values]:
    """Return the share of papers whose class, or every label, is right."""
    right, n = counts.sums(-2).T
    return right, n


def _f1(counts: Counts) -> tuple[Values, Values]:
    """Return F1 of the class "1" against "0"."""
    if not {*counts.names} <= {"0", "1"}:
        raise EvaluationError("f1 needs the classes 0 and 1, not {0}.", ", ".join(counts.names[:4]))
    one = counts.f1()[0][:, [name == "1" for name in counts.names]].sum(axis=1)
    return one, np.ones_like(one)


def _f1_macro(counts: Counts) -> tuple[Values, Values]:
    """Return the mean F1 of the classes that occur, or of all labels: scikit-learn's rule."""
    f1, occurs = counts.f1()
    return f1.sum(axis=1), np.maximum((occurs | counts.several).sum(axis=1), 1)


CLASS_MEASURES: Mapping[str, Callable[[Counts], tuple[Values, Values]]] = {
    "f1_macro": _f1_macro,
    "f1": _f1,
    "accuracy": _accuracy,
}
"""name -> a sum and the number to divide it by, of each row of counts; the first is the usual measure"""


def class_score(
    measure: str, truth: Sequence[Any], found: Sequence[Any], names: Sequence[str] | None = None
) -> float:
    """Return one of `CLASS_MEASURES`, in percent, of classes or lists of labels, or of `names` among these.

    Raises EvaluationError for other classes than the measure is of.
    """
    if names is None:
        names = sorted({name for row in (*truth, *found) for name in labels_of(row)})
    marked = marks(truth, found, names)
    counts = Counts([(np.ones((1, len(truth))), marked)], names, several=not isinstance(truth[0], str))
    total, n = CLASS_MEASURES[measure](counts)
    return 100 * float((total / n)[0])
