"""A model's card: which recipe and data made it, on what, how long it took, and what it scored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from assay.codec import from_json
from assay.errors import BadInput, ModelError
from assay.training.types import SourceFacts

FORMAT = 1
"""The layout of card.json."""

_HEX = frozenset("0123456789abcdef")
_REQUIRED = ("name", "dim", "max_length", "separator")
_ADDED = ("model_id", "damage", "encoder_fingerprint")  # by the registry: they follow from the files


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A validation; None stands for a loss that is no number."""

    step: int
    mean: float | None
    losses: Mapping[str, float | None]  # by objective


@dataclass(frozen=True, slots=True)
class StageFacts:
    """How a stage went."""

    name: str = ""
    steps: int = 0
    best_step: int | None = None
    measure: str = ""  # that said which step was the best
    ndcg_before: float | None = None
    best_ndcg: float | None = None
    validation_before: float | None = None
    best_validation: float | None = None
    stopped: str = ""  # why it ended
    validation_curve: tuple[CurvePoint, ...] = ()
    share: float | None = None  # of the way from the base's weights, where these were interpolated

    @property
    def by_ndcg(self) -> bool:
        return self.measure == "ndcg"

    @property
    def before(self) -> float | None:
        return self.ndcg_before if self.by_ndcg else self.validation_before

    @property
    def best(self) -> float | None:
        return self.best_ndcg if self.by_ndcg else self.best_validation


@dataclass(frozen=True, slots=True)
class Card:
    """What the registry knows of a model. Empty values stand for "not known".

    `damage` is "" for a sound model, else what is wrong with it; nothing else can then be relied on.
    `encoder_fingerprint` is what vectors, indexes and runs of the model stand under: of its files, its
    separator, and its maximum length, so that a library that cuts texts elsewhere has another.
    """

    model_id: str
    name: str
    dim: int = 0  # columns of a vector
    max_length: int = 0  # tokens, special ones included
    separator: str = "[SEP]"  # between title and abstract
    fingerprint: str = ""  # hex; of all the model's files that can change a vector
    recipe: str = ""  # TOML, every key written out
    base: Mapping[str, object] = field(default_factory=dict)  # id and fingerprint of the model it began from
    data: tuple[Mapping[str, object], ...] = ()  # an objective each: counts, and the SHA-256 of its files
    stages: tuple[Mapping[str, object], ...] = ()  # steps, losses, why each ended
    seconds: float = 0.0
    device: str = ""
    precision: str = ""
    world: int = 1  # processes that trained together
    versions: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    parameters: int = 0
    created: str = ""  # ISO 8601, UTC; when it was trained, else when it was added
    scores: Mapping[str, object] = field(default_factory=dict)  # what was measured since, by test set
    damage: str = ""
    encoder_fingerprint: str = ""  # 16 hex digits

    @property
    def is_trained(self) -> bool:
        """Whether the card tells of a training; a folder that was merely added has none of this."""
        return bool(self.recipe or self.stages or self.device)

    @property
    def objectives(self) -> tuple[SourceFacts, ...]:
        """What it learned from, decoded."""
        return from_json(self.data, tuple[SourceFacts, ...], what="the card's 'data'")

    @property
    def stage_facts(self) -> tuple[StageFacts, ...]:
        return from_json(self.stages, tuple[StageFacts, ...], what="the card's 'stages'")

    @property
    def share(self) -> float:
        """How far the first stage's weights are from the base's; 1 where they were not interpolated."""
        share = self.stage_facts[0].share if self.stages else None
        return 1.0 if share is None else share

    def to_json(self) -> dict[str, object]:
        """Return the card as card.json holds it, without what the registry adds."""
        return {"format": FORMAT, **{key: value for key, value in asdict(self).items() if key not in _ADDED}}


def read_json_object(text: str) -> dict[str, object]:
    """The object that `text` holds; numbers that JSON does not have (NaN) become null. Raises ValueError."""
    values = json.loads(text, parse_constant=lambda _: None)
    if not isinstance(values, dict):
        raise ValueError("it holds no values by name")
    return values


def parse_card(values: Mapping[str, object], *, model_id: str) -> Card:
    """Return the card of the values of a card.json. Keys that are not known are passed over.

    Raises ModelError for the first value that is missing or not of its type, and for a later layout.
    """
    layout = values.get("format", FORMAT)
    if layout != FORMAT:
        raise ModelError(
            "the card's layout is {0}, this Assay reads {1}: it was made by a later one", repr(layout), FORMAT
        )
    given = {key: value for key, value in values.items() if value is not None and key not in _ADDED}
    for key in _REQUIRED:
        if key not in given:
            raise ModelError("the card has no '{0}'", key)
    try:
        card = from_json({**given, "model_id": model_id}, Card, what="the card")
        _ = card.objectives, card.stage_facts
    except BadInput as error:
        raise ModelError(str(error)) from error
    if not card.name.strip():
        raise ModelError("the card gives the model no name")
    if card.dim < 1 or card.max_length < 3:
        raise ModelError(
            "the card speaks of {0} dimensions and texts of {1} tokens", card.dim, card.max_length
        )
    if card.fingerprint and (len(card.fingerprint) < 8 or not _HEX.issuperset(card.fingerprint)):
        raise ModelError("the card's fingerprint {0} is not one", repr(card.fingerprint))
    return card
