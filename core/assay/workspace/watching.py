"""Watched folders: what is new or has changed comes in, what is gone is missing, what was moved is moved."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path

from assay.errors import BadInput
from assay.importers import importable_files
from assay.library import Library, Recording
from assay.progress import Progress, silent
from assay.types import ImportReport
from assay.workspace.checksum import sha256_if_readable
from assay.workspace.intake import import_list
from assay.workspace.pdf_intake import import_pdfs, pdfs_in

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look through a folder found. `missing` are files that are nowhere in it any more; what was moved
    is not among them. `away` says why it could not be looked through; "" if it could.
    """

    folder: str
    report: ImportReport
    missing: int = 0
    away: str = ""


def watch(library: Library, folder: Path) -> str:
    """Watches a folder from now on; returns its path as it is kept. Raises BadInput where there is none."""
    place = folder.expanduser().absolute()
    if not place.is_dir():
        raise BadInput(f"{place} is no folder. Give one that is there.")
    library.watched.add(str(place))
    return str(place)


def look_through(library: Library, *, progress: Progress = silent) -> list[Looked]:
    """Looks through all watched folders; what was found before an error or a cancel stays.

    Raises BadInput in a library that others made, until it is trusted: nobody else decides what is read here.
    A folder that is not there, such as one of a disk that is not plugged in, is left alone: its files are
    elsewhere, not gone.
    """
    if not library.is_trusted:
        raise BadInput(
            "This library was made elsewhere, so its watched folders are not looked through. If they are "
            "yours, run `assay library trust`."
        )
    return [_look(library, Path(folder.path), progress) for folder in library.watched.all()]


def _look(library: Library, folder: Path, progress: Progress) -> Looked:
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        return Looked(str(folder), ImportReport(), away=error.strerror or str(error))
    present = list(pdfs_in(folder))
    record = Recording("watch", ("1", folder.name or str(folder)))
    report = _import_lists(library, folder, record, progress)
    report += import_pdfs(library, present, record=record, revive=False, progress=progress)
    known, there = library.files.under(str(folder)), {str(path) for path in present}
    # What came back while others were imported is not gone.
    gone = {path for path in known.keys() - there if not os.path.lexists(path)}
    library.files.missing(sorted(gone))
    library.watched.looked(str(folder))
    moved = {sha256 for path, sha256 in known.items() if path in there}  # or copied: they are here still
    missing = [path for path in gone if known[path] not in moved]
    log.info("looked through %s: %d new, %d gone", folder, report.new, len(missing))
    return Looked(str(folder), report, len(missing))


def _import_lists(library: Library, folder: Path, record: Recording, progress: Progress) -> ImportReport:
    """The lists of papers that were not imported as they are now. What was removed stays removed."""
    report = ImportReport()
    files, failures = importable_files(folder)
    sums = {path: sha256_if_readable(path) for path in files}
    known = library.watched.imported([sha256 for sha256 in sums.values() if sha256])
    for path, sha256 in sums.items():
        if sha256 and sha256 in known:
            report += ImportReport(unchanged=1)
        else:
            report += import_list(library, path, record=record, revive=False, progress=progress)
    unreadable = tuple(failure for failure in failures if Path(failure.file) != folder)
    return replace(report, failed=(*report.failed, *unreadable))
