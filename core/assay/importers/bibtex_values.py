"""The value of a BibTeX field: `{...}`, `"..."`, a number or a macro, joined by `#`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MONTHS: Mapping[str, str] = {
    "jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June",
    "jul": "July", "aug": "August", "sep": "September", "oct": "October", "nov": "November",
    "dec": "December",
}  # fmt: skip
"""The macros that every style defines."""

_BRACE = re.compile(r"(?<!\\)[{}]")
_QUOTED_PART = re.compile(r"(?<!\\)[{}\"]")
_NAME = re.compile(r"\s*+,?\s*+([A-Za-z][\w+-]*+)\s*+=\s*+")
_WORD = re.compile(r"[^\s#{}\"]+")


def join_value(raw: str, macros: Mapping[str, str]) -> str:
    """The text of a raw value; an unknown macro stands for its own name."""
    if raw[:1] == "{" and raw[-1:] == "}" and "{" not in (inner := raw[1:-1]) and "}" not in inner:
        return inner
    return "".join(text for text, _ in _parts(raw, macros))


def loose_fields(raw: str) -> Iterator[tuple[str, str]]:
    """The (name, raw value) pairs after a missing comma: `{A title} year = 2020` holds two fields."""
    if "=" not in raw:
        return
    end = _end(raw, 0)
    while end < len(raw) and (match := _NAME.match(raw, end)):
        end = _end(raw, match.end())
        yield match[1].lower(), raw[match.end() : end]


def _end(raw: str, at: int) -> int:
    """Where the value that begins at `at` ends."""
    return max((end for _, end in _parts(raw, {}, at)), default=len(raw))


def _parts(raw: str, macros: Mapping[str, str], at: int = 0) -> Iterator[tuple[str, int]]:
    """The parts between `#`s with the places where they end; what follows the last one is left out."""
    while (at := _skip(raw, at)) < len(raw):
        text, at = _part(raw, at, macros)
        yield text, at
        following = _skip(raw, at, marks="")
        if following >= len(raw) or raw[following] != "#":
            return


def _skip(raw: str, at: int, marks: str = "#") -> int:
    while at < len(raw) and (raw[at].isspace() or raw[at] in marks):
        at += 1
    return at


def _part(raw: str, at: int, macros: Mapping[str, str]) -> tuple[str, int]:
    if raw[at] in '{"':
        end = _closing(raw, at)
        return raw[at + 1 : end], end + 1
    match = _WORD.match(raw, at)
    if match is None:
        return "", len(raw)
    word = match[0]
    return macros.get(word.casefold(), word), match.end()


def _closing(raw: str, at: int) -> int:
    """Where the brace or quotation mark that opens at `at` is closed; the end of the text if it is not."""
    depth = 0
    quoted = raw[at] == '"'
    for match in (_QUOTED_PART if quoted else _BRACE).finditer(raw, at + quoted):
        mark = match[0]
        if mark == '"':
            if depth <= 0:
                return match.start()
        else:
            depth += 1 if mark == "{" else -1
            if depth == 0 and not quoted:
                return match.start()
    return len(raw)
