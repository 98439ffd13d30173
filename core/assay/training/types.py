"""What a dry run finds, the data of a recipe and its cost; and what a card says of data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from assay.messages import Message


@dataclass(frozen=True, slots=True)
class ObjectiveEstimate:
    """What an objective has to teach."""

    name: str
    kind: str
    n_train: int
    n_validation: int
    left_out: Mapping[str, int]  # reason, in words -> rows
    epochs: float  # of the stage, as the recipe and a run's steps count them
    met: float  # how often the stage meets an example of this objective, on average
    tokens_per_example: float  # of query, positive and negative together; of the examples shown
    examples: tuple[Mapping[str, str], ...]  # query, positive and negative, or text and target, in words
    first_left_out: Mapping[str, str] = field(default_factory=dict)  # reason -> where its first row is


@dataclass(frozen=True, slots=True)
class StageEstimate:
    """What a stage costs if nothing stops it early."""

    name: str
    steps: int
    examples_per_step: int
    objectives: tuple[ObjectiveEstimate, ...]
    seconds_per_step: float  # timed
    validations: int
    seconds_per_validation: float  # from a timed part of the held-out examples
    seconds: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a recipe costs on one device of this machine."""

    name: str
    base: str
    parameters: int
    dim: int
    device: str
    precision: str
    stages: tuple[StageEstimate, ...]
    seconds: float
    memory_bytes: int  # weights, optimiser, a timed batch's backward pass; off CUDA the program itself too
    worst_memory_bytes: int  # the same with a batch of nothing but texts of the greatest length
    notes: tuple[str, ...]
    messages: tuple[Message, ...] = ()  # what the notes say, for translation


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What a model's card says of the data of one objective."""

    name: str = ""
    kind: str = ""
    n_train: int = 0
    n_validation: int = 0
    files: Mapping[str, str] = field(default_factory=dict)  # file name -> SHA-256
    left_out: Mapping[str, int] = field(default_factory=dict)  # reason, in words -> rows
    first_left_out: Mapping[str, str] = field(default_factory=dict)  # reason -> where its first row is
