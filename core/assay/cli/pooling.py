"""The option that says how the tokens of a published BERT become a vector."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from assay.errors import BadInput


class PoolingOption(StrEnum):
    """Where a vector is read."""

    CLS = "cls"
    MEAN = "mean"


Pooling = Annotated[
    PoolingOption | None,
    typer.Option(
        help="How tokens become a vector, for a BERT's folder as it is published: cls for SPECTER, "
        "SPECTER2 and SciNCL; mean or cls for SciBERT."
    ),
]


def each_with_pooling(models: Sequence[str], pooling: PoolingOption | None) -> list[str]:
    """The same for several models, of which only published folders need a pooling. Raises likewise."""
    from assay.encoding.published import needs_rewriting

    folders = [Path(model).expanduser() for model in models]
    return [
        with_pooling(model, pooling) if folder.is_dir() and needs_rewriting(folder) else model
        for model, folder in zip(models, folders, strict=True)
    ]


def with_pooling(model: str, pooling: PoolingOption | None) -> str:
    """The model to load: its name, or the id of the folder's copy among the models if a pooling is given.

    Raises BadInput for a pooling without a folder, ModelError for a folder that cannot be added.
    """
    from assay.workspace.models import add_model

    if pooling is None:
        return model
    folder = Path(model).expanduser()
    if not model or not folder.is_dir():
        raise BadInput(f"--pooling is for a model's folder, and {model or 'no model'} is none. Leave it out.")
    return add_model(folder, pooling=pooling.value).model_id
