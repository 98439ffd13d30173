"""EndNote's XML, as EndNote, Bookends and others write it: each text stands in one or more <style>."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote
from xml.etree.ElementTree import Element

from assay.importers.entries.attached import kept_inside, placed
from assay.importers.entries.ids import find_doi
from assay.importers.entries.markup import elements, first_text, text_of, texts
from assay.importers.entries.record import Flaw, Record, clean
from assay.importers.entries.source import Source
from assay.importers.tagged.values import tagged_values
from assay.items import Original
from assay.items.dates import from_slashes, iso
from assay.items.item import Value
from assay.items.table import TYPES, csl_type
from assay.items.xml import leaves, nested

_INLINE = frozenset({"style"})
_DAY = re.compile(r"^(?:([A-Za-z]+)\.?(?:\s+(\d{1,2}))?|(\d{1,2})\.?\s+([A-Za-z]+))(?:,?\s+\d{4})?$")
_SEVERAL = re.compile(r"[\r\n;]")
_PUBMED = ("pubmed", "medline", "nlm")
_INTERNAL = "internal-pdf://"
_LOCAL = re.compile(r"file:(?://[^/]*)?", re.IGNORECASE)
_ONLINE = re.compile(r"(?:https?|ftp):", re.IGNORECASE)
_NO_LINK = re.compile(r"<|internal-pdf:|file:|$", re.IGNORECASE)
"""Begins what is not the paper's own address: "<Go to ISI>://WOS:0", a file of the library."""
_LIBRARY = re.compile(r"\.enlp?$", re.IGNORECASE)


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record a <record>."""
    for found in elements(source, frozenset({"record"})):
        yield found if isinstance(found, Flaw) else _record(found.element, found.line, source.path.parent)


def _record(entry: Element, line: int, folder: Path) -> Record:
    addresses = texts(entry, "urls/related-urls/url", "urls/text-urls/url", "urls/web-urls/url")
    known = [text for text in map(clean, addresses) if not _NO_LINK.match(text)]
    links = tuple(sorted(known, key=lambda text: _ONLINE.match(text) is None))
    number = first_text(entry, "electronic-resource-num")
    database = first_text(entry, "remote-database-name", "remote-database-provider").casefold()
    is_pubmed = any(name in database for name in _PUBMED)
    files, outside = kept_inside(_files(entry, folder), folder)
    original = Original(_kind(entry), "", tuple(leaves(entry, inline=_INLINE)))
    type_, values, read = _values(original)
    return Record(
        line=line,
        source_id=first_text(entry, "label").strip(),
        title=first_text(entry, "titles/title", "titles/translated-title"),
        abstract=first_text(entry, "abstract"),
        authors=tuple(_people(entry, "authors") or _people(entry, "secondary-authors")),
        dates=tuple(texts(entry, "dates/year", "dates/pub-dates/date")),
        venue=first_text(entry, "periodical/full-title")
        or str(values.get("container-title", ""))  # of a book in a series it stands in the note
        or first_text(entry, "titles/secondary-title", "periodical/abbr-1", "publisher"),
        doi=next(filter(find_doi, (number, *(link.partition("?")[0] for link in links))), ""),
        pmid=first_text(entry, "accession-num") if is_pubmed else "",
        url=links[0] if links else "",
        keywords=tuple(part for text in texts(entry, "keywords/keyword") for part in _SEVERAL.split(text)),
        hints=(
            number,
            *links,
            first_text(entry, "notes"),
            *texts(entry, "custom7", "titles/secondary-title"),
        ),
        files=files,
        outside=outside,
        type=type_,
        values=values,
        original=original,
        read=read,
        format="endnote-xml",
    )


def endnote_record(original: Original) -> Record:
    """Return the record of an entry that a paper kept."""
    from defusedxml.ElementTree import fromstring

    entry = fromstring(f"<record>{''.join(nested(original.fields))}</record>")
    return _record(entry, 0, Path())


def _kind(entry: Element) -> str:
    """Return the name of the reference type, or its number."""
    found = entry.find("ref-type")
    return "" if found is None else found.get("name") or text_of(found).strip()


def _values(original: Original) -> tuple[str, dict[str, Value], dict[str, str]]:
    """Return the type, the fields by variable, and path -> variable of the paths that were read."""
    from defusedxml.ElementTree import fromstring

    pairs = [(path, clean_lines(text_of(fromstring(xml)))) for path, xml in original.fields]
    kind = original.kind
    type_ = csl_type("endnote", kind)
    if kind.isdigit():
        type_ = next((row.csl for row in TYPES if row.number == int(kind)), type_)
    values, read = tagged_values("endnote", type_, pairs)
    texts = dict(reversed(pairs))
    year, day = texts.get("dates/year", "").strip(), texts.get("dates/pub-dates/date", "").strip()
    values["issued"] = _date(year, day)
    read |= {"dates/year": "issued", "dates/pub-dates/date": "issued", "ref-type": "type"}
    if not texts.get("contributors/authors/author") and values.get("editor"):
        values["author-from"] = "editor"
    return type_, {name: value for name, value in values.items() if value}, read


def clean_lines(text: str) -> str:
    """The text with EndNote's carriage returns as line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _date(year: str, day: str) -> str:
    """Return the year, with month and day if the date has just these: "Mar 12", "12 March", "May"."""
    if "/" in day:
        parts = day.split("/")
        return from_slashes(day) if len(parts[0]) == 4 else iso(year, *(part.strip() for part in parts[:2]))
    match = _DAY.match(day)
    if match is None:
        return iso(year)
    return iso(year, match[1] or match[4] or "", match[2] or match[3] or "")


def _people(entry: Element, kind: str) -> list[str]:
    """The names; a comma at the end says that all of it is one name, such as that of a group."""
    names = (clean(name) for name in texts(entry, f"contributors/{kind}/author"))
    return [name.rstrip(",") for name in names]


def _files(entry: Element, folder: Path) -> Iterator[str]:
    """Yield the PDFs: those of the library lie in the folder that EndNote keeps next to its .enl file."""
    library = re.split(r"[\\/]", first_text(entry, "database").strip())[-1]
    data = folder / f"{_LIBRARY.sub('', library)}.Data" / "PDF"
    for address in map(str.strip, texts(entry, "urls/pdf-urls/url")):
        if address.startswith(_INTERNAL):
            yield placed(unquote(address.removeprefix(_INTERNAL)).lstrip("/"), data)
        elif local := _LOCAL.match(address):
            yield placed(unquote(address[local.end() :]), folder)
        elif not _ONLINE.match(address):
            yield placed(address, folder)
