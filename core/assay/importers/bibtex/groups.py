"""JabRef's groups and Mendeley's folders as collections: from the entries, and from JabRef's comment."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from assay.importers.entries.record import Record
from assay.items.latex import decode_latex

_META = re.compile(r"jabref-(?:meta: ?(?:grouping|groupstree)|entrytype)\s*:", re.IGNORECASE)
_LEVEL = re.compile(r"(?:^|(?<!\\);)\s*(\d{1,2}) (\w+Group):((?:[^;\\]|\\+.)*)", re.DOTALL)
_SEMICOLON = r"\\\;"
"""Of a name: quoted with the name, and again with the group."""
_SEPARATOR = re.compile(r"(?<!\\)\\{1,2};")
_FIELDS = ("groups", "mendeley-groups", "collections")


class Groups:
    """The groups of a file: where each stands in the tree, and the entries that the tree itself names."""

    def __init__(self, comments: Iterable[str]) -> None:
        self._paths: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        for comment in comments:
            if _META.search(comment[:200]) and "Group" in comment:
                self._read(comment)

    def put(self, record: Record) -> Record:
        """Return the record with the collections that its entry is in."""
        original = record.original
        if original is None:
            return record
        names = [
            name.strip()
            for field, raw in original.fields
            if field.lower() in _FIELDS
            for name in decode_latex(raw.strip('{}" \n')).split(",")
        ]
        paths = [self._paths.get(name, name.replace("/", "-")) for name in names if name]
        paths += self._members.get(original.key, [])
        return replace(record, collections=tuple(dict.fromkeys(paths))) if paths else record

    def _read(self, comment: str) -> None:
        """Read a line a group: its depth, its kind, its name, and of the old kind the keys of its entries."""
        text = re.sub(r"[\n\x1f]", "", comment)
        above: list[str] = []
        for match in _LEVEL.finditer(text):
            depth, kind, rest = int(match[1]), match[2], match[3]
            if kind == "AllEntriesGroup" or depth == 0:
                above = []
                continue
            parts = [
                part.replace(_SEMICOLON, ";").replace("\\\\", "").strip() for part in _SEPARATOR.split(rest)
            ]
            name = parts[0].replace("/", "-")
            above = [*above[: depth - 1], name]
            path = "/".join(above)
            self._paths.setdefault(parts[0], path)
            if kind == "ExplicitGroup":
                for key in parts[2:]:
                    self._members.setdefault(key, []).append(path)
