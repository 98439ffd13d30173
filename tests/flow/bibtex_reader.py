"""What a BibTeX file says, by readers that are not ours: bibtexparser's splitter and a scan of braces."""

from __future__ import annotations

import gzip
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

from bibtexparser.model import DuplicateBlockKeyBlock, DuplicateFieldKeyBlock, Entry
from bibtexparser.splitter import Splitter

Fields = list[tuple[str, Any]]
START = re.compile(r"(?m)^[ \t]*@[ \t]*(\w+)\s*([{(])[ \t]*([^\s,=(){}\"#%]*)")
"""Type and key of an entry: the simple reader, with which keys are counted."""
NO_ENTRIES = ("string", "comment", "preamble")


class Listed(NamedTuple):
    """An entry of a file: the line where it begins, its type, its key, and what it holds."""

    line: int
    kind: str
    key: str
    fields: Fields


def text_of(path: Path) -> str:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def files_of(shared_data: Path, *endings: str) -> list[Path]:
    every = sorted((shared_data / "reference_libraries").rglob("*"))
    return [path for path in every if path.name.removesuffix(".gz").endswith(endings)]


def bibtex_entries(text: str) -> dict[str, list[Fields]]:
    """key -> the entries of this key, as bibtexparser's splitter finds them: type, then (name, raw value)."""
    found: dict[str, list[Fields]] = {}
    for piece in re.split(r"(?m)^(?=[ \t]*@[ \t]*\w+\s*[{(])", text):  # a broken one takes others with it
        for entry in _parsed(piece):
            found.setdefault(entry.key, []).append(_fields(entry))
    return found


def listed_entries(text: str) -> list[Listed]:
    """All entries of a file, in order: those that bibtexparser does not see by their braces."""
    starts = [*START.finditer(text)]
    found = []
    for match, end in zip(starts, [*(one.start() for one in starts[1:]), len(text)], strict=True):
        kind, opening, key = match[1].lower(), match[2], match[3]
        if kind in NO_ENTRIES:
            continue
        line = text.count("\n", 0, match.start()) + 1
        parsed = _parsed(text[match.start() : end])
        if parsed:
            found.append(Listed(line, kind, parsed[0].key, _fields(parsed[0])))
        else:
            fields = [("@", kind), *_by_braces(text[match.end() : end], ")" if opening == "(" else "}")]
            found.append(Listed(line, kind, key, fields))
    return found


def _parsed(piece: str) -> list[Entry]:
    deep = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)  # it recurses over line ends
    try:
        blocks = Splitter(piece).split().blocks
    finally:
        sys.setrecursionlimit(deep)
    found = []
    for block in blocks:
        entry = block
        while isinstance(entry, (DuplicateBlockKeyBlock, DuplicateFieldKeyBlock)):
            entry = entry.ignore_error_block
        if isinstance(entry, Entry):
            found.append(entry)
    return found


def _fields(entry: Entry) -> Fields:
    return [("@", entry.entry_type.lower()), *((field.key, field.value) for field in entry.fields)]


def _by_braces(body: str, closing: str) -> Fields:
    """(name, raw value) of `, name = value` at depth 0, up to the mark that closes the entry."""
    fields, depth, quoted, begin = [], 0, False, 0
    parts = []
    for at, mark in enumerate(body):
        if mark == "{":
            depth += 1
        elif mark == "}" and (depth or closing != "}"):
            depth -= 1
        elif mark == '"' and depth == 0:
            quoted = not quoted
        elif depth == 0 and not quoted and mark in (",", closing):
            parts.append(body[begin:at])
            begin = at + 1
            if mark == closing:
                break
    for part in parts:
        name, equals, raw = part.partition("=")
        if equals:
            fields.append((name.strip(), raw.strip()))
    return fields
