"""The files that examples are read from: line by line, with the place of whatever is wrong."""

from __future__ import annotations

import csv
import gzip
import importlib
import json
import math
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, Literal

from assay.encoding.formats import TextTemplate
from assay.errors import RecipeError
from assay.files import csv_rows, open_unpacked, sha256_of
from assay.messages import message, translatable

CUT_SHORT = translatable("the file is cut short or damaged here. Copy or download it again.")
JSON_NAMES = (".jsonl", ".ndjson", ".json", ".parquet")  # what `read_objects` reads
TABLE_NAMES = (".tsv", ".tab", ".txt", ".csv")


def fault(path: Path, line: int, text: str, *values: object) -> RecipeError:
    """Return an error with its place; `line` counts from 1, and 0 means the whole file."""
    what = message(text, *values)
    return RecipeError("{0}:{1}: {2}", path, line, what) if line else RecipeError("{0}: {1}", path, what)


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """(line number from 1, text) of every line that is not blank; the file may be gzipped.

    Raises RecipeError for a file that is missing, empty, truncated within gzip, or not UTF-8.
    """
    found = False
    for number, raw in _raw_lines(path):
        text = raw.rstrip("\r\n")
        if text.strip(" "):
            found = True
            yield number, text
    if not found:
        raise fault(path, 0, "the file is empty. Give one with at least two examples.")


def _raw_lines(path: Path) -> Iterator[tuple[int, str]]:
    """(line number from 1, line with its end)."""
    number = 0
    try:
        with open_unpacked(path) as stream:
            for number, raw in enumerate(stream, start=1):
                yield number, raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        raise fault(path, number, "this is not UTF-8 ({0}). Save the file as UTF-8.", error.reason) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise fault(path, number + 1, CUT_SHORT) from error
    except OSError as error:
        raise fault(path, 0, "cannot be read ({0}). Check the path.", error.strerror or error) from error


def read_objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """(line number, JSON object) of JSON Lines, or of one JSON array, as SciRepEval's samples are published.

    Of an array and of Parquet the numbers are those of its entries. Rows of a .csv or .tsv are texts by the
    names in its heading. Raises RecipeError.
    """
    if path.name.lower().removesuffix(".gz").endswith((".csv", ".tsv")):
        columns = tuple(name.strip().lower() for name in next(_csv(path))[1])
        for number, fields in read_table(path, columns):
            yield number, dict(zip(columns, fields, strict=True))
        return
    if path.suffix == ".parquet":
        yield from _parquet(path)
        return
    lines = read_lines(path)
    first = next(lines)
    if first[1].lstrip().startswith("["):
        yield from _array(path, "\n".join(text for _, text in (first, *lines)))
        return
    for number, text in chain([first], lines):
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise fault(path, number, "this is not JSON ({0}). Is the file cut short?", error) from error
        if not isinstance(value, dict):
            raise fault(
                path, number, "this line is JSON but not an object in braces. Write one object per line."
            )
        yield number, value


def _parquet(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    """Rows of a Parquet file, some thousand in memory at a time."""
    try:
        parquet: Any = importlib.import_module("pyarrow.parquet")
    except ImportError as error:
        raise fault(path, 0, "Parquet is read by pyarrow. Install Assay with the extra bench.") from error
    number = 0
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(4096):
                for row in batch.to_pylist():
                    number += 1
                    yield number, row
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise fault(path, 0, CUT_SHORT) from error


def _array(path: Path, text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise fault(
            path, 0, "this begins as a JSON array and is none ({0}). Is it cut short?", error
        ) from error
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise fault(path, 0, "entry {0} of the array is not an object in braces. Correct it.", number)
        yield number, row


def read_table(
    path: Path, columns: tuple[str, ...], *, optional: int = 0, quoted: bool = True
) -> Iterator[tuple[int, list[str]]]:
    """(line number, fields) of a table with tabs (.csv: commas), whose last `optional` columns may be absent.

    A first line that repeats the first two names is a heading. A `quoted` table is read as the csv module
    does: quotes round a field go, and within them tabs and line breaks are text. Raises RecipeError.
    """
    fewest = len(columns) - optional
    plain = ((number, text.split("\t")) for number, text in read_lines(path))
    for number, fields in _csv(path) if quoted else plain:
        if number == 1 and [field.strip().lower() for field in fields[:2]] == list(columns[:2]):
            continue
        if not fewest <= len(fields) <= len(columns):
            wanted = f"{fewest} to {len(columns)}" if optional else str(fewest)
            raise fault(
                path,
                number,
                "this line has {0} {0:column|columns} where {1} are expected ({2}), with tabs between them, "
                "in a .csv commas. Correct the line; is the file cut short?",
                len(fields),
                wanted,
                ", ".join(columns),
            )
        yield number, fields


def _csv(path: Path) -> Iterator[tuple[int, list[str]]]:
    """(number of its first line, fields) of every row that is not blank."""
    delimiter = "," if path.name.lower().removesuffix(".gz").endswith(".csv") else "\t"
    found = False
    try:
        for number, fields in csv_rows((text for _, text in _raw_lines(path)), delimiter):
            found = True
            yield number, fields
    except csv.Error as error:
        number, reason = error.args
        raise fault(path, number, "this is not CSV ({0}). Is a quote left open?", reason) from error
    if not found:
        raise fault(path, 0, "the file is empty. Give one with at least two examples.")


def form(path: Path) -> Literal["json", "table"]:
    """Return how the file is to be read, from its name. Raises RecipeError for a name that says nothing."""
    name = path.name.lower().removesuffix(".gz")
    if name.endswith(JSON_NAMES):
        return "json"
    if name.endswith(TABLE_NAMES):
        return "table"
    raise fault(
        path,
        0,
        "is neither .jsonl nor .tsv (or either with .gz), nor .parquet. Give it the name of what it is.",
    )


def find(folder: Path, *names: str) -> Path | None:
    """The first of the names that lies in the folder, as it is or with .gz."""
    wanted = (folder / f"{name}{ending}" for name in names for ending in ("", ".gz"))
    return next((path for path in wanted if path.is_file()), None)


def need(folder: Path, *names: str) -> Path:
    """Find as `find`; raise RecipeError where the folder has none of them."""
    path = find(folder, *names)
    if path is None:
        wanted = " or ".join(names)
        raise fault(folder, 0, "there is no {0} (or that with .gz) in this folder. Put it there.", wanted)
    return path


def train_and_dev(path: Path, *own: str) -> dict[Path, bool]:
    """File -> whether its rows validate: one file, or train and dev (or validation) of a folder.

    As .jsonl, .csv, .tsv, or Parquet in the hub's parts: train-00000-of-00002.parquet, train/0000.parquet.
    `own`: how further names begin, as in specter_train.tsv. Raises RecipeError for a folder without a train
    part.
    """
    if not path.is_dir():
        return {path: False}

    def split(*names: str) -> list[Path]:
        single = find(path, *_names(own, *names))
        return [single] if single else [part for name in names for part in _parts(path, name)]

    train = split("train") or [need(path, *_names(own, "train"))]
    return dict.fromkeys(train, False) | dict.fromkeys(split("dev", "validation"), True)


def _names(own: Sequence[str], *splits: str) -> list[str]:
    return [
        f"{begin}{split}.{ending}"
        for begin in (*own, "")
        for ending in ("jsonl", "csv", "tsv")
        for split in splits
    ]


def _parts(folder: Path, split: str) -> list[Path]:
    return sorted(
        [
            *folder.glob(f"{split}.parquet"),
            *folder.glob(f"{split}-*.parquet"),
            *folder.glob(f"{split}/*.parquet"),
        ]
    )


def sha256(path: Path) -> str:
    """Hash the file as it lies, compressed or not. Raises RecipeError where it cannot be read."""
    try:
        return sha256_of(path)
    except OSError as error:
        raise fault(path, 0, "cannot be read ({0}).", error.strerror or error) from error


def id_of(row: Mapping[str, object], key: str, path: Path, line: int) -> str:
    """An id of a row, as text. Raises RecipeError where it is missing or neither text nor a whole number."""
    return as_id(row.get(key), key, path, line)


def as_id(value: object, key: str, path: Path, line: int) -> str:
    """Return the id as text. Raises RecipeError for what is neither text nor a whole number."""
    if isinstance(value, str) and value.strip():
        return value.strip()
    if type(value) is int:
        return str(value)
    raise fault(path, line, "'{0}' must be an id, not {1}. Correct the line.", key, repr(value))


def some_text(value: object, key: str, path: Path, line: int) -> str:
    """A text that says something, without the blanks round it. Raises RecipeError for any other value."""
    if isinstance(value, str) and value.strip():
        return value.strip()
    what = "is missing or empty" if value is None or value == "" or isinstance(value, str) else "is no text"
    raise fault(path, line, "'{0}' {1}. Give it a text, or take the line out.", key, what)


def title_and_abstract(row: Mapping[str, object], path: Path, line: int) -> tuple[str, str]:
    """Return both, the abstract called `abstract` or `text`; "" for what it lacks. Raises RecipeError."""
    fields = [row.get("title"), row.get("abstract") or row.get("text")]
    for value in fields:
        if value is not None and not isinstance(value, str):
            raise fault(
                path, line, "title or abstract is not text but {0}. Correct the line.", f"{value!r:.60}"
            )
    title, abstract = (str(value or "").strip() for value in fields)
    return title, abstract


def paper_text(value: object, key: str, template: TextTemplate, path: Path, line: int) -> str:
    """Return the text of a query or paper that is given as text, or as an object with title and abstract."""
    if isinstance(value, dict):
        value = template.join(*title_and_abstract(value, path, line))
    return some_text(value, key, path, line)


def text_of(
    value: object, key: str, *, read: Sequence[str], template: TextTemplate, place: tuple[Path, int]
) -> str:
    """A text as it stands, or a paper's fields with the separator between them; empty ones are skipped.

    `abstract` may be called `text`; a number such as a year is written without a point. Raises RecipeError
    where nothing is left, or a field is neither text nor number; `place` is the file and its line.
    """
    path, line = place
    if isinstance(value, Mapping):
        fields = (_field(value, name, path, line) for name in read)
        value = template.join(*fields)
    return some_text(value, key, path, line)


def _field(row: Mapping[str, object], name: str, path: Path, line: int) -> str:
    value = row.get(name)
    if value is None and name == "abstract":
        value = row.get("text")
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return str(int(value))
    raise fault(
        path,
        line,
        "{0} is neither a text nor a number but {1}. Correct the line.",
        repr(name),
        f"{value!r:.60}",
    )
