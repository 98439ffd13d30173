"""What a training run says of itself, one line of JSON an event, for anyone who follows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from assay import codec
from assay.errors import BadInput, TrainingFailed
from assay.messages import Message
from assay.training.recipe.recipe import StoppingMeasure

EndStatus = Literal["finished", "stopped", "cancelled", "failed"]
Verdict = Literal["before_training", "not_best", "best", "best_but_no_better"]
"""best_but_no_better: the best so far, and no better than the weights before training."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Before the first stage: what is being read, which may take minutes."""

    what: str  # "crops: corpus.tsv", "the base model all-MiniLM-L6-v2"


@dataclass(frozen=True, slots=True)
class Start:
    """A stage begins, or continues from the checkpoint of step `resumed_from` of the run."""

    stage: str
    stages: tuple[str, ...]
    steps: int  # of this stage, if nothing stops it early
    examples: Mapping[str, int]  # objective -> examples of an epoch
    device: str
    precision: str
    world: int
    resumed_from: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the weights. Losses are means over the step's examples, before the step."""

    stage: str
    step: int  # of the stage, from 1
    steps: int
    epoch: float  # epochs that were learned; one ends when an objective is used up, without a last part batch
    loss: float
    losses: Mapping[str, float]  # objective -> mean over its own examples
    learning_rate: float
    examples_per_second: float  # of all processes together
    tokens_per_second: float  # true tokens, padding left out
    memory_bytes: int  # the most that was held: of the card, or of the process
    seconds: float  # since the run began, time of earlier sittings included
    eta_seconds: float  # until the last stage has made its last step
    loading_share: float  # of the step's time, spent waiting for texts and tokens


@dataclass(frozen=True, slots=True)
class Validation:
    """The held-out examples' losses."""

    stage: str
    step: int
    losses: Mapping[str, float]
    mean: float
    best: float | None  # the least mean of the stage so far; None before its first step
    patience_left: int | None  # validations without a better one until the stage ends; None: it never does
    before: float | None = None  # the mean before the stage's first step
    ndcg: float | None = None  # at 10, of lists; None where none are learned
    before_ndcg: float | None = None
    measure: StoppingMeasure = "loss"  # what decides which weights are best, and when the stage ends

    @property
    def verdict(self) -> Verdict:
        """What the weights are worth, by the measure that decides."""
        if self.best is None:
            return "before_training"
        if self.mean != self.best:
            return "not_best"
        if self.measure == "ndcg":
            better = self.ndcg is None or self.before_ndcg is None or self.ndcg > self.before_ndcg
        else:
            better = self.before is None or self.mean < self.before
        return "best" if better else "best_but_no_better"


@dataclass(frozen=True, slots=True)
class CheckpointMade:
    """The run can be resumed from here. `step` counts over all stages."""

    step: int
    path: str


@dataclass(frozen=True, slots=True)
class Note:
    """Something that the reader should know: less memory than thought, another precision, an early stop."""

    text: str
    message: Message | None = None  # what `text` says, for translation

    @classmethod
    def of(cls, words: Message | str) -> Note:
        return cls(str(words), words if isinstance(words, Message) else None)


@dataclass(frozen=True, slots=True)
class Paused:
    """The run waits, with its checkpoint written."""


@dataclass(frozen=True, slots=True)
class Resumed:
    """The run continues after a pause."""


@dataclass(frozen=True, slots=True)
class StageEnd:
    """A stage is over; `best_step` is the one whose weights are kept."""

    stage: str
    steps: int
    best_step: int
    best: float | None  # None where nothing was held out
    stopped: Message | str  # why


@dataclass(frozen=True, slots=True)
class End:
    """The run is over. `model` is the model's folder, "" where there is none."""

    status: EndStatus
    reason: Message | str = ""
    model: str = ""


Event: TypeAlias = (
    Reading | Start | Step | Validation | CheckpointMade | Note | Paused | Resumed | StageEnd | End
)  # fmt: skip
EventSink: TypeAlias = Callable[[Event], None]

_KINDS: Mapping[str, type[Event]] = {
    "reading": Reading,
    "start": Start,
    "step": Step,
    "validation": Validation,
    "checkpoint": CheckpointMade,
    "note": Note,
    "paused": Paused,
    "resumed": Resumed,
    "stage_end": StageEnd,
    "end": End,
}
_NAMES = {cls: kind for kind, cls in _KINDS.items()}


def ignore_event(event: Event) -> None:
    """Tell nobody."""


def to_json(event: Event) -> dict[str, object]:
    """{"kind": ..., and the event's fields}."""
    return {"kind": _NAMES[type(event)], **asdict(event)}


def from_json(row: dict[str, object]) -> Event:
    """The event of a row; fields of a later version are passed over. Raises TrainingFailed for no event."""
    cls = _KINDS.get(str(row.get("kind")))
    if cls is None:
        raise TrainingFailed(
            "{0} is not an event of a training run. Known: {1}.", repr(row.get("kind")), ", ".join(_KINDS)
        )
    fields = {key: value for key, value in row.items() if key != "kind"}
    try:
        return codec.from_json(fields, cls, what=f"A '{row['kind']}' event")
    except BadInput as error:
        raise TrainingFailed(str(error)) from error
