"""An entry as a source gives it, and the paper that it becomes."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from assay.doc_ids import safe_id
from assay.importers.entries.citing import own_names
from assay.importers.entries.ids import (
    bare_arxiv_id,
    find_arxiv_id,
    find_doi,
    find_pmid,
    hashed_id,
    resolved_doi,
)
from assay.importers.entries.ratings import rating_of
from assay.items import Item, Original, write_item
from assay.items.foreign import checked_item
from assay.items.item import Value, without_abstract
from assay.items.view import item_fields
from assay.messages import Message, message
from assay.types import Paper

MAX_FIELD = 10_000_000
"""Characters; a longer field is a document or damage, not a title or an abstract."""

# With those that turn the direction of all that follows; letters know their own.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\u200b\u202a-\u202e\u2066-\u2069\ufeff]")
_ENTITY = re.compile(r"&(?:[a-zA-Z]{2,8}|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});")
_SURROGATE = re.compile("[\ud800-\udfff]")
# Only the tags that reference managers and publishers put into titles: "<A study of fracture.pdf>" and
# "p < 0.05" are text.
_MARKUP = re.compile(
    r"</?(?:(?:jats|mml|m):[\w-]+|abstract|bold|br|b|div|em|font|h[1-6]|inf|italic|it|i|li|ol|p|scp|sc|sec|small|"
    r"span|strong|sub|sup|title|tt|ul|u)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_BIBLIOGRAPHIES = frozenset({"bibtex", "csl-json", "ris", "endnote-xml", "enw", "zotero-rdf", "zotero"})
"""Formats of reference managers, whose entries may have no title."""
_NOT_ENOUGH = (
    "issued", "accessed", "genre", "language", "author-from", "page", "volume", "issue", "number",
)  # fmt: skip
"""Variables that do not tell one work from others."""
_BLOCKS = ("p", "br", "div", "sec", "title", "li", "abstract")
"""Paragraphs and sections part words; italics and subscripts stand inside them."""
_WHOLE_DOCUMENTS = ("title", "abstract", "sec", "div")
"""Elements that are markup only in an abstract that is marked up from its beginning."""
_AND = re.compile(r"(?<!\s)\s+(?:and|&)\s+")
_INITIALS = re.compile(r"^(?:[A-Z]\.?[ -]?){1,4}$")
_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?=\D|$|\d{4}(?!\d))")


@dataclass(frozen=True, slots=True)
class Flaw:
    """Why the entry that begins on `line` (from 1) cannot be imported, or what it lacks."""

    line: int
    reason: Message
    n_kept: int = 0  # entries that are imported all the same


@dataclass(frozen=True, slots=True)
class Record:
    """The fields of one entry, decoded but not yet cleaned. `line` is where it begins, from 1."""

    line: int
    source_id: str = ""
    title: str = ""
    abstract: str = ""
    authors: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()  # texts that hold a year, the best one first
    venue: str = ""
    doi: str = ""  # as written, with or without resolver
    arxiv: str = ""  # a field that holds an arXiv id
    pmid: str = ""
    url: str = ""
    keywords: tuple[str, ...] = ()
    ratings: tuple[str, ...] = ()  # as written; their mean is the paper's
    tldrs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()  # names, see citing.py
    cited_by: tuple[str, ...] = ()
    hints: tuple[str, ...] = ()  # other texts that may hold an arXiv id or a PMID: note, journal, links
    may_lack_title: bool = False  # a row of a collection, which its id and text make a paper
    files: tuple[str, ...] = ()  # paths of its PDFs, absolute where the source tells that much
    outside: tuple[str, ...] = ()  # paths of PDFs that the source may not name
    item: str = ""  # whole, as our own JSON Lines have it
    type: str = ""  # of CSL
    values: Mapping[str, Value] = field(default_factory=dict)  # CSL variable -> value
    notes: tuple[str, ...] = ()
    collections: tuple[str, ...] = ()  # paths: "Thesis/Chapter 2"
    original: Original | None = None
    read: Mapping[str, str] = field(default_factory=dict)  # name in the original -> variable it was read for
    format: str = ""  # that the original is in


def paper_of(record: Record) -> Paper | Flaw:
    """The paper, or why the entry is none: it has no title, or a field that is too long to be one."""
    for name in ("title", "abstract", "venue"):
        if len(text := getattr(record, name)) > MAX_FIELD:
            return too_long(record.line, Message(name), len(text))
    title = clean(record.title or str(record.values.get("title-short", "")))
    if not title and not record.may_lack_title and not _is_known_without_title(record):
        name = record.source_id[:80]
        what = message("the entry '{0}'", name) if name else message("the entry")
        if _is_of_bibliography(record):
            return Flaw(record.line, message("{0} has no title, DOI or other identifier", what))
        return Flaw(record.line, message("{0} has no title", what))
    doi = find_doi(record.doi) or resolved_doi(record.url)
    editors = record.values.get("editor", ()) if record.values.get("author-from") == "editor" else ()
    authors = tuple(filter(None, map(clean, record.authors or editors)))
    year = year_of(record.dates)
    arxiv_id = _arxiv_of(record)
    source_id = record.source_id.strip()
    paper = Paper(
        doc_id=safe_id(
            source_id or doi or arxiv_id or hashed_id(title or _place_in(record), str(year), *authors)
        ),
        title=title,
        abstract=clean(record.abstract),
        authors=authors,
        year=year,
        venue=clean(record.venue or _place(record.values)),
        doi=doi,
        arxiv_id=arxiv_id,
        pmid=_pmid_of(record),
        url=_CONTROL.sub("", record.url.strip()),
        keywords=_texts(record.keywords),
        rating=rating_of(record.ratings)[0],
        tldrs=_texts(record.tldrs),
    )
    paper = replace(paper, item=_item_of(record, paper))
    if not record.cites and not record.cited_by:
        return paper
    own = own_names(paper)
    cites, cited_by = (
        tuple(dict.fromkeys(name for name in names if name not in own))
        for names in (record.cites, record.cited_by)
    )
    return replace(paper, cites=cites, cited_by=cited_by)


def _is_known_without_title(record: Record) -> bool:
    """Return whether an entry of a bibliography says who, where or what: letters and laws are cited so."""
    if not _is_of_bibliography(record):
        return False
    own = (record.venue, record.doi, record.arxiv, record.pmid, record.url, record.abstract)
    values = (value for name, value in record.values.items() if name not in _NOT_ENOUGH)
    texts = (*own, *record.authors, *(" ".join(value) for value in values))
    return any(clean(text) for text in texts)


def _is_of_bibliography(record: Record) -> bool:
    """Whether it is of a bibliography: tables are, where each row has an id or a type."""
    is_table = record.format == "csv" and bool(record.type or record.source_id)
    return record.format in _BIBLIOGRAPHIES or is_table


def _place_in(record: Record) -> str:
    """Return what tells an entry without a title from others of its authors and year."""
    places = (record.values.get(name, "") for name in ("volume", "issue", "page"))
    return "\n".join(map(str, (record.venue, record.url, *places)))


def _place(values: Mapping[str, Value]) -> str:
    """Return where a paper appeared, where its source has no other word for that."""
    names = ("container-title", "event-title", "collection-title", "publisher", "medium")
    return next((text for name in names if isinstance(text := values.get(name), str) and text), "")


def _item_of(record: Record, paper: Paper) -> str:
    if record.item:
        return checked_item(record.item)
    values = {name: _value(value) for name, value in record.values.items()}
    originals = {}
    if record.original is not None:
        rest = [
            name
            for name, _ in record.original.fields
            if name not in record.read and name.lower() not in record.read
        ]
        kept = (
            replace(record.original, more={**record.original.more, "rest": rest}) if rest else record.original
        )
        originals[record.format] = without_abstract(kept, paper.abstract)
    notes = tuple(filter(None, (_CONTROL.sub("", note).strip() for note in record.notes)))
    return write_item(Item(record.type, item_fields(values, paper), notes, (), originals))


def _value(value: Value) -> Value:
    """Clean names and one-line texts as titles; a note keeps its lines."""
    if isinstance(value, str):
        return _CONTROL.sub("", value).strip() if "\n" in value else clean(value)
    return list(filter(None, map(clean, value)))


def remarks(record: Record, paper: Paper) -> list[Flaw]:
    """What the entry says and the paper that it became has not: a rating that is none, a link to itself."""
    found = []
    if bad := rating_of(record.ratings)[1]:
        found.append(
            message(
                "the rating '{0}' is not a number, so '{1}' has none. Correct it and import again",
                bad[:80],
                paper.doc_id,
            )
        )
    names = {*record.cites, *record.cited_by}
    if names and names & own_names(paper):
        found.append(message("'{0}' cites itself. That link was left out", paper.doc_id))
    return [Flaw(record.line, reason, n_kept=1) for reason in found]


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(None, map(clean, texts))))


def too_long(line: int, field: Message, length: int) -> Flaw:
    """A field of `length` characters is refused: it would fill the library with something else."""
    size = f"{length / 1e6:.0f}"
    return Flaw(line, message("the {0} holds {1} MB: a field of {1} MB is not an abstract", field, size))


def clean(text: str) -> str:
    """Return one line of NFC text: entities resolved, markup of titles and control characters removed."""
    if "&" in text:
        text = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
    if "<" in text:
        text = _without_markup(text)
    if not text.isascii():
        text = _repaired(text)
    if not text.isprintable():
        text = _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", _CONTROL.sub("", text))
    text = " ".join(text.split())
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _without_markup(text: str) -> str:
    """Return the text without its markup. A lone "<title>" is a word of a text on HTML, and stays."""
    lowered = text.casefold()
    is_document = lowered.lstrip().startswith("<")

    def gone(match: re.Match[str]) -> str:
        whole = match[0].strip("</>").split()[0].rstrip("/").casefold()
        name = whole.rpartition(":")[2]
        paired = f"</{whole}" in lowered and re.search(rf"<{re.escape(whole)}[\s>]", lowered) is not None
        if whole == name != "br" and (not paired or (name in _WHOLE_DOCUMENTS and not is_document)):
            return match[0]
        return " " if name in _BLOCKS else ""

    return _MARKUP.sub(gone, text)


def _repaired(text: str) -> str:
    """Return UTF-8 that was once read as another encoding as it was meant; other text as it is."""
    from ftfy import fix_encoding  # here, for it takes a while to load
    from ftfy.badness import is_bad

    return fix_encoding(text) if is_bad(text) else text


def year_of(dates: Iterable[str]) -> int | None:
    """Return the first year from 1400 to 2099 in the first text that holds one."""
    for date in dates:
        match = _YEAR.search(date)
        if match:
            return int(match[1])
    return None


def _arxiv_of(record: Record) -> str:
    if record.arxiv and (found := bare_arxiv_id(record.arxiv)):
        return found
    lines = (line.strip() for hint in record.hints for line in hint.splitlines())
    own = [
        line for line in lines if line.lower().startswith("arxiv:") and " " not in line
    ]  # a comment may name another paper
    for text in (record.doi, record.url, *own, *record.hints):
        if text and (found := find_arxiv_id(text)):
            return found
    return ""


def _pmid_of(record: Record) -> str:
    if record.pmid:
        return find_pmid(record.pmid)
    for text in (record.url, *record.hints):
        if ("PMID" in text or "pubmed" in text) and (found := find_pmid(text)):
            return found
    return ""


def split_names(text: str) -> tuple[str, ...]:
    """The names in a list written by people: "A; B", "A and B", "A | B", "Given Family, Given Family"."""
    for mark in (";", "|"):
        if mark in text:
            return _stripped(text.split(mark))
    parts = _AND.split(text)
    if len(parts) > 1 and "," in parts[-1]:  # "Lovelace, Ada and Turing, Alan"
        return _stripped(parts)
    return _stripped(name for part in parts for name in _by_comma(part))


def _by_comma(text: str) -> list[str]:
    """ "Smith, J., Doe, A." is two people and "Smith, Jane" is one; "Ada Lovelace, Alan Turing" is two."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) > 1 and all(" " in part and not _INITIALS.match(part) for part in parts):
        return parts
    if len(parts) % 2 == 0 and all(_INITIALS.match(given) for given in parts[1::2]):
        return [f"{family}, {given}" for family, given in zip(parts[::2], parts[1::2], strict=True)]
    return [", ".join(parts)] if len(parts) == 2 else parts


def _stripped(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip(" ,\t\n") for name in names)))


def split_keywords(text: str) -> tuple[str, ...]:
    """Split keywords at semicolons, or at commas where there is none."""
    return tuple(part.strip() for part in text.split(";" if ";" in text else ","))
