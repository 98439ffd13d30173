"""The formats that papers are written in, and which one a file's name asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path

from assay.errors import BadInput
from assay.exporters import bibtex, csl, csv, endnote, jsonl, ris, zotero
from assay.exporters.bibtex import CiteKeys
from assay.exporters.collections import Grouping
from assay.types import Paper


class ExportFormat(StrEnum):
    """What can be written; the values are the names on the command line."""

    BIBTEX = "bibtex"
    RIS = "ris"
    CSL_JSON = "csl-json"
    CSV = "csv"
    JSON_LINES = "jsonl"
    ENDNOTE_XML = "endnote-xml"
    ENDNOTE = "enw"
    ZOTERO_RDF = "zotero-rdf"


SUFFIXES = {
    ".bib": ExportFormat.BIBTEX,
    ".bibtex": ExportFormat.BIBTEX,
    ".ris": ExportFormat.RIS,
    ".json": ExportFormat.CSL_JSON,
    ".csv": ExportFormat.CSV,
    ".jsonl": ExportFormat.JSON_LINES,
    ".ndjson": ExportFormat.JSON_LINES,
    ".xml": ExportFormat.ENDNOTE_XML,
    ".enw": ExportFormat.ENDNOTE,
    ".rdf": ExportFormat.ZOTERO_RDF,
}
WITHOUT_ITEMS = frozenset({ExportFormat.CSV})
"""Formats that need no `Paper.item`."""
WITH_COLLECTIONS = frozenset({ExportFormat.BIBTEX, ExportFormat.ZOTERO_RDF})
"""Formats that have collections."""
_LINES: dict[ExportFormat, Callable[[Iterable[Paper]], Iterator[str]]] = {
    ExportFormat.RIS: ris.lines,
    ExportFormat.CSL_JSON: csl.lines,
    ExportFormat.CSV: csv.lines,
    ExportFormat.JSON_LINES: jsonl.lines,
    ExportFormat.ENDNOTE_XML: endnote.xml_lines,
    ExportFormat.ENDNOTE: endnote.enw_lines,
}


def export_format(path: Path) -> ExportFormat:
    """Return the format by the suffix, that of x.bib.gz being .bib; raise BadInput for one that is none."""
    name = path.name.lower().removesuffix(".gz")
    found = next((format_ for suffix, format_ in SUFFIXES.items() if name.endswith(suffix)), None)
    if found is None:
        known = ", ".join(SUFFIXES)
        raise BadInput(
            "The name '{0}' does not say in which format to write. Let it end in one of {1}.",
            path.name,
            known,
            advice="Or give --format.",
        )
    return found


def lines_of(
    papers: Iterable[Paper],
    format: ExportFormat,
    *,
    keys: CiteKeys | None = None,
    grouping: Grouping | None = None,
) -> Iterator[str]:
    """The lines of a file, without line ends; takes papers as it goes, so any number of them fits.

    `keys` hands out the citation keys of BibTeX, and knows afterwards which had to be another. `grouping` has
    the collections of the papers, for `WITH_COLLECTIONS`.
    """
    if format is ExportFormat.BIBTEX:
        return bibtex.lines(papers, keys, grouping)
    if format is ExportFormat.ZOTERO_RDF:
        return zotero.lines(papers, grouping)
    return _LINES[format](papers)
