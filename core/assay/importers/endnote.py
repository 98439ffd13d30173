"""EndNote's XML, as EndNote, Bookends and others write it: each text stands in one or more <style>."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from assay.importers.attached import placed
from assay.importers.ids import find_doi
from assay.importers.markup import elements, first_text, texts
from assay.importers.record import Flaw, Record, clean

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from xml.etree.ElementTree import Element

    from assay.importers.source import Source

_SEVERAL = re.compile(r"[\r\n;]")
_PUBMED = ("pubmed", "medline", "nlm")
_INTERNAL = "internal-pdf://"
_LOCAL = re.compile(r"file:(?://[^/]*)?", re.IGNORECASE)
_ONLINE = re.compile(r"(?:https?|ftp):", re.IGNORECASE)
_LIBRARY = re.compile(r"\.enlp?$", re.IGNORECASE)


def read(source: Source) -> Iterator[Record | Flaw]:
    """One record a <record>."""
    for found in elements(source, frozenset({"record"})):
        yield found if isinstance(found, Flaw) else _record(found.element, found.line, source.path.parent)


def _record(entry: Element, line: int, folder: Path) -> Record:
    addresses = texts(entry, "urls/related-urls/url", "urls/text-urls/url", "urls/web-urls/url")
    links = tuple(text for text in map(clean, addresses) if _ONLINE.match(text))  # no "<Go to ISI>://WOS:0"
    number = first_text(entry, "electronic-resource-num")
    database = first_text(entry, "remote-database-name", "remote-database-provider").casefold()
    is_pubmed = any(name in database for name in _PUBMED)
    return Record(
        line=line,
        title=first_text(entry, "titles/title", "titles/translated-title"),
        abstract=first_text(entry, "abstract"),
        authors=tuple(_people(entry, "authors") or _people(entry, "secondary-authors")),
        dates=tuple(texts(entry, "dates/year", "dates/pub-dates/date")),
        venue=first_text(
            entry, "periodical/full-title", "titles/secondary-title", "periodical/abbr-1", "publisher"
        ),
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
        files=tuple(filter(None, _files(entry, folder))),
    )


def _people(entry: Element, kind: str) -> list[str]:
    """The names; a comma at the end says that all of it is one name, such as that of a group."""
    names = (clean(name) for name in texts(entry, f"contributors/{kind}/author"))
    return [name.rstrip(",") for name in names]


def _files(entry: Element, folder: Path) -> Iterator[str]:
    """The PDFs: those of the library lie in the folder that EndNote keeps beside its .enl file."""
    library = re.split(r"[\\/]", first_text(entry, "database").strip())[-1]
    data = folder / f"{_LIBRARY.sub('', library)}.Data" / "PDF"
    for address in map(str.strip, texts(entry, "urls/pdf-urls/url")):
        if address.startswith(_INTERNAL):
            yield placed(unquote(address.removeprefix(_INTERNAL)).lstrip("/"), data)
        elif local := _LOCAL.match(address):
            yield placed(unquote(address[local.end() :]), folder)
        elif not _ONLINE.match(address):
            yield placed(address, folder)
