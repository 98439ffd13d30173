"""Names of authors in the parts that other programs want."""

from __future__ import annotations

import re

_BODY = re.compile(
    r"\b(?:agency|and|association|cent(?:er|re)|collaboration|commission|committee|company|consortium|council|"
    r"corporation|department|foundation|group|inc|initiative|institutes?|laboratory|ltd|ministry|network|office|"
    r"organi[sz]ation|project|society|team|union|university)\b",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv)\.?$", re.IGNORECASE)


def parted(name: str) -> tuple[str, str]:
    """(family name, given names) of "Given Family" or "Family, Given".

    Names that have no such parts, of one word or of a body such as a university, are all family name. Words
    in lower case before the family name belong to it: Vincent | van Gogh.
    """
    family, comma, given = name.partition(",")
    if comma and family.strip() and given.strip():
        return family.strip(), given.strip()
    words = name.split()
    if len(words) < 2 or comma or is_body(name):
        return name.strip(), ""
    last = len(words) - 1
    if last > 1 and _SUFFIX.match(words[last]):
        last -= 1
    begin = next((at for at in range(1, last) if words[at][0].islower()), last)
    return " ".join(words[begin:]), " ".join(words[:begin])


def is_body(name: str) -> bool:
    """Return whether the name looks like that of a body of people; a comma tells a person."""
    return "," not in name and _BODY.search(name) is not None
