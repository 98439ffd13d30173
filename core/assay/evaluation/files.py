"""Text files read line by line with exact line numbers, and written whole or not at all."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from assay.errors import EvaluationError
from assay.files import open_unpacked, replacing

UTF8_BOM = b"\xef\xbb\xbf"
UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield (line number from 1, line without its end) of a UTF-8 file, compressed by gzip or not.

    The kind of file is read from its first bytes and not from its name; a byte order mark is dropped.
    Raises EvaluationError for a missing, unreadable, truncated or wrongly encoded file.
    """
    number = 0
    try:
        with open_unpacked(path) as file:
            for number, raw in enumerate(file, start=1):
                yield number, _decode(path, number, raw)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise EvaluationError(
            "{0}:{1}: the compressed file is damaged or cut short ({2}). Copy or download it again; "
            "nothing was taken from it.",
            path,
            number + 1,
            error,
        ) from error
    except OSError as error:
        raise EvaluationError("{0}: cannot be read ({1}).", path, error.strerror or error) from error


def _decode(path: Path, number: int, raw: bytes) -> str:
    if number == 1:
        if raw.startswith(UTF16_BOMS):
            raise EvaluationError("{0}:1: the file is UTF-16. Save it as UTF-8.", path)
        raw = raw.removeprefix(UTF8_BOM)
    try:
        return raw.decode("utf-8").rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise EvaluationError(
            "{0}:{1}: not UTF-8 (byte 0x{2} at column {3}). Save the file as UTF-8.",
            path,
            number,
            f"{raw[error.start]:02x}",
            error.start + 1,
        ) from error


def write_lines(path: Path, lines: Iterable[str], *, overwrite: bool = True) -> None:
    """Write the lines, each with a newline, as UTF-8; a name that ends in .gz is compressed.

    The file appears under its name only when it is complete and on the disk: a full disk, a read-only folder
    or an error in `lines` leaves an older file of that name as it was. Raises EvaluationError, and BadInput
    for a file that is there already unless `overwrite`.
    """
    with prepared(path, overwrite=overwrite) as draft:
        fill(draft, lines, compressed=path.suffix == ".gz")


@contextmanager
def prepared(path: Path, *, overwrite: bool = True) -> Iterator[Path]:
    """A draft file next to `path` that takes its place at the end of the block, unless the block raised.

    Turns OSError, inside the block and at its end, into EvaluationError. Raises BadInput for a file that is
    there already, before the block or at its end, unless `overwrite`.
    """
    if not path.name or path.is_dir():
        raise EvaluationError("{0} is a folder. Give the name of a file.", path or ".")
    try:
        with replacing(path, durable=True, overwrite=overwrite) as draft:
            yield draft
    except OSError as error:
        raise EvaluationError(
            "{0}: cannot be written ({1}); nothing was changed. Check the folder, its permissions and the "
            "space on the disk.",
            path,
            error.strerror or error,
        ) from error


def fill(draft: Path, lines: Iterable[str], *, compressed: bool = False) -> None:
    """Write the lines to a new file. Raises OSError."""
    with draft.open("xb") as file:
        if compressed:
            # No name and no time in it: the same rows give the same bytes.
            with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as target:
                target.writelines(line.encode("utf-8") + b"\n" for line in lines)
        else:
            file.writelines(line.encode("utf-8") + b"\n" for line in lines)
