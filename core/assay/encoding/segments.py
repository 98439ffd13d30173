"""One file of the vector cache: a header, n keys, n vectors, written whole or not at all.

Layout, little endian: 8 bytes magic, u32 dim, u64 rows, u32 CRC-32 of all that follows; then rows x 16 bytes
of keys and rows x dim float32. A reader maps the file into memory, so that only the rows asked for are read.
"""

from __future__ import annotations

import os
import secrets
import struct
import time
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from assay.files import move, sync
from assay.types import Vectors

KEY_BYTES = 16
SUFFIX = ".vectors"

_MAGIC = b"ASSAYVC1"
_HEADER = struct.Struct("<8sIQI4x")  # padded to 28 bytes: the float32 that follow stay aligned to 4

Keys = npt.NDArray[np.uint64]
"""(n, 2) the two halves of each 16-byte key."""


class DamagedSegment(Exception):
    """The file is not what was written."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A segment that was opened and whose checksum was found right."""

    path: Path
    keys: Keys  # mapped, as the vectors are, and read only
    vectors: Vectors


def key_array(keys: list[bytes]) -> Keys:
    """Keys of 16 bytes as an (n, 2) array."""
    return np.frombuffer(b"".join(keys), dtype="<u8").reshape(len(keys), 2)


def write_segment(folder: Path, keys: Keys, vectors: Vectors) -> Path:
    """Write (n, 2) keys and (n, dim) vectors durably as a new file, whose name no other writer can have."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"{time.time_ns():020d}-{secrets.token_hex(4)}"  # sorts by age
    path, unfinished = folder / f"{name}{SUFFIX}", folder / f"{name}.unfinished"
    key_bytes = np.ascontiguousarray(keys, dtype="<u8").data.cast("B")
    vector_bytes = np.ascontiguousarray(vectors, dtype="<f4").data.cast("B")
    checksum = zlib.crc32(vector_bytes, zlib.crc32(key_bytes))
    try:
        with unfinished.open("wb") as file:
            file.write(_HEADER.pack(_MAGIC, vectors.shape[1], len(keys), checksum))
            file.write(key_bytes)
            file.write(vector_bytes)
            file.flush()
            os.fsync(file.fileno())
        move(unfinished, path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
    sync(folder)
    return path


def open_segment(path: Path) -> Segment:
    """Map a segment and check it. Raises `DamagedSegment`, or `FileNotFoundError` if it is gone."""
    size = path.stat().st_size
    if size < _HEADER.size:
        raise DamagedSegment(f"{size} bytes are less than a header")
    content = np.memmap(path, dtype=np.uint8, mode="r")
    magic, dim, rows, checksum = _HEADER.unpack(content[: _HEADER.size].tobytes())
    if magic != _MAGIC:
        raise DamagedSegment("it does not begin like a vector segment")
    body = content[_HEADER.size :]
    if len(body) != rows * (KEY_BYTES + 4 * dim):
        raise DamagedSegment(f"it has {size} bytes where {rows} rows of {dim} numbers are promised")
    if zlib.crc32(body.data) != checksum:
        raise DamagedSegment("its checksum is wrong")
    keys = body[: rows * KEY_BYTES].view("<u8").reshape(rows, 2)
    vectors = body[rows * KEY_BYTES :].view("<f4").reshape(rows, dim)
    return Segment(path=path, keys=keys, vectors=vectors)
