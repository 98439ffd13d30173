"""Rows of buttons in a narrow pane: they go on in the next line, or into a menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QVBoxLayout, QWidget

from assay_desktop.widgets.flow_row import FlowRow
from assay_desktop.widgets.section import ButtonRow, button

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def corners(host: QWidget, qtbot: QtBot, width: int) -> list[tuple[int, int]]:
    """Where four buttons of 100 x 30 pixels stand, 8 apart, in so many pixels; the third is hidden."""
    row, column = FlowRow(8), QVBoxLayout(host)
    column.setContentsMargins(0, 0, 0, 0)
    buttons = [QWidget() for _ in range(4)]  # plain ones, which no style sheet enlarges
    for each in buttons:
        each.setFixedSize(100, 30)
        row.addWidget(each)
    column.addLayout(row)
    column.addStretch(1)
    host.resize(width, 300)
    buttons[2].hide()
    host.show()
    qtbot.waitExposed(host)
    return [(each.x(), each.y()) for each in buttons if each.isVisible()]


def test_what_fits_stands_in_one_line(host: QWidget, qtbot: QtBot) -> None:
    assert corners(host, qtbot, 400) == [(0, 0), (108, 0), (216, 0)]


def test_what_does_not_fit_goes_on_below(host: QWidget, qtbot: QtBot) -> None:
    assert corners(host, qtbot, 220) == [(0, 0), (108, 0), (0, 38)]


def test_the_row_asks_for_no_more_width_than_its_widest(host: QWidget, qtbot: QtBot) -> None:
    corners(host, qtbot, 400)
    assert host.minimumSizeHint().width() == 100


NAMES = [f"Do the {nth} of the things" for nth in ("1st", "2nd", "3rd")]


@pytest.mark.parametrize("beside", [3, 2, 1])
def test_buttons_without_room_are_pressed_in_a_menu(host: QWidget, qtbot: QtBot, beside: int) -> None:
    """Every action stays, in one line, whatever the width and the language."""
    pressed: list[str] = []
    buttons = [button(name, lambda name=name: pressed.append(name)) for name in NAMES]
    row = ButtonRow(*buttons)
    widths, more = [each.sizeHint().width() + 8 for each in buttons], row.more.sizeHint().width()
    width = sum(widths) - 8 if beside == 3 else sum(widths[:beside]) + more
    QVBoxLayout(host).addWidget(row)
    host.layout().setContentsMargins(0, 0, 0, 0)
    host.resize(width, 300)
    host.show()
    qtbot.waitExposed(host)
    QApplication.processEvents()
    assert [each.isVisible() for each in buttons] == [place < beside for place in range(3)]
    assert row.more.isVisible() == (beside < 3)
    assert all(each.geometry().right() < width for each in (*buttons, row.more) if each.isVisible())
    if beside < 3:
        qtbot.mouseClick(row.more, Qt.MouseButton.LeftButton)
        entries = row.findChild(QMenu).actions()
        entries[-1].trigger()
        assert [entry.text() for entry in entries] == NAMES[beside:]
        assert pressed == NAMES[-1:]
