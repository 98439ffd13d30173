"""The command that makes a model of a base and AdapterHub's adapters."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

from assay.cli.app import Json, session
from assay.cli.payloads import plain
from assay.cli.pooling import PoolingOption
from assay.models.registry import Card
from assay.types import TaskFormat

Adapter = Annotated[Path | None, typer.Option(help="The folder of this format's adapter.")]


def register(model: typer.Typer) -> None:
    """Adds this module's command to those about models."""
    model.command("adapters")(adapters)


def adapters(
    context: typer.Context,
    base: Annotated[str, typer.Argument(help="The base's folder, such as SPECTER2's, or its name.")],
    *,
    clf: Adapter = None,
    rgn: Adapter = None,
    prx: Adapter = None,
    qry: Adapter = None,
    pooling: Annotated[
        PoolingOption, typer.Option(help="Where a vector is read: cls, as SPECTER2's, or mean.")
    ] = PoolingOption.CLS,
    same_base: Annotated[
        bool, typer.Option("--same-base", help="The adapters' base is this one under another name.")
    ] = False,
    name: Annotated[str, typer.Option(help="What to call it; after its base if not given.")] = "",
    json: Json = False,
) -> None:
    """Make a model of a base and adapters in AdapterHub's layout (seq_bn), one for each format.

    Reads adapter_config.json with adapter.safetensors, model.safetensors or pytorch_adapter.bin beside it. A
    search needs --prx and --qry.
    """
    from assay.models.adapter_models import add_adapters

    given = {TaskFormat.CLF: clf, TaskFormat.RGN: rgn, TaskFormat.PRX: prx, TaskFormat.QRY: qry}
    current = session(context, json=json)
    folders = {each: path for each, path in given.items() if path is not None}
    card = add_adapters(base, folders, name=name, pooling=pooling.value, same_base=same_base)
    current.output.result(
        {**plain(card), "formats": [each.value for each in folders]},
        lambda console: console.print(
            f"Added {card.model_id}: {card.dim} dimensions for {', '.join(folders)}. {_next(card, folders)}",
            markup=False,
        ),
    )


def _next(card: Card, folders: Collection[TaskFormat]) -> str:
    """What may be done with the model."""
    if {TaskFormat.PRX, TaskFormat.QRY} <= {*folders}:
        return f"To search with it: assay model promote {card.model_id}"
    return "A search needs adapters for PRX and QRY; this model is for tasks of its own formats."
