"""From files to papers in the library: read, decide who is who, add and merge, a batch at a time."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from assay.importers import Outcome, plan, read_papers
from assay.library import Library
from assay.progress import Progress, silent
from assay.types import ImportFailure, ImportReport, Paper

BATCH = 1000

log = logging.getLogger(__name__)


def import_files(library: Library, paths: Sequence[Path], *, progress: Progress = silent) -> ImportReport:
    """Adds the papers of the files; what was added before an error or a cancel stays."""
    total = ImportReport()
    for path in paths:
        report = ImportReport()
        for batch in _batches(read_papers(path, progress=progress)):
            report += _import_batch(library, batch)
        digest = _sha256(path)
        if digest:
            library.record_import(
                sha256=digest,
                source=path.name,
                n_new=report.new,
                n_merged=report.merged,
                n_conflict=report.conflict,
                n_failed=len(report.failed),
            )
        total += report
    log.info(
        "imported %d new, %d merged, %d conflicts, %d failed",
        total.new,
        total.merged,
        total.conflict,
        len(total.failed),
    )
    return total


def _import_batch(library: Library, batch: Sequence[Paper | ImportFailure]) -> ImportReport:
    papers = [entry for entry in batch if isinstance(entry, Paper)]
    store = library.papers
    decisions = plan(papers, find=store.find_by_keys, taken=store.find_by_ids)
    fresh = [d for d in decisions if d.outcome in (Outcome.NEW, Outcome.CONFLICT)]
    # An unchanged one is written too: that brings back a paper that had been removed.
    known = [d for d in decisions if d.outcome in (Outcome.MERGED, Outcome.UNCHANGED)]
    conflicts = [d for d in decisions if d.outcome is Outcome.CONFLICT]
    store.add([(d.paper, d.keys) for d in fresh])
    store.update([(d.paper, d.keys) for d in known])
    store.alias(
        [
            (paper.doc_id, d.existing_id)
            for paper, d in zip(papers, decisions, strict=True)
            if d.existing_id is not None and d.existing_id != paper.doc_id
        ]
    )
    return ImportReport(
        new=len(fresh) - len(conflicts),
        merged=len(known),
        conflict=len(conflicts),
        failed=tuple(entry for entry in batch if isinstance(entry, ImportFailure)),
        conflicts=tuple(d.reason for d in conflicts),
    )


def _batches(entries: Iterable[Paper | ImportFailure]) -> Iterator[list[Paper | ImportFailure]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, BATCH)):
        yield batch


def _sha256(path: Path) -> str:
    """Of the file; "" for a folder and for what cannot be read, which the report has named already."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
