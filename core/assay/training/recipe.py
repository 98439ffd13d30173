"""A recipe: everything that decides what a training run makes, but for the machine it runs on.

The defaults are those of Zeta Alpha, Multi-objective Representation Learning for Scientific Document
Retrieval (2022), section 4.1, as printed. Where the released code does otherwise, a preset says so.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

from assay.encoding.multiformat.spec import ONE_PASS, UNCHANGED, FormatSpec, Pooling
from assay.errors import ModelError, RecipeError
from assay.types import TaskFormat

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
    "classification",
    "regression",
    "candidates",
]
Variant = Literal["paper", "released"]
Mixing = Literal["mixed", "exact", "alternate", "tasks"]
LossKind = Literal["mnrl", "triplet"]
ScheduleKind = Literal["linear", "constant", "inverse-sqrt"]
Precision = Literal["auto", "fp32", "bf16", "fp16"]
Average = Literal["objectives", "examples"]
Variation = Literal["", "cls", "codes", "adapters", "fusion", "pals", "probes", "pools", "wide"]
BaseTraining = Literal["auto", "trained", "frozen"]
FormatName = Literal["", "CLF", "PRX", "QRY", "RGN"]
LIBRARY = "library:"
"""How the path of an objective begins that learns from the user's own library."""
LIBRARY_LABELS: Mapping[str, tuple[str, ...]] = {
    "classification": ("venue", "keywords", "year"),
    "regression": ("year", "rating"),
    "pairs": ("title", "tldr", "citation", "cocitation"),
    "candidates": ("citation", "cocitation"),
    "cropping": (),
    "judgements": ("typed", "papers"),
}
"""kind of an objective that a library may teach -> what its 'label' may be then"""
UNLABELLED: frozenset[str] = frozenset({"pairs", "cropping", "judgements"})
"""Those of them that teach something without a label, too."""
LABELLED: frozenset[str] = frozenset({"classification", "regression"})
"""The kinds whose examples are one text and what is to be said of it; the others' are three texts."""
_OF_FIELDS = frozenset({*LABELLED, "candidates"})


_ADAPTERS = (
    "'adapters' names a model with adapters where the variant is fusion, and only there. Leave it out."
)
_NO_ADAPTERS = (
    'fusion needs adapters = "<a trained model with adapters>", the folder of one. To get it, train this '
    'recipe with variant = "adapters" first: its run\'s folder holds it as model/.'
)


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise RecipeError(message)


OF_SOME_KINDS: Mapping[str, frozenset[str]] = {
    "variant": frozenset(
        {"cropping", "msmarco", "unarxiv-doc2doc", "unarxiv-context2doc", "inpars", "candidates"}
    ),
    "margin": frozenset({"msmarco"}),
    "per_system": frozenset({"msmarco"}),
    "grade": frozenset({"judgements"}),
    "fields": _OF_FIELDS,
    "label": LABELLED | {"pairs", "candidates", "judgements"},
    "labels": frozenset({"classification"}),
    "multi_label": frozenset({"classification"}),
    "per_query": frozenset({"candidates"}),
    "query_format": frozenset(get_args(ObjectiveKind)) - LABELLED,
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
    fields: str = "title, abstract"  # what is read of a paper: its keys, joined by the separator
    label: str = ""  # the key that holds what is to be said of the text; of a library: what it teaches
    labels: str = ""  # a file of the labels, one a line; those that the rows have, if not given
    multi_label: bool = False  # a text may have several labels, or none
    per_query: int = 5  # candidates: at most so many triplets of a query
    format: FormatName = ""  # of the vectors that learn; by the kind, if not given
    query_format: FormatName = ""  # of the queries' vectors

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
        _require(self.per_query >= 1, f"Objective '{self.name}': per_query {self.per_query} is below 1.")
        _require(
            self.kind not in LABELLED or bool(self.label),
            f"Objective '{self.name}' has no label. Say which key of a row holds it.",
        )
        _require(
            self.kind in LABELLED or not self.label or self.path.startswith(LIBRARY),
            f"Objective '{self.name}': '{self.label}' says what a library is to teach, so the path must "
            f"begin with '{LIBRARY}'. Change it, or leave 'label' out.",
        )
        _require(bool(self.read), f"Objective '{self.name}': fields {self.fields!r} name nothing to read.")

    @property
    def read(self) -> tuple[str, ...]:
        """The keys of a paper that are read."""
        return tuple(filter(None, (key.strip() for key in self.fields.split(","))))

    @property
    def formats(self) -> tuple[TaskFormat, TaskFormat]:
        """The formats of queries and of papers (SciRepEval, section 4); the same where there is one text."""
        own = TaskFormat(self.format or _FORMATS.get(self.kind, TaskFormat.PRX))
        if self.kind in LABELLED:
            return own, own
        typed = self.kind in _SEARCHES and self.label not in _PAPERS_ASK
        usual = TaskFormat.QRY if typed else own
        return TaskFormat(self.query_format or usual), own


_FORMATS = {"classification": TaskFormat.CLF, "regression": TaskFormat.RGN}
_SEARCHES = frozenset({"msmarco", "unarxiv-context2doc", "inpars", "pairs", "judgements"})
"""The kinds whose queries are words that somebody typed or wrote, and no papers."""
_PAPERS_ASK = frozenset({"citation", "cocitation", "papers"})
"""What a library teaches by queries that are papers."""


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
    warmup_from: float = 0.0  # the rate that the warm-up begins with
    clip: float = 0.0  # norm of the gradient; 0 means no clipping

    def __post_init__(self) -> None:
        _require(0 < self.learning_rate < 1, f"learning_rate {self.learning_rate:g} is outside 0..1.")
        _require(0 <= self.weight_decay < 1, f"weight_decay {self.weight_decay:g} is outside 0..1.")
        _require(0 < self.epsilon < 1, f"epsilon {self.epsilon:g} is outside 0..1.")
        _require(self.warmup_updates >= 0, f"warmup_updates {self.warmup_updates} is below 0.")
        _require(0 <= self.warmup_from < 1, f"warmup_from {self.warmup_from:g} is outside 0..1.")
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
        _require(self.mixing != "tasks", f"{where}: tasks have equal shares; leave the weights out.")
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
class Formats:
    """A vector for each task format (SciRepEval, section 4), and which part of the model learns them."""

    variant: Variation = ""  # "" is one vector for everything, from a plain sentence model
    formats: str = "CLF, PRX, QRY, RGN"
    pooling: Pooling = "mean"  # where a vector is read that has no token of its own
    base: BaseTraining = "auto"  # "auto": frozen, but with cls, codes and pals
    adapters: str = ""  # fusion: a multi-format model whose adapters it takes, and leaves as they are
    layers: int = 0  # adapters and fusion: of the top so many layers; 0 means all
    reduction: int = 16  # adapters: the width of a layer over that of its bottleneck
    pal_width: int = 204
    pal_heads: int = 6
    pool_width: int = 64
    own_width: int = 256  # wide: the columns of each format's own
    words: str = ""  # wide: a file of papers (JSON Lines) that tells how rare each word is
    head_rate: float = 1.0  # the heads' learning rate, over that of the model
    head_dropout: float = 0.2  # before the linear head of a labelled objective, which is dropped in the end

    def __post_init__(self) -> None:
        if not self.variant:
            return
        names = [name.strip() for name in self.formats.split(",")]
        for name in names:
            near = difflib.get_close_matches(name.upper(), [*TaskFormat], n=1)
            hint = f"Did you mean '{near[0]}'?" if near else f"There are {', '.join(sorted(TaskFormat))}."
            _require(name in {*TaskFormat}, f"there is no format '{name}'. {hint}")
        _require(0 <= self.head_dropout < 1, f"head_dropout {self.head_dropout:g} is outside 0..1.")
        _require(bool(self.adapters) or self.variant != "fusion", _NO_ADAPTERS)
        _require(not self.adapters or self.variant == "fusion", _ADAPTERS)
        _require(
            not self.words or self.variant == "wide", "Only 'wide' models weigh words. Leave 'words' out."
        )
        _require(0 < self.head_rate <= 1000, f"head_rate {self.head_rate:g} is outside 0..1000.")
        try:
            self.spec  # noqa: B018 - it checks itself
        except ModelError as error:
            raise RecipeError(str(error)) from error

    @property
    def spec(self) -> FormatSpec:
        """The model that they ask for. Raises ModelError for numbers that none can have."""
        _require(bool(self.variant), "This recipe is of a plain sentence model.")
        return FormatSpec(
            variant=self.variant or "cls",
            formats=tuple(sorted({TaskFormat(name.strip()) for name in self.formats.split(",")})),
            pooling=self.pooling,
            layers=self.layers,
            reduction=self.reduction,
            pal_width=self.pal_width,
            pal_heads=self.pal_heads,
            pool_width=self.pool_width,
            own_width=self.own_width,
        )

    @property
    def trains_base(self) -> bool:
        """Whether the base's own weights learn too."""
        return self.base == "trained" or (self.base == "auto" and self.variant in ("cls", "codes", "pals"))


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
    formats: Formats = Formats()

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
        self._check_formats()

    def _check_formats(self) -> None:
        """A plain model takes plain triples; a format must be one that the model is to have."""
        known = {*self.formats.spec.formats} if self.formats.variant else set()
        for spec in (spec for stage in self.stages for spec in stage.objectives):
            if not self.formats.variant:
                _require(
                    spec.kind not in LABELLED and not spec.format and not spec.query_format,
                    f"Objective '{spec.name}' needs a vector of its own format. Give the recipe a table "
                    "[formats] with a variant.",
                )
                continue
            for name in spec.formats:
                _require(name in known, f"Objective '{spec.name}' learns {name}, which [formats] leaves out.")
        for stage in self.stages if self.formats.variant in ONE_PASS and not self.formats.trains_base else ():
            _require(
                any({*spec.formats} - UNCHANGED for spec in stage.objectives),
                f"Stage '{stage.name}' teaches nothing: with '{self.formats.variant}' over a frozen base, PRX"
                " and QRY do not learn. Add an objective for CLF or RGN, or train the base too.",
            )
