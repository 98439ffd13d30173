"""Buttons go on in the next line where a pane is narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from assay_desktop.widgets.flow_row import FlowRow

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
