"""The command that writes the vectors of a file's papers or queries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import platformdirs

from assay.cli.app import Session, app, argument, command, option
from assay.cli.output import Printed
from assay.cli.pooling import Pooling, with_pooling
from assay.codec import shallow
from assay.errors import BadInput
from assay.types import TaskFormat

if TYPE_CHECKING:
    from assay.searching.vector_files import VectorFile

_SHOWN = 5  # entries that were left out


@command(app, "encode", progress=True)
def encode(
    current: Session,
    file: Annotated[Path, argument("Papers in any format that can be imported, or queries.")],
    *,
    out: Annotated[Path, option("The file to write: .npy (with .ids.txt beside it) or .parquet.")],
    model: Annotated[str, option("A model's id, name or folder; the default model if not given.")] = "",
    format: Annotated[
        TaskFormat, option("What the vectors are for; QRY reads the file as queries.", case_sensitive=False)
    ] = TaskFormat.PRX,
    max_length: Annotated[int | None, option("Max length of a text, in tokens.", min=8)] = None,
    device: Annotated[str, option("auto, cpu, cuda, cuda:1 or mps.")] = "auto",
    pooling: Pooling = None,
    force: Annotated[bool, option("Replace a file that is there already.", "--force")] = False,
) -> None:
    """Write the vectors of a file's papers, or of its queries, with their ids. No library is needed.

    Reads and writes the file in parts of 1,024 rows. What was encoded is cached: a call that was stopped
    goes on from there when it is made again.
    """
    from assay.encoding import DEFAULT_MODEL, VectorCache
    from assay.registry.loading import load_named
    from assay.searching.vector_files import check_target, write_vectors

    if not file.exists():
        raise BadInput(f"There is no file {file}.")
    check_target(out, overwrite=force)
    encoder = load_named(with_pooling(model, pooling) or DEFAULT_MODEL, max_length=max_length, device=device)
    cache = VectorCache(platformdirs.user_cache_path("assay", appauthor=False) / "vectors")
    with current.progress() as report:
        made = write_vectors(file, out, encoder, format=format, cache=cache, overwrite=force, progress=report)
    paths = {"path": str(made.path), "ids": None if made.ids is None else str(made.ids)}
    facts = {
        **paths,
        "model": encoder.name,
        "format": format.value,
        "fingerprint": encoder.fingerprint(format),
    }
    current.answer({**shallow(made), **facts}, _show(made))


def _show(made: VectorFile) -> Iterator[Printed]:
    beside = "" if made.ids is None else f", their ids in {made.ids}"
    yield (
        f"Wrote {made.rows:,} vectors of {made.dim} dimensions to {made.path}{beside}; {made.encoded:,} "
        "texts were encoded, the others were cached."
    )
    for failure in made.left_out[:_SHOWN]:
        yield f"left out: {failure}"
    if len(made.left_out) > _SHOWN:
        yield f"and {len(made.left_out) - _SHOWN:,} more entries left out"
