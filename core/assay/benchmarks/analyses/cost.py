"""What a model costs beside how good it is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from assay.errors import EvaluationError
from assay.evaluation.plain import Plain


@dataclass(frozen=True, slots=True)
class Model(Plain):
    """One model as it was measured. `score` is in percent, None where it is not comparable.

    `seconds` is of encoding 1,000 papers, None where that is not known; `measured` is the day on which that
    was last timed, "" where nobody noted it; `megabytes` of the vectors of
    1,000 papers, `parameters` of the model, each None where not known.
    """

    name: str
    score: float | None
    seconds: float | None
    parameters: int | None = None
    megabytes: float | None = None
    measured: str = ""


@dataclass(frozen=True, slots=True)
class CostRow(Plain):
    """A model in the table. `beaten_by` are those at least as good and as fast, and better in one of the two.

    `slower` is how many times as long as the fastest it takes, `behind` how far it is behind the best score.
    """

    model: Model
    beaten_by: tuple[str, ...]
    slower: float | None
    behind: float | None

    @property
    def worth_its_cost(self) -> bool:
        """Whether nothing beats it (it is on the Pareto front); False without both numbers."""
        return not self.beaten_by and self.slower is not None and self.behind is not None


def cost_table(models: Iterable[Model]) -> tuple[CostRow, ...]:
    """The models with what they cost, the best first; those without a score last, in the order given.

    Raises EvaluationError for two models of one name, and a number that is not finite or a time below 0.
    """
    rows = list(models)
    _check(rows)
    fastest = min((one.seconds for one in rows if one.seconds is not None), default=None)
    best = max((one.score for one in rows if one.score is not None), default=None)
    found = [
        CostRow(
            one,
            tuple(other.name for other in rows if _beats(other, one)),
            one.seconds / fastest if one.seconds is not None and fastest else None,
            best - one.score if one.score is not None and best is not None else None,
        )
        for one in rows
    ]
    return tuple(sorted(found, key=lambda row: math.inf if row.behind is None else row.behind))


def _beats(other: Model, one: Model) -> bool:
    if one.score is None or one.seconds is None or other.score is None or other.seconds is None:
        return False
    gain, saving = other.score - one.score, one.seconds - other.seconds
    return min(gain, saving) >= 0 and max(gain, saving) > 0


def _check(models: list[Model]) -> None:
    seen: set[str] = set()
    for one in models:
        if one.name in seen:
            raise EvaluationError(f"Two models are called {one.name!r:.60}. Rename one.")
        seen.add(one.name)
        for what, value in (("score", one.score), ("time", one.seconds)):
            if value is not None and not math.isfinite(value):
                raise EvaluationError(f"The {what} of {one.name} is {value}. Measure it anew.")
        if one.seconds is not None and one.seconds < 0:
            raise EvaluationError(f"{one.name} took {one.seconds:g} seconds. Measure it anew.")
