"""BibTeX and biblatex, parsed by bibtexparser 2.

bibtexparser gets the text in chunks of whole entries, each entry on one line, for four reasons: progress
and cancellation in between; a block's line there tells its line in the file; its splitter recurses over line
ends, and so cannot take a thousand of them; and it does not know entries in parentheses. The values (macros,
`#`, braces) are resolved here, only for the fields that are used.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bibtexparser.model import (
    DuplicateBlockKeyBlock,
    DuplicateFieldKeyBlock,
    Entry,
    ParsingFailedBlock,
    String,
)
from bibtexparser.splitter import Splitter

from assay.importers.bibtex.groups import Groups
from assay.importers.bibtex.record import parent_names, record_of
from assay.importers.bibtex.values import (
    MONTHS,
    Expansion,
    Macros,
    balanced,
    loose_fields,
    macro_names,
    value_end,
)
from assay.importers.entries.record import MAX_FIELD, Flaw, Record, too_long
from assay.importers.entries.source import Source
from assay.items import Original
from assay.messages import Message, message

# It warns of each malformed block, which we report ourselves with its line.
logging.getLogger("bibtexparser.splitter").setLevel(logging.ERROR)

_CHUNK = 200
_START = re.compile(r"^[ \t]*+(%?)[% \t]*+@[ \t]*(\w+)\s*([{(])[ \t]*([^\s,=(){}\"#%]*)", re.MULTILINE)
_KEYLESS = re.compile(r"^(@\w+[{(])(\s*[\w-]+\s*=)")
_NO_PAPER = frozenset({"xdata", "set", "control", "bibtexkeypattern"})
MOST_PARENTS = 100
"""Entries that one may inherit from, at any depth: `@xdata` of publishers and series are a handful."""
_PARENTS = re.compile(r"\b(?:crossref|xdata)\s*=\s*[{\"]?\s*([^{}\"\s][^{}\"]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Piece:
    """One top-level `@...` block with what follows it, up to the next one."""

    kind: str  # lower case
    key: str
    text: str  # on one line
    line: int


_LINE_END = "\x1f"
"""Stands for a line end within a piece: white space to every pattern, and a line end again afterwards."""


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record an entry, in order; crossref and xdata are resolved wherever the parent stands."""
    text = source.text()
    pieces = list(_pieces(text))
    entries = [piece for piece in pieces if piece.kind not in ("string", "comment", "preamble")]
    source.total = len(entries)
    macros = _macros([piece for piece in pieces if piece.kind == "string"])
    parents = _parents(text, entries)
    groups = Groups(piece.text for piece in pieces if piece.kind == "comment")
    for start in range(0, len(entries), _CHUNK):
        chunk = entries[start : start + _CHUNK]
        is_last = start + _CHUNK >= len(entries)
        for item in _parsed(chunk):
            if isinstance(item, Flaw):
                if not (source.fault and is_last and item.line == chunk[-1].line):  # is the file's fault
                    yield item
                continue
            piece, entry = item
            if entry.kind.lower() in _NO_PAPER:
                if entry.kind.lower() == "set":
                    why = message("the entry '{0}' is a @set of others, and left out", entry.key[:80])
                    yield Flaw(piece.line, why)
                continue
            try:
                above, fault = _ancestors(entry, parents) if parents else ({}, None)
                record = record_of(_with_context(entry, macros, above, piece.line), macros, piece.line)
            except Expansion as error:
                why = message("the entry '{0}' is left out: {1}", entry.key[:80], error.message)
                yield Flaw(piece.line, why)
                continue
            yield groups.put(record)
            if fault:
                why = message("'{0}' {1}. It is here with what the others say", entry.key[:80], fault)
                yield Flaw(piece.line, why, n_kept=1)
    if macros.undefined:
        why = message(
            "{0} {0:entry uses|entries use} macros that the file does not define: {1}. Their names are kept "
            "as they are; define them by @string and import again",
            macros.n_undefined,
            ", ".join(macros.undefined)[:200],
        )
        yield Flaw(min(macros.undefined.values()), why, macros.n_undefined)


def _with_context(entry: Original, macros: Macros, known: dict[str, Original], line: int) -> Original:
    """The entry with the macros and parents that it uses: enough to write it again without the file."""
    fields = [field for one in (entry, *known.values()) for field in one.fields]
    used = {name: macros.get(name.casefold(), "") for _, raw in fields for name in macro_names(raw)}
    macros.note(used, line)
    strings = {
        name: text
        for name, text in used.items()
        if text and text != MONTHS.get(name.casefold()) and balanced(text)
    }
    for parent in known.values():
        macros.spend(sum(len(raw) for _, raw in parent.fields))
    more: dict[str, object] = {}
    if strings:
        more["strings"] = strings
    if known:
        more["parents"] = [[one.kind, one.key, one.fields] for one in known.values()]
    return Original(entry.kind, entry.key, entry.fields, more)


def _ancestors(entry: Original, parents: dict[str, Original]) -> tuple[dict[str, Original], Message | None]:
    """Return the entries that it inherits from, its own parents first, and what is wrong with these."""
    known: dict[str, Original] = {}
    level: list[Original] = [entry]
    fault: Message | None = None
    while level:
        names = dict.fromkeys(name for one in level for name in parent_names(one))
        if entry.key in names:
            fault = message("is its own parent by crossref or xdata")
        new = [name for name in names if name in parents and name not in known and name != entry.key]
        if len(known) + len(new) > MOST_PARENTS:
            return known, message("has more than {0} parents by crossref and xdata", MOST_PARENTS)
        level = [parents[name] for name in new]
        known |= {one.key: one for one in level}
    return known, fault


def _pieces(text: str) -> Iterator[_Piece]:
    """The blocks that begin at the start of a line, as bibtexparser sees them too, less those after a `%`.

    BibTeX itself knows no such comments, but people who put a `%` before an entry want it left out.
    """
    line, counted = 1, 0
    starts = list(_START.finditer(text))
    ends = [*(match.start() for match in islice(starts, 1, None)), len(text)]
    for match, end in zip(starts, ends, strict=False):
        commented, kind, _opening, key = match.groups()
        if commented:
            continue
        line += text.count("\n", counted, match.start())
        counted = match.start()
        body = text[match.start(3) : end].rstrip()
        piece = f"@{kind}{body}".replace(_LINE_END, " ").replace("\n", _LINE_END)
        kind = kind.lower()
        yield _Piece(kind, key, piece if kind == "string" else _KEYLESS.sub(r"\1,\2", piece), line)


def _split(pieces: list[_Piece]) -> Iterator[tuple[_Piece, object]]:
    """bibtexparser's blocks, each with the piece that it was in."""
    for block in Splitter("\n".join(piece.text for piece in pieces)).split().blocks:
        if isinstance(block, (Entry, String, ParsingFailedBlock)):
            line = block.start_line or 0
            yield pieces[min(line, len(pieces) - 1)], block


def _macros(pieces: list[_Piece]) -> Macros:
    """Return the `@string` definitions, which may use each other in order, and the names of the months."""
    macros = Macros()
    for _, block in _split(pieces):
        found = block.ignore_error_block if isinstance(block, DuplicateBlockKeyBlock) else block
        if isinstance(found, String):
            macros.define(found.key, found.value.replace(_LINE_END, "\n"))
    return macros


def _parsed(pieces: list[_Piece]) -> Iterator[tuple[_Piece, Original] | Flaw]:
    """Yield the entries of some pieces, and a flaw for each that is malformed."""
    small = [piece for piece in pieces if len(piece.text) <= MAX_FIELD]
    for piece in pieces:
        if len(piece.text) > MAX_FIELD:
            yield too_long(piece.line, message("entry '{0}'", piece.key[:80]), len(piece.text))
    for piece, block in _split(small) if small else ():
        entry = block
        if isinstance(block, (DuplicateBlockKeyBlock, DuplicateFieldKeyBlock)):
            entry = block.ignore_error_block
        if isinstance(entry, DuplicateFieldKeyBlock):
            entry = entry.ignore_error_block
        if isinstance(entry, Entry):
            kind = re.split(r"[{(]", piece.text[1:], maxsplit=1)[0].strip()
            yield piece, Original(kind, entry.key, tuple(_fields(entry)))
        elif isinstance(entry, ParsingFailedBlock):
            reason = str(getattr(entry.error, "abort_reason", entry.error)).strip().rstrip(".")
            why = message("the entry '{0}' is malformed: {1}", piece.key[:80], reason)
            yield Flaw(piece.line, why)


def _fields(entry: Entry) -> Iterator[tuple[str, str]]:
    """Names and raw values as they stand; a field after a missing comma is one of its own."""
    for field in entry.fields:
        name, raw = field.key.strip(), field.value.replace(_LINE_END, "\n")
        loose = list(loose_fields(raw))
        yield name, raw[: value_end(raw)] if loose else raw
        yield from loose


def _parents(text: str, entries: list[_Piece]) -> dict[str, Original]:
    """Return the entries that others refer to, by key."""
    lowered = text.lower()
    if "crossref" not in lowered and "xdata" not in lowered:  # saves the search, a tenth of the whole time
        return {}
    wanted = {key.strip() for match in _PARENTS.finditer(text) for key in match[1].split(",")}
    parsed = _parsed([entry for entry in entries if entry.key in wanted])
    return {item[1].key: item[1] for item in parsed if not isinstance(item, Flaw)}
