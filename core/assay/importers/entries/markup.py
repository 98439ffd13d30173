"""XML, an element at a time: what is not wanted is never built, and nothing outside the file is read.

Entities, with which a small file fills the memory or reads another one, are refused by defusedxml. A document
type that is only named, as PubMed's is, does no harm: it is never fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, TreeBuilder

from assay.importers.entries.record import MAX_FIELD, Flaw, too_long
from assay.importers.entries.source import Source
from assay.messages import Message, message

_MAX_SIZE = 3 * MAX_FIELD
"""Characters of an element with all that is in it: thousands of authors with their addresses fit."""

_MAX_TAG = 1_000_000
"""Bytes of a tag or comment, which the parser must hold as a whole."""

_MAX_DEPTH = 100
_TAG = 100
"""Characters for which a tag counts: its element takes that much memory even where it is empty."""

_FORBIDDEN = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]"
    "|&#(?:0*(?:[0-8]|1[1-24-9]|2[0-9]|3[01])|[xX]0*(?:[0-8bBcCeEfF]|1[0-9a-fA-F]|[dD][89a-fA-F]..|[fF]{3}[eEfF]));"
)
"""Characters that XML cannot hold, and reference managers write into it all the same, also by number."""

_REFERENCE = 12
"""Characters of the longest reference to one."""


_ENTITIES = message(
    "this XML defines entities, which can fill the memory or read other files. Nothing from here on is read; "
    "export the file again without them"
)


class Broken(Exception):
    """The XML ends or goes wrong on `line`, from 1; what came before it was delivered."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__(str(reason))
        self.line = line
        self.reason = reason


class Found(NamedTuple):
    """A whole element, which begins on `line`, from 1."""

    line: int
    element: Element


def elements(source: Source, names: frozenset[str] = frozenset()) -> Iterator[Found | Flaw]:
    """The elements of these names ("{namespace}name"), or those right below the root where none is given.

    One that is too long or nested too deeply is a flaw. Where the file breaks off or is no XML, the source
    gets the fault and its line.
    """
    try:
        yield from parsed(source.chunks(), names)
    except Broken as broken:
        source.fault = source.fault or broken.reason  # a gzip file that is cut off has said so itself
        source.line = broken.line - 1


def parsed(texts: Iterable[str], names: frozenset[str] = frozenset()) -> Iterator[Found | Flaw]:
    """Yield the same of a text in pieces of any length; raise `Broken`."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser, ParseError

    target = _Wanted(names)
    parser = DefusedXMLParser(target=target, encoding="utf-8")  # type: ignore[no-untyped-call]
    expat, fed, ended = parser.parser, 0, False
    target.line = lambda: int(expat.CurrentLineNumber)
    try:
        for text in _sound(_from_declaration(texts, target)):
            data = text.encode()
            parser.feed(data)
            yield from target.taken()
            fed += len(data)
            if fed - expat.CurrentByteIndex > _MAX_TAG:
                raise Broken(
                    target.where(),
                    message("a tag or a comment here is longer than 1 MB: this is not a library"),
                )
        ended = True
        parser.close()
    except ParseError as error:
        yield from target.taken()
        raise Broken(error.position[0] + target.skipped, _reason(error, ended=ended)) from None
    except DefusedXmlException:
        raise Broken(target.where(), _ENTITIES) from None
    yield from target.taken()


def text_of(element: Element | None) -> str:
    """Return all text of an element with that of the elements in it, such as italics; "" for None."""
    return "".join(element.itertext()) if element is not None else ""


def first_text(element: Element, *paths: str) -> str:
    """Return the text of the first element at these paths that has any."""
    return next(texts(element, *paths), "")


def texts(element: Element, *paths: str) -> Iterator[str]:
    """Yield the texts, blank ones left out, of the elements at these paths, path by path."""
    for path in paths:
        for found in element.iterfind(path):
            if (text := text_of(found)).strip():
                yield text


def _from_declaration(texts: Iterable[str], target: _Wanted) -> Iterator[str]:
    """The pieces without the blank lines before the XML declaration, which may stand nowhere but first."""
    pieces = iter(texts)
    for text in pieces:
        begun = text.lstrip("\ufeff \t\r\n")
        target.skipped += text.count("\n") - begun.count("\n")
        if begun:
            yield from chain([begun], pieces)


def _sound(texts: Iterable[str]) -> Iterator[str]:
    """The pieces without what XML cannot hold; a reference that a piece breaks off in goes to the next."""
    rest = ""
    for piece in texts:
        text = rest + piece
        begin = text.rfind("&", max(0, len(text) - _REFERENCE))
        whole = begin < 0 or ";" in text[begin:]
        text, rest = (text, "") if whole else (text[:begin], text[begin:])
        yield _FORBIDDEN.sub("", text)
    yield _FORBIDDEN.sub("", rest)


def _reason(error: ParseError, *, ended: bool) -> Message:
    if ended:
        return message(
            "the file is cut off here: the entry that it breaks off in is lost, export the file again"
        )
    what = str(error).partition(":")[0]
    return message("this is not well-formed XML ({0}): what follows is lost, export the file again", what)


class _Wanted:
    """Builds the elements that are asked for out of the parser's events, and drops all others."""

    def __init__(self, names: frozenset[str]) -> None:
        self.line: Callable[[], int] = lambda: 1
        self.skipped = 0  # lines before the first that the parser has seen
        self._names = names
        self._found: list[Found | Flaw] = []
        self._depth = 0
        self._builder: TreeBuilder | None = None  # None outside the elements that are wanted
        self._begin = 0
        self._top = 0
        self._size = 0
        self._deepest = 0

    def where(self) -> int:
        return self.line() + self.skipped

    def taken(self) -> list[Found | Flaw]:
        """Return what was finished since the last call."""
        found, self._found = self._found, []
        return found

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._builder is None:
            if not (tag in self._names if self._names else self._depth == 2):
                return
            self._builder, self._begin, self._top = TreeBuilder(), self.where(), self._depth
            self._size = self._deepest = 0
        self._size += _TAG + sum(map(len, attributes.values()))
        self._deepest = max(self._deepest, self._depth - self._top)
        if self._fits:
            self._builder.start(tag, attributes)

    def data(self, text: str) -> None:
        if self._builder is not None:
            self._size += len(text)
            if self._fits:
                self._builder.data(text)

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._builder is None:
            return
        if self._fits:
            self._builder.end(tag)
        if self._depth < self._top:
            self._found.append(self._finished(self._builder))
            self._builder = None

    def doctype(self, *_: object) -> None:
        """Ignore a document type: it is neither wanted nor fetched."""

    def close(self) -> None:
        """Return nothing: what is unfinished at the end is lost."""

    @property
    def _fits(self) -> bool:
        return self._size <= _MAX_SIZE and self._deepest <= _MAX_DEPTH

    def _finished(self, builder: TreeBuilder) -> Found | Flaw:
        if self._deepest > _MAX_DEPTH:
            return Flaw(self._begin, message("this entry is nested too deeply to be a paper"))
        if self._size > _MAX_SIZE:
            return too_long(self._begin, message("entry"), self._size)
        return Found(self._begin, builder.close())
