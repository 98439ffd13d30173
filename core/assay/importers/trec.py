"""TREC's documents: <DOC> with a <DOCNO>, a title or headline, and a text, as the collections have them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assay.importers.entries.record import MAX_FIELD, Flaw, Record, too_long
from assay.importers.entries.source import Source
from assay.messages import message

_TITLES = ("TITLE", "HEADLINE", "HL", "TTL", "TI", "H3")
_TEXTS = ("TEXT", "ABSTRACT", "LP", "LEADPARA", "BODY")
_AUTHORS = ("AUTHOR", "AUTHORS", "BYLINE")
_DATES = ("DATE", "DATE1", "DATE_TIME")
_END = re.compile(r"</DOC>", re.IGNORECASE)
_BEGIN = re.compile(r"<DOC>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record a document. One without a number, or that does not end, is a flaw of its own."""
    begun, size = 0, 0
    lines: list[str] = []
    for line in source.lines():
        if not begun and not _BEGIN.search(line):
            continue
        begun = begun or source.line
        size += len(line)
        if size <= MAX_FIELD:
            lines.append(line)
        if _END.search(line):
            if size > MAX_FIELD:
                yield too_long(begun, message("document"), size)
            else:
                yield _record("\n".join(lines), begun)
            begun, size, lines = 0, 0, []
    if begun:
        yield Flaw(begun, message("the document does not end with </DOC>"))


def _record(text: str, line: int) -> Record | Flaw:
    doc_id = _first(text, ("DOCNO",))
    if not doc_id:
        return Flaw(line, message("the document has no <DOCNO>"))
    return Record(
        line=line,
        source_id=doc_id,
        title=_first(text, _TITLES),
        abstract=" ".join(_all(text, _TEXTS)),
        authors=tuple(_all(text, _AUTHORS)),
        dates=tuple(_all(text, _DATES)),
        may_lack_title=True,
    )


def _first(text: str, names: tuple[str, ...]) -> str:
    return next((found for name in names if (found := " ".join(_elements(text, name)))), "")


def _all(text: str, names: tuple[str, ...]) -> list[str]:
    return [element for name in names for element in _elements(text, name)]


def _elements(text: str, name: str) -> list[str]:
    """Return what stands in the elements of this name, tags inside left out; "" is not among it."""
    found = re.findall(rf"<{name}>(.*?)</{name}>", text, re.IGNORECASE | re.DOTALL)
    return [plain for one in found if (plain := " ".join(_TAG.sub(" ", one).split()))]
