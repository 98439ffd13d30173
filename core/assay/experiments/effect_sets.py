"""Which queries teach and which are asked, where it is measured what candidates do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from assay.errors import BadInput
from assay.models.tests import TestSet, read_beir_test_set
from assay.query_tuning.sources import has_training_split
from assay.training.data.lists.splits import folds
from assay.types import Qrels, Query

FOLDS = 5
TRAIN = "train"


@dataclass(frozen=True, slots=True)
class Part:
    """One training: who teaches, and who is asked then. `teach` is None where all prepared queries do."""

    name: str
    teach: tuple[str, ...] | None
    asked: TestSet


@dataclass(frozen=True, slots=True)
class EffectSet:
    """Its parts together ask every query once, each of a model that has not learnt it."""

    taught: TestSet  # the queries that candidates are prepared for
    asked: TestSet  # the queries of all parts, each with something relevant
    parts: tuple[Part, ...]
    clean: frozenset[str]  # queries that share no relevant paper with those that taught the asked model
    left_out: int  # judged queries of the split that are papers, or have nothing relevant


def read_effect_set(folder: Path, *, split: str, seed: int) -> EffectSet:
    """A BEIR folder: its training queries teach, or five folds of the split's take turns if it has none.

    Raises BadInput for the training split, where there is nothing to ask, and where too few queries differ;
    EvaluationError for a folder that is none.
    """
    if has_training_split(folder):
        if split == TRAIN:
            raise BadInput("The training queries teach, so that others must be asked: take another --split.")
        taught = read_beir_test_set(folder, split=TRAIN)
        asked, left_out = _useful(read_beir_test_set(folder, split=split))
        learnt = {paper for own in _relevant(taught.qrels).values() for paper in own}
        clean = {name for name, own in _relevant(asked.qrels).items() if learnt.isdisjoint(own)}
        return EffectSet(taught, asked, (Part(TRAIN, None, asked),), frozenset(clean), left_out)
    asked, left_out = _useful(read_beir_test_set(folder, split=split))
    return _in_folds(asked, left_out, seed=seed)


def _in_folds(asked: TestSet, left_out: int, *, seed: int) -> EffectSet:
    names = [query.query_id for query in asked.queries]
    relevant = _relevant(asked.qrels)
    splits = folds(
        [query.text for query in asked.queries], [relevant[name] for name in names], n=FOLDS, seed=seed
    )
    parts = tuple(
        Part(
            f"fold-{place}",
            tuple(names[row] for row in split.train),
            _restricted(asked, [asked.queries[row] for row in split.held_out], f"fold {place}"),
        )
        for place, split in enumerate(splits, start=1)
    )
    clean = frozenset(names[row] for split in splits for row in split.clean)
    return EffectSet(asked, asked, parts, clean, left_out)


def _useful(found: TestSet) -> tuple[TestSet, int]:
    """The typed queries with something relevant, and how many others there are."""
    relevant = _relevant(found.qrels)
    queries = [one for one in found.queries if one.doc_id is None and relevant.get(one.query_id)]
    if not queries:
        raise BadInput(f"{found.name} has no typed query with a relevant paper, so nothing can be measured.")
    kept = {query.query_id: found.qrels[query.query_id] for query in queries}
    return replace(found, queries=queries, qrels=kept), len(found.queries) - len(queries)


def _restricted(found: TestSet, queries: Sequence[Query], part: str) -> TestSet:
    qrels = {query.query_id: found.qrels[query.query_id] for query in queries}
    return replace(found, name=f"{found.name}, {part}", queries=queries, qrels=qrels)


def _relevant(qrels: Qrels) -> Mapping[str, frozenset[str]]:
    return {name: frozenset(d for d, grade in own.items() if grade > 0) for name, own in qrels.items()}
