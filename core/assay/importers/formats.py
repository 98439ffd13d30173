"""Which format a file is in: by what it begins with, then by its suffix, then by what it holds."""

from __future__ import annotations

import json
import re
from enum import StrEnum
from typing import TYPE_CHECKING

from assay.importers.source import Source, Unreadable

if TYPE_CHECKING:
    from pathlib import Path


class Format(StrEnum):
    """What can be imported."""

    BIBTEX = "BibTeX"
    RIS = "RIS"
    WEB_OF_SCIENCE = "Web of Science tags"
    MEDLINE = "MEDLINE"
    JSON = "JSON"
    JSON_LINES = "JSON Lines"
    TABLE = "CSV or TSV"


_TAGGED = (
    (re.compile(r"^TY {0,2}- ?", re.MULTILINE), Format.RIS),
    (re.compile(r"^PMID ?- ?\d", re.MULTILINE), Format.MEDLINE),
    (re.compile(r"^(?:FN .*\nVR |PT [A-Z]\n)", re.MULTILINE), Format.WEB_OF_SCIENCE),
    (re.compile(r"^[ \t]*@[ \t]*\w+\s*[{(]", re.MULTILINE), Format.BIBTEX),
)
_SUFFIXES = {
    ".jsonl": Format.JSON_LINES,
    ".ndjson": Format.JSON_LINES,
    ".csv": Format.TABLE,
    ".tsv": Format.TABLE,
    ".tab": Format.TABLE,
    ".bib": Format.BIBTEX,
    ".bibtex": Format.BIBTEX,
    ".ris": Format.RIS,
    ".nbib": Format.MEDLINE,
    ".json": Format.JSON,
}
_MARKUP = (
    ("<!doctype html", "a web page"),
    ("<html", "a web page"),
    ("<pubmedarticleset", "PubMed XML"),
    ("<pubmedbookarticleset", "PubMed XML"),
    ("<pubmedarticle>", "PubMed XML"),
    ("<rdf:rdf", "Zotero RDF"),
    ("www.w3.org/2005/atom", "an Atom feed, such as arXiv's API gives"),
    ("<modscollection", "MODS XML"),
    ("<tei", "TEI XML"),
    ("endnote", "EndNote XML"),
    ("<records>", "EndNote XML"),
)
_HEADER = re.compile(r"^.{0,5000}?\btitle\b", re.IGNORECASE)


def suffix_of(path: Path) -> str:
    """The suffix in lower case, that of x.bib.gz being .bib."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    if suffixes and suffixes[-1] in (".gz", ".gzip"):
        suffixes.pop()
    return suffixes[-1] if suffixes else ""


def tell_format(source: Source) -> Format:
    """The format; raises `Unreadable` with what to do instead where it is none that can be imported."""
    head, suffix = source.head.lstrip(), suffix_of(source.path)
    if head.startswith("<"):
        raise Unreadable(_markup(head))
    if head.startswith(("%0 ", "%0\n")):
        raise Unreadable(_instead("EndNote's .enw"))
    by_suffix = _SUFFIXES.get(suffix)
    if (found := _by_beginning(head, by_suffix) or _by_content(head) or by_suffix) is not None:
        return found
    raise Unreadable(
        "the format is not known: give BibTeX, RIS, CSL-JSON, JSON Lines, CSV, TSV, MEDLINE or Web of Science"
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


def _markup(head: str) -> str:
    start = head[:4000].casefold()
    name = next((name for mark, name in _MARKUP if mark in start), "XML")
    return _instead(name)


def _instead(name: str) -> str:
    return f"{name} is not supported yet: export RIS or BibTeX"


def _is_json_lines(head: str) -> bool:
    """Two lines that are an object each; a single line may as well be a whole JSON document."""
    lines = [line for line in head.split("\n") if line.strip()]
    try:
        return len(lines) > 1 and isinstance(json.loads(lines[0]), dict) and lines[1].startswith("{")
    except (ValueError, RecursionError):
        return False
