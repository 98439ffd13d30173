"""Elements of XML as fields, (path, text), and fields as elements again."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.etree.ElementTree import Element, tostring
from xml.sax.saxutils import escape, quoteattr

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
RETURN = "&#13;"
"""A carriage return, which parsers would take for a line end if it stood as it is."""


def leaves(element: Element, *, inline: frozenset[str], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield (path, XML) of each innermost element that says anything; `inline` tags are part of texts."""
    for child in element:
        path = f"{above}{child.tag}"
        if any(inner.tag not in inline for inner in child):
            yield from leaves(child, inline=inline, above=f"{path}/")
        elif len(child) or (child.text or "").strip() or child.attrib:
            yield path, inner_xml(child)


def flat(element: Element, above: str = "") -> Iterator[tuple[str, str]]:
    """Yield (path, text) of all that the element holds: "author[2]/name", and of attributes "link@href".

    Paths are without namespaces; siblings of one name are numbered from 1. A text with elements inside it is
    given as XML.
    """
    names = [child.tag.rpartition("}")[2] if isinstance(child.tag, str) else "" for child in element]
    seen: dict[str, int] = {}
    for name, child in zip(names, element, strict=True):
        if not name:
            continue
        seen[name] = seen.get(name, 0) + 1
        path = f"{above}{name}[{seen[name]}]" if names.count(name) > 1 else f"{above}{name}"
        for key, value in child.attrib.items():
            yield f"{path}@{key.rpartition('}')[2]}", value
        is_text = (child.text or "").strip() or any((inner.tail or "").strip() for inner in child)
        if len(child) and not is_text:
            yield from flat(child, f"{path}/")
        elif is_text:
            whole = _content(child) if len(child) else child.text or ""
            yield path, " ".join(whole.split())


def _content(element: Element) -> str:
    """Return the XML inside an element."""
    return escape(element.text or "") + "".join(tostring(child, encoding="unicode") for child in element)


def inner_xml(element: Element) -> str:
    """Return the element as XML, without what follows it."""
    tail, element.tail = element.tail, None
    try:
        return tostring(element, encoding="unicode").replace("\r", RETURN)
    finally:
        element.tail = tail


def nested(fields: Iterable[tuple[str, str]], indent: str = "") -> Iterator[str]:
    """Yield the lines of elements: fields that follow each other on one path share its elements."""
    open_: list[str] = []
    for path, xml in fields:
        above = path.split("/")[:-1]
        common = 0
        while common < min(len(open_), len(above)) and open_[common] == above[common]:
            common += 1
        while len(open_) > common:
            yield f"{indent}</{open_.pop()}>"
        for tag in above[common:]:
            yield f"{indent}<{tag}>"
            open_.append(tag)
        yield indent + xml
    while open_:
        yield f"{indent}</{open_.pop()}>"


def element(tag: str, text: str, attributes: Mapping[str, str] | None = None) -> str:
    """Return an element with this text; characters that XML 1.0 cannot hold become U+FFFD."""
    given = "".join(f" {name}={quoteattr(value)}" for name, value in (attributes or {}).items())
    allowed = _FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text)
    return f"<{tag}{given}>{escape(allowed).replace(chr(13), RETURN)}</{tag}>"
