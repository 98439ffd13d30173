"""While results change as one types, the inspector follows the first row, and grades go to what is shown."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from asking import Asked
from PySide6.QtCore import QObject, Qt, Signal
from seeing import on_screen

from assay.types import Paper
from assay_desktop.background.engine_client import EngineState
from assay_desktop.pages import search
from assay_desktop.pages.search.presenters import search as presenter
from assay_desktop.pages.search.presenters.inspecting import InspectorPresenter

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay.workspace import Workspace
    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

IDS = [f"p{n}" for n in range(30)]


class Engine(Asked, QObject):
    """Keeps the searches that it is asked for; the test answers them."""

    state_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.state = EngineState(phase="ready", model="m", semantic="ready", indexed=30, total=30)
        self.searches: list[Callable[[dict[str, Any]], None]] = []

    def request(self, op: str, payload: dict[str, Any], done: Any, failed: Any, *, key: str = "") -> int:
        if op == "search":
            self.searches.append(done)
        return len(self.searches)

    def answer(self, ids: list[str], mode: str) -> None:
        hits = [
            {
                "doc_id": each,
                "score": 1.0,
                "rank": rank,
                "channels": {mode: rank},
                "title": f"Title of {each}",
            }
            for rank, each in enumerate(ids, start=1)
        ]
        self.searches[-1]({"hits": hits, "mode": mode, "total": 30, "ms": 2.0})


@pytest.fixture
def engine() -> Engine:
    return Engine()


class Page(SimpleNamespace):
    """The page, and what was graded and said on it."""

    page: SearchPage
    grades: list[tuple[str, int]]
    said: list[str]


@pytest.fixture
def typed(
    context: AppContext, workspace: Workspace, engine: Engine, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Page:
    """A page on which "dense" was typed and answered by keyword, the search by meaning under way."""
    monkeypatch.setattr(presenter, "TYPING_MS", 10)
    monkeypatch.setattr(presenter, "PAUSE_MS", 250)
    workspace.library.papers.add([(Paper(each, f"Title of {each}", "Text."), ()) for each in IDS])
    page = search.create(replace(context, engine=engine))  # type: ignore[type-var]
    on_screen(page, qtbot, 1200, 700)
    page.box.field.setFocus()
    qtbot.keyClicks(page.box.field, "dense")
    qtbot.waitUntil(lambda: len(engine.searches) == 1)
    engine.answer(IDS, "keyword")
    qtbot.waitUntil(lambda: len(engine.searches) == 2, timeout=7000)
    seen = Page(page=page, grades=[], said=[])
    page.grade_given.connect(lambda doc_id, grade: seen.grades.append((doc_id, grade)))
    page.message.connect(seen.said.append)
    return seen


def shown(page: SearchPage) -> str:
    paper = page._inspector.paper
    return paper.doc_id if paper is not None else ""


def is_on_screen(page: SearchPage, doc_id: str) -> bool:
    results = page.results
    box = results.visualRect(results.cards.index(results.cards.row_of(doc_id)))
    return results.cards.row_of(doc_id) >= 0 and box.intersects(results.viewport().rect())


def test_the_first_row_is_followed_until_one_was_chosen(typed: Page, engine: Engine) -> None:
    page = typed.page
    assert (page.selected, shown(page)) == ("p0", "p0")
    engine.answer(list(reversed(IDS)), "hybrid")
    assert (page.selected, shown(page)) == ("p29", "p29")
    assert is_on_screen(page, "p29")
    page.grade(2)
    assert typed.grades == [("p29", 2)]


def test_a_chosen_paper_stays_and_stays_on_screen(typed: Page, engine: Engine, qtbot: QtBot) -> None:
    page = typed.page
    results = page.results
    at = results.visualRect(results.cards.index(1)).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)
    engine.answer(list(reversed(IDS)), "hybrid")
    assert (page.selected, shown(page)) == ("p1", "p1")
    assert is_on_screen(page, "p1")
    page.grade(1)
    assert typed.grades == [("p1", 1)]


def test_the_first_one_can_be_chosen_by_a_click_too(typed: Page, engine: Engine, qtbot: QtBot) -> None:
    results = typed.page.results
    at = results.visualRect(results.cards.index(0)).center()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=at)
    engine.answer(list(reversed(IDS)), "hybrid")
    assert (typed.page.selected, is_on_screen(typed.page, "p0")) == ("p0", True)


@pytest.mark.parametrize("press", ["key", "button"])
def test_where_the_row_has_gone_nothing_is_graded_and_that_is_said(
    typed: Page, engine: Engine, press: str
) -> None:
    page = typed.page
    page.advance(1)
    engine.answer([each for each in IDS if each != "p1"], "hybrid")
    assert page.selected == ""
    if press == "key":
        page.grade(2)
    else:
        page._inspector.graded.emit(2)
    assert typed.grades == []
    assert len(typed.said) == (press == "key")  # there is no paper beside the buttons any more
    assert shown(page) == ""


class Late:
    """Holds what the inspector is to show back, as a busy lane would."""

    def __init__(self) -> None:
        self.held: list[Callable[[], None]] = []

    def let_go(self) -> None:
        held, self.held = self.held, []
        for call in held:
            call()


@pytest.fixture
def late(typed: Page, monkeypatch: pytest.MonkeyPatch) -> Late:
    """From now on the inspector lags behind."""
    made, select = Late(), InspectorPresenter.select
    monkeypatch.setattr(
        InspectorPresenter, "select", lambda self, doc_id: made.held.append(lambda: select(self, doc_id))
    )
    return made


def test_a_key_counts_only_once_the_new_first_paper_is_shown(typed: Page, engine: Engine, late: Late) -> None:
    page = typed.page
    engine.answer(list(reversed(IDS)), "hybrid")
    assert (page.selected, shown(page)) == ("p29", "p0")
    page.grade(2)
    assert typed.grades == []
    assert len(typed.said) == 1
    late.let_go()
    assert shown(page) == "p29"
    page.grade(2)
    assert typed.grades == [("p29", 2)]


def test_a_button_grades_the_paper_beside_it(typed: Page, engine: Engine, late: Late) -> None:
    page = typed.page
    engine.answer(list(reversed(IDS)), "hybrid")
    page._inspector.graded.emit(1)
    assert typed.grades == [("p0", 1)]  # which is shown, and among the results
    assert not typed.said


def test_a_button_beside_a_paper_that_has_gone_grades_nothing(
    typed: Page, engine: Engine, late: Late
) -> None:
    page = typed.page
    engine.answer(IDS[5:], "hybrid")
    assert shown(page) == "p0"
    page._inspector.graded.emit(1)
    assert typed.grades == []
    assert len(typed.said) == 1


def test_a_similar_paper_that_is_shown_is_what_is_graded(typed: Page, engine: Engine) -> None:
    page = typed.page
    engine.answer(IDS[:5], "hybrid")
    page._inspector.paper_wanted.emit("p20")
    assert shown(page) == "p20"
    page.grade(2)
    page._inspector.graded.emit(1)
    assert typed.grades == [("p20", 2), ("p20", 1)]
    page.advance(1)
    page.grade(0)
    assert typed.grades[-1] == ("p1", 0)


def test_a_similar_paper_that_is_shown_is_what_joins_the_search(typed: Page, engine: Engine) -> None:
    """More like this and less like this, by key, straight from the tab with similar papers."""
    page = typed.page
    engine.answer(IDS[:5], "hybrid")
    wanted: list[tuple[str, int]] = []
    page.seed_requested.connect(lambda doc_id, sign: wanted.append((doc_id, sign)))
    page.similar_requested.connect(lambda doc_id: wanted.append((doc_id, 0)))
    page._inspector.paper_wanted.emit("p20")
    page.want_seed(-1)
    page.want_seed()
    page.want_similar()
    page.advance(1)
    page.want_seed()
    assert wanted == [("p20", -1), ("p20", 1), ("p20", 0), ("p1", 1)]


def test_results_of_another_search_are_not_graded_for_what_is_typed(
    typed: Page, engine: Engine, qtbot: QtBot
) -> None:
    """A stranger's grade of the old first row was saved under the new text."""
    page = typed.page
    engine.answer(IDS, "hybrid")
    page.box.field.selectAll()
    qtbot.keyClicks(page.box.field, "late interaction")
    qtbot.keyClick(page.box.field, Qt.Key.Key_Down)
    for give in (
        lambda: page.grade(2),
        lambda: page._inspector.graded.emit(2),
        lambda: page.filing.grade(["p1"], 2),
    ):
        give()
    assert typed.grades == []
    assert set(typed.said) == {"These are still the results of the last search. Nothing was graded."}
    qtbot.waitUntil(lambda: len(engine.searches) == 3)
    engine.answer(IDS, "keyword")
    page.results.choose_row(1)
    page.grade(2)
    assert typed.grades == [("p1", 2)]
