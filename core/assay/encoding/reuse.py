"""Encoding through the vector cache: only what is new, committed as it comes."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence

import numpy as np

from assay.encoding.cache import VectorCache, text_key
from assay.encoding.encoder import Encoder
from assay.encoding.spread import SpreadEncoder
from assay.progress import Progress, shifted, silent
from assay.types import TaskFormat, Vectors

logger = logging.getLogger(__name__)

COMMIT_EVERY = 128


def encode_with_cache(
    encoder: Encoder,
    texts: Sequence[str],
    *,
    format: TaskFormat,
    cache: VectorCache,
    progress: Progress = silent,
    commit_every: int = COMMIT_EVERY,
) -> tuple[Vectors, int]:
    """Vectors (n, dim) in the order of `texts`, and how many texts had to be encoded.

    Equal texts are encoded once. New ones are worked through in chunks of `commit_every`, sorted by length,
    and each chunk is committed before the next begins: a run that is killed or cancelled and started again
    encodes only what was not committed.
    """
    (vectors,), n_encoded = encode_formats_with_cache(
        encoder, texts, formats=[format], cache=cache, progress=progress, commit_every=commit_every
    )
    return vectors, n_encoded


def encode_formats_with_cache(
    encoder: Encoder,
    texts: Sequence[str],
    *,
    formats: Sequence[TaskFormat],
    cache: VectorCache,
    progress: Progress = silent,
    commit_every: int = COMMIT_EVERY,
    papers: bool = True,
) -> tuple[list[Vectors], int]:
    """The same for several formats: a text is read once for all that it lacks, if the model can do that.

    What `papers` take that are read for one format is kept with their vectors.
    """
    started = time.monotonic()
    prints = {encoder.fingerprint(each): each for each in formats}  # formats of one vector stand here once
    keys = [text_key(text) for text in texts]
    found = {own: cache.get(keys, fingerprint=own, dim=encoder.dim) for own in prints}
    rows_of: dict[bytes, list[int]] = {}
    lacking: dict[bytes, tuple[str, ...]] = {}
    for row, key in enumerate(keys):
        missing = tuple(own for own in prints if not found[own][1][row])
        if missing:
            rows_of.setdefault(key, []).append(row)
            lacking[key] = missing
    done = len(texts) - sum(map(len, rows_of.values()))
    for missing in dict.fromkeys(lacking.values()):
        own_rows = [rows for key, rows in rows_of.items() if lacking[key] == missing]
        # Longest first: chunks of near-equal length, and the time that is left is never underestimated.
        own_rows.sort(key=lambda rows: -len(texts[rows[0]]))
        chunks = [own_rows[start : start + commit_every] for start in range(0, len(own_rows), commit_every)]
        kinds, before = [prints[own] for own in missing], time.monotonic()
        for chunk, encoded in _encoded(
            encoder, texts, chunks, kinds, shifted(progress, by=done, whole=len(texts))
        ):
            for own, vectors in zip(missing, encoded, strict=True):
                _keep(cache, own, [keys[rows[0]] for rows in chunk], vectors)
                _spread(vectors, chunk, into=found[own][0])
            if papers and len(missing) == 1:
                seconds = time.monotonic() - before
                cache.note_pace(missing[0], device_of(encoder), papers=len(chunk), seconds=seconds)
            done += sum(map(len, chunk))
            before = time.monotonic()
    progress("encoding", len(texts), len(texts))
    seconds = time.monotonic() - started
    logger.info("encoded %d of %d texts (%s), %.1f s", len(rows_of), len(texts), encoder.name, seconds)
    return [found[encoder.fingerprint(each)][0] for each in formats], len(rows_of)


def _encoded(
    encoder: Encoder,
    texts: Sequence[str],
    chunks: Sequence[list[list[int]]],
    formats: Sequence[TaskFormat],
    progress: Progress,
) -> Iterator[tuple[list[list[int]], list[Vectors]]]:
    """Yield each chunk, the rows of its texts, with their vectors: as workers have them done, or in order."""
    given = [[texts[rows[0]] for rows in chunk] for chunk in chunks]
    done, whole, ready = 0, sum(map(len, chunks)), list[list[list[int]]]()
    if isinstance(encoder, SpreadEncoder):
        for place, vectors in encoder.encode_shards(
            given, formats=formats, pulse=lambda: progress("encoding", sum(map(len, ready)), whole)
        ):
            yield chunks[place], vectors
            ready.append(chunks[place])
        return
    for chunk, own in zip(chunks, given, strict=True):
        yield (
            chunk,
            encoder.encode_formats(own, formats=formats, progress=shifted(progress, by=done, whole=whole)),
        )
        done += len(chunk)


def _keep(cache: VectorCache, fingerprint: str, keys: Sequence[bytes], vectors: Vectors) -> None:
    """Keep no NaN and no infinity: the next who asks, perhaps on another device, may get numbers."""
    rows = np.flatnonzero(np.isfinite(vectors).all(axis=1)).tolist()
    cache.put([keys[row] for row in rows], vectors[rows], fingerprint=fingerprint)


def device_of(encoder: Encoder) -> str:
    """Return the device on which it encodes; "" if unknown."""
    return str(getattr(encoder, "device", ""))


def _spread(vectors: Vectors, chunk: Sequence[Sequence[int]], *, into: Vectors) -> None:
    """Write each text's vector to all its rows."""
    into[[row for rows in chunk for row in rows]] = np.repeat(vectors, [len(rows) for rows in chunk], axis=0)
