"""The vectors of a file's papers or queries, written to a file of numbers with the ids next to them."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from assay.doc_ids import original_id
from assay.encoding import Encoder, VectorCache
from assay.errors import BadInput
from assay.files import replacing
from assay.importers import read_papers, read_queries
from assay.progress import Progress, shifted, silent
from assay.types import ImportFailure, TaskFormat, Vectors

ROWS_AT_ONCE = 1024
"""Texts in memory at a time; also the rows of a Parquet row group."""


@dataclass(frozen=True, slots=True)
class VectorFile:
    """What was written."""

    path: Path
    ids: Path | None  # one id a line, in the order of the rows; None where the file itself has them
    rows: int
    dim: int
    encoded: int  # texts that were not in the cache
    left_out: tuple[ImportFailure, ...] = ()


def write_vectors(
    source: Path,
    out: Path,
    encoder: Encoder,
    *,
    format: TaskFormat,
    cache: VectorCache,
    overwrite: bool = False,
    progress: Progress = silent,
) -> VectorFile:
    """Encode the papers of a file, or its queries for the format QRY, into `out` (.npy or .parquet).

    A .npy file holds (n, dim) float32, and `out` with the suffix .ids.txt an id a line; a Parquet file has
    the columns id and vector. Files appear whole or not at all; vectors that were computed before a stop are
    cached. Raises BadInput for another suffix, a file that is there, and a source without a text;
    ImportFailed for queries that cannot be read, OSError for a full disk.
    """
    ids_path = check_target(out, overwrite=overwrite)
    suffix = out.suffix.lower()
    failures: list[ImportFailure] = []
    rows = encoded = 0
    with _replacing(out) as file, _WRITERS[suffix](file, encoder.dim) as writer, ExitStack() as stack:
        ids_file = stack.enter_context(_replacing(ids_path)) if ids_path is not None else None
        for ids, texts in _chunks(source, encoder, format, failures):
            vectors, n = _encode(encoder, texts, format, cache, shifted(progress, by=rows, whole=None))
            writer.write(ids, vectors)
            if ids_file is not None:
                ids_file.write("".join(f"{each}\n" for each in ids).encode())
            rows, encoded = rows + len(ids), encoded + n
        if not rows:
            message = f" The first entry: {failures[0].reason}" if failures else ""
            raise BadInput(
                "{0} has no {1} to encode.{2}",
                source,
                "query" if format is TaskFormat.QRY else "paper",
                message,
            )
    return VectorFile(out, ids_path, rows, encoder.dim, encoded, tuple(failures))


def check_target(out: Path, *, overwrite: bool) -> Path | None:
    """The file of the ids next to `out`, None where it holds them. Raises BadInput for a bad target."""
    suffix = out.suffix.lower()
    if suffix not in _WRITERS:
        raise BadInput("{0} must end in .npy or .parquet.", out.name)
    if suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise BadInput(
            "A Parquet file is written by the library pyarrow, which is missing. Install Assay with the "
            "extra bench, or name a file in .npy."
        )
    ids_path = out.with_suffix(".ids.txt") if suffix == ".npy" else None
    for path in filter(None, (out, ids_path)):
        if path.is_dir():
            raise BadInput("{0} is a folder. Name a file in it.", path)
        if path.exists() and not overwrite:
            raise BadInput(
                "{0} already exists. Choose another file.", path, advice="Or replace it by --force."
            )
        if not path.parent.is_dir():
            raise BadInput("There is no folder {0}. Make it first.", path.parent)
    return ids_path


def _chunks(
    source: Path, encoder: Encoder, format: TaskFormat, failures: list[ImportFailure]
) -> Iterator[tuple[list[str], list[str]]]:
    """(ids, texts) of at most ROWS_AT_ONCE rows, in the file's order."""
    rows = (
        _query_rows(source, encoder) if format is TaskFormat.QRY else _paper_rows(source, encoder, failures)
    )
    while chunk := list(islice(rows, ROWS_AT_ONCE)):
        yield [name for name, _ in chunk], [text for _, text in chunk]


def _paper_rows(source: Path, encoder: Encoder, failures: list[ImportFailure]) -> Iterator[tuple[str, str]]:
    for item in read_papers(source):
        if isinstance(item, ImportFailure):
            failures.append(item)
        else:
            yield original_id(item.doc_id), encoder.template.paper_text(item)


def _query_rows(source: Path, encoder: Encoder) -> Iterator[tuple[str, str]]:
    for query in read_queries(source):
        yield query.query_id, encoder.template.query_text(query.text)


def _encode(
    encoder: Encoder, texts: list[str], format: TaskFormat, cache: VectorCache, progress: Progress
) -> tuple[Vectors, int]:
    from assay.encoding import encode_with_cache

    return encode_with_cache(encoder, texts, format=format, cache=cache, progress=progress)


class _Writer(Protocol):
    def write(self, ids: list[str], vectors: Vectors) -> None: ...


class _Npy:
    """Rows as they come; the header is written again when they are counted: numpy leaves room in it."""

    def __init__(self, file: IO[bytes], dim: int) -> None:
        self._file, self._dim, self._rows = file, dim, 0
        self._header()

    def write(self, ids: list[str], vectors: Vectors) -> None:
        self._file.write(np.ascontiguousarray(vectors, dtype="<f4").data)
        self._rows += len(ids)

    def finish(self) -> None:
        self._file.seek(0)
        self._header()

    def _header(self) -> None:
        head = {"descr": "<f4", "fortran_order": False, "shape": (self._rows, self._dim)}
        np.lib.format.write_array_header_1_0(self._file, head)


@contextmanager
def _npy(file: IO[bytes], dim: int) -> Iterator[_Writer]:
    writer = _Npy(file, dim)
    yield writer
    writer.finish()


class _Parquet:
    def __init__(self, file: IO[bytes], dim: int) -> None:
        self._arrow: Any = importlib.import_module("pyarrow")
        vector = self._arrow.list_(self._arrow.float32(), dim)
        schema = self._arrow.schema([("id", self._arrow.string()), ("vector", vector)])
        parquet: Any = importlib.import_module("pyarrow.parquet")
        self.writer, self._schema, self._dim = parquet.ParquetWriter(file, schema), schema, dim

    def write(self, ids: list[str], vectors: Vectors) -> None:
        flat = self._arrow.array(np.ascontiguousarray(vectors, dtype=np.float32).reshape(-1))
        rows = self._arrow.FixedSizeListArray.from_arrays(flat, self._dim)
        self.writer.write_table(self._arrow.table([ids, rows], schema=self._schema))


@contextmanager
def _parquet(file: IO[bytes], dim: int) -> Iterator[_Writer]:
    made = _Parquet(file, dim)
    with made.writer:
        yield made


_WRITERS = {".npy": _npy, ".parquet": _parquet}


@contextmanager
def _replacing(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its name once it is whole, and leaves nothing where it is not."""
    with replacing(path, durable=True) as draft, draft.open("xb") as file:
        yield file
