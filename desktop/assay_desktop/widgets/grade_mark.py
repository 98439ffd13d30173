"""The mark of a grade: hollow, half and full circle with its digit, so that colour never speaks alone."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from assay_desktop.theme import Theme

DIAMETER = 10.0


def paint_grade_mark(painter: QPainter, circle: QRectF, grade: int, color: QColor) -> None:
    """Draws the shape of `grade` (0 hollow, 1 left half full, 2 full) into the square `circle`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    width = max(1.5, circle.width() / 7)
    ring = circle.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    painter.setPen(QPen(color, width))
    painter.setBrush(QBrush(color) if grade == 2 else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(ring)
    if grade == 1:
        half = QPainterPath()
        half.moveTo(ring.center().x(), ring.top())
        half.arcTo(ring, 90, 180)
        half.closeSubpath()
        painter.fillPath(half, color)
    painter.restore()


class GradeMark(QWidget):
    """The shape of one grade as a widget."""

    def __init__(self, theme: Theme, grade: int, *, diameter: float = DIAMETER) -> None:
        super().__init__()
        self._theme, self._grade, self._diameter = theme, grade, diameter
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        theme.changed.connect(self.update)

    def set_grade(self, grade: int) -> None:
        self._grade = grade
        self.update()

    def sizeHint(self) -> QSize:
        side = round(self._diameter) + 2
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        side = self._diameter
        circle = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
        paint_grade_mark(painter, circle, self._grade, self._theme.color(f"grade{self._grade}"))
