"""Reading a PDF: only what is in sight is drawn, found places are gone to, text is copied with its source."""

from __future__ import annotations

import re
import time
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QWheelEvent
from PySide6.QtWidgets import QToolButton
from seeing import contrast, on_screen

from assay.ingest.importing import import_files
from assay_desktop.pages import reader
from assay_desktop.theme import HIGHLIGHTS
from assay_desktop.widgets.pdf import scroll
from assay_desktop.widgets.pdf.column import GAP_PX, Overlay, PageColumn, Place, fitting_zoom, stepped_zoom
from assay_desktop.widgets.pdf.scroll import PdfScroll
from pdf_writing import HEIGHT, WIDTH, Type, pdf

if TYPE_CHECKING:
    from pathlib import Path

    from pytestqt.qtbot import QtBot

    from assay_desktop.context import AppContext
    from conftest import Reading

Key, Mod = Qt.Key, Qt.KeyboardModifier


def test_pages_lie_below_each_other_with_the_same_gap() -> None:
    """Compared with a walk over all pages, for every height of the column."""
    sizes = [(600.0, 300.0), (300.0, 150.0), (600.0, 900.0)]
    column = PageColumn(sizes, 0.5)
    tops, y = [], GAP_PX
    for _, tall in sizes:
        tops.append(y)
        y += round(tall * 96 / 72 * 0.5) + GAP_PX
    assert column.height == y
    for at in range(y):
        page = sum(top <= at for top in tops) or 1
        assert column.at(at).page == page
        lying = [n for n in (1, 2, 3) if tops[n - 1] <= at + 50 and tops[n - 1] + column.size(n)[1] > at]
        assert list(column.between(at, at + 50)) == lying
    assert [column.y(Place(n)) for n in (1, 2, 3, 9)] == [*tops, tops[-1]]


def test_zooms_are_stepped_through_and_the_width_is_filled() -> None:
    assert (stepped_zoom(1.03, 1), stepped_zoom(1.03, -1), stepped_zoom(4.0, 1)) == (1.1, 1.0, 4.0)
    zoom = fitting_zoom([(WIDTH, HEIGHT), (300, 300)], 840)
    assert round(WIDTH * 96 / 72 * zoom) == 840 - 2 * GAP_PX


def test_only_pages_in_sight_are_drawn(reading: Reading) -> None:
    view = reading.page.view
    assert sorted(view._pictures) == [1, 2]  # the first, and the next one ahead of time
    view.go_to_page(3)
    reading.wait(lambda: 3 in view._pictures)
    assert reading.page.page_field.text() == "3"


@pytest.mark.dressed
def test_keys_zoom_turn_dark_and_go_to_pages(reading: Reading, qtbot: QtBot) -> None:
    page, view = reading.page, reading.page.view
    page.activateWindow()
    view.setFocus()
    fitted = view.zoom
    qtbot.keyClick(page, Key.Key_Plus, Mod.ControlModifier)
    assert view.zoom > fitted
    assert not view.fits
    qtbot.keyClick(page, Key.Key_0, Mod.ControlModifier)
    assert (view.zoom, view.fits) == (fitted, True)
    reading.wait(lambda: view.missing() is None)
    qtbot.keyClick(page, Key.Key_D)
    assert view.grab().toImage().pixelColor(view.page_rect(1).topLeft() + QPoint(20, 20)).value() == 0
    qtbot.keyClick(page, Key.Key_G)
    assert page.page_field.hasFocus()
    qtbot.keyClicks(page.page_field, "2")
    qtbot.keyClick(page.page_field, Key.Key_Return)
    assert view.place.page == 1  # the gap above the second page belongs to the first
    assert view.page == 2


def test_the_wheel_zooms_with_ctrl_alone(reading: Reading) -> None:
    view = reading.page.view
    before = view.zoom

    def turn(held: Qt.KeyboardModifier) -> None:
        at, no = QPointF(100, 100), QPoint()
        event = QWheelEvent(
            at, at, no, QPoint(0, 120), Qt.MouseButton.NoButton, held, Qt.ScrollPhase.NoScrollPhase, False
        )
        view.wheelEvent(event)

    turn(Mod.NoModifier)
    assert view.zoom == before
    turn(Mod.ControlModifier)
    assert view.zoom > before


def test_the_outline_leads_to_its_places_and_marks_where_one_reads(reading: Reading) -> None:
    tree = reading.page.side.outline._tree
    assert [tree.topLevelItem(at).text(0) for at in range(tree.topLevelItemCount())] == ["Moss", "Lichen"]
    tree.itemActivated.emit(tree.topLevelItem(1), 0)
    place = reading.page.view.place
    assert (place.page, place.share) == (2, pytest.approx(1 - 500 / HEIGHT, abs=0.01))
    assert tree.currentItem().text(0) == "Lichen"


def test_matches_are_marked_counted_and_gone_through_round_the_ends(reading: Reading, qtbot: QtBot) -> None:
    page = reading.page
    reading.find("moss")
    assert page._found.text() == "1 of 3"
    qtbot.keyClick(page.find_field, Key.Key_Return, Mod.ShiftModifier)
    assert page._found.text() == "3 of 3"
    assert page.view.page == 2
    qtbot.keyClick(page.find_field, Key.Key_Return)
    assert page._found.text() == "1 of 3"
    [found] = page.view._layers["found"]
    left, top, _, bottom = found.boxes[0]
    assert 100 <= left * WIDTH <= 104
    assert 80 <= top * HEIGHT < bottom * HEIGHT <= 110
    reading.find("zebra")
    assert page._found.text() == "Nothing found"


def test_escape_ends_finding_and_the_match_stays_selected(reading: Reading, qtbot: QtBot) -> None:
    page, layers = reading.page, reading.page.view._layers
    page.activateWindow()
    reading.find("moss")
    page.find_field.setFocus()
    qtbot.keyClick(page.find_field, Key.Key_Escape)
    assert (page.find_field.text(), page.view.hasFocus()) == ("", True)
    reading.wait(lambda: not layers["find"] and not layers["found"])
    assert page._found.text() == ""
    assert len(layers["selection"]) == 1  # a key makes a highlight of it


def test_a_click_on_back_leaves_the_find_field_and_the_reader_at_once(reading: Reading, qtbot: QtBot) -> None:
    page = reading.page
    page.activateWindow()
    reading.find("moss")
    page.find_field.setFocus()
    back = next(each for each in page.findChildren(QToolButton) if each.accessibleName() == "Back")
    with qtbot.waitSignal(page.back_wanted, timeout=1000):
        qtbot.mouseClick(back, Qt.MouseButton.LeftButton)
    page.hide()  # as the window does then
    assert page.find_field.text() == ""


def test_dragged_text_is_copied_with_quotes_authors_year_and_page(reading: Reading, qtbot: QtBot) -> None:
    page, view = reading.page, reading.page.view
    rect = view.page_rect(1)

    def at(x: float, y: float) -> QPoint:
        return rect.topLeft() + QPoint(round(x / WIDTH * rect.width()), round(y / HEIGHT * rect.height()))

    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view.viewport(), left, pos=at(101, 196))
    qtbot.mouseMove(view.viewport(), at(160, 196))
    qtbot.mouseMove(view.viewport(), at(600, 196))
    qtbot.mouseRelease(view.viewport(), left, pos=at(600, 196))
    reading.wait(lambda: view._layers.get("selection"))
    reading.wait(lambda: copied(reading) == "Moss grows slowly on stones")
    qtbot.keyClick(page, Key.Key_C, Mod.ControlModifier | Mod.ShiftModifier)
    assert clipboard() == "“Moss grows slowly on stones” (Pebble & Kiesel, 2016, p. 1)"
    qtbot.mouseClick(view.viewport(), left, pos=at(300, 700))
    qtbot.keyClick(page, Key.Key_C, Mod.ControlModifier)
    assert reading.messages[-1] == "Select text on a page first."


def test_text_is_dragged_over_the_end_of_a_page_and_becomes_a_highlight_a_page_in_one_action(
    reading: Reading, workspace: Any, qtbot: QtBot
) -> None:
    page, view = reading.page, reading.page.view
    page.activateWindow()
    view.set_zoom(0.25)  # two pages in sight

    def at(number: int, x: float, y: float) -> QPoint:
        rect = view.page_rect(number)
        return rect.topLeft() + QPoint(round(x / WIDTH * rect.width()), round(y / HEIGHT * rect.height()))

    left = Qt.MouseButton.LeftButton
    qtbot.mousePress(view.viewport(), left, pos=at(1, 102, 196))
    qtbot.mouseMove(view.viewport(), at(1, 160, 196))
    qtbot.mouseMove(view.viewport(), at(2, 600, 296))
    qtbot.mouseRelease(view.viewport(), left, pos=at(2, 600, 296))
    reading.wait(lambda: len(view._layers.get("selection", ())) == 2)
    assert copied(reading) == "Moss grows slowly on stones Lichen is no moss"
    page.copy_wanted.emit(True)
    assert clipboard().endswith("(Pebble & Kiesel, 2016, pp. 1–2)")
    qtbot.keyClick(view, Key.Key_H)
    kept = [(one.page, one.quote) for one in workspace.library.annotations.highlights()]
    assert kept == [(1, "Moss grows slowly on stones"), (2, "Lichen is no moss")]
    assert len(page.side.highlights.model.items) == 2
    assert page.side.highlights.current == page.side.highlights.model.items[0]
    qtbot.keyClick(view, Key.Key_Z, Mod.ControlModifier)
    assert workspace.library.annotations.highlights() == []


def test_dragging_beyond_the_lower_edge_scrolls_on(reading: Reading, qtbot: QtBot) -> None:
    view = reading.page.view
    left, below = Qt.MouseButton.LeftButton, QPoint(300, view.viewport().height() + 30)
    qtbot.mousePress(view.viewport(), left, pos=QPoint(300, 200))
    qtbot.mouseMove(view.viewport(), QPoint(300, 300))
    qtbot.mouseMove(view.viewport(), below)
    reading.wait(lambda: view.place.page == 2)
    qtbot.mouseRelease(view.viewport(), left, pos=below)
    assert not view._onward.isActive()
    reading.wait(lambda: {each.page for each in view._layers.get("selection", ())} >= {1, 2})


def test_the_pages_of_the_paper_before_go_at_once(reading: Reading, workspace: Any, tmp_path: Path) -> None:
    """Else text of one paper would be selected by its place in the other."""
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf([Type("Lichen", 100, 100, 20, "Times-Bold")]))
    import_files(workspace.library, [other])
    new = next(each for each in workspace.library.papers.ids() if each not in {"bare", reading.doc_id})
    reading.page.open_paper(new)
    assert reading.page.view.page_count == 0
    assert reading.page.side.outline._tree.topLevelItemCount() == 0
    reading.wait(lambda: reading.page.view.page_count == 1)


def test_a_search_that_fails_ends_and_says_why(reading: Reading) -> None:
    reading.path.unlink()
    reading.find("moss")
    assert reading.page._found.text() == "Nothing found"
    assert reading.messages == ["there is no such file"]


def copied(reading: Reading) -> str:
    reading.page.copy_wanted.emit(False)
    return clipboard()


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_nothing_is_offered_for_a_paper_where_none_is_open(reading: Reading) -> None:
    of_paper = (reading.page.reading, reading.page.more)
    assert not any(each.isHidden() for each in of_paper)
    reading.page.show_no_paper()
    assert all(each.isHidden() for each in of_paper)


def test_a_paper_without_a_pdf_says_so_and_keeps_its_keys(reading: Reading, qtbot: QtBot) -> None:
    reading.page.open_paper("bare")
    assert reading.page.state.isVisible()
    assert "No PDF is attached" in reading.page.state._shown[1]  # type: ignore[index]
    reading.page.calls()["box"]()  # there is nothing to find in
    assert reading.page.focusWidget() is not reading.page.find_field
    reading.page.calls()["reader.dark"]()
    assert not reading.page.view.is_dark, "nobody would see it"
    with qtbot.waitSignal(reading.page.back_wanted):
        reading.page.leave()
    reading.page.open_paper(reading.doc_id)
    reading.wait(reading.page.view.isVisible)


def test_white_letters_are_read_over_a_match_on_a_highlight(reading: Reading) -> None:
    view = reading.page.view
    view.set_dark(True)
    reading.wait(lambda: view.missing() is None)
    box = (0.0, 0.0, 0.5, 0.5)
    for ink in HIGHLIGHTS:
        for layer, of in (("highlights", ink), ("found", "found"), ("all", "find")):
            view.show_layer(layer, [Overlay(1, (box,), of)])
        ground = view.viewport().grab().toImage().pixelColor(view.page_rect(1).topLeft() + QPoint(5, 5))
        assert contrast(ground, "#FFFFFF") >= 4.5


def test_the_next_window_opens_the_paper_where_it_was_left(reading: Reading, qtbot: QtBot) -> None:
    reading.page.view.go_to_page(3)
    reading.wait(lambda: reading.page.view.missing() is None)
    again = reader.create(reading.context)
    on_screen(again, qtbot, 900, 700)
    reading.wait(lambda: again.view.page_count == 3)
    reading.wait(lambda: again.view.page == 3)


def test_the_next_window_paints_the_highlights_that_were_kept(reading: Reading, qtbot: QtBot) -> None:
    """They are read from the library before the process has laid the pages out."""
    reading.find("slowly on")
    reading.page.highlight_wanted.emit("green")
    again = reader.create(reading.context)
    on_screen(again, qtbot, 900, 700)
    reading.wait(lambda: again.view.page_count == 3)
    [overlay] = again.view._layers["highlights"]
    assert (overlay.page, overlay.ink) == (1, "green")
    again.open_paper("bare")
    assert not any(again.view._layers.values())


_WHOLE = pdf([Type("moss", 100, 100, 14)], outline=[("Moss", 1, 700)])
_BOX = b"/MediaBox [0 0 612 792]"


@pytest.mark.parametrize(
    "hostile",
    [
        _WHOLE[:900],
        _WHOLE.replace(b"/Pages", b"/Pagex"),
        re.sub(rb"/Count 1 /Kids .*?]", b"/Count 0 /Kids []", _WHOLE),
        pdf([], password="secret"),
        _WHOLE.replace(b"/Type /Page ", b"/Type /Pagf "),
        _WHOLE.replace(_BOX, b"/MediaBox [0 0 1 999999]"),
        _WHOLE.replace(_BOX, b"/MediaBox [nan 0 1e400 99999999999999]"),
        re.sub(rb"/XYZ 0 700", b"/XYZ nan 1e400", _WHOLE),
        pdf([Type("moss", 100, 100, 14)], copies=10_000, outline=[("Moss", 1, 10)] * 50_000),
    ],
    ids=["cut", "damaged", "no pages", "locked", "no page", "tall", "no box", "no place", "long"],
)
def test_a_hostile_file_is_shown_or_says_why_and_the_window_goes_on(
    reading: Reading, qtbot: QtBot, hostile: bytes
) -> None:
    reading.path.write_bytes(hostile)
    again = reader.create(reading.context)
    qtbot.addWidget(again)
    again.resize(900, 700)
    beats: list[float] = []
    clock = QTimer(again, interval=20)
    clock.timeout.connect(lambda: beats.append(time.thread_time()))
    clock.start()
    again.show()
    refused = lambda: "cannot be shown" in (again.state._shown or ("", ""))[1]  # noqa: E731
    reading.wait(lambda: refused() or (again.view.page_count and again.view.missing() is None))
    if not refused():
        qtbot.keyClick(again.view, Key.Key_End)
        qtbot.mouseDClick(again.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
        again.find_field.setText("moss")
        again.find_edited.emit("moss")
        reading.wait(lambda: again._found.text() not in ("", "Searching…"))
        reading.wait(lambda: again.view.missing() is None)
    assert max(after - before for before, after in pairwise(beats)) < 1.0


def test_pages_that_need_more_memory_than_is_kept_are_drawn_once(
    context: AppContext, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = PdfScroll(context.theme)
    on_screen(view, qtbot, 600, 700)
    view.show_document([(600.0, 800.0)] * 9)
    view.go_to_page(5)
    monkeypatch.setattr(scroll, "KEPT_BYTES", 1000)
    drawn = []
    while (wanted := view.missing()) is not None and len(drawn) < 20:
        drawn.append(wanted[0])
        view.show_picture(*wanted, QImage(40, 60, QImage.Format.Format_RGB888))
    assert len(drawn) == len(set(drawn))
    view.go_to_page(1)
    view.show_picture(1, 9, QImage(40, 60, QImage.Format.Format_RGB888))
    assert 6 not in view._pictures
