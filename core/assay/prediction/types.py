"""What is predicted of a paper, and what was learned from a library's papers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

PredictionState: TypeAlias = Literal["ready", "untrained", "stale", "uncovered", "loading", "failed"]
"""Why nothing can be predicted, where it is not ready; the last two are of the model that is opened."""


@dataclass(frozen=True, slots=True)
class PredictCall:
    """Predict topics, year and score of a paper."""

    doc_id: str


@dataclass(frozen=True, slots=True)
class PredictedLabel:
    """`known` says that the paper itself has it; `ap` and `share` how well it is told and how often it is."""

    name: str
    probability: float
    known: bool
    ap: float
    share: float


@dataclass(frozen=True, slots=True)
class PredictedLabels:
    """The more probable labels, the most probable first. `n` papers were learned from."""

    key: str
    labels: tuple[PredictedLabel, ...]
    n_labels: int  # that could have been named
    n: int
    mean_ap: float
    mean_share: float  # what chance would reach
    f1: float
    calibration_error: float


@dataclass(frozen=True, slots=True)
class PredictedNumber:
    """The true number lies between `low` and `high` for 80 of 100 papers; `known` is it where it is known."""

    key: str
    value: float
    low: float
    high: float
    known: float | None
    lowest: float  # of the papers that were learned from
    highest: float
    n: int
    mae: float
    mae_of_mean: float
    tau: float
    coverage: float


@dataclass(frozen=True, slots=True)
class Omitted:
    """What is not predicted, and why."""

    key: str
    reason: str


@dataclass(frozen=True, slots=True)
class Prediction:
    """What is predicted of one paper, or the state for which nothing can be.

    A paper of which a thing is known is predicted by a probe that did not learn from it.
    """

    doc_id: str
    state: PredictionState
    message: str = ""
    model: str = ""
    created: str = ""
    n_papers: int = 0
    labels: tuple[PredictedLabels, ...] = ()
    numbers: tuple[PredictedNumber, ...] = ()
    omitted: tuple[Omitted, ...] = ()
