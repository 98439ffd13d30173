"""A real library with a pool of six pairs, judged through the real session."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import NAME, make_campaign
from seeing import on_screen
from waiting_lane import WaitingLane

from assay.types import Paper, Query

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

PAPERS = [
    Paper(f"p{n}", f"Paper number {n}", f"Abstract {n}.", ("Ada Lovelace",), 2000 + n, "Venue")
    for n in range(4)
]
PAIRS = [("q1", "p1"), ("q1", "p2"), ("q1", "p3"), ("q2", "p1"), ("q2", "p2"), ("q2", "p3")]


@pytest.fixture
def pooled(workspace: Any) -> Any:
    """The workspace with four papers, a text and a paper as queries, and six pairs to judge."""
    workspace.library.papers.add([(paper, ()) for paper in PAPERS])
    workspace.library.queries.add([Query("q1", "dense retrieval"), Query("q2", PAPERS[0].title, "p0")])
    workspace.library.pool.add(PAIRS)
    return workspace


@pytest.fixture
def page(pooled: Any, context: AppContext, qtbot: QtBot) -> JudgingPage:
    from assay_desktop.pages import judging

    context.settings.set_assessor("ada")
    made = judging.create(context)
    on_screen(made, qtbot, 1100, 700)
    made.setFocus()
    return made


@pytest.fixture
def waiting(pooled: Any, context: AppContext) -> AppContext:
    """A context whose lane takes its time."""
    context.settings.set_assessor("ada")
    return replace(context, lane=WaitingLane(pooled))  # type: ignore[arg-type]


@pytest.fixture
def slow(waiting: Any, qtbot: QtBot) -> JudgingPage:
    """A page on a lane that takes its time, at its first pair."""
    from assay_desktop.pages import judging

    made = judging.create(waiting)
    waiting.lane.run()
    qtbot.addWidget(made)
    made.show()
    made.setFocus()
    waiting.lane.run()
    return made


@pytest.fixture
def work(workspace: Any) -> Any:
    """An open campaign of 12 pairs, judged by ada and ben."""
    return make_campaign(workspace)


@pytest.fixture
def grading(work: Any, context: AppContext, qtbot: QtBot) -> JudgingPage:
    """The page on that campaign, judged by ada, at her first pair."""
    from assay_desktop.pages import judging

    context.settings.set_assessor("ada")
    made = judging.create(context)
    on_screen(made, qtbot, 1200, 760)
    made.open_campaign(NAME)
    made.setFocus()
    return made
