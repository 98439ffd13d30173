"""EndNote's import format (.enw), as Refer and BibIX before it: lines that begin with a tag, %A."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.importers.entries.ids import find_doi
from assay.importers.entries.record import MAX_FIELD, Flaw, Record, too_long
from assay.importers.entries.source import Source
from assay.importers.tagged.values import tagged_values
from assay.items import Original
from assay.items.dates import from_slashes, iso
from assay.items.table import csl_type
from assay.messages import message

_LINE = re.compile(r"^%([0A-Z1-9*$@!?\[\](){}<>&~^+#=])(?:[ \t](.*))?$")
_DAY = re.compile(r"^([A-Za-z]+)\.?(?:\s+(\d{1,2}))?(?:,?\s+\d{4})?$")


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record from each %0 line to the next one, or to an empty line before it."""
    fields: list[tuple[str, str]] = []
    begin = size = 0
    for text in source.lines():
        match = _LINE.match(text)
        if match is not None and match[1] == "0":
            if fields:
                yield _checked(fields, begin, size)
            fields, begin, size = [("0", (match[2] or "").strip())], source.line, len(text)
        elif fields:
            size += len(text)
            if size > 3 * MAX_FIELD:
                continue
            if match is not None:
                fields.append((match[1], (match[2] or "").strip()))
            elif text.strip():
                tag, above = fields[-1]
                fields[-1] = (tag, f"{above}\n{text.strip()}")
    if fields and not source.fault:
        yield _checked(fields, begin, size)


def _checked(fields: list[tuple[str, str]], line: int, size: int) -> Record | Flaw:
    if size > 3 * MAX_FIELD:
        return too_long(line, message("record"), size)
    return enw_record(Original(fields[0][1], "", tuple(fields[1:])), line)


def enw_record(original: Original, line: int = 0) -> Record:
    """Return the record of an entry, which may be one that a paper kept."""
    type_ = csl_type("endnote", original.kind)
    values, read = tagged_values("enw", type_, original.fields)
    texts: dict[str, list[str]] = {}
    for tag, text in original.fields:
        if text:
            texts.setdefault(tag, []).append(text)

    def first(*tags: str) -> str:
        return next((texts[tag][0] for tag in tags if tag in texts), "")

    day = _DAY.match(first("8"))
    values["issued"] = (
        iso(first("D"), day[1], day[2] or "") if day else from_slashes(first("D") or first("8"))
    )
    read |= {"8": "issued", "D": "issued"}
    authors = tuple(texts.get("A", ())) or tuple(texts.get("E", ()))
    if "A" not in texts and values.get("editor"):
        values["author-from"] = "editor"
    return Record(
        line=line,
        source_id=first("F"),
        title=first("T"),
        abstract=first("X"),
        authors=tuple(name.rstrip(",") for name in authors),
        dates=(first("D"), first("8")),
        venue=first("J", "B", "S", "I"),
        doi=next(filter(find_doi, texts.get("R", ())), ""),
        url=first("U"),
        keywords=tuple(word for text in texts.get("K", ()) for word in re.split(r"[\n;]", text)),
        hints=(*texts.get("Z", ()), *texts.get("U", ())),
        type=type_,
        values={name: value for name, value in values.items() if value},
        original=original,
        read=read,
        format="enw",
    )
