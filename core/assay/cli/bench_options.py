"""Options that several commands of benchmarks have."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Data = Annotated[Path | None, typer.Option(help="The folder that holds the benchmarks as published.")]
TaskFiles = Annotated[
    list[Path] | None, typer.Option("--tasks", help="A file of your own tasks, one JSON object a line.")
]
Suites = Annotated[list[str] | None, typer.Option("--suite", help="Only tasks of this suite; repeatable.")]
Names = Annotated[list[str] | None, typer.Option("--task", help="Only the task of this id; repeatable.")]
RunId = Annotated[str, typer.Option("--run", help="A run's id; the latest if not given.")]
