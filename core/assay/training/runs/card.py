"""What is to be known of a trained model, written next to it."""

from __future__ import annotations

import platform
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePath, PureWindowsPath

from assay import __version__
from assay.encoding.model_files.folder import file_digests, folder_fingerprint
from assay.training.model.base_model import Base
from assay.training.recipe.objective_spec import LIBRARY, ClassificationSpec, ListsSpec, ObjectiveSpec
from assay.training.recipe.recipe import Recipe
from assay.training.recipe.recipe_file import parse_recipe, write_recipe
from assay.training.runs.checkpoint import RunState
from assay.types import SearchMode

CARD_FORMAT = 1
_NO_FILES = ("dense", "random", *(mode.value for mode in SearchMode))  # what finds the candidates of lists
_PACKAGES = ("torch", "transformers", "sentence-transformers")


def make_card(
    recipe: Recipe, base: Base, state: RunState, *, model: Path, device: str, precision: str, seconds: float
) -> dict[str, object]:
    """Return the card of a finished run, for JSON. `model` is the folder of the trained model.

    It is handed on with the model: files stand there by name and checksum, and no path of this machine.
    """
    return {
        "format": CARD_FORMAT,
        "name": recipe.name,
        "recipe": write_recipe(without_paths(parse_recipe(state.recipe))),
        "base": {"id": base_name(recipe.base), "fingerprint": base.fingerprint},
        "data": state.data,
        "stages": state.stages,
        "seconds": round(seconds, 1),
        "device": device,
        "precision": precision,
        "world": state.world,
        "versions": versions(),
        "seed": recipe.random_seed,
        "dim": base.model.get_embedding_dimension(),
        "parameters": base.parameters,
        "max_length": base.model.max_seq_length,
        "separator": recipe.separator,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "scores": {},
        "fingerprint": folder_fingerprint(file_digests(model)),
    }


def versions() -> dict[str, str]:
    """package -> version, of what decides the numbers."""
    found = {"python": platform.python_version(), "assay": __version__}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "unknown"
    return found


def without_paths(recipe: Recipe) -> Recipe:
    """The recipe with names for paths. Which bytes they were, the checksums of the card's data say."""
    stages = tuple(
        replace(stage, objectives=tuple(map(_without_paths, stage.objectives))) for stage in recipe.stages
    )
    formats = replace(
        recipe.formats, adapters=file_name(recipe.formats.adapters), words=file_name(recipe.formats.words)
    )
    return replace(recipe, base=base_name(recipe.base), stages=stages, formats=formats)


def base_name(base: str) -> str:
    """Return a folder by its name; a model's id, which may have a slash too, as it is."""
    path = PurePath(base)
    is_path = path.is_absolute() or PureWindowsPath(base).is_absolute() or path.parts[:1] in {("..",), ("~",)}
    return file_name(base) if is_path or base.startswith("./") else base


def file_name(path: str) -> str:
    """Return the last part of a path of any system; "" of none."""
    return PureWindowsPath(path).name if path else ""


def _without_paths(spec: ObjectiveSpec) -> ObjectiveSpec:
    path = spec.path if spec.path.startswith(LIBRARY) else file_name(spec.path) or spec.path
    match spec:
        case ClassificationSpec():
            return replace(spec, path=path, labels=file_name(spec.labels))
        case ListsSpec():
            first = spec.first if spec.first in _NO_FILES else file_name(spec.first)
            return replace(spec, path=path, queries=file_name(spec.queries), first=first)
    return replace(spec, path=path)
