"""Campaigns for the pictures. Every grade in them is scripted: nobody judged anything."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from assay.campaign_types import CampaignStatus, QueueKind, ReleaseRule
from assay.campaigns.campaign import create_campaign
from assay.types import JudgementState

if TYPE_CHECKING:
    from pathlib import Path

    from assay.campaigns.campaign import CampaignWork
    from assay.workspace import Workspace

SETTLING: Final = "Sample papers, two raters"
OPEN: Final = "Reading group pilot"
DRAFT: Final = "Long queries"
CLOSED: Final = "First set"
_PEOPLE: Final = ("Ada", "Mona", "Kim")
_GUIDELINE: Final = """# What the grades mean

You know the query paper. Would you want to have seen this one too?

- **2** very relevant: you would cite it together with the query paper
- **1** relevant: same problem or method, worth opening
- **0** not relevant: neither

A survey of the field is *relevant*, not very relevant.
"""
_NOTES: Final = {
    0: "Other task, only the data set is the same.",
    1: "Same method, another field.",
    2: "Cited there as the closest work.",
}
_REASONS: Final = ("", "The survey rule of the guideline.", "Same authors, same model.")


def campaign_library(folder: Path, *, model: str) -> Path:
    """The sample library with a campaign in each status, indexed by this model."""
    from assay.campaigns.sample import fill_with_sample
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        workspace.use_model(model)
        fill_with_sample(workspace)
    return add_campaigns(folder)


def add_campaigns(folder: Path) -> Path:
    """The sample library in `folder` with a campaign in each status."""
    from assay.workspace import Workspace

    with Workspace.open(folder) as workspace:
        _closed(workspace)
        _settling(workspace)
        _opened(workspace)
        _draft(workspace)
    return folder


def _settling(workspace: Workspace) -> None:
    """Graded by all, with disagreements: some settled, one of them out of date. One release is frozen."""
    work = create_campaign(
        workspace, SETTLING, raters_per_pair=2, seed=11, sample=12, guideline=_GUIDELINE, assessors=_PEOPLE
    )
    work.store.add_assessor("Jo", quota=40)
    for tag, mode, text in (
        ("keyword", "keyword", "title+abstract"),
        ("dense", "semantic", "title+abstract"),
        ("dense-title", "semantic", "title"),
        ("hybrid", "hybrid", "title+abstract"),
    ):
        work.make_run(tag, mode=mode, text=text, k=50)
    work.make_pool(depth=5, runs=["keyword", "dense", "hybrid"])
    work.assign(overlap=0.8)
    work.set_status(CampaignStatus.OPEN)
    _grade(work)
    work.set_status(CampaignStatus.ADJUDICATING)
    found = work.disagreements()
    for place, each in enumerate(found[: len(found) // 3]):
        work.store.adjudications.record(
            each.query_id,
            each.doc_id,
            adjudicator="Ada",
            relevance=1 if place % 2 else 2,
            reason=_REASONS[place % len(_REASONS)],
        )
    work.release(ReleaseRule.ADJUDICATED)
    _change_a_grade(work)
    work.store.set_guideline(_GUIDELINE + "\nThe query paper's own workshop version is left out.\n")


def _change_a_grade(work: CampaignWork) -> None:
    """Makes an adjudication out of date: an assessor is let in once more."""
    settled = next(each for each in work.disagreements() if each.adjudication is not None)
    first = next(each for each in settled.judgements if each.relevance is not None)
    work.set_status(CampaignStatus.OPEN)
    other = ((first.relevance or 0) + 1) % 3
    work.store.judgements.record(
        first.query_id, first.doc_id, assessor=first.assessor, relevance=other, active_ms=6100
    )
    work.set_status(CampaignStatus.ADJUDICATING)


def _opened(workspace: Workspace) -> None:
    work = create_campaign(
        workspace,
        OPEN,
        queue=QueueKind.SHARED,
        seed=4,
        guideline=_GUIDELINE,
        assessors=("Ada", "Mona"),
        queries=("retrieval for scientific papers", "contrastive learning without labels"),
    )
    work.make_run("keyword", mode="keyword")
    work.make_pool(depth=20)
    work.set_status(CampaignStatus.OPEN)
    for person, n in (("Ada", 9), ("Mona", 4)):
        walk = work.session(person)
        for _ in range(n):
            if walk.pair is not None:
                query_id, doc_id = walk.pair
                walk.grade(_said(query_id, doc_id, person), active_ms=_milliseconds(doc_id, person))


def _draft(workspace: Workspace) -> None:
    create_campaign(workspace, DRAFT, seed=7, queries=("how to rank papers that nobody has cited yet",))


def _closed(workspace: Workspace) -> None:
    work = create_campaign(workspace, CLOSED, seed=1, sample=4, guideline=_GUIDELINE, assessors=("Ada",))
    work.make_run("keyword", mode="keyword")
    work.make_pool(depth=5)
    work.assign()
    work.set_status(CampaignStatus.OPEN)
    _grade(work)
    work.release(ReleaseRule.MAJORITY)
    work.set_status(CampaignStatus.CLOSED)


def _grade(work: CampaignWork) -> None:
    """Everybody says something of all that is theirs."""
    for person in work.store.assessors():
        for place, row in enumerate(work.store.assignments.of(person.handle)):
            state = JudgementState.UNSURE if place % 23 == 11 else JudgementState.GRADE
            grade = _said(row.query_id, row.doc_id, person.handle)
            work.store.judgements.record(
                row.query_id,
                row.doc_id,
                assessor=person.handle,
                state=state,
                relevance=grade if state is JudgementState.GRADE else None,
                active_ms=_milliseconds(row.doc_id, person.handle),
            )
            if place % 5 == 2:
                work.store.judgements.set_note(
                    row.query_id, row.doc_id, assessor=person.handle, note=_NOTES[grade]
                )


def _said(query_id: str, doc_id: str, person: str) -> int:
    """Mostly what all would say, sometimes one grade off, seldom two."""
    common = (0, 0, 0, 0, 1, 1, 2)[_draw(query_id, doc_id) % 7]
    off = (0, 0, 0, 0, 0, 0, 0, 1, 1, 2)[_draw(query_id, doc_id, person) % 10]
    return (common + off) % 3 if off == 2 else min(2, common + off)


def _milliseconds(doc_id: str, person: str) -> int:
    return 4200 + _draw(doc_id, person) % 7000


def _draw(*words: str) -> int:
    return int.from_bytes(blake2b("\0".join(words).encode(), digest_size=6).digest(), "big")
