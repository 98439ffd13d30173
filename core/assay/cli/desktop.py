"""Commands that start the window, and the search engine that serves it."""

from __future__ import annotations

import os
import subprocess
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from assay import config
from assay.cli import tour
from assay.cli.app import Session, app, command, option
from assay.errors import BadInput
from assay.interpreter import python
from assay.location import folder_of

SAMPLE_READY = ".sample-ready"
"""Stands in the sample library's folder once it is filled and indexed."""


class Language(StrEnum):
    """What the window can speak; the command line speaks English."""

    SYSTEM = "system"
    ENGLISH = "en"
    GERMAN = "de"


@command(app, "desktop")
def desktop(
    current: Session,
    *,
    sample: Annotated[bool, option("Open the sample library.", "--sample")] = False,
    language: Annotated[
        Language | None, option("The window's language this time; Settings keeps one for good.", "--language")
    ] = None,
    safe: Annotated[
        bool, option("Without saved choices, watched folders, waiting jobs and search.", "--safe")
    ] = False,
) -> None:
    """Open the window. Without a display, `--sample` runs the same loop headless instead."""
    if sample:
        current.location = config.sample_library()
    if not _has_display():
        message = "There is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
        if not sample:
            raise BadInput(f"{message}, so the window cannot open. Try `assay tour`.")
        typer.echo(f"{message}: running the tour of the sample library without a window.", err=True)
        tour.run(Path("out"), current.output)
        return
    if sample:
        _prepare_sample(folder_of(current.location))
    # The window stands above the core: it is found by name here, so that the core never depends on it.
    import importlib

    try:
        application = importlib.import_module("assay_desktop.app")
    except ImportError as error:
        raise BadInput(f"The window cannot start: {error}.") from error
    raise typer.Exit(application.main(current.location, language=language or "", safe=safe))


def _has_display() -> bool:
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _prepare_sample(folder: Path) -> None:
    """The window opens on papers that are indexed and graded, the first time too.

    A process of its own does it: the one that becomes the window must never hold torch.
    """
    if (folder / SAMPLE_READY).exists():
        return
    command = python("-m", "assay", "--library", str(folder), "sample")
    if subprocess.run(command, check=False).returncode:  # noqa: S603 - our own command
        raise BadInput(f"The sample library could not be made in {folder}; the lines above say why.")
    (folder / SAMPLE_READY).touch()


@app.command("engine", hidden=True)
def engine(context: typer.Context) -> None:
    """Serve searches to the window: one JSON object a line, on standard input and output."""
    from assay.engine.process import serve

    serve(context.find_root().obj.location)
