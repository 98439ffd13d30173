"""How each field of two papers agrees: as bits of evidence, and in words.

A bit doubles the odds that two papers are one (Fellegi and Sunter, "A theory for record linkage", 1969). The
bits are round numbers chosen by reasoning and not fitted to a collection: an agreement weighs as much as it
is unlikely by chance, a disagreement as much as it is unlikely between two records of one paper.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz import fuzz

from assay.duplicates.traits import Stage
from assay.importers.entries.identity import same_text
from assay.importers.entries.titles import is_generic, other_numbers

if TYPE_CHECKING:
    from assay.duplicates.traits import Traits

TITLE_BITS = (3, 10)  # of equal titles: a word more is a bit more, between these
BITS_A_PERCENT = 0.5  # lost by what titles differ
WORD_BITS = 2.0  # lost for a word that only one of them has
CONTENT = 4  # letters from which a word says something
LEAST_ALIKE = 80  # percent, below which titles say that the papers are two
BEGINS_BITS = 2  # one title is the beginning of the other: a subtitle left out, or another paper
OTHER_TITLE = -12
SHORT_LIST, LONG_LIST = 2, 4  # of the same authors: one name to compare, or several
OTHER_ORDER = 1
FIRST_AUTHOR = 2
OTHER_FIRST_AUTHOR = -3
OTHER_AUTHORS = -6
SAME_YEAR = 1
YEARS_APART = {1: 0, 2: -2}
MANY_YEARS = -4
VENUE_BITS = 1
ALIKE_VENUES = 90  # percent
ABSTRACT_BITS = 5
FIRST_WORDS = 4  # that one title must have to be the beginning of the other

_COMPANION = re.compile(
    r"\b(?:reply|response to|comments? on|commentary|erratum|errata|corrigendum|correction|retraction"
    r"|retracted|(?:extended|student) abstract|vol \d+(?: pg \w+)?)\b"
)
_LETTER_WORDS = frozenset("aoy")  # words of a letter, in some language
_SMALL = frozenset(
    {"a", "an", "and", "de", "der", "die", "el", "for", "in", "la", "of", "on", "the", "und", "y"}
)


class Sign(NamedTuple):
    """What a field says: above 0 bits for one paper, below for two; `words` is "" where it says nothing."""

    bits: float
    words: str = ""


NOTHING = Sign(0.0)


def titles(one: Traits, two: Traits) -> Sign:
    """By the two forms that agree best."""
    pairs = [(form, other) for form in one.titles for other in two.titles]
    return max((_title(*pair) for pair in pairs), key=lambda sign: sign.bits, default=NOTHING)


def _title(one: str, two: str) -> Sign:
    if is_generic(one) or is_generic(two):
        return Sign(0.0, "a title that says nothing") if one == two else Sign(OTHER_TITLE, "other titles")
    shorter, longer = sorted((one, two), key=lambda title: (len(title), title))
    least, most = TITLE_BITS
    words = shorter.count(" ") + 1 if shorter.isascii() else len(shorter) // 2
    full = min(least + words, most)
    if one == two:
        return Sign(full, "same title")
    if other_numbers(one, two) or _other_letters(one, two):
        return Sign(OTHER_TITLE, "other numbers in the titles")
    if _companions(one) != _companions(two):
        return Sign(OTHER_TITLE, "one is a reply to the other, its correction or its summary")
    percent = max(fuzz.token_sort_ratio(one, two), fuzz.ratio(one.replace(" ", ""), two.replace(" ", "")))
    lost = BITS_A_PERCENT * (100 - percent) + WORD_BITS * _n_unmatched(one.split(), two.split())
    near = full - lost if percent >= LEAST_ALIKE else OTHER_TITLE
    if near < BEGINS_BITS and longer.startswith(shorter + " ") and words >= FIRST_WORDS:
        return Sign(BEGINS_BITS, "one title begins with the other")
    return Sign(near, f"titles {percent:.0f} % alike")


def _other_letters(one: str, two: str) -> bool:
    """ "hepatitis B" and "hepatitis C" are two, as numbers are."""
    mine, theirs = (
        {word for word in title.split() if len(word) == 1} - _LETTER_WORDS for title in (one, two)
    )
    return bool(mine - theirs and theirs - mine)


def _companions(title: str) -> frozenset[str]:
    """What in a title says that it is about another paper: "Reply to ...", "... (vol 8, pg 1, 2017)"."""
    found = _COMPANION.findall(title)
    return frozenset(word.split()[0] for word in found)


def _n_unmatched(words: list[str], others: list[str]) -> int:
    """Words of one title that no word of the other is like; a word joined or parted is like its parts."""
    apart = [(word, others) for word in words] + [(word, words) for word in others]
    return sum(
        len(word) >= CONTENT
        and word not in there
        and word not in "".join(there)
        and not any(fuzz.ratio(word, other) >= 75 for other in there)
        for word, there in apart
    )


def authors(one: Traits, two: Traits) -> Sign:
    """By family names; a list that was cut short ("et al.") agrees with the whole."""
    if not one.families or not two.families:
        return NOTHING
    few, many = sorted((one.families, two.families), key=lambda names: (len(names), names))
    shared = sum(_is_among(family, many) for family in few) / len(few)
    first = _is_among(one.families[0], (*two.first_author,)) or _is_among(
        two.families[0], (*one.first_author,)
    )
    if shared == 0 and not first:
        return Sign(OTHER_AUTHORS, "other authors")
    if shared >= 0.8:
        if not first:
            return Sign(OTHER_ORDER, "same authors in another order")
        return Sign(LONG_LIST if len(few) > 1 else SHORT_LIST, "same authors")
    if first:
        return Sign(FIRST_AUTHOR, "same first author") if shared >= 0.5 else Sign(0.0, "few common authors")
    return Sign(OTHER_FIRST_AUTHOR, "another first author")


def _is_among(family: str, names: tuple[str, ...]) -> bool:
    """Whether the name is there, a letter mistyped or an accent written out allowed for."""
    return family in names or any(fuzz.ratio(family, name) >= 80 for name in names if len(name) > 3)


def years(one: Traits, two: Traits) -> Sign:
    """A preprint may be years older than what was published of it."""
    if one.year is None or two.year is None:
        return NOTHING
    apart = abs(one.year - two.year)
    if apart == 0:
        return Sign(SAME_YEAR, "same year")
    bits = YEARS_APART.get(apart, MANY_YEARS)
    if Stage.PREPRINT in {one.stage, two.stage} and apart <= 3:
        bits = 0
    return Sign(bits, f"years {min(one.year, two.year)} and {max(one.year, two.year)}")


def venues(one: Traits, two: Traits) -> Sign:
    """Abbreviations agree with what they stand for. A preprint's server is no other venue."""
    if not one.venue or not two.venue or one.stage != two.stage:
        return NOTHING
    if one.venue == two.venue or fuzz.token_sort_ratio(one.venue, two.venue) >= ALIKE_VENUES:
        return Sign(VENUE_BITS, "same venue")
    if _is_short_for(one.venue, two.venue) or _is_short_for(two.venue, one.venue):
        return Sign(VENUE_BITS, "same venue")
    return Sign(-VENUE_BITS, "other venues")


def _is_short_for(short: str, long: str) -> bool:
    """Whether each word of the one begins a word of the other, in order: "j biol chem"."""
    parts, words = ([word for word in venue.split() if word not in _SMALL] for venue in (short, long))
    return len(parts) == len(words) and all(map(str.startswith, words, parts))


def abstracts(one: Traits, two: Traits) -> Sign:
    if not one.abstract or not two.abstract:
        return NOTHING
    if same_text(one.abstract, two.abstract):
        return Sign(ABSTRACT_BITS, "same abstract")
    return Sign(-ABSTRACT_BITS, "other abstracts")
