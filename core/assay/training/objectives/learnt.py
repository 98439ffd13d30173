"""Which queries a model learned from, in a form that stands on its card: 64 bits a text, not the text."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np

from assay.training.examples import SourceFacts

MOST = 100_000  # texts of one kind that a card names; base64 of 64 bits each, so a megabyte
QUERIES, VALIDATION, POSITIVES = "queries", "validation", "positives"


@dataclass(frozen=True, slots=True)
class JudgedFacts(SourceFacts):
    """What a card says of judgements. `learnt` has packed keys of the texts under the names of this module:
    of the queries that taught, of those that validated, and of the papers that were right for the former.
    It is empty where they are more than MOST. The key of a paper is that of "title abstract"."""

    learnt: Mapping[str, str] = field(default_factory=dict)


def told_by(facts: SourceFacts, keys: Mapping[str, Iterable[int]]) -> JudgedFacts:
    """The facts with the keys of the texts that were learned from."""
    sets = {name: set(values) for name, values in keys.items()}
    few = all(len(values) <= MOST for values in sets.values())
    return JudgedFacts(
        facts.name,
        facts.kind,
        facts.n_train,
        facts.n_validation,
        facts.files,
        facts.left_out,
        learnt={name: packed(values) for name, values in sets.items()} if few else {},
    )


def packed(keys: Iterable[int]) -> str:
    """Base64 of the keys in ascending order, eight bytes each, the lowest first."""
    values = np.array(sorted({*keys}), dtype="<u8")
    return base64.b64encode(values.tobytes()).decode("ascii")


def unpacked(text: str) -> frozenset[int]:
    """Raises ValueError for what is no such list."""
    return frozenset(np.frombuffer(base64.b64decode(text, validate=True), dtype="<u8").tolist())
