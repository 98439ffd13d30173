"""What was meant by a name that is unknown: the name that means the same, else those spelt like it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType

MOST = 5


def suggestions(
    name: str, known: Iterable[str], meanings: Mapping[str, str] = MappingProxyType({}), *, most: int = MOST
) -> list[str]:
    """The `most` likely of the known names, the likeliest first; none where nothing comes near.

    `meanings` are words that others use for them: word in lower case -> known name.
    """
    folded = {each.lower(): each for each in known}
    words = {word: meant for word, meant in meanings.items() if meant.lower() in folded} | folded
    asked = name.strip().lower()
    near = [asked] if asked in words else get_close_matches(asked, words, most)
    return list(dict.fromkeys(words[word] for word in near))[:most]
