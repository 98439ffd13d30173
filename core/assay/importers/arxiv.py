"""Atom as arXiv's API answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree.ElementTree import Element

from assay.importers.entries.ids import find_arxiv_id
from assay.importers.entries.markup import Found, elements, first_text, texts
from assay.importers.entries.record import Flaw, Record, clean
from assay.importers.entries.source import Source
from assay.importers.tagged.values import flat_values
from assay.messages import message

_ATOM = "{http://www.w3.org/2005/Atom}"
_ARXIV = "{http://arxiv.org/schemas/atom}"
ENTRIES = frozenset({f"{_ATOM}entry"})


def read(source: Source) -> Iterator[Record | Flaw]:
    """Return one record an entry; an answer that tells of an error is a flaw."""
    return records(elements(source, ENTRIES))


def records(entries: Iterable[Found | Flaw]) -> Iterator[Record | Flaw]:
    """Yield the records of `ENTRIES`."""
    for found in entries:
        yield found if isinstance(found, Flaw) else _record(found.element, found.line)


def _record(entry: Element, line: int) -> Record | Flaw:
    address = first_text(entry, f"{_ATOM}id").strip()
    if "/api/errors" in address:
        summary = clean(first_text(entry, f"{_ATOM}summary"))[:200]
        return Flaw(line, message("arXiv answered with an error: {0}", summary))
    arxiv_id = find_arxiv_id(address)
    original, values, read = flat_values("arxiv", "article", entry)
    values["issued"] = first_text(entry, f"{_ATOM}published").partition("T")[0].strip()
    read |= {name: "keyword" for name, _ in original.fields if name.endswith("category@term")}
    return Record(
        line=line,
        type="article",
        values=values,
        original=original,
        read=read,
        format="arxiv",
        source_id=arxiv_id,
        title=first_text(entry, f"{_ATOM}title"),
        abstract=first_text(entry, f"{_ATOM}summary"),
        authors=tuple(texts(entry, f"{_ATOM}author/{_ATOM}name")),
        dates=tuple(texts(entry, f"{_ATOM}published", f"{_ATOM}updated")),
        venue=first_text(entry, f"{_ARXIV}journal_ref"),
        doi=first_text(entry, f"{_ARXIV}doi"),
        arxiv=arxiv_id,
        url=_page(entry) or address,
        keywords=tuple(category.get("term", "") for category in entry.iterfind(f"{_ATOM}category")),
    )


def _page(entry: Element) -> str:
    """Return the address of the abstract's page."""
    links = (link for link in entry.iterfind(f"{_ATOM}link") if link.get("rel") == "alternate")
    return next((link.get("href", "") for link in links), "")
