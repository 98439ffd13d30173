"""Encoding through the vector cache: only what is new, committed as it comes."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

import numpy as np

from assay.encoding.cache import VectorCache, text_key
from assay.encoding.encoder import Encoder
from assay.progress import Progress, silent
from assay.types import TaskFormat, Vectors

logger = logging.getLogger(__name__)


def encode_with_cache(
    encoder: Encoder,
    texts: Sequence[str],
    *,
    format: TaskFormat,
    cache: VectorCache,
    progress: Progress = silent,
    commit_every: int = 128,
) -> tuple[Vectors, int]:
    """Vectors (n, dim) in the order of `texts`, and how many texts had to be encoded.

    Equal texts are encoded once. New ones are worked through in chunks of `commit_every`, sorted by length,
    and each chunk is committed before the next begins: a run that is killed or cancelled and started again
    encodes only what was not committed.
    """
    started = time.monotonic()
    fingerprint = encoder.fingerprint(format)
    keys = [text_key(text) for text in texts]
    vectors, found = cache.get(keys, fingerprint=fingerprint, dim=encoder.dim)
    rows_of: dict[bytes, list[int]] = {}
    for row in np.flatnonzero(~found).tolist():
        rows_of.setdefault(keys[row], []).append(row)
    # Longest first: chunks of near-equal length, and the time that is left is never underestimated.
    new = sorted(rows_of.values(), key=lambda rows: -len(texts[rows[0]]))
    done = len(texts) - sum(map(len, new))
    for start in range(0, len(new), commit_every):
        chunk = new[start : start + commit_every]
        chunk_texts = [texts[rows[0]] for rows in chunk]
        encoded = encoder.encode(
            chunk_texts, format=format, progress=_shifted(progress, by=done, whole=len(texts))
        )
        cache.put([keys[rows[0]] for rows in chunk], encoded, fingerprint=fingerprint)
        vectors[[row for rows in chunk for row in rows]] = np.repeat(encoded, [len(r) for r in chunk], axis=0)
        done += sum(map(len, chunk))
    progress("encoding", len(texts), len(texts))
    seconds = time.monotonic() - started
    logger.info("encoded %d of %d texts (%s), %.1f s", len(new), len(texts), encoder.name, seconds)
    return vectors, len(new)


def _shifted(progress: Progress, *, by: int, whole: int) -> Progress:
    """Reports a chunk as a part of the whole."""

    def report(stage: str, done: int, total: int | None) -> None:  # noqa: ARG001 - the chunk's own total
        progress(stage, min(by + done, whole), whole)

    return report
