"""What stands in the way of an import, each in a sentence that says what to do."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING

from assay.campaign_types import CampaignStatus
from assay.campaigns.imports.matching import named
from assay.errors import BadInput
from assay.library.campaigns.judgement_rows import checked_handle

if TYPE_CHECKING:
    from assay.campaigns.imports.matching import Matched
    from assay.library import CampaignStore, Library
    from assay.library.campaigns.judgements import Rating


def problems_of(library: Library, store: CampaignStore, found: Matched, *, create_missing: bool) -> list[str]:
    """Those of the campaign, of ids, of grades that contradict each other, and of the people."""
    return [
        *_missing(library, store, found, create_missing=create_missing),
        *found.problems,
        *_contradictions(found.ratings),
        *_names(found.ratings),
        *_people(library, store, found.ratings),
    ]


def _missing(library: Library, store: CampaignStore, found: Matched, *, create_missing: bool) -> list[str]:
    """The campaign's status, and what of the file is not here."""
    info = store.info()
    problems = []
    if info.status not in (CampaignStatus.DRAFT, CampaignStatus.OPEN):
        problems.append(f"The campaign '{store.name}' is {info.status.value}; open it to import judgements.")
    missing = [*found.new_papers, *found.outside]
    if found.new_queries and not create_missing:
        problems.append(f"{named('queries', found.new_queries)} not in the campaign '{store.name}'.")
    if missing and not create_missing:
        problems.append(f"{named('papers', missing)} not in the corpus of '{store.name}'.")
    if (found.new_queries or missing) and not create_missing:
        problems.append("Import them first, or have them made from their ids (--create).")
    elif missing and info.status is not CampaignStatus.DRAFT:
        problems.append(f"{named('papers', missing)} not in the corpus of '{store.name}', which is fixed.")
    return [*problems, *(_removed(library, store, found) if missing and create_missing else [])]


def _removed(library: Library, store: CampaignStore, found: Matched) -> list[str]:
    """Papers that were removed: they cannot be made again, and a corpus that has some cannot grow."""
    wanted = [paper.doc_id for paper in found.new_papers.values()]
    hidden = [doc_id for doc_id in library.papers.find_by_ids(wanted) if doc_id in set(wanted)]
    corpus = store.corpus()
    there = library.papers.resolve(corpus)
    gone = [doc_id for doc_id in corpus if doc_id not in there]
    problems = []
    if hidden:
        problems.append(f"{named('papers', hidden)} removed from this library; import them again first.")
    if gone:
        problems.append(
            f"{named('papers', gone)} in the corpus of '{store.name}' and were removed from this library. "
            f"Freeze the corpus as it is now: `assay campaign edit {quote(store.name)} --freeze`."
        )
    return problems


def _contradictions(ratings: Sequence[Rating]) -> list[str]:
    """Two names of one paper, or of one query, that one assessor graded differently."""
    seen: dict[tuple[str, str, str], int] = {}
    return [
        f"'{who}' graded paper '{doc_id}' of query '{query_id}' {seen[query_id, doc_id, who]} and {grade}."
        for query_id, doc_id, who, grade in ratings
        if seen.setdefault((query_id, doc_id, who), grade) != grade
    ]


def _names(ratings: Sequence[Rating]) -> list[str]:
    """Raters who are called by what is no name."""
    problems = []
    for who in dict.fromkeys(rater for _, _, rater, _ in ratings):
        try:
            checked_handle(who)
        except BadInput as error:
            problems.append(str(error))
    return problems


def _people(library: Library, store: CampaignStore, ratings: Sequence[Rating]) -> list[str]:
    """Deactivated assessors, pairs with too many raters, and quotas that do not suffice."""
    who = {rater for _, _, rater, _ in ratings}
    problems = [
        f"'{one.handle}' is deactivated in this library (`assay assessor activate {quote(one.handle)}`)."
        for one in library.annotators.all()
        if one.handle in who and not one.active
    ]
    raters: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in store.assignments.all():
        raters[row.query_id, row.doc_id].add(row.assessor)
    for query_id, doc_id, rater, _ in ratings:
        raters[query_id, doc_id].add(rater)
    wanted, most = store.info().raters_per_pair, max(map(len, raters.values()), default=0)
    if most > wanted:
        problems.append(
            f"A pair would have {most} raters where the campaign '{store.name}' says {wanted} "
            f"(while it is a draft: `assay campaign edit {quote(store.name)} --raters {most}`)."
        )
    loads = Counter(rater for several in raters.values() for rater in several)
    over = [
        f"'{one.handle}' would have {loads[one.handle]} pairs; their quota is {one.quota}."
        for one in store.assessors()
        if one.handle in who and one.quota is not None and loads[one.handle] > one.quota
    ]
    return [*problems, *over]
