"""Whatever fails or overlaps: a grade belongs to the pair on screen, and no note is lost."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import given, strip
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow

from assay.errors import LibraryError
from assay.types import Paper
from assay_desktop.context import Change
from assay_desktop.pages import judging

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

Key = Qt.Key


def on_screen(page: JudgingPage) -> tuple[str, str]:
    """(query_id, doc_id), read off the titles."""
    query_id = "q1" if "dense retrieval" in page._query._title.text() else "q2"
    return query_id, next(f"p{n}" for n in range(4) if f"Paper number {n}" in page._paper._title.text())


def notes(pooled: Any, assessor: str = "ada") -> dict[tuple[str, str], str]:
    """Of every pair with a judgement or a note."""
    return {(j.query_id, j.doc_id): j.note for j in pooled.library.judgements.current(assessor=assessor)}


def type_note(page: JudgingPage, text: str, qtbot: QtBot) -> None:
    qtbot.keyClick(page, Key.Key_N)
    qtbot.keyClicks(page._paper._note, text)


@contextmanager
def locked_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No queue can be read, as when another process holds the library."""

    def refuse(*_args: object, **_kwargs: object) -> None:
        raise LibraryError("The library is locked.")

    with monkeypatch.context() as patch:
        patch.setattr("assay.campaigns.judging.library_session", refuse)
        yield


@pytest.mark.parametrize("kind", ["papers", "judgements"])
def test_a_queue_that_could_not_be_read_again_takes_a_grade_for_the_pair_on_screen_only(
    kind: str,
    page: JudgingPage,
    pooled: Any,
    context: AppContext,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    qtbot.keyClick(page, Key.Key_J)
    qtbot.keyClick(page, Key.Key_J)
    shown = on_screen(page)
    with locked_library(monkeypatch):
        context.changes.changed.emit(Change(**{kind: True}))
    assert on_screen(page) == shown
    assert "locked" in strip(page)
    qtbot.keyClick(page, Key.Key_2)
    assert given(pooled) == {shown: 2}


def test_a_grade_for_a_pair_that_left_the_pool_is_refused_and_no_other_gets_it(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = on_screen(page)
    with locked_library(monkeypatch):
        context.changes.changed.emit(Change(papers=True))
    pooled.library.papers.remove([shown[1]])
    qtbot.keyClick(page, Key.Key_2)
    assert given(pooled) == {}
    assert on_screen(page) == shown
    assert "Not saved" in strip(page)
    qtbot.keyClick(page, Key.Key_J)
    assert on_screen(page) != shown


def test_a_change_of_assessor_waits_for_the_grade_that_is_being_saved(
    slow: JudgingPage, waiting: Any, pooled: Any, qtbot: QtBot
) -> None:
    first = on_screen(slow)
    qtbot.keyClick(slow, Key.Key_1)
    slow.assessor_named.emit("eve")
    waiting.lane.run()
    assert given(pooled, "ada") == {first: 1}
    shown = on_screen(slow)
    qtbot.keyClick(slow, Key.Key_2)
    waiting.lane.run()
    assert given(pooled, "eve") == {shown: 2}
    assert given(pooled, "ada") == {first: 1}


def test_an_assessor_whose_pairs_cannot_be_read_gets_no_grade_until_they_are(
    page: JudgingPage, pooled: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with locked_library(monkeypatch):
        page.assessor_named.emit("eve")
        qtbot.keyClick(page, Key.Key_2)
        assert "locked" in strip(page)
    qtbot.keyClick(page, Key.Key_2)  # reads eve's queue, and is no grade
    assert (given(pooled, "ada"), given(pooled, "eve")) == ({}, {})
    shown = on_screen(page)
    qtbot.keyClick(page, Key.Key_1)
    assert (given(pooled, "ada"), given(pooled, "eve")) == ({}, {shown: 1})


def test_an_assessor_named_elsewhere_judges_here_from_then_on(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    context.settings.set_assessor("eve")
    context.changes.changed.emit(Change(assessor=True))
    assert page._head._person.text() == "eve"
    qtbot.keyClick(page, Key.Key_1)
    assert list(given(pooled, "eve").values()) == [1]
    assert given(pooled, "ada") == {}


def test_a_note_that_is_open_is_saved_when_the_window_closes(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(page)
    window.show()
    shown = on_screen(page)
    type_note(page, "last words", qtbot)
    window.close()
    window.takeCentralWidget()
    assert notes(pooled) == {shown: "last words"}


def test_a_note_that_is_open_is_saved_when_the_page_is_left(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    shown = on_screen(page)
    type_note(page, "on leaving", qtbot)
    page.hide()
    assert notes(pooled) == {shown: "on leaving"}


@pytest.mark.parametrize(
    "reason",
    [Qt.FocusReason.OtherFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason],
)
def test_a_note_is_saved_whatever_takes_the_focus_from_it(
    reason: Qt.FocusReason, page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    qtbot.waitUntil(page.isActiveWindow)
    shown = on_screen(page)
    type_note(page, "in passing", qtbot)
    page.setFocus(reason)
    assert notes(pooled) == {shown: "in passing"}


def test_a_note_typed_while_a_grade_is_saved_stays_with_its_pair_and_on_screen(
    slow: JudgingPage, waiting: Any, pooled: Any, qtbot: QtBot
) -> None:
    shown = on_screen(slow)
    qtbot.keyClick(slow, Key.Key_2)
    type_note(slow, "an after", qtbot)
    waiting.lane.run()
    assert on_screen(slow) == shown
    qtbot.keyClicks(slow._paper._note, "thought 1 2")
    qtbot.keyClick(slow._paper._note, Key.Key_Escape)
    waiting.lane.run()
    assert given(pooled) == {shown: 2}
    assert notes(pooled) == {shown: "an afterthought 1 2"}
    assert on_screen(slow) != shown


def test_a_note_left_while_a_grade_is_saved_is_saved_behind_it(
    slow: JudgingPage, waiting: Any, pooled: Any, qtbot: QtBot
) -> None:
    shown = on_screen(slow)
    qtbot.keyClick(slow, Key.Key_2)
    type_note(slow, "quick", qtbot)
    qtbot.keyClick(slow._paper._note, Key.Key_Escape)
    waiting.lane.run()
    assert notes(pooled) == {shown: "quick"}
    assert given(pooled) == {shown: 2}
    assert on_screen(slow) != shown


def test_a_note_typed_while_the_pairs_are_read_again_is_kept(
    slow: JudgingPage, waiting: Any, pooled: Any, qtbot: QtBot
) -> None:
    shown = on_screen(slow)
    waiting.changes.changed.emit(Change(papers=True))
    type_note(slow, "meanwhile", qtbot)
    waiting.lane.run()
    assert slow._paper._note.toPlainText() == "meanwhile"
    assert not slow._paper._note.isHidden()
    qtbot.keyClick(slow._paper._note, Key.Key_Escape)
    waiting.lane.run()
    assert notes(pooled) == {shown: "meanwhile"}


def test_a_note_that_was_opened_and_left_alone_records_nothing(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    type_note(page, "", qtbot)
    qtbot.keyClick(page._paper._note, Key.Key_Escape)
    assert pooled.library.judgements.assessors() == []


def test_a_pair_judged_elsewhere_is_counted_and_not_offered_again(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    shown = on_screen(page)
    others = [pair for pair in pooled.library.pool.pairs() if pair != shown]
    for pair in others[:4]:
        pooled.library.judgements.record(*pair, assessor="ada", relevance=1)
    context.changes.changed.emit(Change(judgements=True))
    assert on_screen(page) == shown
    assert any("4 of 6" in label.text() for label in page.findChildren(QLabel))
    qtbot.keyClick(page, Key.Key_0)
    assert on_screen(page) == others[4]


def test_a_pair_judged_elsewhere_while_a_note_is_written_is_not_offered_next(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    shown = on_screen(page)
    others = [pair for pair in pooled.library.pool.pairs() if pair != shown]
    type_note(page, "busy", qtbot)
    for pair in others[:4]:
        pooled.library.judgements.record(*pair, assessor="ada", relevance=1)
    context.changes.changed.emit(Change(judgements=True))
    assert QApplication.focusWidget() is page._paper._note
    page.grade_given.emit(0)
    assert on_screen(page) == others[4]
    assert notes(pooled)[shown] == "busy"


def test_authors_and_venues_are_not_shown_since_they_would_bias(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    pooled.library.papers.add([(Paper("p9", "Another", "", ("Grace Hopper",), 1999, "Venue"), ())])
    made = judging.create(context)
    qtbot.addWidget(made)
    for _ in range(6):
        held = " ".join(label.text() for label in made.findChildren(QLabel))
        assert "Lovelace" not in held
        assert "Venue" not in held
        made.browse_wanted.emit(1)
    assert made._paper._place.text() in {"2001", "2002", "2003"}
