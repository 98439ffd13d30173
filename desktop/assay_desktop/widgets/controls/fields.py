"""Fields, choices, tabs and lists, each with the name by which assistive tools call it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from PySide6.QtCore import QAbstractItemModel, QSignalBlocker, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QListView,
    QSpinBox,
    QStackedWidget,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionComboBox,
    QStylePainter,
    QTabBar,
    QWidget,
)

from assay_desktop.theme import set_px
from assay_desktop.widgets.boxes import stacked

_INSET_PX = 7
"""The style sheet's padding does not reach the digits of a spin box: their field is told itself."""


def text_field(name: str, text: str = "", *, hint: str = "") -> QLineEdit:
    """`hint` stands in the field while it is empty."""
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setPlaceholderText(hint)
    return field


def number_field(name: str, low: int, high: int, value: int, *, width: int = 110) -> QSpinBox:
    """Return a whole number; `width` in pixels at the usual text size."""
    field = QSpinBox()
    field.setRange(low, high)
    field.setValue(value)
    field.setAccessibleName(name)
    set_px(field, width=width)
    field.lineEdit().setTextMargins(_INSET_PX, 0, 0, 0)
    return field


def choices(name: str, options: Iterable[tuple[str, object]]) -> QComboBox:
    """Return one of `options`, which are words and what they stand for."""
    box = ChoiceBox()
    box.setAccessibleName(name)
    for words, value in options:
        box.addItem(words, value)
    return box


class ChoiceBox(QComboBox):
    """What is chosen ends in an ellipsis where it has no room: a style sheet alone cuts it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, option = QStylePainter(self), QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, self).width()
        words = self.fontMetrics().elidedText(option.currentText, Qt.TextElideMode.ElideRight, room - 2)
        option.currentText = words
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)


def refill(box: QComboBox, options: Iterable[tuple[str, object]], chosen: object) -> None:
    """Show other options, of which one is chosen, without a word to those who listen."""
    with QSignalBlocker(box):
        box.clear()
        for words, value in options:
            box.addItem(words, value)
        box.setCurrentIndex(box.findData(chosen))


def tab_bar(name: str, titles: Iterable[str]) -> QTabBar:
    """Tabs without a frame, each as wide as its title."""
    bar = QTabBar()
    bar.setAccessibleName(name)
    bar.setDrawBase(False)
    bar.setExpanding(False)
    for title in titles:
        bar.addTab(title)
    return bar


def tabbed(name: str, pages: Mapping[str, QWidget]) -> tuple[QTabBar, QStackedWidget]:
    """Return tabs by their titles, and the pages behind each other that they turn to."""
    bar, stack = tab_bar(name, pages), stacked(*pages.values())
    bar.currentChanged.connect(stack.setCurrentIndex)
    return bar, stack


def set_up_list(view: QListView, name: str, model: QAbstractItemModel, delegate: QStyledItemDelegate) -> None:
    """Let the delegate draw rows, as wide as the view, that nobody edits in place."""
    view.setAccessibleName(name)
    view.setModel(model)
    delegate.setParent(view)
    view.setItemDelegate(delegate)
    view.setMouseTracking(True)
    view.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
    view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
