"""A recipe: everything that decides what a training run makes, but for the machine it runs on.

The defaults are those of Zeta Alpha, Multi-objective Representation Learning for Scientific Document
Retrieval (2022), section 4.1, as printed. Where the released code does otherwise, a preset says so.
"""

from __future__ import annotations

import difflib
import math
from dataclasses import dataclass, replace
from typing import Literal

from assay.encoding.formats import OWN_SEPARATOR
from assay.encoding.multiformat.spec import ONE_PASS, UNCHANGED, FormatSpec, Pooling
from assay.errors import ModelError, RecipeError
from assay.messages import translatable
from assay.training.recipe.objective_spec import (
    LabelledSpec,
    ListsSpec,
    ObjectiveSpec,
    at_least,
    between_0_and_1,
    require,
)
from assay.training.recipe.tuning_spec import Lora, Tuning
from assay.types import TaskFormat

LIST_LOSSES = ("listnet", "max-margin", "infonce", "two-class")
DEFAULT_BASE = "all-MiniLM-L6-v2"
AUTO_DEVICE = "auto"

Mixing = Literal["mixed", "exact", "alternate", "tasks"]
LossKind = Literal["mnrl", "triplet", "listnet", "max-margin", "infonce", "two-class"]
LabelNorm = Literal["", "max", "maxmin", "maxminmax", "maxminbatchmean", "std"]
OptimiserKind = Literal["adamw", "radam"]
ScheduleKind = Literal["linear", "constant", "inverse-sqrt", "plateau"]
StoppingMeasure = Literal["loss", "ndcg"]
Precision = Literal["auto", "fp32", "bf16", "fp16"]
Average = Literal["objectives", "examples"]

Keep = Literal["best", "last"]
Variation = Literal["", "cls", "codes", "adapters", "fusion", "pals", "probes", "pools", "wide"]
BaseTraining = Literal["auto", "trained", "frozen"]
_ADAPTERS = translatable(
    "'adapters' names a model with adapters where the variant is fusion, and only there. Leave it out."
)
_NO_ADAPTERS = translatable(
    'fusion needs adapters = "<a trained model with adapters>", the folder of one. To get it, train this '
    'recipe with variant = "adapters" first: its run\'s folder holds it as model/.'
)


@dataclass(frozen=True, slots=True)
class LossSpec:
    """The loss: MNRL over the batch, a margin between two distances, or a loss of whole lists."""

    kind: LossKind = "mnrl"  # mnrl or triplet; listnet, max-margin, infonce or two-class of lists
    scale: float = 20.0  # mnrl and lists: times the score; 20 is a temperature of 0.05
    margin: float = 1.0  # triplet: in units of the vectors' own length, L2
    mask_duplicates: bool = False  # mnrl: a document equal to a row's positive is no negative of that row
    labels: LabelNorm = ""  # lists: how the grades of a query are normalised, as CODER's code calls it
    boost: float = 1.0  # lists: times the grades, after that
    least_label: float = 0.0  # lists: below it, after that, a paper is not relevant
    padded: bool = False  # max-margin: over the longest list of a batch, as released, not each list's own
    gather_across_devices: bool = False  # mnrl: the documents of all processes are negatives, not one's own

    def __post_init__(self) -> None:
        require(0 < self.boost < math.inf, "boost {0} must be above 0.", f"{self.boost:g}", key="boost")
        require(0 < self.scale < math.inf, "scale {0} must be above 0.", f"{self.scale:g}", key="scale")
        require(0 < self.margin < math.inf, "margin {0} must be above 0.", f"{self.margin:g}", key="margin")


@dataclass(frozen=True, slots=True)
class OptimiserSpec:
    """The optimiser and its schedule. A step is made every `gradient_accumulation_steps` batches."""

    learning_rate: float = 2e-5  # the highest
    weight_decay: float = 0.0  # not of biases and layer norms
    epsilon: float = 1e-8  # added to the divisor
    schedule: ScheduleKind = "linear"  # to 0 over the stage's steps
    warmup_steps: int = 0  # in which the rate rises to its highest
    warmup_from: float = 0.0  # the rate that the warm-up begins with
    max_grad_norm: float = 0.0  # of the gradient, clipped to it; 0 means no clipping
    kind: OptimiserKind = "adamw"  # radam: rectified, its decay decoupled too (Liu et al. 2020)
    plateau_factor: float = 0.707  # plateau: what the rate is multiplied by where the validation loss stays
    plateau_patience: int = 8000  # steps without a lower one before that
    plateau_threshold: float = 1e-3  # how much lower counts, relative to the least so far
    plateau_cooldown: int = 3000  # steps after a reduction that are not counted
    plateau_floor: float = 0.01  # the least share of the rate

    def __post_init__(self) -> None:
        between_0_and_1(self, "learning_rate")
        between_0_and_1(self, "weight_decay", ends="0")
        between_0_and_1(self, "epsilon")
        at_least(self, 0, "warmup_steps")
        between_0_and_1(self, "warmup_from", ends="0")
        require(
            0 <= self.max_grad_norm < math.inf,
            "max_grad_norm {0} is below 0, or no number.",
            f"{self.max_grad_norm:g}",
            key="max_grad_norm",
        )
        between_0_and_1(self, "plateau_factor", "plateau_threshold", "plateau_floor")
        at_least(self, 0, "plateau_patience", "plateau_cooldown")


@dataclass(frozen=True, slots=True)
class StoppingSpec:
    """When to validate, and when nothing better for `patience` validations ends the stage."""

    interval: int = 5000  # steps between validations
    patience: int = 2  # 0 means never
    average: Average = "objectives"  # of the objectives' losses; "examples" weighs them by size
    after: int = 0  # ends the stage after so many steps, however long its schedule is; 0 means never
    measure: StoppingMeasure = "loss"  # what is best: the least loss or, of lists, the highest nDCG@10
    keep: Keep = "best"  # or the last step's weights: what is held out then chose nothing, and may test

    def __post_init__(self) -> None:
        at_least(self, 1, "interval")
        at_least(self, 0, "patience", "after")


@dataclass(frozen=True, slots=True)
class Stage:
    """One training from the weights of the stage before, with an optimiser of its own."""

    objectives: tuple[ObjectiveSpec, ...]  # one or more
    name: str = ""  # by its place, if not given
    mixing: Mixing = "mixed"  # how objectives share batches: by chance, exactly, in turn, or as tasks
    batch_size: int = 16  # examples, each a query, a positive and a negative; on each device
    gradient_accumulation_steps: int = 2  # batches a step; it adds no negatives to a softmax
    epochs: int = 0  # 0: as many as `max_steps` takes
    max_steps: int = 200_000  # at most, whatever the epochs
    loss: LossSpec = LossSpec()
    optimiser: OptimiserSpec = OptimiserSpec()
    stopping: StoppingSpec = StoppingSpec()

    def __post_init__(self) -> None:
        where = f"Stage '{self.name}'" if self.name else "A stage"
        require(
            bool(self.objectives), "{0} has no objectives. Give it at least one.", where, key="objectives"
        )
        self._check_gathering(where)
        names = [objective.name for objective in self.objectives]
        require(
            len({*names}) == len(names),
            "{0}: two objectives have the same name ({1}).",
            where,
            names,
            key="objectives",
        )
        at_least(self, 1, "batch_size", "gradient_accumulation_steps", "max_steps", where=f"{where}: ")
        at_least(self, 0, "epochs", where=f"{where}: ")
        self._check_weights(where)
        self._check_lists(where)

    @property
    def of_lists(self) -> bool:
        """Whether queries learn to order lists, and nothing else does."""
        return bool(self.lists)

    @property
    def lists(self) -> tuple[ListsSpec, ...]:
        """Its objectives, if they are lists."""
        return tuple(one for one in self.objectives if isinstance(one, ListsSpec))

    def _check_gathering(self, where: str) -> None:
        triples = not any(isinstance(one, LabelledSpec | ListsSpec) for one in self.objectives)
        require(
            not self.loss.gather_across_devices
            or (self.loss.kind == "mnrl" and self.mixing != "tasks" and triples),
            "{0}: gather_across_devices shares the negatives of a softmax over whole batches. It needs the "
            "loss mnrl, triples alone, and a mixing other than tasks.",
            where,
            key="loss.gather_across_devices",
        )

    def _check_lists(self, where: str) -> None:
        lists = [one.name for one in self.lists]
        require(
            len(lists) in (0, len(self.objectives)),
            "{0}: lists stand in a stage of their own, for only queries learn from them. "
            "Take {1} out, or the others.",
            where,
            ", ".join(lists),
        )
        require(
            (self.loss.kind in LIST_LOSSES) == self.of_lists,
            "{0}: the loss {1} is not for {2}. Lists have {3}; all else mnrl or triplet.",
            where,
            self.loss.kind,
            "lists" if self.of_lists else "this",
            ", ".join(LIST_LOSSES),
            key="loss.kind",
        )
        require(
            self.of_lists or self.stopping.measure == "loss",
            "{0}: only lists are measured by nDCG. Leave 'measure' out.",
            where,
            key="stopping.measure",
        )

    def _check_weights(self, where: str) -> None:
        given = [objective.weight for objective in self.objectives]
        if not any(given):
            return
        why = {"alternate": "alternate batches take turns", "tasks": "tasks have equal shares"}
        key = "objectives[1].weight"
        require(
            self.mixing not in why, "{0}: {1}; leave the weights out.", where, why.get(self.mixing), key=key
        )
        require(
            min(given) > 0 and abs(sum(given) - 1) < 1e-6,
            "{0}: the weights {1} must each be above 0 and sum to 1; they sum to {2}.",
            where,
            given,
            f"{sum(given):g}",
            key=key,
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
    formats: str = "CLF, PRX, QRY, RGN"  # those that the model has
    pooling: Pooling = "mean"  # where a vector is read that has no token of its own
    base: BaseTraining = "auto"  # "auto": frozen, but with cls, codes and pals
    adapters: str = ""  # fusion: a multi-format model whose adapters it takes, and leaves as they are
    layers: int = 0  # adapters and fusion: of the top so many layers; 0 means all
    reduction: int = 16  # adapters: the width of a layer over that of its bottleneck
    pal_width: int = 204  # pals
    pal_heads: int = 6  # pals: attention heads
    pool_width: int = 64  # pools: of the bottleneck
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
            require(name in {*TaskFormat}, "there is no format '{0}'. {1}", name, hint, key="formats")
        between_0_and_1(self, "head_dropout", ends="0")
        require(bool(self.adapters) or self.variant != "fusion", _NO_ADAPTERS, key="adapters")
        require(not self.adapters or self.variant == "fusion", _ADAPTERS, key="adapters")
        require(
            not self.words or self.variant == "wide",
            "Only 'wide' models weigh words. Leave 'words' out.",
            key="words",
        )
        require(
            0 < self.head_rate <= 1000,
            "head_rate {0} is outside 0..1000.",
            f"{self.head_rate:g}",
            key="head_rate",
        )
        try:
            self.spec  # noqa: B018 - it checks itself
        except ModelError as error:
            raise RecipeError(error.message) from error

    @property
    def spec(self) -> FormatSpec:
        """The model that they ask for. Raises ModelError for numbers that none can have."""
        require(bool(self.variant), "This recipe is of a plain sentence model.")
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


def formats_of(spec: FormatSpec) -> Formats:
    """Return those of a model whose queries are tuned: all of it that reads them learns."""
    return Formats(
        variant=spec.variant,
        formats=", ".join(spec.formats),
        pooling=spec.pooling,
        base="trained",
        layers=spec.layers,
        reduction=spec.reduction,
        pal_width=spec.pal_width,
        pal_heads=spec.pal_heads,
        pool_width=spec.pool_width,
        own_width=spec.own_width,
    )


@dataclass(frozen=True, slots=True)
class Recipe:
    """Base model, stages, and what is the same for all of them."""

    name: str  # of the run and its model
    stages: tuple[Stage, ...]  # one or more, each from the weights of the one before
    base: str = DEFAULT_BASE  # a trained model's id, a folder, a model that ships, or a cached hub name
    random_seed: int = 42  # of everything that is drawn by chance
    device: str = AUTO_DEVICE  # auto | cpu | cuda | cuda:1 | mps
    precision: Precision = "auto"  # auto: bf16 on a CUDA card that has it, else fp32
    shard_weights: bool = False  # over all processes, for a base that does not fit one card
    max_length: int = 512  # tokens, special ones included
    separator: str = OWN_SEPARATOR  # between title and abstract (cropping: a space); auto: the base's own
    formats: Formats = Formats()  # where a model has a vector for each task format
    tuning: Tuning = Tuning()  # noqa: RUF009 - frozen
    lora: Lora = Lora()  # noqa: RUF009 - frozen

    def __post_init__(self) -> None:
        require(bool(self.name.strip()), "The recipe has no name. Give it one.", key="name")
        require(bool(self.stages), "The recipe has no stages. Give it at least one.", key="stages")
        at_least(self, 0, "random_seed")
        require(self.max_length >= 3, "max_length {0} holds no text.", self.max_length, key="max_length")
        self._check_shards()
        named = [
            stage if stage.name else replace(stage, name=f"stage {place}")
            for place, stage in enumerate(self.stages, start=1)
        ]
        names = [stage.name for stage in named]
        require(len({*names}) == len(names), "Two stages have the same name ({0}).", names, key="stages")
        object.__setattr__(self, "stages", tuple(named))
        self._check_formats()
        self._check_tuning()
        require(
            not (self.lora.rank and self.formats.variant) or self.formats.trains_base,
            "[lora] learns in the place of the base's weights, and with '{0}' the base stays as it is. Give "
            '[formats] base = "trained", or leave [lora] out.',
            self.formats.variant,
            key="lora",
        )

    def _check_shards(self) -> None:
        plain = all(
            not isinstance(one, LabelledSpec | ListsSpec) for stage in self.stages for one in stage.objectives
        )
        require(
            not self.shard_weights
            or (plain and not self.formats.variant and not self.lora.rank and self.precision != "fp16"),
            "shard_weights is for a whole base that learns from triples. Leave out [formats], [lora], labels "
            "and lists, and take bf16 or fp32.",
            key="shard_weights",
        )

    @property
    def tunes_queries(self) -> bool:
        """Whether only queries learn, over papers that stay as they are (CODER)."""
        return self.stages[0].of_lists

    def _check_tuning(self) -> None:
        if not any(stage.of_lists for stage in self.stages):
            require(self.tuning == Tuning(), "[tuning] is for recipes of lists. Leave it out.", key="tuning")
            return
        require(
            len(self.stages) == 1,
            "Lists take one stage: papers stay as they are. Leave the others out.",
            key="stages",
        )

    def _check_formats(self) -> None:
        """Check formats: a plain model takes plain triples; a format must be one the model is to have."""
        known = {*self.formats.spec.formats} if self.formats.variant else set()
        for spec in (spec for stage in self.stages for spec in stage.objectives):
            if not self.formats.variant:
                require(
                    not isinstance(spec, LabelledSpec) and not spec.names_format,
                    "Objective '{0}' needs a vector of its own format. Give the recipe a table "
                    "[formats] with a variant.",
                    spec.name,
                    key="formats.variant",
                )
                continue
            for name in spec.formats:
                require(
                    name in known,
                    "Objective '{0}' learns {1}, which [formats] leaves out.",
                    spec.name,
                    name,
                    key="formats.formats",
                )
        for stage in self.stages if self.formats.variant in ONE_PASS and not self.formats.trains_base else ():
            require(
                any({*spec.formats} - UNCHANGED for spec in stage.objectives),
                "Stage '{0}' teaches nothing: with '{1}' over a frozen base, PRX and QRY do not "
                "learn. Add an objective for CLF or RGN, or train the base too.",
                stage.name,
                self.formats.variant,
                key="formats.base",
            )
