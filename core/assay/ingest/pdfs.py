"""PDFs into the library: known by their content, read by a process of their own, joined with their papers.

A file that lies where it lay, of the size and time it had, is not read again; nor is one that was only moved.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from assay.duplicates.comparison import titles, traits_of
from assay.files import open_regular, sha256_of
from assay.importers import safe_id
from assay.importers.entries.ids import hashed_id
from assay.ingest.merging import fill, take
from assay.ingest.types import ImportReport, ReadAgain
from assay.library import ActionArgs, Change, Library, Place, ReadFile, Recording, StoredFile
from assay.library.transaction import together
from assay.messages import message, translatable
from assay.pdf import Fact, PdfFault, PdfPaper, read_pdfs
from assay.progress import Progress, silent
from assay.types import ImportFailure, Paper

BATCH = 20
"""Files whose papers are written at once: what a kill costs is to be read again."""

LOOKING = translatable("looking at files")

READER = 2
"""Grows when `assay.pdf` reads better, or judges faults otherwise."""
READ_SINCE = 1
"""The oldest version whose readings are still good. Older faults are not: they were kept as verdicts on the
file also where its reading process had only been killed."""
PASSING = 0
"""The version of a fault that says nothing about the file: it is read again at the next import."""

_TIMES = 100
"""Timeouts are counted up to here, below the version of the reader: see `_out_of_time`."""

TIMEOUTS = 2
"""How often a file may run out of time before it is not read again by itself."""

BELIEVED = 0.5
"""The confidence from which a field is taken over. A title is taken in any case, marked as doubtful."""

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _File:
    path: Path
    place: Place
    sha256: str


def is_pdf(path: Path) -> bool:
    """Whether it is a PDF, by its name, or by how it begins."""
    if path.suffix.lower() == ".pdf":
        return True
    try:
        with open_regular(path) as file:
            return file.read(1024).lstrip().startswith(b"%PDF-")
    except OSError:
        return False


def pdfs_in(folder: Path) -> Iterator[Path]:
    """The PDFs in a folder at any depth, by their paths; hidden ones are left out, links are not followed."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if name.lower().endswith(".pdf") and not name.startswith("."):
                yield Path(place, name)


def import_pdfs(
    library: Library,
    paths: Sequence[Path],
    *,
    record: Recording,
    owners: Mapping[Path, str] = MappingProxyType({}),
    revive: bool = True,
    again: bool = False,
    workers: int = 1,
    progress: Progress = silent,
) -> ImportReport:
    """Add the papers of these files, or join the files with papers that are there, a batch at a time.

    A file with an owner (path -> doc_id) is that paper's, whatever it seems to be itself: where it shows the
    paper's title it fills what the paper lacks, see `shares_title`. `record` is the action that all of it
    belongs to. Unless they `revive`, papers that a person removed stay removed.

    What was added before an error or a cancel stays, and is not read again. A file that cannot be read is a
    failure each time; it is tried again once it has changed, or where the fault may not have been its own,
    but not on its own after `TIMEOUTS` that it took too long for the same reader.
    With `again` every file is read again, whatever is known of it.
    """
    owners = {_whole(path): doc_id for path, doc_id in owners.items()}
    new, twins, report = _to_read(library, paths, progress, again=again)
    readings = read_pdfs([file.path for file in new], workers=workers, progress=progress)
    both = zip(new, readings, strict=True)
    while batch := list(islice(both, BATCH)):
        report += _add(library, batch, owners, record, revive=revive, again=again)
    library.files.seen(twins)
    if revive:
        report += _bring_back(library, paths, record)
    _give_to_owners(library, owners, record)
    log.info("read %d of %d PDFs", len(new), len(paths))
    return report


def _give_to_owners(library: Library, owners: Mapping[Path, str], record: Recording) -> None:
    if not owners:
        return
    with together(library) as whole:
        at = whole.files.at([str(path) for path in owners])
        owned = [(at[str(path)][0], doc_id) for path, doc_id in owners.items() if str(path) in at]
        record.add(whole.actions, [whole.files.belong(owned)])


def _bring_back(library: Library, paths: Sequence[Path], record: Recording) -> ImportReport:
    """Restore papers that were removed, whose files a person brings again."""
    with together(library) as whole:
        at = whole.files.at([str(_whole(path)) for path in paths])
        doc_ids = whole.files.removed_owners([sha256 for sha256, _ in at.values()])
        if doc_ids:
            record.add(whole.actions, [whole.papers.restore(doc_ids)])
    return ImportReport(brought_back=len(doc_ids), unchanged=-len(doc_ids))


def _to_read(
    library: Library, paths: Sequence[Path], progress: Progress, *, again: bool
) -> tuple[list[_File], list[tuple[str, Place]], ImportReport]:
    """The files that are new or have changed, each content once; where else such content lies; the report.

    Where files of known content lie now is noted.
    """

    def read_before(sha256: str) -> StoredFile | None:
        return None if again else _read_before(library, sha256)

    failures: list[ImportFailure] = []
    paths = list(dict.fromkeys(map(_whole, paths)))
    known = library.files.at([str(path) for path in paths])
    found: dict[str, _File] = {}
    seen: list[tuple[str, Place]] = []
    unchanged = 0
    for done, path in enumerate(paths, start=1):
        progress(LOOKING, done, len(paths))
        try:
            place = Place.of(path)
            if known.get(str(path), ("", None))[1] == place and (before := read_before(known[str(path)][0])):
                if before.file.fault:
                    has_paper = before.doc_id is not None
                    failures.append(ImportFailure(str(path), 0, before.file.fault, n_kept=int(has_paper)))
                unchanged += not before.file.fault
                continue
            file = _File(path, place, sha256_of(path))
        except OSError as error:
            why = message("the file cannot be read: {0}", error.strerror)
            failures.append(ImportFailure.of(str(path), 0, why))
            continue
        if file.sha256 in found or read_before(file.sha256):
            seen.append((file.sha256, place))
        else:
            found[file.sha256] = file
    twins = [one for one in seen if one[0] in found]
    moved = [one for one in seen if one[0] not in found]
    library.files.seen(moved)
    report = ImportReport(unchanged=unchanged + len(moved)) + ImportReport.of(failures)
    return [*found.values()], twins, report


def read_again(library: Library, sha256s: Sequence[str], *, progress: Progress = silent) -> ReadAgain:
    """Read known files again, whatever was read out of them or went wrong; their papers gain what is new."""
    known = library.files.get(list(dict.fromkeys(sha256s)))
    owners: dict[Path, str] = {}
    paths: list[Path] = []
    for stored in known.values():
        here = next((Path(place.path) for place in stored.places if Path(place.path).is_file()), None)
        if here is not None:
            paths.append(here)
            if stored.doc_id is not None:
                owners[here] = stored.doc_id
    record = Recording("import", ActionArgs(len(paths), (paths[0].name if paths else "",)))
    report = import_pdfs(library, paths, record=record, owners=owners, again=True, progress=progress)
    values = {each.name: getattr(report, each.name) for each in fields(report)}
    return ReadAgain(**values, missing=len(known) - len(paths))


def _whole(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - links stay links


def _read_before(library: Library, sha256: str) -> StoredFile | None:
    """Return what the reader made of a content, if it has read it and would say the same today."""
    stored = library.files.get([sha256]).get(sha256)
    if stored is None:
        return None
    if stored.file.fault:
        known = stored.file.reader >= READER or _n_timeouts(stored) >= TIMEOUTS
    else:
        known = stored.file.reader >= READ_SINCE
    return stored if known else None


def _n_timeouts(stored: StoredFile | None) -> int:
    """Return how often this reader was out of time with the file, as `_out_of_time` notes it."""
    if stored is None or stored.file.reader >= PASSING:
        return 0
    version, n = divmod(-stored.file.reader, _TIMES)
    return n if version == READER else 0


def _out_of_time(n: int) -> int:
    """Return the version of a fault that is known of `n` timeouts, and says nothing else about the file."""
    return -(_TIMES * READER + min(n, _TIMES - 1))


def _fault(library: Library, file: _File, fault: PdfFault) -> ReadFile:
    """Return what is kept of a file that could not be read."""
    reader, reason = READER if fault.lasting else PASSING, fault.reason
    if fault.timed_out:
        n = 1 + _n_timeouts(library.files.get([file.sha256]).get(file.sha256))
        reader = _out_of_time(n)
        if n >= TIMEOUTS:
            reason += f". It took too long {n} times, so it is read again only if you ask for it"
    return ReadFile(file.sha256, file.place.n_bytes, reader, fault=reason)


def _add(
    library: Library,
    batch: Iterable[tuple[_File, PdfPaper | PdfFault]],
    owners: Mapping[Path, str],
    record: Recording,
    *,
    revive: bool,
    again: bool,
) -> ImportReport:
    entries: list[tuple[ReadFile, Place, str | None]] = []
    readings: list[tuple[_File, PdfPaper]] = []
    failures: list[ImportFailure] = []
    for file, reading in batch:
        if isinstance(reading, PdfFault):
            fault = _fault(library, file, reading)
            has_paper = not again and file.path in owners  # `again` asks for the file, not for its paper
            failures.append(ImportFailure(str(file.path), 0, fault.fault, n_kept=int(has_paper)))
            entries.append((fault, file.place, owners.get(file.path)))
        else:
            failures += [ImportFailure(str(file.path), 0, fault, n_kept=1) for fault in reading.faults]
            readings.append((file, reading))
    owned = [(file, reading) for file, reading in readings if file.path in owners]
    free = [(file, reading) for file, reading in readings if file.path not in owners]
    with together(library) as whole:
        taken = take(whole, [paper_of(reading) for _, reading in free], record=record, revive=revive)
        for (file, reading), doc_id in zip(free, taken.doc_ids, strict=True):
            entries.append((_read_file(file, reading), file.place, doc_id))
        for file, reading in owned:
            read = _read_file(file, reading)
            before = whole.files.get([file.sha256]).get(file.sha256)
            for owner in whole.papers.get([owners[file.path]]):
                if shares_title(owner, read) or (before is not None and _was_made_of(owner, before.file)):
                    fill(whole, owner.doc_id, paper_of(reading), record=record)
            if not again:
                read = replace(read, doubtful=False)  # a list says who it is
            entries.append((read, file.place, owners[file.path]))
        added = whole.files.add(entries, again=again)
        # A new paper keeps its file, also where the import is undone: so the file can bring it back.
        others = [(pk, file_pk) for pk, file_pk in added.files if pk not in taken.new]
        record.add(whole.actions, [Change(files=others)])
    to_review = sum(read.doubtful for read, _, _ in entries)
    report = taken.report
    joined = replace(report, merged=report.merged + report.unchanged, unchanged=0)  # a new file is something
    return joined + ImportReport(doubtful=to_review) + ImportReport.of(failures)


def _read_file(file: _File, reading: PdfPaper) -> ReadFile:
    texts = {name: getattr(reading, name) for name in ("title", "abstract", "doi", "arxiv_id")}
    found = {name: (fact.value, fact.confidence, fact.origin) for name, fact in texts.items()}
    authors, year = reading.authors, reading.year
    found["authors"] = ("; ".join(authors.value), authors.confidence, authors.origin)
    found["year"] = ("" if year.value is None else str(year.value), year.confidence, year.origin)
    return ReadFile(
        file.sha256,
        file.place.n_bytes,
        READER,
        n_pages=reading.page_count,
        found={name: fact for name, fact in found.items() if fact[0]},
        doubtful=reading.needs_review,
        pages=reading.pages,
    )


def shares_title(paper: Paper, read: ReadFile) -> bool:
    """Whether the title in a file is believed and the paper's, or the paper has none yet.

    Otherwise the file may hold another paper, and nothing that it says is taken over.
    """
    title, sure, _ = read.found.get("title", ("", 0.0, ""))
    if sure < BELIEVED:
        return False
    return not paper.title or titles(traits_of(paper), traits_of(Paper("", title))).bits > 0


def _was_made_of(paper: Paper, before: ReadFile) -> bool:
    """Whether the paper has its title from an earlier reading of the file, which may have misread it."""
    return "title" in before.found and before.found["title"][0] == paper.title


def _believed(fact: Fact[T], otherwise: T) -> T:
    return fact.value if fact.confidence >= BELIEVED else otherwise


def paper_of(reading: PdfPaper) -> Paper:
    """The paper that a PDF seems to hold: fields that are hardly believed are left out.

    Without any title it has its file's name as one.
    """
    title = reading.title.value or reading.path.stem
    doi, arxiv_id = _believed(reading.doi, ""), _believed(reading.arxiv_id, "")
    authors, year = _believed(reading.authors, ()), _believed(reading.year, None)
    return Paper(
        doc_id=safe_id(doi or arxiv_id or hashed_id(title, str(year), *authors)),
        title=title,
        abstract=_believed(reading.abstract, ""),
        authors=authors,
        year=year,
        doi=doi,
        arxiv_id=arxiv_id,
    )
