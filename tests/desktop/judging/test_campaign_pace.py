"""Grading stays quick at the size of a real judgement set: 1,844 pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import NAME, given
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from assay.campaign_types import CampaignStatus
from assay.campaigns.campaign import create_campaign
from assay.types import Paper
from assay_desktop.pages import judging
from counting import Calls, statements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

N_QUERIES, N_PAPERS, N_PAIRS = 40, 461, 1844
N_JUDGED = 1700
MOST_CALLS = 20_000  # of Python's functions; a look at each of 1,844 pairs takes some for each
ABSTRACT = "A paper about one of many things, in as many words as an abstract has. " * 14
MOST_STATEMENTS = 30  # of SQL, each by a key: what a key costs besides is what the page draws


def _in_line(_who: str, pairs: Sequence[tuple[str, str]]) -> dict[tuple[str, str], str]:
    return {pair: f"{n:05}" for n, pair in enumerate(pairs)}


@pytest.fixture
def large(workspace: Any) -> Any:
    """40 queries with 1,844 pairs of ada's, of which she has judged all but the last 144."""
    papers = [Paper(f"d{n}", f"Document number {n}", ABSTRACT, year=2020) for n in range(N_PAPERS)]
    workspace.library.papers.add([(paper, ()) for paper in papers])
    work = create_campaign(
        workspace, NAME, seed=3, assessors=("ada",), queries=tuple(f"question {n}" for n in range(N_QUERIES))
    )
    queries = [query.query_id for query in work.store.queries.all()]
    run: dict[str, dict[str, float]] = {query_id: {} for query_id in queries}
    for n in range(N_PAIRS):
        run[queries[n % N_QUERIES]][f"d{(n * 7) % N_PAPERS}"] = float(N_PAIRS - n)
    work.store.runs.save("planted", run, mode="keyword")
    work.make_pool(depth=50)
    work.assign()
    work.set_status(CampaignStatus.OPEN)
    order = work.session("ada").order
    assert len(order) == N_PAIRS
    ratings = [(*pair, "ada", n % 3) for n, pair in enumerate(order[:N_JUDGED])]
    work.store.import_ratings(ratings, order_keys=_in_line, params={})
    return work


def test_every_key_is_answered_at_once_with_1844_pairs(large: Any, context: AppContext, qtbot: QtBot) -> None:
    context.settings.set_assessor("ada")
    page: JudgingPage = judging.create(context)
    qtbot.addWidget(page)
    with qtbot.waitActive(page):
        page.show()
        page.activateWindow()
    page.open_campaign(NAME)
    page.setFocus()
    taken = []
    engine = large.store._database._engine
    for key in (Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_2) * 10:
        with statements(engine) as asked, Calls().counted() as calls:
            qtbot.keyClick(page, key)
            QApplication.processEvents()
        taken.append((len(asked), calls.n))
    assert len(given(large)) == N_JUDGED + len(taken)
    assert page._head._count.text() == "1,730 of 1,844"
    assert max(n for n, _ in taken) <= MOST_STATEMENTS, taken
    assert sorted(n for _, n in taken)[len(taken) // 2] < MOST_CALLS, taken
