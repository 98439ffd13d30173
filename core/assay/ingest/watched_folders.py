"""Watched folders: what is new or has changed comes in, what is gone is missing, what was moved is moved.

A running Zotero is watched like a folder.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assay.errors import BadInput
from assay.files import sha256_if_readable
from assay.importers import importable_files
from assay.ingest.importing import Listed, byte_sizes, import_all, piece_of
from assay.ingest.pdfs import pdfs_in
from assay.ingest.types import ImportReport
from assay.ingest.zotero.client import SHORT_S, Client, ZoteroAway, is_zotero, library_named
from assay.ingest.zotero.source import BYTES, look_at
from assay.library import ActionArgs, Library, Recording
from assay.progress import IMPORTING, Progress, Work, silent
from assay.types import ImportFailure

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FolderReport:
    """What a look through a folder found. `missing` are files that are nowhere in it any more; what was moved
    is not among them. `away` says why it could not be looked through; "" if it could.
    """

    folder: str
    report: ImportReport
    missing: int = 0
    away: str = ""


def watch(library: Library, folder: str | Path) -> str:
    """Watch a folder, or a running Zotero, from now on; return its name as it is kept.

    Raises BadInput where there is no such folder or group, ZoteroAway where Zotero does not answer.
    """
    place = watched_name(str(folder))
    if is_zotero(place):
        Client(library_named(place), timeout=SHORT_S).ask("collections", limit=1)
    elif not Path(place).is_dir():
        raise BadInput("{0} is not a folder. Give an existing one.", place)
    library.watched.add(place)
    return place


def watched_name(folder: str) -> str:
    """Return the name under which a folder, or a library of Zotero, is kept."""
    return str(library_named(folder)) if is_zotero(folder) else str(Path(folder).expanduser().absolute())


@dataclass(frozen=True, slots=True)
class _FolderContents:
    """What lies in a watched folder. `away` says why nobody could look; "" if they could."""

    folder: Path
    lists: tuple[Path, ...] = ()
    failures: tuple[ImportFailure, ...] = ()
    pdfs: tuple[Path, ...] = ()
    away: str = ""


def look_through(library: Library, *, progress: Progress = silent) -> list[FolderReport]:
    """Look through all watched folders; what was found before an error or a cancel stays.

    Raises BadInput in a library that others made, until it is trusted: nobody else decides what is read here.
    A folder that is not there, such as one of a disk that is not plugged in, is left alone: its files are
    elsewhere, not gone. Progress counts the bytes of all folders as one whole.
    """
    if not library.is_trusted:
        raise BadInput(
            "This library comes from elsewhere, so its watched folders are off until you trust it.",
            advice="If they are yours, run `assay library trust`.",
        )
    names = [folder.path for folder in library.watched.all()]
    zotero = [name for name in names if is_zotero(name)]
    seen = [_see(Path(name)) for name in names if name not in zotero]
    sizes = byte_sizes(path for one in seen for path in (*one.lists, *one.pdfs))
    work = Work(progress, IMPORTING, sizes | dict.fromkeys(zotero, BYTES))
    n_pdfs = sum(len(one.pdfs) for one in seen)
    attached = progress if len(names) == 1 and not n_pdfs else None
    looks = [_look(library, one, work, attached) for one in seen]
    return looks + [_look_at_zotero(library, name, work) for name in zotero]


def _look_at_zotero(library: Library, name: str, work: Work) -> FolderReport:
    record = Recording("watch", ActionArgs(names=("Zotero",)))
    try:
        zotero = library_named(name)
        report, missing = look_at(library, zotero, record=record, revive=False, work=work, piece=name)
    except ZoteroAway as error:
        why = ImportFailure.of("Zotero", 0, error.message)
        return FolderReport(name, ImportReport(failed=(why,)), away=str(error))
    library.watched.mark_checked(name)
    return FolderReport(name, report, missing)


def _see(folder: Path) -> _FolderContents:
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        return _FolderContents(folder, away=error.strerror or str(error))
    lists, failures = importable_files(folder)
    named = tuple(failure for failure in failures if Path(failure.file) != folder)
    return _FolderContents(folder, tuple(lists), named, tuple(pdfs_in(folder)))


def _look(library: Library, seen: _FolderContents, work: Work, attached: Progress | None) -> FolderReport:
    folder = seen.folder
    if seen.away:
        return FolderReport(str(folder), ImportReport(), away=seen.away)
    record = Recording("watch", ActionArgs(names=(folder.name or str(folder),)))
    lists = _to_import(library, seen.lists)
    work.finish(piece_of(path) for path in seen.lists if path not in lists)
    report = import_all(library, lists, seen.pdfs, record=record, work=work, revive=False, attached=attached)
    report += ImportReport(unchanged=len(seen.lists) - len(lists), failed=seen.failures)
    known, there = library.files.under(str(folder)), {str(path) for path in seen.pdfs}
    # What came back while others were imported is not gone.
    gone = {path for path in known.keys() - there if not os.path.lexists(path)}
    library.files.missing(sorted(gone))
    library.watched.mark_checked(str(folder))
    moved = {sha256 for path, sha256 in known.items() if path in there}  # or copied: they are here still
    missing = [path for path in gone if known[path] not in moved]
    log.info("looked through %s: %d new, %d gone", folder, report.new, len(missing))
    return FolderReport(str(folder), report, len(missing))


def _to_import(library: Library, files: Sequence[Path]) -> dict[Path, Listed]:
    """Return the lists of papers that were not imported as they are now."""
    sums = {path: sha256_if_readable(path) for path in files}
    known = library.watched.imported([sha256 for sha256 in sums.values() if sha256])
    return {path: Listed([path]) for path, sha256 in sums.items() if not sha256 or sha256 not in known}
