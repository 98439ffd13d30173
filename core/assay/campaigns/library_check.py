"""Check a library: all that it keeps against what was written; what can be made again is mended."""

from __future__ import annotations

import logging
import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

from assay import config as configuration
from assay.errors import AssayError, DamagedIndex
from assay.library import Library
from assay.library.db.paths import library_file
from assay.library.upkeep.check import check_database
from assay.library.upkeep.leftovers import left_over, remove_left_over
from assay.progress import Progress, silent
from assay.types import CheckFinding, CheckReport

log = logging.getLogger(__name__)

HURT = ("pages", "reference", "grade", "adjudication", "release", "cache")
"""Kinds of findings that concern grades, or the file that holds them."""


def check_library(library: Library, *, repair: bool = False, progress: Progress = silent) -> CheckReport:
    """Look through the whole library; with `repair`, make again what can be, and look once more.

    Raises LibraryError where it cannot be read at all.
    """
    report = _look(library, progress)
    if not repair or not report.findings:
        return report
    mended = tuple(_mend(library, report))
    again = _look(library, progress)
    return replace(again, mended=mended)


def _look(library: Library, progress: Progress) -> CheckReport:
    report = check_database(library._database, folder=library.file_folder, progress=progress)
    findings = [*report.findings, *_indexes(library.folder), *_left_over(library.folder)]
    findings += (finding for finding, _ in _elsewhere(library))
    if not any(finding.kind in ("pages", "reference", "release") for finding in findings):
        findings += _releases(library)
    findings += _open_to_others(library.file_folder)
    hurt = any(finding.kind in HURT for finding in findings)
    return replace(report, findings=tuple(findings), hurt=hurt)


def _indexes(folder: Path) -> Iterator[CheckFinding]:
    from assay.index.generations import forget_checks, open_current

    for pointer in sorted((folder / "indexes").rglob("CURRENT")):
        try:
            open_current(pointer.parent, lambda _generation, _manifest: None, whole=True)
        except DamagedIndex as error:
            with suppress(OSError):  # so that `assay index` looks at each byte, and builds it again
                forget_checks(pointer.parent)
            yield CheckFinding("index", str(error), mendable=True)
        except AssayError as error:
            yield CheckFinding("index", str(error))


def _elsewhere(library: Library) -> Iterator[tuple[CheckFinding, Callable[[], None]]]:
    """Findings in vectors that another engine keeps, each with what removes the index."""
    from assay.index import EngineStore

    try:
        store = library.vector_store(configuration.load(library.folder).vectors_in)
        for fingerprint, error in store.damaged() if isinstance(store, EngineStore) else ():
            finding = CheckFinding("index", str(error), mendable=isinstance(error, DamagedIndex))
            yield finding, partial(store.remove, fingerprint)
    except AssayError as error:  # a place that does not answer, or is not to be had here
        yield CheckFinding("index", str(error)), lambda: None


def _left_over(folder: Path) -> Iterator[CheckFinding]:
    for path in left_over(folder):
        yield CheckFinding("left over", f"{path} was left by a process that was killed", mendable=True)


def _releases(library: Library) -> Iterator[CheckFinding]:
    """Releases that do not have their own SHA-256, though each of their rows is as it was written."""
    from assay.campaigns.exchange import has_its_sha256

    for campaign in library.campaigns.all():
        store = library.campaign(campaign.name)
        try:
            hurt = [one.version for one in store.releases.all() if not has_its_sha256(store, one.version)]
        except (AssayError, ValueError) as error:  # a rule or a card that says nothing
            yield CheckFinding("release", f"a release of '{campaign.name}' cannot be read: {error}")
            continue
        for version in hurt:
            yield CheckFinding("release", f"release {version} of '{campaign.name}' does not have its SHA-256")


def _open_to_others(folder: Path | None) -> Iterator[CheckFinding]:
    """Report an open folder, and no more: somebody may have opened it on purpose."""
    if folder is None or os.name == "nt":
        return
    if folder.stat().st_mode & 0o001 and library_file(folder).stat().st_mode & 0o004:
        close = shlex.join(["chmod", "-R", "o=", str(folder)])
        yield CheckFinding("open", f"everybody on this machine can read {folder}; to close it: {close}")


def _mend(library: Library, report: CheckReport) -> Iterator[str]:
    kinds = {finding.kind for finding in report.findings if finding.mendable}
    stuck = {finding.kind for finding in report.findings if not finding.mendable}
    if "pages" in kinds and not stuck & {"pages", "reference", "grade", "adjudication", "release"}:
        library.rebuild_indexes()
        yield "The database's own indexes were made again."
    if "cache" in kinds and not stuck & {"pages", "grade", "cache"}:
        library.judgements.rebuild()
        yield "Where pairs stand was made again from the judgements."
    if "index" in kinds:
        from assay.index.generations import open_current

        for pointer in sorted((library.folder / "indexes").rglob("CURRENT")):
            try:
                open_current(pointer.parent, lambda _generation, _manifest: None, whole=True)
            except DamagedIndex:
                pointer.unlink()
                yield f"The index in {pointer.parent} will be built again by `assay index`."
            except AssayError:
                continue
        for finding, remove in [*_elsewhere(library)]:
            if finding.mendable:
                remove()
                yield f"{finding.text} It was removed: `assay index` builds it again."
    if "left over" in kinds:
        n = len(remove_left_over(library.folder))
        yield f"{n} files that killed processes left were removed."
    log.info("repaired what could be repaired of %s", library.location)
