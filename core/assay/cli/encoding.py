"""The command that writes the vectors of a file's papers or queries."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs
import typer
from rich.console import Console

from assay.cli.app import Json, Report, session
from assay.cli.output import ProgressKind, plain
from assay.cli.pooling import Pooling, with_pooling
from assay.errors import BadInput
from assay.types import TaskFormat

if TYPE_CHECKING:
    from assay.searching.vector_files import VectorFile

_SHOWN = 5  # entries that were left out


def register(app: typer.Typer) -> None:
    """Add this module's command."""
    app.command("encode")(encode)


def encode(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Papers in any format that can be imported, or queries.")],
    *,
    out: Annotated[Path, typer.Option(help="The file to write: .npy (with .ids.txt beside it) or .parquet.")],
    model: Annotated[
        str, typer.Option(help="A model's id, name or folder; the default model if not given.")
    ] = "",
    format: Annotated[
        TaskFormat,
        typer.Option(case_sensitive=False, help="What the vectors are for; QRY reads the file as queries."),
    ] = TaskFormat.PRX,
    max_length: Annotated[int | None, typer.Option(min=8, help="Max length of a text, in tokens.")] = None,
    device: Annotated[str, typer.Option(help="auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    pooling: Pooling = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there already.")] = False,
    json: Json = False,
    progress: Report = ProgressKind.AUTO,
) -> None:
    """Write the vectors of a file's papers, or of its queries, with their ids. No library is needed.

    Reads and writes the file in parts of 1,024 rows. What was encoded is cached: a call that was stopped
    goes on from there when it is made again.
    """
    from assay.encoding import DEFAULT_MODEL, VectorCache
    from assay.registry.loading import load_named
    from assay.searching.vector_files import check_target, write_vectors

    current = session(context, json=json)
    if not file.exists():
        raise BadInput(f"There is no file {file}.")
    check_target(out, overwrite=force)
    encoder = load_named(with_pooling(model, pooling) or DEFAULT_MODEL, max_length=max_length, device=device)
    cache = VectorCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    with current.output.progress(progress) as report:
        made = write_vectors(file, out, encoder, format=format, cache=cache, overwrite=force, progress=report)
    paths = {"path": str(made.path), "ids": None if made.ids is None else str(made.ids)}
    facts = {
        **paths,
        "model": encoder.name,
        "format": format.value,
        "fingerprint": encoder.fingerprint(format),
    }
    current.output.result({**plain(made), **facts}, lambda console: _show(made, console))


def _show(made: VectorFile, console: Console) -> None:
    beside = "" if made.ids is None else f", their ids in {made.ids}"
    console.print(
        f"Wrote {made.rows:,} vectors of {made.dim} dimensions to {made.path}{beside}; {made.encoded:,} "
        "texts were encoded, the others were cached.",
        markup=False,
    )
    for failure in made.left_out[:_SHOWN]:
        console.print(f"left out: {failure}", markup=False, soft_wrap=True)
    if len(made.left_out) > _SHOWN:
        console.print(f"and {len(made.left_out) - _SHOWN:,} more entries left out")
