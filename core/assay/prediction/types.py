"""What is predicted of a paper, and what was learned from a library's papers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from assay.messages import Message

PredictionState: TypeAlias = Literal["ready", "untrained", "stale", "uncovered", "loading", "failed"]
"""Why nothing can be predicted, where it is not ready; the last two are of the model that is opened."""


@dataclass(frozen=True, slots=True)
class PredictCall:
    """Predict topics, year and score of a paper."""

    doc_id: str


@dataclass(frozen=True, slots=True)
class PredictedLabel:
    """`known`: the paper itself has it; `ap`: how well it is predicted; `share`: how many papers have it."""

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
    message: Message | None = None  # what the reason says, for translation


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


@dataclass(frozen=True, slots=True)
class LabelQuality:
    """The labels that can be predicted, and how well, on papers that were not seen."""

    names: tuple[str, ...]
    n: int  # papers
    ap: tuple[float, ...]  # of each label: average precision
    shares: tuple[float, ...]  # of each label: how many papers have it, which is what chance would reach
    f1: float  # of all labels together, taken as predicted from a probability of 0.5 on
    calibration_error: float  # mean distance of probabilities from what came true


@dataclass(frozen=True, slots=True)
class NumberQuality:
    """How well a number is predicted, on papers that were not seen."""

    half_width: float  # of the interval that the true number lies in for 80 of 100 papers
    n: int  # papers
    mae: float  # mean absolute error
    mae_of_mean: float  # of the mean of the other papers, which is what has to be beaten
    tau: float  # Kendall's tau-b of predictions and labels
    coverage: float  # share of papers inside an interval whose width was taken from the other folds


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned at one time of one library with one model, by target."""

    model: str
    created: str  # ISO 8601, UTC
    n_papers: int  # of the library then
    labels: Mapping[str, LabelQuality] = field(default_factory=dict)
    numbers: Mapping[str, NumberQuality] = field(default_factory=dict)
    omitted: Mapping[str, str] = field(default_factory=dict)  # target -> why it is not predicted
    omitted_messages: Mapping[str, Message] = field(default_factory=dict)  # the same, for translation
