"""The command that times a model on this machine, and what is said of its size."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind
from assay.cli.payloads import plain
from assay.errors import ModelError


def register(model: typer.Typer) -> None:
    """Adds this module's command to those about models."""
    model.command("speed")(speed)


def speed(
    context: typer.Context,
    model: Annotated[str, typer.Argument(help="A trained model's id: `assay models` lists them.")],
    *,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Time a model on this machine: texts a second for one vector, and for those of all formats.

    The figures are kept on the model's card.
    """
    from assay.models.speed import measure_speed

    current = session(context, json=json)
    with current.output.progress(progress) as report:
        found = measure_speed(model, device=device, progress=report)
    current.output.result(
        {"model": model, **plain(found)}, lambda console: console.print(in_words(plain(found)))
    )


_ALIKE = 0.97
"""Rates nearer than this are told as one: a machine's own unrest makes as much."""


def in_words(kept: Any) -> str:
    """One line of what a card keeps of a `Speed`."""
    try:
        found = f"{kept['one']:.1f} texts a second for one vector"
        if kept["n_vectors"] > 1:
            same = kept["every"] > _ALIKE * kept["one"]
            rate = "as many" if same else f"{kept['every']:.1f}"
            found += f", {rate} for all its {kept['n_vectors']}"
        return f"{found} ({kept['device']}, {kept['n_texts']} texts, {kept['created']})"
    except (KeyError, TypeError, ValueError):  # a figure that another program put there
        return str(kept)


def size_in_words(folder: Path) -> str:
    """The formats of a model of the registry and what each has of its own; "" for a model with one vector."""
    from assay.encoding.multiformat.sizes import model_size

    try:
        size = model_size(folder)
    except ModelError as error:  # its base may be gone, and all else is still to be said
        return str(error)
    own = ", ".join(f"{each} {n:,}" for each, n in size.of_format.items())
    beside = f", {size.shared:,} shared by them" if size.shared else ""
    return f"{size.variant}: {own} of their own{beside}, beside a base of {size.base:,}" if own else ""
