"""Values of several systems laid side by side, query by query."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from assay.errors import EvaluationError
from assay.evaluation.ids import short
from assay.evaluation.statistics.paired import Values


@dataclass(frozen=True, slots=True)
class Aligned:
    """`values` is (n, m), float64: a row an item (query or task), a column a system."""

    names: tuple[str, ...]
    items: tuple[str, ...]
    values: Values


def aligned(scores: Mapping[str, Mapping[str, float]]) -> Aligned:
    """system -> item -> value as one table, in the order of the first system's items.

    Raises EvaluationError for fewer than two systems or items, an item that one system has and another lacks
    (nothing is left out in silence), and a value that is not a finite number.
    """
    if len(scores) < 2:
        raise EvaluationError(
            "There is nothing to compare: {0} system was given. Give two or more.", len(scores)
        )
    names, items = tuple(scores), tuple(next(iter(scores.values())))
    for name, found in scores.items():
        _check_items(names[0], scores[names[0]], name, found)
    if len(items) < 2:
        raise EvaluationError(
            "There is {0} query or task to compare on. A paired comparison needs two, and says little "
            "below twenty.",
            len(items),
        )
    values = np.array([[scores[name][item] for name in names] for item in items], dtype=np.float64)
    if not np.isfinite(values).all():
        row, column = np.argwhere(~np.isfinite(values))[0]
        raise EvaluationError(
            "{0} has the value {1} on {2}. Values must be finite numbers: score it again, or take it out "
            "of all systems.",
            names[column],
            values[row, column],
            short(items[row]),
        )
    return Aligned(names, items, values)


def _check_items(first: str, own: Mapping[str, float], name: str, found: Mapping[str, float]) -> None:
    for lacking, having, some, all_of in ((name, first, found, own), (first, name, own, found)):
        missing = [item for item in all_of if item not in some]
        if missing:
            raise EvaluationError(
                "{0} has no value on {1} of what {2} has one on ({3} is the first). Score it there too, "
                "or compare on what both have.",
                lacking,
                len(missing),
                having,
                short(missing[0]),
            )
