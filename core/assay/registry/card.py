"""A model's card: which recipe and data made it, on what, how long it took, and what it scored."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from assay.errors import ModelError

FORMAT = 1
"""The layout of card.json."""

_HEX = frozenset("0123456789abcdef")
_REQUIRED: Mapping[str, type] = {"name": str, "dim": int, "max_length": int, "separator": str}
_OPTIONAL: Mapping[str, tuple[type, ...]] = {
    "recipe": (str,),
    "base": (dict,),
    "data": (list,),
    "stages": (list,),
    "seconds": (float, int),
    "device": (str,),
    "precision": (str,),
    "world": (int,),
    "versions": (dict,),
    "seed": (int,),
    "parameters": (int,),
    "created": (str,),
    "scores": (dict,),
    "fingerprint": (str,),
}


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
        values = asdict(self)
        del values["model_id"], values["damage"], values["encoder_fingerprint"]
        return {"format": FORMAT, **values}


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
    for key, kind in _REQUIRED.items():
        if type(values.get(key)) is not kind:
            raise ModelError(f"the card's '{key}' must be of type {kind.__name__}, not {values.get(key)!r}")
    given = {key: values[key] for key in _OPTIONAL if values.get(key) is not None}
    for key, value in given.items():
        if type(value) not in _OPTIONAL[key]:
            raise ModelError(
                f"the card's '{key}' must be of type {_OPTIONAL[key][0].__name__}, not {value!r}"
            )
    for key in ("data", "stages"):
        if not all(isinstance(row, dict) for row in given.get(key, ())):
            raise ModelError(f"the card's '{key}' must list objects")
        given[key] = tuple(given.get(key, ()))
    _check_sizes(values, given.get("fingerprint", ""))
    return Card(model_id=model_id, **{key: values[key] for key in _REQUIRED}, **given)


def _check_sizes(values: Mapping[str, Any], fingerprint: str) -> None:
    if not values["name"].strip():
        raise ModelError("the card gives the model no name")
    if values["dim"] < 1 or values["max_length"] < 3:
        raise ModelError(
            f"the card speaks of {values['dim']} dimensions and texts of {values['max_length']} wordpieces"
        )
    if fingerprint and (len(fingerprint) < 8 or not _HEX.issuperset(fingerprint)):
        raise ModelError(f"the card's fingerprint {fingerprint!r} is not one")
