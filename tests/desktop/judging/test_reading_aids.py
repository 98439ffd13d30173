"""While judging: the query's words are marked, the text can be larger, and the PDF stands beside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from campaign_set import NAME
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from seeing import on_screen

from assay.campaign_types import NO_AIDS, with_aids
from assay.engine.answers import marks
from assay.searching.types import MarksCall
from assay.types import Paper, Query
from assay_desktop.pages import judging

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from assay_desktop.pages.judging.page import JudgingPage

PAPER = Paper(
    "p1", "Dense retrievals & <other> things", "We retrieve densely.\n\nNothing else: 95.3\\% of a retriever."
)


@pytest.fixture
def answering(context: AppContext, monkeypatch: pytest.MonkeyPatch) -> AppContext:
    """The context with an engine that answers in this process."""

    def ask(operation: Any, call: Any, done: Any, _failed: Any, **_key: str) -> None:
        assert operation.name == "marks"
        done(marks(call))

    monkeypatch.setattr(context.engine, "ask", ask)
    context.settings.set_assessor("ada")
    return context


def opened(context: AppContext, qtbot: QtBot) -> JudgingPage:
    made = judging.create(context)
    on_screen(made, qtbot, 1200, 760)
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    made.setFocus()
    return made


@pytest.fixture
def page(answering: AppContext, workspace: Any, qtbot: QtBot) -> JudgingPage:
    workspace.library.papers.add([(PAPER, ()), (Paper("p2", "Without an abstract"), ())])
    workspace.library.queries.add([Query("q1", "the dense retrieval")])
    workspace.library.pool.add([("q1", "p1"), ("q1", "p2")])
    made = opened(answering, qtbot)
    if made._shown != ("q1", "p1"):
        made.browse_wanted.emit(1)
    return made


def marked(text: str, tag: str) -> list[str]:
    return [part.partition(f"</{tag}>")[0] for part in text.split(f"<{tag}>")[1:]]


def test_words_of_the_query_are_marked_by_their_stems_in_title_and_abstract(page: JudgingPage) -> None:
    """As a person marks them: any form of "dense" and "retrieval", never the article."""
    title, text = page._paper._title.text(), page._paper._text.text()
    assert marked(title, "u") == ["Dense", "retrievals"]
    assert "&amp; &lt;other&gt; things" in title, "nothing of the paper is taken for markup"
    assert marked(text, "b") == ["retrieve", "densely", "retriever"]
    assert text.count("<p ") == 2
    assert "95.3%" in text


def test_a_paper_without_an_abstract_still_says_so(page: JudgingPage) -> None:
    page.browse_wanted.emit(1 if page._shown == ("q1", "p1") else -1)
    if page._shown != ("q1", "p2"):
        page.browse_wanted.emit(-1)
    assert page._shown == ("q1", "p2")
    assert "No abstract." in page._paper._text.text()


def test_marks_that_come_late_are_not_put_into_another_paper(page: JudgingPage) -> None:
    before = page._paper._title.text()
    page.show_marks(("q1", "p2"), ((("Another title", True),), ()))
    assert page._paper._title.text() == before


def test_a_guideline_can_turn_the_aids_off_and_on_again(
    work: Any, answering: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the campaign's queries say, here "document" is a word of them."""

    def ask(_operation: Any, call: Any, done: Any, _failed: Any, **_key: str) -> None:
        done(marks(MarksCall(call.query and "document", call.texts)))

    monkeypatch.setattr(answering.engine, "ask", ask)
    work.store.set_guideline("Grade **blindly**.\n")
    page = opened(answering, qtbot)
    page.open_campaign(NAME)
    assert marked(page._paper._title.text(), "u") == ["Document"]
    assert page._paper._open_pdf.isVisible()
    page.show_has_pdf(True)
    page.toggle_pdf()
    assert page.pdf.isVisible()
    work.store.set_guideline(with_aids("Grade **blindly**.\n", aids=False))
    page.browse_wanted.emit(1)  # the news of the guideline come with the next pair
    assert not marked(page._paper._title.text(), "u")
    assert not page._paper._open_pdf.isVisible()
    assert not page.pdf.isVisible()
    page.toggle_pdf()
    assert not page.pdf.isVisible(), "nor by its key"
    assert NO_AIDS not in page._side.guideline._markdown.markdown
    work.store.set_guideline("Grade **blindly**.\n\nNow with help.\n")
    page.browse_wanted.emit(-1)
    assert page._paper._open_pdf.isVisible()


def test_the_setting_is_a_line_that_leaves_the_text_alone() -> None:
    for text in ("One line", "# Head\n\n- 2 good\n", "Two\r\nlines\n\n\n"):
        off = with_aids(text, aids=False)
        assert off.splitlines()[-1] == NO_AIDS
        assert with_aids(off, aids=False) == off
        assert with_aids(off, aids=True) == text.rstrip() + "\n"
        assert with_aids(text, aids=True) == text


@pytest.mark.dressed
def test_the_text_is_16_px_and_grows_and_shrinks_by_keys_for_good(
    page: JudgingPage, answering: AppContext, qtbot: QtBot
) -> None:
    control = Qt.KeyboardModifier.ControlModifier
    assert "font-size: 16px" in page._paper._text.text()
    width = page._paper._column.maximumWidth()
    qtbot.keyClick(page, Qt.Key.Key_Plus, control)
    qtbot.keyClick(page, Qt.Key.Key_Plus, control)
    assert "font-size: 18px" in page._paper._text.text()
    assert marked(page._paper._text.text(), "b"), "marks stay"
    assert page._paper._column.maximumWidth() > width, "a line has as many letters"
    qtbot.keyClick(page, Qt.Key.Key_Minus, control)
    assert "font-size: 17px" in page._paper._text.text()
    again = opened(answering, qtbot)
    assert "font-size: 17px" in again._paper._text.text()
    qtbot.keyClick(again, Qt.Key.Key_0, control)
    assert "font-size: 16px" in again._paper._text.text()
    for _ in range(20):
        again.size_wanted.emit(-1)
    assert "font-size: 13px" in again._paper._text.text()


@pytest.mark.dressed
def test_the_text_stands_in_the_middle_of_a_wide_page(page: JudgingPage, qtbot: QtBot) -> None:
    page.resize(1900, 900)
    qtbot.waitUntil(lambda: page.width() == 1900)
    left = page._paper._column.geometry().left()
    right = page._paper.width() - page._paper._column.geometry().right()
    assert abs(left - right) <= 2
    assert page._paper._column.width() == page._paper._column.maximumWidth()


@pytest.mark.dressed
def test_the_query_stays_in_view_beside_a_pdf(page: JudgingPage, qtbot: QtBot) -> None:
    page.resize(900, 700)
    QApplication.processEvents()
    assert not page._query_line.isVisible(), "the column has it"
    page.show_has_pdf(True)
    page.toggle_pdf()
    QApplication.processEvents()
    assert not page._side.isVisible()
    words = page._query_words
    assert words.isVisible()
    assert words.text() in page._side.query._title.text()
    assert words.toolTip() == words.text() != ""
    page.toggle_pdf()
    QApplication.processEvents()
    assert page._side.isVisible()
    assert not page._query_line.isVisible()


def test_the_pdf_stands_beside_by_a_key_where_there_is_one(page: JudgingPage, qtbot: QtBot) -> None:
    qtbot.keyClick(page, Qt.Key.Key_P)
    assert not page.pdf.isVisible()
    assert not page._paper._open_pdf.isEnabled()
    assert page._paper._open_pdf.toolTip() == "This paper has no PDF."
    page.show_has_pdf(True)
    qtbot.keyClick(page, Qt.Key.Key_P)
    assert page.pdf.isVisible()
    assert page._paper.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_2)
    assert page._paper.isVisible(), "grades are given next to it"
    assert page.pdf.message.text() == "No PDF attached.", "of the next paper, which has none"
    qtbot.keyClick(page, Qt.Key.Key_P)
    assert not page.pdf.isVisible()
