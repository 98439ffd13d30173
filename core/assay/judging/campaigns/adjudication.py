"""Pairs on which raters differ, for somebody to settle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from assay.campaign_types import Adjudication, Disagreement, Pair
from assay.types import Judgement, JudgementState

_FINAL = frozenset({JudgementState.GRADE, JudgementState.UNSURE, JudgementState.UNREADABLE})


def disagreements(
    judgements: Sequence[Judgement], adjudications: Sequence[Adjudication] = (), *, raters_per_pair: int = 1
) -> list[Disagreement]:
    """The pairs with two or more grades that differ, the hardest first.

    Pairs that fewer than `raters_per_pair` assessors are done with come last, since a grade may still come
    that decides. Then 0 against 2 stands before neighbours, then they go by query and paper. A disagreement
    has everything that was said of its pair, also unsure and notes, by assessor, and its adjudication, if
    there is one, standing or not. `adjudications` has one at most for each pair.
    """
    settled = {(a.query_id, a.doc_id): a for a in adjudications}
    found = [
        Disagreement(*pair, judgements=tuple(given), adjudication=settled.get(pair))
        for pair, given in by_pair(judgements).items()
        if len(set(grades(given))) > 1
    ]
    return sorted(found, key=lambda d: (_waits(d, raters_per_pair), -spread(d), d.query_id, d.doc_id))


def is_through(disagreement: Disagreement, raters: Collection[str], *, least: int = 1) -> bool:
    """Whether all of `raters` have graded the pair, or cannot, and so have at least `least` people."""
    done = {j.assessor for j in disagreement.judgements if j.state in _FINAL}
    return done.issuperset(raters) and len(done) >= least


def spread(disagreement: Disagreement) -> int:
    """The distance from the lowest to the highest grade: 1 or 2."""
    given = grades(disagreement.judgements)
    return max(given) - min(given)


def grades(judgements: Iterable[Judgement]) -> list[int]:
    """The grades among what was said, ascending; unsure, later, unreadable and conflict are none."""
    return sorted(
        j.relevance for j in judgements if j.state is JudgementState.GRADE and j.relevance is not None
    )


def by_pair(judgements: Iterable[Judgement]) -> dict[Pair, list[Judgement]]:
    """(query_id, doc_id) -> what was said of it, by assessor; pairs in order."""
    found: dict[Pair, list[Judgement]] = {}
    for judgement in sorted(judgements, key=lambda j: (j.query_id, j.doc_id, j.assessor)):
        found.setdefault((judgement.query_id, judgement.doc_id), []).append(judgement)
    return found


def _waits(disagreement: Disagreement, raters_per_pair: int) -> bool:
    return sum(j.state in _FINAL for j in disagreement.judgements) < raters_per_pair
