"""Papers out of a file of any format that Assay knows."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from assay.importers import arxiv, csl, csv, jsonl, trec
from assay.importers.bibtex import reader as bibtex
from assay.importers.entries.record import Flaw, Record, paper_of, remarks
from assay.importers.entries.source import Source, Unreadable, open_source
from assay.importers.folders import importable_files
from assay.importers.formats import Format, tell_format
from assay.importers.tagged import endnote, enw, pubmed
from assay.importers.tagged import reader as tagged
from assay.importers.zotero import database as zotero_database
from assay.importers.zotero import rdf as zotero_rdf
from assay.messages import message
from assay.progress import Progress, silent
from assay.types import ImportFailure, Paper

_logger = logging.getLogger(__name__)
_STEP = 200
"""Entries between two reports of progress."""

Attached = Callable[[Paper, tuple[str, ...]], None]
Grouped = Callable[[Paper, tuple[str, ...]], None]

_READERS: dict[Format, Callable[[Source], Iterator[Record | Flaw]]] = {
    Format.BIBTEX: bibtex.read,
    Format.RIS: tagged.read_ris,
    Format.WEB_OF_SCIENCE: tagged.read_web_of_science,
    Format.MEDLINE: tagged.read_medline,
    Format.JSON: csl.read,
    Format.JSON_LINES: jsonl.read,
    Format.TABLE: csv.read,
    Format.PUBMED_XML: pubmed.read,
    Format.ENDNOTE_XML: endnote.read,
    Format.ENDNOTE: enw.read,
    Format.ARXIV: arxiv.read,
    Format.ZOTERO_RDF: zotero_rdf.read,
    Format.ZOTERO_DATABASE: zotero_database.read,
    Format.TREC: trec.read,
}


def read_papers(
    path: Path,
    *,
    progress: Progress = silent,
    attached: Attached | None = None,
    grouped: Grouped | None = None,
) -> Iterator[Paper | ImportFailure]:
    """Yield the papers of a file or folder, in order, and a failure for each entry that cannot be one.

    A paper whose entry says what it cannot have, such as a rating that is no number, is followed by a failure
    that says what was left out.

    Content and suffix give the format: BibTeX, RIS, Web of Science tags, MEDLINE, CSL-JSON, JSON Lines,
    CSV and TSV, PubMed's and EndNote's XML, arXiv's Atom and Zotero's RDF, any of them gzipped, and Zotero's
    database, whose entries are of line 0. A file that cannot be read yields one failure, of line 0; one that
    breaks off yields its good entries first, then a failure at the line where it breaks. `progress` counts
    entries, of an estimated total, and is called every 200 entries. Raises nothing but `Cancelled`.

    Of a folder all files with a known suffix are read, at any depth, by their paths; hidden ones are left
    out, and of a folder that holds zotero.sqlite only that is read. Failures and progress are each file's
    own; a folder with nothing to import yields one failure.

    `attached` gets the paths of a paper's PDFs, where the source names any, before the paper is yielded;
    they may not exist. `grouped` gets the collections that its source puts it into.
    """
    if not os.path.isdir(path):  # noqa: PTH112 - unlike Path.is_dir it raises nothing
        yield from _read_file(path, progress, attached, grouped)
        return
    files, failures = importable_files(path)
    yield from failures
    for file in files:
        yield from _read_file(file, progress, attached, grouped)


def entries(source: Source) -> Iterator[Record | Flaw]:
    """The entries as the file gives them, with what a paper does not keep, such as the paths of PDFs.

    Raises `Unreadable` where the format is none that can be imported.
    """
    return _READERS[tell_format(source)](source)


def _read_file(
    path: Path, progress: Progress, attached: Attached | None, grouped: Grouped | None
) -> Iterator[Paper | ImportFailure]:
    begun = time.monotonic()
    counts = {Paper: 0, ImportFailure: 0}
    for item in _read(path, progress, attached, grouped):
        counts[type(item)] += 1
        yield item
    _logger.info(
        "Read %d papers and %d failures from %s in %.2f s",
        counts[Paper], counts[ImportFailure], path.name, time.monotonic() - begun,
    )  # fmt: skip


def _failure(file: str, flaw: Flaw) -> ImportFailure:
    return ImportFailure.of(file, flaw.line, flaw.reason, flaw.n_kept)


def _read(
    path: Path, progress: Progress, attached: Attached | None, grouped: Grouped | None
) -> Iterator[Paper | ImportFailure]:
    file = str(path)
    try:
        with open_source(path, databases=True) as source:
            done = 0
            outside: list[str] = []
            progress("reading", 0, None)
            for done, entry in enumerate(entries(source), start=1):
                item = paper_of(entry) if isinstance(entry, Record) else entry
                outside += entry.outside if isinstance(entry, Record) else ()
                if attached is not None and isinstance(entry, Record) and isinstance(item, Paper):
                    attached(item, entry.files)
                if (
                    grouped is not None
                    and isinstance(entry, Record)
                    and isinstance(item, Paper)
                    and entry.collections
                ):
                    grouped(item, entry.collections)
                yield _failure(file, item) if isinstance(item, Flaw) else item
                if isinstance(entry, Record) and isinstance(item, Paper):
                    yield from (_failure(file, one) for one in remarks(entry, item))
                if done % _STEP == 0:
                    progress("reading", done, source.total or round(done / source.share(entry.line)))
            if outside:
                reason = message(
                    "{0} "
                    "{0:PDF outside the folder of this file is|PDFs outside the folder of this file are} "
                    "not read, such as {1}. Import those that are yours separately",
                    len(outside),
                    outside[0][:200],
                )
                yield ImportFailure.of(file, 0, reason, n_kept=len(outside))
            if source.fault:
                yield ImportFailure.of(file, source.line + 1, source.fault)
            elif not done:
                yield ImportFailure.of(file, 0, message("this file has no entries"))
            progress("reading", done, done)
    except Unreadable as error:
        yield ImportFailure.of(file, 0, error.message)
