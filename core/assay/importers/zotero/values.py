"""The fields of an item of Zotero's RDF, and the XML of its nodes."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element
from xml.sax.saxutils import escape, quoteattr

from assay.importers.entries.ids import find_doi
from assay.importers.entries.markup import first_text, text_of
from assay.importers.entries.record import clean
from assay.importers.tagged.values import tagged_values
from assay.items.item import Value
from assay.items.table import NAMES, ROWS, csl_type

SPACES = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "z": "http://www.zotero.org/namespaces/export#",
    "dcterms": "http://purl.org/dc/terms/",
    "bib": "http://purl.org/net/biblio#",
    "foaf": "http://xmlns.com/foaf/0.1/",
    "dc": "http://purl.org/dc/elements/1.1/",
    "prism": "http://prismstandard.org/namespaces/1.2/basic/",
    "link": "http://purl.org/rss/1.0/modules/link/",
    "vcard": "http://nwalsh.com/rdf/vCard#",
    "vcard2": "http://www.w3.org/2006/vcard/ns#",
}
_PREFIXES = {space: prefix for prefix, space in SPACES.items()}
DECLARED = "".join(f' xmlns:{prefix}="{space}"' for prefix, space in SPACES.items())
_TAG = re.compile(r"<[^<>]*>")
_BREAK = re.compile(r"</(?:p|div|h\d|li|blockquote)>|<br\s*/?>", re.IGNORECASE)


def tag(name: str) -> str:
    """ "dc:title" as the parser gives it."""
    prefix, _, local = name.partition(":")
    return f"{{{SPACES[prefix]}}}{local}"


def short(name: str) -> str:
    """Return the parser's name with the prefix that Zotero gives it; one of another space as it is."""
    space, _, local = name[1:].partition("}") if name.startswith("{") else ("", "", name)
    return f"{_PREFIXES[space]}:{local}" if space in _PREFIXES else name


def xml_of(node: Element) -> str:
    """Return the element as XML with Zotero's prefixes, which the root declares."""
    name, declared = _written(node.tag)
    attributes = declared
    for key, value in node.attrib.items():
        inner, space = _written(key)
        attributes += f"{space} {inner}={quoteattr(value)}"
    body = escape(node.text or "") if (node.text or "").strip() or not len(node) else ""
    body += "".join(
        xml_of(child) + (escape(child.tail or "") if (child.tail or "").strip() else "") for child in node
    )
    body = body.replace("\r", "&#13;")
    return f"<{name}{attributes}>{body}</{name}>" if body else f"<{name}{attributes}/>"


def _written(name: str) -> tuple[str, str]:
    known = short(name)
    if not known.startswith("{"):
        return known, ""
    space, _, local = known[1:].partition("}")
    return f"other:{local}", f" xmlns:other={quoteattr(space)}"


def fields_of(node: Element) -> Iterator[tuple[str, str]]:
    """(name, XML) of each property; identifiers and call numbers are named by their kind."""
    for child in node:
        name = short(child.tag)
        if name == "dc:identifier":
            word = "URI" if len(child) else text_of(child).split(" ", 1)[0]
            name = f"identifier:{word}" if word in ("URI", "ISBN", "ISSN", "DOI") else name
        elif name == "dc:subject" and len(child) and short(child[0].tag) != "z:AutomaticTag":
            name = f"dc:subject/{short(child[0].tag)}"
        yield name, xml_of(child)


def values_of_node(
    node: Element, kind: str, parts: Sequence[Element]
) -> tuple[str, dict[str, Value], dict[str, str]]:
    """Return the CSL type, the fields by variable, and property -> variable.

    `parts` are the nodes that the item is a part of: a journal, a book, a series.
    """
    type_ = csl_type("zotero", kind)
    pairs = [pair for child in node for pair in _pairs(child)]
    for part in parts:
        above = "series" if short(part.tag) == "bib:Series" else "part"
        for child in part:
            pairs += [
                (name if name.startswith("identifier:") else f"{above}/{name}", text)
                for name, text in _pairs(child)
            ]
    values, read = tagged_values("zotero", type_, pairs)
    for variable in NAMES & values.keys():
        people = node.find(tag(next(name for name, found in read.items() if found == variable)))
        values[variable] = list(people_of(people))
    values["issued"] = iso_of(first_text(node, tag("dc:date")))
    read |= {"identifier:URI": "URL", "dc:date": "issued", "z:itemType": "type", "dcterms:isPartOf": "part"}
    if node.find(tag("bib:authors")) is None and values.get("editor"):
        values["author-from"] = "editor"
    return type_, {name: value for name, value in values.items() if value}, read


def _pairs(child: Element) -> Iterator[tuple[str, str]]:
    """(name, text) of what a property says; a publisher says its name and its place."""
    name = short(child.tag)
    text = text_of(child).strip()
    if name == "dc:identifier" and not len(child):
        word, _, rest = text.partition(" ")
        if word == "DOI":
            rest = find_doi(rest) or rest
        if word in ("DOI", "ISBN", "ISSN"):
            yield f"identifier:{word}", rest
    elif name == "dc:publisher" and len(child):
        organization = f"{tag('foaf:Organization')}"
        yield name, first_text(child, f"{organization}/{tag('foaf:name')}").strip()
        place = next((text_of(one) for one in child.iter(tag("vcard:locality"))), "")
        yield "place", place.strip()
    elif name == "bib:presentedAt":
        yield name, first_text(child, f"{tag('bib:Conference')}/{tag('dc:title')}").strip()
    elif name != "dcterms:isPartOf":
        yield name, text


def people_of(role: Element | None) -> Iterator[str]:
    """The names in a list of people, "Family, Given"."""
    for person in role.iter() if role is not None else ():
        if short(person.tag) in ("foaf:Person", "foaf:Organization"):
            family = clean(first_text(person, tag("foaf:surname"), tag("foaf:name")))
            given = clean(first_text(person, tag("foaf:givenName"), tag("foaf:givenname")))
            if name := ", ".join(filter(None, (family, given))):
                yield name


def iso_of(date: str) -> str:
    """Zotero's date, which is what the user typed: "8/2020" and "2020-08-05" are dates, others are text."""
    text = date.strip()
    if match := re.fullmatch(r"(\d{1,2})/(\d{4})", text):
        return f"{match[2]}-{int(match[1]):02}" if 1 <= int(match[1]) <= 12 else text
    if match := re.fullmatch(r"(\d{4})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?: 00:00:00)?", text):
        day = f"-{int(match[3]):02}" if match[3] else ""
        return f"{match[1]}-{int(match[2]):02}{day}"
    return text


def note_text(markup: str) -> str:
    """Return a note's HTML as lines of text."""
    text = html.unescape(_TAG.sub("", _BREAK.sub("\n", markup)))
    return "\n".join(line for part in text.split("\n") if (line := part.replace("\xa0", " ").strip()))


def has_part(variables: frozenset[str]) -> bool:
    """Return whether any of these variables is a property of what an item is part of."""
    return any(
        name in ("DOI", "ISSN", "ISBN")
        or any(cell.startswith(("part/", "series/")) for cell in ROWS[name].zotero.split())
        for name in variables
        if name in ROWS
    )
