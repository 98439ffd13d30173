"""CSL-JSON (Zotero, Better BibTeX, Crossref), OpenAlex, Open Library and other JSON that holds papers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from assay.importers import arxiv, jsonl, openalex, openlibrary
from assay.importers.entries.citing import names_of
from assay.importers.entries.markup import Broken, parsed
from assay.importers.entries.record import Flaw, Record, split_keywords
from assay.importers.entries.source import Source, Unreadable
from assay.importers.jsonl import JsonObject, names, text_of
from assay.items import Original
from assay.items.dates import from_csl
from assay.items.item import Value
from assay.items.table import DATES, NAMES, OWN, ROWS
from assay.messages import Message, message

_LISTS = ("items", "references", "papers", "data", "results", "message")
_SPACE = re.compile(r"[\s,]*")
_NEXT_OBJECT = re.compile(r"\}\s*,\s*(?=\{)")
_ATTEMPTS = 1000
"""Places at which reading on is tried after a syntax error."""

_ZOTERO_URI = re.compile(r"^https?://zotero\.org/(?:users|groups)/.*/items/(\w+)$")


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record an object of the list. What cannot be parsed costs its own object only.

    Raises `Unreadable` where the document holds no list of papers at all.
    """
    text = source.text()
    start = text.lstrip("\ufeff \t\n")[:1]
    if start == "[":
        yield from _elements(text, text.index("[") + 1, cut=bool(source.fault))
    elif start == "{":
        yield from _document(text, cut=bool(source.fault))
    else:
        raise Unreadable("this is not JSON: a list of papers in [ ] is expected")


def _document(text: str, *, cut: bool) -> Iterator[Record | Flaw]:
    """An object around a list, a single paper, SPECTER's id -> paper, or objects one after the other."""
    begin = text.index("{")
    try:
        value, end = json.JSONDecoder().raw_decode(text, begin)
    except (ValueError, RecursionError) as error:
        if (inner := re.search(r'"(?:items|references|papers|data|results)"\s*:\s*\[', text)) is not None:
            yield from _elements(text, inner.end(), cut=cut)
            return
        raise Unreadable(_reason(error, text)) from None
    if text[end:].strip():
        yield from _elements(text, begin, cut=cut)
        return
    answer = text_of(value.get("body"))
    if "<feed" in answer[:500]:  # arXiv's API, as programs keep what it answered
        yield from _feed(answer)
        return
    for fields in _list_in(value):
        yield record_of(fields, 1)


def _feed(text: str) -> Iterator[Record | Flaw]:
    try:
        yield from arxiv.records(parsed([text], arxiv.ENTRIES))
    except Broken as broken:
        yield Flaw(broken.line, broken.reason)


def _list_in(value: JsonObject) -> list[JsonObject]:
    """Return the papers in a JSON document that is one object; raise `Unreadable` if there are none."""
    if "title" in value:
        return [value]
    for key in _LISTS:
        inner = value.get(key)
        if isinstance(inner, dict) and key == "message":
            return _list_in(inner)
        if isinstance(inner, list):
            return [item for item in inner if isinstance(item, dict)]
    if value and all(isinstance(item, dict) and "title" in item for item in value.values()):
        return [{"id": key, **item} for key, item in value.items()]
    raise Unreadable(
        "there is no list of papers in this JSON file: CSL-JSON is a list of objects with titles"
    )


def _elements(text: str, at: int, *, cut: bool) -> Iterator[Record | Flaw]:
    """Yield the objects from `at` on, parted by commas or space, up to the closing bracket."""
    decoder = json.JSONDecoder()
    line, counted = 1, 0
    while (at := _skip(text, at)) < len(text) and text[at] != "]":
        line, counted = line + text.count("\n", counted, at), at
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            following = _resume(text, at, decoder)
            if not (cut and following is None):
                yield Flaw(line, _reason(error, text))
            if following is None:
                return
            at = following
            continue
        if not isinstance(value, dict):
            yield Flaw(line, message("an object with a title is expected"))
        elif _is_zotero_note(value):
            why = message("the entry '{0}' has nothing but a title, as Zotero writes notes", _id_of(value))
            yield Flaw(line, why)
        else:
            yield record_of(value, line)
    if at >= len(text) and not cut and text.lstrip("\ufeff \t\n").startswith("["):
        why = message("the list is not closed: the file seems to be cut off")
        yield Flaw(line + text.count("\n", counted), why)


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _resume(text: str, at: int, decoder: json.JSONDecoder) -> int | None:
    """Return where the next object after a broken one begins: a whole one that has a title or a type."""
    for attempt, match in enumerate(_NEXT_OBJECT.finditer(text, at)):
        if attempt == _ATTEMPTS:
            break
        try:
            value, _ = decoder.raw_decode(text, match.end())
        except (ValueError, RecursionError):
            continue
        if "title" in value or "type" in value:
            return match.end()
    return None


def _reason(error: Exception, text: str) -> Message:
    if isinstance(error, json.JSONDecodeError):
        if error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string"):
            return message("the file is cut off within this entry")
        return message("not valid JSON: {0} (line {1}, column {2})", error.msg, error.lineno, error.colno)
    if isinstance(error, RecursionError):
        return message("this JSON is nested too deeply to be a paper")
    return message("not valid JSON: a number has too many digits")


def record_of(fields: JsonObject, line: int) -> Record:
    """The record of a CSL item, of OpenAlex's work or Open Library's book; of any other object a row's."""
    if openalex.is_work(fields):
        return openalex.record_of(fields, line)
    if openlibrary.is_book(fields):
        return openlibrary.record_of(fields, line)
    if not _is_csl(fields):
        return jsonl.record_of(fields, line)
    note = text_of(fields.get("note"))
    type_, values, read = _values(fields)
    return Record(
        line=line,
        source_id=_id_of(fields),
        title=text_of(fields.get("title")),
        abstract=text_of(fields.get("abstract")),
        authors=names(fields.get("author") or fields.get("editor")),
        dates=tuple(_date(fields.get(key)) for key in ("issued", "published", "original-date", "submitted")),
        venue=next(filter(None, (text_of(fields.get(key)) for key in _VENUES)), ""),
        doi=text_of(fields.get("DOI")) or (note if "DOI" in note else ""),
        arxiv=text_of(fields.get("arxiv")),
        pmid=text_of(fields.get("PMID")),
        url=text_of(fields.get("URL")),
        keywords=_keywords(fields.get("keyword")),
        cites=names_of(fields.get("reference")),  # Crossref's
        hints=(note, text_of(fields.get("number")), text_of(fields.get("container-title"))),
        type=type_,
        values=values,
        original=Original(type_, text_of(fields.get("id")), tuple(fields.items())),
        read=read,
        format="csl-json",
    )


def csl_record(original: Original) -> Record:
    """Return the record of an entry that a paper kept."""
    return record_of(dict(original.fields), 0)


def _values(fields: JsonObject) -> tuple[str, dict[str, Value], dict[str, str]]:
    """Return the type, the fields by variable, and key -> variable of the keys that were read."""
    values: dict[str, Value] = {}
    read: dict[str, str] = {"type": "type", "id": "id"}
    for key, value in fields.items():
        variable = _OLD.get(key, key)
        if variable not in ROWS or variable in values:
            continue
        read[key] = variable
        if variable in OWN:
            continue
        if variable in NAMES:
            values[variable] = list(names(value))
        elif variable in DATES:
            values[variable] = from_csl(value)
        else:
            values[variable] = text_of(value)
    if not fields.get("author") and values.get("editor"):
        values["author-from"] = "editor"
    return text_of(fields.get("type")), {name: value for name, value in values.items() if value}, read


_OLD = {"journalAbbreviation": "container-title-short", "shortTitle": "title-short", "event": "event-title"}
"""Names of older versions of CSL-JSON."""


_VENUES = ("container-title", "event-title", "event", "collection-title", "publisher")
_CSL_MARKS = frozenset(
    {"container-title", "issued", "DOI", "publisher-place", "event-place", "citation-key", "accessed"}
)


def _is_csl(fields: JsonObject) -> bool:
    return not _CSL_MARKS.isdisjoint(fields) or (
        "type" in fields and "abstract" not in fields and "text" not in fields
    )


def _is_zotero_note(fields: JsonObject) -> bool:
    """Whether it is a note that stands alone: an article with its first line as title, and nothing else."""
    bare = fields.keys() == {"id", "type", "title"} and fields["type"] == "article"
    return bare and _ZOTERO_URI.match(text_of(fields["id"])) is not None


def _id_of(fields: JsonObject) -> str:
    """Return the citation key, or the id; of Zotero's address the item's key, as Zotero's CSV has it."""
    found = text_of(fields.get("citation-key")) or text_of(fields.get("id"))
    zotero = _ZOTERO_URI.match(found)
    return zotero[1] if zotero else found


def _date(value: Any) -> str:
    """`{"date-parts": [["2020", 8]]}`, `{"raw": "..."}`, `{"literal": "..."}` or a plain text."""
    if not isinstance(value, dict):
        return text_of(value)
    parts = value.get("date-parts")
    if isinstance(parts, list) and parts and isinstance(parts[0], list) and parts[0]:
        return text_of(parts[0][0])
    return " ".join(text_of(value.get(key)) for key in ("raw", "literal", "date-time"))


def _keywords(value: object) -> tuple[str, ...]:
    return split_keywords(value) if isinstance(value, str) else ()
