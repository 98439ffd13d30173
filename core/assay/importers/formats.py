"""Which format a file is in: by what it begins with, then by its suffix, then by what it holds."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from pathlib import Path

from assay.importers.entries.source import SQLITE, Source, Unreadable
from assay.messages import Message, translatable


class Format(StrEnum):
    """What can be imported."""

    BIBTEX = "BibTeX"
    RIS = "RIS"
    WEB_OF_SCIENCE = "Web of Science tags"
    MEDLINE = "MEDLINE"
    JSON = "JSON"
    JSON_LINES = "JSON Lines"
    TABLE = "CSV or TSV"
    PUBMED_XML = "PubMed XML"
    ENDNOTE_XML = "EndNote XML"
    ENDNOTE = "EndNote import format"
    ARXIV = "arXiv Atom feed"
    ZOTERO_RDF = "Zotero RDF"
    ZOTERO_DATABASE = "Zotero database"
    TREC = "TREC documents"


_TAGGED = (
    (re.compile(r"^TY {0,2}- ?", re.MULTILINE), Format.RIS),
    (re.compile(r"^PMID ?- ?\d", re.MULTILINE), Format.MEDLINE),
    (re.compile(r"^(?:FN .*\nVR |PT [A-Z]\n)", re.MULTILINE), Format.WEB_OF_SCIENCE),
    (re.compile(r"^[ \t]*@[ \t]*\w+\s*[{(]", re.MULTILINE), Format.BIBTEX),
)
SUFFIXES = {
    ".jsonl": Format.JSON_LINES,
    ".ndjson": Format.JSON_LINES,
    ".csv": Format.TABLE,
    ".tsv": Format.TABLE,
    ".tab": Format.TABLE,
    ".bib": Format.BIBTEX,
    ".bibtex": Format.BIBTEX,
    ".ris": Format.RIS,
    ".nbib": Format.MEDLINE,
    ".enw": Format.ENDNOTE,
    ".json": Format.JSON,
}
_PROLOGUE = re.compile(
    r"(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?\s*>)*", re.DOTALL | re.IGNORECASE
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([\w.-]+)")
_XML: dict[str, tuple[str, Format]] = {
    "pubmedarticleset": ("", Format.PUBMED_XML),
    "pubmedbookarticleset": ("", Format.PUBMED_XML),
    "pubmedarticle": ("", Format.PUBMED_XML),
    "pubmedbookarticle": ("", Format.PUBMED_XML),
    "xml": ("<records", Format.ENDNOTE_XML),
    "records": ("<record", Format.ENDNOTE_XML),
    "rdf": ("zotero.org/namespaces/export", Format.ZOTERO_RDF),
    "feed": ("arxiv.org", Format.ARXIV),
    "doc": ("<docno>", Format.TREC),
}
"""The root in lower case, without prefix -> what its beginning holds if it is of this format."""

_OTHER_XML = {
    "html": translatable("a web page"),
    "rdf": translatable("RDF of another program than Zotero"),
    "feed": translatable("an Atom feed of another site than arXiv's"),
    "modscollection": "MODS XML",
    "tei": "TEI XML",
}
_HEADER = re.compile(r"^.{0,5000}?\btitle\b", re.IGNORECASE)


_SUFFIX_OF = {Format.BIBTEX: ".bib", Format.RIS: ".ris", Format.MEDLINE: ".nbib"}


def suffix_of_text(text: str) -> str:
    """Return the suffix of a file for text that holds entries of BibTeX, RIS or MEDLINE, "" for other."""
    for pattern, format_ in _TAGGED:
        if format_ in _SUFFIX_OF and pattern.search(text):
            return _SUFFIX_OF[format_]
    return ""


def suffix_of(path: Path) -> str:
    """Return the suffix in lower case, that of x.bib.gz being .bib."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in (".gz", ".gzip"):
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def tell_format(source: Source) -> Format:
    """Return the format; raise `Unreadable` with what to do instead where it is none that can be imported."""
    head, suffix = source.head.lstrip(), suffix_of(source.path)
    if head.startswith("<"):
        return _markup(head)
    if head.startswith(SQLITE.decode()):
        return Format.ZOTERO_DATABASE
    if head.startswith(("%0 ", "%0\n")):
        return Format.ENDNOTE
    by_suffix = SUFFIXES.get(suffix)
    if (found := _by_beginning(head, by_suffix) or _by_content(head) or by_suffix) is not None:
        return found
    raise Unreadable(
        "not a supported format. Supported: BibTeX, RIS, CSL-JSON, JSON Lines, CSV, TSV, MEDLINE, "
        "Web of Science, XML of PubMed or EndNote, arXiv's Atom, Zotero RDF or zotero.sqlite"
    )


def _by_beginning(head: str, by_suffix: Format | None) -> Format | None:
    for pattern, format_ in _TAGGED:
        if pattern.match(head):
            return format_
    if by_suffix in (Format.JSON_LINES, Format.TABLE):  # these may hold lines that look like another format
        return by_suffix
    if head.startswith(("{", "[")):
        return Format.JSON_LINES if _is_json_lines(head) else Format.JSON
    return None


def _by_content(head: str) -> Format | None:
    for pattern, format_ in _TAGGED:
        if pattern.search(head):
            return format_
    first_line = head.partition("\n")[0]
    is_header = any(mark in first_line for mark in ",;\t") and _HEADER.match(first_line)
    return Format.TABLE if is_header else None


def _markup(head: str) -> Format:
    """Return the format by the root element; raise `Unreadable` for one that is not known."""
    prologue = _PROLOGUE.match(head)
    root = _ROOT.match(head, prologue.end() if prologue else 0)
    name = root[1].casefold() if root else ""
    mark, format_ = _XML.get(name, ("", None))
    if format_ is not None and mark in head.casefold():
        return format_
    what = _OTHER_XML["html"] if "<html" in head[:4000].casefold() else _OTHER_XML.get(name, "XML")
    raise Unreadable("{0} is not supported yet: export RIS or BibTeX", Message(what))


def _is_json_lines(head: str) -> bool:
    """Whether two lines are an object each; a single line may as well be a whole JSON document."""
    lines = [line for line in head.split("\n") if line.strip()]
    try:
        return len(lines) > 1 and isinstance(json.loads(lines[0]), dict) and lines[1].startswith("{")
    except (ValueError, RecursionError):
        return False
