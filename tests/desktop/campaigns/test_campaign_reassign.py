"""In the window, an assessor's open pairs go to others by two links below the assessors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QTableView
from seeing import on_screen

from assay.campaign_types import CampaignStatus
from assay.campaigns.campaign import create_campaign
from assay.types import Paper
from assay_desktop.pages import campaigns

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

NAME = "pilot"


@pytest.fixture
def work(workspace: Any) -> Any:
    """Twelve papers, one query, one rater a pair; Kim has graded one of hers."""
    workspace.library.papers.add([(Paper(f"p{n}", f"Dense retrieval {n}", "Study."), ()) for n in range(12)])
    made = create_campaign(workspace, NAME, queries=("dense retrieval",), assessors=("ada", "kim", "mona"))
    made.make_run("keyword", mode="keyword", k=12)
    made.make_pool(depth=12)
    made.assign()
    made.set_status(CampaignStatus.OPEN)
    first = made.store.assignments.of("kim")[0]
    made.store.judgements.record(first.query_id, first.doc_id, assessor="kim", relevance=1)
    return made


@pytest.fixture
def pane(work: Any, context: AppContext, qtbot: QtBot) -> Any:
    context.settings.set_assessor("lead")
    page = campaigns.create(context)
    on_screen(page, qtbot, 1180, 760)
    page.said: list[str] = []  # type: ignore[misc]
    page.message.connect(page.said.append)
    page.setup.assessors.window_page = page
    return page.setup.assessors


def choose(pane: Any, handle: str) -> dict[str, QPushButton]:
    """The links that can be pressed for this assessor."""
    view = pane.findChild(QTableView)
    rows = [str(view.model().index(row, 0).data()) for row in range(view.model().rowCount())]
    view.selectRow(rows.index(handle))
    return {each.text(): each for each in pane.findChildren(QPushButton) if not each.isHidden()}


def n_of(work: Any) -> dict[str, int]:
    return {one.handle: len(work.store.assignments.of(one.handle)) for one in work.store.assessors()}


def test_open_pairs_go_to_all_others(work: Any, pane: Any, qtbot: QtBot) -> None:
    before = n_of(work)

    choose(pane, "kim")["Reassign…"].click()
    dialog = QApplication.activeModalWidget()
    takers = dialog.findChild(QComboBox)
    qtbot.waitUntil(takers.hasFocus)
    assert [takers.itemText(n) for n in range(takers.count())] == ["All others, evenly", "ada", "mona"]
    dialog.action.click()

    now = n_of(work)
    assert now["kim"] == 1
    assert sum(now.values()) == sum(before.values()) == 12
    assert abs(now["ada"] - now["mona"]) <= 1
    assert pane.window_page.said[-1] == "Reassigned 3 pairs of kim; 1 judged one stays."
    links = choose(pane, "kim")  # with nothing left to give
    assert "Reassign…" not in links
    assert "Withdraw…" not in links


def test_open_pairs_go_to_one(work: Any, pane: Any) -> None:
    choose(pane, "kim")["Reassign…"].click()
    dialog = QApplication.activeModalWidget()
    dialog.findChild(QComboBox).setCurrentText("mona")
    dialog.action.click()

    assert n_of(work) == {"ada": 4, "kim": 1, "mona": 7}


def test_an_assessor_gets_a_name_and_a_quota_by_keyboard(work: Any, pane: Any, qtbot: QtBot) -> None:
    for action, typed in (("Quota…", "9"), ("Rename…", "lea")):
        choose(pane, "mona")[action].click()
        dialog = QApplication.activeModalWidget()
        qtbot.waitUntil(lambda dialog=dialog: dialog.isAncestorOf(QApplication.focusWidget()))
        qtbot.keyClicks(QApplication.focusWidget(), typed)
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    assert {one.handle: one.quota for one in work.store.assessors()} == {"ada": None, "kim": None, "lea": 9}


def test_open_pairs_are_withdrawn_and_come_back(work: Any, pane: Any, workspace: Any) -> None:
    choose(pane, "kim")["Withdraw…"].click()
    dialog = QApplication.activeModalWidget()
    assert dialog.cancel.isDefault()
    dialog.cancel.click()
    assert n_of(work)["kim"] == 4  # who says no keeps them

    choose(pane, "kim")["Withdraw…"].click()
    QApplication.activeModalWidget().action.click()

    assert n_of(work) == {"ada": 4, "kim": 1, "mona": 4}
    assert workspace.library.actions.undo().kind == "withdraw pairs"
    assert n_of(work)["kim"] == 4
