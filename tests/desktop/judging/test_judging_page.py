"""The rhythm of judging, by keyboard, on a real library."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

from campaign_set import given
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QWidget
from seeing import on_screen, words

from assay.campaigns.pools import library_session
from assay.errors import BadInput, LibraryError
from assay.ingest.queries import add_query
from assay.types import JudgementState
from assay_desktop.context import Change
from assay_desktop.pages import judging
from assay_desktop.pages.judging.page import JudgingPage

if TYPE_CHECKING:
    import pytest
    from PySide6.QtGui import QAction
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

Key = Qt.Key
CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def texts(page: QWidget) -> list[str]:
    """Every text that the widgets of the page hold, shown or not."""
    found = [label.text() for label in page.findChildren(QLabel)]
    for widget in page.findChildren(QWidget):
        names = ("toolTip", "accessibleName", "accessibleDescription", "statusTip", "whatsThis")
        found += [getattr(widget, name)() for name in names]
        if hasattr(widget, "toPlainText"):
            found.append(widget.toPlainText())
    return found


def shown_paper(page: JudgingPage) -> str:
    """The doc_id of the paper on screen, read off its title."""
    title = page._paper._title.text()
    return next(f"p{n}" for n in range(4) if f"Paper number {n}" in title)


def test_pressing_2_records_one_grade_and_shows_the_next_pair(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    first = shown_paper(page)
    qtbot.keyClick(page, Key.Key_2)
    assert [(doc_id, grade) for (_, doc_id), grade in given(pooled).items()] == [(first, 2)]
    assert len(pooled.library.judgements.history(assessor="ada")) == 1
    assert shown_paper(page) != first


def test_the_grade_is_on_the_disk_before_the_next_pair_is_shown(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    qtbot.keyClick(page, Key.Key_1)
    database = pooled.folder / "library.sqlite"
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as other:
        assert other.execute("SELECT grade FROM judgement_event").fetchall() == [(1,)]
    other.close()


def test_undo_brings_the_pair_back_and_redo_the_grade(page: JudgingPage, pooled: Any, qtbot: QtBot) -> None:
    first = shown_paper(page)
    qtbot.keyClick(page, Key.Key_2)
    qtbot.keyClick(page, Key.Key_Z, CONTROL)
    assert shown_paper(page) == first
    assert given(pooled) == {}
    qtbot.keyClick(page, Key.Key_Z, CONTROL | SHIFT)
    assert list(given(pooled).values()) == [2]


def test_undo_reaches_back_before_a_restart(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    qtbot.keyClick(page, Key.Key_1)
    again = judging.create(context)
    qtbot.addWidget(again)
    assert any("graded 1" in text for text in texts(again))
    again.undo_wanted.emit()
    assert given(pooled) == {}


def test_a_run_is_judged_where_nobody_did_and_no_further(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    """Best first, in judged queries only, without what others judged; what is judged there stays."""
    record = pooled.library.judgements.record
    record("q1", "p1", assessor="ben", relevance=2)
    pooled.library.runs.save(
        "new", {"q1": {"p0": 1.0, "p1": 2.0, "p3": 3.0}, "q2": {"p1": 1.0}}, mode="keyword"
    )
    page.open_run("new")
    assert page._shown == ("q1", "p3")
    assert "Unjudged results of new" in [each.text() for each in page._head.findChildren(QAbstractButton)]
    assert not page.order.isVisible()
    qtbot.keyClick(page, Key.Key_0)
    assert "1 of 2" in texts(page)
    assert page._shown == ("q1", "p0")
    qtbot.keyClick(page, Key.Key_1)
    assert "All 2 judged." in texts(page)
    page.open_run("new")
    assert "Everything in the top 10 of new is judged now." in texts(page)
    page.open_campaign(None)
    assert "1 of 6" in texts(page)


def test_unsure_later_and_unreadable_are_states_and_no_grades(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    for key in (Key.Key_U, Key.Key_S, Key.Key_X):
        qtbot.keyClick(page, key)
    states = {j.state for j in pooled.library.judgements.current(assessor="ada")}
    assert states == {JudgementState.UNSURE, JudgementState.LATER, JudgementState.UNREADABLE}
    assert pooled.library.judgements.qrels() == {}


def test_a_digit_in_the_note_is_text_and_grades_nothing(page: JudgingPage, pooled: Any, qtbot: QtBot) -> None:
    qtbot.keyClick(page, Key.Key_N)
    note = QApplication.focusWidget()
    assert note is not None
    qtbot.keyClicks(note, "see table 2 us")
    assert given(pooled) == {}
    qtbot.keyClick(note, Key.Key_Escape)
    (judgement,) = pooled.library.judgements.current(assessor="ada")
    assert (judgement.note, judgement.relevance) == ("see table 2 us", None)


def test_a_note_alone_is_not_for_later(page: JudgingPage, qtbot: QtBot) -> None:
    """The pair stays open: nobody put it off."""
    page.note_edited.emit("read the appendix")
    page.note_left.emit()
    assert "0 of 6" in texts(page)
    assert not any("for later" in each.text() for each in page.findChildren(QLabel) if each.isVisible())
    qtbot.keyClick(page, Key.Key_S)
    assert "1 for later" in texts(page)


def test_an_open_note_says_that_esc_keeps_it(page: JudgingPage, qtbot: QtBot) -> None:
    def hinted() -> bool:
        return any(
            "Esc saves the note" in each.text() for each in page.findChildren(QLabel) if each.isVisible()
        )

    assert not hinted()
    qtbot.keyClick(page, Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "typed")
    assert hinted()
    qtbot.keyClick(QApplication.focusWidget(), Key.Key_Escape)
    assert not hinted()


def test_a_note_that_is_still_open_is_saved_with_the_grade(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    first = shown_paper(page)
    qtbot.keyClick(page, Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "half typed")
    page.grade_given.emit(1)
    (judgement,) = pooled.library.judgements.current(assessor="ada")
    assert (judgement.doc_id, judgement.note, judgement.relevance) == (first, "half typed", 1)


def test_browsing_saves_the_note_and_grades_nothing(page: JudgingPage, pooled: Any, qtbot: QtBot) -> None:
    page.note_edited.emit("on the way")
    qtbot.keyClick(page, Key.Key_J)
    (judgement,) = pooled.library.judgements.current(assessor="ada")
    assert (judgement.note, judgement.relevance) == ("on the way", None)


def test_browsing_goes_on_and_back_without_grading(page: JudgingPage, pooled: Any, qtbot: QtBot) -> None:
    first = shown_paper(page)
    qtbot.keyClick(page, Key.Key_J)
    second = shown_paper(page)
    qtbot.keyClick(page, Key.Key_K)
    assert second != first
    assert shown_paper(page) == first
    assert given(pooled) == {}


def test_a_failed_save_keeps_the_pair_and_the_note_and_says_so(
    page: JudgingPage, pooled: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise LibraryError("The disk is full. Free some space.")

    first = shown_paper(page)
    qtbot.keyClick(page, Key.Key_N)
    qtbot.keyClicks(QApplication.focusWidget(), "precious")
    with monkeypatch.context() as patch:
        patch.setattr(type(pooled.library.judgements), "record", refuse)
        patch.setattr(type(pooled.library.judgements), "set_note", refuse)
        page.grade_given.emit(2)
    assert shown_paper(page) == first
    assert any("The disk is full" in text for text in texts(page))
    assert "precious" in texts(page)
    page.grade_given.emit(2)
    (judgement,) = pooled.library.judgements.current(assessor="ada")
    assert (judgement.note, judgement.relevance) == ("precious", 2)


def test_an_undo_that_is_refused_says_that_nothing_was_undone(
    page: JudgingPage, pooled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        raise BadInput("'ada' is no assessor of this campaign.")

    page.grade_given.emit(2)
    first = shown_paper(page)
    monkeypatch.setattr(type(pooled.library.judgements), "undo", refuse)
    page.undo_wanted.emit()
    assert shown_paper(page) == first
    assert "Could not undo. 'ada' is no assessor of this campaign." in texts(page)
    assert not any("Not saved" in text for text in texts(page))


def test_nothing_on_the_page_tells_model_rank_or_score(
    page: JudgingPage, pooled: Any, context: AppContext
) -> None:
    pooled.library.runs.save("secret-model", {"q1": {"p1": 0.123456, "p2": 0.1}}, mode="semantic")
    page.browse_wanted.emit(1)
    held = " ".join(texts(page)).casefold()
    for word in ("secret-model", "0.123", "rank", "score", "semantic", "bm25", "minilm"):
        assert word not in held


def test_other_assessors_grades_are_nowhere_on_the_page(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    for query_id, doc_id in pooled.library.pool.pairs():
        pooled.library.judgements.record(query_id, doc_id, assessor="zoe", relevance=2)
    again = judging.create(context)
    qtbot.addWidget(again)
    assert all(not button.isChecked() for button in again._foot._bar.buttons)
    assert "zoe" not in " ".join(texts(again))


def test_another_assessor_starts_at_nothing_and_is_remembered(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    qtbot.keyClick(page, Key.Key_2)
    page.assessor_named.emit("eve")
    page.grade_given.emit(1)
    assert list(given(pooled, "eve").values()) == [1]
    assert list(given(pooled, "ada").values()) == [2]
    assert context.settings.assessor == "eve"


def test_the_assessor_is_chosen_among_those_who_are_known_or_somebody_new(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    pooled.library.judgements.record("q1", "p1", assessor="zoe", relevance=2)
    pooled.library.judgements.record("q1", "p1", assessor="gone", relevance=2)
    pooled.library.annotators.set_active("gone", False)
    context.changes.changed.emit(Change(campaigns=True))

    def offered() -> dict[str, QAction]:
        page.focus_assessor()
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        found = {action.text(): action for action in menu.actions() if action.text()}
        menu.close()
        return found

    assert list(offered()) == ["zoe", "ada", "New assessor…"]
    assert offered()["ada"].isChecked()
    offered()["zoe"].trigger()
    page.grade_given.emit(1)
    assert len(given(pooled, "zoe")) == 2
    assert context.settings.assessor == "zoe"
    offered()["New assessor…"].trigger()
    dialog = QApplication.activeModalWidget()
    qtbot.waitUntil(lambda: dialog.isAncestorOf(QApplication.focusWidget()))
    qtbot.keyClicks(QApplication.focusWidget(), "eve")
    qtbot.keyClick(QApplication.focusWidget(), Key.Key_Return)
    assert context.settings.assessor == "eve"
    qtbot.waitUntil(lambda: page.focusWidget() is page)
    page.grade_given.emit(0)
    assert list(given(pooled, "eve").values()) == [0]
    assert [*offered()] == ["zoe", "eve", "New assessor…"]


def test_the_last_grade_leads_to_the_end_that_offers_to_evaluate(
    page: JudgingPage, pooled: Any, qtbot: QtBot
) -> None:
    for _ in range(6):
        qtbot.keyClick(page, Key.Key_1)
    assert len(given(pooled)) == 6
    assert any("All 6 judged" in text for text in texts(page))
    with qtbot.waitSignal(page.evaluate_requested):
        page._empty.action_requested.emit("Evaluate")


def test_pairs_put_off_come_back_at_the_end(page: JudgingPage, pooled: Any, qtbot: QtBot) -> None:
    first = shown_paper(page)
    qtbot.keyClick(page, Key.Key_S)
    for _ in range(5):
        qtbot.keyClick(page, Key.Key_0)
    assert shown_paper(page) == first
    assert any("5 of 6" in text for text in texts(page))


def test_a_pool_that_grows_keeps_the_pair_on_screen(
    page: JudgingPage, pooled: Any, context: AppContext
) -> None:
    from assay_desktop.context import Change

    page.browse_wanted.emit(1)
    before = page._paper._title.text()
    pooled.library.pool.add([("q1", "p0")])
    context.changes.changed.emit(Change(queries=True, judgements=True))
    assert page._paper._title.text() == before
    assert any("0 of 7" in text for text in texts(page))


def test_without_a_pool_there_is_one_way_on(workspace: Any, context: AppContext, qtbot: QtBot) -> None:
    made = judging.create(context)
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.search_requested):
        made._empty.action_requested.emit("Search")
    add_query(workspace.library, "dense retrieval")
    again = judging.create(context)
    qtbot.addWidget(again)
    again._empty.action_requested.emit("Build judging queue")
    assert [job.args for job in context.jobs.all()] == [("pool",)]


def test_the_next_session_begins_at_the_pair_that_was_left_unless_it_was_judged(
    page: JudgingPage, pooled: Any, context: AppContext, qtbot: QtBot
) -> None:
    def again() -> JudgingPage:
        made = judging.create(context)
        qtbot.addWidget(made)
        return made

    for _ in range(2):
        page.browse_wanted.emit(1)
    left = page._paper._title.text(), page._query._title.text()
    returned = again()
    assert (returned._paper._title.text(), returned._query._title.text()) == left
    first = library_session(pooled, "ada").pair
    query_id, doc_id = context.session.get("judging/pairs")[0][1]
    pooled.library.judgements.record(query_id, doc_id, assessor="ada", relevance=1)
    assert first != (query_id, doc_id)
    anew = again()
    assert (anew._paper._title.text(), anew._query._title.text()) != left
    context.session.put("judging/pairs", [["broken"]])
    assert again()._paper._title.text() == anew._paper._title.text()


def test_before_a_pair_is_there_nothing_of_one_is_shown(context: AppContext, qtbot: QtBot) -> None:
    """Neither an empty title nor buttons that grade nothing; what takes a moment says so."""
    page = on_screen(JudgingPage(context.theme, context.keys), qtbot, 1280, 800)
    assert not page._foot.isVisible()
    assert not page._paper.isVisible()
    qtbot.waitUntil(lambda: "Reading the judging queue…" in words(page))
    page.show_empty(n_queries=0)
    assert "Reading the judging queue…" not in words(page)
    quick = on_screen(JudgingPage(context.theme, context.keys), qtbot, 1280, 800)
    quick.show_empty(n_queries=0)
    qtbot.wait(400)
    assert "Reading the judging queue…" not in words(quick), "it came too late to be said"
