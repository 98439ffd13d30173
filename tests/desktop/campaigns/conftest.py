"""A real library with a campaign of two queries, two runs and three assessors."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from seeing import on_screen

from assay.campaign_types import CampaignStatus
from assay.campaigns.campaign import CampaignWork, create_campaign
from assay.types import Paper
from assay.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.campaigns.page import CampaignsPage

NAME = "pilot"
FIELDS = ("dense retrieval", "query expansion", "citation graphs", "sparse retrieval")
PAPERS = [
    Paper(
        f"p{n}",
        f"{FIELDS[n % 4].capitalize()} study {n}",
        f"We study {FIELDS[n % 4]} and {FIELDS[(n + 1) % 4]}, part {n}.",
        year=2000 + n,
    )
    for n in range(16)
]
QUERIES = ("dense retrieval", "citation graphs")
ASSESSORS = ("ada", "kim", "mona")


STAGES = ("filled", "draft", "opened", "graded")


def make(stage: str, folder: Path) -> None:
    """Bring a library so far: its papers, a campaign, its pool assigned and open, and graded."""
    with Workspace.open(folder) as workspace:
        workspace.library.papers.add([(paper, ()) for paper in PAPERS])
        if stage == "filled":
            return
        people = {"queries": QUERIES, "assessors": ASSESSORS}
        work = create_campaign(
            workspace, NAME, raters_per_pair=2, seed=5, guideline="# Two is best", **people
        )
        if stage == "draft":
            return
        work.make_run("keyword", mode="keyword", k=12)
        work.make_run("title", mode="keyword", text="title", k=12)
        work.make_pool(depth=4, runs=["keyword"])
        work.assign()
        work.set_status(CampaignStatus.OPEN)
        if stage == "graded":
            grade(work)


def grade(work: CampaignWork) -> None:
    pairs = sorted({(row.query_id, row.doc_id) for row in work.store.assignments.all()})
    for place, pair in enumerate(pairs):
        for rating, rater in zip(disputed(place), raters_of(work, pair), strict=True):
            work.store.judgements.record(*pair, assessor=rater, relevance=rating, active_ms=4000)
    first = pairs[0]
    work.store.judgements.set_note(*first, assessor=raters_of(work, first)[1], note="Cited as closest.")


@pytest.fixture
def workspace(request: pytest.FixtureRequest, copied: Any, tmp_path: Path) -> Iterator[Workspace]:
    """The library as far as the test asks for: each stage is made once."""
    folder = tmp_path / "library"
    if asked := [stage for stage in STAGES if stage in request.fixturenames]:
        copied(f"campaign-{asked[-1]}", partial(make, asked[-1]), folder)
    with Workspace.open(folder) as opened:
        yield opened


@pytest.fixture
def filled(workspace: Any) -> Any:
    """The workspace with sixteen papers and no campaign."""
    return workspace


@pytest.fixture
def draft(filled: Any) -> Any:
    """A campaign that only has its queries and assessors."""
    return CampaignWork(filled, NAME)


@pytest.fixture
def opened(draft: Any) -> Any:
    """The campaign with two runs, a pool of depth 4, all pairs assigned, open for grading."""
    return draft


@pytest.fixture
def graded(opened: Any) -> Any:
    """Everybody graded what is theirs; the first three pairs are in dispute: 0 beside 2 and 0 beside 1."""
    return opened


@pytest.fixture
def settling(graded: Any) -> Any:
    """The same, open to adjudicators."""
    graded.set_status(CampaignStatus.ADJUDICATING)
    return graded


def disputed(place: int) -> tuple[int, int]:
    """What the two raters of the pair at `place` say: differing on the first three, else 1 beside 1."""
    return {0: (0, 2), 1: (0, 1), 2: (0, 1)}.get(place, (1, 1))


def raters_of(work: Any, pair: tuple[str, str]) -> list[str]:
    rows: Iterable[Any] = work.store.assignments.all()
    return sorted(row.assessor for row in rows if (row.query_id, row.doc_id) == pair)


@pytest.fixture
def page(context: AppContext, qtbot: QtBot) -> CampaignsPage:
    """The page on whatever the library holds; ask for the library's fixture first."""
    from assay_desktop.pages import campaigns

    context.settings.set_assessor("lead")
    made = campaigns.create(context)
    on_screen(made, qtbot, 1180, 760)
    made.activateWindow()
    return made
