"""Saved searches in the window, on a real library: kept, marked, seen, renamed, removed, brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from asking import FakeJobs
from PySide6.QtCore import Qt
from seeing import on_screen, press

from assay.searching.request_json import fields_of
from assay.types import SearchMode, SearchRequest, Seed
from assay_desktop.context import AppContext, Change, Changes
from assay_desktop.keys import Keys
from assay_desktop.pages import search
from assay_desktop.shell.saved_news import SavedNews
from assay_desktop.widgets.controls.form_dialog import NameDialog
from assay_desktop.widgets.papers.card import CARD_ROLE
from assay_desktop.widgets.tables.counted_list import VALUE_ROLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay.types import Paper
    from assay_desktop.pages.search.page import SearchPage
    from assay_desktop.settings import Settings
    from assay_desktop.theme import Theme

    Answer = Callable[..., dict[str, Any]]

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def saved_context(
    workspace: Any, engine: Any, theme: Theme, settings: Settings, immediate_lane: Any, papers: list[Paper]
) -> AppContext:
    """On a real library that holds the papers of the answers."""
    workspace.library.papers.add([(paper, ()) for paper in papers])
    jobs: Any = FakeJobs()
    return AppContext(immediate_lane(workspace), engine, jobs, theme, settings, Changes(), Keys(settings))


@pytest.fixture
def page(saved_context: AppContext, qtbot: QtBot) -> SearchPage:
    made = search.create(saved_context)
    on_screen(made, qtbot, 1100, 700)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def searches(workspace: Any) -> Any:
    return workspace.library.searches


def ask(page: SearchPage, engine: Any, answer: Answer, text: str, *doc_ids: str) -> None:
    page.box.field.setText(text)
    page.text_edited.emit(text)
    page.search_requested.emit()
    engine.requests[-1].done(answer(*doc_ids))
    page.focus_results()


def dialog_of(page: SearchPage) -> NameDialog:
    (dialog,) = [each for each in page.findChildren(NameDialog) if each.isVisible()]
    return dialog


def save(page: SearchPage, qtbot: QtBot, name: str) -> None:
    press(qtbot, Key.Key_S, CTRL)
    dialog = dialog_of(page)
    dialog.field.setText(name)
    dialog.action.click()


def lines(page: SearchPage) -> list[tuple[str, int]]:
    model = page._side.saved.model()
    found = [model.index(row, 0).data(VALUE_ROLE) for row in range(model.rowCount())]
    return [(line.label, line.n_new) for line in found]


def settle(searches: Any, name: str, *doc_ids: str, ranking: str = "m") -> None:
    searches.settle(searches.get(name).pk, doc_ids, counted=50, ranking=ranking, complete=True)


def marked(page: SearchPage) -> list[str]:
    cards = [page._model.index(row).data(CARD_ROLE) for row in range(page._model.rowCount())]
    return [card.doc_id for card in cards if card.new and card.badges[0] == "new"]


def test_ctrl_s_saves_the_search_that_is_shown(
    page: SearchPage, engine: Any, answer: Answer, searches: Any, qtbot: QtBot
) -> None:
    assert not page._side.saved.isVisible()
    ask(page, engine, answer, 'dense "two encoders"', "p1", "p2")
    press(qtbot, Key.Key_S, CTRL)
    assert dialog_of(page).field.text() == 'dense "two encoders"'
    dialog_of(page).field.setText("Encoders")
    dialog_of(page).action.click()
    (kept,) = searches.all()
    assert kept.name == "Encoders"
    assert kept.request["text"] == 'dense "two encoders"'
    assert lines(page) == [("Encoders", 0)]
    assert page._head.kept.text.text() == "Saved as “Encoders” · nothing new"
    ask(page, engine, answer, "another", "p1")
    assert not page._head.kept.isVisible()


def test_what_is_typed_after_ctrl_s_is_the_name(page: SearchPage, qtbot: QtBot) -> None:
    qtbot.addWidget(page)
    page.show()
    page.activateWindow()
    dialog = NameDialog(page, "Save this search", action="Save", name="My search")
    dialog.open()
    qtbot.waitUntil(lambda: dialog.focusWidget() is dialog.field)
    qtbot.keyClicks(dialog.focusWidget(), "Bats")
    with qtbot.waitSignal(dialog.named) as named:
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert named.args == ["Bats"]


def test_a_name_that_is_taken_is_said_in_the_dialog_and_another_can_be_given(
    page: SearchPage, engine: Any, answer: Answer, searches: Any, qtbot: QtBot
) -> None:
    searches.add("Mine", {"text": "x"})
    ask(page, engine, answer, "dense", "p1")
    save(page, qtbot, "mine")
    assert "already" in dialog_of(page)._problem.text()
    dialog_of(page).field.setText("Others")
    dialog_of(page).action.click()
    assert [each.name for each in searches.all()] == ["Mine", "Others"]


def test_nothing_can_be_saved_where_nothing_is_asked(page: SearchPage, qtbot: QtBot) -> None:
    page.focus_results()
    page.want_saving()
    assert page.findChildren(NameDialog) == []
    assert not page._head.save.isEnabled()


def test_what_is_new_is_marked_until_it_was_seen_and_again_when_that_is_taken_back(
    page: SearchPage, engine: Any, answer: Answer, searches: Any, saved_context: AppContext, qtbot: QtBot
) -> None:
    ask(page, engine, answer, "dense", "p1", "p2", "p3")
    save(page, qtbot, "Dense")
    settle(searches, "Dense", "p1")
    settle(searches, "Dense", "p1", "p3", "p2")
    saved_context.changes.changed.emit(Change(searches=True))
    assert lines(page) == [("Dense", 2)]
    assert marked(page) == ["p2", "p3"]
    assert page._head.kept.text.text() == "Saved as “Dense” · 2 new papers"
    offered: list[Any] = []
    page.undo_offered.connect(lambda *what: offered.append(what))
    page._head.kept.button.click()
    assert (lines(page), marked(page)) == ([("Dense", 0)], [])
    assert not page._head.kept.button.isVisible()
    offered[0][2]()
    assert (lines(page), marked(page)) == ([("Dense", 2)], ["p2", "p3"])


def test_a_saved_search_opens_with_its_seeds_beside_the_one_that_is_shown(
    page: SearchPage, engine: Any, answer: Answer, searches: Any, saved_context: AppContext, qtbot: QtBot
) -> None:
    request = SearchRequest("okapi", (Seed("p2"), Seed("p1", -1)), SearchMode.SEMANTIC)
    searches.add("Okapi", fields_of(request))
    settle(searches, "Okapi", "p1")
    settle(searches, "Okapi", "p1", "p3")
    saved_context.changes.changed.emit(Change(searches=True))
    ask(page, engine, answer, "dense", "p1")
    view = page._side.saved
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(view.model().index(0, 0)).center()
    )
    asked = engine.requests[-1].request
    assert (asked.text, asked.mode) == ("okapi", "semantic")
    assert [(seed.doc_id, seed.sign) for seed in asked.seeds] == [("p2", 1), ("p1", -1)]
    engine.requests[-1].done(answer("p3", "p1", mode="semantic"))
    assert [page.tabs.tabText(at) for at in range(page.tabs.count())] == ["dense", "Okapi"]
    assert [chip._chip.label for chip in page.box.chips] == ["Robertson 1994", "Karpukhin 2020"]
    assert marked(page) == ["p3"]


def test_f2_renames_and_delete_removes_with_a_way_back(
    page: SearchPage, searches: Any, saved_context: AppContext, qtbot: QtBot
) -> None:
    searches.add("One", {"text": "one"})
    searches.add("Two", {"text": "two"})
    saved_context.changes.changed.emit(Change(searches=True))
    page._side.saved.setFocus()
    page._side.saved.setCurrentIndex(page._side.saved.model().index(1, 0))
    press(qtbot, Key.Key_F2)
    dialog_of(page).field.setText("Three")
    dialog_of(page).action.click()
    assert lines(page) == [("One", 0), ("Three", 0)]
    offered: list[Any] = []
    page.undo_offered.connect(lambda *what: offered.append(what))
    page._side.saved.setFocus()
    page._side.saved.setCurrentIndex(page._side.saved.model().index(0, 0))
    press(qtbot, Key.Key_Delete)
    assert lines(page) == [("Three", 0)]
    assert offered[0][:2] == ("Removed the saved search One", "Undo")
    offered[0][2]()
    assert lines(page) == [("One", 0), ("Three", 0)]


def test_a_removal_is_not_undone_in_place_of_something_later(
    page: SearchPage, searches: Any, saved_context: AppContext, qtbot: QtBot
) -> None:
    for name in ("One", "Two"):
        searches.add(name, {"text": name})
    saved_context.changes.changed.emit(Change(searches=True))
    offered: list[Any] = []
    said: list[str] = []
    page.undo_offered.connect(lambda *what: offered.append(what))
    page.message.connect(said.append)
    page.saved_removed.emit(page._side.saved.model().index(0, 0).data(VALUE_ROLE))
    searches.rename("Two", "Three")
    offered[0][2]()
    assert [each.name for each in searches.all()] == ["Three"]
    assert "no longer the library's last change" in said[0]


def test_the_menu_offers_what_can_be_done(page: SearchPage, searches: Any, saved_context: AppContext) -> None:
    searches.add("One", {"text": "one"})
    saved_context.changes.changed.emit(Change(searches=True))
    line = page._side.saved.model().index(0, 0).data(VALUE_ROLE)
    menu = page._side.saved.menu_of(line)
    assert [(each.text(), each.isEnabled()) for each in menu.actions()] == [
        ("Search again", True),
        ("Mark as seen", False),
        ("Rename…", True),
        ("Remove", True),
    ]
    menu.close()


# -- what is new, asked behind all else --------------------------------------------------------------------


def found(*doc_ids: str, ranking: str = "hybrid m") -> dict[str, Any]:
    return {"doc_ids": list(doc_ids), "counted": 50, "ranking": ranking, "complete": True, "ms": 1.0}


def checks(engine: Any) -> list[Any]:
    return [each for each in engine.requests if each.op == "check"]


def test_saved_searches_are_asked_one_by_one_once_the_engine_is_ready_and_after_each_import(
    saved_context: AppContext, engine: Any, searches: Any, qtbot: QtBot
) -> None:
    for name in ("One", "Two"):
        searches.add(name, {"text": name})
    engine.become(phase="starting", semantic="loading")
    told: list[Change] = []
    saved_context.changes.changed.connect(told.append)
    news = SavedNews(saved_context)
    news._gap.setInterval(0)
    assert checks(engine) == []
    engine.become(semantic="ready")
    assert [each.request["text"] for each in checks(engine)] == ["One"]
    checks(engine)[0].done(found("p1"))
    qtbot.waitUntil(lambda: len(checks(engine)) == 2)
    checks(engine)[1].done(found("p2"))
    qtbot.waitUntil(lambda: not news._at_work and not news._due)
    assert told == []
    saved_context.changes.changed.emit(Change(papers=True))
    qtbot.waitUntil(lambda: len(checks(engine)) == 3)
    checks(engine)[2].done(found("p1", "p3"))
    qtbot.waitUntil(lambda: len(checks(engine)) == 4)
    checks(engine)[3].done(found("p2"))
    qtbot.waitUntil(lambda: Change(searches=True) in told)
    assert [each.n_new for each in searches.all()] == [1, 0]
    assert len(checks(engine)) == 4  # its own news ask nothing again


def test_a_search_that_was_just_saved_is_asked_at_once(
    saved_context: AppContext, engine: Any, searches: Any, qtbot: QtBot
) -> None:
    news = SavedNews(saved_context)
    news._gap.setInterval(0)
    news.check()
    searches.add("One", {"text": "one"})
    saved_context.changes.changed.emit(Change(searches=True))
    checks(engine)[-1].done(found("p1"))
    qtbot.waitUntil(lambda: not news._at_work)
    assert searches.get("One").checked_at is not None
    saved_context.changes.changed.emit(Change(searches=True))
    assert len(checks(engine)) == 1


def test_what_cannot_be_asked_is_kept_as_its_fault_and_a_dead_engine_is_none(
    saved_context: AppContext, engine: Any, searches: Any, qtbot: QtBot
) -> None:
    for name in ("One", "Two"):
        searches.add(name, {"text": name})
    news = SavedNews(saved_context)
    news._gap.setInterval(0)
    news.check()
    checks(engine)[0].failed("BadInput", "No paper 'x' in this library.")
    qtbot.waitUntil(lambda: len(checks(engine)) == 2)
    checks(engine)[1].failed("EngineError", "The search engine stopped.")
    qtbot.waitUntil(lambda: not news._due and not news._at_work)
    assert [each.fault for each in searches.all()] == ["No paper 'x' in this library.", ""]
    engine.become(semantic="ready")
    qtbot.waitUntil(lambda: len(checks(engine)) == 3)
