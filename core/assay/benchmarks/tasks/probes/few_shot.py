"""Trainings on few examples, each setting on its own: its mean, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean


@dataclass(frozen=True, slots=True)
class FewShotScore:
    """One setting. `values` is metric -> percent, the mean over its trainings; `failure` says why none is."""

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
        return f"{self.iterations} trainings on {self.sample_size} examples"


def with_few(complete: Mapping[str, float], few: Sequence[FewShotScore]) -> dict[str, float]:
    """metric -> the mean of the training on all rows and of each setting that has a score."""
    there = [each.values for each in few if each.scored]
    return {metric: fmean([value, *(row[metric] for row in there)]) for metric, value in complete.items()}
