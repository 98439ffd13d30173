"""The command that lists models."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer
from rich.console import Console

from assay.cli.app import Json, session

if TYPE_CHECKING:
    from assay.workspace import Workspace


def register(app: typer.Typer) -> None:
    """Adds this module's command."""
    app.command("models")(models)


def models(context: typer.Context, *, json: Json = False) -> None:
    """List the models that this library knows, and what each has indexed."""
    current = session(context, json=json)
    with current.open() as workspace:
        rows = _rows(workspace)

    def show(console: Console) -> None:
        for row in rows:
            mark = "*" if row["active"] else " "
            console.print(f"{mark} {row['id']}  {row['indexed']} papers indexed", markup=False)

    current.output.result({"models": rows}, show)


def _rows(workspace: Workspace) -> list[dict[str, object]]:
    from assay.encoding import DEFAULT_MODEL, HASHING_MODEL
    from assay.search import indexed_models

    indexed = indexed_models(workspace.folder)  # model name -> number of papers
    active = workspace.config.model
    names = dict.fromkeys([DEFAULT_MODEL, active, *indexed, HASHING_MODEL])
    return [{"id": name, "active": name == active, "indexed": indexed.get(name, 0)} for name in names]
