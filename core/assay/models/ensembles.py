"""Ensembles: two or more of the user's models that answer as one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.encoding.multiformat.ensemble import How, Member, read_ensemble, shared_formats, write_ensemble
from assay.errors import ModelError
from assay.models.training_overlap import trained_with
from assay.registry.card import Card
from assay.registry.loading import open_registry
from assay.registry.registry import ModelRegistry
from assay.types import TaskFormat


@dataclass(frozen=True, slots=True)
class MadeEnsemble:
    """An ensemble that was added to the user's models."""

    card: Card
    formats: tuple[TaskFormat, ...]  # that all members have
    left_out: tuple[TaskFormat, ...]  # that only some have


def make_ensemble(models: Sequence[str], *, how: How, name: str = "") -> MadeEnsemble:
    """Add the ensemble of some models of the registry, by their ids or names.

    Members must read papers with one separator; a format that one of them lacks is left out. The card names
    the members and has their data, that of the models they began from too. Raises ModelError.
    """
    registry = open_registry()
    cards = [_card_of(registry.id_of(model), registry) for model in models]
    _check_separators(cards)
    members = [
        Member(card.model_id, registry.folder(card.model_id, check=True), card.max_length) for card in cards
    ]
    try:
        # A draft's name: what a killed process leaves there is swept away in time.
        with tempfile.TemporaryDirectory(dir=registry.root, prefix=".draft-") as place:
            folder = Path(place)
            dim = write_ensemble(folder, members, how=how)
            ensemble = read_ensemble(folder)
            specs = ensemble.specs()
            values = _card_values(cards, how=how, dim=dim, max_length=ensemble.max_length)
            card = registry.add(folder, card=values, name=name)
    except OSError as error:
        raise ModelError(
            "The ensemble cannot be written in {0}: {1}. Free some space or allow writing there and try "
            "again.",
            registry.root,
            error.strerror or error,
        ) from error
    formats = shared_formats(specs)
    some = {each for spec in specs for each in spec.formats}
    return MadeEnsemble(card, formats, tuple(sorted(some - {*formats})))


def _card_of(model: str, registry: ModelRegistry) -> Card:
    if model not in registry and Path(model).is_dir():
        raise ModelError(
            "Members are named by their ids, and {0} is a folder. Add it first.",
            model,
            advice="`assay model add {0}` does that.",
        )
    return registry.get(model)


def _check_separators(cards: Sequence[Card]) -> None:
    if len({card.separator.strip() for card in cards}) > 1:
        listed = ", ".join(f"{card.model_id} with {card.separator.strip()!r}" for card in cards)
        raise ModelError(
            "The members read papers differently, between title and abstract: {0}. Take models that were "
            "trained with one separator.",
            listed,
        )


def _card_values(cards: Sequence[Card], *, how: How, dim: int, max_length: int) -> dict[str, object]:
    """The card, with what the members and the models that they began from were trained on."""
    ids = [card.model_id for card in cards]
    made = f"{how} of {' and '.join(ids)}"
    return {
        "name": made,
        "dim": dim,
        "max_length": max_length,
        "separator": cards[0].separator,
        "base": {"id": made, "members": ids},
        "data": list(_data(ids)),
        "parameters": sum(card.parameters for card in cards),
        "versions": dict(cards[0].versions),
    }


def _data(ids: Sequence[str]) -> Iterator[dict[str, object]]:
    """What all members learned from, each source once, under the name of the model that learned from it."""
    seen = set()
    for model in ids:
        for card, row in trained_with(model):
            key = (card.model_id, str(row.get("name")))
            if key not in seen:
                seen.add(key)
                yield {**row, "name": f"{card.model_id}: {row.get('name', '')}"}
