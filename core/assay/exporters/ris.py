"""RIS, a line a value: a record's own lines where it came as RIS, less what was changed since."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from assay.exporters.kinds import type_of
from assay.exporters.lists import one_line, written_id
from assay.exporters.tagged import changed_fields, note_of
from assay.importers.originals import Kept, kept
from assay.items.dates import parts
from assay.items.item import Value
from assay.items.table import type_name, written_name
from assay.types import Paper

_FIRST = ("title", "author", "issued", "container-title")
_PAGES = re.compile(r"^\s*([^\s\u2013-]+)\s*[\u2013-]+\s*([^\s\u2013-]+)\s*$")


def lines(papers: Iterable[Paper]) -> Iterator[str]:
    """Yield the lines of a file, with an empty one after each record."""
    for paper in papers:
        one = kept(paper, "ris")
        if one.original is None:
            type_ = type_of(paper, one.type)
            yield f"TY  - {type_name('ris', type_)}"
            yield f"ID  - {written_id(paper.doc_id)}"
            yield from _lines(_fields(paper, one, type_))
        else:
            kind = type_name("ris", one.type) if "type" in one.changed else one.original.kind
            yield f"TY  - {kind}"
            yield from _lines(changed_fields(one, "ris", note_of(paper, one, "ris"), _written))
        yield "ER  - "
        yield ""


def _lines(fields: Iterable[tuple[str, str]]) -> Iterator[str]:
    for tag, text in fields:
        yield from f"{tag}  - {text}".split("\n")


def _fields(paper: Paper, one: Kept, type_: str) -> Iterator[tuple[str, str]]:
    values = dict(one.values)
    values["note"] = note_of(paper, one, "ris")
    for variable in [*_FIRST, *(name for name in values if name not in _FIRST)]:
        if value := values.get(variable):
            yield from _written(variable, value, type_, "")
    if paper.pmid:
        yield "DB", "PubMed"
        yield "AN", paper.pmid


def _written(variable: str, value: Value, type_: str, tag: str) -> Iterator[tuple[str, str]]:
    """The lines of a variable, under `tag` where the record has one already."""
    name = tag or written_name(variable, "ris", type_)
    if not name or not value:
        return
    if isinstance(value, list):
        yield from ((name, one_line(text)) for text in value)
    elif variable == "issued":
        numbers = parts(value)
        yield "PY" if name == "DA" else name, str(numbers[0]) if numbers else one_line(value)
        if numbers[1:]:
            yield "DA", "/".join(f"{number:02}" for number in numbers) + "/" * (3 - len(numbers))
    elif variable == "page" and (ends := _PAGES.match(value)) is not None:
        yield "SP", ends[1]
        yield "EP", ends[2]
    elif variable in ("note", "annote"):
        yield from ((name, line) for line in value.split("\n") if line.strip())
    else:
        yield name, one_line(value)
