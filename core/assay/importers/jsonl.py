"""JSON Lines: BEIR corpus rows, SPECTER and Semantic Scholar rows, arXiv metadata, our own samples."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from assay.importers.entries.citing import names_of
from assay.importers.entries.ids import find_doi
from assay.importers.entries.json_values import json_original, json_values
from assay.importers.entries.record import (
    MAX_FIELD,
    Flaw,
    Record,
    split_keywords,
    split_names,
    too_long,
    year_of,
)
from assay.importers.entries.source import Source
from assay.items.item import Value
from assay.items.table import first_type
from assay.messages import message

JsonObject = Mapping[str, Any]

_MOST = 3 * MAX_FIELD
_REPORT = re.compile(
    r"\b(?:tn|tm|tr|rm|rn|cp|wp|note|memo\w*|rep(?:t|ort)?|r\s*\+\s*m|nos?|pp?|vol(?:ume)?|v)\b\.?[^,;\d]{0,12}\d[\w-]*",
    re.IGNORECASE,
)
"""The number of a report, a volume or a page: "naca tn.1510"."""
_YEAR = re.compile(r"(?<![\w-])(?:18|19|20)\d\d(?![\w])")
_IDS = ("_id", "doc_id", "paper_id", "paperId", "corpusid", "corpus_id", "corpusId", "sha", "id")


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one paper a line; a line that is no JSON object is a flaw of its own."""
    # Queries have an id and a text as well: without a title none of them is taken for a document.
    untitled = not source.path.name.startswith("queries")
    for text in source.lines():
        if text and not text.isspace():
            yield row(text, source.line, untitled=untitled)


def row(text: str, line: int, *, untitled: bool = False) -> Record | Flaw:
    """Return the record in one line of JSON. A document of a collection may be `untitled`."""
    if len(text) > _MOST:
        return too_long(line, message("line"), len(text))
    try:
        fields = json.loads(text)
    except json.JSONDecodeError as error:
        return Flaw(line, message("not valid JSON: {0} at character {1}", error.msg, error.pos + 1))
    except ValueError:  # a number of more than 4,300 digits
        return Flaw(line, message("not valid JSON: a number has too many digits"))
    except RecursionError:
        return Flaw(line, message("this JSON is nested too deeply to be a paper"))
    if not isinstance(fields, dict):
        return Flaw(line, message("a JSON object is expected, not {0}", type(fields).__name__))
    record = record_of(fields, line)
    is_document = record.source_id and {"_id", "title", "text"} <= fields.keys()
    return replace(record, may_lack_title=True) if record.item or (untitled and is_document) else record


def record_of(fields: JsonObject, line: int) -> Record:
    """Return the record of a row. BEIR keeps what is not text in `metadata`: it fills what the row lacks."""
    extra = fields.get("metadata")
    merged: JsonObject = {**extra, **fields} if isinstance(extra, dict) else fields
    outside = merged.get("externalIds")
    ids: JsonObject = outside if isinstance(outside, dict) else {}
    source_id = _first(merged, *_IDS)
    is_arxiv = "categories" in merged and "authors" in merged
    dates = _dates(merged)
    own = isinstance(merged.get("item"), dict)
    type_ = first_type("jsonl", _type_names(merged)) or ("article" if is_arxiv else "")
    values: dict[str, Value] = {} if own else json_values("jsonl", type_, merged)
    if not own and (editors := names(merged.get("editor") or merged.get("editors"))):
        values["editor"] = list(editors)
    if (issued := values.get("issued")) and year_of((str(issued),)) != year_of(dates):
        del values["issued"]  # another day than that of the paper's year, say of an update
    venue = _first(merged, *_VENUES)
    if venue and not {"publisher", "collection-title"}.isdisjoint(values):
        values["container-title"] = venue
    held = _held(merged)
    if "issued" in values:
        held |= {name for name in _DATES if merged.get(name) == values["issued"]}
    rest = {
        **_shadowed(fields, extra),
        **{name: value for name, value in merged.items() if name != "metadata"},
    }
    return Record(
        line=line,
        source_id=source_id,
        title=_first(merged, "title"),
        abstract=_first(merged, "abstract", "text"),
        authors=names(merged.get("authors_parsed") or merged.get("authors") or merged.get("author")),
        dates=dates,
        venue=venue,
        doi=_first(merged, "doi", "DOI") or _first(ids, "DOI"),
        arxiv=_first(merged, *_ARXIV) or _first(ids, "ArXiv") or (source_id if is_arxiv else ""),
        pmid=_first(merged, "pmid", "PMID") or _first(ids, "PubMed"),
        url=_first(merged, "url", "URL"),
        keywords=_keywords(merged.get("keywords") or merged.get("tags")),
        ratings=_several(merged, *_RATINGS),
        tldrs=_several(merged, *_TLDRS),
        cites=_names(merged, *_CITES),
        cited_by=_names(merged, *_CITED_BY),
        item=json.dumps(merged["item"]) if own else "",
        type=type_,
        values=values,
        original=json_original("", rest, held),
        format="jsonl",
    )


def _type_names(fields: JsonObject) -> Iterator[str]:
    for key in ("type", "itemType", "publicationTypes", "ENTRYTYPE", "entry_type"):
        value = fields.get(key)
        yield from (one for one in (value if isinstance(value, list) else [value]) if isinstance(one, str))


def _shadowed(fields: JsonObject, extra: object) -> dict[str, Any]:
    """Return what `metadata` says otherwise than the row itself."""
    inner = extra if isinstance(extra, dict) else {} if extra is None else {"": extra}
    return {
        f"metadata.{name}".rstrip("."): value
        for name, value in inner.items()
        if not name or (name in fields and fields[name] != value)
    }


def _held(fields: JsonObject) -> set[str]:
    """The names of the fields that `Paper` holds as they stand: of several for one thing, the first."""
    found = set()
    for names_ in _HELD:
        given = (name for name in names_ if _first(fields, name) or isinstance(fields.get(name), list))
        name = next(given, "")
        if name and _is_plain(fields[name]) and (name.lower() != "doi" or find_doi(str(fields[name]))):
            found.add(name)
    for names_ in (_CITES, _CITED_BY):
        name = next((name for name in names_ if names_of(fields.get(name))), "")
        if name and len(names_of(fields[name])) == len(fields[name]) and _is_plain(fields[name]):
            found.add(name)
    return found


def _is_plain(value: object) -> bool:
    return isinstance(value, (str, int, float)) or (
        isinstance(value, list) and all(isinstance(one, (str, int)) for one in value)
    )


def text_of(value: object) -> str:
    """Return a JSON value as text: 5 and 5.0 as "5", a list by its first item, an object by its name."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int):
        return _digits(value)
    if isinstance(value, float):
        return _digits(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, list):
        return text_of(value[0]) if value and not isinstance(value[0], list) else ""
    if isinstance(value, dict):
        return value["name"] if isinstance(value.get("name"), str) else ""
    return ""


def _digits(number: int) -> str:
    return str(number) if abs(number) < 10**100 else ""  # str() refuses numbers of thousands of digits


def names(value: object) -> tuple[str, ...]:
    """People as a text or a list: of texts, objects with name parts, arXiv's [family, given, suffix]."""
    if isinstance(value, str):
        return split_names(value)
    if not isinstance(value, list):
        return ()
    if len(value) == 1 and isinstance(value[0], str):
        return split_names(value[0])
    return tuple(filter(None, map(_name, value)))


def _name(value: object) -> str:
    if isinstance(value, dict):
        if family := " ".join(_parts(value, "dropping-particle", "non-dropping-particle", "family", "last")):
            given = " ".join(_parts(value, "given", "first", "middle"))
            return f"{family}, {given}" if given else family
        return next(iter(_parts(value, "literal", "name", "full_name", "given")), "")
    if isinstance(value, list):
        family, given = ([text_of(part) for part in value] + ["", ""])[:2]
        return f"{family}, {given}" if given else family
    return text_of(value)


def _parts(person: JsonObject, *keys: str) -> list[str]:
    """Return the parts of a name: S2's `middle` is a list of names; everything else is a text."""
    values = (person.get(key) for key in keys)
    texts = (" ".join(map(text_of, v)) if isinstance(v, list) else text_of(v) for v in values)
    return [text for text in texts if text]


def _first(fields: JsonObject, *keys: str) -> str:
    for key in keys:
        if (value := fields.get(key)) is not None and (text := text_of(value)):
            return text
    return ""


def _several(fields: JsonObject, *keys: str) -> tuple[str, ...]:
    """Return the texts of the first key that has some: one, a list, or an object around it."""
    for key in keys:
        value = fields.get(key)
        listed = value if isinstance(value, list) else [value]
        if texts := tuple(filter(None, map(_inner_text, listed))):
            return texts
    return ()


def _inner_text(value: object) -> str:
    """S2's {"model": ..., "text": ...} and OpenReview's {"value": ...} as the text; others as `text_of`."""
    if isinstance(value, dict):
        value = value.get("text") or value.get("value") or value.get("rating")
    return text_of(value)


_DATES = ("publicationDate", "publication_date", "published", "date")
_VENUES = ("venue", "journal", "booktitle", "journal-ref", "source")
_ARXIV = ("arxiv_id", "arxiv", "arxivId", "eprint")
_RATINGS = ("rating_avg", "rating_mean", "rating", "ratings", "ranking")
_TLDRS = ("tldrs", "tldr", "TLDR", "TL;DR")
_CITES = ("cites", "references", "outCitations", "referenced_works")
_CITED_BY = ("cited_by", "citations", "inCitations")
_HELD = (
    _IDS, ("title",), ("abstract", "text"), ("authors_parsed", "authors", "author"), ("year",), _VENUES,
    ("doi", "DOI"), _ARXIV, ("pmid", "PMID"), ("url", "URL"), ("keywords", "tags"), _RATINGS, _TLDRS,
)  # fmt: skip
"""The names of one thing, the one that is read first."""


def _names(fields: JsonObject, *keys: str) -> tuple[str, ...]:
    return next(filter(None, (names_of(fields.get(key)) for key in keys)), ())


def _dates(fields: JsonObject) -> tuple[str, ...]:
    """List the dates, best first. arXiv has no year: the first version's date counts, then the update's."""
    versions = fields.get("versions")
    first = versions[0] if isinstance(versions, list) and versions else None
    created = text_of(first.get("created")) if isinstance(first, dict) else ""
    given = (_first(fields, key) for key in ("year", *_DATES))
    # Cranfield's source is "naca tn.1510, 1947.": the number of a report is no year.
    source = _YEAR.search(_REPORT.sub("", _first(fields, "source")))
    return (*given, created, _first(fields, "update_date"), source[0] if source else "")


def _keywords(value: object) -> tuple[str, ...]:
    if isinstance(value, str):
        return split_keywords(value)
    return tuple(map(text_of, value)) if isinstance(value, list) else ()
