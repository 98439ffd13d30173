"""Widgets on screen, and what a person finds on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtWidgets import QWidget

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
