"""Trainings on few examples, each setting by itself: its mean, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from statistics import fmean
from typing import Any


@dataclass(frozen=True, slots=True)
class FewShotScore:
    """One setting. `values` is metric -> percent, the mean over its trainings; `failure` says why none is.

    `iterations` is 0 where it is not known, in scores of earlier programs.
    """

    sample_size: int
    iterations: int
    values: Mapping[str, float] = field(default_factory=dict)
    failure: str = ""

    @property
    def scored(self) -> bool:
        return not self.failure

    @property
    def words(self) -> str:
        """Such as "50 trainings on 16 examples"."""
        turns = f"{self.iterations} " if self.iterations else ""
        return f"{turns}trainings on {self.sample_size} examples"

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def with_few(complete: Mapping[str, float], few: Sequence[FewShotScore]) -> dict[str, float]:
    """metric -> the mean of the training on all rows and of each setting that has a score."""
    there = [each.values for each in few if each.scored]
    return {metric: fmean([value, *(row[metric] for row in there)]) for metric, value in complete.items()}


def few_shot_of(rows: Any) -> tuple[FewShotScore, ...]:
    """What `as_json` gave of each, or an earlier program's object of sizes.

    Raises KeyError, TypeError, ValueError or AttributeError for anything else.
    """
    if isinstance(rows, dict):
        return tuple(FewShotScore(int(size), 0, values) for size, values in rows.items())
    return tuple(
        FewShotScore(int(row["sample_size"]), int(row["iterations"]), row["values"], str(row["failure"]))
        for row in rows
    )
