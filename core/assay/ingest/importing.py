"""From files to papers in the library: read, decide who is who, add and merge, a batch at a time."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, islice
from pathlib import Path

from assay.errors import BadInput
from assay.files import sha256_if_readable
from assay.importers import importable_files, is_collection, read_papers
from assay.ingest.merging import take
from assay.ingest.pdfs import LOOKING, import_pdfs, is_pdf, pdfs_in
from assay.ingest.types import ImportReport
from assay.library import ActionArgs, Library, Recording
from assay.library.transaction import together
from assay.messages import message
from assay.progress import ATTACHED, IMPORTING, Item, Progress, Work, silent
from assay.types import ImportFailure, Paper

BATCH = 1000
LOOK_SHARE = 0.1
"""The share of the progress of PDFs that it takes to look which of them are new."""

log = logging.getLogger(__name__)


def import_files(library: Library, paths: Sequence[Path], *, progress: Progress = silent) -> ImportReport:
    """Add the papers of lists and PDFs, as one action; what was added before an error or a cancel stays.

    The report names files by their whole paths, wherever the work was begun.

    Lists come first, wherever they stand: what they say of a paper is better than what its PDF seems to say.

    Progress counts the bytes of all files as one whole. PDFs elsewhere that lists name are not known before
    the lists are read: they are a whole of their own behind it, or, where other PDFs follow, no part of it.
    """
    record = Recording("import", ActionArgs(len(paths), (paths[0].name if paths else "",)))
    lists, pdfs = lists_and_pdfs([Path(os.path.abspath(path)) for path in paths])  # noqa: PTH100 - links stay links
    files = [file for listed in lists.values() for file in listed.files]
    work = Work(progress, IMPORTING, byte_sizes([*files, *pdfs]))
    total = import_all(library, lists, pdfs, record=record, work=work, attached=None if pdfs else progress)
    log.info(
        "imported %d new, %d merged, %d restored, %d conflicts, %d failed",
        total.new,
        total.merged,
        total.brought_back,
        total.conflict,
        len(total.failed),
    )
    return replace(total, action=record.pk)


@dataclass
class Listed:
    """A list of papers, or a folder of such: its files, what was wrong with others, and what came of it."""

    files: Sequence[Path]
    failures: Sequence[ImportFailure] = ()
    owners: Mapping[Path, str] = field(default_factory=dict)  # PDFs that it names -> doc_id
    report: ImportReport = field(default_factory=ImportReport)


def byte_sizes(paths: Iterable[Path]) -> dict[str, int]:
    """Piece -> bytes, at least 1 each, so that a file that cannot be read counts too."""
    sizes = {}
    for path in paths:
        try:
            sizes[piece_of(path)] = max(1, path.stat().st_size)
        except (OSError, ValueError):  # ValueError: a NUL in the name
            sizes[piece_of(path)] = 1
    return sizes


def piece_of(path: Path) -> str:
    """Return the file's name in the progress, the same for all links to it."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return str(path)


def lists_and_pdfs(paths: Sequence[Path]) -> tuple[dict[Path, Listed], list[Path]]:
    """Lists of papers, among them folders that hold any, and PDFs; what is named twice is there once."""
    lists: dict[Path, Listed] = {}
    pdfs: dict[Path, None] = {}
    for path in dict.fromkeys(paths):
        if not path.is_dir():
            if is_pdf(path):
                pdfs[path] = None
            else:
                lists[path] = Listed([path])
            continue
        inside = list(pdfs_in(path))
        pdfs |= dict.fromkeys(inside)
        files, failures = importable_files(path)
        if inside:  # a folder of PDFs needs no lists
            failures = [failure for failure in failures if Path(failure.file) != path]
        if files or failures:
            lists[path] = Listed(files, failures)
    return lists, list(pdfs)


def import_all(
    library: Library,
    lists: Mapping[Path, Listed],
    pdfs: Sequence[Path],
    *,
    record: Recording,
    work: Work,
    revive: bool = True,
    attached: Progress | None = None,
) -> ImportReport:
    """The papers of lists, then the PDFs that these name as theirs, then other PDFs, as part of an action.

    `work` holds at least the files of the lists and the PDFs; `attached` gets the PDFs outside it, as a
    total of their own. Each failure is reported once, also where a list and a folder name the same file.
    """
    for listed in lists.values():
        _import_papers(library, listed, record, revive=revive, work=work)
    owned = {file for listed in lists.values() for file in listed.owners if file.is_file()}
    if attached is not None and (outside := [file for file in owned if piece_of(file) not in work]):
        outer = Work(attached, ATTACHED, byte_sizes(outside))
    else:
        outer = work
    for inside in (True, False):
        whole = work if inside else outer
        for listed in lists.values():
            own = {
                file: doc_id
                for file, doc_id in listed.owners.items()
                if file in owned and (piece_of(file) in work) is inside
            }
            listed.report += _import_pdfs(library, list(own), own, record, whole)
    total = ImportReport()
    for path, listed in lists.items():
        listed.report += absent(path, [file for file in listed.owners if file not in owned])
        note_import(library, path, listed.report)
        total += listed.report
    total += _import_pdfs(library, pdfs, {}, record, work, revive=revive)
    sorted_out = ImportReport.of((*total.failed, *total.incomplete))
    return replace(total, failed=sorted_out.failed, incomplete=sorted_out.incomplete)


def _import_pdfs(
    library: Library,
    paths: Sequence[Path],
    owners: Mapping[Path, str],
    record: Recording,
    work: Work,
    *,
    revive: bool = True,
) -> ImportReport:
    if not paths:
        return ImportReport()
    pieces = [piece_of(path) for path in paths]
    look, read = work.part(pieces, end=LOOK_SHARE), work.part(pieces, begin=LOOK_SHARE)

    def progress(stage: str, done: int, total: int | None, item: Item | None = None) -> None:
        (look if stage == LOOKING else read)(stage, done, total, item)

    report = import_pdfs(library, paths, owners=owners, record=record, revive=revive, progress=progress)
    work.finish(pieces)
    return report


def _import_papers(library: Library, listed: Listed, record: Recording, *, revive: bool, work: Work) -> None:
    """Import the papers of a list, without the PDFs that it names."""
    report = ImportReport.of(listed.failures)
    named: dict[Paper, tuple[str, ...]] = {}
    owners: dict[Path, str] = {}
    grouped: dict[Paper, tuple[str, ...]] = {}
    members: dict[str, list[str]] = {}
    for batch, as_rows in _read(listed.files, work, named, grouped):
        papers = [entry for entry in batch if isinstance(entry, Paper)]
        taken = take(library, papers, record=record, revive=revive, as_rows=as_rows)
        failures = (entry for entry in batch if isinstance(entry, ImportFailure))
        report += taken.report + ImportReport.of(failures)
        for paper, doc_id in zip(papers, taken.doc_ids, strict=True):
            owners |= {Path(file): doc_id for file in named.pop(paper, ())}
            for collection in grouped.pop(paper, ()):
                members.setdefault(collection, []).append(doc_id)
    put_into_collections(library, members, record=record)
    listed.owners, listed.report = owners, report


def note_import(library: Library, path: Path, report: ImportReport) -> None:
    """Remember that this list was imported as it is."""
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


def absent(source: Path, absent: Sequence[Path]) -> ImportReport:
    """Return the PDFs that a list names and that are not there, as one that is missing."""
    if not absent:
        return ImportReport()
    reason = message(
        "{0} {0:PDF that it names is|PDFs that it names are} missing, such as {1}. Their papers were "
        "imported without them: import the files, or the list again when they are back",
        len(absent),
        absent[0],
    )
    return ImportReport.of([ImportFailure.of(str(source), 0, reason, n_kept=len(absent))])


def _read(
    paths: Sequence[Path],
    work: Work,
    named: dict[Paper, tuple[str, ...]],
    grouped: dict[Paper, tuple[str, ...]],
) -> Iterator[tuple[list[Paper | ImportFailure], bool]]:
    """The entries of files by batches, and whether they are of a collection."""

    def entries(path: Path) -> Iterator[Paper | ImportFailure]:
        part = work.part([piece_of(path)])
        yield from read_papers(path, progress=part, attached=named.__setitem__, grouped=grouped.__setitem__)
        work.finish([piece_of(path)])

    for as_rows, files in groupby(paths, key=is_collection):
        for batch in batches(chain.from_iterable(map(entries, files))):
            yield batch, as_rows


def batches(entries: Iterable[Paper | ImportFailure]) -> Iterator[list[Paper | ImportFailure]]:
    iterator = iter(entries)
    while batch := list(islice(iterator, BATCH)):
        yield batch
