"""Campaigns as tests begin with them: pooled, handed out, open, and graded."""

from __future__ import annotations

from collections.abc import Callable

from assay.campaign_types import CampaignStatus, QueueKind
from assay.campaigns.campaign import CampaignWork


def opened(work: CampaignWork, *, depth: int) -> CampaignWork:
    """The campaign with a run by words and its pool, handed out unless pairs are drawn, and open."""
    work.make_run("words", mode="keyword")
    work.make_pool(depth=depth)
    if work.info().queue is QueueKind.ASSIGNED:
        work.assign()
    work.set_status(CampaignStatus.OPEN)
    return work


def grade_all(
    work: CampaignWork, *assessors: str, grade: Callable[[tuple[str, str]], int] = lambda _: 1
) -> None:
    """Each of these assessors grades all of their pairs."""
    for name in assessors:
        walk = work.session(name)
        while walk.pair:
            walk.grade(grade(walk.pair))
