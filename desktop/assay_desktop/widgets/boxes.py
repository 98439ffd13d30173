"""Widgets next to, below and behind each other: what stands there, in order, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

STRETCH: Final = "stretch"
"""Takes the room that nothing else needs."""

_Item = QWidget | QLayout
Part = _Item | int | Literal["stretch"] | tuple[_Item, int] | tuple[QWidget, int, Qt.AlignmentFlag]
"""A widget or a layout, also with its share of the room and its alignment; a gap in pixels; STRETCH."""

Margins = tuple[int, int, int, int]
"""Left, top, right and bottom, in pixels."""

_NONE: Final = (0, 0, 0, 0)


def hbox(
    *parts: Part, on: QWidget | None = None, gap: int | None = None, margins: Margins = _NONE
) -> QHBoxLayout:
    """Lay the parts out from left to right, as the layout of the widget `on` or for another to hold."""
    box = QHBoxLayout(on) if on is not None else QHBoxLayout()
    _fill(box, parts, gap, margins)
    return box


def vbox(
    *parts: Part, on: QWidget | None = None, gap: int | None = None, margins: Margins = _NONE
) -> QVBoxLayout:
    """Lay the parts out from top to bottom, as `hbox` does from left to right."""
    box = QVBoxLayout(on) if on is not None else QVBoxLayout()
    _fill(box, parts, gap, margins)
    return box


def boxed(layout: QLayout) -> QWidget:
    """Return a widget that is nothing but its layout."""
    holder = QWidget()
    holder.setLayout(layout)
    return holder


def stacked(*pages: QWidget) -> QStackedWidget:
    """Return the pages one behind the other, the first in front."""
    stack = QStackedWidget()
    fill(stack, *pages)
    return stack


def fill(stack: QStackedWidget, *pages: QWidget) -> None:
    """Put pages into a stack that stands in its page already.

    Each widget that is put into another is dressed again with all that it holds: what holds much comes last.
    """
    for page in pages:
        stack.addWidget(page)


def split(
    *panes: QWidget,
    stretch: Sequence[int] = (),
    sizes: Sequence[int] = (),
    down: bool = False,
    on: QWidget | None = None,
) -> QSplitter:
    """Return the panes side by side or one below the other, parted by a line that can be dragged.

    `sizes` are in pixels at first. Where what it will stand `on` is there, it stands there before the panes.
    """
    splitter = QSplitter(Qt.Orientation.Vertical if down else Qt.Orientation.Horizontal, on)
    splitter.setHandleWidth(1)
    splitter.setChildrenCollapsible(False)
    for pane in panes:
        splitter.addWidget(pane)
    for place, factor in enumerate(stretch):
        splitter.setStretchFactor(place, factor)
    if sizes:
        splitter.setSizes(sizes)
    return splitter


def hairline(*, vertical: bool = False) -> QFrame:
    """Return a thin line in the theme's colour."""
    line = QFrame()
    line.setProperty("role", "hairline-vertical" if vertical else "hairline")
    return line


def clear(layout: QLayout) -> None:
    """Take everything out of a layout; the widgets go with it."""
    while (item := layout.takeAt(0)) is not None:
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            widget.hide()
            widget.deleteLater()
        elif inner is not None:
            clear(inner)


def _fill(box: QBoxLayout, parts: Sequence[Part], gap: int | None, margins: Margins) -> None:
    box.setContentsMargins(*margins)
    if gap is not None:
        box.setSpacing(gap)
    for part in parts:
        if part == STRETCH:
            box.addStretch(1)
        elif isinstance(part, int):
            box.addSpacing(part)
        else:
            item, share, *align = part if isinstance(part, tuple) else (part, 0)
            if isinstance(item, QWidget):
                box.addWidget(item, share, *align)
            else:
                box.addLayout(item, share)
