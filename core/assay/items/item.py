"""What a bibliography knows of a paper beyond its own columns, and the JSON text that keeps it.

`Paper.item` holds the text, so that lists of papers carry it without parsing it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

Value: TypeAlias = str | list[str]
"""Text, or names as "Family, Given"."""

OWN_TEXT = "its own "
"""Begins what `merged_items` says of an entry that adds no field: its text, or its citation key."""
_FLAT = frozenset({"bibtex", "csl-json", "ris", "enw"})
"""Formats whose entries are lists of fields that need no other part of their file."""
ALIASES = "aliases"
"""Where an original's `more` keeps the keys of other entries of the same paper."""

_ABSTRACT = "\x01"
"""Stands in an original for the paper's abstract, which would be kept twice."""
_SHORT = 100
"""Characters of an abstract that is not worth that."""


@dataclass(frozen=True, slots=True)
class Original:
    """An entry as its source wrote it: enough to write the same text again."""

    kind: str = ""  # the entry type: "phdthesis", "JOUR"
    key: str = ""  # the citation key or id, byte for byte
    fields: tuple[tuple[str, Any], ...] = ()  # (name, raw value) in the source's order
    more: Mapping[str, Any] = field(default_factory=dict)  # macros, parents, other nodes


@dataclass(frozen=True, slots=True)
class Item:
    """The type and the fields of a paper. `fields` are by CSL variable, less what `Paper` itself holds."""

    type: str = ""  # CSL: "article-journal"; "" is not known
    fields: Mapping[str, Value] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()  # variables, or "type", that a person wrote: no import changes them
    originals: Mapping[str, Original] = field(default_factory=dict)  # format -> the first entry of it


def read_item(text: str) -> Item:
    """Return the item of `Paper.item`; an empty one for "", and for text that is not an item."""
    if not text:
        return Item()
    try:
        found = json.loads(text)
        originals = {
            name: Original(kind, key, tuple((pair[0], pair[1]) for pair in fields), more)
            for name, (kind, key, fields, more) in found.get("originals", {}).items()
        }
        return Item(
            found.get("type", ""),
            found.get("fields", {}),
            tuple(found.get("notes", ())),
            tuple(found.get("typed", ())),
            originals,
        )
    except (ValueError, TypeError, AttributeError, RecursionError, IndexError):
        return Item()


def write_item(item: Item) -> str:
    """Return the item as text, the same for the same item; "" for an empty one.

    An original that is nested too deeply to be written is left out.
    """
    kept = {
        "type": item.type,
        "fields": {name: value for name, value in item.fields.items() if value},
        "notes": item.notes,
        "typed": item.typed,
        "originals": {
            name: (one.kind, one.key, one.fields, dict(one.more)) for name, one in item.originals.items()
        },
    }
    known = {name: value for name, value in kept.items() if value}
    try:
        return json.dumps(known, ensure_ascii=False, separators=(",", ":")) if known else ""
    except RecursionError:
        return write_item(replace(item, originals={}))


def merged_items(one: str, other: str, *, but: Collection[str] = ()) -> tuple[str, list[str]]:
    """Return `one` with its gaps filled from `other`, and the names of what it gained.

    What `one` has stays, and so does what a person wrote; nothing is put into `but`. Of a format that
    both have, `one` keeps its entry.
    """
    if not other or one == other:
        return one, []
    mine, theirs = read_item(one), read_item(other)
    fields = {
        name: value
        for name, value in theirs.fields.items()
        if name not in mine.fields and name not in mine.typed and name not in but
    }
    gained = list(fields)
    type_ = mine.type or ("" if "type" in mine.typed else theirs.type)
    if type_ != mine.type:
        gained.append("type")
    own = "notes" in mine.typed
    notes = () if own else tuple(note for note in theirs.notes if note not in mine.notes)
    if notes:
        gained.append("notes")
    originals = {name: text for name, text in theirs.originals.items() if name not in mine.originals}
    gained += [f"{OWN_TEXT}text as {name}" for name in originals]
    for name in mine.originals.keys() & theirs.originals.keys() & _FLAT:
        originals[name], added = _joined(mine.originals[name], theirs.originals[name])
        gained += [f"{name}:{field}" for field in added]
        if aliases_of(originals[name]) != aliases_of(mine.originals[name]):
            gained.append(f"{OWN_TEXT}citation key")
    if not gained:
        return one, []
    merged = replace(
        mine,
        type=type_,
        fields={**mine.fields, **fields},
        notes=mine.notes + notes,
        originals={**mine.originals, **originals},
    )
    return write_item(merged), gained


def _joined(mine: Original, theirs: Original) -> tuple[Original, list[str]]:
    """Return `mine` with the other's fields of the format alone that it lacks, and their names.

    The other's citation keys become aliases. Fields that use a macro of another text here are left out.
    """
    strings = mine.more.get("strings", {})
    others = theirs.more.get("strings", {})
    clash = [name for name, text in others.items() if strings.get(name, text) != text]
    rest = [*mine.more.get("rest", ())]
    known = {name.lower() for name, _ in mine.fields} | {name.lower() for name in rest}
    added = [
        (name, raw)
        for name, raw in theirs.fields
        if name in theirs.more.get("rest", ())
        and name.lower() not in known
        and not any(macro in str(raw) for macro in clash)
        and _ABSTRACT not in str(raw)
    ]
    names = list(dict.fromkeys(name for name, _ in added))
    more = dict(mine.more)
    if names:
        more["rest"] = rest + names
        if used := {name: text for name, text in others.items() if any(name in str(raw) for _, raw in added)}:
            more["strings"] = {**strings, **used}
    keys = dict.fromkeys((*aliases_of(mine), theirs.key, *aliases_of(theirs)))
    if aliases := [key for key in keys if key and key != mine.key]:
        more[ALIASES] = aliases
    return replace(mine, fields=(*mine.fields, *added), more=more), names


def aliases_of(original: Original) -> list[str]:
    """Return the keys under which other entries of the same paper were cited, byte for byte."""
    return list(original.more.get(ALIASES, ()))


def without_abstract(original: Original, abstract: str) -> Original:
    """Return the original with a mark in place of a long abstract, which the paper holds already."""
    if (
        len(abstract) < _SHORT
        or _ABSTRACT in abstract
        or any(_ABSTRACT in str(raw) for _, raw in original.fields)
    ):
        return original
    marked = tuple(
        (name, raw.replace(abstract, _ABSTRACT) if isinstance(raw, str) else raw)
        for name, raw in original.fields
    )
    if marked == original.fields:
        return original
    return replace(original, fields=marked, more={**original.more, "crc": _checksum(abstract)})


def with_abstract(original: Original, abstract: str) -> Original:
    """Return the original as it was. Fields that held an abstract which is another now are left out."""
    if "crc" not in original.more:
        return original
    same = original.more["crc"] == _checksum(abstract)
    fields = tuple(
        (name, raw.replace(_ABSTRACT, abstract) if isinstance(raw, str) else raw)
        for name, raw in original.fields
        if same or not (isinstance(raw, str) and _ABSTRACT in raw)
    )
    return replace(original, fields=fields)


def _checksum(text: str) -> int:
    return zlib.crc32(text.encode("utf-8", "replace"))
