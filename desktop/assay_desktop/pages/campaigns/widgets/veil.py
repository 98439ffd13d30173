"""Covers a widget whose content is not read yet: nothing empty, or of something else, is taken for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from assay_desktop.widgets.reading import label

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

_SAY_MS = 300  # shorter waits pass without a word


class Veil(QFrame):
    """Lies over `covered`, whatever its size, until it is lifted; focus and keys go below it as ever."""

    def __init__(self, covered: QWidget) -> None:
        super().__init__(covered)
        self._covered = covered
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._said = self.tr("Reading…")
        self._words = label(role="muted", wrap=True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addStretch(2)
        column.addWidget(self._words)
        column.addStretch(3)
        self._soon = QTimer(self, singleShot=True, interval=_SAY_MS)
        self._soon.timeout.connect(lambda: self._words.setText(self._said))
        covered.installEventFilter(self)
        self.cover()

    def cover(self) -> None:
        """What is below is not what it should be any more."""
        self._said = self.tr("Reading…")
        self._words.setText("")
        self.setGeometry(self._covered.rect())
        self.show()
        self.raise_()
        self._soon.start()

    def say(self, text: str) -> None:
        """Why there is nothing to see below."""
        self._said = text
        self._words.setText(text)

    def lift(self) -> None:
        self._soon.stop()
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._covered.rect())
        return super().eventFilter(watched, event)
