"""The fields of formats that are lists of (tag, text): RIS, EndNote's XML and import format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from assay.items import Original
from assay.items.dates import from_slashes
from assay.items.item import Value
from assay.items.table import DATES, NAMES, OWN, ROWS, variables_of
from assay.items.xml import flat

_EXTRA = re.compile(r"^([A-Za-z][A-Za-z_-]+): (.+)$")
"""A line of a note with a variable for which the format has no tag, as Zotero writes and reads it too."""
_NUMBER = re.compile(r"\[\d+\]")
_NO_TAG = {name.lower(): name for name in ROWS if name not in {*OWN, "note"}}


def tagged_values(
    column: str, type_: str, pairs: Sequence[tuple[str, str]]
) -> tuple[dict[str, Value], dict[str, str]]:
    """Return the fields by CSL variable, and tag -> variable for the tags that were read.

    `pairs` are (tag, text) in order. What `Paper` holds itself, and the date of issue, is left to the format.
    """
    texts: dict[str, list[str]] = {}
    for tag, text in pairs:
        if text.strip():
            texts.setdefault(tag, []).append(text.strip())
    values: dict[str, Value] = {}
    read: dict[str, str] = {}
    for variable, tags in variables_of(column, type_).items():
        if variable in OWN or variable == "issued":
            read |= {tag: variable for tag in tags if tag not in read}
            continue
        tag = next((tag for tag in tags if tag in texts and tag not in read), "")
        if not tag:
            continue
        read[tag] = variable
        found = texts[tag]
        if variable in NAMES:
            values[variable] = [name.rstrip(",") for name in found]
        elif variable in DATES:
            values[variable] = from_slashes(found[0])
        elif variable in ("note", "annote"):
            values[variable] = "\n".join(found)
        else:
            values[variable] = "; ".join(dict.fromkeys(found))
    note = values.get("note", "")
    if isinstance(note, str) and note:
        kept, extra = _without_extra(note.split("\n"))
        values |= {name: text for name, text in extra.items() if name not in values}
        values["note"] = kept
    return {name: value for name, value in values.items() if value}, read


def flat_values(column: str, type_: str, entry: Element) -> tuple[Original, dict[str, Value], dict[str, str]]:
    """Return an entry of XML by its paths, its fields by CSL variable, and path -> variable of those read."""
    fields = tuple(flat(entry))
    bare = [_NUMBER.sub("", path) for path, _ in fields]
    pairs = [(path, text) for path, (_, text) in zip(bare, fields, strict=True)]
    values, read = tagged_values(column, type_, pairs)
    names = {name: read[path] for path, (name, _) in zip(bare, fields, strict=True) if path in read}
    return Original(entry.tag.rpartition("}")[2], "", fields), values, names


def _without_extra(lines: Iterable[str]) -> tuple[str, dict[str, Value]]:
    kept, extra = [], {}
    for line in lines:
        match = _EXTRA.match(line.strip())
        name = _NO_TAG.get(match[1].lower()) if match else None
        if match is None or name is None:
            kept.append(line)
        else:
            extra[name] = _extra(name, match[2])
    return "\n".join(kept).strip(), extra


def _extra(name: str, text: str) -> Value:
    return [part.strip() for part in text.split(" || ")] if name in NAMES else text
