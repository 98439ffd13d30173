"""`assay library`: whether the library is the user's own."""

from __future__ import annotations

import typer

from assay.cli.app import Json, session


def register(app: typer.Typer) -> None:
    """Adds this module's commands."""
    group = typer.Typer(help="The library itself.", no_args_is_help=True)
    group.command("trust")(trust)
    app.add_typer(group, name="library")


def trust(context: typer.Context, *, json: Json = False) -> None:
    """Trust a library that was made elsewhere: its watched folders are looked through from now on."""
    current = session(context, json=json)
    with current.open(create=False) as workspace:
        workspace.library.trust()
        location = workspace.library.location
        folders = [folder.path for folder in workspace.library.watched.all()]
        trusted = workspace.library.is_trusted
    said = f"{location} is trusted." if trusted else f"{location} could not be noted as trusted; see the log."
    watched = f" Watched folders: {', '.join(folders)}" if folders else ""
    current.output.result(
        {"library": location, "trusted": trusted, "watched": folders},
        lambda console: console.print(said + watched, markup=False, soft_wrap=True),
    )
