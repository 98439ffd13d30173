"""Grading a campaign's pairs, by keyboard, on a real library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import NAME, given, held, make_campaign, notes, on_screen
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLabel

from assay.campaign_types import CampaignStatus, QueueKind
from assay.campaigns.campaign import CampaignWork
from assay.campaigns.exchange import merge_bundle
from assay.ingest.queries import add_query
from assay.types import JudgementState
from assay_desktop.context import Change
from assay_desktop.pages import judging

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def restarted(page: JudgingPage, context: AppContext, qtbot: QtBot) -> JudgingPage:
    """A new page in place of this one, which gets no more keys."""
    page.close()
    made = judging.create(context)
    qtbot.addWidget(made)
    with qtbot.waitActive(made):
        made.show()
        made.activateWindow()
    made.setFocus()
    return made


def entries(button: Any) -> dict[str, Any]:
    return {action.text(): action for action in button.actions_shown()}


def test_a_campaign_is_graded_from_the_first_pair_to_the_last_without_the_mouse(
    grading: JudgingPage, work: Any, qtbot: QtBot
) -> None:
    seen = []
    for grade in (Key.Key_0, Key.Key_1, Key.Key_2) * 4:
        seen.append(on_screen(grading, work))
        qtbot.keyClick(grading, grade)
        assert not [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog)]
    assert given(work) == {pair: n % 3 for n, pair in enumerate(seen)}
    assert len(set(seen)) == 12
    assert "All 12 judged" in held(grading)
    assert given(work, "ben") == {}


def test_states_notes_undo_and_redo_work_in_a_campaign_as_everywhere(
    grading: JudgingPage, work: Any, qtbot: QtBot
) -> None:
    first = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "0 see the appendix")
    qtbot.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert QApplication.focusWidget() is grading
    qtbot.keyClick(grading, Key.Key_U)
    second = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_S)
    third = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_X)
    stands = {(j.query_id, j.doc_id): j.state for j in work.store.judgements.current(assessor="ada")}
    assert stands == {
        first: JudgementState.UNSURE,
        second: JudgementState.LATER,
        third: JudgementState.UNREADABLE,
    }
    assert notes(work) == {first: "0 see the appendix"}
    qtbot.keyClick(grading, Key.Key_Z, CONTROL)
    assert on_screen(grading, work) == third
    qtbot.keyClick(grading, Key.Key_Z, CONTROL | SHIFT)
    assert len(work.store.judgements.current(assessor="ada")) == 3


def test_undo_and_redo_reach_back_before_a_restart(
    grading: JudgingPage, work: Any, context: AppContext, qtbot: QtBot
) -> None:
    pair = on_screen(grading, work)
    qtbot.keyClick(grading, Key.Key_2)
    again = restarted(grading, context, qtbot)
    assert "graded 2" in held(again)
    qtbot.keyClick(again, Key.Key_Z, CONTROL)
    assert (on_screen(again, work), given(work)) == (pair, {})
    once_more = restarted(again, context, qtbot)
    assert on_screen(once_more, work) == pair
    qtbot.keyClick(once_more, Key.Key_Z, CONTROL | SHIFT)
    assert given(work) == {pair: 2}


def test_the_library_s_own_grades_and_the_campaign_s_never_mix(
    grading: JudgingPage, work: Any, workspace: Any, qtbot: QtBot
) -> None:
    qtbot.keyClick(grading, Key.Key_2)
    add_query(workspace.library, "my own question")
    query_id = workspace.library.queries.all()[0].query_id
    workspace.library.pool.add([(query_id, "d0"), (query_id, "d1")])
    grading.open_campaign(None)
    assert "my own question" in grading._query._title.text()
    qtbot.keyClick(grading, Key.Key_1)
    assert list(given(work).values()) == [2]
    assert [j.relevance for j in workspace.library.judgements.current(assessor="ada")] == [1]


def test_the_chooser_names_what_is_open_and_leads_to_the_campaigns(
    grading: JudgingPage, work: Any, workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    make_campaign(workspace, name="second", people=("ben",))
    closed = make_campaign(workspace, name="third", people=("ada",))
    closed.set_status(CampaignStatus.CLOSED)
    context.changes.changed.emit(Change(campaigns=True))
    offered = entries(grading._head._campaign)
    assert list(offered) == ["This library's own queries", NAME, "second", "Campaigns…"]
    assert offered[NAME].isChecked()
    with qtbot.waitSignal(grading.campaigns_requested):
        offered["Campaigns…"].trigger()
    offered["This library's own queries"].trigger()
    assert "No queries yet" in held(grading)


def test_the_chosen_campaign_is_remembered_for_this_library(
    grading: JudgingPage, work: Any, context: AppContext, qtbot: QtBot
) -> None:
    pair = on_screen(grading, work)
    again = judging.create(context)
    qtbot.addWidget(again)
    assert again._head._campaign.text() == NAME
    assert on_screen(again, work) == pair
    again.open_campaign(None)
    third = judging.create(context)
    qtbot.addWidget(third)
    assert third._head._campaign.text() == "This library's own queries"


def test_a_campaign_opened_before_the_first_answer_wins_over_the_remembered_one(
    grading: JudgingPage, work: Any, workspace: Any, waiting: Any, qtbot: QtBot
) -> None:
    make_campaign(workspace, name="second", people=("ada",))
    made = judging.create(waiting)
    qtbot.addWidget(made)
    made.open_campaign("second")
    waiting.lane.run()
    assert made._head._campaign.text() == "second"


def test_assessors_are_chosen_from_the_roster(
    grading: JudgingPage, work: Any, workspace: Any, qtbot: QtBot
) -> None:
    work.store.add_assessor("cleo")
    workspace.library.annotators.set_active("cleo", False)
    grading.open_campaign(None)
    grading.open_campaign(NAME)
    people = entries(grading._head._person)
    assert list(people) == ["ada", "ben", "cleo (deactivated)"]
    assert not people["cleo (deactivated)"].isEnabled()
    qtbot.keyClick(grading, Key.Key_2)
    people["ben"].trigger()
    qtbot.keyClick(grading, Key.Key_1)
    assert (list(given(work).values()), list(given(work, "ben").values())) == ([2], [1])


def test_a_name_that_is_not_on_the_roster_is_said_plainly(
    grading: JudgingPage, work: Any, context: AppContext, qtbot: QtBot
) -> None:
    context.settings.set_assessor("zoe")
    context.changes.changed.emit(Change(assessor=True))
    assert "zoe isn't an assessor on “pilot”" in held(grading)
    assert "'ada', 'ben'" in held(grading)
    qtbot.keyClick(grading, Key.Key_2)
    assert given(work, "zoe") == {}
    entries(grading._head._person)["ada"].trigger()
    qtbot.keyClick(grading, Key.Key_2)
    assert list(given(work).values()) == [2]


def test_a_deactivated_assessor_is_told_so_and_goes_on_once_activated(
    grading: JudgingPage, work: Any, workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    workspace.library.annotators.set_active("ada", False)
    again = restarted(grading, context, qtbot)
    assert "'ada' is deactivated" in held(again)
    workspace.library.annotators.set_active("ada", True)
    context.changes.changed.emit(Change(campaigns=True))
    qtbot.keyClick(again, Key.Key_1)
    assert list(given(work).values()) == [1]


def test_a_campaign_that_was_closed_meanwhile_opens_with_a_way_on(
    grading: JudgingPage, work: Any, context: AppContext, qtbot: QtBot
) -> None:
    work.set_status(CampaignStatus.CLOSED)
    again = judging.create(context)
    qtbot.addWidget(again)
    again.show()
    assert "'pilot' is closed for grading" in held(again)
    with qtbot.waitSignal(again.campaigns_requested):
        again._empty.action_requested.emit("Campaigns…")
    again._empty.action_requested.emit("This library's own queries")
    assert again._head._campaign.text() == "This library's own queries"


def test_somebody_without_pairs_is_told_so(grading: JudgingPage, work: Any, qtbot: QtBot) -> None:
    work.store.add_assessor("cleo")
    grading.assessor_named.emit("cleo")
    assert "“pilot” has no pairs for cleo" in held(grading)


def test_progress_pace_and_states_are_counted_in_the_head(
    grading: JudgingPage, work: Any, qtbot: QtBot
) -> None:
    for key in (*(Key.Key_0, Key.Key_1) * 4, Key.Key_U, Key.Key_S):
        qtbot.keyClick(grading, key)
    words = held(grading)
    assert "9 of 12" in words
    assert "1 unsure · 1 for later" in words
    assert "left" not in words, "nine times say too little of the rest"
    qtbot.keyClick(grading, Key.Key_2)
    assert " s median · under a minute left" in held(grading)
    assert "guideline v1" in words


@pytest.mark.dressed
def test_a_narrow_window_drops_words_of_the_head_and_cuts_none(
    grading: JudgingPage, work: Any, qtbot: QtBot
) -> None:
    for key in (*(Key.Key_0,) * 9, Key.Key_U, Key.Key_S):
        qtbot.keyClick(grading, key)
    grading.resize(760, 560)
    head = grading._head
    shown = [each for each in head.findChildren(QLabel) if each.isVisible()]
    assert head._count in shown
    assert all(each.width() >= each.sizeHint().width() for each in shown)
    assert "1 unsure · 1 for later" in head._count.toolTip()
    grading.resize(1300, 700)
    assert head._states.isVisible()
    assert head._pace.isVisible()


def test_two_people_draw_different_pairs_from_one_queue(
    workspace: Any, context: AppContext, qtbot: QtBot
) -> None:
    work = make_campaign(workspace, queue=QueueKind.SHARED, raters=1, n_papers=20)
    page = judging.create(context)
    qtbot.addWidget(page)
    seen: dict[str, set[Any]] = {"ada": set(), "ben": set()}
    page.open_campaign(NAME)
    for name in ("ada", "ben"):
        page.assessor_named.emit(name)
        for _ in range(12):  # more than one draw of ten
            seen[name].add(on_screen(page, work))
            page.grade_given.emit(1)
    assert [len(pairs) for pairs in seen.values()] == [12, 12]
    assert not seen["ada"] & seen["ben"]


@pytest.mark.parametrize("grade", [0, 2])
def test_a_pair_in_conflict_is_offered_again_with_a_calm_word(
    grade: int, grading: JudgingPage, work: Any, tmp_path: Any, context: AppContext, qtbot: QtBot
) -> None:
    """A bundle of another machine brings another grade of ada's for the pair that she graded here."""
    from assay.workspace import Workspace

    pair = on_screen(grading, work)
    work.export_bundle(tmp_path / "before.jsonl")
    with Workspace.open(tmp_path / "other machine") as other:
        merge_bundle(other.library, tmp_path / "before.jsonl", create=True)
        there = CampaignWork(other, NAME)
        there.store.judgements.record(*pair, assessor="ada", relevance=1)
        there.export_bundle(tmp_path / "after.jsonl")
    qtbot.keyClick(grading, Key.Key_0 + 2 - grade)
    merge_bundle(context.lane.workspace.library, tmp_path / "after.jsonl")  # type: ignore[attr-defined]
    context.changes.changed.emit(Change(judgements=True, campaigns=True))
    assert "1 conflict" in held(grading)
    for _ in range(11):
        assert on_screen(grading, work) != pair
        qtbot.keyClick(grading, Key.Key_1)
    assert on_screen(grading, work) == pair
    assert "Two machines have different judgements of this pair" in held(grading)
    assert all(not button.isChecked() for button in grading._foot._bar.buttons)
    qtbot.keyClick(grading, Key.Key_0 + grade)
    assert given(work)[pair] == grade
    assert "conflict" not in held(grading)
