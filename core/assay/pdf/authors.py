"""A paper's authors: the names between its title and its abstract, without places and addresses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assay.pdf.front import Front
from assay.pdf.text import Line

_MARKS = re.compile(r"[∗*†‡§¶‖◦⋆#✉⊥♯♮\u0391-\u03c9]|\(\s*\)|\[\s*\]|[\u00b9\u00b2\u00b3\u2070-\u2089]")
_FOOTNOTE = re.compile(
    r"(?<=[^\W\d_.])\s?\d{1,2}(?:\s?,\s?\d{1,2})*(?=\W|$)|(?:^|(?<=\s))[a-z](?:,[a-z])*(?=,|\s|$)|^\s*\d{1,2}\s"
)
_SEPARATOR = re.compile(r"\s*[,;·•|]\s*(?:and\s+|&\s*)?|\s+(?:and|&|und|et)\s+|\s*&\s*|\s{3,}")
_TITLES = re.compile(
    r"\b(?:ph\.?\s?d\.?|m\.?d\.?|m\.?sc\.?|b\.?sc\.?|dr\.|prof\.|professor|"
    r"(?:senior |student |graduate student |life )?(?:member|fellow),? ieee|ieee|acm|jr\.?|sr\.?|by)(?=\W|$)",
    re.IGNORECASE,
)
# What a line of a place, an address or a note has in it, and a line of names has not.
_PLACE = re.compile(
    r"@|https?:|www\.|\d{4}|\b(?-i:the|of|for|in|on|with|at|we)\b|"
    r"\b(?:universi\w*|institut\w*|dept|department|laborator\w*|labs?|school|college|cent(?:re|er|ro)|"
    r"facult\w*|fakult\w*|hochschule|polytechnic\w*|polit[eé]cnic\w*|academy|hospital|foundation|council|"
    r"society|national|research|group|division|inc|ltd|gmbh|corp\w*|company|google|microsoft|ibm|facebook|"
    r"amazon|technolog\w*|sciences?|engineering|computer|informatics|mathematics|physics|systems|studies|"
    r"media|street|avenue|road|box \d+|state|city|usa|uk|germany|france|china|italy|spain|japan|canada|india|"
    r"australia|switzerland|netherlands|received|accepted|abstract|version|draft|preprint|paper|report|"
    r"keywords|corresponding|e-?mail)\b",
    re.IGNORECASE,
)
_PARTICLES = frozenset({
    "af", "al", "ben", "bin", "da", "das", "de", "del", "della", "den", "der", "di", "do", "dos", "du", "el",
    "ibn", "la", "las", "le", "los", "ten", "ter", "van", "von", "y", "zu", "zur",
})  # fmt: skip
_TOKEN = re.compile(r"^(?:[^\W\d_]\.?-?){1,4}$|^(?:[^\W\d_][.’'-]?)+\.?$")
_MOST_WORDS = 5


def names_in(text: str) -> tuple[str, ...]:
    """The people's names that the text lists; () where a part of it is no name."""
    if _PLACE.search(text):
        return ()
    bare = _FOOTNOTE.sub(" ", _MARKS.sub(" ", _TITLES.sub(" ", text)))
    parts = [" ".join(part.split()).strip(" .,-") for part in _SEPARATOR.split(bare)]
    names = [part for part in parts if part and part.casefold() != "and"]
    return tuple(names) if names and all(map(is_name, names)) else ()


def is_name(text: str) -> bool:
    """Whether the text is written as a person's full name is: two to five words, capitals, particles."""
    words = text.split()
    if not 2 <= len(words) <= _MOST_WORDS or not all(map(_TOKEN.match, words)):
        return False
    capital = [word for word in words if word[0].isupper() or not word.islower()]
    others = [word for word in words if word not in capital]
    has_family = any(len(word.strip(".")) > 1 for word in capital)
    return len(capital) >= 1 and has_family and all(word in _PARTICLES for word in others)


def authors_of(front: Front, *, below: float, above: float) -> tuple[tuple[str, ...], float]:
    """The names between two heights of the front in reading order, and how sure they are, from 0 to 1."""
    lines = [line for line in front.lines if line.top >= below - 1 and line.bottom <= above + 1]
    rows = _rows(lines)
    if found := _in_rows(rows) or _before_places(rows):
        return found, 0.75
    return (), 0.0


def _in_rows(rows: Sequence[Sequence[Line]]) -> tuple[str, ...]:
    """The names of the rows that hold nothing else, in the type of the first."""
    found: list[str] = []
    style: tuple[float, str] | None = None
    may_follow = True  # whether the next row may be one of names
    for row in rows:
        names = [
            name for line in row if style is None or _style(line) == style for name in names_in(line.text)
        ]
        if names and (may_follow or _continues(row)):
            style = style or next(_style(line) for line in row if names_in(line.text))
            found += names
            may_follow = row[-1].text.rstrip().endswith((",", "and", "&"))
        elif found:
            may_follow = not names and (
                may_follow or all(_style(line) != style for line in row) or _is_address(row)
            )
    repeated = {name for name in found if found.count(name) > 1}
    return tuple(dict.fromkeys(name for name in found if name not in repeated or len(set(found)) == 1))


def _before_places(rows: Sequence[Sequence[Line]]) -> tuple[str, ...]:
    """The names that begin lines which continue with places: "ADA PEBBLE, Hill University, Norway"."""
    found: list[str] = []
    for row in rows:
        for line in row:
            name, comma, place = line.text.partition(",")
            if comma and _PLACE.search(place) and not _PLACE.search(name):
                found += names_in(name)
    return tuple(dict.fromkeys(found))


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines that stand on one height, rows from top to bottom."""
    rows: list[list[Line]] = []
    for line in lines:
        if rows and abs(rows[-1][0].top - line.top) < 0.4 * line.height:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda line: line.left) for row in rows]


def _style(line: Line) -> tuple[float, str]:
    return line.size, line.font


def _continues(row: Sequence[Line]) -> bool:
    """A second row of names has separators in it; one name alone below a row of names is rather a place."""
    return len(row) == 1 and len(names_in(row[0].text)) > 1


def _is_address(row: Sequence[Line]) -> bool:
    return any("@" in line.text for line in row)
