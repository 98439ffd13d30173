"""Results by meaning take the place of those that came as one typed, and leave the reader where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from seeing import on_screen

from assay_desktop.pages import search
from assay_desktop.pages.search.presenters.search import PAUSE_MS

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

IDS = [f"p{n}" for n in range(40)]


def answer(ids: list[str], mode: str) -> dict[str, Any]:
    hits = [
        {"doc_id": each, "score": 1.0, "rank": rank, "channels": {mode: rank}, "title": f"Title of {each}"}
        for rank, each in enumerate(ids, start=1)
    ]
    return {"hits": hits, "mode": mode, "total": 40, "ms": 2.0}


@pytest.fixture
def typed(search_context: AppContext, engine: Any, qtbot: QtBot) -> Callable[[], SearchPage]:
    """A page on which "dense" was typed and answered by keyword, the request by meaning under way."""

    def make() -> SearchPage:
        page = search.create(search_context)
        on_screen(page, qtbot, 1100, 600)
        page.activateWindow()
        qtbot.waitUntil(page.isVisible)
        page.box.field.setFocus()
        qtbot.keyClicks(page.box.field, "dense")
        qtbot.waitUntil(lambda: len(engine.requests) == 1)
        engine.requests[0].done(answer(IDS, "keyword"))
        return page

    return make


def wait_for_meaning(engine: Any, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: len(engine.requests) == 2, timeout=10 * PAUSE_MS)
    assert [each.request.mode for each in engine.requests] == ["keyword", "hybrid"]


def test_the_selected_paper_stays_selected_and_where_it_was(
    typed: Callable[[], SearchPage], engine: Any, qtbot: QtBot
) -> None:
    page = typed()
    results = page.results
    page.advance(6)
    results.verticalScrollBar().setValue(results.verticalScrollBar().maximum() // 3)
    page.advance(6)
    selected, place = page.selected, results.visualRect(results.currentIndex()).top()
    told: list[str] = []
    page.paper_selected.connect(told.append)
    wait_for_meaning(engine, qtbot)
    engine.requests[1].done(answer(IDS[20:] + IDS[:20], "hybrid"))
    assert page.listed()[0] == IDS[20:] + IDS[:20]
    assert page.selected == selected
    assert results.visualRect(results.currentIndex()).top() == place
    assert told == [], "the inspector is not told the same again"


def test_at_the_beginning_the_list_stays_at_its_beginning(
    typed: Callable[[], SearchPage], engine: Any, qtbot: QtBot
) -> None:
    page = typed()
    wait_for_meaning(engine, qtbot)
    engine.requests[1].done(answer(list(reversed(IDS)), "hybrid"))
    assert page.results.verticalScrollBar().value() == 0
    assert page.box.field.hasFocus()
    assert page.box.field.text() == "dense"


def test_the_rows_are_never_empty_in_between(
    typed: Callable[[], SearchPage], engine: Any, qtbot: QtBot
) -> None:
    page = typed()
    seen: list[int] = []
    page.results.cards.modelReset.connect(lambda: seen.append(page.results.cards.rowCount()))
    wait_for_meaning(engine, qtbot)
    assert page.results.cards.rowCount() == len(IDS)
    engine.requests[1].done(answer(IDS[:30], "hybrid"))
    assert seen == [30]


def test_another_text_is_another_search_and_begins_at_its_first_result(
    typed: Callable[[], SearchPage], engine: Any, qtbot: QtBot
) -> None:
    page = typed()
    page.advance(9)
    qtbot.keyClicks(page.box.field, " graphs")
    qtbot.waitUntil(lambda: engine.requests[-1].request.text == "dense graphs")
    engine.requests[-1].done(answer(list(reversed(IDS)), "keyword"))
    assert page.selected == IDS[-1]
