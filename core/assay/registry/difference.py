"""Two cards side by side: only what differs."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from assay.registry.card import Card

_LEFT_OUT = frozenset(
    {"validation_curve", "learnt", "comparisons", "condensed", "overlap"}
)  # long lists that nobody compares by eye
_NOT_COMPARED = frozenset({"format", "recipe", "data", "scores"})


@dataclass(frozen=True, slots=True)
class Difference:
    """One key on which two cards differ; None where a card does not have it."""

    key: str  # such as recipe.stages[1].optimiser.learning_rate
    a: object
    b: object


@dataclass(frozen=True, slots=True)
class Differences:
    """Every key on which the cards of the models `a` and `b` differ."""

    a: str
    b: str
    differences: tuple[Difference, ...]


def differences(a: Card, b: Card) -> list[Difference]:
    """Return every key whose values differ, the recipe's by its own keys; long lists are left out."""
    first, second = _flat(a), _flat(b)
    keys = dict.fromkeys([*first, *second])
    return [
        Difference(key, first.get(key), second.get(key)) for key in keys if first.get(key) != second.get(key)
    ]


def _flat(card: Card) -> dict[str, object]:
    values = card.to_json()
    plain = {key: value for key, value in values.items() if key not in _NOT_COMPARED}
    # By the objective's name: an objective that only one of them has does not move the others.
    data = {str(row.get("name", place)): row for place, row in enumerate(card.data, start=1)}
    nested = {"recipe": _recipe(card.recipe), **plain, "data": data, "scores": dict(card.scores)}
    return dict(_leaves(nested, ""))


def _recipe(text: str) -> object:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # another program's; then it is compared as a whole
        return text


def _leaves(value: object, path: str) -> Iterator[tuple[str, object]]:
    """Yield (path, plain value); lists count from 1, as the messages about recipes do."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key not in _LEFT_OUT:
                yield from _leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value, start=1):
            yield from _leaves(inner, f"{path}[{place}]")
    else:
        yield path, value
