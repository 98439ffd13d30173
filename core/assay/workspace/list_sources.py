"""Whose judgements teach queries: the library's, a campaign's release, or a collection in BEIR's form."""

from __future__ import annotations

from pathlib import Path

from assay.encoding.model_files import find_folder
from assay.location import Location
from assay.progress import Progress, silent
from assay.training.recipe import LIBRARY, Recipe
from assay.workspace.list_preparing import PreparedLists, Wanted, prepare_lists
from assay.workspace.model_tests import TestSet, choice_of, read_beir_test_set, read_test_set
from assay.workspace.models import load_named
from assay.workspace.workspace import Workspace

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
    progress: Progress = silent,
) -> PreparedLists:
    """Prepares the candidates that an objective's `path` asks for, embedded by the recipe's base.

    `base` is the base's folder where only the caller can find it, `folder` is where relative paths begin.
    Raises as `prepare_lists` does, and BadInput, LibraryError or EvaluationError for what is not there.
    """
    judged = judged_of(library, path, folder=folder)
    encoder = load_named(str(base or recipe.base), max_length=recipe.max_length, separator=recipe.separator)
    place = base or find_folder(recipe.base, allow_network=False)
    return prepare_lists(out, judged, encoder, wanted, model_folder=place, folder=folder, progress=progress)


def judged_of(library: Location, path: str, *, folder: Path) -> TestSet:
    """The judgements that a path names; of a collection those of its training queries, if it has such."""
    if not path.startswith(LIBRARY):
        place = folder / Path(path).expanduser()
        split = "train" if any((place / "qrels" / name).is_file() for name in _TRAIN) else "test"
        return read_beir_test_set(place, split=split)
    with Workspace.open(library, create=False) as workspace:
        return read_test_set(workspace, choice_of(path.removeprefix(LIBRARY)), k=1)
