"""Queries with candidates to put in order, from a folder that `lists.prepared.write_prepared` wrote."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from assay.errors import BadInput, RecipeError
from assay.messages import translatable
from assay.training.data.examples import Listed, Source
from assay.training.data.lists.documents import Documents
from assay.training.data.lists.prepared import Prepared, open_prepared
from assay.training.data.lists.ranked import RankedLists
from assay.training.data.lists.splits import split_queries
from assay.training.data.objectives.files import fault, read_lines, sha256
from assay.training.data.objectives.query_keys import POSITIVES, QUERIES, VALIDATION, with_keys
from assay.training.data.objectives.texts import text_key
from assay.training.recipe.objective_spec import ListsSpec
from assay.training.types import SourceFacts

NOTHING_RELEVANT = translatable("queries without a relevant paper")


@dataclass(slots=True)
class _Listing:
    """The training part: one example a query."""

    name: str
    examples: tuple[Listed, ...]

    def __len__(self) -> int:
        return len(self.examples)

    def example(self, index: int, epoch: int) -> Listed:  # noqa: ARG002 - lists are the same in all epochs
        return self.examples[index]


def open_listed(spec: ListsSpec, path: Path, *, seed: int) -> Source:
    """Return one example a query; a share of the queries validates.

    Queries that are nearly the same stand on one side, and so do those that share a relevant paper where not
    nearly all of them hang together so: how far the weights are to go is chosen by what was not learned.

    Raises RecipeError for a folder that holds no lists or was truncated, and for too few queries.
    """
    try:
        found = open_prepared(path)
    except BadInput as error:
        raise fault(path, 0, str(error)) from error
    documents = Documents(found.vectors, residency=spec.residency)
    ranked = RankedLists(documents, found.lists, model=found.model, first=found.first)
    learned = RankedLists(
        documents, found.lists, model=found.model, first=found.first, others=spec.others, seed=seed
    )
    places = _selected(found, path.parent / spec.queries if spec.queries else None)
    if spec.limit and spec.limit < len(places):
        rng = np.random.default_rng([seed, len(places)])
        places = sorted(rng.choice(places, spec.limit, replace=False).tolist())
    texts = [found.texts[place] for place in places]
    relevant = [found.relevant(place) for place in places]
    try:
        split = split_queries(texts, relevant, share=spec.validation, seed=seed, apart=True)
    except BadInput as error:
        raise RecipeError(error.message) from error
    examples = [Listed(text, place, ranked) for text, place in zip(texts, places, strict=True)]
    held = [int(row) for row in split.held_out][: spec.validation_limit]
    train = _Listing(
        spec.name, tuple(Listed(texts[row], places[row], learned) for row in split.train.tolist())
    )
    return Source(train, tuple(examples[row] for row in held), _facts(spec, found, train, held, examples))


def _selected(found: Prepared, path: Path | None) -> list[int]:
    """Return the places of the queries that a file names; of all without one."""
    if path is None:
        return list(range(len(found.lists)))
    names = {line.strip() for _, line in read_lines(path) if line.strip()}
    unknown = names - {*found.lists.query_ids}
    if unknown or not names:
        what = f"{min(unknown)!r} is none of the prepared queries" if unknown else "it names no query"
        raise fault(path, 0, "{0}. Give ids of queries that have candidates, one per line.", what)
    return [place for place, name in enumerate(found.lists.query_ids) if name in names]


def _facts(
    spec: ListsSpec, found: Prepared, train: _Listing, held: list[int], examples: list[Listed]
) -> SourceFacts:
    facts = SourceFacts(
        spec.name,
        spec.kind,
        len(train),
        len(held),
        {path.name: sha256(path) for path in found.files},
        {NOTHING_RELEVANT: len(found.lists.without)},
    )
    keys = {
        QUERIES: [text_key(one.query) for one in train.examples],
        VALIDATION: [text_key(examples[row].query) for row in held],
        POSITIVES: [key for one in train.examples for key in found.relevant_keys(one.place)],
    }
    return with_keys(facts, keys)
