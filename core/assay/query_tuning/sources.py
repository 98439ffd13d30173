"""Whose judgements teach queries: the library's, a campaign's release, or a collection in BEIR's form."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from assay.encoding.model_files.folder import find_folder
from assay.errors import BadInput
from assay.evaluation import write_run
from assay.evaluation.ranking import ranking
from assay.location import Location
from assay.models.loading import load_named
from assay.models.tests import TestSet, choice_of, read_beir_test_set, read_test_set
from assay.progress import Progress, silent
from assay.query_tuning.preparing import (
    FIRST_STAGES,
    PreparedLists,
    Wanted,
    find_candidates,
    prepare_lists,
)
from assay.training.recipe.recipe import LIBRARY, Recipe
from assay.workspace import Workspace

_TRAIN = ("train.tsv", "train.tsv.gz")


def lists_of_library(
    out: Path,
    library: Location,
    path: str,
    wanted: Wanted,
    recipe: Recipe,
    *,
    base: Path | None,
    folder: Path,
    run_out: Path | None = None,
    overwrite: bool = True,
    progress: Progress = silent,
) -> PreparedLists:
    """Prepares the candidates that an objective's `path` asks for, embedded by the recipe's base.

    `base` is the base's folder where only the caller can find it, `folder` is where relative paths begin.
    `run_out` is a file for what the first stage found, as a run in TREC's form: without what was added.
    Raises as `prepare_lists` does, and BadInput, LibraryError or EvaluationError for what is not there.
    """
    if run_out is not None and wanted.first == "random":
        raise BadInput("Papers drawn by chance are no ranking, so there is no run to write. Leave it out.")
    judged = judged_of(library, path, folder=folder)
    encoder = load_named(str(base or recipe.base), max_length=recipe.max_length, separator=recipe.separator)
    place = base or find_folder(recipe.base, allow_network=False)
    run = find_candidates(judged, encoder, wanted, folder=folder, progress=progress)
    if run_out is not None:
        best = {query_id: _cut(scores, wanted.n) for query_id, scores in run.items()}
        tag = wanted.first if wanted.first in FIRST_STAGES else "candidates"
        write_run(best, run_out, tag=tag, overwrite=overwrite)
    return prepare_lists(
        out, judged, encoder, wanted, model_folder=place, folder=folder, run=run, progress=progress
    )


def _cut(scores: Mapping[str, float], n: int) -> dict[str, float]:
    return {doc_id: scores[doc_id] for doc_id in ranking(scores)[:n]}


def judged_of(library: Location, path: str, *, folder: Path) -> TestSet:
    """The judgements that a path names; of a collection those of its training queries, if it has such."""
    if not path.startswith(LIBRARY):
        place = folder / Path(path).expanduser()
        split = "train" if has_training_split(place) else "test"
        return read_beir_test_set(place, split=split)
    with Workspace.open(library, create=False) as workspace:
        return read_test_set(workspace, choice_of(path.removeprefix(LIBRARY)), k=1)


def has_training_split(folder: Path) -> bool:
    """Whether a collection in BEIR's form says which of its queries are to teach."""
    return any((folder / "qrels" / name).is_file() for name in _TRAIN)
