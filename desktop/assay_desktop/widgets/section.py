"""Parts of a page that holds several things: a heading with its buttons, a framed table, two columns."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from assay_desktop.theme import S2
from assay_desktop.widgets.reading import label

HEAD_PX = 34


class Section(QWidget):
    """A small heading, at its right what can be done, below it the content that is added."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__()
        self.head = QHBoxLayout()
        self.head.setSpacing(S2)
        self.title = label(title, "section")
        self.head.addWidget(self.title)
        self.head.addStretch(1)
        for button in buttons:
            self.head.addWidget(button)
        holder = QWidget()
        holder.setLayout(self.head)
        self.head.setContentsMargins(0, 0, 0, 0)
        holder.setFixedHeight(HEAD_PX)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(S2)
        self.column.addWidget(holder)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        self.column.addWidget(widget, stretch)


def framed(widget: QWidget) -> QFrame:
    """A table or list with a hairline around it."""
    frame = QFrame()
    frame.setProperty("role", "raised")
    inner = QVBoxLayout(frame)
    inner.setContentsMargins(1, 1, 1, 1)
    inner.addWidget(widget)
    return frame


def scrolled(widget: QWidget) -> QScrollArea:
    """Scrolls up and down where the window is too low; never sideways."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area


def button(text: str, call: Callable[[], object], *, kind: str = "", hint: str = "") -> QPushButton:
    """A push button of the theme's `kind` ("primary", "link" or "" for the plain one)."""
    made = QPushButton(text)
    if kind:
        made.setProperty("kind", kind)
    made.setToolTip(hint)
    made.clicked.connect(lambda _checked=False: call())
    return made
