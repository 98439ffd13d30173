"""The models that come with Assay, with cards like those of the registry; figures of this machine beside."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from assay.config import models_folder
from assay.encoding.model_files import BASE_MODEL, DEFAULT_MODEL, find_folder
from assay.encoding.sentence import MAX_LENGTH
from assay.errors import ModelError
from assay.registry import Card
from assay.registry.card import parse_card
from assay.registry.difference import Difference, differences
from assay.workspace.model_scores import write_whole
from assay.workspace.models import open_registry

__all__ = ["PACKAGED", "differences_of", "find_card", "folder_of", "keep_scores", "packaged_cards"]

PACKAGED = (DEFAULT_MODEL, BASE_MODEL)
_CARD, _SCORES = "model_card.json", "packaged-scores.json"
_BASE = Card(BASE_MODEL, BASE_MODEL, dim=384, max_length=MAX_LENGTH)

logger = logging.getLogger(__name__)


def packaged_cards() -> tuple[Card, ...]:
    """Without one that is not on this machine after all."""
    found = []
    for name in PACKAGED:
        try:
            found.append(_card_of(name))
        except ModelError as error:
            logger.info("no card of %s: %s", name, error)
    return tuple(found)


def find_card(name: str) -> Card:
    """Of a model of the registry or of one that comes with Assay. Raises ModelError for any other name."""
    return _card_of(name) if name in PACKAGED else open_registry().get(name)


def differences_of(one: str, other: str) -> list[Difference]:
    """What differs between two models' cards. Raises ModelError."""
    return differences(find_card(one), find_card(other))


def folder_of(name: str) -> Path:
    """Where the model of a card lies. Raises ModelError."""
    return find_folder(name, allow_network=False) if name in PACKAGED else open_registry().folder(name)


def _card_of(name: str) -> Card:
    """Of one of `PACKAGED`. Raises ModelError for a damaged installation."""
    folder = find_folder(name, allow_network=False)
    card = _BASE
    if name != BASE_MODEL:
        try:
            values = json.loads((folder / _CARD).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise ModelError(f"The card of {name} cannot be read: {error}. Install Assay again.") from error
        card = parse_card(values, model_id=name)
    own = _scores().get(name)
    return replace(card, scores={**card.scores, **own}) if isinstance(own, Mapping) else card


def keep_scores(name: str, scores: Mapping[str, Any]) -> None:
    """Puts what was measured on the model's card, if it has one. Raises EvaluationError for a full disk."""
    registry = open_registry()
    if name in registry:
        registry.add_scores(name, scores)
    elif name in PACKAGED:
        _add(name, scores)


def _add(name: str, scores: Mapping[str, Any]) -> None:
    known = _scores()
    kept = known.get(name)
    known[name] = {**(kept if isinstance(kept, dict) else {}), **scores}
    write_whole(_path(), json.dumps(known, ensure_ascii=False, indent=1))


def _path() -> Path:
    return models_folder() / _SCORES


def _scores() -> dict[str, Any]:
    """A damaged file counts as none: its figures are measured again in a minute."""
    try:
        found = json.loads(_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
