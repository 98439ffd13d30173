"""Files that may be packed by gzip, unpacked as they are read, and no further than a text can be packed."""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import IO, TYPE_CHECKING

from assay.files import open_regular

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

GZIP_MAGIC = b"\x1f\x8b"

MOST_TIMES = 100
"""Lists of papers unpack to 3 to 10 times their size, monotonous runs to 30; deflate can do 1,032."""

FREELY = 1 << 20
"""Bytes that a file may unpack to, however small it is."""


class Overpacked(OSError):
    """The file is made to fill the memory or the disk."""

    def __init__(self) -> None:
        super().__init__(f"it unpacks to more than {MOST_TIMES} times its size, which no list of texts does")


def opened(path: Path) -> IO[bytes]:
    """The file's bytes; whether it is packed is told by its first two, not by its name. Raises OSError,
    also for what is not a regular file.

    Reading raises, besides OSError with `Overpacked`, EOFError and zlib.error for a damaged gzip file.
    """
    file = open_regular(path)
    packed = file.peek(2)[:2] == GZIP_MAGIC
    return unpacked(file) if packed else file


def unpacked(file: io.BufferedReader) -> io.BufferedReader:
    """What an open gzip file unpacks to, from its beginning; closing it closes the file."""
    return io.BufferedReader(_Unpacking(file), 1 << 16)


class _Unpacking(io.RawIOBase):
    """The unpacked bytes, counted against those that were read for them."""

    def __init__(self, file: io.BufferedReader) -> None:
        super().__init__()
        file.seek(0)
        self._file, self._gzip = file, gzip.GzipFile(fileobj=file)
        self._n = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._n = self._gzip.seek(offset, whence)
        return self._n

    def readinto(self, into: WriteableBuffer, /) -> int:
        view = memoryview(into)
        data = self._gzip.read1(len(view))
        self._n += len(data)
        if self._n > FREELY and self._n > MOST_TIMES * self._file.tell():
            raise Overpacked
        view[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._gzip.close()
        self._file.close()
        super().close()
