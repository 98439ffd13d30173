"""How alike two papers are: their traits, each field compared, and the verdict with its reasons.

A bit doubles the odds that two papers are one (Fellegi and Sunter, "A theory for record linkage", 1969). The
bits are round numbers chosen by reasoning and not fitted to a collection: an agreement weighs as much as it
is unlikely by chance, a disagreement as much as it is unlikely between two records of one paper.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from rapidfuzz import fuzz

from assay.duplicates.types import Likeness, Verdict
from assay.importers.entries.identity import PREPRINT_DOIS, arxiv_id_of, same_text
from assay.importers.entries.titles import is_generic, name_words, normalised_title, other_numbers
from assay.messages import Message, message
from assay.types import Paper

SHORTEST_FORM = 20
"""Characters that a part of a title must have to stand for the whole."""

_BRACKETED = re.compile(r"\[([^\[\]]+)\]")
_SERVERS = re.compile(
    r"\b(?:arxiv|corr|(?:bio|med|chem|psy|soc|eng|engr|tech|earth|eco|ed)r?xiv|preprints?|ssrn"
    r"|research square|authorea|zenodo)\b"
)
_LIST_END = frozenset({"others", "et al", "al"})


class Stage(StrEnum):
    """How far a paper had come when it was recorded."""

    UNKNOWN = "unknown"
    PREPRINT = "preprint"
    PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Traits:
    """A paper as it is compared. Texts are normalised; "" and () stand for "not known"."""

    doc_id: str
    titles: tuple[str, ...]  # the whole, then its parts in and outside brackets: a translation stands there
    families: tuple[str, ...]  # the last word of each family name
    first_author: frozenset[str]  # every word of the first author's name
    year: int | None
    venue: str
    abstract: str
    doi: str
    arxiv_id: str
    pmid: str
    stage: Stage

    @property
    def doi_kind(self) -> Stage:
        """Whether the DOI is a preprint server's or a publisher's; a paper may have one of each."""
        if not self.doi:
            return Stage.UNKNOWN
        return Stage.PREPRINT if self.doi.startswith(PREPRINT_DOIS) else Stage.PUBLISHED


def traits_of(paper: Paper) -> Traits:
    """Return what is compared of the paper."""
    names = [name_words(author) for author in paper.authors]
    doi, venue = paper.doi.casefold(), normalised_title(paper.venue)
    return Traits(
        doc_id=paper.doc_id,
        titles=title_forms(paper.title),
        families=tuple(family for family, _ in names if family and family not in _LIST_END),
        first_author=names[0][1] if names else frozenset(),
        year=paper.year,
        venue=venue,
        abstract=paper.abstract,
        doi=doi,
        arxiv_id=arxiv_id_of(paper),
        pmid=paper.pmid,
        stage=_stage(paper, doi, venue),
    )


def title_forms(title: str) -> tuple[str, ...]:
    """The normalised title, and where a part is in brackets, that part and the rest as well.

    Databases write a translated title as "[How rivers freeze]", or both as "How rivers freeze; [Wie Flüsse
    frieren]".
    """
    forms = [normalised_title(title)]
    if inside := _BRACKETED.search(title):
        rest = title[: inside.start()] + " " + title[inside.end() :]
        forms += [form for part in (rest, inside[1]) if len(form := normalised_title(part)) >= SHORTEST_FORM]
    return tuple(dict.fromkeys(form for form in forms if form))


def _stage(paper: Paper, doi: str, venue: str) -> Stage:
    on_server = _SERVERS.search(venue) is not None
    if doi:
        return Stage.PREPRINT if doi.startswith(PREPRINT_DOIS) else Stage.PUBLISHED
    if on_server or (paper.arxiv_id and not venue):
        return Stage.PREPRINT
    return Stage.PUBLISHED if venue else Stage.UNKNOWN


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
    """What a field says: above 0 bits for one paper, below for two; `words` is None where it says nothing."""

    bits: float
    words: Message | None = None


NOTHING = Sign(0.0)


def titles(one: Traits, two: Traits) -> Sign:
    """Compare titles by the two forms that agree best."""
    pairs = [(form, other) for form in one.titles for other in two.titles]
    return max((_title(*pair) for pair in pairs), key=lambda sign: sign.bits, default=NOTHING)


def _title(one: str, two: str) -> Sign:
    if is_generic(one) or is_generic(two):
        return (
            Sign(0.0, message("an uninformative title"))
            if one == two
            else Sign(OTHER_TITLE, message("other titles"))
        )
    shorter, longer = sorted((one, two), key=lambda title: (len(title), title))
    least, most = TITLE_BITS
    words = shorter.count(" ") + 1 if shorter.isascii() else len(shorter) // 2
    full = min(least + words, most)
    if one == two:
        return Sign(full, message("same title"))
    if other_numbers(one, two) or _other_letters(one, two):
        return Sign(OTHER_TITLE, message("other numbers in the titles"))
    if _companions(one) != _companions(two):
        return Sign(OTHER_TITLE, message("one is a reply to the other, its correction or its summary"))
    percent = max(fuzz.token_sort_ratio(one, two), fuzz.ratio(one.replace(" ", ""), two.replace(" ", "")))
    lost = BITS_A_PERCENT * (100 - percent) + WORD_BITS * _n_unmatched(one.split(), two.split())
    near = full - lost if percent >= LEAST_ALIKE else OTHER_TITLE
    if near < BEGINS_BITS and longer.startswith(shorter + " ") and words >= FIRST_WORDS:
        return Sign(BEGINS_BITS, message("one title begins with the other"))
    return Sign(near, message("titles {0} % alike", f"{percent:.0f}"))


def _other_letters(one: str, two: str) -> bool:
    """Tell "hepatitis B" from "hepatitis C", as numbers differ."""
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
    """Compare family names; a list that was truncated ("et al.") agrees with the whole."""
    if not one.families or not two.families:
        return NOTHING
    few, many = sorted((one.families, two.families), key=lambda names: (len(names), names))
    shared = sum(_is_among(family, many) for family in few) / len(few)
    first = _is_among(one.families[0], (*two.first_author,)) or _is_among(
        two.families[0], (*one.first_author,)
    )
    if shared == 0 and not first:
        return Sign(OTHER_AUTHORS, message("other authors"))
    if shared >= 0.8:
        if not first:
            return Sign(OTHER_ORDER, message("same authors in another order"))
        return Sign(LONG_LIST if len(few) > 1 else SHORT_LIST, message("same authors"))
    if first:
        few_common = Sign(0.0, message("few common authors"))
        return Sign(FIRST_AUTHOR, message("same first author")) if shared >= 0.5 else few_common
    return Sign(OTHER_FIRST_AUTHOR, message("another first author"))


def _is_among(family: str, names: tuple[str, ...]) -> bool:
    """Return whether the name is there, a letter mistyped or an accent written out allowed for."""
    return family in names or any(fuzz.ratio(family, name) >= 80 for name in names if len(name) > 3)


def years(one: Traits, two: Traits) -> Sign:
    """A preprint may be years older than what was published of it."""
    if one.year is None or two.year is None:
        return NOTHING
    apart = abs(one.year - two.year)
    if apart == 0:
        return Sign(SAME_YEAR, message("same year"))
    bits = YEARS_APART.get(apart, MANY_YEARS)
    if Stage.PREPRINT in {one.stage, two.stage} and apart <= 3:
        bits = 0
    return Sign(bits, message("years {0} and {1}", *sorted((one.year, two.year))))


def venues(one: Traits, two: Traits) -> Sign:
    """Let abbreviations agree with what they stand for. A preprint's server is no other venue."""
    if not one.venue or not two.venue or one.stage != two.stage:
        return NOTHING
    if one.venue == two.venue or fuzz.token_sort_ratio(one.venue, two.venue) >= ALIKE_VENUES:
        return Sign(VENUE_BITS, message("same venue"))
    if _is_short_for(one.venue, two.venue) or _is_short_for(two.venue, one.venue):
        return Sign(VENUE_BITS, message("same venue"))
    return Sign(-VENUE_BITS, message("other venues"))


def _is_short_for(short: str, long: str) -> bool:
    """Return whether each word of the one begins a word of the other, in order: "j biol chem"."""
    parts, words = ([word for word in venue.split() if word not in _SMALL] for venue in (short, long))
    return len(parts) == len(words) and all(map(str.startswith, words, parts))


def abstracts(one: Traits, two: Traits) -> Sign:
    if not one.abstract or not two.abstract:
        return NOTHING
    if same_text(one.abstract, two.abstract):
        return Sign(ABSTRACT_BITS, message("same abstract"))
    return Sign(-ABSTRACT_BITS, message("other abstracts"))


PRIOR = -5.0  # two papers that share a trait are rarely one
ID_BITS = 12.0  # of a DOI, an arXiv id or a PMID that both have
OTHER_ID = -12.0
SAME = 4.0  # bits from which two papers are one: odds of 16 to 1, a score of 0.94
POSSIBLE_BITS = 0.0  # bits from which a person should look: even odds, a score of 0.5


def compare(one: Traits, two: Traits) -> Likeness | None:
    """Return how the two papers stand to each other, in whichever order they are given; None for two papers.

    The score is odds / (1 + odds) of 2 to the sum of the bits; this module says what each field
    weighs. A shared identifier with quite another title is a doubt, since chapters may share a book's DOI and
    identifiers are mistyped. Two identifiers of one kind make two papers, or a doubt if all else agrees; so
    do, without a shared identifier, years further apart than one, or one apart in other venues.
    """
    one, two = sorted((one, two), key=lambda traits: traits.doc_id)
    shared, different = _identifiers(one, two)
    title, venue = titles(one, two), venues(one, two)
    signs = [
        *(Sign(ID_BITS, message("same {0}", name)) for name in shared),
        title,
        authors(one, two),
        years(one, two),
        venue,
        abstracts(one, two),
    ]
    open_to_doubt = bool(different) or title.bits <= OTHER_TITLE
    if not shared:
        open_to_doubt |= _appeared_twice(one, two, other_venue=venue.bits < 0)
    bits = PRIOR + sum(sign.bits for sign in signs)
    if bits < POSSIBLE_BITS:
        return None
    against = [Sign(OTHER_ID, message("two {0}s", name)) for name in different]
    if against and bits < SAME:
        return None
    weighed = bits + sum(sign.bits for sign in against)
    if open_to_doubt:
        weighed = min(weighed, SAME - 1)  # however much else agrees
    evidence = sorted((sign for sign in signs if sign.words), key=lambda sign: -sign.bits)
    return Likeness(
        one.doc_id,
        two.doc_id,
        _verdict(one, two, bits, certain=bool(shared), open_to_doubt=open_to_doubt),
        _score(weighed),
        tuple(sign.words for sign in (*evidence, *against) if sign.words),
        preprint=_preprint(one, two),
        apart=bool(against),
    )


def _verdict(one: Traits, two: Traits, bits: float, *, certain: bool, open_to_doubt: bool) -> Verdict:
    if open_to_doubt or bits < SAME:
        return Verdict.POSSIBLE
    if {one.stage, two.stage} == {Stage.PREPRINT, Stage.PUBLISHED} and not certain:
        return Verdict.VERSION
    return Verdict.SAME


def _appeared_twice(one: Traits, two: Traits, *, other_venue: bool) -> bool:
    """Return whether a work was published twice, as a conference and a journal paper or in two editions.

    All else may agree then. Preprints stand apart from this: they are expected to be older.
    """
    if one.year is None or two.year is None or Stage.PREPRINT in {one.stage, two.stage}:
        return False
    apart = abs(one.year - two.year)
    return apart > 1 or (apart == 1 and other_venue)


def _preprint(one: Traits, two: Traits) -> str:
    if {one.stage, two.stage} != {Stage.PREPRINT, Stage.PUBLISHED}:
        return ""
    return one.doc_id if one.stage is Stage.PREPRINT else two.doc_id


def _identifiers(one: Traits, two: Traits) -> tuple[list[str], list[str]]:
    """Return the kinds of identifiers that are the same, and those that differ. Not known is neither.

    A preprint server's DOI and a publisher's are of two kinds, which one paper may have.
    """
    dois = (one.doi, two.doi) if one.doi_kind == two.doi_kind else ("", "")
    known = {"DOI": dois, "arXiv id": (one.arxiv_id, two.arxiv_id), "PMID": (one.pmid, two.pmid)}
    both = {name: ids for name, ids in known.items() if all(ids)}
    shared = [name for name, (mine, theirs) in both.items() if mine == theirs]
    return shared, [name for name in both if name not in shared]


def _score(bits: float) -> float:
    return float(1 / (1 + 2.0**-bits))
