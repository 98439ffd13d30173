"""A library of a running Zotero taken into ours: what is new or has changed there since the last look."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from itertools import groupby
from os.path import isfile
from pathlib import Path

from assay.codec import decode, encode, from_json
from assay.errors import BadInput, LibraryError
from assay.files import sha256_if_readable, write_text
from assay.importers.entries.attached import PDF
from assay.importers.entries.identity import Decision, marks_of, merged_but, note_mark, renewed
from assay.importers.entries.record import paper_of
from assay.importers.zotero.local_api import (
    CHILDREN,
    Row,
    file_url_of,
    highlight_name,
    highlights_of,
    kind_of,
    parent_of,
    path_of_url,
    paths_of_rows,
    record_of_row,
)
from assay.importers.zotero.values import note_text
from assay.ingest.importing import absent, batches, note_import, put_into_collections
from assay.ingest.merging import take
from assay.ingest.pdfs import import_pdfs
from assay.ingest.types import ImportReport
from assay.ingest.zotero.client import Client, ZoteroLibrary, groups_of, library_named
from assay.library import ActionArgs, Library, Recording
from assay.library.transaction import together
from assay.pdf.process.pool import ask_once
from assay.pdf.types import PageCall, PdfShape, UnreadablePdf
from assay.progress import IMPORTING, Progress, Work, silent
from assay.types import Highlight, ImportFailure, Paper

BYTES = 10_000_000
"""The share of a library of Zotero in the progress, next to the bytes of files."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the last look saw. `marks` are, by item, a checksum of it, and then marks of what it gave us.

    `version` counts for `server` alone, whose name Zotero says since it counts changes before they are
    synchronised; where it does not, every item is asked for, and the checksums say which have changed.
    `waiting` are attachments whose files were not there.
    """

    server: str = ""
    version: int = 0
    marks: Mapping[str, str] = field(default_factory=dict)
    waiting: tuple[str, ...] = ()


@dataclass(slots=True)
class _News:
    """The rows that have changed, and those that they belong to; PDFs by attachment, some missing."""

    changed: dict[str, Row]
    known: dict[str, Row]
    paths_of_items: Mapping[str, list[str]]
    pdfs: dict[str, Path] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)


def import_zotero(library: Library, source: str, *, progress: Progress = silent) -> ImportReport:
    """Import what a running Zotero has that is new or changed, as one action. Raises BadInput, ZoteroAway."""
    record = Recording("import", ActionArgs(1, ("Zotero",)))
    zotero, work = library_named(source), Work(progress, IMPORTING, {source: BYTES})
    report, _ = look_at(library, zotero, record=record, revive=True, work=work, piece=source)
    return replace(report, action=record.pk)


def look_at(
    library: Library, zotero: ZoteroLibrary, *, record: Recording, revive: bool, work: Work, piece: str
) -> tuple[ImportReport, int]:
    """Take in what has changed since the last look; also return how many papers Zotero has no more.

    It is a `piece` of the `work`. All is read before any is written. Papers stay whatever is removed in
    Zotero, and what a person wrote or removed here stays as it is, unless the papers `revive`. Raises
    ZoteroAway.
    """
    seen = _load(library, zotero)
    asking, reading = work.part([piece], end=0.5), work.part([piece], begin=0.5)
    client = Client(zotero, lambda: asking(IMPORTING, 0, None))
    collections, headers = client.rows("collections")
    server, version = headers.get("zotero-server-id", ""), headers.get("last-modified-version", "")
    since = seen.version if server and server == seen.server else 0
    rows, _ = client.rows("items", asking, since=since)
    there = client.keys()  # also what came back out of the bin, unchanged
    rows += client.named(sorted(there - seen.marks.keys() - {str(row["key"]) for row in rows}))
    news = _news(client, seen, rows, collections)
    report, doc_ids = _take_papers(library, news, seen, record, revive=revive)
    report += _take_pdfs(library, zotero, news, doc_ids, record, revive=revive, progress=reading)
    work.finish([piece])
    waiting = (*news.missing, *_take_highlights(library, news, seen, record))
    marks = {**seen.marks, **{key: _mark_of(row) for key, row in news.changed.items()}}
    gone = marks.keys() - there
    left = {key: mark for key, mark in marks.items() if key in there}
    now = _Seen(server, int(version) if version.isdigit() else 0, left, waiting)
    if now != seen:
        _save(library, zotero, now, report)
    log.info("looked at %s: %d rows changed, %d gone", zotero, len(news.changed), len(gone))
    return report, len(library.papers.resolve(sorted(gone)))


def _news(client: Client, seen: _Seen, rows: Sequence[Row], collections: Sequence[Row]) -> _News:
    known = {str(row["key"]): row for row in rows}
    changed = {key: row for key, row in known.items() if _checksum(row) != seen.marks.get(key, "")[:_SHORT]}
    waiting = client.named([key for key in seen.waiting if key not in changed])
    changed |= {str(row["key"]): row for row in waiting}
    known |= changed
    for _ in range(2):  # an annotation's attachment, and the paper of that
        above = {parent_of(row) for row in known.values()} - known.keys() - {""}
        known |= {str(row["key"]): row for row in client.named(sorted(above))}
    own = client.library
    group = groups_of(replace(own, group=0)).get(own.group, "") if own.group else ""
    news = _News(changed, known, paths_of_rows(collections, known.values(), group))
    marked = {parent_of(row) for row in changed.values()}
    for key, row in known.items():
        is_new = row["data"].get("contentType") == PDF and (key in changed or key in marked)
        if is_new and (path := path_of_url(file_url_of(row) or client.file_url(key))):
            news.pdfs[key] = Path(path)
            if key in changed and not isfile(path):  # noqa: PTH113 - a name that cannot be one is no error
                news.missing.append(key)
    return news


def _take_papers(
    library: Library, news: _News, seen: _Seen, record: Recording, *, revive: bool
) -> tuple[ImportReport, dict[str, str]]:
    """Take in the items that have changed, or a note or a file of theirs; return key -> doc_id of all."""
    notes: dict[str, list[str]] = {}
    owners = set()
    for key, row in news.changed.items():
        if kind_of(row) in ("note", "attachment"):
            owners.add(parent_of(row))
        if kind_of(row) == "note":
            notes.setdefault(parent_of(row), []).append(key)
    failed, papers, marks = list[ImportFailure](), list[Paper](), dict[str, set[str]]()
    for key, row in news.known.items():
        if kind_of(row) in CHILDREN or (key not in news.changed and key not in owners):
            continue
        own = notes.get(key, [])
        item = paper_of(record_of_row(row, [str(news.known[note]["data"].get("note") or "") for note in own]))
        if isinstance(item, Paper):
            papers.append(item)
            marks[item.doc_id] = {
                mark for one in (key, *own) for mark in seen.marks.get(one, "").split(" ")[1:]
            }
        else:
            failed.append(ImportFailure.of(f"Zotero, {key}", 0, item.reason))
    known = [paper for paper in papers if paper.doc_id in seen.marks]
    report, doc_ids = _renew(library, known, marks, record)
    report += ImportReport(failed=tuple(failed))
    for batch in batches(paper for paper in papers if paper.doc_id not in doc_ids):
        fresh = [paper for paper in batch if isinstance(paper, Paper)]
        taken = take(library, fresh, record=record, revive=revive)
        report += taken.report
        doc_ids |= dict(zip((paper.doc_id for paper in fresh), taken.doc_ids, strict=True))
    members: dict[str, list[str]] = {}
    for key in doc_ids.keys() & news.changed.keys():
        for path in news.paths_of_items.get(key, ()):
            members.setdefault(path, []).append(doc_ids[key])
    put_into_collections(library, members, record=record)
    return report, doc_ids


def _renew(
    library: Library, papers: Sequence[Paper], marks: Mapping[str, set[str]], record: Recording
) -> tuple[ImportReport, dict[str, str]]:
    """Bring papers that came from Zotero up to date; return key -> doc_id of those that are there.

    Which papers they are is known: a DOI that was put right there makes no other paper of it.
    """
    n_changed, new = 0, list[Decision]()
    with together(library) as whole:
        doc_ids = whole.papers.resolve([paper.doc_id for paper in papers])
        held = {paper.doc_id: paper for paper in whole.papers.get(list(doc_ids.values()))}
        typed = whole.edits.typed(list(held))
        for paper in papers:
            if (doc_id := doc_ids.get(paper.doc_id)) is None:
                continue
            own, before = typed.get(doc_id, {}), held[doc_id]
            decision = merged_but(renewed(before, paper, marks[paper.doc_id], but=own), paper, own)
            n_changed += decision.paper != before
            held[doc_id] = decision.paper
            new.append(decision)
        record.add(whole.actions, [whole.papers.update([(one.paper, one.keys) for one in new])])
    return ImportReport(merged=n_changed, unchanged=len(new) - n_changed), dict(doc_ids)


def _take_pdfs(
    library: Library,
    zotero: ZoteroLibrary,
    news: _News,
    doc_ids: Mapping[str, str],
    record: Recording,
    *,
    revive: bool,
    progress: Progress,
) -> ImportReport:
    """Read the PDFs that have changed: those of papers, and those that stand alone."""
    owners: dict[Path, str] = {}
    alone: list[Path] = []
    for key, path in news.pdfs.items():
        owner = parent_of(news.known[key])
        if key not in news.changed or key in news.missing:
            continue
        if owner in doc_ids:
            owners[path] = doc_ids[owner]
        elif not owner:
            alone.append(path)
    there = (*owners, *alone)
    report = import_pdfs(library, there, owners=owners, record=record, revive=revive, progress=progress)
    return report + absent(Path(str(zotero)), [news.pdfs[key] for key in news.missing])


def _take_highlights(library: Library, news: _News, seen: _Seen, record: Recording) -> list[str]:
    """Take in annotations of PDFs that have changed; return the keys of those whose file is not read yet."""
    waiting: list[str] = []
    made: list[Highlight] = []
    rows = [
        row for row in news.changed.values() if kind_of(row) == "annotation" and parent_of(row) in news.pdfs
    ]
    for attachment, its in groupby(sorted(rows, key=parent_of), key=parent_of):
        path, own = str(news.pdfs[attachment]), list(its)
        sha256s = [digest for digest, place in library.files.at([path]).values() if not place.missing]
        stored = next(iter(library.files.get(sha256s).values()), None)
        try:
            if stored is None or stored.doc_id is None:
                raise UnreadablePdf("it is not read")
            sizes = from_json(ask_once(PageCall("open", path)), PdfShape).sizes
        except UnreadablePdf:
            waiting += (str(row["key"]) for row in own)
            continue
        for row in own:
            try:
                made += highlights_of(row, stored.doc_id, stored.file.sha256, sizes)
            except (ValueError, TypeError, ZeroDivisionError, RecursionError) as error:
                log.warning("the annotation %s is left out: %s", row["key"], error)
    keys = {str(row["key"]) for row in rows} & seen.marks.keys() - {*seen.waiting}
    removed = {highlight_name(key, number) for key in keys for number in (0, 1)}
    with together(library) as whole:
        record.add(whole.actions, [whole.annotations.put(made, seen=removed)])
    return waiting


_SHORT = 8  # hexadecimal digits of a checksum


def _checksum(row: Row) -> str:
    data = {name: value for name, value in row["data"].items() if name != "version"}
    return sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:_SHORT]


def _mark_of(row: Row) -> str:
    """Return the checksum of a row, and the marks by which what it gave us is known again."""
    marks: list[str] = []
    if kind_of(row) == "note":
        marks = [note_mark(note_text(str(row["data"].get("note") or "")))]
    elif kind_of(row) not in CHILDREN and isinstance(item := paper_of(record_of_row(row, ())), Paper):
        marks = marks_of(item)
    return " ".join((_checksum(row), *marks))


def _file(library: Library, zotero: ZoteroLibrary) -> Path:
    return library.folder / "zotero" / f"{re.sub(r'[^0-9a-z]+', '-', str(zotero))}.json"


def _load(library: Library, zotero: ZoteroLibrary) -> _Seen:
    """Return what the last look saw; nothing where that is lost, and then all is looked at again.

    So it is where a backup of before that look was restored.
    """
    path = _file(library, zotero)
    if not library.watched.imported([sha256_if_readable(path)]):
        return _Seen()
    try:
        return decode(path.read_bytes(), _Seen)
    except (OSError, BadInput):
        return _Seen()


def _save(library: Library, zotero: ZoteroLibrary, seen: _Seen, report: ImportReport) -> None:
    path = _file(library, zotero)
    try:
        path.parent.mkdir(exist_ok=True)
        write_text(path, encode(seen))
    except OSError as error:
        raise LibraryError("{0} cannot be written: {1}.", path, error) from error
    note_import(library, path, report)
