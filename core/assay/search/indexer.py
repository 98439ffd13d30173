"""Brings a library's indexes up to date: only what changed is read again, encoded and written."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from assay.encoding import Encoder, VectorCache, encode_with_cache, text_key
from assay.errors import DimensionMismatch, StaleIndex
from assay.index import (
    LexicalIndex,
    Manifest,
    VectorIndex,
    choose,
    is_saved,
    new_index,
    open_with_hashes,
    save,
    text_hash,
)
from assay.messages import message
from assay.progress import Cancelled, Progress, silent
from assay.search.folders import index_folder, lexical_folder
from assay.search.index_lock import index_lock
from assay.search.query.source import PaperLibrary, PaperSource
from assay.types import IndexReport, Paper, TaskFormat, Vectors

BATCH = 1000  # papers read at once


class Changed(Protocol):
    """What changed since an index was built."""

    @property
    def changed(self) -> Sequence[int]:
        """The papers that are there."""

    @property
    def removed(self) -> Sequence[str]:
        """The doc_ids of those that are not."""


class Marks(Protocol):
    """What a library remembers of indexes. `assay.library.IndexMarks` is one."""

    def new(self, revision: int) -> str:
        """Return a mark for an index that has the library as it was at this revision."""

    def since(self, mark: str) -> Changed | None:
        """Return what changed since this mark was given; None for one that the library does not know."""

    def papers(self, pks: Sequence[int], *, batch: int = 1000) -> Iterator[list[Paper]]:
        """Return the papers that changed, `batch` at a time."""


class ReadablePapers(PaperSource, Protocol):
    """Papers that can be read from first to last."""

    def all(self, *, batch: int = 1000, items: bool = True) -> Iterator[list[Paper]]:
        """Return every paper, `batch` at a time; without `items`, `Paper.item` is not read."""


class ReadableLibrary(PaperLibrary, Protocol):
    """A library whose papers can be read from first to last, and that tells what changed."""

    @property
    def papers(self) -> ReadablePapers:
        """Its papers."""

    @property
    def index_marks(self) -> Marks:
        """What it remembers of indexes."""


@dataclass(frozen=True, slots=True)
class PapersToIndex:
    """Papers to be compared with an index, `n` of them, and what the index has and the library has not.

    With `whole` they are all papers of the library, and what is gone is known only when all were seen.
    """

    batches: Iterator[list[Paper]]
    n: int
    gone: tuple[str, ...] = ()
    whole: bool = False


def changed_papers(library: ReadableLibrary, mark: str, known: Collection[str]) -> PapersToIndex | None:
    """What changed since the index of `known` papers got its mark; None where the library cannot say."""
    since = library.index_marks.since(mark) if mark else None
    if since is None:
        return None
    gone = tuple(doc_id for doc_id in since.removed if doc_id in known)
    return PapersToIndex(library.index_marks.papers(since.changed, batch=BATCH), len(since.changed), gone)


def all_papers(library: ReadableLibrary) -> PapersToIndex:
    """Return every paper. For 100,000 of them that takes seconds."""
    return PapersToIndex(library.papers.all(batch=BATCH, items=False), library.papers.count(), whole=True)


__all__ = ["index_folder", "lexical_folder", "update_index", "update_lexical"]

logger = logging.getLogger(__name__)


@dataclass
class _Changes:
    """What differs between the library and an index."""

    doc_ids: list[str] = field(default_factory=list)  # new or with another text, in library order
    texts: list[str] = field(default_factory=list)
    hashes: dict[str, str] = field(default_factory=dict)  # of every paper of the library
    gone: list[str] = field(default_factory=list)
    whole: bool = False  # all papers were looked at, so the index wants a mark


def update_index(
    library: ReadableLibrary,
    encoder: Encoder,
    *,
    folder: Path,
    cache: VectorCache,
    foreign: bool = False,
    progress: Progress = silent,
) -> IndexReport:
    """Bring the vector index in `folder` up to date with the library.

    A paper is encoded where its text is new. An index of another model, a damaged one or none is built from
    nothing, out of the cache as far as that goes; so is one of FAISS in a `foreign` folder. If the work is
    stopped (`Cancelled`, Ctrl+C), the index gets the vectors that there are by then. Raises `LibraryError` if
    the disk does not take it.
    """
    started = time.monotonic()
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    index, known, mark, rebuilt = _open_or_new(folder, fingerprint, encoder, foreign=foreign)
    revision = library.revision()  # before the papers are read: a change meanwhile makes the index look old
    changes = _changes(library, encoder, known, mark, progress)
    try:
        vectors, n_encoded = encode_with_cache(
            encoder, changes.texts, format=TaskFormat.PRX, cache=cache, progress=progress
        )
    except (Cancelled, KeyboardInterrupt):
        _save_part(index, changes, known, folder=folder, encoder=encoder, cache=cache)
        raise
    if changes.doc_ids or changes.gone or rebuilt or changes.whole or not is_saved(folder):
        index = _changed(index, changes, vectors, progress)
        mark = library.index_marks.new(revision)
        manifest = Manifest(fingerprint, index.dim, index.kind, len(index), encoder.name, revision, mark=mark)
        save(index, folder, manifest, text_hashes=changes.hashes)
    return _report(
        started,
        f"vectors of {encoder.name}",
        n_papers=len(changes.hashes),
        n_encoded=n_encoded,
        n_cached=len(changes.doc_ids) - n_encoded,
        n_removed=len(changes.gone),
        rebuilt=rebuilt,
    )


def _save_part(
    index: VectorIndex,
    changes: _Changes,
    known: Mapping[str, str],
    *,
    folder: Path,
    encoder: Encoder,
    cache: VectorCache,
) -> None:
    """Save the index with those of the changed papers that the cache has vectors of; nothing without any.

    It gets no mark, so that the next update looks at every paper again.
    """
    fingerprint = encoder.fingerprint(TaskFormat.PRX)
    vectors, there = cache.get(list(map(text_key, changes.texts)), fingerprint=fingerprint, dim=encoder.dim)
    if not there.any():
        return
    lacking = {doc_id for doc_id, is_there in zip(changes.doc_ids, there, strict=True) if not is_there}
    part = _Changes([doc_id for doc_id in changes.doc_ids if doc_id not in lacking], gone=changes.gone)
    hashes = {doc_id: digest for doc_id, digest in changes.hashes.items() if doc_id not in lacking}
    hashes |= {doc_id: known[doc_id] for doc_id in lacking if doc_id in known}
    index = _changed(index, part, vectors[there], silent)
    manifest = Manifest(fingerprint, index.dim, index.kind, len(index), encoder.name)
    save(index, folder, manifest, text_hashes=hashes)
    logger.info("stopped: %d papers have vectors, %d wait", len(index), len(lacking))


def update_lexical(library: ReadableLibrary, *, folder: Path, progress: Progress = silent) -> IndexReport:
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
        started,
        "words",
        n_papers=n_papers,
        n_encoded=n_added,
        n_cached=0,
        n_removed=n_gone,
        rebuilt=rebuilt,
    )


def _update_words(
    library: ReadableLibrary, index: LexicalIndex, progress: Progress, *, anyway: bool
) -> tuple[int, int, int]:
    """Index the papers; count all, added and removed ones. Commit after a change, or `anyway`."""
    revision, n_added, n_gone = library.revision(), 0, 0
    look = changed_papers(library, index.mark, index.text_hashes)
    if look is not None:
        n_added, n_gone = _take_words(look, index, progress)
    if look is None or len(index.text_hashes) != library.papers.count():
        more, gone = _take_words(all_papers(library), index, progress)
        n_added, n_gone = n_added + more, n_gone + gone
    if n_added or n_gone or anyway or index.revision < 0 or look is None:
        index.commit(revision=revision, mark=library.index_marks.new(revision))
    return len(index.text_hashes), n_added, n_gone


def _take_words(look: PapersToIndex, index: LexicalIndex, progress: Progress) -> tuple[int, int]:
    """Return how many papers were added to the index, and how many taken out of it."""
    n_added = 0
    present: set[str] = set()
    for papers in look.batches:
        changed = [paper for paper in papers if index.text_hashes.get(paper.doc_id) != text_hash(paper)]
        index.add(changed)
        n_added += len(changed)
        present.update(paper.doc_id for paper in papers)
        progress("keyword index", len(present), max(len(present), look.n))
    gone = [doc_id for doc_id in index.text_hashes if doc_id not in present] if look.whole else look.gone
    index.remove(gone)
    return n_added, len(gone)


def _open_or_new(
    folder: Path, fingerprint: str, encoder: Encoder, *, foreign: bool
) -> tuple[VectorIndex, Mapping[str, str], str, str]:
    """The index, its text hashes, its mark, and why it is built again; "" where it is not, or is new."""
    try:
        index, known, manifest = open_with_hashes(
            folder, fingerprint=fingerprint, dim=encoder.dim, model=encoder.name, foreign=foreign
        )
    except (StaleIndex, DimensionMismatch) as error:
        logger.info("%s", error)
        return new_index("exact", encoder.dim), {}, "", str(error) if is_saved(folder) else ""
    return index, known, manifest.mark, ""


def _changes(
    library: ReadableLibrary, encoder: Encoder, known: Mapping[str, str], mark: str, progress: Progress
) -> _Changes:
    """Read what changed since the index got its mark; the whole library where that is unknown."""
    look = changed_papers(library, mark, known)
    if look is not None:
        changes = _compared(look, encoder, known, progress)
        if len(changes.hashes) == library.papers.count():
            return changes
        logger.info("the index and the library do not agree on the papers, so all of them are looked at")
    return _compared(all_papers(library), encoder, known, progress)


def _compared(
    look: PapersToIndex, encoder: Encoder, known: Mapping[str, str], progress: Progress
) -> _Changes:
    """Return the papers that are looked at against the index, text by text."""
    changes = _Changes(whole=look.whole)
    if not look.whole:
        gone = set(look.gone)
        changes.hashes = {doc_id: digest for doc_id, digest in known.items() if doc_id not in gone}
    n_read = 0
    for batch in look.batches:
        for paper in batch:
            text = encoder.template.paper_text(paper)
            digest = text_key(text).hex()
            changes.hashes[paper.doc_id] = digest
            if known.get(paper.doc_id) != digest:
                changes.doc_ids.append(paper.doc_id)
                changes.texts.append(text)
        n_read += len(batch)
        progress("reading", n_read, max(look.n, n_read))
    changes.gone = [doc_id for doc_id in known if doc_id not in changes.hashes]
    return changes


def _changed(index: VectorIndex, changes: _Changes, vectors: Vectors, progress: Progress) -> VectorIndex:
    """The index after the changes, of the kind that its new size asks for."""
    index.remove(changes.gone)
    added = sum(doc_id not in index for doc_id in changes.doc_ids)
    kind = choose(len(index) + added)
    if kind != index.kind:
        before, index = index, new_index(kind, index.dim)
        _add(index, before.doc_ids, before.vectors(before.doc_ids), progress)
    _add(index, changes.doc_ids, vectors, progress)
    return index


def _add(index: VectorIndex, doc_ids: Sequence[str], vectors: Vectors, progress: Progress) -> None:
    """Add in steps, because a graph takes its time."""
    for start in range(0, len(doc_ids), BATCH):
        index.add(doc_ids[start : start + BATCH], vectors[start : start + BATCH])
        progress("indexing", min(start + BATCH, len(doc_ids)), len(doc_ids))


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
