"""The rows of Zotero's local API, which are those of its web API v3 with files of this machine.

https://www.zotero.org/support/dev/web_api/v3/basics
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit
from uuid import NAMESPACE_URL, uuid5

from assay.importers.entries.record import Record
from assay.importers.zotero.fields import record_of
from assay.importers.zotero.rdf import collection_paths
from assay.types import Highlight

Row = Mapping[str, Any]

CHILDREN = ("attachment", "note", "annotation")
_NO_FIELDS = frozenset({
    "key", "version", "itemType", "creators", "tags", "collections", "relations", "parentItem",
    "dateAdded", "dateModified", "deleted", "inPublications",
})  # fmt: skip
_GROUP = "group"  # in the place of a key
_COLOURS = {
    "#ffd400": "yellow", "#f19837": "yellow", "#aaaaaa": "yellow", "#5fb236": "green", "#2ea8e5": "blue",
    "#a28ae5": "blue", "#ff6666": "pink", "#e56eee": "pink",
}  # fmt: skip
"""Zotero's eight colours as our four, by the nearest hue."""


def kind_of(row: Row) -> str:
    """Return Zotero's type of an item: "journalArticle", "attachment", "note", "annotation"."""
    return str(row["data"].get("itemType", ""))


def parent_of(row: Row) -> str:
    """Return the key of the item that this one belongs to; "" for one that stands alone."""
    return str(row["data"].get("parentItem") or "")


def record_of_row(row: Row, notes: Sequence[str]) -> Record:
    """Return the record of an item, as its database gives it, with these notes in HTML, and no files."""
    data = row["data"]
    fields = {
        name: value for name, value in data.items() if isinstance(value, str) and name not in _NO_FIELDS
    }
    if "accessDate" in fields:  # "2020-08-05T10:20:30Z", which the database has as below
        fields["accessDate"] = fields["accessDate"].replace("T", " ").rstrip("Z")
    parsed = str(_object(row.get("meta")).get("parsedDate") or "")
    if parsed and "date" in fields:  # the database has both: "2020-08-00 8/2020"
        fields["date"] = f"{parsed}{'-00' * (2 - parsed.count('-'))} {fields['date']}"
    return record_of(
        str(row["key"]),
        kind_of(row),
        fields,
        creators=[
            (
                str(one.get("creatorType", "")),
                str(one.get("name") or one.get("lastName") or ""),
                str(one.get("firstName") or ""),
            )
            for one in _objects(data.get("creators"))
        ],
        tags=[str(one.get("tag", "")) for one in _objects(data.get("tags"))],
        notes=notes,
    )


def paths_of_rows(collections: Iterable[Row], items: Iterable[Row], group: str) -> dict[str, list[str]]:
    """Item -> the paths of its collections; a group's are in one of its name, as all its items."""
    tree: dict[str, tuple[str, list[str]]] = {_GROUP: (group, [])} if group else {}
    for row in collections:
        tree[str(row["key"])] = (str(row["data"].get("name", "")), [])
    for row in collections:
        above = str(row["data"].get("parentCollection") or _GROUP)
        if above in tree:
            tree[above][1].append(str(row["key"]))
    for row in items:
        names = row["data"].get("collections") or ([] if parent_of(row) else [_GROUP])
        for name in tree.keys() & map(str, names if isinstance(names, list) else ()):
            tree[name][1].append(str(row["key"]))
    return collection_paths(tree)


def path_of_url(url: str) -> str:
    """Return the path of a file on this machine; "" for any other address, also of a file elsewhere."""
    parts = urlsplit(url.strip())
    if parts.scheme != "file" or parts.netloc not in ("", "localhost") or parts.path.startswith("//"):
        return ""
    path = unquote(parts.path).removeprefix("/" if os.name == "nt" else "")  # "/C:/Papers/a.pdf"
    return path if "\0" not in path else ""


def highlights_of(
    row: Row, doc_id: str, sha256: str, sizes: Sequence[tuple[float, float]]
) -> Iterator[Highlight]:
    """Yield the highlight of an annotation, one a page; none for a drawing, or one without a place.

    `sizes` are (width, height) of the file's pages in points. Zotero counts from the lower left corner.
    Raises ValueError, TypeError, KeyError where the place is not as documented.
    """
    data = row["data"]
    place = _object(json.loads(data.get("annotationPosition") or "{}"))
    for number, name in enumerate(("rects", "nextPageRects")):
        page = int(place.get("pageIndex", -1)) + number
        rects = place.get(name) or ()
        if not rects or not 0 <= page < len(sizes):
            continue
        wide, tall = sizes[page]
        boxes = tuple(
            (
                _share(min(left, right), wide),
                _share(tall - max(bottom, top), tall),
                _share(max(left, right), wide),
                _share(tall - min(bottom, top), tall),
            )
            for left, bottom, right, top in rects
        )
        yield Highlight(
            doc_id,
            sha256,
            page + 1,
            boxes,
            _COLOURS.get(str(data.get("annotationColor", "")).lower(), "yellow"),
            str(data.get("annotationText") or "") if not number else "",
            str(data.get("annotationComment") or "") if not number else "",
            uuid=highlight_name(str(row["key"]), number),
        )


def highlight_name(key: str, number: int = 0) -> str:
    """Return the uuid of an annotation's highlight, the same each time; `number` counts its pages from 0."""
    return str(uuid5(NAMESPACE_URL, f"zotero:{key}:{number}"))


def file_url_of(row: Row) -> str:
    """Return where the file of an attachment lies, if the row says so: a URL; "" for none."""
    url = str(_object(_object(row.get("links")).get("enclosure")).get("href") or "")
    return url if url.startswith("file:") else ""


def _object(value: object) -> Row:
    return value if isinstance(value, dict) else {}


def _objects(value: object) -> list[Row]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _share(place: float, whole: float) -> float:
    return min(1.0, max(0.0, place / whole))
