"""TREC's topics: <top> with <num>, <title>, <desc> and <narr>, or XML with <topic number="1">."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.importers.entries.record import clean

_BEGIN = re.compile(r"<top(?:ic\b[^<>]*)?>", re.IGNORECASE)
_END = re.compile(r"</top(?:ic)?>", re.IGNORECASE)
_TAG = re.compile(r"<(/?)([A-Za-z]+)[^<>]{0,200}>")
_NUMBER = re.compile(r"\b(?:number|id)\s*=\s*[\"']([^\"']{1,200})")
_LABEL = re.compile(r"\s*(?:Number|Topic|Description|Narrative)\s*:", re.IGNORECASE)
_PARTS = {
    "num": "id", "number": "id", "title": "text", "query": "text", "desc": "description",
    "description": "description", "question": "description", "narr": "narrative", "narrative": "narrative",
}  # fmt: skip


def is_topics(lines: Sequence[str]) -> bool:
    """Return whether these lines hold a topic; papers in XML have none."""
    return any(_BEGIN.search(line) for line in lines)


def read_topics(lines: Sequence[tuple[int, str]]) -> list[tuple[int, dict[str, str]]]:
    """Return the line and the parts of each topic: id, text, description and narrative, those that it has.

    A topic that does not end ends with the file: what it lacks is found by who reads it.
    """
    found: list[tuple[int, dict[str, str]]] = []
    block: list[str] = []
    begun = 0
    for number, line in lines:
        if _BEGIN.search(line):
            begun, block = number, []
        if begun:
            block.append(line)
        if begun and _END.search(line):
            found.append((begun, _parts("\n".join(block))))
            begun = 0
    return found if not begun else [*found, (begun, _parts("\n".join(block)))]


def _parts(block: str) -> dict[str, str]:
    parts: dict[str, str] = {}
    tags = list(_TAG.finditer(block))
    for tag, after in zip(tags, [*tags[1:], None], strict=True):
        name = _PARTS.get(tag[2].casefold())
        text = block[tag.end() : len(block) if after is None else after.start()]
        if name is not None and not tag[1] and name not in parts:
            parts[name] = clean(_LABEL.sub("", text, count=1))
    if "id" not in parts and (number := _NUMBER.search(tags[0][0] if tags else "")):
        parts["id"] = number[1].strip()
    return parts
