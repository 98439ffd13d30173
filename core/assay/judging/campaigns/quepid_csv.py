"""Comma-separated rows as Quepid writes them, compressed or not, with exact line numbers.

Not Python's csv reader: it takes an unclosed quote for a field that spans lines, and so loses rows; and it
drops the quote at the start of `""deep"" maps`, which older versions of Quepid write for `"deep" maps`.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from assay.errors import BadInput
from assay.unpacking import opened

_QUOTED = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"(?=[,\r\n]|\Z)')
_BARE = re.compile(r"[^,\r\n]*")
_GUARDED = re.compile(r" [=+@-]")
_LINE_END = re.compile(r"\r\n|\n|\r")
_HEAD = 64 << 10  # bytes: hundreds of raters
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Row:
    """One row. `line` counts from 1 and is where the row begins."""

    line: int
    cells: tuple[str, ...]


def read_rows(path: Path) -> Iterator[Row]:
    """Yields the rows that are not blank; raises BadInput, as it gets there, for what is no such file."""
    yield from _rows(path, _text(path))


def read_header(path: Path) -> tuple[str, ...]:
    """The cells of the first row, () where there is none: of any file, however large or strange."""
    try:
        with opened(path) as file:
            head = file.read(_HEAD).decode("utf-8-sig", "replace")
        return next((row.cells for row in _rows(path, head)), ())
    except (OSError, EOFError, zlib.error, BadInput):
        return ()


def _rows(path: Path, text: str) -> Iterator[Row]:
    place, line = 0, 1
    while place < len(text):
        began, cells = line, []
        while True:
            cell, end = _cell(path, line, text, place)
            line += text.count("\n", place, end)
            cells.append(cell)
            place = end + 1
            if text[end : end + 1] != ",":
                break
        if text[end : end + 2] == "\r\n":
            place += 1
        line += 1
        if cells != [""]:
            yield Row(began, tuple(cells))


def _cell(path: Path, line: int, text: str, place: int) -> tuple[str, int]:
    """The cell that begins at `place`, and where it ends: at a comma, a line end, or the end of the text."""
    quoted = _QUOTED.match(text, place)
    if quoted is not None:
        return _unguarded(quoted[1].replace('""', '"')), quoted.end()
    bare = _BARE.match(text, place)
    assert bare is not None  # noqa: S101 - it matches the empty text as well
    if bare[0].startswith('"') and not bare[0].startswith('""'):
        raise BadInput(f"{path}:{line}: a quote is opened and not closed. Close it; nothing was imported.")
    return _unguarded(bare[0].replace('""', '"')), bare.end()


def _unguarded(cell: str) -> str:
    """Without the space that keeps a spreadsheet from running the cell."""
    return cell[1:] if _GUARDED.match(cell) else cell


def _text(path: Path) -> str:
    try:
        with opened(path) as file:
            data = file.read()
    except IsADirectoryError as error:
        raise BadInput(f"{path} is a folder. Give a CSV file.") from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(
            f"{path}: the compressed file is damaged or cut short ({error}). Copy or download it again; "
            "nothing was imported."
        ) from error
    except OSError as error:
        raise BadInput(f"{path}: cannot be read ({error.strerror or error}).") from error
    if data.startswith(_UTF16):
        raise BadInput(f"{path} is UTF-16. Save it as UTF-8; nothing was imported.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadInput(
            f"{path}:{line}: not UTF-8 (byte 0x{data[error.start]:02x}). Save it as UTF-8."
        ) from error
