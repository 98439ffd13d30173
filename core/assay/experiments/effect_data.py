"""What list effects are measured on: which queries teach, which are asked, and each variant's candidates.

The candidates of variants lie in a folder each: what retrieves is asked once, papers are on the disk once.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

from assay.encoding.model_files.folder import file_digests, find_folder, folder_fingerprint
from assay.errors import BadInput
from assay.files import replacing
from assay.models.scores import write_whole
from assay.models.test_sets import TestSet, read_beir_test_set
from assay.progress import Progress, silent
from assay.registry.loading import load_named
from assay.training.data.lists.prepared import is_prepared, open_prepared
from assay.training.data.lists.splits import folds
from assay.training.recipe.recipe import LossKind, Recipe
from assay.training_runs.candidates import CandidateChoice, find_candidates, has_training_split, prepare_lists
from assay.training_runs.runs import base_folder
from assay.types import Qrels, Query, Run

FOLDS = 5
TRAIN = "train"
Negatives: TypeAlias = Literal["retrieved", "random", "both"]
OF = "effects-of.json"
"""What a folder of effects was made from, so that nothing else is mixed into it."""
LISTS = "lists"
_DOCUMENTS = "documents.npy"


@dataclass(frozen=True, slots=True)
class Part:
    """One training: who teaches, and who is asked then. `teach` is None where all prepared queries do."""

    name: str
    teach: tuple[str, ...] | None
    test: TestSet


@dataclass(frozen=True, slots=True)
class EffectSet:
    """Its parts together ask every query once, each of a model that has not learned it."""

    train: TestSet  # the queries that candidates are prepared for
    test: TestSet  # the queries of all parts, each with something relevant
    parts: tuple[Part, ...]
    clean: frozenset[str]  # queries that share no relevant paper with the model's training queries
    left_out: int  # judged queries of the split that are papers, or have nothing relevant


def read_effect_set(folder: Path, *, split: str, seed: int) -> EffectSet:
    """A BEIR folder: its training queries teach, or five folds of the split's take turns if it has none.

    Raises BadInput for the training split, where there is nothing to ask, and where too few queries differ;
    EvaluationError for a folder that is none.
    """
    if has_training_split(folder):
        if split == TRAIN:
            raise BadInput("The training queries teach, so that others must be asked: take another split.")
        train = read_beir_test_set(folder, split=TRAIN)
        test, left_out = _useful(read_beir_test_set(folder, split=split))
        learned = {paper for own in _relevant(train.qrels).values() for paper in own}
        clean = {name for name, own in _relevant(test.qrels).items() if learned.isdisjoint(own)}
        return EffectSet(train, test, (Part(TRAIN, None, test),), frozenset(clean), left_out)
    test, left_out = _useful(read_beir_test_set(folder, split=split))
    return _in_folds(test, left_out, seed=seed)


def _in_folds(test: TestSet, left_out: int, *, seed: int) -> EffectSet:
    names = [query.query_id for query in test.queries]
    relevant = _relevant(test.qrels)
    splits = folds(
        [query.text for query in test.queries], [relevant[name] for name in names], n=FOLDS, seed=seed
    )
    parts = tuple(
        Part(
            f"fold-{place}",
            tuple(names[row] for row in split.train),
            _restricted(test, [test.queries[row] for row in split.held_out], f"fold {place}"),
        )
        for place, split in enumerate(splits, start=1)
    )
    clean = frozenset(names[row] for split in splits for row in split.clean)
    return EffectSet(test, test, parts, clean, left_out)


def _useful(found: TestSet) -> tuple[TestSet, int]:
    """The typed queries with something relevant, and how many others there are."""
    relevant = _relevant(found.qrels)
    queries = [one for one in found.queries if one.doc_id is None and relevant.get(one.query_id)]
    if not queries:
        raise BadInput(
            "{0} has no typed query with a relevant paper, so nothing can be measured.", found.name
        )
    kept = {query.query_id: found.qrels[query.query_id] for query in queries}
    return replace(found, queries=queries, qrels=kept), len(found.queries) - len(queries)


def _restricted(found: TestSet, queries: Sequence[Query], part: str) -> TestSet:
    qrels = {query.query_id: found.qrels[query.query_id] for query in queries}
    return replace(found, name=f"{found.name}, {part}", queries=queries, qrels=qrels)


def _relevant(qrels: Qrels) -> Mapping[str, frozenset[str]]:
    return {name: frozenset(d for d, grade in own.items() if grade > 0) for name, own in qrels.items()}


# --- candidates


@dataclass(frozen=True, slots=True)
class Variant:
    """What one training learns from."""

    n: int  # candidates a query; of both kinds, so many of each
    negatives: Negatives = "retrieved"
    loss: LossKind = "listnet"

    @property
    def lists(self) -> str:
        """The name of their folder; the loss says nothing to them."""
        return f"{self.negatives}-{self.n}"

    @property
    def folder(self) -> str:
        return f"{self.loss}-{self.lists}"

    @property
    def name(self) -> str:
        return f"{self.loss}, {self.negatives}, N = {self.n:,}"

    def wanted(self, first: str, seed: int) -> CandidateChoice:
        """`first` is what retrieves."""
        if self.negatives == "random":
            return CandidateChoice("random", self.n, self.n, seed)
        return CandidateChoice(first, self.n, self.n if self.negatives == "both" else 0, seed)


@dataclass(slots=True, kw_only=True)
class EffectLists:
    """Folders under `out`, each prepared when it is asked for first."""

    recipe: Recipe
    train: TestSet
    out: Path
    folder: Path  # where the path of a run starts
    first: str  # what retrieves
    longest: int  # candidates of a query in any variant
    progress: Progress = silent
    _found: Run | None = field(default=None, init=False)

    def ready(self, variant: Variant, part: Part) -> tuple[str, str]:
        """Return an objective's `path` from `out`, and its `queries`: "" where all of them teach."""
        place = self._place(variant)
        if not is_prepared(place):
            self._prepare(variant, place)
        if part.teach is None:
            return f"{LISTS}/{variant.lists}", ""
        known = {*self.queries(variant)}
        text = "".join(f"{name}\n" for name in part.teach if name in known)
        names = f"{variant.lists}-{part.name}.txt"
        write_whole(place.parent / names, text)
        return f"{LISTS}/{variant.lists}", names

    def queries(self, variant: Variant) -> tuple[str, ...]:
        """Return those that have candidates. Raises BadInput for a folder that is damaged."""
        return open_prepared(self._place(variant)).lists.query_ids

    def check_same(self, test: TestSet) -> None:
        """Raise BadInput where `out` holds effects of something else."""
        if self.first == "random":
            raise BadInput(
                "Chance retrieves nothing, and is one of the kinds of negatives: take another first stage."
            )
        file = self.folder / Path(self.first).expanduser()
        own = {
            "collection": test.name,
            "files": sorted({*self.train.digests, *test.digests}),
            "model": folder_fingerprint(file_digests(self._base)),
            "first": hashlib.sha256(file.read_bytes()).hexdigest() if file.is_file() else self.first,
        }
        path = self.out / OF
        if not path.exists():
            write_whole(path, json.dumps(own, indent=1) + "\n")
            return
        try:
            before = dict(json.loads(path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise BadInput("{0} cannot be read: {1}. Choose another folder.", path, error) from error
        other = [key for key, value in own.items() if before.get(key) != value]
        if other:
            raise BadInput(
                "{0} holds the effects of other input ({1}). Choose another folder.",
                self.out,
                ", ".join(other),
            )

    def _place(self, variant: Variant) -> Path:
        return self.out / LISTS / variant.lists

    @property
    def _base(self) -> Path:
        base = self.recipe.base
        return base_folder(base, folder=self.folder) or find_folder(base, allow_network=False)

    def _prepare(self, variant: Variant, place: Path) -> None:
        shutil.rmtree(place, ignore_errors=True)  # what a call that was killed left; its papers may be shared
        recipe, wanted = self.recipe, variant.wanted(self.first, self.recipe.random_seed)
        encoder = load_named(
            recipe.base, max_length=recipe.max_length, separator=recipe.separator, device=recipe.device
        )
        retrieves = variant.negatives != "random"
        if retrieves and self._found is None:
            longest = replace(wanted, n=self.longest)
            self._found = find_candidates(
                self.train, encoder, longest, folder=self.folder, progress=self.progress
            )
        prepare_lists(
            place,
            self.train,
            encoder,
            wanted,
            model_folder=self._base,
            folder=self.folder,
            run=self._found if retrieves else None,
            progress=self.progress,
        )
        _share_documents(place)


def _share_documents(place: Path) -> None:
    """Let all folders share the papers: where the disk allows it, they lie there once."""
    others = [path for path in sorted(place.parent.glob(f"*/{_DOCUMENTS}")) if is_prepared(path.parent)]
    for other in [path for path in others if path.parent != place][:1]:
        with suppress(OSError), replacing(place / _DOCUMENTS) as draft:
            draft.hardlink_to(other)
