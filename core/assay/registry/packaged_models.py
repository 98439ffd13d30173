"""The models that come with Assay, with cards like those of the registry; with this machine's figures."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from assay.config import models_folder
from assay.encoding.exported import Loading
from assay.encoding.loading import MAX_LENGTH
from assay.encoding.model_files.folder import BASE_MODEL, DEFAULT_MODEL, find_folder
from assay.errors import ModelError
from assay.files import write_text
from assay.registry.card import Card, parse_card
from assay.registry.difference import Differences, differences
from assay.registry.entry import read_notes
from assay.registry.export import write_export
from assay.registry.loading import open_registry

__all__ = [
    "PACKAGED",
    "differences_of",
    "export_model",
    "find_card",
    "folder_of",
    "keep_scores",
    "packaged_cards",
]

PACKAGED = (DEFAULT_MODEL, BASE_MODEL)
_CARD = "model_card.json"
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


def differences_of(one: str, other: str) -> Differences:
    """Return what differs between two models' cards. Raises ModelError."""
    return Differences(one, other, tuple(differences(find_card(one), find_card(other))))


def folder_of(name: str) -> Path:
    """Return where the model of a card lies. Raises ModelError."""
    return find_folder(name, allow_network=False) if name in PACKAGED else open_registry().folder(name)


def export_model(name: str, out: Path) -> Loading:
    """Write a model of the registry, or one that comes with Assay, as a folder for sentence-transformers.

    Returns how it is loaded. Raises BadInput for a folder that is not empty, ModelError.
    """
    if name not in PACKAGED:
        return open_registry().export(name, out)
    return write_export(folder_of(name), _card_of(name), out)


def keep_scores(name: str, scores: Mapping[str, object]) -> None:
    """Put what was measured on the model's card, if it has one; of one test set the last counts.

    Raises ModelError where the disk does not take it.
    """
    registry = open_registry()
    if name in registry:
        registry.add_scores(name, scores)
    elif name in PACKAGED:
        folder = _scores_folder(name, _card_text(name))
        for key, value in scores.items():
            note = json.dumps({"key": key, "value": value}, ensure_ascii=False, indent=1)
            try:
                folder.mkdir(parents=True, exist_ok=True)
                write_text(folder / f"{_digest(key)}.json", note)
            except OSError as error:
                raise ModelError(
                    "{0} cannot be written: {1}. Free some space, or choose another.", folder, error
                ) from error


def _card_of(name: str) -> Card:
    """Of one of `PACKAGED`. Raises ModelError for a damaged installation."""
    text = _card_text(name)
    try:
        card = parse_card(json.loads(text), model_id=name) if text else _BASE
    except ValueError as error:
        raise _unreadable(name, error) from error
    notes = read_notes(_scores_folder(name, text), "key")
    return replace(card, scores={**card.scores, **{str(row["key"]): row.get("value") for row in notes}})


def _card_text(name: str) -> str:
    """ "" for the base, which has none: it was not made here."""
    folder = find_folder(name, allow_network=False)
    try:
        return "" if name == BASE_MODEL else (folder / _CARD).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise _unreadable(name, error) from error


def _unreadable(name: str, error: Exception) -> ModelError:
    return ModelError("The card of {0} cannot be read: {1}. Install Assay again.", name, error)


def _scores_folder(name: str, card_text: str) -> Path:
    """Return the folder of its scores: weights of the same name with another card have another one."""
    return models_folder() / ".packaged" / f"{name}-{_digest(card_text)}"


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()
