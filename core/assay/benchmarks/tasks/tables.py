"""Rows of a file, whatever its form: JSON Lines, a JSON object of objects, Parquet, a table, TREC's qrels.

A file may be one of several shards ("train-00000-of-00003.parquet" stands for all three), or a folder of
them.
"""

from __future__ import annotations

import csv
import importlib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from assay.errors import EvaluationError
from assay.evaluation.files import read_lines
from assay.files import csv_rows
from assay.messages import message

FORMS = (".parquet", ".jsonl", ".json", ".csv", ".tsv", ".qrel")
"""How a file of rows may end; all but Parquet also with .gz behind it."""

_SHARD = re.compile(r"(?P<stem>.+)-(?P<number>\d{5})-of-(?P<count>\d{5})(?P<end>\.[a-z.]+)")
_BATCH = 1024


@dataclass(frozen=True, slots=True)
class Place:
    """What an error about a row names."""

    task: str
    path: Path
    line: int = 0  # from 1; 0 is the whole file
    entry: str = ""  # the key of an entry, where there are no lines

    def row(self, line: int) -> Place:
        """Return the row there of the same file."""
        return Place(self.task, self.path, line)

    def fault(self, reason: str, *values: object) -> EvaluationError:
        at = f"{self.path}:{self.line}" if self.line else f"{self.path}"
        entry = f", entry {self.entry!r:.60}" if self.entry else ""
        what = message(reason, *values)
        return EvaluationError("{0}{1}, task '{2}': {3}", at, entry, self.task, what)


Row: TypeAlias = tuple[Place, dict[str, Any]]


def read_objects(task: str, path: Path, *, usual: Literal["lines", "table"]) -> Iterator[Row]:
    """Yield each row with its place, shard after shard; `usual` is the form of a name that says none.

    Raises EvaluationError for a missing shard, a damaged file, and a row that is no object.
    """
    forms: Mapping[str, Callable[[Place], Iterator[Row]]] = {
        ".parquet": _parquet, ".jsonl": _lines, ".json": _entries, ".csv": _table, ".tsv": _table,
        ".qrel": _qrels,
    }  # fmt: skip
    for shard in shards(task, path):
        own = forms.get(Path(shard.name.removesuffix(".gz")).suffix, _lines if usual == "lines" else _table)
        yield from own(Place(task, shard))


def shards(task: str, path: Path) -> list[Path]:
    """The files that a path stands for, in order. Raises EvaluationError where one is missing."""
    if path.is_dir():
        found = sorted(file for file in path.iterdir() if file.name.removesuffix(".gz").endswith(FORMS))
        if not found:
            raise Place(task, path).fault("no file in it ends in {0}.", ", ".join(FORMS))
        return found
    match = _SHARD.fullmatch(path.name)
    if match is None:
        return [path]
    count = int(match["count"])
    names = [f"{match['stem']}-{k:05}-of-{count:05}{match['end']}" for k in range(count)]
    missing = [name for name in names if not (path.parent / name).is_file()]
    if missing:
        raise Place(task, path.parent / missing[0]).fault(
            "it is missing: the data are in {0} files. Copy all.", count
        )
    return [path.parent / name for name in names]


def read_document(place: Place) -> Any:
    """Return what a JSON file holds. Raises EvaluationError, with the line of what is not JSON."""
    try:
        return json.loads("\n".join(line for _, line in read_lines(place.path)))
    except json.JSONDecodeError as error:
        raise place.row(error.lineno).fault("not JSON ({0}). Is the file whole?", error.msg) from error
    except (ValueError, RecursionError) as error:
        raise place.fault("not JSON ({0}). Is the file whole?", error) from error


def _lines(at: Place) -> Iterator[Row]:
    for number, line in read_lines(at.path):
        if not line.strip():
            continue
        place = at.row(number)
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise place.fault("not JSON ({0}). Each line must be one object.", error) from error
        yield place, _object(place, row)


def _entries(at: Place) -> Iterator[Row]:
    """Yield an object of objects (id -> paper), as SciDocs has them, or JSON Lines under this name."""
    if _is_lines(at.path):
        yield from _lines(at)
        return
    whole = read_document(at)
    if not isinstance(whole, dict):
        raise at.fault("not an object in braces. It must lead from ids to papers.")
    for key, value in whole.items():
        place = Place(at.task, at.path, entry=key)
        yield place, {"doc_id": key, **_object(place, value)}


def _is_lines(path: Path) -> bool:
    """Return whether the first line is a record, and not an object of objects, broken over lines or not."""
    first = next((line.strip() for _, line in read_lines(path) if line.strip()), "{")
    try:
        row = json.loads(first)
    except (ValueError, RecursionError):
        return first != "{"
    return isinstance(row, dict) and not all(isinstance(value, dict) for value in row.values())


def _object(place: Place, row: object) -> dict[str, Any]:
    if not isinstance(row, dict):
        raise place.fault("not an object in braces. Each line must be one.")
    return row


def _table(at: Place) -> Iterator[Row]:
    header: list[str] = []
    heading = next((line for _, line in read_lines(at.path) if line.strip()), "")
    for place, cells in read_csv(at, "\t" if "\t" in heading else ","):
        if not header:
            header = [cell.strip().lower().replace("-", "_") for cell in cells]
            continue
        if len(cells) != len(header):
            raise place.fault(
                "{0} columns, and the header has {1}. Correct the line.", len(cells), len(header)
            )
        yield place, dict(zip(header, cells, strict=True))


def read_csv(at: Place, delimiter: str) -> Iterator[tuple[Place, list[str]]]:
    """Yield the cells of each row that is not blank, with where it begins. Raises EvaluationError."""
    try:
        for number, cells in csv_rows((f"{line}\n" for _, line in read_lines(at.path)), delimiter):
            yield at.row(number), cells
    except csv.Error as error:
        number, reason = error.args
        raise at.row(number).fault("this is not CSV ({0}). Is a quote left open?", reason) from error


def _qrels(at: Place) -> Iterator[Row]:
    for number, line in read_lines(at.path):
        cells = line.split()
        if not cells:
            continue
        if len(cells) != 4:
            raise at.row(number).fault(
                "{0} columns instead of 4 (query 0 document grade). Correct the line.", len(cells)
            )
        yield at.row(number), {"query_id": cells[0], "cand_id": cells[2], "score": cells[3]}


def _parquet(at: Place) -> Iterator[Row]:
    """Count rows from 1. The library that reads them is no part of Assay: most folders do without."""
    try:
        parquet, arrow = (importlib.import_module(name) for name in ("pyarrow.parquet", "pyarrow"))
    except ImportError as error:
        raise at.fault(
            "a Parquet file is read by the library pyarrow, which is missing. Install Assay with the extra "
            "bench, or write the rows as .jsonl."
        ) from error
    number = 0
    try:
        with parquet.ParquetFile(at.path) as file:
            for batch in file.iter_batches(batch_size=_BATCH):
                for row in batch.to_pylist():
                    number += 1
                    yield at.row(number), row
    except (arrow.ArrowException, OSError) as error:
        raise at.row(number).fault(
            "it cannot be read as Parquet ({0}). Copy or download it again.", f"{error!s:.120}"
        ) from error
