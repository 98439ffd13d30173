"""A label of one line that gives way: what does not fit is cut in the middle, and whole in the tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

_LEAST_PX = 48


class ElidedLabel(QLabel):
    """Takes the room of its whole text where there is as much, and never more."""

    def __init__(self, role: str) -> None:
        super().__init__()
        self.setProperty("role", role)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(text)

    def sizeHint(self) -> QSize:
        whole = self.fontMetrics().horizontalAdvance(self.text()) + 2
        return QSize(whole, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(min(_LEAST_PX, self.sizeHint().width()), super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, self.width())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
