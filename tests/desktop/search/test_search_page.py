"""The search page by keyboard: keys act on the selected result, and are text inside the box."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem
from seeing import on_screen, press

from assay.errors import LibraryError
from assay.ingest.queries import add_query
from assay.library.campaigns.judgements import Judgements
from assay.search import FIELDS
from assay.types import Filters, SearchMode, Seed
from assay_desktop.pages import search
from assay_desktop.pages.search.widgets.sidebar import FilterPanel
from assay_desktop.theme import body_font
from assay_desktop.widgets.papers.card import CARD_ROLE
from assay_desktop.widgets.papers.paper_card import PaperCardDelegate, elided_byline

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.search.page import SearchPage

Key = Qt.Key


@pytest.fixture
def page(
    search_context: AppContext, engine: Any, library: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> SearchPage:
    """A page that shows three results for "dense", a query of the library, the first selected."""
    add_query(library.library, "dense")
    made = search.create(search_context)
    on_screen(made, qtbot, 1100, 700)
    made.activateWindow()
    qtbot.waitUntil(made.isVisible)
    made.box.field.setText("dense")
    made.text_edited.emit("dense")
    made.search_requested.emit()
    engine.requests[-1].done(answer("p1", "p2", "p3"))
    made.focus_results()
    return made


def test_j_and_k_go_through_the_results_and_stay_at_the_ends(page: SearchPage, qtbot: QtBot) -> None:
    seen = [page.selected]
    for key in (Key.Key_J, Key.Key_J, Key.Key_J, Key.Key_K):
        press(qtbot, key)
        seen.append(page.selected)
    assert seen == ["p1", "p2", "p3", "p3", "p2"]


def test_a_digit_grades_the_selected_result_and_advances(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_2)
    assert [(j.doc_id, j.relevance) for j in library.library.judgements.current()] == [("p1", 2)]
    assert page.selected == "p2"


def test_fast_digits_grade_one_row_each_while_the_library_is_busy(
    page: SearchPage, library: Any, search_context: AppContext, qtbot: QtBot
) -> None:
    lane: Any = search_context.lane
    lane.hold()
    for key in (Key.Key_0, Key.Key_1):
        press(qtbot, key)
    assert page.selected == "p3"
    lane.let_go()
    assert page.selected == "p3"
    given = {j.doc_id: j.relevance for j in library.library.judgements.current()}
    assert given == {"p1": 0, "p2": 1}


def test_a_row_whose_grade_was_not_saved_says_so(
    page: SearchPage, library: Any, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise LibraryError("The disk is full.")

    monkeypatch.setattr(Judgements, "record", refuse)
    press(qtbot, Key.Key_2)
    first, second = (page.results.model().index(row, 0) for row in range(2))
    assert first.data(CARD_ROLE).badges == ("grade not saved", "K1", "D2")
    assert first.data().endswith("grade not saved")
    assert "grade not saved" not in second.data(CARD_ROLE).badges


def test_the_buttons_of_the_inspector_grade_the_paper_that_it_shows(page: SearchPage, library: Any) -> None:
    page.paper_selected.emit("p3")  # as a click on a similar paper does
    page._inspector.graded.emit(1)
    assert {j.doc_id: j.relevance for j in library.library.judgements.current()} == {"p3": 1}
    assert page.selected == "p1"


def test_digits_and_letters_in_the_box_are_text(page: SearchPage, library: Any, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_Slash)
    assert page.box.field.hasFocus()
    qtbot.keyClicks(page.box.field, "j2k+")
    assert library.library.judgements.current() == []
    assert page.box.field.text() == "j2k+"


def test_plus_and_minus_make_seeds_of_the_selected_result(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    press(qtbot, Key.Key_Plus)
    assert engine.requests[-1].request.seeds == (Seed("p1"),)
    press(qtbot, Key.Key_Minus)
    assert engine.requests[-1].request.seeds == (Seed("p1", -1),)


def test_ctrl_m_finds_similar_papers(page: SearchPage, engine: Any, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_J)
    press(qtbot, Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert engine.requests[-1].request.text == ""
    assert engine.requests[-1].request.seeds[0].doc_id == "p2"


def test_backspace_in_the_empty_box_removes_the_last_seed(
    page: SearchPage, engine: Any, qtbot: QtBot
) -> None:
    page.add_seed("p1")
    page.add_seed("p2")
    page.box.field.clear()
    qtbot.keyClick(page.box.field, Key.Key_Backspace)
    assert [seed.doc_id for seed in engine.requests[-1].request.seeds] == ["p1"]


def test_enter_searches_and_leaves_the_box_which_down_leaves_and_up_comes_back_to(
    page: SearchPage, engine: Any, qtbot: QtBot, answer: Callable[..., dict[str, Any]]
) -> None:
    page.focus_search()
    page.box.field.clear()
    qtbot.keyClicks(page.box.field, "okapi")
    qtbot.keyClick(page.box.field, Key.Key_Return)
    assert engine.requests[-1].request.text == "okapi"
    assert engine.requests[-1].request.mode == "hybrid"
    engine.requests[-1].done(answer("p2", "p1"))
    qtbot.keyClicks(page.box.field, " bees")
    assert page.box.field.hasFocus()
    assert page.box.field.text() == "okapi bees", "who types the next words types them there"
    page.box.field.setText("okapi")
    press(qtbot, Key.Key_Down)
    assert page.results.hasFocus()
    assert page.selected == "p2", "the first one"
    press(qtbot, Key.Key_Down)
    press(qtbot, Key.Key_Up)
    assert (page.selected, page.results.hasFocus()) == ("p2", True)
    press(qtbot, Key.Key_Up)
    assert page.box.field.hasFocus()


def test_without_results_down_stays_in_the_box(page: SearchPage, engine: Any, qtbot: QtBot) -> None:
    page.focus_search()
    qtbot.keyClicks(page.box.field, "okapi")
    qtbot.keyClick(page.box.field, Key.Key_Return)
    engine.requests[-1].done({"hits": [], "mode": "hybrid", "ms": 1.0, "indexed": 9, "total": 9})
    press(qtbot, Key.Key_Down)
    assert page.box.field.hasFocus()


def test_the_citation_goes_to_the_clipboard(page: SearchPage, qtbot: QtBot) -> None:
    with qtbot.waitSignal(page.message):
        page.want_citation()
    assert QApplication.clipboard().text() == (
        "Karpukhin, V. and Oguz, B. (2020). Dense passage retrieval. EMNLP"
    )


def test_the_buttons_under_the_mouse_act_on_their_row(page: SearchPage, engine: Any, qtbot: QtBot) -> None:
    view = page.results
    rect = view.visualRect(view.model().index(1, 0))
    delegate = view.itemDelegate()
    assert isinstance(delegate, PaperCardDelegate)
    similar = delegate._boxes(rect)[0].center()
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(int(similar.x()), int(similar.y()))
    )
    assert engine.requests[-1].request.seeds[0].doc_id == "p2"


@pytest.mark.dressed
def test_the_snippet_ends_before_the_buttons_under_the_mouse(page: SearchPage, qtbot: QtBot) -> None:
    """Between the buttons the row is as it is with nothing to read in it."""
    view, delegate = page.results, page.results.itemDelegate()
    assert isinstance(delegate, PaperCardDelegate)
    option = QStyleOptionViewItem()
    cast("Any", option).rect = QRect(0, 0, 500, 86)
    cast("Any", option).state = QStyle.StateFlag.State_MouseOver
    card = replace(view.cards.card(0), passage=(("many words " * 40, False),))

    def drawn(passage: tuple[tuple[str, bool], ...]) -> QImage:
        view.cards.show([replace(card, passage=passage)])
        image = QImage(500, 86, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        delegate.paint(painter, option, view.cards.index(0))
        painter.end()
        return image

    first, last = delegate._boxes(QRect(0, 0, 500, 86))
    beside = QRect(int(first.left()) - 2, int(first.top()), int(last.right() - first.left()) + 4, 24)
    assert drawn(card.passage).copy(beside) == drawn(((" ", False),)).copy(beside)


@pytest.mark.dressed
@pytest.mark.parametrize("state", [QStyle.StateFlag.State_None, QStyle.StateFlag.State_MouseOver])
def test_a_title_has_the_row_to_its_end(page: SearchPage, state: QStyle.StateFlag) -> None:
    """Badges stand next to the byline, and buttons over the last line: neither takes room from the title."""
    view, delegate = page.results, page.results.itemDelegate()
    option = QStyleOptionViewItem()
    cast("Any", option).rect, cast("Any", option).state = QRect(0, 0, 500, 86), state
    card = replace(view.cards.card(0), badges=("K12", "D31", "R2"))
    wide = QFontMetricsF(body_font(15, QFont.Weight.DemiBold))
    title = ""
    while wide.horizontalAdvance(f"{title}m") <= 500 - 2 * 20:
        title += "m"

    def drawn(title: str) -> QImage:
        view.cards.show([replace(card, title=title)])
        image = QImage(500, 86, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        delegate.paint(painter, option, view.cards.index(0))
        painter.end()
        return image.copy(QRect(0, 11, 500, 20))

    whole, without = drawn(title), drawn(title[:-1])
    last = QRect(int(20 + wide.horizontalAdvance(title[:-1])), 0, int(wide.horizontalAdvance("m")), 20)
    assert whole.copy(last) != without.copy(last)
    before = QRect(20, 0, last.left() - 22, 20)
    assert whole.copy(before) == without.copy(before)  # nothing of it is cut


def test_the_modes_are_buttons_that_search_again(page: SearchPage, engine: Any) -> None:
    page.mode_chosen.emit(SearchMode.KEYWORD)
    assert engine.requests[-1].request.mode == "keyword"


def test_a_half_typed_year_filters_nothing(qtbot: QtBot) -> None:
    panel = FilterPanel()
    qtbot.addWidget(panel)
    heard: list[Filters] = []
    panel.filters_changed.connect(heard.append)
    qtbot.keyClicks(panel._from, "201")
    assert heard == []
    qtbot.keyClicks(panel._from, "9")
    assert heard == [Filters(year_from=2019)]


def test_ctrl_z_takes_the_last_grade_back_and_ctrl_shift_z_brings_it_again(
    page: SearchPage, qtbot: QtBot
) -> None:
    ctrl, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    said: list[str] = []
    page.message.connect(said.append)
    page.undo_offered.connect(lambda words, *_: said.append(words))

    def marks() -> list[int | None]:
        return [page._model.card(row).grade for row in range(3)]

    press(qtbot, Key.Key_2)
    assert marks() == [2, None, None]
    press(qtbot, Key.Key_Z, ctrl)
    assert marks() == [None, None, None]
    press(qtbot, Key.Key_Z, ctrl | shift)
    assert marks() == [2, None, None]
    press(qtbot, Key.Key_Z, ctrl)
    press(qtbot, Key.Key_Z, ctrl)
    title = "Dense passage retrieval"
    assert said == [
        f"Grade undone: 2 for {title}",
        f"Grade redone: 2 for {title}",
        f"Grade undone: 2 for {title}",
        "Nothing to undo",
    ]


def test_undo_selects_the_row_that_lost_its_grade_and_offers_redo(page: SearchPage, qtbot: QtBot) -> None:
    """Whoever undoes wants to grade that row again, not the one after it."""
    offers: list[tuple[str, Callable[[], None]]] = []
    page.undo_offered.connect(lambda _words, action, call: offers.append((action, call)))
    press(qtbot, Key.Key_2)
    assert page.selected == "p2"
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.selected == "p1"
    ((action, redo),) = offers
    assert action == "Redo"
    page.advance()
    redo()
    assert page._model.card(0).grade == 2
    assert page.selected == "p1"


def test_undoing_a_grade_of_another_query_leaves_the_selection(
    page: SearchPage, library: Any, qtbot: QtBot
) -> None:
    other = add_query(library.library, "something else")
    library.library.judgements.record(other.query_id, "p3", assessor="ada", relevance=1)
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.selected == "p1"


def test_ctrl_z_in_the_search_box_is_about_its_text(page: SearchPage, qtbot: QtBot) -> None:
    press(qtbot, Key.Key_2)
    page.focus_search()
    press(qtbot, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page._model.card(0).grade == 2


def test_full_texts_are_offered_only_where_there_are_some(page: SearchPage, engine: Any) -> None:
    switch = page.modes.full_text
    assert not switch.isVisible()
    engine.become(full_texts=1412)
    assert switch.isVisible()
    assert "1,412" in switch.toolTip()
    assert "vectors" not in switch.toolTip()
    engine.become(full_texts=1412, passages=1412)
    assert "keyword and vectors" in switch.toolTip()
    engine.become(full_texts=0)
    assert not switch.isVisible()


def test_the_switch_searches_full_texts_and_is_remembered(
    page: SearchPage, engine: Any, qtbot: QtBot, search_context: AppContext
) -> None:
    engine.become(full_texts=2)
    assert engine.requests[-1].request.full_text is False
    page.modes.full_text.setFocus()
    press(qtbot, Key.Key_Space)
    assert engine.requests[-1].request.full_text is True
    assert search_context.settings.search_full_text
    press(qtbot, Key.Key_Space)
    assert engine.requests[-1].request.full_text is False
    assert not search_context.settings.search_full_text


def test_a_passage_of_the_full_text_says_its_page(
    page: SearchPage, engine: Any, answer: Callable[..., dict[str, Any]]
) -> None:
    found = answer("p1")
    found["hits"][0] |= {"passage": [["dense ", True], ["retrieval", False]], "page": 7}
    found["hits"][0]["channels"] = {"full text": 2}
    page.search_requested.emit()
    engine.requests[-1].done(found)
    card = page.results.cards.card(0)
    assert card is not None
    assert card.passage == (("p. 7: ", False), ("dense ", True), ("retrieval", False))
    assert card.badges == ("F2",)


def test_what_the_typed_fields_mean_stands_in_one_line_under_the_modes(
    page: SearchPage, engine: Any, answer: Callable[..., dict[str, Any]]
) -> None:
    said = {"filter_words": ["author cohan", "not venue arxiv"], "faults": ["year:20 restricts nothing."]}
    page.search_requested.emit()
    engine.requests[-1].done(answer("p1") | said)
    line = page.filter_line
    assert line.isVisible()
    assert line.text.text() == "Only: author cohan; not venue arxiv · year:20 restricts nothing."
    page.search_requested.emit()
    engine.requests[-1].done(answer("p1"))
    assert not line.isVisible()


def test_the_line_goes_with_the_text(
    page: SearchPage, engine: Any, answer: Callable[..., dict[str, Any]]
) -> None:
    page.search_requested.emit()
    engine.requests[-1].done(answer("p1") | {"filter_words": ["author cohan"], "faults": []})
    page.box.field.clear()
    page.text_edited.emit("")
    assert not page.filter_line.isVisible()


def test_the_box_tells_every_field_in_its_tooltip(page: SearchPage) -> None:
    told = page.box.field.toolTip()
    assert all(f"{name}:" in told for name in FIELDS)


def test_the_whole_typed_text_is_what_is_graded_for(page: SearchPage, engine: Any) -> None:
    page.text_edited.emit('author:cohan "two encoders" -bees')
    page.search_requested.emit()
    assert engine.requests[-1].request.text == 'author:cohan "two encoders" -bees'


def test_a_byline_that_is_too_long_keeps_its_year(qapp: QApplication) -> None:
    font = body_font(13)
    names = "Xiong, Xiong, Li, Tang, Liu and 3 more · Findings of a conference · 2021"
    whole = QFontMetricsF(font).horizontalAdvance(names)
    for part in (0.3, 0.6, 0.9):
        shown = elided_byline(names, font, whole * part)
        assert shown.endswith("… · 2021")
        assert QFontMetricsF(font).horizontalAdvance(shown) <= whole * part + 1
    assert elided_byline(names, font, whole + 1) == names
    assert elided_byline("Xiong, Xiong, Li · ICLR", font, 60).endswith("…")
