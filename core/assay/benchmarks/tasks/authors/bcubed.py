"""B-cubed precision and recall of groups (Bagga and Baldwin 1998): how pure and how whole they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from assay.errors import EvaluationError


@dataclass(frozen=True, slots=True)
class BCubed:
    """Means over everything that is grouped, 0 to 1. `f1` is of the two means."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        return 2 * self.precision * self.recall / (self.precision + self.recall)


def b_cubed(found: Mapping[str, Hashable], truth: Mapping[str, Hashable]) -> BCubed:
    """Score the groups found against the true ones: of each name (the same keys in both) its group.

    The precision of one is the share of its group that is truly its own, itself too; its recall the share of
    its true group that was found with it. Raises EvaluationError for other keys and for none.
    """
    if found.keys() != truth.keys() or not truth:
        raise EvaluationError("{0} grouped and {1} known do not go together.", len(found), len(truth))
    both = Counter((found[key], truth[key]) for key in truth)
    of_found, of_truth = Counter(found.values()), Counter(truth.values())
    return BCubed(
        precision=sum(n * n / of_found[group] for (group, _), n in both.items()) / len(truth),
        recall=sum(n * n / of_truth[group] for (_, group), n in both.items()) / len(truth),
    )
