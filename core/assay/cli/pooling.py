"""The option that says how the tokens of a published BERT become a vector."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from assay.cli.app import option
from assay.errors import BadInput

if TYPE_CHECKING:
    from assay.training.recipe.recipe import Recipe


class PoolingOption(StrEnum):
    """Where a vector is read."""

    CLS = "cls"
    MEAN = "mean"


Pooling = Annotated[
    PoolingOption | None,
    option(
        "How tokens become a vector, for a BERT's folder as it is published: cls for SPECTER, "
        "SPECTER2 and SciNCL; mean or cls for SciBERT."
    ),
]


def each_with_pooling(models: Sequence[str], pooling: PoolingOption | None) -> list[str]:
    """The same for several models, of which only published folders need a pooling; also in "hybrid:FOLDER".

    Raises likewise.
    """
    from assay.encoding.model_files.published import needs_rewriting

    found = []
    for name in models:
        kind, mark, model = name.partition(":") if name.startswith("hybrid:") else ("", "", name)
        folder = Path(model).expanduser()
        raw = folder.is_dir() and needs_rewriting(folder)
        found.append(f"{kind}{mark}{with_pooling(model, pooling) if raw else model}")
    return found


def recipe_with_pooling(recipe: Recipe, pooling: PoolingOption | None, *, folder: Path) -> Recipe:
    """The recipe over the copy of its base among the models; `folder` is the recipe's. Raises likewise."""
    if pooling is None:
        return recipe
    near = folder / Path(recipe.base).expanduser()
    return replace(recipe, base=with_pooling(str(near) if near.is_dir() else recipe.base, pooling))


def with_pooling(model: str, pooling: PoolingOption | None) -> str:
    """The model to load: its name, or the id of the folder's copy among the models if a pooling is given.

    Raises BadInput for a pooling without a folder, ModelError for a folder that cannot be added.
    """
    from assay.registry.loading import add_model

    if pooling is None:
        return model
    folder = Path(model).expanduser()
    if not model or not folder.is_dir():
        raise BadInput(f"--pooling is for a model's folder, and {model or 'no model'} is none. Leave it out.")
    return add_model(folder, pooling=pooling.value).model_id
