"""Works as OpenAlex's API answers them, one or a list of results."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from assay.importers.entries.citing import names_of
from assay.importers.entries.json_values import json_original, json_values
from assay.importers.entries.record import Record
from assay.importers.jsonl import JsonObject, text_of
from assay.items.table import first_type

_HELD = frozenset({"id", "title", "publication_year", "abstract_inverted_index"})
"""Fields that the paper holds; the index is its abstract."""
_MOST_WORDS = 100_000
"""Places of an abstract; whatever claims more is none."""


def is_work(fields: JsonObject) -> bool:
    """Return whether an object is one of OpenAlex's works."""
    return "authorships" in fields


def record_of(fields: JsonObject, line: int) -> Record:
    """Return the record of a work."""
    where = list(_objects([fields.get("primary_location")])) + list(_objects(fields.get("locations")))
    ids = next(_objects([fields.get("ids")]), {})
    type_ = _type_of(fields, where)
    values = json_values("openalex", type_, fields)
    pages = values.get("page"), text_of(next(_objects([fields.get("biblio")]), {}).get("last_page"))
    if all(pages) and pages[0] != pages[1]:
        values["page"] = f"{pages[0]}-{pages[1]}"
    if venue := _venue(where):
        values["container-title"] = venue
    if "PMCID" in values:
        values["PMCID"] = str(values["PMCID"]).rstrip("/").rpartition("/")[2]
    return Record(
        line=line,
        type=type_,
        values=values,
        original=json_original(text_of(fields.get("type")), fields, _HELD),
        format="openalex",
        source_id=text_of(fields.get("id")).rpartition("/")[2],
        title=text_of(fields.get("title")) or text_of(fields.get("display_name")),
        abstract=_abstract(fields.get("abstract_inverted_index")),
        authors=tuple(filter(None, map(_name, _objects(fields.get("authorships"))))),
        dates=(text_of(fields.get("publication_year")), text_of(fields.get("publication_date"))),
        venue=venue,
        doi=text_of(fields.get("doi")),
        pmid=text_of(ids.get("pmid")),
        keywords=tuple(text_of(one.get("display_name")) for one in _objects(fields.get("keywords"))),
        cites=names_of(fields.get("referenced_works")),
        hints=tuple(text_of(place.get("landing_page_url")) for place in where),
    )


def _type_of(fields: JsonObject, where: list[dict[str, Any]]) -> str:
    """Crossref's type, which tells papers of meetings, or else OpenAlex's own."""
    found = first_type("openalex", (text_of(fields.get("type_crossref")), text_of(fields.get("type"))))
    meeting = any(
        place.get("type") == "conference" for one in where for place in _objects([one.get("source")])
    )
    return "paper-conference" if meeting and found == "article-journal" else found


def _objects(value: object) -> Iterator[dict[str, Any]]:
    yield from (one for one in value if isinstance(one, dict)) if isinstance(value, list) else ()


def _name(authorship: dict[str, Any]) -> str:
    author = next(_objects([authorship.get("author")]), {})
    return text_of(author.get("display_name")) or text_of(authorship.get("raw_author_name"))


def _venue(where: list[dict[str, Any]]) -> str:
    """Return where it was published; a repository that holds a copy is no such place."""
    sources = [source for place in where for source in _objects([place.get("source")])]
    published = (source for source in sources if source.get("type") != "repository")
    return next(filter(None, (text_of(source.get("display_name")) for source in published)), "")


def _abstract(index: object) -> str:
    """Return the text of an index of words: word -> its places, from 0."""
    if not isinstance(index, dict):
        return ""
    words: dict[int, str] = {}
    for word, places in index.items():
        for place in places if isinstance(places, list) else ():
            if isinstance(place, int) and 0 <= place < _MOST_WORDS:
                words[place] = word
    return " ".join(words[place] for place in sorted(words))
