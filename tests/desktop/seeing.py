"""Widgets on screen, and what a person finds on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QAbstractItemModel, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

Shown = TypeVar("Shown", bound=QWidget)


def on_screen(widget: Shown, qtbot: QtBot, width: int, height: int) -> Shown:
    """Show it in that size, until its test is over."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    widget.show()
    qtbot.waitExposed(widget)
    return widget


def texts(widget: QWidget) -> list[str]:
    """What each label that can be seen says."""
    return [each.text() for each in widget.findChildren(QLabel) if each.isVisible()]


def words(widget: QWidget) -> str:
    return " | ".join(texts(widget))


def buttons(widget: Any) -> dict[str, QAbstractButton]:
    """All of them by what stands on them."""
    return {each.text(): each for each in widget.findChildren(QAbstractButton)}


def cells(model: QAbstractItemModel) -> list[list[Any]]:
    """The rows of a table."""
    return [
        [model.data(model.index(row, column)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def press(qtbot: QtBot, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Press a key on whatever has the focus."""
    widget = QApplication.focusWidget()
    assert widget is not None
    qtbot.keyClick(widget, key, held)


def luminance(color: str | QColor) -> float:
    """WCAG 2.1: 0 is black, 1 white."""
    shade = QColor(color)
    channels = (shade.redF(), shade.greenF(), shade.blueF())
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str | QColor, other: str | QColor) -> float:
    """WCAG 2.1: 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)
