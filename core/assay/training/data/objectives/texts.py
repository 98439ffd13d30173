"""Texts by number: one after the other, in memory while they are few and in a temporary file after."""

from __future__ import annotations

import hashlib
import mmap
import tempfile
import unicodedata
import weakref
from array import array
from collections.abc import Iterable
from typing import IO

import numpy as np
import numpy.typing as npt

from assay.errors import RecipeError

IN_MEMORY = 64 * 2**20  # bytes; what is more goes to a temporary file
NO_TEXT = -1  # the number of a paper that is known but has no text


def normalised(text: str) -> str:
    """Return the text as it is compared: case, width of characters and runs of blanks make no difference."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def are_same(one: str, other: str) -> bool:
    """Return whether two texts are the same when normalised; words have one blank between them."""
    if one.isascii() and other.isascii():
        return len(one) == len(other) and one.lower() == other.lower()
    return normalised(one) == normalised(other)


def below(rng: np.random.Generator, n: int) -> int:
    """Return a random number from 0 to n - 1; several times as fast as numpy's own for a single one."""
    return int(rng.random() * n)


def text_key(text: str) -> int:
    """64 bits that two texts share if they are the same when normalised."""
    return hashed(normalised(text))


def hashed(text: str) -> int:
    """64 bits of the text itself, the same on every machine."""
    digest = hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "little")


class Spool:
    """Bytes that are only ever appended, then read at any place."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._held = bytearray()
        self._in_memory = in_memory
        self._file: IO[bytes] | None = None
        self.size = 0

    def append(self, data: bytes) -> None:
        """Raise RecipeError where the temporary folder is full."""
        self._held += data
        self.size += len(data)
        if len(self._held) > self._in_memory:
            self._spill()

    def finish(self) -> bytes | mmap.mmap:
        """Everything. A file is mapped: forked processes share it, and it goes with the last of them."""
        if self._file is None:
            return bytes(self._held)
        self._spill()
        with self._file as file:  # the map keeps the file's contents
            return mmap.mmap(file.fileno(), self.size, access=mmap.ACCESS_READ)

    def _spill(self) -> None:
        try:
            if self._file is None:
                self._file = tempfile.TemporaryFile(prefix="assay-")  # noqa: SIM115 - closed by `finish`
                weakref.finalize(self, self._file.close)  # or where reading stops with an error
            self._file.write(self._held)
            self._file.flush()
        except OSError as error:
            raise RecipeError(
                "The texts do not fit into the temporary folder {0} ({1}). Free some space there, or set "
                "TMPDIR to a folder with more.",
                tempfile.gettempdir(),
                error.strerror or error,
            ) from error
        self._held.clear()


class Texts:
    """Texts by number, and the key of each for comparing. A sequence of str that holds none of them.

    Anyone who holds more than IN_MEMORY bytes cannot be pickled; forked processes share it, others open the
    source again.
    """

    def __init__(
        self, data: bytes | mmap.mmap, ends: npt.NDArray[np.int64], keys: npt.NDArray[np.uint64]
    ) -> None:
        self._data = data
        self._ends = ends  # (n,), where each text ends, in bytes
        self.keys = keys  # (n,)

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, number: int) -> str:
        start = int(self._ends[number - 1]) if number else 0
        return self._data[start : int(self._ends[number])].decode()


class TextsWriter:
    """Takes texts in, each once, and gives them numbers from 0."""

    def __init__(self, in_memory: int = IN_MEMORY) -> None:
        self._spool = Spool(in_memory)
        self._ends = array("q")
        self._keys = array("Q")
        self._seen: dict[bytes, int] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, text: str) -> int:
        """The text's number: that of an equal one if it was there before. NO_TEXT if it says nothing."""
        data = text.strip().encode("utf-8", "replace")  # no model reads half a character
        if not data:
            return NO_TEXT
        digest = hashlib.blake2b(data, digest_size=16).digest()
        number = self._seen.setdefault(digest, len(self._ends))
        if number == len(self._ends):
            self._append(data)
        return number

    def add_new(self, text: str) -> int:
        """Add as `add`, for millions of texts known to differ: equal ones get numbers of their own."""
        data = text.strip().encode("utf-8", "replace")
        if not data:
            return NO_TEXT
        self._append(data)
        return len(self._ends) - 1

    def key(self, number: int) -> int:
        return self._keys[number]

    def finish(self) -> Texts:
        self._seen.clear()
        return Texts(
            self._spool.finish(),
            np.frombuffer(self._ends, dtype=np.int64) if self._ends else np.empty(0, np.int64),
            np.frombuffer(self._keys, dtype=np.uint64) if self._keys else np.empty(0, np.uint64),
        )

    def _append(self, data: bytes) -> None:
        self._spool.append(data)
        self._ends.append(self._spool.size)
        self._keys.append(text_key(data.decode()))


class Ragged:
    """Rows of whole numbers, each of its own length, in one array."""

    def __init__(self, values: npt.NDArray[np.int32], ends: npt.NDArray[np.int64]) -> None:
        self.values = values
        self._ends = ends

    def __len__(self) -> int:
        return len(self._ends)

    def __getitem__(self, row: int) -> npt.NDArray[np.int32]:
        start = int(self._ends[row - 1]) if row else 0
        return self.values[start : int(self._ends[row])]

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        return np.diff(self._ends, prepend=0)


class RaggedWriter:
    """Takes rows in."""

    def __init__(self) -> None:
        self._values = array("i")
        self._ends = array("q")

    def append(self, row: Iterable[int]) -> None:
        self._values.extend(row)
        self._ends.append(len(self._values))

    def finish(self) -> Ragged:
        return Ragged(np.array(self._values, dtype=np.int32), np.array(self._ends, dtype=np.int64))
