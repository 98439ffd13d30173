"""Reading order: rows from the top, what stands side by side from the left, panes whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from assay_desktop.widgets.controls.focus_walk import FocusRing, FocusWalk, read_in_order, stops
from assay_desktop.widgets.tables.campaign_list import CampaignCard, CampaignList

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from assay_desktop.theme import Theme


def at(left: int, top: int, width: int = 10, height: int = 10) -> QWidget:
    made = QWidget()
    made.setGeometry(left, top, width, height)
    return made


def test_rows_come_before_columns_and_a_tall_part_is_read_whole(qtbot: QtBot) -> None:
    head, left, right_1, right_2, foot = (
        at(0, 0, 100),
        at(0, 20, 30, 60),
        at(40, 20),
        at(40, 50),
        at(0, 90, 100),
    )
    for each in (head, left, right_1, right_2, foot):
        qtbot.addWidget(each)
    mixed = [right_2, foot, left, head, right_1]
    assert read_in_order(mixed, QWidget.geometry) == [head, left, right_1, right_2, foot]


def test_controls_of_a_row_may_stand_a_little_higher_or_lower(qtbot: QtBot) -> None:
    first, second = at(0, 2, 10, 10), at(20, 0, 10, 10)
    assert QRect.intersects(first.geometry().adjusted(0, 0, 20, 0), second.geometry())
    assert read_in_order([second, first], QWidget.geometry) == [first, second]


class Window(QMainWindow):
    """A list made first and standing last, a field, a group of buttons of which one is chosen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.addItems(["a", "b"])
        self.field = QLineEdit()
        self.chosen, self.other = QPushButton("one"), QPushButton("other")
        group = QButtonGroup(self)
        for each in (self.chosen, self.other):
            each.setCheckable(True)
            group.addButton(each)
        self.chosen.setChecked(True)
        self.off = QPushButton("off")
        self.off.setEnabled(False)
        column = QVBoxLayout()
        row = QHBoxLayout()
        for each in (self.chosen, self.other, self.off):
            row.addWidget(each)
        column.addWidget(self.field)
        column.addLayout(row)
        column.addWidget(self.list)
        content = QWidget()
        content.setLayout(column)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setWidget(content)
        self.setCentralWidget(area)
        self.walk = FocusWalk(self)

    def focusNextPrevChild(self, next: bool) -> bool:
        return self.walk.step(forward=next)


def test_tab_goes_by_place_and_halts_once_at_a_group(theme: Theme, qtbot: QtBot) -> None:
    window = Window(theme)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert stops(window) == [window.field, window.chosen, window.list]
    window.field.setFocus()
    seen = []
    for _ in range(4):
        QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_Tab)
        seen.append(QApplication.focusWidget())
    assert seen == [window.chosen, window.list, window.field, window.chosen]


def test_tab_halts_at_what_was_chosen_by_a_key_after_another_button_had_the_focus(
    theme: Theme, qtbot: QtBot
) -> None:
    window = Window(theme)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.chosen.setFocus()
    window.field.setFocus()
    window.other.setChecked(True)
    assert not window.other.focusPolicy() & Qt.FocusPolicy.TabFocus, "or this shows nothing"
    QTest.keyClick(window.field, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is window.other
    QTest.keyClick(window.other, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is window.list


def test_a_ring_shows_where_tab_came_to_a_list_and_goes_with_the_mouse(theme: Theme, qtbot: QtBot) -> None:
    window = Window(theme)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.chosen.setFocus()
    QTest.keyClick(window.chosen, Qt.Key.Key_Tab)
    ring = window.findChild(FocusRing)
    assert ring.isVisible()
    assert ring.size() == window.list.size()
    window.list.parentWidget().resize(300, 500)
    QTest.keyClick(window.list, Qt.Key.Key_Tab)
    assert not ring.isVisible()


def test_a_list_that_tab_came_to_has_chosen_nothing(theme: Theme, qtbot: QtBot) -> None:
    cards = CampaignList(theme)
    qtbot.addWidget(cards)
    cards.show_cards([CampaignCard(name, "open", "accent", "", 0.0) for name in ("pilot", "second")], "")
    cards.show()
    cards.activateWindow()
    qtbot.waitUntil(cards.isActiveWindow)
    told: list[str] = []
    cards.chosen.connect(told.append)
    cards.setFocus(Qt.FocusReason.TabFocusReason)
    assert told == []
    QTest.keyClick(cards, Qt.Key.Key_Down)
    assert told == ["second"]
