"""Text as it is printed turned into text as it is written: accents, ligatures, hyphens at line ends."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

_LIGATURES = {
    "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl", "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st",
    "\ufb06": "st",
}  # fmt: skip
_REPLACED = str.maketrans(
    {**_LIGATURES, "\u00a0": " ", "\u2002": " ", "\u2003": " ", "\u2009": " ", "\u202f": " ", "\u2010": "-",
     "\u2011": "-"}
)  # fmt: skip
# TeX's old fonts print an accent and then the letter under it: "F´ısica" is "Física".
_ACCENTS = {
    "\u00b4": "\u0301", "\u02ca": "\u0301", "\u02cb": "\u0300", "\u00a8": "\u0308", "\u02c6": "\u0302",
    "\u02dc": "\u0303", "\u02c7": "\u030c", "\u02d8": "\u0306", "\u02da": "\u030a", "\u02d9": "\u0307",
    "\u02dd": "\u030b", "\u00b8": "\u0327", "\u00af": "\u0304",
}  # fmt: skip
_ACCENTED = re.compile("([{}]) ?([^\\W\\d_])".format("".join(_ACCENTS)))
_UNDOTTED = str.maketrans({"ı": "i", "ȷ": "j"})
_UNWANTED = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ud800-\udfff\ufeff\ufff0-\uffff]"
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LONGEST_WORD = 60
_LAST = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*-$")
_FIRST = re.compile(r"[^\W\d_]+")


def clean_line(text: str) -> str:
    """One line of NFC text without ligatures, loose accents, control and private-use characters."""
    if text.isascii():
        if not text.isprintable():
            text = _UNWANTED.sub("", text)
        return " ".join(text.split())
    text = _UNWANTED.sub("", text.translate(_REPLACED))
    text = _ACCENTED.sub(_composed, text)
    text = "".join(char for char in text if unicodedata.category(char) != "Co")
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _composed(match: re.Match[str]) -> str:
    """The letter with its accent, where there is such a letter; a lone accent is left."""
    letter = unicodedata.normalize("NFC", match[2].translate(_UNDOTTED) + _ACCENTS[match[1]])
    return letter if len(letter) == 1 else match[0]


def words_of(lines: Iterable[str]) -> frozenset[str]:
    """The words of a text in lower case, to tell "low-level" from "lower" at a line's end."""
    return frozenset(word.lower() for line in lines for word in _WORD.findall(line.removesuffix("-")))


def join_lines(lines: Sequence[str], words: Set[str] = frozenset()) -> str:
    """The lines as running text; a hyphen at a line's end goes where it only breaks a word.

    It stays where the rest is no lower-case letter ("HMM-based" broken before the b is told by its capitals),
    where `words` knows the word with its hyphen only, and in a compound that has another one.
    """
    parts: list[str] = []
    for line in lines:
        if not parts:
            parts.append(line)
            continue
        last = parts[-1]
        left, right = _LAST.search(last[-_LONGEST_WORD:]), _FIRST.match(line)
        if left is None or right is None:
            is_range = last[-2:-1].isdigit() and last.endswith("-") and line[:1].isdigit()
            parts.append(line if is_range else f" {line}")
        else:
            if not _is_compound(left[0][:-1], right[0], words):
                parts[-1] = last[:-1]
            parts.append(line)
    return "".join(parts)


def _is_compound(left: str, right: str, words: Set[str]) -> bool:
    if not right[0].islower() or (len(left) > 1 and left.isupper()):
        return True
    if (left + right).lower() in words:
        return False
    return f"{left}-{right}".lower() in words or "-" in left
