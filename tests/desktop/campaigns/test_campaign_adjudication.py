"""Adjudication: hidden until grading is over, then one key a pair, with undo; raters' grades stay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from assay.campaign_types import CampaignStatus
from assay.errors import LibraryError
from assay_desktop.pages.campaigns.model import Tab
from assay_desktop.pages.campaigns.widgets.case import RaterCard

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.campaigns.page import CampaignsPage

CTRL = Qt.KeyboardModifier.ControlModifier


def press(qtbot: QtBot, page: CampaignsPage, key: Qt.Key, held: Qt.KeyboardModifier | None = None) -> None:
    target = QApplication.focusWidget() or page
    qtbot.keyClick(target, key, held or Qt.KeyboardModifier.NoModifier)


def all_words(widget: QWidget) -> str:
    """What labels say, also hidden ones."""
    return " | ".join(label.text() for label in widget.findChildren(QLabel))


@pytest.fixture
def tab(settling: Any, page: CampaignsPage) -> CampaignsPage:
    page.open_tab(Tab.ADJUDICATE)
    return page


def settled(work: Any) -> dict[tuple[str, str], int | None]:
    return {(a.query_id, a.doc_id): a.relevance for a in work.store.adjudications.all()}


def test_while_assessors_grade_no_grade_and_no_note_is_in_the_widget_tree(
    graded: Any, page: CampaignsPage
) -> None:
    page.open_tab(Tab.ADJUDICATE)
    assert "stay hidden" in all_words(page.adjudicate)
    assert page.adjudicate.findChildren(RaterCard) == []
    assert "Cited as closest." not in all_words(page)
    assert page.adjudicate._model.rowCount() == 0


def test_grading_again_takes_every_grade_out_of_the_widgets(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    assert len(tab.adjudicate.findChildren(RaterCard)) == 2
    tab.head.status_wanted.emit(CampaignStatus.OPEN)
    qtbot.wait(1)  # what is to be deleted goes with the event loop
    assert tab.adjudicate.findChildren(RaterCard) == []
    assert "Cited as closest." not in all_words(tab)
    assert tab.adjudicate._model.n_all == 0


def test_beginning_to_adjudicate_is_offered_when_all_pairs_have_their_raters(
    graded: Any, page: CampaignsPage
) -> None:
    page.open_tab(Tab.ADJUDICATE)
    page.adjudicate._empty.action_requested.emit("Start adjudication")
    assert graded.info().status is CampaignStatus.ADJUDICATING
    assert len(page.adjudicate.findChildren(RaterCard)) == 2


def test_the_queue_begins_with_the_farthest_apart_and_shows_both_grades_and_notes(
    tab: CampaignsPage, settling: Any
) -> None:
    first = settling.disagreements()[0]
    assert sorted(j.relevance for j in first.judgements) == [0, 2]
    cards = tab.adjudicate.findChildren(RaterCard)
    said = [card.accessibleName() for card in cards]
    notes = {j.assessor: j.note for j in first.judgements}
    for judgement in first.judgements:
        grade = {0: "0 not relevant", 2: "2 very relevant"}[judgement.relevance]
        note = f". {notes[judgement.assessor].rstrip('.')}" if judgement.note else ""
        assert f"{judgement.assessor}: {grade}{note}" in said


def test_one_key_settles_a_pair_and_shows_the_next(tab: CampaignsPage, settling: Any, qtbot: QtBot) -> None:
    first, second, third = ((d.query_id, d.doc_id) for d in settling.disagreements())
    before = settling.store.judgements.ratings()
    press(qtbot, tab, Qt.Key.Key_1)
    press(qtbot, tab, Qt.Key.Key_0)
    assert settled(settling) == {first: 1, second: 0}
    assert tab.adjudicate._shown is not None
    assert tab.adjudicate._shown.pair == third
    press(qtbot, tab, Qt.Key.Key_2)
    assert settled(settling)[third] == 2
    assert settling.store.judgements.ratings() == before
    assert "All 3 are settled." in all_words(tab.adjudicate)


def test_what_is_settled_names_the_person_of_the_settings(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    press(qtbot, tab, Qt.Key.Key_1)
    assert settling.store.adjudications.all()[0].adjudicator == "lead"


def test_undo_takes_the_last_one_back_and_shows_it_again(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    first = settling.disagreements()[0]
    pair = (first.query_id, first.doc_id)
    press(qtbot, tab, Qt.Key.Key_1)
    press(qtbot, tab, Qt.Key.Key_Z, CTRL)
    assert settled(settling)[pair] is None
    assert len(settling.store.adjudications.history(*pair)) == 2
    assert tab.adjudicate._shown is not None
    assert tab.adjudicate._shown.pair == pair
    press(qtbot, tab, Qt.Key.Key_Z, CTRL)  # nothing is left to take back
    assert len(settling.store.adjudications.history(*pair)) == 2


def test_digits_typed_as_a_reason_are_words_and_are_kept_with_the_grade(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    press(qtbot, tab, Qt.Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "rule 2")
    assert settled(settling) == {}
    press(qtbot, tab, Qt.Key.Key_Escape)
    press(qtbot, tab, Qt.Key.Key_1)
    (found,) = settling.store.adjudications.all()
    assert (found.relevance, found.reason) == (1, "rule 2")


def test_the_keys_settle_nothing_on_other_tabs(tab: CampaignsPage, settling: Any, qtbot: QtBot) -> None:
    tab.open_tab(Tab.PROGRESS)
    press(qtbot, tab, Qt.Key.Key_1)
    assert settled(settling) == {}


def test_a_settled_pair_whose_grades_changed_is_marked_and_comes_back(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    first = settling.disagreements()[0]
    press(qtbot, tab, Qt.Key.Key_1)
    tab.head.status_wanted.emit(CampaignStatus.OPEN)
    changed = first.judgements[0]
    settling.store.judgements.record(changed.query_id, changed.doc_id, assessor=changed.assessor, relevance=1)
    tab.head.status_wanted.emit(CampaignStatus.ADJUDICATING)
    rows = [tab.adjudicate._model.index(row, 0) for row in range(tab.adjudicate._model.rowCount())]
    marks = [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert sum("out of date" in mark for mark in marks) == 1
    assert len(rows) == 3


def test_j_and_k_walk_the_queue(tab: CampaignsPage, settling: Any, qtbot: QtBot) -> None:
    pairs = [(d.query_id, d.doc_id) for d in settling.disagreements()]
    for key, place in ((Qt.Key.Key_J, 1), (Qt.Key.Key_J, 2), (Qt.Key.Key_J, 2), (Qt.Key.Key_K, 1)):
        press(qtbot, tab, key)
        assert tab.adjudicate._shown is not None
        assert tab.adjudicate._shown.pair == pairs[place]
    assert settled(settling) == {}


def test_settled_pairs_can_be_listed_and_settled_anew(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    first = settling.disagreements()[0]
    press(qtbot, tab, Qt.Key.Key_1)
    box = tab.adjudicate._filter
    box.setCurrentIndex(1)
    box.activated.emit(1)
    assert tab.adjudicate._model.rowCount() == 1
    press(qtbot, tab, Qt.Key.Key_2)
    assert settled(settling)[first.query_id, first.doc_id] == 2


def test_a_closed_campaign_shows_what_was_settled_and_settles_nothing(
    tab: CampaignsPage, settling: Any, qtbot: QtBot
) -> None:
    press(qtbot, tab, Qt.Key.Key_1)
    tab.head.status_wanted.emit(CampaignStatus.CLOSED)
    press(qtbot, tab, Qt.Key.Key_2)
    assert sorted(filter(None, settled(settling).values())) == [1]
    assert len(tab.adjudicate.findChildren(RaterCard)) >= 2


def test_a_grade_that_could_not_be_saved_is_said_and_the_pair_stays(
    tab: CampaignsPage, settling: Any, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from assay.library.campaigns.adjudications import Adjudications

    first = settling.disagreements()[0]

    def full(*_: object, **__: object) -> None:
        raise LibraryError("The disk is full; nothing was written.")

    monkeypatch.setattr(Adjudications, "record", full)
    press(qtbot, tab, Qt.Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "rule 2 of the guideline")
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
    press(qtbot, tab, Qt.Key.Key_1)
    assert "disk is full" in tab._strip.text
    assert tab.adjudicate._shown is not None
    assert tab.adjudicate._shown.pair == (first.query_id, first.doc_id)
    monkeypatch.undo()
    press(qtbot, tab, Qt.Key.Key_1)
    assert settled(settling) == {(first.query_id, first.doc_id): 1}
    (found,) = settling.store.adjudications.all()
    assert found.reason == "rule 2 of the guideline"
    assert tab.adjudicate._bar._reason.text() == ""  # the next pair's
    assert not tab._strip.isVisible()


def test_where_all_agree_a_release_is_offered(opened: Any, page: CampaignsPage) -> None:
    for row in opened.store.assignments.all():
        opened.store.judgements.record(row.query_id, row.doc_id, assessor=row.assessor, relevance=1)
    opened.set_status(CampaignStatus.ADJUDICATING)
    page.retry_wanted.emit()
    page.open_tab(Tab.ADJUDICATE)
    assert "agree on every pair" in all_words(page.adjudicate)
    page.adjudicate._empty.action_requested.emit("Release")
    assert page.tab is Tab.RELEASES
