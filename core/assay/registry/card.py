"""A model's card: which recipe and data made it, on what, how long it took, and what it scored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from assay.codec import from_json
from assay.errors import BadInput, ModelError

FORMAT = 1
"""The layout of card.json."""

_HEX = frozenset("0123456789abcdef")
_REQUIRED = ("name", "dim", "max_length", "separator")
_ADDED = ("model_id", "damage", "encoder_fingerprint")
"""What the registry adds to a card: it can be told from the files."""


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
    max_length: int = 0  # wordpieces, special tokens included
    separator: str = "[SEP]"  # between title and abstract
    fingerprint: str = ""  # hex; of all the model's files that can change a vector
    recipe: str = ""  # TOML, every key written out
    base: Mapping[str, Any] = field(default_factory=dict)  # id and fingerprint of the model it began from
    data: tuple[Mapping[str, Any], ...] = ()  # an objective each: counts, and the SHA-256 of its files
    stages: tuple[Mapping[str, Any], ...] = ()  # steps, losses, why each ended
    seconds: float = 0.0
    device: str = ""
    precision: str = ""
    world: int = 1  # processes that trained together
    versions: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    parameters: int = 0
    created: str = ""  # ISO 8601, UTC; when it was trained, else when it was added
    scores: Mapping[str, Any] = field(default_factory=dict)  # what was measured since, by test set
    damage: str = ""
    encoder_fingerprint: str = ""  # 16 hex digits

    @property
    def is_trained(self) -> bool:
        """Whether the card tells of a training; a folder that was merely added has none of this."""
        return bool(self.recipe or self.stages or self.device)

    def to_json(self) -> dict[str, Any]:
        """The card as card.json holds it, without what the registry adds: it can be told from the files."""
        return {"format": FORMAT, **{key: value for key, value in asdict(self).items() if key not in _ADDED}}


def read_json_object(text: str) -> dict[str, Any]:
    """The object that `text` holds; numbers that JSON does not have (NaN) become null. Raises ValueError."""
    values = json.loads(text, parse_constant=lambda _: None)
    if not isinstance(values, dict):
        raise ValueError("it holds no values by name")
    return values


def parse_card(values: Mapping[str, Any], *, model_id: str) -> Card:
    """The card of the values of a card.json. Keys that are not known are passed over.

    Raises ModelError for the first value that is missing or not of its type, and for a later layout.
    """
    layout = values.get("format", FORMAT)
    if layout != FORMAT:
        raise ModelError(
            f"the card's layout is {layout!r}, this Assay reads {FORMAT}: it was made by a later one"
        )
    for key in _REQUIRED:
        if values.get(key) is None:
            raise ModelError(f"the card has no '{key}'")
    known = {each.name for each in fields(Card)}.difference(_ADDED)
    given = {key: value for key, value in values.items() if key in known and value is not None}
    try:
        card = from_json({**given, "model_id": model_id}, Card, what="the card")
    except BadInput as error:
        raise ModelError(str(error)) from error
    _check_sizes(card)
    return card


def _check_sizes(card: Card) -> None:
    if not card.name.strip():
        raise ModelError("the card gives the model no name")
    if card.dim < 1 or card.max_length < 3:
        raise ModelError(
            f"the card speaks of {card.dim} dimensions and texts of {card.max_length} wordpieces"
        )
    if card.fingerprint and (len(card.fingerprint) < 8 or not _HEX.issuperset(card.fingerprint)):
        raise ModelError(f"the card's fingerprint {card.fingerprint!r} is not one")
