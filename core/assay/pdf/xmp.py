"""XMP: what the publisher says of a paper in the file itself, as RDF."""

from __future__ import annotations

import mmap
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from assay.files import open_regular

_BEGIN, _END = b"<x:xmpmeta", b"</x:xmpmeta>"
_LONGEST = 1 << 20
_PACKETS = 50
_PICTURES = (b"photoshop:", b"exif:", b"tiff:", b"xmpMM:DerivedFrom")
_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_DOI_NAMES = frozenset({"doi", "identifier", "WPS-ARTICLEDOI", "url"})
_DATE_NAMES = ("coverDate", "publicationDate", "coverDisplayDate", "MajorVersionDate")


@dataclass(frozen=True, slots=True)
class Xmp:
    """The fields of interest, "" or () where the packet has none."""

    title: str = ""
    authors: tuple[str, ...] = ()
    description: str = ""
    dates: tuple[str, ...] = ()  # of publication
    identifiers: tuple[str, ...] = ()  # texts that may hold a DOI or an arXiv id


def find_packet(path: Path) -> bytes:
    """The file's XMP packet, b"" without one. Pictures in a PDF bring their own, which are passed over.

    Packets are kept plain so that programs find them without knowing PDF; a compressed one is not found.
    """
    try:
        with open_regular(path) as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            at = 0
            for _ in range(_PACKETS):
                begin = content.find(_BEGIN, at)
                end = content.find(_END, begin, begin + _LONGEST) if begin >= 0 else -1
                if end < 0:
                    return b""
                packet = content[begin : end + len(_END)]
                if not any(mark in packet for mark in _PICTURES):
                    return packet
                at = end
    except (OSError, ValueError):  # too large for this process's memory: a scanned book has no DOI there
        pass
    return b""


def parse(packet: bytes) -> Xmp:
    """Return the fields of a packet; of one that is malformed, or declares entities, none."""
    if not packet:
        return Xmp()
    try:
        root = fromstring(packet, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return Xmp()
    named: dict[str, list[str]] = {}
    for element in root.iter():
        for name, text in (*element.attrib.items(), (element.tag, element.text or "")):
            if text.strip():
                named.setdefault(name.rpartition("}")[2], []).append(text.strip())
    return Xmp(
        title=next(iter(_items(root, "title")), ""),
        authors=_items(root, "creator"),
        description=next(iter(_items(root, "description")), ""),
        dates=tuple(text for name in _DATE_NAMES for text in named.get(name, ())),
        identifiers=tuple(text for name in _DOI_NAMES for text in named.get(name, ()))
        + _items(root, "identifier"),
    )


def _items(root: Element, name: str) -> tuple[str, ...]:
    """Return the texts of a Dublin Core property, of a list or alone."""
    for found in root.iter(_DC + name):
        texts = [item.text for item in found.iter(_RDF + "li")] or [found.text]
        return tuple(" ".join(text.split()) for text in texts if text and text.strip())
    return ()
