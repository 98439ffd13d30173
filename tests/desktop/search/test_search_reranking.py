"""Reranking on the search page: which models are offered, and how results take their new places."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import Mock

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel

from assay.errors import ModelError
from assay.ingest.queries import add_query
from assay.searching import reranking
from assay.types import SearchMode
from assay_desktop.pages import search
from assay_desktop.pages.search.page import SearchPage
from assay_desktop.pages.search.presenters.reranking import RerankPresenter
from assay_desktop.pages.search.presenters.search import SearchPresenter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext

    Answer = Callable[..., dict[str, Any]]

TUNED = "tuned-1a2b3c4d"


@pytest.fixture(autouse=True)
def fitting(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """fingerprint -> the models of the registry that fit."""
    found = {"f00d": [TUNED, "mini"], "cafe": ["other-9f8e7d6c"]}
    monkeypatch.setattr(reranking, "models_of_papers", lambda _ws, papers: found[papers])
    return found


def reordered(answer: Answer, *doc_ids: str, **said: Any) -> dict[str, Any]:
    """The engine's second answer."""
    made = answer(*doc_ids)
    for rank, hit in enumerate(made["hits"], start=1):
        hit["channels"]["rerank"] = rank
    done = {
        "model": TUNED,
        "state": "done",
        "tag": f"hybrid -> {TUNED}",
        "candidates": 1000,
        "compared": 1000,
    }
    return made | {"rerank": done | {"late": 0} | said}


# -- which models ------------------------------------------------------------------------------------------


@pytest.fixture
def offer(engine: Any, search_context: AppContext) -> SimpleNamespace:
    page, heard = Mock(spec=SearchPage), []
    presenter = RerankPresenter(page, search_context)
    presenter.changed.connect(heard.append)
    return SimpleNamespace(page=page, heard=heard, presenter=presenter)


def test_the_librarys_model_and_those_of_the_same_papers_are_offered_once_the_index_is_open(
    offer: SimpleNamespace, engine: Any
) -> None:
    offer.presenter.read()
    offer.page.show_rerankers.assert_called_with([], "")
    engine.become(model="mini", papers="f00d")
    offer.page.show_rerankers.assert_called_with(["mini", TUNED], "")
    engine.become(model="mini", papers="cafe")
    offer.page.show_rerankers.assert_called_with(["mini", "other-9f8e7d6c"], "")
    engine.become(semantic="absent", model="mini")
    offer.page.show_rerankers.assert_called_with([], "")


def test_a_choice_is_remembered_and_holds_where_the_model_fits(
    offer: SimpleNamespace, engine: Any, search_context: AppContext
) -> None:
    engine.become(model="mini", papers="f00d")
    offer.presenter.choose(TUNED)
    assert search_context.settings.search_rerank == TUNED
    engine.become(semantic="loading", model="mini")
    assert offer.heard == [TUNED], "an index that is being opened again keeps it"
    engine.become(model="mini", papers="cafe")
    assert offer.heard == [TUNED, ""]
    assert search_context.settings.search_rerank == TUNED
    engine.become(model="mini", papers="f00d")
    assert offer.heard == [TUNED, "", TUNED]
    offer.presenter.choose("")
    assert (offer.heard[-1], search_context.settings.search_rerank) == ("", "")


def test_a_model_that_was_trained_since_is_offered_when_the_page_is_shown_again(
    search_context: AppContext, engine: Any, fitting: dict[str, list[str]], qtbot: QtBot
) -> None:
    page = search.create(search_context)
    qtbot.addWidget(page)
    page.show()
    engine.become(model="mini", papers="f00d")
    fitting["f00d"].insert(0, "newer-00000001")
    page.hide()
    page.show()
    texts = [action.text() for action in page.rerank.button.actions_shown()]
    assert texts == ["None: keep the order", "mini", "newer-00000001", TUNED]


def test_a_registry_that_cannot_be_read_offers_nothing(
    offer: SimpleNamespace, engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_ws: object, _papers: str) -> list[str]:
        raise ModelError("The models cannot be read.")

    monkeypatch.setattr(reranking, "models_of_papers", refuse)
    engine.become(model="mini", papers="f00d")
    offer.page.show_rerankers.assert_called_with([], "")


# -- two answers -------------------------------------------------------------------------------------------


@pytest.fixture
def shown() -> Mock:
    return Mock(spec=SearchPage)


@pytest.fixture
def presenter(shown: Mock, search_context: AppContext) -> Iterator[SearchPresenter]:
    made = SearchPresenter(shown, search_context)
    made.start()
    made.set_rerank(TUNED)
    made.set_text("dense")
    made.search_now()
    yield made
    made.clear()  # no timer may fire into the next test


def test_the_model_goes_with_a_search_and_not_with_typing(presenter: SearchPresenter, engine: Any) -> None:
    assert engine.requests[-1].request.rerank == TUNED
    assert presenter.state.request(mode=SearchMode.KEYWORD, prefix=True).rerank == ""
    presenter.set_rerank("")
    assert engine.requests[-1].request.rerank == "", "and searches again at once"


def test_candidates_show_at_once_and_take_new_places_with_the_second_answer(
    presenter: SearchPresenter, engine: Any, shown: Mock, answer: Answer
) -> None:
    heard: list[dict[str, Any]] = []
    presenter.answered.connect(heard.append)
    engine.requests[-1].done(answer("p1", "p2") | {"rerank": {"model": TUNED, "state": "pending"}})
    assert [card.doc_id for card in shown.show_results.call_args.args[0]] == ["p1", "p2"]
    assert shown.show_rerank_note.call_args.args == ("Reranking…",)
    shown.show_new_order.assert_not_called()
    engine.requests[-1].done(reordered(answer, "p2", "p1"))
    assert shown.show_results.call_count == 1
    cards = shown.show_new_order.call_args.args[0]
    assert [(card.doc_id, card.badges) for card in cards] == [
        ("p2", ("K1", "D2", "R1")),
        ("p1", ("K2", "D3", "R2")),
    ]
    shown.show_rerank_note.assert_called_with(
        "1,000 candidates reranked", details=f"In two stages: hybrid -> {TUNED}"
    )
    assert len(heard) == 2


def test_a_second_answer_to_an_older_search_is_not_shown(
    presenter: SearchPresenter, engine: Any, shown: Mock, answer: Answer
) -> None:
    first = engine.requests[-1]
    first.done(answer("p1", "p2") | {"rerank": {"model": TUNED, "state": "pending"}})
    presenter.set_text("okapi")
    presenter.search_now()
    first.done(reordered(answer, "p2", "p1"))
    shown.show_new_order.assert_not_called()


def test_what_was_not_reordered_in_time_is_counted(
    presenter: SearchPresenter, engine: Any, shown: Mock, answer: Answer
) -> None:
    engine.requests[-1].done(reordered(answer, "p2", "p1", compared=750, late=250))
    assert shown.show_rerank_note.call_args.args == ("750 of 1,000 candidates reranked in time",)


def test_candidates_that_could_not_be_reordered_stay_and_the_strip_says_why(
    presenter: SearchPresenter, engine: Any, shown: Mock, answer: Answer
) -> None:
    failed = {"model": TUNED, "state": "failed", "message": "There is no model 'tuned-1a2b3c4d'."}
    engine.requests[-1].done(answer("p1", "p2") | {"rerank": {"model": TUNED, "state": "pending"}})
    engine.requests[-1].done(answer("p1", "p2") | {"rerank": failed})
    assert [card.doc_id for card in shown.show_new_order.call_args.args[0]] == ["p1", "p2"]
    assert shown.show_strip.call_args.args[0] == "Not reranked. There is no model 'tuned-1a2b3c4d'."
    assert shown.show_rerank_note.call_args.args == ("Not reranked",)
    presenter.search_now()
    engine.requests[-1].done(reordered(answer, "p2", "p1"))
    assert shown.show_strip.call_args.args[0] == ""


def test_keyword_results_are_reordered_once_the_model_is_ready(
    presenter: SearchPresenter, engine: Any, answer: Answer
) -> None:
    engine.become(semantic="loading")
    presenter.set_mode(SearchMode.KEYWORD)
    engine.requests[-1].done(answer("p1", mode="keyword"))
    asked = len(engine.requests)
    engine.become(semantic="ready")
    assert len(engine.requests) == asked + 1
    assert engine.requests[-1].request.rerank == TUNED


# -- in the list -------------------------------------------------------------------------------------------


@pytest.fixture
def page(search_context: AppContext, engine: Any, library: Any, qtbot: QtBot, answer: Answer) -> SearchPage:
    """Three candidates for "dense", a query of the library, of which the second is selected."""
    add_query(library.library, "dense")
    made = search.create(search_context)
    qtbot.addWidget(made)
    made.resize(1100, 300)
    made.show()
    made.activateWindow()
    engine.become(model="mini", papers="f00d")
    made.rerank_chosen.emit(TUNED)
    made.text_edited.emit("dense")
    made.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2", "p3") | {"rerank": {"model": TUNED, "state": "pending"}})
    made.focus_results()
    made.advance()
    return made


def places(page: SearchPage) -> list[str]:
    cards = [page.results.cards.card(row) for row in range(page.results.cards.rowCount())]
    return [card.doc_id for card in cards if card is not None]


def test_selection_grades_and_scroll_position_stay_when_results_change_places(
    page: SearchPage, engine: Any, qtbot: QtBot, answer: Answer
) -> None:
    page.show_grades({"p3": 2})
    page.results.setMaximumHeight(120)
    QApplication.processEvents()
    bar = page.results.verticalScrollBar()
    bar.setValue(bar.maximum())
    place = bar.value()
    assert place > 0
    with qtbot.assertNotEmitted(page.paper_selected):
        engine.requests[-1].done(reordered(answer, "p3", "p1", "p2"))
    assert places(page) == ["p3", "p1", "p2"]
    assert page.selected == "p2"
    assert bar.value() == place
    assert page.results.hasFocus()


def test_a_grade_pressed_as_the_order_changes_is_of_the_paper_that_was_selected(
    page: SearchPage, engine: Any, library: Any, qtbot: QtBot, answer: Answer
) -> None:
    engine.requests[-1].done(reordered(answer, "p2", "p3", "p1"))
    qtbot.keyClick(page.results, Qt.Key.Key_2)
    assert [(j.doc_id, j.relevance) for j in library.library.judgements.current()] == [("p2", 2)]
    assert page.selected == "p3"


def test_where_the_selected_paper_is_no_longer_listed_no_key_grades_another(
    page: SearchPage, engine: Any, library: Any, qtbot: QtBot, answer: Answer
) -> None:
    engine.requests[-1].done(reordered(answer, "p3", "p1"))
    assert page.selected == ""
    qtbot.keyClick(page.results, Qt.Key.Key_2)
    assert library.library.judgements.current() == []
    qtbot.keyClick(page.results, Qt.Key.Key_J)
    assert page.selected == "p3"


def test_the_choice_is_reached_and_made_by_keyboard(page: SearchPage, engine: Any, qtbot: QtBot) -> None:
    button = page.rerank.button
    page.resize(1600, 700)  # where it is not behind Options
    assert button.isVisible()
    assert button.accessibleName() == f"Rerank: {TUNED}"
    seen = set()
    page.focus_search()
    for _ in range(60):
        widget = QApplication.focusWidget()
        assert widget is not None
        seen.add(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)
    assert button in seen
    asked = len(engine.requests)
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    menu = QApplication.activePopupWidget()
    assert menu is not None
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert len(engine.requests) == asked + 1
    assert engine.requests[-1].request.rerank == ""
    assert button.text() == "none"


def test_without_a_model_to_choose_there_is_no_line_for_it(page: SearchPage, engine: Any) -> None:
    engine.become(semantic="absent")
    assert not page.rerank.isVisible()


def test_why_names_the_new_rank_and_what_its_score_is(page: SearchPage, engine: Any, answer: Answer) -> None:
    search = engine.requests[-1]
    page.open_tab("why")
    search.done(reordered(answer, "p2", "p3", "p1"))
    QApplication.processEvents()
    shown = [each.text() for each in page._inspector.findChildren(QLabel) if each.isVisible()]
    assert {"Reranked", "Cosine of the vectors"} <= set(shown)
    assert "Combined score (RRF)" not in shown
