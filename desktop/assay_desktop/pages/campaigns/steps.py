"""What a campaign waits for: the one thing to do next."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from assay.campaign_types import CampaignStatus
from assay_desktop.pages.campaigns.model import Tab
from assay_desktop.text.figures import numeral

if TYPE_CHECKING:
    from assay_desktop.pages.campaigns.model import Overview


class StepKind(StrEnum):
    """What a campaign may wait for."""

    QUERIES = "queries"
    RUN = "run"
    POOL = "pool"
    ASSESSORS = "assessors"
    ASSIGN = "assign"
    OPEN = "open"
    GRADE = "grade"
    ADJUDICATE = "adjudicate"
    RELEASE = "release"


@dataclass(frozen=True, slots=True)
class Step:
    """The next thing to do; `words` for the button, `why` for its tooltip, `tab` where it is done."""

    kind: StepKind
    words: str
    why: str
    tab: Tab | None = None


def next_step(overview: Overview) -> Step | None:
    """What the campaign waits for, or None where all is done."""
    if overview.campaign.status is CampaignStatus.DRAFT:
        return _step_of_draft(overview)
    if overview.campaign.status is CampaignStatus.OPEN:
        return _step_of_open(overview)
    return _step_of_settling(overview)


def _step_of_draft(overview: Overview) -> Step:
    state, campaign = overview.state, overview.campaign
    if not campaign.n_queries:
        return Step(StepKind.QUERIES, _tr("Add queries"), _tr("A campaign needs queries."), Tab.SETUP)
    if not state.runs and not campaign.n_pairs:
        why = _tr("Runs rank the corpus for every query; their best results are pooled.")
        return Step(StepKind.RUN, _tr("New run"), why, Tab.RUNS)
    if not campaign.n_pairs:
        return Step(StepKind.POOL, _tr("Pool"), _tr("The runs' best results become the pairs."), Tab.RUNS)
    if not state.progress:
        return Step(StepKind.ASSESSORS, _tr("Add assessors"), _tr("Nobody judges yet."), Tab.SETUP)
    if overview.n_unassigned:
        return _assign(overview)
    return Step(StepKind.OPEN, _tr("Open"), _tr("From here on the assessors can grade."))


def _step_of_open(overview: Overview) -> Step:
    state = overview.state
    if overview.n_unassigned:
        return _assign(overview)
    if state.n_pairs and state.n_fully_rated >= state.n_pairs:
        return _step_of_settling(overview) or _release()
    return Step(StepKind.GRADE, _tr("Grade"), _tr("Opens the judging page on this campaign."))


def _step_of_settling(overview: Overview) -> Step | None:
    state = overview.state
    if overview.campaign.status is not CampaignStatus.CLOSED and state.n_disagreements:
        why = _tr("Pairs on which assessors differ wait for a grade that settles them.")
        return Step(StepKind.ADJUDICATE, _tr("Adjudicate"), why, Tab.ADJUDICATE)
    return None if state.releases and overview.campaign.status is CampaignStatus.CLOSED else _release()


def _release() -> Step:
    return Step(StepKind.RELEASE, _tr("Release"), _tr("Freezes the grades under a version."), Tab.RELEASES)


def _assign(overview: Overview) -> Step:
    why = _tr("{0} pairs have no assessor yet.").format(numeral(overview.n_unassigned))
    return Step(StepKind.ASSIGN, _tr("Assign"), why)


def _tr(text: str) -> str:
    return QCoreApplication.translate("campaigns", text)
