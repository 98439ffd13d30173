"""Highlights, comments, notes and marks are kept before they are seen, and undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QToolButton

from assay.errors import AssayError
from assay.ingest.editing import edit_paper
from assay.items import notes_text

if TYPE_CHECKING:
    import pytest
    from pytestqt.qtbot import QtBot

    from conftest import Reading

Key = Qt.Key


def stored(workspace: Any) -> list[tuple[str, str, str]]:
    found = workspace.library.annotations.highlights()
    return [(one.quote, one.colour, one.comment) for one in found]


def test_keys_alone_find_highlight_recolour_comment_and_remove(
    reading: Reading, workspace: Any, qtbot: QtBot
) -> None:
    page, view = reading.page, reading.page.view
    page.activateWindow()
    reading.find("slowly on")
    view.setFocus()
    qtbot.keyClick(view, Key.Key_H)
    assert stored(workspace) == [("slowly on", "yellow", "")]
    [overlay] = view._layers["highlights"]
    assert (overlay.page, overlay.ink) == (1, "yellow")
    qtbot.keyClick(view, Key.Key_3)  # nothing is selected any more: the chosen one takes the colour
    assert stored(workspace) == [("slowly on", "blue", "")]
    qtbot.keyClick(view, Key.Key_C)
    assert page.side.highlights.comment.hasFocus()
    qtbot.keyClicks(page.side.highlights.comment, "at last")
    qtbot.keyClick(page.side.highlights.comment, Key.Key_Escape)
    assert stored(workspace) == [("slowly on", "blue", "at last")]
    page.side.highlights.list.setFocus()
    qtbot.keyClick(page.side.highlights.list, Key.Key_Delete)
    assert stored(workspace) == []
    assert view._layers["highlights"] == []
    qtbot.keyClick(page.side.highlights.list, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert stored(workspace) == [("slowly on", "blue", "at last")]
    assert len(page.side.highlights.model.items) == 1


def test_the_list_leads_to_the_place_and_a_click_on_the_page_chooses(
    reading: Reading, workspace: Any, qtbot: QtBot
) -> None:
    page, view = reading.page, reading.page.view
    for text, colour in (("Moss grows", "green"), ("Lichen", "pink")):
        reading.find(text)
        page.highlight_wanted.emit(colour)
    rows = page.side.highlights.model.items
    assert [(one.page, one.colour) for one in rows] == [(1, "green"), (2, "pink")]
    view.go_to_page(1)
    page.side.highlights.list.activated.emit(page.side.highlights.model.index(1))
    assert 2 in view.pages_in_sight()
    view.go_to_page(1)
    left, top, right, bottom = rows[0].boxes[0]
    rect = view.page_rect(1)
    at = QPoint(round((left + right) / 2 * rect.width()), round((top + bottom) / 2 * rect.height()))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=rect.topLeft() + at)
    assert page.side.highlights.current == rows[0]
    image = view.grab().toImage()
    inked = image.pixelColor(rect.topLeft() + QPoint(round(left * rect.width()) - 1, at.y()))
    paper = image.pixelColor(rect.topLeft() + QPoint(30, 30))
    assert paper.getRgb()[:3] == (255, 255, 255)
    assert inked.green() >= inked.red()


def test_notes_are_written_shown_as_markdown_and_kept_when_one_goes_on(
    reading: Reading, workspace: Any, qtbot: QtBot
) -> None:
    page, notes = reading.page, reading.page.side.notes
    page.activateWindow()
    qtbot.keyClick(page.view, Key.Key_N)
    qtbot.keyClicks(notes.field, "A *slow* plant")
    qtbot.keyClick(notes.field, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    [paper] = workspace.library.papers.get([reading.doc_id])
    assert notes_text(paper) == "A *slow* plant"
    assert notes.text.toPlainText() == "A slow plant"
    notes.edit()
    notes.field.setPlainText("Half a")
    page.window().hide()  # as it is when the program is quit, or another page is gone to
    assert notes_text(workspace.library.papers.get([reading.doc_id])[0]) == "Half a"
    page.window().show()
    notes.edit()
    notes.field.setPlainText("Half a thought")
    page.open_paper("bare")
    [paper] = workspace.library.papers.get([reading.doc_id])
    assert notes_text(paper) == "Half a thought"
    assert not notes.is_writing
    assert notes.text.toPlainText() == ""


def test_the_key_of_the_notes_goes_back_to_what_is_written(reading: Reading, qtbot: QtBot) -> None:
    page, notes = reading.page, reading.page.side.notes
    page.activateWindow()
    qtbot.keyClick(page.view, Key.Key_N)
    qtbot.keyClicks(notes.field, "A slow plant")
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_N)
    assert notes.field.hasFocus()
    assert notes.field.toPlainText() == "A slow plant"


def test_the_reading_mark_goes_round_and_is_undone(reading: Reading, workspace: Any, qtbot: QtBot) -> None:
    page = reading.page
    page.activateWindow()
    seen = []
    for _ in range(3):
        qtbot.keyClick(page.view, Key.Key_R)
        seen.append((workspace.library.annotations.states([reading.doc_id]), page.reading.text()))
    doc_id = reading.doc_id
    assert seen == [({doc_id: "to read"}, "To read"), ({doc_id: "read"}, "Read"), ({}, "Mark as…")]
    qtbot.keyClick(page.view, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert page.reading.text() == "Read"


def drag_over(reading: Reading, qtbot: QtBot, text: str) -> None:
    """Drag the mouse over a text of the first page."""
    view = reading.page.view
    reading.find(text)
    (found,) = view._layers["found"]
    (left, top, right, bottom), rect = found.boxes[0], view.page_rect(1)
    y = rect.top() + round((top + bottom) / 2 * rect.height())
    ends = [QPoint(rect.left() + round(x * rect.width()), y) for x in (left + 0.001, right - 0.001)]
    port, button = view.viewport(), Qt.MouseButton.LeftButton
    qtbot.mousePress(port, button, pos=ends[0])
    qtbot.mouseMove(port, ends[1])
    qtbot.mouseRelease(port, button, pos=ends[1])
    reading.wait(reading.page.bar.isVisible)


def test_the_mouse_highlights_comments_and_copies_by_the_bar_at_the_selection(
    reading: Reading, workspace: Any, qtbot: QtBot
) -> None:
    page, bar = reading.page, reading.page.bar
    page.activateWindow()
    drag_over(reading, qtbot, "slowly on")
    view, rect = page.view, page.view.page_rect(1)
    boxes = page._selection[-1].boxes
    assert bar.y() > rect.top() + boxes[-1][3] * rect.height()
    assert view.viewport().rect().contains(bar.geometry())
    view.verticalScrollBar().setValue(40)
    assert bar.y() > view.page_rect(1).top() + boxes[-1][3] * rect.height()
    bar.findChild(QToolButton).click()
    assert stored(workspace) == [("slowly on", "yellow", "")]
    assert not bar.isVisible()
    drag_over(reading, qtbot, "grows")
    bar.copy.click()
    assert QGuiApplication.clipboard().text() == "grows"
    assert not bar.isVisible()
    drag_over(reading, qtbot, "Stones")
    bar.comment.click()
    assert page.side.highlights.comment.hasFocus()
    assert sorted(stored(workspace)) == [("Stones", "yellow", ""), ("slowly on", "yellow", "")]


def test_escape_clears_the_selection_before_it_leaves(reading: Reading, qtbot: QtBot) -> None:
    page, left = reading.page, []
    page.back_wanted.connect(lambda: left.append(True))
    page.activateWindow()
    drag_over(reading, qtbot, "slowly on")
    page.view.setFocus()
    qtbot.keyClick(page.view, Key.Key_Escape)
    assert not page.bar.isVisible()
    assert page.view._layers["selection"] == []
    assert left == []
    qtbot.keyClick(page.view, Key.Key_Escape)
    assert left == [True]


def test_nothing_selected_is_told(reading: Reading) -> None:
    reading.page.highlight_wanted.emit("green")
    assert reading.messages == ["Select text on a page first."]


def test_keys_pressed_faster_than_the_library_writes_go_round_and_other_notes_stay(
    reading: Reading, workspace: Any
) -> None:
    page, doc_id = reading.page, reading.doc_id
    page.side.notes.edit()
    page.side.notes.field.setPlainText("Mine")
    edit_paper(workspace.library, doc_id, {"notes": "Theirs"})  # another process, meanwhile
    page.side.notes.save()
    assert notes_text(workspace.library.papers.get([doc_id])[0]) == "Theirs\n\n---\n\nMine"
    workspace.library.annotations.set_state("to read", [doc_id])  # which the page does not know of
    page.next_state_wanted.emit()
    assert workspace.library.annotations.states([doc_id]) == {doc_id: "read"}


def test_a_comment_is_written_once_and_again_after_a_refusal(
    reading: Reading, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its field was left twice before the list had it: “Nothing to change” sounded like a refusal."""
    calls: list[Any] = []
    monkeypatch.setattr(reading.context.lane, "submit", lambda *call, **_key: calls.append(call))
    written = reading.page.side.highlights.comment_written
    written.emit("one", "at last")
    written.emit("one", "at last")
    assert len(calls) == 1
    calls[0][2](AssayError("The disk is full."))
    written.emit("one", "at last")
    assert len(calls) == 2
