"""Items of papers for others and from others: what goes out to them, and what may come in from them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from assay.items.item import ALIASES, Item, Original, read_item, write_item

_NOTE = "<bib:Memo"
_NOTE_LINK = "dcterms:isReferencedBy"
_MARKED_UP = ("endnote-xml", "zotero-rdf")
_BRACE = re.compile(r"(?<!\\)[{}]")
_NAME = re.compile(r"[^\s,={}\"#%@\\]+")


def shared_item(text: str) -> str:
    """Return the item for other people: without the notes, which are the reader's own."""
    item = read_item(text)
    originals = {name: _without_notes(one) for name, one in item.originals.items()}
    return write_item(replace(item, notes=(), originals=originals))


def checked_item(text: str) -> str:
    """Return what of an item from elsewhere is one: fields that are texts, and entries that can be written.

    An entry whose braces or elements are not closed would break every file that it is exported to.
    """
    item = read_item(text)
    checked = Item(
        item.type if isinstance(item.type, str) else "",
        {name: value for name, value in _pairs(item.fields) if _is_value(value)},
        tuple(one for one in item.notes if isinstance(one, str)),
        tuple(one for one in item.typed if isinstance(one, str)),
        {name: one for name, one in item.originals.items() if _is_whole(name, one)},
    )
    return write_item(checked)


def _without_notes(original: Original) -> Original:
    nodes = original.more.get("nodes")
    if not nodes:
        return original
    rest = [name for name in original.more.get("rest", ()) if name != _NOTE_LINK]
    more = {**original.more, "nodes": [node for node in nodes if not node.startswith(_NOTE)], "rest": rest}
    return replace(
        original, fields=tuple(pair for pair in original.fields if pair[0] != _NOTE_LINK), more=more
    )


def _pairs(fields: Any) -> Iterable[tuple[str, Any]]:
    return fields.items() if isinstance(fields, dict) else ()


def _is_value(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and _are_texts(value))


def _are_texts(values: Any) -> bool:
    return isinstance(values, (list, tuple)) and all(isinstance(one, str) for one in values)


def _is_whole(name: str, one: Original) -> bool:
    """Return whether an entry has the form that our own have, and closes what it opens."""
    known, more = [one.kind, one.key, *(field for field, _ in one.fields)], one.more
    lists = [more.get(key, ()) for key in (ALIASES, "rest", "nodes", "shared")]
    if not (_are_texts(known) and isinstance(more, dict) and all(map(_are_texts, lists))):
        return False
    if name == "bibtex":
        return _is_bibtex(one)
    if name in ("csl-json", "jsonl", "openalex"):
        return True
    if not all(isinstance(raw, str) for _, raw in one.fields):
        return False
    return name not in _MARKED_UP or _is_xml(one)


def _is_bibtex(one: Original) -> bool:
    strings, parents = one.more.get("strings", {}), one.more.get("parents", [])
    if not isinstance(strings, dict) or not isinstance(parents, list):
        return False
    try:
        entries = [(one.kind, one.key, one.fields), *parents]
        names = [name for _, _, fields in entries for name, _ in fields] + [*strings]
        names += [kind for kind, _, _ in entries]
        keys = [key for _, key, _ in entries] + list(one.more.get(ALIASES, ()))
        texts = [raw for _, _, fields in entries for _, raw in fields] + [*strings.values()]
    except (TypeError, ValueError):
        return False
    if not _are_texts(names) or not _are_texts(keys) or not _are_texts(texts):
        return False
    return (
        all(_NAME.fullmatch(name) for name in names)
        and not any(set(key) & set('{}",=\n') for key in keys)
        and all(map(_closes, texts))
    )


def _closes(raw: str) -> bool:
    depth = 0
    for match in _BRACE.finditer(raw):
        depth += 1 if match[0] == "{" else -1
        if depth < 0:
            return False
    return depth == 0 and not raw.endswith("\\")


def _is_xml(one: Original) -> bool:
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    spaces = " ".join(f'xmlns:{prefix}="{prefix}"' for prefix in _PREFIXES)
    inside = "".join(raw for _, raw in one.fields) + "".join(one.more.get("nodes", ()))
    tag = one.more.get("tag", "a")
    try:
        fromstring(f"<{tag} {spaces}>{inside}</{tag}>")
    except (ParseError, DefusedXmlException, TypeError, ValueError):
        return False
    return True


_PREFIXES = ("rdf", "z", "dcterms", "bib", "foaf", "dc", "prism", "link", "vcard", "vcard2")
