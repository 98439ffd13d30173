"""Zotero's RDF: items, what they are part of, and their attachments stand next to each other as nodes.

A node may refer to one that comes later, so nothing is yielded before the end of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple
from xml.etree.ElementTree import Element
from xml.sax.saxutils import quoteattr

from assay.importers.entries.attached import is_pdf, kept_inside, placed
from assay.importers.entries.ids import find_doi
from assay.importers.entries.markup import elements, first_text, text_of, texts
from assay.importers.entries.record import Flaw, Record, clean
from assay.importers.entries.source import Source
from assay.importers.zotero.values import DECLARED, fields_of, note_text, short, values_of_node, xml_of
from assay.items import Original

_RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
_Z = "{http://www.zotero.org/namespaces/export#}"
_BIB = "{http://purl.org/net/biblio#}"
_DC = "{http://purl.org/dc/elements/1.1/}"
_TERMS = "{http://purl.org/dc/terms/}"
_FOAF = "{http://xmlns.com/foaf/0.1/}"
_PRISM = "{http://prismstandard.org/namespaces/1.2/basic/}"
_LINK = "{http://purl.org/rss/1.0/modules/link/}"

_ABOUT = f"{_RDF}about"
_RESOURCE = f"{_RDF}resource"
_DEEPEST = 20  # collections in collections
_NO_PAPERS = frozenset({"note", "annotation"})
_NO_PARTS = frozenset({f"{_BIB}Memo", f"{_Z}Collection"})
_PEOPLE = (
    f"{_BIB}authors", f"{_BIB}editors", f"{_Z}inventors", f"{_Z}artists", f"{_Z}directors",
    f"{_Z}presenters", f"{_Z}programmers", f"{_Z}podcasters", f"{_Z}performers", f"{_Z}cartographers",
    f"{_Z}interviewees", f"{_Z}sponsors", f"{_Z}seriesEditors", f"{_BIB}contributors",
)  # fmt: skip
"""The roles, of which the first that anybody has gives the authors."""


_PERSON = frozenset({f"{_FOAF}Person", f"{_FOAF}Organization"})


class _Whole(NamedTuple):
    """What an item is part of: a journal, a book, a series."""

    title: str
    doi: str  # Zotero writes an article's DOI here
    is_series: bool


@dataclass(frozen=True, slots=True)
class _Item:
    """A paper that may have to wait for other nodes."""

    record: Record  # without what they say
    conference: str
    publisher: str
    node: Element
    kind: str
    wholes: list[_Whole | str] = field(default_factory=list)  # a text is the name of another node
    attachments: list[str] = field(default_factory=list)  # names of nodes
    notes: list[str] = field(default_factory=list)  # likewise


def read(source: Source) -> Iterator[Record | Flaw]:
    """Yield one record an item, in order; notes, attachments and collections are none."""
    items: list[_Item | Flaw] = []
    wholes: dict[str, _Whole] = {}
    files: dict[str, str] = {}
    nodes: dict[str, Element] = {}
    collections: dict[str, tuple[str, list[str]]] = {}
    for found in elements(source):
        if isinstance(found, Flaw):
            items.append(found)
            continue
        node = found.element
        name, kind = node.get(_ABOUT, ""), first_text(node, f"{_Z}itemType").strip()
        nodes[name] = node
        if kind == "attachment" or node.tag == f"{_Z}Attachment":
            files[name] = _pdf(node, source.path.parent)
        elif kind and kind not in _NO_PAPERS:
            items.append(_item(node, found.line, kind))
        elif node.tag == f"{_Z}Collection":
            inside = [part.get(_RESOURCE, "") for part in node.iterfind(f"{_TERMS}hasPart")]
            collections[name] = (first_text(node, f"{_DC}title").strip() or name, inside)
        elif not kind and node.tag not in _NO_PARTS:
            wholes[name] = _whole(node)
    uses = Counter(whole for item in items if isinstance(item, _Item) for whole in item.wholes)
    wholes |= _without_doi(wholes, uses)
    source.total = len(items)
    paths = collection_paths(collections)
    for item in items:
        if isinstance(item, Flaw):
            yield item
            continue
        shared = [part for part in item.wholes if isinstance(part, str) and uses[part] > 1]
        record = _kept(_joined(item, wholes, files, source.path.parent), item, nodes, shared)
        yield replace(record, collections=tuple(paths.get(item.node.get(_ABOUT, ""), ())))


def _without_doi(wholes: Mapping[str, _Whole], uses: Mapping[_Whole | str, int]) -> dict[str, _Whole]:
    """Return the parts of several papers: their DOI is none of theirs."""
    shared = (part for part, count in uses.items() if isinstance(part, str) and count > 1 and part in wholes)
    return {part: wholes[part]._replace(doi="") for part in shared}


def zotero_record(original: Original) -> Record:
    """Return the record of an item that a paper kept."""
    from defusedxml.ElementTree import fromstring

    tag_, about = original.more.get("tag", "rdf:Description"), quoteattr(original.key)
    inside = "".join(xml for _, xml in original.fields)
    others = "".join(original.more.get("nodes", ()))
    root = fromstring(f"<rdf:RDF{DECLARED}><{tag_} rdf:about={about}>{inside}</{tag_}>{others}</rdf:RDF>")
    item = _item(root[0], 0, original.kind)
    nodes = {node.get(_ABOUT, ""): node for node in root}
    shared = frozenset(original.more.get("shared", ()))
    wholes = {
        name: (_whole(node)._replace(doi="") if name in shared else _whole(node))
        for name, node in nodes.items()
    }
    return _kept(_joined(item, wholes, {}, Path()), item, nodes, sorted(shared))


def _kept(record: Record, item: _Item, nodes: Mapping[str, Element], shared: list[str]) -> Record:
    """Return the record with its fields, its notes and its nodes as they stand."""
    parts = [
        nodes.get(place.get(_RESOURCE, ""), next(iter(place), None))
        for place in item.node.iterfind(f"{_TERMS}isPartOf")
    ]
    type_, values, read = values_of_node(item.node, item.kind, [part for part in parts if part is not None])
    memos = [nodes[name] for name in item.notes if name in nodes]
    names: list[str] = [
        *(whole for whole in item.wholes if isinstance(whole, str)),
        *item.notes,
        *item.attachments,
    ]
    own = [nodes[name] for name in dict.fromkeys(names) if name in nodes]
    return replace(
        record,
        type=type_,
        values=values,
        notes=tuple(note_text(first_text(memo, f"{_RDF}value")) for memo in memos),
        original=Original(
            item.kind,
            item.node.get(_ABOUT, ""),
            tuple(fields_of(item.node)),
            {"tag": short(item.node.tag), "nodes": [xml_of(node) for node in own], "shared": shared},
        ),
        read=read,
        format="zotero-rdf",
    )


def collection_paths(collections: Mapping[str, tuple[str, list[str]]]) -> dict[str, list[str]]:
    """Item -> the paths of the collections that it is in; a collection's parts are items and collections."""
    above = {part: name for name, (_, parts) in collections.items() for part in parts if part in collections}
    found: dict[str, list[str]] = {}
    for name, (_, parts) in collections.items():
        names: list[str] = []
        place = name
        while place and len(names) <= len(collections):
            names.append(collections[place][0].replace("/", "-"))
            place = above.get(place, "")
        for part in parts:
            if part not in collections:
                found.setdefault(part, []).append("/".join(reversed(names[:_DEEPEST])))
    return found


def _joined(item: _Item, wholes: Mapping[str, _Whole], files: Mapping[str, str], folder: Path) -> Record:
    """Return the record with what the other nodes say of it."""
    parts = [wholes.get(part) if isinstance(part, str) else part for part in item.wholes]
    known = [part for part in parts if part is not None]
    series = next((part.title for part in known if part.is_series), "")
    whole = next((part.title for part in known if part.title and not part.is_series), "")
    inside, outside = kept_inside((files.get(name, "") for name in item.attachments), folder)
    return replace(
        item.record,
        venue=whole or item.conference or series or item.publisher,
        doi=item.record.doi or next((part.doi for part in known if part.doi), ""),
        hints=(*item.record.hints, whole),
        files=inside,
        outside=outside,
    )


def _item(node: Element, line: int, kind: str) -> _Item:
    extra = first_text(node, f"{_DC}description")
    record = Record(
        line=line,
        source_id=first_text(node, f"{_Z}citationKey"),  # the node's own name changes from export to export
        title=first_text(node, f"{_DC}title", f"{_Z}shortTitle"),
        abstract=first_text(node, f"{_TERMS}abstract"),
        authors=_authors(node),
        dates=tuple(texts(node, f"{_DC}date")),
        doi=_doi(node) or (extra if "DOI" in extra else ""),
        url=clean(first_text(node, f"{_DC}identifier/{_TERMS}URI/{_RDF}value")),
        keywords=tuple(_keywords(node)),
        hints=(extra, *texts(node, f"{_PRISM}number", f"{_Z}archiveID")),
    )
    return _Item(
        record,
        conference=first_text(node, f"{_BIB}presentedAt/{_BIB}Conference/{_DC}title"),
        publisher=first_text(node, f"{_DC}publisher/{_FOAF}Organization/{_FOAF}name")
        or "".join(one.text or "" for one in node.iterfind(f"{_DC}publisher")).strip(),
        node=node,
        kind=kind,
        wholes=list(_wholes(node)),
        notes=[memo.get(_RESOURCE, "") for memo in node.iterfind(f"{_TERMS}isReferencedBy")],
        attachments=[link.get(_RESOURCE, "") for link in node.iterfind(f"{_LINK}link")],
    )


def _wholes(node: Element) -> Iterator[_Whole | str]:
    for place in node.iterfind(f"{_TERMS}isPartOf"):
        yield place.get(_RESOURCE) or next(map(_whole, place), _Whole("", "", is_series=False))


def _whole(node: Element) -> _Whole:
    title = first_text(node, f"{_DC}title", f"{_TERMS}alternative")
    return _Whole(title, _doi(node), is_series=node.tag == f"{_BIB}Series")


def _doi(node: Element) -> str:
    """Return the DOI; the word before an identifier says its kind: "DOI 10.1000/x", "ISSN 1234-5678"."""
    marked = (text for text in texts(node, f"{_DC}identifier") if text.lstrip().startswith("DOI"))
    return next(filter(None, map(find_doi, marked)), "")


def _authors(node: Element) -> tuple[str, ...]:
    for role in _PEOPLE:
        people = (person for seq in node.iterfind(role) for person in seq.iter() if person.tag in _PERSON)
        if names := tuple(filter(None, map(_name, people))):
            return names
    return ()


def _name(person: Element) -> str:
    family = clean(first_text(person, f"{_FOAF}surname", f"{_FOAF}name"))
    given = clean(first_text(person, f"{_FOAF}givenName", f"{_FOAF}givenname"))
    return ", ".join(filter(None, (family, given)))


def _keywords(node: Element) -> Iterator[str]:
    """Tags, the user's and automatic ones; call numbers are subjects too, but of another kind of node."""
    for subject in node.iterfind(f"{_DC}subject"):
        if all(child.tag == f"{_Z}AutomaticTag" for child in subject):
            yield text_of(subject)


def _pdf(node: Element, folder: Path) -> str:
    """Return where the PDF of an attachment lies; "" for a link, a snapshot or a file of another kind."""
    places = (place.get(_RESOURCE) or text_of(place) for place in node.iterfind(_RESOURCE))
    path = next(places, "")
    return placed(path, folder) if is_pdf(path, first_text(node, f"{_LINK}type")) else ""
