"""Search in the vectors of full texts' passages: a paper is as near as the nearest of them.

A model reads some hundred words and a PDF has thousands, so each passage has a vector of its own and the
largest score counts (the late maximum: MaxP of Dai and Callan, Deeper Text Understanding for IR with
Contextual Neural Language Modeling, SIGIR 2019).
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from assay.encoding import Encoder, VectorCache, by_product, encode_formats_with_cache
from assay.errors import DimensionMismatch, StaleIndex
from assay.index import (
    FolderIndex,
    Manifest,
    VectorIndex,
    Where,
    new_index,
    open_index,
    parted,
    passage_key,
    save,
)
from assay.messages import message
from assay.progress import Progress, shifted, silent
from assay.search.full_text import Inside, Place
from assay.search.index_lock import index_lock
from assay.types import TaskFormat, Vectors

if TYPE_CHECKING:
    from assay.search.library_texts import LibraryTexts

logger = logging.getLogger(__name__)

KIND = "half"
"""Two bytes a number: 150,000 passages take 190 MB and are searched in 11 ms (docs/benchmarks.md)."""

AT_ONCE = 20  # texts in memory


class PassageVectors:
    """The passages of a library's full texts as vectors. Not for two threads at once."""

    def __init__(self, texts: LibraryTexts, index: VectorIndex) -> None:
        self.index = index
        self._doc_ids = texts.with_text()
        self._keys: dict[str, list[str]] = {}  # doc_id -> its passages, in order
        for key in index.doc_ids:
            name, _ = parted(key)
            if name in self._doc_ids:  # else the text has gone since
                self._keys.setdefault(self._doc_ids[name], []).append(key)
        self._last: tuple[Where | None, Where] | None = None

    def __len__(self) -> int:
        """Count the papers that have a passage here."""
        return len(self._keys)

    def where(self, papers: Where | None) -> Where | None:
        """Return which passages are of papers that are there and may be returned; None stands for all."""
        if papers is None and sum(map(len, self._keys.values())) == len(self.index):
            return None
        if self._last is None or self._last[0] is not papers:
            found = (keys for doc_id, keys in self._keys.items() if papers is None or doc_id in papers)
            self._last = papers, Where({key for keys in found for key in keys})
        return self._last[1]

    def best_of_papers(self, passages: Sequence[tuple[str, float]]) -> dict[str, Inside]:
        """doc_id -> score and place of its first passage, of a ranking of passages."""
        found: dict[str, Inside] = {}
        for key, score in passages:
            place = parted(key)
            found.setdefault(self._doc_ids[place[0]], (score, place))
        return found

    def of_paper(self, doc_id: str) -> tuple[list[Place], Vectors]:
        """Return the places of a paper's passages and their vectors (n, dim)."""
        keys = self._keys.get(doc_id, [])
        return [parted(key) for key in keys], self.index.vectors(keys)


def nearer(scores: Mapping[str, float], passages: Mapping[str, Inside]) -> dict[str, float]:
    """doc_id -> its score, or that of its nearest passage where this is nearer."""
    return dict(scores) | {
        doc_id: max(score, scores.get(doc_id, score)) for doc_id, (score, _) in passages.items()
    }


def update_passages(
    texts: LibraryTexts,
    encoder: Encoder,
    *,
    folder: Path,
    cache: VectorCache,
    sizes: Mapping[str, int],
    foreign: bool = False,
    progress: Progress = silent,
) -> tuple[int, int]:
    """Bring the index of passages in `folder` up to date; return (passages in it, passages added).

    `sizes` says how many passages a text has, for the progress. A text never changes under its name, so one
    that is there is not read again. Vectors are in the cache as they come, and an update that is killed finds
    them there; one that is stopped (`Cancelled`, Ctrl+C) saves the texts that are whole. Raises
    `LibraryError` if the disk does not take it.
    """
    started = time.monotonic()
    if not texts.with_text() and not folder.is_dir():
        return 0, 0
    with index_lock(folder, progress, "passages", message("index of passages")):
        index, is_new = _open_or_new(folder, encoder, foreign=foreign)
        wanted, there = texts.with_text(), {parted(key)[0] for key in index.doc_ids}
        gone = [key for key in index.doc_ids if parted(key)[0] not in wanted]
        new = [name for name in wanted if name not in there]
        index.remove(gone)
        before = len(index)
        try:
            n = sum(sizes.get(name, 0) for name in new)
            _add(index, _cut(texts, new), encoder, cache, n=n, progress=progress)
        finally:
            if gone or is_new or len(index) > before:
                fingerprint = encoder.fingerprint(TaskFormat.PRX)
                save(index, folder, Manifest(fingerprint, index.dim, index.kind, len(index), encoder.name))
    added = len(index) - before
    logger.info("vectors of %d passages, %d new, %.1f s", len(index), added, time.monotonic() - started)
    return len(index), added


def _open_or_new(folder: Path, encoder: Encoder, *, foreign: bool) -> tuple[FolderIndex, bool]:
    """The index, and whether it is new."""
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    try:
        return open_index(folder, fingerprint=fingerprint, dim=encoder.dim, foreign=foreign), False
    except (StaleIndex, DimensionMismatch) as error:
        logger.info("%s", error)
        return new_index(KIND, encoder.dim, by_product=by_product(encoder)), True


def _add(
    index: VectorIndex,
    passages: Iterator[list[tuple[str, str]]],
    encoder: Encoder,
    cache: VectorCache,
    *,
    n: int,
    progress: Progress,
) -> None:
    """Encode passages (key, text), which come some texts at a time, into the index; `n` are expected."""
    done = 0
    for some in passages:
        [vectors], _ = encode_formats_with_cache(
            encoder,
            [text for _, text in some],
            formats=[TaskFormat.PRX],
            cache=cache,
            progress=shifted(progress, by=done, whole=max(n, done + len(some))),
            papers=False,
        )
        index.add([key for key, _ in some], vectors)
        done += len(some)


def _cut(texts: LibraryTexts, names: Sequence[str]) -> Iterator[list[tuple[str, str]]]:
    rest = iter(names)
    while some := list(islice(rest, AT_ONCE)):
        yield [(passage_key(name, at), text) for name in some for at, text in enumerate(texts.passages(name))]
