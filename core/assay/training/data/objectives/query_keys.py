"""Which queries a model learned from, in a form that stands on its card: 64 bits a text, not the text."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, cast

import numpy as np

from assay.encoding.formats import TextTemplate
from assay.training.data.examples import Example, Source
from assay.training.data.objectives.texts import text_key
from assay.training.types import SourceFacts

MOST = 100_000  # texts of one kind that a card names; base64 of 64 bits each, so a megabyte
QUERIES, VALIDATION, POSITIVES = "queries", "validation", "positives"


@dataclass(frozen=True, slots=True)
class JudgedFacts(SourceFacts):
    """What a card says of queries and their papers, as packed keys of texts under this module's
    names: of the training queries, of the validation queries that chose the weights, and of the papers
    relevant to the former.
    It is empty where they are more than MOST. The key of a paper is that of "title abstract"."""

    learnt: Mapping[str, str] = field(default_factory=dict)


def with_keys(facts: SourceFacts, keys: Mapping[str, Iterable[int]]) -> JudgedFacts:
    """Return the facts with the keys of the texts that were learned from."""
    sets = {name: set(values) for name, values in keys.items()}
    few = all(len(values) <= MOST for values in sets.values())
    return JudgedFacts(
        facts.name,
        facts.kind,
        facts.n_train,
        facts.n_validation,
        facts.files,
        facts.left_out,
        facts.first_left_out,
        learnt={name: packed(values) for name, values in sets.items()} if few else {},
    )


def without_choice(facts: SourceFacts) -> SourceFacts:
    """Return the facts of a training that kept its last weights: its validation queries chose none."""
    if not isinstance(facts, JudgedFacts) or not facts.learnt:
        return facts
    return replace(facts, learnt={**facts.learnt, VALIDATION: packed(())})


class _Queries(Protocol):
    """An objective of queries and their positives."""

    def learned_texts(self) -> tuple[list[str], list[str]]:
        """Their texts."""


def with_query_keys(source: Source, template: TextTemplate) -> Source:
    """The source with facts that say which queries it teaches, where it does and they are not too many."""
    train = source.train
    if isinstance(source.facts, JudgedFacts) or not hasattr(train, "learned_texts") or len(train) > MOST:
        return source
    queries, positives = cast("_Queries", train).learned_texts()
    checked = [one.query for one in source.validation if isinstance(one, Example)]
    mark = f" {template.separator.strip()} "
    keys = {
        QUERIES: [_whole(text, mark) for text in queries],
        VALIDATION: [_whole(text, mark) for text in checked],
        POSITIVES: [_whole(text, mark) for text in positives],
    }
    return replace(source, facts=with_keys(source.facts, keys))


def _whole(text: str, mark: str) -> int:
    """Return the key of a text, of a paper that of "title abstract"."""
    return text_key(text.replace(mark, " "))


def packed(keys: Iterable[int]) -> str:
    """Base64 of the keys in ascending order, eight bytes each, the lowest first."""
    values = np.array(sorted({*keys}), dtype="<u8")
    return base64.b64encode(values.tobytes()).decode("ascii")


def unpacked(text: str) -> frozenset[int]:
    """Raise ValueError for what is no such list."""
    return frozenset(np.frombuffer(base64.b64decode(text, validate=True), dtype="<u8").tolist())
