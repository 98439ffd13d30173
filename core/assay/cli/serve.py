"""Servers over a library: for an assistant, by the Model Context Protocol."""

from __future__ import annotations

from typing import Annotated

import typer

from assay.cli.app import command_group, option
from assay.errors import BadInput

commands = command_group("serve", "Servers over a library; Ctrl+C stops them.")

EXTRA = "{0} is missing. Install Assay with the extra `serve`."


@commands.command("mcp")
def mcp(
    context: typer.Context,
    allow_judging: Annotated[
        str, option("Let the assistant grade too, as this assessor.", "--allow-judging", metavar="ASSESSOR")
    ] = "",
) -> None:
    """Let an assistant search and read the library: the Model Context Protocol on standard input and output.

    Nothing is changed, but that grades are recorded with --allow-judging; `assay undo` takes those back.
    """
    try:
        from assay.serving.assistant import serve
    except ImportError as error:
        raise BadInput(EXTRA, error.name or "mcp") from error
    serve(context.find_root().obj.location, assessor=allow_judging.strip())
