"""The one thing that a campaign waits for, in every state that it can be in."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from assay.campaign_types import AssessorProgress, Campaign, CampaignStatus, QueueKind
from assay.campaigns.types import CampaignState
from assay_desktop.pages.campaigns.model import Overview, StepKind, Tab, next_step
from assay_desktop.pages.campaigns.widgets.merge_dialogs import parse_grade_map

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SOMEBODY = AssessorProgress("ada", True, 4, 0, 0, 0, 0, 0, None)


def overview(
    status: CampaignStatus,
    *,
    n_queries: int = 2,
    n_pairs: int = 8,
    n_unassigned: int = 0,
    runs: tuple[Any, ...] = ("a run",),
    progress: tuple[Any, ...] = (SOMEBODY,),
    **state: Any,
) -> Overview:
    campaign = Campaign("pilot", "u", status, 2, QueueKind.ASSIGNED, 5, NOW, "sha", 16, n_queries, n_pairs, 1)
    given = {"n_rated": 0, "n_fully_rated": 0, "n_disagreements": 0, "n_stale": 0, "n_conflicts": 0}
    made = CampaignState(
        campaign=campaign,
        guideline=None,
        rounds=(),
        runs=runs,
        progress=progress,
        n_pairs=n_pairs,
        grades=(0, 0, 0),
        changed_papers=(),
        releases=state.pop("releases", ()),
        **(given | state),
    )
    return Overview(made, n_unassigned)


DRAFT, OPEN, ADJUDICATING, CLOSED = CampaignStatus


@pytest.mark.parametrize(
    ("shown", "kind"),
    [
        (overview(DRAFT, n_queries=0, n_pairs=0, runs=()), StepKind.QUERIES),
        (overview(DRAFT, n_pairs=0, runs=()), StepKind.RUN),
        (overview(DRAFT, n_pairs=0), StepKind.POOL),
        (overview(DRAFT, progress=()), StepKind.ASSESSORS),
        (overview(DRAFT, n_unassigned=8), StepKind.ASSIGN),
        (overview(DRAFT), StepKind.OPEN),
        (overview(OPEN), StepKind.GRADE),
        (overview(OPEN, n_unassigned=1), StepKind.ASSIGN),
        (overview(OPEN, n_fully_rated=8, n_disagreements=2), StepKind.ADJUDICATE),
        (overview(OPEN, n_fully_rated=8), StepKind.RELEASE),
        (overview(ADJUDICATING, n_disagreements=1), StepKind.ADJUDICATE),
        (overview(ADJUDICATING), StepKind.RELEASE),
        (overview(CLOSED, n_disagreements=3), StepKind.RELEASE),
    ],
)
def test_next_step_is_what_the_campaign_lacks(shown: Overview, kind: StepKind) -> None:
    step = next_step(shown)
    assert step is not None
    assert step.kind is kind
    assert step.words
    assert step.why


def test_a_closed_campaign_with_a_release_waits_for_nothing() -> None:
    assert next_step(overview(CLOSED, releases=("v1",))) is None


def test_an_open_campaign_with_an_old_release_still_waits_for_the_next() -> None:
    step = next_step(overview(ADJUDICATING, releases=("v1",)))
    assert step is not None
    assert (step.kind, step.tab) == (StepKind.RELEASE, Tab.RELEASES)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("", ()),
        ("3=2", ((3, 2),)),
        (" 3 = 2 , 4=1,", ((3, 2), (4, 1))),
        ("-1=0", ((-1, 0),)),
        ("3=3", None),
        ("3=-1", None),
        ("3", None),
        ("a=1", None),
        ("1.5=1", None),
    ],
)
def test_grades_of_other_scales_are_typed_as_theirs_and_ours(
    typed: str, meant: tuple[tuple[int, int], ...] | None
) -> None:
    assert parse_grade_map(typed) == meant
