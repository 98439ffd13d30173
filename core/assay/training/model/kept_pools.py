"""Pools of texts that were read once: what a frozen base says of a text never changes.

Where only heads over the pools learn, the base is most of the work, and each text needs it once in a run, not
once an epoch. The pools lie in the run's folder, so that a run that was killed reads no text again, and one
that is resumed sees the very same numbers.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import numpy as np
import numpy.typing as npt

from assay.errors import TrainingFailed

logger = logging.getLogger(__name__)

_KEY_BYTES = 16
MOST_BYTES = 4 * 2**30
"""Of a file; texts beyond it are read again each time."""

Pools = npt.NDArray[np.float32]
"""(n, layers + 1, dim)"""


def text_key(ids: npt.NDArray[np.int64]) -> bytes:
    """Return what a text is known by: its tokens, without padding."""
    return blake2b(np.ascontiguousarray(ids).tobytes(), digest_size=_KEY_BYTES).digest()


class KeptPools:
    """A file of records, each a text's key and its pools, and where in the file each text's are."""

    def __init__(self, path: Path, *, layers: int, dim: int, most_bytes: int = MOST_BYTES) -> None:
        """Take over what an earlier process wrote whole. Raises TrainingFailed if the disk refuses it."""
        self.path = path
        self._shape = (layers + 1, dim)
        self._record = _KEY_BYTES + 4 * (layers + 1) * dim
        self._most = most_bytes
        self._places: dict[bytes, int] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a+b") as file:
                self._take_over(file)
        except OSError as error:
            raise self._failed(error) from error

    def _take_over(self, file: BinaryIO) -> None:
        whole = file.seek(0, os.SEEK_END) // self._record
        file.truncate(whole * self._record)
        for place in range(whole):
            file.seek(place * self._record)
            self._places[file.read(_KEY_BYTES)] = place
        if whole:
            logger.info("took over the pools of %d texts", whole)

    def __len__(self) -> int:
        return len(self._places)

    def __contains__(self, key: bytes) -> bool:
        return key in self._places

    def get(self, keys: Sequence[bytes]) -> Pools:
        """The pools of texts that are all kept. Raises TrainingFailed if the disk does not give them."""
        found = np.empty((len(keys), *self._shape), dtype=np.float32)
        try:
            with self.path.open("rb") as file:
                for row, key in enumerate(keys):
                    file.seek(self._places[key] * self._record + _KEY_BYTES)
                    data = file.read(self._record - _KEY_BYTES)
                    found[row] = np.frombuffer(data, dtype=np.float32).reshape(self._shape)
        except OSError as error:
            raise self._failed(error) from error
        return found

    def add(self, keys: Sequence[bytes], pools: Pools) -> None:
        """Keep what is new, as far as there is room. Raises TrainingFailed if the disk refuses it."""
        try:
            with self.path.open("ab") as file:
                for key, row in zip(keys, pools, strict=True):
                    if key not in self._places and (len(self._places) + 1) * self._record <= self._most:
                        file.write(key + np.ascontiguousarray(row, dtype=np.float32).tobytes())
                        self._places[key] = len(self._places)
        except OSError as error:
            raise self._failed(error) from error

    def _failed(self, error: OSError) -> TrainingFailed:
        return TrainingFailed(
            "{0} cannot be kept: {1}. Free some space and resume the run.", self.path, error
        )
