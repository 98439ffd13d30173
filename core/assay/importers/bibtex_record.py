"""The record that the fields of a BibTeX entry amount to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from assay.importers.bibtex_values import join_value
from assay.importers.citing import names_in, split_references
from assay.importers.latex import decode_latex
from assay.importers.record import Record, split_keywords

if TYPE_CHECKING:
    from collections.abc import Mapping

Fields = dict[str, str]
"""Lower-case name -> raw value."""

_TITLED_BY_BOOKTITLE = frozenset(
    {"proceedings", "collection", "book", "mvbook", "mvproceedings", "mvcollection"}
)
_NAME_PART = re.compile(r"\b(family|given|prefix)(?:-i)?\s*=\s*(\"[^\"]*\"|\{[^{}]*\}|[^,]+)")
# Blanks are looked at from the first of them only: a run of them would be gone through once for each.
_AND = re.compile(r"(?<!\s)\s+and\s+", re.IGNORECASE)
_BRACE_OR_AND = re.compile(r"(?<!\\)[{}]|(?<!\s)\s+and\s+", re.IGNORECASE)
_VENUES = (
    "journaltitle", "journal", "booktitle", "maintitle", "eventtitle", "series", "school", "institution",
    "organization", "publisher", "howpublished",
)  # fmt: skip


def inherited(kind: str, fields: Fields, parents: Mapping[str, Fields]) -> Fields:
    """The fields with those of the `crossref` and `xdata` parents in place of missing ones.

    A parent's title is the child's `booktitle` (or journal, for an article), never its title.
    """
    result = fields
    for name in ("xdata", "crossref"):
        for key in join_value(result.get(name, ""), {}).split(",") if name in result else ():
            parent = parents.get(key.strip())
            if parent is None or parent is fields:
                continue
            given = dict(parent)
            if name == "crossref":
                title = given.pop("title", "")
                given.pop("subtitle", None)
                if title:
                    given.setdefault("journaltitle" if kind == "article" else "booktitle", title)
                for own in ("author", "doi", "abstract", "url", "eprint", "keywords", "pmid", "crossref"):
                    given.pop(own, None)
            result = {**given, **{key: value for key, value in result.items() if value}}
    return result


def record_of(key: str, kind: str, fields: Fields, macros: Mapping[str, str], line: int) -> Record:
    def raw(name: str) -> str:
        return join_value(value, macros) if (value := fields.get(name)) else ""

    def text(*names: str) -> str:
        return next((decode_latex(found) for name in names if (found := raw(name))), "")

    title = text("title") or (text("booktitle", "maintitle") if kind in _TITLED_BY_BOOKTITLE else "")
    subtitle = text("subtitle")
    journal = text(*_VENUES)
    return Record(
        line=line,
        source_id=key,
        title=f"{title}: {subtitle}" if title and subtitle else title,
        abstract=text("abstract"),
        authors=_authors(raw("author") or raw("editor")),
        dates=tuple(raw(name) for name in ("year", "date", "eventdate", "earlyaccessdate") if name in fields),
        venue=journal,
        doi=_plain(raw("doi")),
        arxiv=_plain(raw("eprint"))
        if _is_arxiv(raw("archiveprefix") or raw("eprinttype"))
        else _plain(raw("arxiv")),
        pmid=raw("pmid") or (raw("eprint") if "pubmed" in raw("eprinttype").casefold() else ""),
        url=_plain(raw("url")),
        keywords=split_keywords(text("keywords", "author_keywords", "keyword")) if fields else (),
        ratings=(raw("ranking") or raw("rating"),),  # JabRef's, and others'
        tldrs=(text("tldr"),),
        cites=names_in(split_references(_plain(raw("cites")))),
        hints=(journal, raw("volume"), raw("number"), raw("note"), raw("eprint")),
    )


def _is_arxiv(archive: str) -> bool:
    return "arxiv" in archive.casefold()


def _plain(text: str) -> str:
    """A DOI or an address: escapes and braces go, `~` and `--` stay."""
    return re.sub(r"\\url\b|\\(?=[_%&#~$])|[{}]", "", text) if "\\" in text or "{" in text else text


def _authors(text: str) -> tuple[str, ...]:
    """The names between ` and `s that stand outside braces; "others" is nobody."""
    names = _split_at_and(text) if "{" in text else _AND.split(text)
    return tuple(
        decode_latex(_from_parts(name) if "=" in name else name).strip(" ,")
        for name in names
        if name and name.strip().casefold() != "others"
    )


def _split_at_and(text: str) -> list[str]:
    names, depth, start = [], 0, 0
    for match in _BRACE_OR_AND.finditer(text):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
        elif depth <= 0:
            names.append(text[start : match.start()])
            start = match.end()
    return [*names, text[start:]]


def _from_parts(name: str) -> str:
    """biblatex's `family=Feynman, given=Richard` as "Feynman, Richard"."""
    parts = {match[1]: match[2].strip(' "{}') for match in reversed(list(_NAME_PART.finditer(name)))}
    if "family" not in parts:
        return name
    family = f"{parts['prefix']} {parts['family']}" if "prefix" in parts else parts["family"]
    return f"{family}, {parts['given']}" if "given" in parts else family
