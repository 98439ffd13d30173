"""Parts of a page that holds several things: a heading with its buttons, a framed table, two columns."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from assay_desktop.theme import S2
from assay_desktop.widgets.boxes import STRETCH, hbox, vbox
from assay_desktop.widgets.reading import label

HEAD_PX = 34


class Section(QWidget):
    """A small heading, at its right what can be done, below it the content that is added."""

    def __init__(self, title: str, *buttons: QWidget) -> None:
        super().__init__()
        self.title = label(title, "section")
        self.head = hbox(self.title, STRETCH, gap=S2)
        for button in buttons:
            self.head.addWidget(button)
        holder = QWidget()
        holder.setLayout(self.head)
        self.head.setContentsMargins(0, 0, 0, 0)
        holder.setFixedHeight(HEAD_PX)
        self.column = vbox(holder, on=self, gap=S2)

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        self.column.addWidget(widget, stretch)


def framed(widget: QWidget) -> QFrame:
    """Return a table or list with a hairline around it."""
    frame = QFrame()
    frame.setProperty("role", "raised")
    vbox(widget, on=frame, margins=(1, 1, 1, 1))
    return frame


def scrolled(widget: QWidget, name: str = "") -> QScrollArea:
    """Scroll up and down where the window is too low; never sideways.

    One with a `name`, for assistive tools, can have the focus and be scrolled by keys.
    """
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if name:
        area.setAccessibleName(name)
    else:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(widget)
    return area


def button(text: str, call: Callable[[], object], *, kind: str = "", hint: str = "") -> QPushButton:
    """Return a push button of the theme's `kind` ("primary", "link" or "" for the plain one)."""
    made = QPushButton(text)
    if kind:
        made.setProperty("kind", kind)
    made.setToolTip(hint)
    made.clicked.connect(lambda _checked=False: call())
    return made
