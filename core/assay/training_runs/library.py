"""The user's own judgements and papers as training data, written into the run once."""

from __future__ import annotations

import hashlib
import logging
import os
import time
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

from assay.encoding.formats import TextTemplate
from assay.errors import AssayError, RecipeError, TrainingFailed
from assay.files import replacing
from assay.location import Location
from assay.training.data.examples import Source
from assay.training.data.lists.prepared import is_prepared
from assay.training.data.objectives import open_source
from assay.training.recipe.objective_spec import (
    LIBRARY,
    CandidatesSpec,
    ClassificationSpec,
    JudgementsSpec,
    ListsSpec,
    ObjectiveSpec,
    PairsSpec,
    SpecterSpec,
    label_of,
)
from assay.training.recipe.recipe import Recipe
from assay.training_runs.links import write_graph, write_links
from assay.training_runs.papers import (
    JUDGED,
    KEYS,
    LABELS,
    LINKS,
    check_label,
    known_of,
    write_papers,
    write_texts,
)

WORDS = "papers.jsonl"
_POLL = 0.2  # seconds
_PATIENCE = 600.0  # seconds that the other processes of a run wait for the first one

logger = logging.getLogger(__name__)


class LibrarySources:
    """Opens objectives as `open_source` does, and those of the library from a copy under `folder`.

    The copy is made when it is asked for first, by the first process of a run, and then stays as it is.
    """

    def __init__(
        self, folder: Path, library: Location, recipe: Recipe | None = None, base: Path | None = None
    ) -> None:
        """`recipe` and `base`, the folder of its base model, are what candidates are prepared with."""
        self._folder = folder
        self._library = library
        self._recipe = recipe
        self._base = base

    def __call__(self, spec: ObjectiveSpec, *, folder: Path, seed: int, template: TextTemplate) -> Source:
        """Raise RecipeError, and BadInput or LibraryError for a library that has not what is asked for."""
        if isinstance(spec, ListsSpec) and not is_prepared(folder / Path(spec.path).expanduser()):
            spec = replace(spec, path=str(self._prepared(spec, folder, seed).resolve()))
        elif spec.path.startswith(LIBRARY):
            _check(spec)
            copy = str(self._copy(spec, seed).resolve())
            match spec:
                case ClassificationSpec():
                    spec = replace(spec, path=copy, labels=spec.labels or LABELS)
                case PairsSpec() if spec.label in LINKS:
                    return self._linked(replace(spec, path=copy, label=""), folder, seed, template)
                case PairsSpec() | JudgementsSpec() | CandidatesSpec():
                    spec = replace(spec, path=copy, label="")
                case _:
                    spec = replace(spec, path=copy)
        return open_source(spec, folder=folder, seed=seed, template=template)

    def _linked(self, spec: PairsSpec, folder: Path, seed: int, template: TextTemplate) -> Source:
        """Write links by ids, as judgements are; rows with all texts would be many times as large."""
        judged = JudgementsSpec(**{field.name: getattr(spec, field.name) for field in fields(PairsSpec)})
        found = open_source(judged, folder=folder, seed=seed, template=template)
        return replace(found, facts=replace(found.facts, kind=spec.kind))

    def _prepared(self, spec: ListsSpec, folder: Path, seed: int) -> Path:
        """Prepare candidates of the library's queries, of a campaign's, or of a folder in BEIR's form."""
        from assay.training_runs.candidates import CandidateChoice, prepare_library_lists

        recipe = self._recipe
        assert recipe is not None  # noqa: S101 - every run and estimate gives its own
        wanted = CandidateChoice(spec.first, spec.n, spec.random, seed)

        def write(out: Path) -> None:
            prepare_library_lists(
                out, self._library, spec.path, wanted, recipe, base=self._base, folder=folder
            )

        return self._kept_for(spec, f"lists-{_digest(f'{spec.path} {wanted}')}", write)

    def _copy(self, spec: ObjectiveSpec, seed: int) -> Path:
        wanted = spec.path.removeprefix(LIBRARY)
        label, judged = label_of(spec), isinstance(spec, JudgementsSpec)
        of_judgements = f"release-{_digest(wanted)}" if wanted else "library"
        kind = of_judgements if judged else spec.kind

        def write(out: Path) -> None:
            if judged:
                write_judgements(self._library, wanted, out, label=label)
            elif label in LINKS:
                write_links(known_of(self._library), spec.kind, label, out, seed=seed)
            elif isinstance(spec, SpecterSpec):
                write_graph(known_of(self._library), out)
            else:
                write_papers(known_of(self._library), spec.kind, label, out)

        return self._kept_for(spec, "-".join(filter(None, (kind, label))), write)

    def _kept_for(self, spec: ObjectiveSpec, name: str, write: Callable[[Path], None]) -> Path:
        """Keep as `_kept`; what is wrong with the library names the objective."""
        try:
            return self._kept(name, write)
        except TrainingFailed:
            raise
        except AssayError as error:
            raise RecipeError("Objective '{0}': {1}", spec.name, error) from error

    def with_words(self, recipe: Recipe) -> Recipe:
        """The recipe with a copy of the library's papers where its words are to be counted among them.

        Raises RecipeError, and BadInput or LibraryError for a library that cannot be opened.
        """
        named = recipe.formats.words
        if not named.startswith(LIBRARY):
            return recipe
        if named != LIBRARY:
            raise RecipeError(
                "'words' is '{0}': words are counted among all papers of the library ('{1}'), or "
                "those of a file. Change it.",
                named,
                LIBRARY,
            )
        place = self._kept("words", lambda out: write_texts(known_of(self._library), out / WORDS))
        words = str((place / WORDS).resolve())
        return replace(recipe, formats=replace(recipe.formats, words=words))

    def _kept(self, name: str, write: Callable[[Path], None]) -> Path:
        """The folder of a copy, whole or not there. Raises TrainingFailed where the disk refuses it."""
        place = self._folder / name
        if place.is_dir():
            return place
        if os.environ.get("RANK", "0") != "0":
            _wait_for(place)
            return place
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            with replacing(place) as draft:
                write(draft)
        except OSError as error:
            raise TrainingFailed("{0} cannot be written: {1}. Free some space.", place, error) from error
        return place


def _check(spec: ObjectiveSpec) -> None:
    """Raise RecipeError for what a library does not teach in this way."""
    if isinstance(spec, JudgementsSpec):
        if spec.label and spec.label not in JUDGED:
            raise RecipeError(
                "Objective '{0}': judgements are of queries that are {1}, not '{2}'. Change "
                "'label', or leave it out for all of them.",
                spec.name,
                " or ".join(JUDGED),
                spec.label,
            )
    elif spec.kind not in KEYS or spec.path != LIBRARY:
        raise RecipeError(
            "Objective '{0}': the kind {1} cannot learn from '{2}'. '{3}' is for the kinds "
            "judgements, {4}; a campaign for judgements.",
            spec.name,
            spec.kind,
            spec.path,
            LIBRARY,
            ", ".join(KEYS),
        )
    else:
        try:
            check_label(spec.kind, label_of(spec))
        except RecipeError as error:
            raise RecipeError("Objective '{0}': {1}", spec.name, error) from error


def write_judgements(library: Location, wanted: str, out: Path, *, label: str = "") -> None:
    """Write papers, queries and grades as corpus.jsonl, queries.jsonl and qrels/train.tsv.

    `wanted` is "" for the library's own judgements, else "CAMPAIGN" or "CAMPAIGN@RELEASE"; `label` one of
    JUDGED, or "" for all queries. All papers of the
    library, or of the campaign's snapshot, are written: random negatives are drawn from them. Raises
    BadInput, LibraryError or EvaluationError.
    """
    from assay.evaluation import Collection, write_beir
    from assay.models.test_sets import choice_of, read_test_set
    from assay.workspace import Workspace

    with Workspace.open(library, create=False) as workspace:
        found = read_test_set(workspace, choice_of(wanted), k=1)
    known = {paper.doc_id for paper in found.papers}
    queries = [one for one in found.queries if not label or (one.doc_id is None) == (label == "typed")]
    qrels = {
        query_id: {doc_id: grade for doc_id, grade in grades.items() if doc_id in known}
        for query_id, grades in found.qrels.items()
        if query_id in {query.query_id for query in queries}
    }
    qrels = {query_id: grades for query_id, grades in qrels.items() if grades}
    if not qrels:
        of = {"": "", "typed": " of typed queries", "papers": " of queries that are papers"}[label]
        raise RecipeError("{0} has no judgements{1} to learn from. Judge some papers first.", found.name, of)
    write_beir(
        Collection(
            name=found.name,
            papers=list(found.papers),
            queries=[query for query in queries if query.query_id in qrels],
            qrels=qrels,
            split="train",
        ),
        out,
    )
    logger.info("wrote the judgements of %s: %d queries", found.name, len(qrels))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _wait_for(place: Path) -> None:
    """Wait until the first process of the run has written the folder. Raises TrainingFailed after a while."""
    end = time.monotonic() + _PATIENCE
    while not place.is_dir():
        if time.monotonic() > end:
            raise TrainingFailed("The first process of this run has not written {0}. See its log.", place)
        time.sleep(_POLL)
