"""An encoder without a model: for tests, demonstrations and machines without weights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from assay.encoding.formats import ALL_FORMATS, TextTemplate
from assay.progress import Progress, silent
from assay.types import TaskFormat, Vectors

HASHING_MODEL = "hashing"
"""The model id of `HashingEncoder`."""

_WORD = re.compile(r"\w+")
_REPORT_EVERY = 256  # texts; a few milliseconds each


@lru_cache(maxsize=200_000)
def _word_hash(word: str) -> int:
    return int.from_bytes(blake2b(word.encode(), digest_size=8).digest(), "little")


class HashingEncoder:
    """Bags of words, hashed to `dim` signed buckets and scaled to length 1 (Weinberger et al. 2009).

    Deterministic on every machine. Texts without a word give the zero vector.
    """

    name = HASHING_MODEL
    formats = ALL_FORMATS
    precision = "float32"  # it sums whole numbers, exactly; what is rounded is the vector

    def __init__(self, dim: int = 64, *, template: TextTemplate | None = None) -> None:
        self.dim = dim
        self.template = template or TextTemplate(separator="")

    def fingerprint(self, format: TaskFormat) -> str:
        TaskFormat(format)  # one vector answers every format, and no other word
        template = "\0".join(self.template.signature())
        return blake2b(f"hashing-1 {self.dim} {template}".encode(), digest_size=8).hexdigest()

    def encode(self, texts: Sequence[str], *, format: TaskFormat, progress: Progress = silent) -> Vectors:
        TaskFormat(format)
        vectors = np.zeros((len(texts), self.dim), dtype=np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self._vector(text)
            if (row + 1) % _REPORT_EVERY == 0 or row + 1 == len(texts):
                progress("encoding", row + 1, len(texts))
        return vectors

    def encode_formats(
        self, texts: Sequence[str], *, formats: Sequence[TaskFormat], progress: Progress = silent
    ) -> list[Vectors]:
        return [self.encode(texts, format=each, progress=progress) for each in formats]

    def _vector(self, text: str) -> Vectors:
        hashes = [_word_hash(word) for word in _WORD.findall(text.lower())]
        buckets = np.array([value % self.dim for value in hashes], dtype=np.int64)
        signs = [1.0 if value >> 63 else -1.0 for value in hashes]  # the top bit is not part of the bucket
        counts = np.bincount(buckets, weights=signs, minlength=self.dim)
        length = float(np.sqrt(counts @ counts))
        return np.asarray(counts / length if length else counts, dtype=np.float32)
