"""Zotero's RDF: an item's own nodes where it came so, less what changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from assay.exporters.collections import Grouping, collection_nodes
from assay.exporters.kinds import type_of
from assay.exporters.lists import written_id
from assay.exporters.names import parted
from assay.exporters.tagged import note_of
from assay.importers.originals import Kept, kept
from assay.importers.zotero.values import DECLARED, has_part
from assay.items import Original
from assay.items.item import Value
from assay.items.table import NAMES, type_name, written_name
from assay.items.xml import element
from assay.types import Paper

_NODES = {
    "article-journal": "bib:Article", "article-magazine": "bib:Article", "article-newspaper": "bib:Article",
    "book": "bib:Book", "chapter": "bib:BookSection", "thesis": "bib:Thesis", "report": "bib:Report",
    "manuscript": "bib:Manuscript", "patent": "bib:Patent", "webpage": "bib:Document",
    "post-weblog": "bib:Document", "personal_communication": "bib:Letter", "interview": "bib:Interview",
    "motion_picture": "bib:MotionPicture", "graphic": "bib:Illustration", "software": "bib:Data",
}  # fmt: skip
_WHOLES = {
    "article-magazine": "bib:Periodical", "article-newspaper": "bib:Newspaper", "chapter": "bib:Book",
    "entry-encyclopedia": "bib:Book", "entry-dictionary": "bib:Book", "webpage": "z:Website",
    "post-weblog": "z:Blog", "post": "z:Forum",
}  # fmt: skip
"""What an item of a type is part of; others are part of a journal."""


def lines(papers: Iterable[Paper], grouping: Grouping | None = None) -> Iterator[str]:
    """Yield the lines of a file; nodes that several items share stand once, and collections at the end."""
    groups = grouping or Grouping()
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f"<rdf:RDF{DECLARED}>"
    given: set[str] = set()
    for number, paper in enumerate(papers, start=1):
        one = kept(paper, "zotero-rdf")
        type_ = type_of(paper, one.type)
        name = f"#paper_{number}" if one.original is None else one.original.key
        groups.paths(paper.doc_id, name)
        if one.original is None:
            yield from _new(paper, one, type_, number)
            continue
        tag = _NODES.get(type_, "rdf:Description") if "type" in one.changed else one.original.more["tag"]
        yield f"<{tag} rdf:about={quoteattr(one.original.key)}>"
        yield from _changed(paper, one, type_)
        yield f"</{tag}>"
        for node in one.original.more.get("nodes", ()):
            if node not in given:
                given.add(node)
                yield node
    yield from collection_nodes(groups)
    yield "</rdf:RDF>"


def _new(paper: Paper, one: Kept, type_: str, number: int) -> Iterator[str]:
    tag = _NODES.get(type_, "rdf:Description")
    yield f"<{tag} rdf:about={quoteattr(f'#paper_{number}')}>"
    yield element("z:itemType", type_name("zotero", type_))
    key = one.item.originals.get("bibtex")
    yield element("z:citationKey", written_id(paper.doc_id) if key is None or not key.key else key.key)
    yield from _part(one.values, type_)
    values: dict[str, Value] = {**one.values, "note": note_of(paper, one, "zotero")}
    for variable in {**values, "publisher": ""}:
        if variable != "publisher-place" and not has_part(frozenset({variable})):
            yield from _property(variable, values, type_)
    for at, _ in enumerate(one.item.notes, start=1):
        yield f'<dcterms:isReferencedBy rdf:resource="#note_{number}_{at}"/>'
    yield f"</{tag}>"
    for at, note in enumerate(one.item.notes, start=1):
        body = "".join(f"<p>{escape(line)}</p>" for line in note.split("\n"))
        yield f'<bib:Memo rdf:about="#note_{number}_{at}">{element("rdf:value", body)}</bib:Memo>'


def _changed(paper: Paper, one: Kept, type_: str) -> Iterator[str]:
    """Yield the item's properties, with those of other values now written again, and what came since."""
    original = one.original or Original()
    rewritten = _rewritten(one, type_)
    values: dict[str, Value] = {**one.values, "note": note_of(paper, one, "zotero")}
    done: set[str] = set()
    for name, xml in original.fields:
        variable = one.read.get(name, "")
        if variable not in rewritten:
            yield xml
        elif variable not in done:
            yield from _property(variable, values, type_)
        done.add(variable)
    came = one.came.keys() - {"publisher"}
    for variable in ["part", *values]:
        if variable in rewritten - done and variable not in came and not has_part(frozenset({variable})):
            yield from _property(variable, values, type_)


def _rewritten(one: Kept, type_: str) -> set[str]:
    """Return what has to be written again: with a variable, the property that holds it."""
    rewritten = set(one.changed)
    if has_part(one.changed):
        rewritten.add("part")
    if "publisher-place" in rewritten:
        rewritten.add("publisher")
    if any(not written_name(name, "zotero", type_) for name in rewritten - {"type", "part"}):
        rewritten.add("note")
    return rewritten - {"publisher-place"}


def _property(variable: str, values: Mapping[str, Value], type_: str) -> Iterator[str]:
    """Yield the property of a variable; "part" is what the item is part of, "publisher" has the place too."""
    if variable == "part":
        yield from _part(values, type_)
    elif variable == "type":
        yield element("z:itemType", type_name("zotero", type_))
    elif variable == "publisher":
        yield from _new_publisher(values)
    else:
        yield from _simple(variable, values.get(variable, ""), type_)


def _simple(variable: str, value: Value, type_: str) -> Iterator[str]:
    name = written_name(variable, "zotero", type_)
    if not name or not value or name == "place":
        return
    if variable in NAMES:
        people = "".join(f"<rdf:li>{_person(person)}</rdf:li>" for person in value)
        yield f"<{name}><rdf:Seq>{people}</rdf:Seq></{name}>"
    elif isinstance(value, list):
        yield from (element(name, text) for text in value)
    elif name == "identifier:URI":
        yield f"<dc:identifier><dcterms:URI>{element('rdf:value', value)}</dcterms:URI></dc:identifier>"
    elif name.startswith("identifier:"):
        yield element("dc:identifier", f"{name.partition(':')[2]} {value}")
    elif name == "bib:presentedAt":
        meeting = f"<bib:Conference>{element('dc:title', value)}</bib:Conference>"
        yield f"<bib:presentedAt>{meeting}</bib:presentedAt>"
    elif name == "dc:subject/dcterms:LCC":
        yield f"<dc:subject><dcterms:LCC>{element('rdf:value', value)}</dcterms:LCC></dc:subject>"
    else:
        yield element(name, value)


def _new_publisher(values: Mapping[str, Value]) -> Iterator[str]:
    name, place = (str(values.get(variable, "")) for variable in ("publisher", "publisher-place"))
    if name or place:
        yield _publisher(element("foaf:name", name) if name else "", place)


def _publisher(name: str, place: str = "") -> str:
    if place:
        locality = element("vcard:locality", place)
        name = f"<vcard:adr><vcard:Address>{locality}</vcard:Address></vcard:adr>{name}"
    return f"<dc:publisher><foaf:Organization>{name}</foaf:Organization></dc:publisher>"


def _person(name: str) -> str:
    family, given = parted(name)
    inner = element("foaf:surname", family) + (element("foaf:givenName", given) if given else "")
    return f"<foaf:Person>{inner}</foaf:Person>"


def _part(values: Mapping[str, Value], type_: str) -> Iterator[str]:
    """Yield what the item is part of, with the identifiers, which Zotero keeps there."""
    inner, series = [], []
    for variable, value in values.items():
        name = written_name(variable, "zotero", type_)
        if isinstance(value, list) or not value:
            continue
        if name.startswith("part/"):
            inner.append(element(name.removeprefix("part/"), value))
        elif name.startswith("series/"):
            series.append(element(name.removeprefix("series/"), value))
        elif variable in ("DOI", "ISSN", "ISBN"):
            inner.append(element("dc:identifier", f"{variable} {value}"))
    if inner:
        tag = _WHOLES.get(type_, "bib:Journal")
        yield f"<dcterms:isPartOf><{tag}>{''.join(inner)}</{tag}></dcterms:isPartOf>"
    if series:
        yield f"<dcterms:isPartOf><bib:Series>{''.join(series)}</bib:Series></dcterms:isPartOf>"
