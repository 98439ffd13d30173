"""A recipe: everything that decides what a training run makes, but for the machine it runs on.

The defaults are those of Zeta Alpha, Multi-objective Representation Learning for Scientific Document
Retrieval (2022), section 4.1, as printed. Where the released code does otherwise, a preset says so.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from assay.errors import RecipeError

DEFAULT_BASE = "all-MiniLM-L6-v2"
AUTO_DEVICE = "auto"

ObjectiveKind = Literal[
    "cropping",
    "msmarco",
    "specter",
    "unarxiv-doc2doc",
    "unarxiv-context2doc",
    "inpars",
    "pairs",
    "judgements",
]
Variant = Literal["paper", "released"]
Mixing = Literal["mixed", "exact", "alternate"]
LossKind = Literal["mnrl", "triplet"]
ScheduleKind = Literal["linear", "constant"]
Precision = Literal["auto", "fp32", "bf16", "fp16"]
Average = Literal["objectives", "examples"]


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise RecipeError(message)


OF_SOME_KINDS: Mapping[str, frozenset[str]] = {
    "variant": frozenset({"cropping", "msmarco", "unarxiv-doc2doc", "unarxiv-context2doc", "inpars"}),
    "margin": frozenset({"msmarco"}),
    "per_system": frozenset({"msmarco"}),
    "grade": frozenset({"judgements"}),
}
"""key of an objective -> the kinds that it means something to"""


@dataclass(frozen=True, slots=True)
class ObjectiveSpec:
    """One source of examples: which kind, where it lies, and its share of mixed batches."""

    kind: ObjectiveKind
    path: str  # a file or a folder; from the recipe's folder if relative
    name: str = ""  # the kind, if not given
    weight: float = 0.0  # in mixed batches; they sum to 1, and all 0 means equal shares
    limit: int = 0  # at most so many examples, drawn with the recipe's seed; 0 means all
    validation: float = 0.1  # share of the examples held out, unless the objective has a file of its own
    validation_limit: int = 1000  # at most so many examples validate
    variant: Variant = "paper"  # of what paper and released code do differently
    margin: float = 3.0  # msmarco: a negative's highest score; "released": how far below the worst positive
    per_system: int = 5  # msmarco: negatives taken from each system
    grade: int = 1  # judgements: the least grade of a positive; 2 is the highest

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.kind)
        for key, kinds in OF_SOME_KINDS.items():
            given = getattr(self, key) != self.__dataclass_fields__[key].default
            _require(
                self.kind in kinds or not given,
                f"Objective '{self.name}': '{key}' says nothing to the kind {self.kind}. Leave it out.",
            )
        _require(bool(self.path), f"Objective '{self.name}' has no path. Say where its file lies.")
        _require(0 <= self.weight <= 1, f"Objective '{self.name}': weight {self.weight:g} is outside 0..1.")
        _require(self.limit >= 0, f"Objective '{self.name}': limit {self.limit} is below 0.")
        _require(
            0 < self.validation < 1,
            f"Objective '{self.name}': validation {self.validation:g} is a share, above 0 and below 1.",
        )
        _require(self.validation_limit >= 1, f"Objective '{self.name}': validation_limit is below 1.")
        _require(self.per_system >= 1, f"Objective '{self.name}': per_system {self.per_system} is below 1.")
        _require(self.grade in (1, 2), f"Objective '{self.name}': grade {self.grade} is neither 1 nor 2.")


@dataclass(frozen=True, slots=True)
class LossSpec:
    """What is made small: MNRL over the batch, or a margin between two distances."""

    kind: LossKind = "mnrl"
    scale: float = 20.0  # mnrl: of the cosine; 20 is a temperature of 0.05
    margin: float = 1.0  # triplet: in units of the vectors' own length, L2
    mask_duplicates: bool = False  # mnrl: a document equal to a row's positive is no negative of that row

    def __post_init__(self) -> None:
        _require(0 < self.scale < math.inf, f"scale {self.scale:g} must be above 0.")
        _require(0 < self.margin < math.inf, f"margin {self.margin:g} must be above 0.")


@dataclass(frozen=True, slots=True)
class OptimiserSpec:
    """AdamW and its schedule. Updates are optimiser steps: one every `accumulation` batches."""

    learning_rate: float = 2e-5
    weight_decay: float = 0.0
    epsilon: float = 1e-8
    schedule: ScheduleKind = "linear"  # to 0 over the stage's updates, one step an update
    warmup_updates: int = 0
    clip: float = 0.0  # norm of the gradient; 0 means no clipping

    def __post_init__(self) -> None:
        _require(0 < self.learning_rate < 1, f"learning_rate {self.learning_rate:g} is outside 0..1.")
        _require(0 <= self.weight_decay < 1, f"weight_decay {self.weight_decay:g} is outside 0..1.")
        _require(0 < self.epsilon < 1, f"epsilon {self.epsilon:g} is outside 0..1.")
        _require(self.warmup_updates >= 0, f"warmup_updates {self.warmup_updates} is below 0.")
        _require(0 <= self.clip < math.inf, f"clip {self.clip:g} is below 0, or no number.")


@dataclass(frozen=True, slots=True)
class StoppingSpec:
    """When to validate, and when no better loss for `patience` validations ends the stage."""

    interval: int = 5000  # updates between validations
    patience: int = 2  # 0 means never
    average: Average = "objectives"  # of the objectives' losses; "examples" weighs them by size

    def __post_init__(self) -> None:
        _require(self.interval >= 1, f"interval {self.interval} is below 1.")
        _require(self.patience >= 0, f"patience {self.patience} is below 0.")


@dataclass(frozen=True, slots=True)
class Stage:
    """One training from the weights of the stage before, with an optimiser of its own."""

    objectives: tuple[ObjectiveSpec, ...]
    name: str = ""
    mixing: Mixing = "mixed"
    batch_size: int = 16  # examples, each a query, a positive and a negative; on each device
    accumulation: int = 2  # batches an update; it adds no negatives to a softmax
    epochs: int = 0  # 0: as many as `max_updates` takes
    max_updates: int = 200_000
    loss: LossSpec = LossSpec()
    optimiser: OptimiserSpec = OptimiserSpec()
    stopping: StoppingSpec = StoppingSpec()

    def __post_init__(self) -> None:
        where = f"Stage '{self.name}'" if self.name else "A stage"
        _require(bool(self.objectives), f"{where} has no objectives. Give it at least one.")
        names = [objective.name for objective in self.objectives]
        _require(len({*names}) == len(names), f"{where}: two objectives are called the same ({names}).")
        for key in ("batch_size", "accumulation", "max_updates"):
            _require(getattr(self, key) >= 1, f"{where}: {key} {getattr(self, key)} is below 1.")
        _require(self.epochs >= 0, f"{where}: epochs {self.epochs} is below 0.")
        self._check_weights(where)

    def _check_weights(self, where: str) -> None:
        given = [objective.weight for objective in self.objectives]
        if not any(given):
            return
        _require(self.mixing != "alternate", f"{where}: alternate batches take turns; leave the weights out.")
        _require(
            min(given) > 0 and abs(sum(given) - 1) < 1e-6,
            f"{where}: the weights {given} must each be above 0 and sum to 1; they sum to {sum(given):g}.",
        )

    @property
    def weights(self) -> dict[str, float]:
        """objective -> share of mixed batches; they sum to 1."""
        equal = 1 / len(self.objectives)
        return {objective.name: objective.weight or equal for objective in self.objectives}


@dataclass(frozen=True, slots=True)
class Recipe:
    """Base model, stages, and what is the same for all of them."""

    name: str
    stages: tuple[Stage, ...]
    base: str = DEFAULT_BASE  # a model of the registry, a folder, or a name that `load_encoder` knows
    seed: int = 42
    device: str = AUTO_DEVICE  # auto | cpu | cuda | cuda:1 | mps
    precision: Precision = "auto"  # auto: bf16 on a CUDA card that has it, else fp32
    max_length: int = 512  # wordpieces, special tokens included
    separator: str = "[SEP]"  # between title and abstract; cropping joins them with a space in any case

    def __post_init__(self) -> None:
        _require(bool(self.name.strip()), "The recipe has no name. Give it one.")
        _require(bool(self.stages), "The recipe has no stages. Give it at least one.")
        _require(self.seed >= 0, f"seed {self.seed} is below 0.")
        _require(self.max_length >= 3, f"max_length {self.max_length} holds no text.")
        named = [
            stage if stage.name else replace(stage, name=f"stage {place}")
            for place, stage in enumerate(self.stages, start=1)
        ]
        names = [stage.name for stage in named]
        _require(len({*names}) == len(names), f"Two stages are called the same ({names}).")
        object.__setattr__(self, "stages", tuple(named))
