"""Two papers compared: one paper, a preprint and its publication, or a doubt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assay.duplicates import fields
from assay.duplicates.fields import Sign
from assay.duplicates.traits import Stage
from assay.duplicates.verdicts import Likeness, Verdict

if TYPE_CHECKING:
    from assay.duplicates.traits import Traits

PRIOR = -5.0  # two papers that share a trait are rarely one
ID_BITS = 12.0  # of a DOI, an arXiv id or a PMID that both have
OTHER_ID = -12.0
SAME = 4.0  # bits from which two papers are one: odds of 16 to 1, a score of 0.94
DOUBTFUL = 0.0  # bits from which a person should look: even odds, a score of 0.5


def compare(one: Traits, two: Traits) -> Likeness | None:
    """How the two papers stand to each other, in whichever order they are given; None for two papers.

    The score is odds / (1 + odds) of 2 to the sum of the bits; `fields` and this module say what each field
    weighs. A shared identifier with quite another title is a doubt, since chapters may share a book's DOI and
    identifiers are mistyped. Two identifiers of one kind make two papers, or a doubt if all else agrees; so
    do, without a shared identifier, years further apart than one, or one apart in other venues.
    """
    one, two = sorted((one, two), key=lambda traits: traits.doc_id)
    shared, different = _identifiers(one, two)
    title, venue = fields.titles(one, two), fields.venues(one, two)
    signs = [
        *(Sign(ID_BITS, f"same {name}") for name in shared),
        title,
        fields.authors(one, two),
        fields.years(one, two),
        venue,
        fields.abstracts(one, two),
    ]
    open_to_doubt = bool(different) or title.bits <= fields.OTHER_TITLE
    if not shared:
        open_to_doubt |= _appeared_twice(one, two, other_venue=venue.bits < 0)
    bits = PRIOR + sum(sign.bits for sign in signs)
    if bits < DOUBTFUL:
        return None
    against = [Sign(OTHER_ID, f"two {name}s") for name in different]
    if against and bits < SAME:
        return None
    weighed = bits + sum(sign.bits for sign in against)
    if open_to_doubt:
        weighed = min(weighed, SAME - 1)  # however much else agrees
    told = sorted((sign for sign in signs if sign.words), key=lambda sign: -sign.bits)
    return Likeness(
        one.doc_id,
        two.doc_id,
        _verdict(one, two, bits, certain=bool(shared), open_to_doubt=open_to_doubt),
        _score(weighed),
        tuple(sign.words for sign in (*told, *against)),
        preprint=_preprint(one, two),
        apart=bool(against),
    )


def _verdict(one: Traits, two: Traits, bits: float, *, certain: bool, open_to_doubt: bool) -> Verdict:
    if open_to_doubt or bits < SAME:
        return Verdict.DOUBTFUL
    if {one.stage, two.stage} == {Stage.PREPRINT, Stage.PUBLISHED} and not certain:
        return Verdict.VERSION
    return Verdict.SAME


def _appeared_twice(one: Traits, two: Traits, *, other_venue: bool) -> bool:
    """Whether a work came out more than once, as a conference's paper and a journal's, or in two editions.

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
    """The kinds of identifiers that are the same, and those that differ. Not known is neither.

    A preprint server's DOI and a publisher's are of two kinds, which one paper may have.
    """
    dois = (one.doi, two.doi) if one.doi_kind == two.doi_kind else ("", "")
    known = {"DOI": dois, "arXiv id": (one.arxiv_id, two.arxiv_id), "PMID": (one.pmid, two.pmid)}
    both = {name: ids for name, ids in known.items() if all(ids)}
    shared = [name for name, (mine, theirs) in both.items() if mine == theirs]
    return shared, [name for name in both if name not in shared]


def _score(bits: float) -> float:
    return float(1 / (1 + 2.0**-bits))
