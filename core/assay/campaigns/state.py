"""Where a campaign stands: everything that its overview shows, counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assay.campaign_types import AssessorProgress, Campaign, Guideline, PoolRound, Release
from assay.types import GRADES

if TYPE_CHECKING:
    from assay.library import CampaignStore, StoredRun


@dataclass(frozen=True, slots=True)
class CampaignState:
    """`n_rated` pairs have a grade, `n_fully_rated` as many as the campaign wants of each.

    `n_disagreements` counts the pairs that wait for an adjudicator, `n_stale` those among them that were
    settled on grades which changed since, `n_conflicts` the judgements that two machines gave differently.
    """

    campaign: Campaign
    guideline: Guideline | None
    rounds: tuple[PoolRound, ...]
    runs: tuple[StoredRun, ...]
    progress: tuple[AssessorProgress, ...]
    n_pairs: int
    n_rated: int
    n_fully_rated: int
    grades: tuple[int, int, int]  # standing grades of 0, of 1, of 2
    n_disagreements: int
    n_stale: int
    n_conflicts: int
    changed_papers: tuple[str, ...]  # doc_ids whose text is not what was frozen, or that were removed
    releases: tuple[Release, ...]


def _differing(ratings: Sequence[tuple[str, str, str, int]]) -> set[tuple[str, str]]:
    """The pairs on which two grades differ, counted without what `judging.disagreements` would look up."""
    first: dict[tuple[str, str], int] = {}
    return {
        (query_id, doc_id)
        for query_id, doc_id, _, grade in ratings
        if first.setdefault((query_id, doc_id), grade) != grade
    }


def read_state(store: CampaignStore) -> CampaignState:
    """Everything that an overview shows; a second for 100,000 pairs."""
    campaign = store.info()
    rated = store.rated_counts()
    ratings = store.judgements.ratings()
    given = Counter(grade for _, _, _, grade in ratings)
    adjudications = store.adjudications.all()
    settled = {(one.query_id, one.doc_id) for one in adjudications if one.stands}
    return CampaignState(
        campaign=campaign,
        guideline=store.guideline(),
        rounds=tuple(store.pool.rounds()),
        runs=tuple(store.runs.all()),
        progress=tuple(store.progress()),
        n_pairs=campaign.n_pairs,
        n_rated=sum(n > 0 for n in rated.values()),
        n_fully_rated=sum(n >= campaign.raters_per_pair for n in rated.values()),
        grades=(given[GRADES[0]], given[GRADES[1]], given[GRADES[2]]),
        n_disagreements=len(_differing(ratings) - settled),
        n_stale=sum(adjudication.stale for adjudication in adjudications),
        n_conflicts=len(store.judgements.conflicts()),
        changed_papers=tuple(store.changed_papers()),
        releases=tuple(store.releases.all()),
    )
