"""From files to papers in the library: read, decide who is who, add and merge, a batch at a time."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice
from pathlib import Path

from assay.errors import BadInput
from assay.importers import importable_files, is_collection, read_papers
from assay.library import Library, Recording
from assay.library.transaction import together
from assay.progress import Progress, silent
from assay.types import ImportFailure, ImportReport, Paper
from assay.workspace.checksum import sha256_if_readable
from assay.workspace.pdf_intake import import_pdfs, is_pdf, pdfs_in
from assay.workspace.taking import take

BATCH = 1000

log = logging.getLogger(__name__)


def import_files(library: Library, paths: Sequence[Path], *, progress: Progress = silent) -> ImportReport:
    """Adds the papers of lists and PDFs, as one action; what was added before an error or a cancel stays.

    The report names files by their whole paths, wherever the work was begun.

    Lists come first, wherever they stand: what they say of a paper is better than what its PDF seems to say.
    """
    record = Recording("import", (str(len(paths)), paths[0].name if paths else ""))
    lists, pdfs = _sorted([Path(os.path.abspath(path)) for path in paths])  # noqa: PTH100 - links stay links
    total = ImportReport()
    for path in lists:
        total += import_list(library, path, record=record, progress=progress)
    if pdfs:
        total += import_pdfs(library, pdfs, record=record, progress=progress)
    log.info(
        "imported %d new, %d merged, %d brought back, %d conflicts, %d failed",
        total.new,
        total.merged,
        total.brought_back,
        total.conflict,
        len(total.failed),
    )
    return total


def _sorted(paths: Sequence[Path]) -> tuple[list[Path], list[Path]]:
    """Lists of papers, among them folders that hold any, and PDFs."""
    lists: list[Path] = []
    pdfs: list[Path] = []
    for path in paths:
        inside = list(pdfs_in(path)) if path.is_dir() else [path] if is_pdf(path) else []
        pdfs += inside
        if not inside or (path.is_dir() and importable_files(path)[0]):
            lists.append(path)
    return lists, pdfs


def import_list(
    library: Library, path: Path, *, record: Recording, revive: bool = True, progress: Progress = silent
) -> ImportReport:
    """The list's papers, and the PDFs that it names as theirs, as part of an action."""
    report = ImportReport()
    named: dict[Paper, tuple[str, ...]] = {}
    owners: dict[Path, str] = {}
    grouped: dict[Paper, tuple[str, ...]] = {}
    members: dict[str, list[str]] = {}
    for batch, verbatim in _read(path, progress, named, grouped):
        papers = [entry for entry in batch if isinstance(entry, Paper)]
        taken = take(library, papers, record=record, revive=revive, verbatim=verbatim)
        failures = tuple(entry for entry in batch if isinstance(entry, ImportFailure))
        report += replace(taken.report, failed=failures)
        for paper, doc_id in zip(papers, taken.doc_ids, strict=True):
            owners |= {Path(file): doc_id for file in named.pop(paper, ())}
            for collection in grouped.pop(paper, ()):
                members.setdefault(collection, []).append(doc_id)
    put_into_collections(library, members, record=record)
    report += _import_owned(library, path, owners, record, progress)
    digest = sha256_if_readable(path)
    if digest:
        library.record_import(
            sha256=digest,
            source=path.name,
            n_new=report.new,
            n_merged=report.merged + report.brought_back,
            n_conflict=report.conflict,
            n_failed=len(report.failed),
        )
    return report


def put_into_collections(
    library: Library, members: Mapping[str, Sequence[str]], *, record: Recording
) -> None:
    """Put papers into collections, which are made where they are not there, as part of an action."""
    for path, doc_ids in members.items():
        there = list(dict.fromkeys(library.papers.resolve(doc_ids).values()))
        try:
            with together(library) as whole:
                record.add(whole.actions, [whole.collections.fill(path, there)])
        except BadInput as error:
            log.warning("The collection '%s' of an import is left out: %s", path, error)


def _import_owned(
    library: Library, source: Path, owners: Mapping[Path, str], record: Recording, progress: Progress
) -> ImportReport:
    """The PDFs that a list names, given to its papers; what is not there is one failure."""
    there = {file: doc_id for file, doc_id in owners.items() if file.is_file()}
    report = ImportReport()
    if there:
        report += import_pdfs(library, list(there), owners=there, record=record, progress=progress)
    if absent := [file for file in owners if file not in there]:
        reason = (
            f"{len(absent)} PDFs that it names are not there, such as {absent[0]}. Their papers are here "
            "without them: import the files, or the list again when they are back"
        )
        report += ImportReport(failed=(ImportFailure(str(source), 0, reason),))
    return report


def _read(
    path: Path,
    progress: Progress,
    named: dict[Paper, tuple[str, ...]],
    grouped: dict[Paper, tuple[str, ...]],
) -> Iterator[tuple[list[Paper | ImportFailure], bool]]:
    """The entries of a file or a folder by batches, and whether they are of a collection."""
    inside = importable_files(path) if path.is_dir() else ([path], [])
    if inside[1]:
        yield list(inside[1]), False
    for verbatim, files in groupby(inside[0], key=is_collection):
        entries = (
            read_papers(file, progress=progress, attached=named.__setitem__, grouped=grouped.__setitem__)
            for file in files
        )
        for batch in _batches(chain.from_iterable(entries)):
            yield batch, verbatim


def _batches(entries: Iterable[Paper | ImportFailure]) -> Iterator[list[Paper | ImportFailure]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, BATCH)):
        yield batch
