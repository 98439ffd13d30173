"""Where a campaign stands: everything that its overview shows, counted once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from assay.campaigns.types import CampaignState
from assay.types import GRADES

if TYPE_CHECKING:
    from assay.library import CampaignStore


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
