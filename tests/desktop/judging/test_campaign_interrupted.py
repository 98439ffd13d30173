"""What happens elsewhere while an assessor grades: nothing is lost, and the page says what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import given, held, make_campaign, on_screen, strip
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QHBoxLayout, QPushButton, QWidget

from assay.campaign_types import CampaignStatus
from assay.campaigns.types import JudgingView
from assay.types import Paper, Query
from assay_desktop.context import Change
from assay_desktop.pages import judging

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

Key = Qt.Key


def reopen(work: Any) -> None:
    """A campaign that was closed is opened by way of adjudication."""
    work.set_status(CampaignStatus.ADJUDICATING)
    work.set_status(CampaignStatus.OPEN)


def test_a_campaign_closed_in_mid_grading_refuses_the_grade_keeps_the_pair_and_takes_it_when_open_again(
    grading: JudgingPage, work: Any, qtbot: QtBot
) -> None:
    first = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_2)
    second = on_screen(grading, work)
    work.set_status(CampaignStatus.CLOSED)  # on another machine: this window hears nothing of it
    qtbot.keyClick(grading, Key.Key_1)
    assert given(work) == {first: 2}
    assert on_screen(grading, work) == second
    assert "Not saved" in strip(grading)
    assert "closed" in strip(grading)
    reopen(work)
    qtbot.keyClick(grading, Key.Key_1)
    assert given(work) == {first: 2, second: 1}
    assert strip(grading) == ""


def test_a_note_typed_when_the_campaign_was_closed_is_kept_and_tried_again(
    grading: JudgingPage, work: Any, context: AppContext, qtbot: QtBot
) -> None:
    pair = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "worth keeping")
    work.set_status(CampaignStatus.CLOSED)
    qtbot.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert "A note is not saved yet" in strip(grading)
    reopen(work)
    context.changes.changed.emit(Change(campaigns=True))
    stored = {(j.query_id, j.doc_id): j.note for j in work.store.judgements.current(assessor="ada")}
    assert stored == {pair: "worth keeping"}


def test_an_assessor_deactivated_in_mid_grading_gives_no_grade_and_loses_none(
    grading: JudgingPage, work: Any, workspace: Any, qtbot: QtBot
) -> None:
    first = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_2)
    second = on_screen(grading, work)
    workspace.library.annotators.set_active("ada", False)
    qtbot.keyClick(grading, Key.Key_0)
    assert given(work) == {first: 2}
    assert on_screen(grading, work) == second
    assert "deactivated" in strip(grading)


def test_pairs_given_on_another_machine_are_there_when_the_finished_assessor_comes_back(
    grading: JudgingPage, work: Any, workspace: Any, qtbot: QtBot
) -> None:
    for _ in range(12):
        qtbot.keyClick(grading, Key.Key_1)
    assert "All 12 judged" in held(grading)
    work.edit(queries=("a third question",))
    query_id = work.store.queries.all()[-1].query_id
    work.store.runs.save("later", {query_id: {"d0": 2.0, "d1": 1.0}}, mode="keyword")
    work.make_pool(depth=5, runs=["later"])
    work.assign()
    grading.hide()
    grading.show()
    assert "12 of 14" in held(grading)
    assert on_screen(grading, work)[0] == query_id


def test_a_campaign_opened_on_another_machine_is_offered_when_the_window_is_used_again(
    page: JudgingPage, workspace: Any, qtbot: QtBot
) -> None:
    for _ in range(6):
        qtbot.keyClick(page, Key.Key_1)
    make_campaign(workspace, name="from the lead", people=("ada",))
    page.hide()
    page.show()
    assert "from the lead" in [action.text() for action in page._head._campaign.actions_shown()]


def test_a_library_without_queries_of_its_own_leads_to_the_campaigns(
    workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    context.settings.set_assessor("ada")
    made = judging.create(context)
    qtbot.addWidget(made)
    made.show()
    with qtbot.waitSignal(made.campaigns_requested):
        made._empty.action_requested.emit("Campaigns…")


def test_a_note_that_is_open_gives_the_keys_back_to_the_page_of_the_next_campaign(
    grading: JudgingPage, work: Any, workspace: Any, qtbot: QtBot
) -> None:
    make_campaign(workspace, name="second", people=("ada",))
    window = QWidget()
    qtbot.addWidget(window)
    row = QHBoxLayout(window)
    row.addWidget(QPushButton("Library"))
    row.addWidget(grading)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    grading.setFocus()
    qtbot.keyClick(grading, Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "half a thought")
    grading.open_campaign("second")
    assert QApplication.focusWidget() is grading
    assert [j.note for j in work.store.judgements.current(assessor="ada")] == ["half a thought"]
    grading.setParent(None)


@pytest.mark.dressed
@pytest.mark.parametrize("height", [640, 760, 900])
def test_a_query_that_fits_above_the_guideline_needs_no_scroll_bar(
    height: int, grading: JudgingPage, qtbot: QtBot
) -> None:
    """A bar left over from a longer query narrowed the lines, and so seemed to be needed for good."""
    grading.resize(1200, height)
    side = grading._side
    for n_words in range(400, 40, -16):
        paper = Paper("q", "A query paper", " ".join(f"word{n % 7}" for n in range(n_words)))
        side.show_view(JudgingView(query=Query("q", "A query paper", "q"), query_paper=paper))
        QApplication.processEvents()
        bar = side._area.verticalScrollBar()
        needed = side.query.height_for(side.width()) > side._area.height()
        assert (bar.maximum() > 0) == needed, n_words
    assert not needed
