"""One's own queue, likely relevant first: by keyboard, with an engine that answers when it is let."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import NAME, given
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from assay.campaigns.types import QueueRanking, RankCall
from assay.engine.types import RANK_QUEUE
from assay_desktop.pages import judging

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

Key = Qt.Key
BACKWARDS = ("p3", "p2", "p1")


@dataclass
class Ranker:
    """Ranks every query's papers backwards, and keeps what was asked until it is let go."""

    waits: bool = False
    calls: list[RankCall] = field(default_factory=list)
    answers: list[Callable[[], None]] = field(default_factory=list)
    failure: str = ""
    n_judged: int = 5

    def ask(self, operation: Any, call: Any, done: Any, failed: Any, **_key: str) -> None:
        if operation is not RANK_QUEUE:
            return
        self.calls.append(call)
        ranking = QueueRanking(
            call.query_id, BACKWARDS, self.n_judged, 1, 0.6, 1, may_stop=len(self.calls) > 3
        )
        self.answers.append(lambda: failed("StaleIndex", self.failure) if self.failure else done(ranking))
        if not self.waits:
            self.go()

    def go(self) -> None:
        while self.answers:
            self.answers.pop(0)()


@pytest.fixture
def ranker(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> Ranker:
    made = Ranker()
    monkeypatch.setattr(context.engine, "ask", made.ask)
    return made


def choose(page: JudgingPage, qtbot: QtBot, n: int) -> None:
    """Press O, and choose the n-th order from the top."""
    qtbot.keyClick(page, Key.Key_O)
    [menu] = [each for each in page.order.findChildren(QMenu) if each.isVisible()]
    for _ in range(n):
        qtbot.keyClick(menu, Key.Key_Down)
    qtbot.keyClick(menu, Key.Key_Return)
    page.setFocus()


def test_o_ranks_the_rest_again_after_each_grade(
    ranker: Ranker, page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    query, _ = page._shown  # type: ignore[misc]
    choose(page, qtbot, 1)
    first = BACKWARDS[0]
    assert page._shown == (query, first), "an order that is chosen begins at once"
    assert set(ranker.calls) == {RankCall(query, "ada")}
    assert page.order._words.text() == "1 of 5 judged are relevant · about 1 relevant left (at most 1)"
    rest = [doc_id for doc_id in BACKWARDS if doc_id != first]
    qtbot.keyClick(page, Key.Key_2)
    assert page._shown == (query, rest[0])
    qtbot.keyClick(page, Key.Key_0)
    assert page._shown == (query, rest[1])
    assert not page.order._stop.isVisible()
    qtbot.keyClick(page, Key.Key_Q)
    assert page.order._stop.isVisible()
    assert page._shown[0] != query
    assert given(pooled) == {(query, first): 2, (query, rest[0]): 0}
    assert pooled.library.judgements.orders() == {"likely": 2}


def test_nothing_is_estimated_from_a_few_grades(ranker: Ranker, page: JudgingPage, qtbot: QtBot) -> None:
    ranker.n_judged = 4
    choose(page, qtbot, 1)
    assert page.order._words.text() == "Re-ranked after each grade, starting with the next paper"


def test_grades_and_undo_wait_for_no_ranking(
    ranker: Ranker, page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    choose(page, qtbot, 1)
    ranker.waits = True
    first = page._shown
    qtbot.keyClick(page, Key.Key_1)
    second = page._shown
    assert list(given(pooled)) == [first]
    qtbot.keyClick(page, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page._shown == first
    ranker.go()
    assert page._shown == first, "an answer takes no pair from the screen"
    qtbot.keyClick(page, Key.Key_1)
    assert page._shown == second


@pytest.mark.parametrize("note", ["", "half a sentence"])
def test_an_order_that_is_known_late_leaves_what_is_read_or_written_about(
    note: str, ranker: Ranker, page: JudgingPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not note:
        monkeypatch.setattr("assay_desktop.pages.judging.order.AT_ONCE_S", 0.0)
    ranker.waits = True
    first = page._shown
    choose(page, qtbot, 1)
    if note:
        page.edit_note()
        page._paper._note.setPlainText(note)
    ranker.go()
    assert page._shown == first


def test_another_window_takes_up_order_and_pair(
    ranker: Ranker, page: JudgingPage, context: AppContext, qtbot: QtBot
) -> None:
    choose(page, qtbot, 1)
    query, first = page._shown  # type: ignore[misc]
    qtbot.keyClick(page, Key.Key_1)
    rest = [(query, doc_id) for doc_id in BACKWARDS if doc_id != first]
    assert page._shown == rest[0]
    page.hide()
    other = judging.create(context)
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    other.setFocus()
    assert other._shown == rest[0]
    assert other.order._menu.text() == "Likely relevant first"
    qtbot.keyClick(other, Key.Key_0)
    assert other._shown == rest[1]


def test_what_cannot_be_ranked_yet_says_so_and_is_judged_as_pooled(
    ranker: Ranker, page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    ranker.failure = "The model is loading."
    choose(page, qtbot, 1)
    assert page.order._words.text() == "Not ranked yet. The model is loading."
    qtbot.keyClick(page, Key.Key_1)
    assert len(given(pooled)) == 1
    choose(page, qtbot, 2)
    assert page.order._words.text() == "", "the other orders need no ranking"


def test_a_campaign_offers_no_order_and_asks_for_no_ranking(
    ranker: Ranker, grading: JudgingPage, context: AppContext, qtbot: QtBot
) -> None:
    context.settings.set_text("judging/order", "likely")
    assert NAME in grading._head._campaign.text()
    assert not grading.order.isVisible()
    qtbot.keyClick(grading, Key.Key_O)
    qtbot.keyClick(grading, Key.Key_1)
    assert ranker.calls == []
