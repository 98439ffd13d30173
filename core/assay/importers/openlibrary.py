"""Books as Open Library's API answers them: one object under each identifier that was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from assay.importers.entries.record import Record
from assay.importers.jsonl import JsonObject, text_of
from assay.items.item import Value


def is_book(fields: JsonObject) -> bool:
    """Return whether an object is one of Open Library's editions."""
    return str(fields.get("key", "")).startswith("/books/") and "title" in fields


def record_of(fields: JsonObject, line: int) -> Record:
    """Return the record of an edition; its subtitle belongs to its title."""
    title = ": ".join(filter(None, (text_of(fields.get("title")), text_of(fields.get("subtitle")))))
    values: dict[str, Value] = {
        "ISBN": " ".join(
            (*_texts(fields, "identifiers", "isbn_13"), *_texts(fields, "identifiers", "isbn_10"))
        ),
        "publisher": "; ".join(_names(fields, "publishers")),
        "publisher-place": "; ".join(_names(fields, "publish_places")),
        "number-of-pages": text_of(fields.get("number_of_pages")),
    }
    return Record(
        line=line,
        type="book",
        values={name: value for name, value in values.items() if value},
        format="openlibrary",
        source_id=text_of(fields.get("id")) or text_of(fields.get("key")),
        title=title,
        authors=tuple(_names(fields, "authors")),
        dates=(text_of(fields.get("publish_date")),),
        url=text_of(fields.get("url")),
        keywords=tuple(_names(fields, "subjects"))[:20],
    )


def _names(fields: JsonObject, key: str) -> Iterator[str]:
    value = fields.get(key)
    for one in value if isinstance(value, list) else ():
        if text := text_of(one.get("name") if isinstance(one, dict) else one):
            yield text


def _texts(fields: JsonObject, outer: str, inner: str) -> Iterator[str]:
    value = fields.get(outer)
    inside = value.get(inner) if isinstance(value, dict) else None
    yield from (text for one in (inside if isinstance(inside, list) else ()) if (text := text_of(one)))
