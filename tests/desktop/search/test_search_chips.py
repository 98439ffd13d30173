"""Chips of papers and texts: their signs and weights by keys, wheel and menu, and what is asked with them."""

from __future__ import annotations

import json
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from seeing import on_screen, press

from assay.codec import encode
from assay.searching.request_json import fields_of
from assay.types import Combine, SearchMode
from assay_desktop.pages import search
from assay_desktop.pages.search.model import Need, SearchState, SeedChip, state_of, text_chip
from assay_desktop.pages.search.widgets.search_box import WEIGHTS, next_weight

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

Key, Control = Qt.Key, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(search_context: AppContext, qtbot: QtBot) -> SearchPage:
    """A page with the paper p1 and the text "graphs" to start from."""
    made = search.create(search_context)
    on_screen(made, qtbot, 1100, 700)
    made.activateWindow()
    qtbot.waitUntil(made.isVisible)
    made.seed_requested.emit("p1", 1)
    type_text(made, "graphs")
    made.text_seed_wanted.emit(1)
    return made


def type_text(page: SearchPage, text: str) -> None:
    page.box.field.setText(text)
    page.text_edited.emit(text)


def asked(engine: Any) -> dict[str, Any]:
    """The last search, as the engine reads it."""
    last = [each for each in engine.requests if each.op == "search"][-1]
    read: dict[str, Any] = json.loads(encode(last.request))
    return read


def weights(engine: Any) -> list[float]:
    request = asked(engine)
    return [each["weight"] for each in (*request["seeds"], *request["texts"])]


def test_what_is_typed_becomes_a_chip_by_a_key_with_either_sign(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    page.box.field.setFocus()
    type_text(page, "  about   speech ")
    press(qtbot, Key.Key_Return, Control | Qt.KeyboardModifier.ShiftModifier)
    type_text(page, "translation")
    press(qtbot, Key.Key_Return, Control)
    request = asked(engine)
    assert request["text"] == ""
    assert request["seeds"] == [{"doc_id": "p1", "sign": 1, "weight": 1.0}]
    assert [(each["text"], each["sign"]) for each in request["texts"]] == [
        ("graphs", 1), ("about speech", -1), ("translation", 1),
    ]  # fmt: skip
    assert page.box.field.text() == ""


def test_nothing_typed_makes_no_chip(page: SearchPage, engine: Any) -> None:
    before = len(engine.requests)
    type_text(page, "   ")
    page.text_seed_wanted.emit(-1)
    assert [chip.key for chip in page.box.chips] == ["p1", text_chip("graphs").key]
    assert len(engine.requests) == before


def test_arrow_keys_on_a_chip_change_its_weight_and_keep_the_focus(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    page.box.chips[1].setFocus()
    for _ in range(2):
        press(qtbot, Key.Key_Up)
    page.search_requested.emit()
    assert weights(engine) == [1.0, 2.0]
    assert page.box.chips[1].hasFocus()
    assert "weight 2" in page.box.chips[1].accessibleName()
    press(qtbot, Key.Key_Left)
    assert page.box.chips[0].hasFocus()
    for _ in range(9):
        press(qtbot, Key.Key_Down)
    page.search_requested.emit()
    assert weights(engine) == [WEIGHTS[0], 2.0]


def test_weights_wait_for_the_wheel_to_rest_before_they_are_searched_with(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    before = len(engine.requests)
    for _ in range(3):
        wheel(page.box.chips[0], 60)
    assert len(engine.requests) == before
    assert page.box.chips[0].accessibleName().endswith("weight 1.5")  # three halves of a notch are one
    qtbot.waitUntil(lambda: len(engine.requests) > before)
    assert weights(engine) == [1.5, 1.0]


def wheel(chip: Any, turned: int) -> None:
    at = QPointF(chip.rect().center())
    buttons, no_keys = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier
    phase = Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(at, chip.mapToGlobal(at), QPoint(), QPoint(0, turned), buttons, no_keys, phase, False)
    QApplication.sendEvent(chip, event)


def test_the_menu_offers_every_weight_the_other_sign_and_the_way_out(page: SearchPage, engine: Any) -> None:
    actions = {action.text(): action for action in page.box.chips[0].menu().actions() if action.text()}
    assert len(actions) == len(WEIGHTS) + 2
    assert [text for text, action in actions.items() if action.isChecked()] == ["Weight: 1"]
    actions["Weight: 4"].trigger()
    actions["Push away instead"].trigger()
    assert asked(engine)["seeds"] == [{"doc_id": "p1", "sign": -1, "weight": 4.0}]
    page.box.chips[1].menu().actions()[-1].trigger()
    assert asked(engine)["texts"] == []


def test_left_at_the_beginning_of_the_text_leads_to_the_chips(page: SearchPage, qtbot: QtBot) -> None:
    page.box.field.setFocus()
    press(qtbot, Key.Key_Left)
    assert page.box.chips[1].hasFocus()
    press(qtbot, Key.Key_Right)
    assert page.box.field.hasFocus()
    press(qtbot, Key.Key_Backspace)
    assert [chip.key for chip in page.box.chips] == ["p1"]


def test_how_several_combine_is_asked_where_two_pull_and_vectors_are_compared(
    page: SearchPage, engine: Any
) -> None:
    page.resize(1600, 700)  # where it is not behind Options
    assert page.starts.isVisible()
    page.combine_chosen.emit(Combine.MIN)
    assert asked(engine)["combine"] == "min"
    page.mode_chosen.emit(SearchMode.KEYWORD)
    assert not page.starts.isVisible()
    page.mode_chosen.emit(SearchMode.SEMANTIC)
    page.seed_flipped.emit("p1")
    assert not page.starts.isVisible(), "one alone pulls"


def test_a_search_with_chips_comes_back_as_it_was() -> None:
    state = SearchState(
        "typed",
        (SeedChip("p1", -1, 0.5, "Doe 2020", "A title"), text_chip("a text", 1, 3.0)),
        combine=Combine.MAX,
    )
    kept = json.loads(json.dumps(fields_of(state.search)))
    assert state_of(kept, [SeedChip("p1", label="Doe 2020", title="A title")]) == state


def test_grades_belong_to_a_lone_text_chip_as_to_a_typed_text() -> None:
    assert SearchState(seeds=(text_chip("bees"),)).need == Need(text="bees")
    like = SearchState(seeds=(SeedChip("p1"), SeedChip("p2", -1)))
    assert like.need == Need(doc_id="p1"), "what is to be avoided is no second need"
    assert like.flipped("p2").need is None
    assert SearchState(seeds=(text_chip("bees", -1),)).need is None
    assert SearchState("hives", (text_chip("bees", -1),)).need == Need(text="hives")


@pytest.mark.parametrize(
    ("weight", "steps", "expected"), [(1, 1, 1.5), (4, 1, 4), (0.3, -1, 0.25), (2.2, 1, 3)]
)
def test_a_step_goes_to_the_next_weight(weight: float, steps: int, expected: float) -> None:
    assert next_weight(weight, steps) == expected


def settle() -> None:
    """Layouts do in steps what they do."""
    for _ in range(5):
        QApplication.processEvents()


@pytest.mark.dressed
@pytest.mark.parametrize("width", [900, 960, 1280, 1920])
def test_neither_a_choice_nor_the_count_below_the_box_is_cut(page: SearchPage, width: int) -> None:
    page.resize(width - 56, 700)  # beside the activity bar
    page.show_rerankers(["a-model-with-a-very-long-name-3f9a01c2"], "a-model-with-a-very-long-name-3f9a01c2")
    page.show_full_texts(3)
    page.show_feedback(1, on=True)
    count = "50 of 125,000 papers · 1,024 ms"
    page.modes.show_summary(count)
    page.show_rerank_note("1,000 candidates reranked")
    settle()
    parts = [page.starts, page.rerank, page.modes.full_text, page.modes.feedback]
    options = page._head.choices.options
    shown = [part for part in parts if part.isVisible()]
    assert options.isVisible() == (len(shown) < len(parts))
    n_on = sum(part not in shown for part in (page.rerank, page.modes.feedback))
    assert options.text() == (f"Options ({n_on})" if n_on else "Options"), "those that are on and behind it"
    choices = [page.modes, *shown, *([options] if options.isVisible() else [])]
    assert all(part.width() >= part.sizeHint().width() for part in choices)
    boxes = [QRect(part.mapTo(page, QPoint(0, 0)), part.size()) for part in (*choices, page.modes.summary)]
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    assert len({box.center().y() // 8 for box in boxes}) == 1, "one line, so that no result moves"
    assert page.modes.summary.shown_text().partition(" · ")[0] == "50 of 125,000 papers"  # the rest gives way
    before = page.modes.summary.y()
    page.show_busy(True)
    settle()
    assert page.modes.summary.y() == before  # nothing moves while it searches
    if options.isVisible():
        options.click()
        assert all(part.isVisible() for part in parts)


@pytest.mark.dressed
@pytest.mark.parametrize("n", [1, 3, 5])
def test_no_name_of_a_seed_is_cut(page: SearchPage, n: int) -> None:
    page.resize(1280 - 56, 700)
    page.box.show_seeds([SeedChip(f"p{i}", 1, label="Nakamoto 2009", title="Bitcoin") for i in range(n)])
    QApplication.processEvents()
    assert [chip._label.shown_text() for chip in page.box.chips] == ["Nakamoto 2009"] * n
    places = [each.geometry() for each in (*page.box.chips, page.box.field)]
    assert not any(one.intersects(other) for one, other in combinations(places, 2))
    assert all(page.box.rect().contains(place) for place in places)
    assert page.box.field.width() >= 160
    assert page.box.height() > 40 or n == 1
