"""Searches open as tabs: by keys and mouse, each with its own results and place, and back after a restart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton
from seeing import on_screen

from assay.types import Filters
from assay_desktop.context import Change
from assay_desktop.pages import search
from assay_desktop.pages.search.model import OpenTabs, Place, SearchState, Tab, tabs_of
from assay_desktop.pages.search.widgets.head import WIDEST_PX

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

    Answer = Callable[..., dict[str, Any]]

Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def make(search_context: AppContext, qtbot: QtBot) -> Callable[[], SearchPage]:
    """Opens the page of a window; again, that of the next session."""

    def made() -> SearchPage:
        page = search.create(search_context)
        on_screen(page, qtbot, 1100, 400)
        page.activateWindow()
        qtbot.waitUntil(page.isActiveWindow)
        return page

    return made


@pytest.fixture
def page(make: Callable[[], SearchPage]) -> SearchPage:
    return make()


def ask(page: SearchPage, engine: Any, answer: Answer, text: str, *doc_ids: str) -> None:
    page.box.field.setText(text)
    page.text_edited.emit(text)
    page.search_requested.emit()
    engine.requests[-1].done(answer(*doc_ids))
    page.focus_results()


def press(qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier = CTRL) -> None:
    widget = QApplication.focusWidget()
    assert widget is not None
    qtbot.keyClick(widget, key, modifier)


def listed(page: SearchPage) -> list[str]:
    return page.listed()[0] if page._found.currentWidget() is page.results else []


def titles(page: SearchPage) -> list[str]:
    return [page.tabs.tabText(at) for at in range(page.tabs.count())]


def searches(engine: Any) -> list[str]:
    return [each.request.text for each in engine.requests if each.op == "search"]


def test_one_search_has_no_tabs_and_a_second_one_shows_both(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    ask(page, engine, answer, "dense", "p1", "p2")
    assert not page.tabs.isVisible()
    press(qtbot, Key.Key_T)
    assert page.tabs.isVisible()
    assert titles(page) == ["dense", "New search"]
    assert page.box.field.text() == ""
    assert page.box.field.hasFocus()
    ask(page, engine, answer, "words", "p3")
    assert titles(page) == ["dense", "words"]
    assert page.tabs.currentIndex() == 1


def test_each_tab_keeps_its_results_and_its_place_without_asking_again(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    ask(page, engine, answer, "dense", "p1", "p2", "p3")
    press(qtbot, Key.Key_J, Qt.KeyboardModifier.NoModifier)
    press(qtbot, Key.Key_T)
    ask(page, engine, answer, "words", "p3", "p2")
    n = len(searches(engine))
    press(qtbot, Key.Key_PageUp)
    assert (page.box.field.text(), listed(page), page.selected) == ("dense", ["p1", "p2", "p3"], "p2")
    press(qtbot, Key.Key_PageUp)
    assert (page.box.field.text(), listed(page), page.selected) == ("words", ["p3", "p2"], "p3")
    assert len(searches(engine)) == n


def test_a_tab_keeps_how_far_its_list_is_scrolled(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    page.resize(1100, 260)
    ask(page, engine, answer, "dense", "p1", "p2", "p3")
    bar = page.results.verticalScrollBar()
    page.show_place(Place("p2", 0))
    bar.setValue(min(20, bar.maximum()))
    before = page.place
    assert before.scroll > 0
    press(qtbot, Key.Key_T)
    press(qtbot, Key.Key_PageUp)
    assert page.place == before


@pytest.mark.parametrize(("key", "modifier"), [(Key.Key_Tab, CTRL), (Key.Key_PageDown, CTRL)])
def test_keys_go_round_the_tabs(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier
) -> None:
    for text in ("one", "two", "three"):
        if text != "one":
            press(qtbot, Key.Key_T)
        ask(page, engine, answer, text, "p1")
    seen = []
    for _ in range(4):
        press(qtbot, key, modifier)
        seen.append(page.box.field.text())
    assert seen == ["one", "two", "three", "one"]


def test_the_middle_button_and_ctrl_w_close_and_ctrl_shift_t_brings_back(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    for text in ("one", "two", "three"):
        if text != "one":
            press(qtbot, Key.Key_T)
        ask(page, engine, answer, text, "p1", "p2")
    qtbot.mouseClick(page.tabs, Qt.MouseButton.MiddleButton, pos=page.tabs.tabRect(0).center())
    assert titles(page) == ["two", "three"]
    assert page.box.field.text() == "three"
    press(qtbot, Key.Key_W)
    assert page.box.field.text() == "two"
    assert not page.tabs.isVisible()
    press(qtbot, Key.Key_W)
    assert page.box.field.text() == ""
    for text, shown in (("two", ["two"]), ("three", ["two", "three"]), ("one", ["one", "two", "three"])):
        press(qtbot, Key.Key_T, CTRL | SHIFT)
        assert (page.box.field.text(), titles(page)) == (text, shown)
    said: list[str] = []
    page.message.connect(said.append)
    press(qtbot, Key.Key_T, CTRL | SHIFT)
    assert said == ["No closed search to reopen."]


def test_the_button_of_a_tab_closes_that_tab(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    ask(page, engine, answer, "one", "p1")
    press(qtbot, Key.Key_T)
    ask(page, engine, answer, "two", "p2")
    button = page.tabs.tabButton(0, page.tabs.ButtonPosition.RightSide)
    assert isinstance(button, QToolButton)
    assert button.accessibleName() == "Close this search"
    button.click()
    assert titles(page) == ["two"]
    assert listed(page) == ["p2"]


def test_a_late_answer_to_the_search_of_another_tab_is_not_shown(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    ask(page, engine, answer, "one", "p1")
    page.search_requested.emit()
    late = engine.requests[-1]
    press(qtbot, Key.Key_T)
    late.done(answer("p3"))
    assert listed(page) == []
    press(qtbot, Key.Key_PageUp)
    assert engine.requests[-1].request.text == "one"  # it was under way, so it is asked again
    engine.requests[-1].done(answer("p1"))
    assert listed(page) == ["p1"]


def test_new_papers_are_found_in_a_tab_that_was_not_shown(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot, search_context: AppContext
) -> None:
    ask(page, engine, answer, "one", "p1")
    press(qtbot, Key.Key_T)
    search_context.changes.changed.emit(Change(papers=True))
    press(qtbot, Key.Key_PageUp)
    engine.requests[-1].done(answer("p1", "p3"))
    assert listed(page) == ["p1", "p3"]


def test_a_paper_of_another_page_gets_a_tab_of_its_own(page: SearchPage, engine: Any, answer: Answer) -> None:
    ask(page, engine, answer, "one", "p1")
    page.find_similar("p2")
    assert titles(page) == ["one", "Robertson 1994"]
    page.similar_requested.emit("p1")  # from the results: in the same tab
    assert titles(page) == ["one", "Karpukhin 2020"]


@pytest.mark.dressed
def test_titles_are_elided_and_read_whole(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    long = "a very long search & what it is about " * 3
    ask(page, engine, answer, long, "p1")
    press(qtbot, Key.Key_T)
    assert page.tabs.tabRect(0).width() <= WIDEST_PX
    assert page.tabs.tabToolTip(0) == page.tabs.accessibleTabName(0) == " ".join(long.split())
    assert "&&" in page.tabs.tabText(0)


# -- after a restart ---------------------------------------------------------------------------------------


def test_the_next_session_has_the_tabs_and_asks_only_the_one_that_is_shown(
    make: Callable[[], SearchPage], engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    page = make()
    ask(page, engine, answer, "one", "p1", "p2")
    press(qtbot, Key.Key_T)
    ask(page, engine, answer, "two", "p3", "p2", "p1")
    press(qtbot, Key.Key_J, Qt.KeyboardModifier.NoModifier)
    page.close()
    engine.requests.clear()
    again = make()
    assert titles(again) == ["one", "two"]
    assert searches(engine) == ["two"]
    engine.requests[-1].done(answer("p3", "p2", "p1"))
    assert again.selected == "p2"
    again.focus_results()
    press(qtbot, Key.Key_PageUp)
    assert searches(engine) == ["two", "one"]


def test_the_place_waits_for_the_models_own_results(
    make: Callable[[], SearchPage], engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    page = make()
    ask(page, engine, answer, "one", "p1", "p2", "p3")
    press(qtbot, Key.Key_J, Qt.KeyboardModifier.NoModifier)
    engine.become(semantic="loading")
    again = make()
    engine.requests[-1].done(answer("p3", "p1", mode="keyword"))  # p2 is not among them
    assert again.selected == "p3"
    engine.become(semantic="ready")
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    assert again.selected == "p2"


def test_whoever_reads_on_meanwhile_is_not_taken_back(
    make: Callable[[], SearchPage], engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    page = make()
    ask(page, engine, answer, "one", "p1", "p2", "p3")
    press(qtbot, Key.Key_J, Qt.KeyboardModifier.NoModifier)
    engine.become(semantic="loading")
    again = make()
    engine.requests[-1].done(answer("p1", "p2", "p3", mode="keyword"))
    again.focus_results()
    again.advance()  # to p3
    engine.become(semantic="ready")
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    assert again.selected == "p3"


BROKEN = {"asked": {"mode": "?"}, "chips": [], "place": ["", 0]}


@pytest.mark.parametrize(
    "kept", [None, 7, {}, {"at": 0, "tabs": []}, {"at": "x", "tabs": [{}]}, {"at": 0, "tabs": [BROKEN]}]
)
def test_tabs_that_cannot_be_read_count_as_none(
    kept: object, make: Callable[[], SearchPage], search_context: AppContext
) -> None:
    search_context.session.put("search/tabs", kept)
    assert tabs_of(kept) is None
    assert titles(make()) == ["New search"]


def test_tabs_come_back_as_they_were(tmp_path: Path) -> None:
    tabs = OpenTabs()
    tabs.tabs = [
        Tab(SearchState("one", filters=Filters(year_from=1999, venues=("ACL",)))),
        Tab(replace(SearchState("two"), rerank="m", full_text=True), Place("p1", 40)),
    ]
    tabs.at = 1
    back = tabs_of(tabs.kept())
    assert back is not None
    assert (back.at, [(tab.state, tab.place) for tab in back.tabs]) == (
        1,
        [(tab.state, tab.place) for tab in tabs.tabs],
    )


def test_filters_alone_are_a_search_and_the_panel_shows_those_of_the_tab(
    page: SearchPage, engine: Any, answer: Answer, qtbot: QtBot
) -> None:
    page.filters_chosen.emit(Filters(year_from=2001))
    assert engine.requests[-1].request.filters.year_from == 2001
    engine.requests[-1].done(answer("p1"))
    assert listed(page) == ["p1"]
    page.focus_results()
    press(qtbot, Key.Key_T)
    assert titles(page) == ["Filters", "New search"]
    assert page._side.filters._from.text() == ""
    page.focus_results()
    press(qtbot, Key.Key_PageUp)
    assert page._side.filters._from.text() == "2001"
