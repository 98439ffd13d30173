"""Brings a library's indexes up to date: only what changed is read again, encoded and written."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import compress, islice
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from assay.encoding import Encoder, VectorCache, by_product, encode_with_cache, text_key
from assay.errors import DamagedIndex, DimensionMismatch, StaleIndex
from assay.index import LexicalIndex, Manifest, VectorIndex, VectorStore, text_hash
from assay.index.papers import Names, hash_array
from assay.messages import message
from assay.progress import Cancelled, Progress, shifted, silent
from assay.search.index_lock import index_lock
from assay.types import IndexReport, Paper, TaskFormat, Vectors

if TYPE_CHECKING:
    from assay.library import Library

BATCH = 1000  # papers read at once
CHUNK = 4096  # texts and vectors in memory at once, next to the index: all of a million are 3 GB


@dataclass(frozen=True, slots=True)
class PapersToIndex:
    """Papers to be compared with an index, `n` of them, and what the index has and the library has not.

    With `whole` they are all papers of the library, and what is gone is known only when all were read.
    """

    batches: Iterator[list[Paper]]
    n: int
    gone: tuple[str, ...] = ()
    whole: bool = False


def changed_papers(library: Library, index: VectorIndex | LexicalIndex, mark: str) -> PapersToIndex | None:
    """What changed since the index got its mark; None where the library cannot say."""
    since = library.index_marks.since(mark) if mark else None
    if since is None:
        return None
    gone = tuple(compress(since.removed, index.has(since.removed)))
    return PapersToIndex(library.index_marks.papers(since.changed, batch=BATCH), len(since.changed), gone)


def all_papers(library: Library) -> PapersToIndex:
    """Return every paper. For 100,000 of them that takes seconds."""
    return PapersToIndex(library.papers.all(batch=BATCH, items=False), library.papers.count(), whole=True)


logger = logging.getLogger(__name__)


@dataclass
class _Changes:
    """What differs between the library and an index."""

    look: PapersToIndex  # with what is gone, also where all papers were looked at
    doc_ids: Sequence[str]  # new or with another text, in library order
    n_papers: int  # of the library, as far as that is known


def update_index(
    library: Library,
    encoder: Encoder,
    *,
    cache: VectorCache,
    store: VectorStore | None = None,
    folder: Path | None = None,
    progress: Progress = silent,
) -> IndexReport:
    """Bring the model's vector index up to date with the library, in `store` or where the library keeps it.

    Of updates that are given one `folder`, each waits for the one before: two at once would encode the same
    papers, and mix their rows in a store that takes them one by one.

    A paper is encoded where its text is new. A damaged index, one that is not to be opened or none is built
    from nothing, out of the cache as far as that goes. If the work is stopped (`Cancelled`, Ctrl+C), the
    index gets the vectors that there are by then. Raises `LibraryError` if the store does not take it.
    """
    alone = (
        nullcontext() if folder is None else index_lock(folder, progress, "encoding", message("vector index"))
    )
    with alone:
        return _updated(library, encoder, cache, store or library.vector_store(), progress)


def _updated(
    library: Library, encoder: Encoder, cache: VectorCache, store: VectorStore, progress: Progress
) -> IndexReport:
    started = time.monotonic()
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    index, rebuilt = _open_or_new(store, fingerprint, encoder)
    revision = library.revision()  # before the papers are read: a change meanwhile makes the index look old
    changes = _changes(library, encoder, index, progress)
    index.remove(changes.look.gone)
    n, n_encoded = len(changes.doc_ids), 0
    index = store.grown(index, changes.n_papers, progress)
    manifest = Manifest(fingerprint, index.dim, "", 0, encoder.name)
    for start in range(0, n, CHUNK):
        chunk = changes.doc_ids[start : start + CHUNK]
        texts = _read_texts(library, encoder, chunk)
        report = shifted(progress, by=start, whole=n)
        try:
            vectors, n_here = encode_with_cache(
                encoder, list(texts.values()), format=TaskFormat.PRX, cache=cache, progress=report
            )
        except (Cancelled, KeyboardInterrupt):
            n_ready = start + _add_ready(index, texts, fingerprint, cache)
            if n_ready:
                store.save(index, manifest)
                logger.info("stopped: %d papers have vectors, %d wait", len(index), n - n_ready)
            raise
        _add(index, texts, vectors)
        n_encoded += n_here
    if n or changes.look.gone or rebuilt or changes.look.whole or store.peek(fingerprint) is None:
        mark = library.index_marks.new(revision)
        store.save(index, replace(manifest, revision=revision, mark=mark))
    return _report(
        started,
        f"vectors of {encoder.name}",
        n_papers=len(index),
        n_encoded=n_encoded,
        n_cached=n - n_encoded,
        n_removed=len(changes.look.gone),
        rebuilt=rebuilt,
    )


def _read_texts(library: Library, encoder: Encoder, doc_ids: Sequence[str]) -> dict[str, str]:
    """doc_id -> text of each paper as it is by now, but of those that went meanwhile."""
    return {paper.doc_id: encoder.template.paper_text(paper) for paper in library.papers.get(doc_ids)}


def _add_ready(index: VectorIndex, texts: Mapping[str, str], fingerprint: str, cache: VectorCache) -> int:
    """Add those of the papers (doc_id -> text) of which the cache has vectors; return their number.

    An index that is saved so gets no mark, so that the next update looks at every paper again.
    """
    vectors, there = cache.get(list(map(text_key, texts.values())), fingerprint=fingerprint, dim=index.dim)
    ready = dict(compress(texts.items(), there))
    _add(index, ready, vectors[there])
    return len(ready)


def update_lexical(library: Library, *, folder: Path, progress: Progress = silent) -> IndexReport:
    """Bring the keyword index in `folder` up to date with the library; a damaged one is built from nothing.

    If `progress` raises `Cancelled`, the index stays as it was. Raises `LibraryError` if the disk does not
    take it.
    """
    started = time.monotonic()
    rebuilt = ""
    with index_lock(folder, progress, "keyword index", message("keyword index")):
        try:
            index = LexicalIndex(folder)
        except StaleIndex as error:
            logger.info("%s", error)
            index, rebuilt = LexicalIndex.fresh(folder), str(error)
        try:
            n_papers, n_added, n_gone = _update_words(library, index, progress, anyway=bool(rebuilt))
        finally:
            index.discard()
    return _report(
        started, "words", n_papers=n_papers, n_encoded=n_added, n_cached=0, n_removed=n_gone, rebuilt=rebuilt
    )


def _update_words(
    library: Library, index: LexicalIndex, progress: Progress, *, anyway: bool
) -> tuple[int, int, int]:
    """Index the papers; count all, added and removed ones. Commit after a change, or `anyway`."""
    revision, n_added, n_gone = library.revision(), 0, 0
    look = changed_papers(library, index, index.mark)
    if look is not None:
        n_added, n_gone = _take_words(library, look, index, progress)
    if look is None or len(index.doc_ids) != library.papers.count():
        more, gone = _take_words(library, all_papers(library), index, progress)
        n_added, n_gone = n_added + more, n_gone + gone
    if n_added or n_gone or anyway or index.revision < 0 or look is None:
        index.commit(revision=revision, mark=library.index_marks.new(revision))
    return len(index.doc_ids), n_added, n_gone


def _take_words(
    library: Library, look: PapersToIndex, index: LexicalIndex, progress: Progress
) -> tuple[int, int]:
    """Return how many papers were added to the index, and how many taken out of it."""
    n_added = n_read = 0
    for papers in look.batches:
        hashes = hash_array(list(map(text_hash, papers)))
        doc_ids = [paper.doc_id for paper in papers]
        changed = (index.text_hashes(doc_ids) != hashes).any(axis=1)
        index.add(list(compress(papers, changed)))
        n_added += int(changed.sum())
        n_read += len(papers)
        progress("keyword index", n_read, max(n_read, look.n))
    gone = _gone(library, look, index, len(index.doc_ids) - n_read)
    index.remove(gone)
    return n_added, len(gone)


def _open_or_new(store: VectorStore, fingerprint: str, encoder: Encoder) -> tuple[VectorIndex, str]:
    """The index, and why it is built again; "" where it is not, or is new."""
    noted = store.peek(fingerprint)
    try:
        index = store.open(fingerprint, dim=encoder.dim, model=encoder.name)
        if noted is not None and len(index) != noted.n and store.peek(fingerprint) == noted:
            raise DamagedIndex(
                "The index of {0} on {1} has {2} papers where {3} were written.",
                encoder.name,
                store.place,
                len(index),
                noted.n,
            )
        return index, ""
    except (StaleIndex, DimensionMismatch) as error:
        logger.info("%s", error)
        why = "" if store.peek(fingerprint) is None else str(error)
        return store.new(fingerprint, encoder.dim, by_product=by_product(encoder)), why


def _changes(library: Library, encoder: Encoder, index: VectorIndex, progress: Progress) -> _Changes:
    """Read what changed since the index got its mark; the whole library where that is unknown."""
    look = changed_papers(library, index, index.mark)
    if look is not None:
        changes = _compared(library, look, encoder, index, progress)
        if changes.n_papers == library.papers.count():
            return changes
        logger.info("the index and the library do not agree on the papers, so all of them are looked at")
    return _compared(library, all_papers(library), encoder, index, progress)


def _compared(
    library: Library, look: PapersToIndex, encoder: Encoder, index: VectorIndex, progress: Progress
) -> _Changes:
    """Return the papers that are looked at against the index, text by text, `BATCH` in memory at a time."""
    changed, n_read, n_new = Names(), 0, 0
    for papers in look.batches:
        doc_ids = [paper.doc_id for paper in papers]
        hashes = hash_array([text_key(encoder.template.paper_text(paper)) for paper in papers])
        changed.extend(compress(doc_ids, (index.text_hashes(doc_ids) != hashes).any(axis=1)))
        n_new += int(np.count_nonzero(~index.has(doc_ids)))
        n_read += len(papers)
        progress("reading", n_read, max(look.n, n_read))
    gone = _gone(library, look, index, len(index) + n_new - n_read)
    return _Changes(replace(look, gone=gone), changed, len(index) - len(gone) + n_new)


def _gone(
    library: Library, look: PapersToIndex, index: VectorIndex | LexicalIndex, n_unseen: int
) -> tuple[str, ...]:
    """Return what the index has and the library has not; `n_unseen` papers of the index were not read."""
    if not look.whole:
        return look.gone
    gone: list[str] = []
    rest = iter(index.doc_ids if n_unseen else ())
    while some := list(islice(rest, BATCH)):
        there = {paper.doc_id for paper in library.papers.get(some)}
        gone += (doc_id for doc_id in some if doc_id not in there)
    return tuple(gone)


def _add(index: VectorIndex, texts: Mapping[str, str], vectors: Vectors) -> None:
    """Add papers (doc_id -> text), with the vectors (n, dim) of their texts."""
    doc_ids, hashes = [*texts], hash_array(list(map(text_key, texts.values())))
    for start in range(0, len(doc_ids), BATCH):
        end = start + BATCH
        index.add(doc_ids[start:end], vectors[start:end], hashes=hashes[start:end])


def _report(
    started: float, what: str, *, n_papers: int, n_encoded: int, n_cached: int, n_removed: int, rebuilt: str
) -> IndexReport:
    seconds = time.monotonic() - started
    n_unchanged = n_papers - n_encoded - n_cached
    logger.info(
        "indexed the %s: %d papers, %d new, %d from the cache, %d removed, %.1f s",
        what, n_papers, n_encoded, n_cached, n_removed, seconds,
    )  # fmt: skip
    return IndexReport(n_papers, n_encoded, n_cached, n_removed, n_unchanged, seconds, rebuilt)
