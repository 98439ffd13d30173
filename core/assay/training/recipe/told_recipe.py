"""A recipe as others read it: its files by their names, without where they lay on one machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath, PureWindowsPath

from assay.training.recipe.objective_spec import LIBRARY, ObjectiveSpec
from assay.training.recipe.recipe import Recipe
from assay.types import SearchMode

_NO_FILES = ("dense", "random", *(mode.value for mode in SearchMode))  # what finds the candidates of lists


def told_recipe(recipe: Recipe) -> Recipe:
    """The recipe with names for paths. Which bytes they were, the checksums of the card's data say."""
    stages = tuple(
        replace(stage, objectives=tuple(map(_told_objective, stage.objectives))) for stage in recipe.stages
    )
    formats = replace(
        recipe.formats, adapters=file_name(recipe.formats.adapters), words=file_name(recipe.formats.words)
    )
    return replace(recipe, base=told_base(recipe.base), stages=stages, formats=formats)


def told_base(base: str) -> str:
    """A folder by its name; a model's id, which may have a slash too, as it is."""
    path = PurePath(base)
    is_path = path.is_absolute() or PureWindowsPath(base).is_absolute() or path.parts[:1] in {("..",), ("~",)}
    return file_name(base) if is_path or base.startswith("./") else base


def file_name(path: str) -> str:
    """The last part of a path of any system; "" of none."""
    return PureWindowsPath(path).name if path else ""


def _told_objective(spec: ObjectiveSpec) -> ObjectiveSpec:
    first = spec.first if spec.first in _NO_FILES else file_name(spec.first)
    path = spec.path if spec.path.startswith(LIBRARY) else file_name(spec.path) or spec.path
    return replace(
        spec, path=path, labels=file_name(spec.labels), queries=file_name(spec.queries), first=first
    )
