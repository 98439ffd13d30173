"""Bars of predictions: how probable a topic is, and between which numbers a number lies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from assay_desktop.text.escape_markup import escape_markup

if TYPE_CHECKING:
    from assay_desktop.theme import Theme

_THICK, _THIN = 6.0, 2.0
_MARK = 5.0


class _Bar(QWidget):
    """As wide as there is room; what it says in words is its accessible name."""

    def __init__(self, theme: Theme, words: str, *, height: int) -> None:
        super().__init__()
        self._theme, self._height = theme, height
        self.setAccessibleName(words)
        self.setToolTip(escape_markup(words))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(120, self._height)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, self._height)

    def _rounded(self, painter: QPainter, box: QRectF, color: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color(color))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)


class ShareBar(_Bar):
    """A share of the whole, 0..1, from the left."""

    def __init__(self, theme: Theme, share: float, words: str) -> None:
        super().__init__(theme, words, height=8)
        self._share = share

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, (self.height() - _THICK) / 2, self.width(), _THICK)
        self._rounded(painter, whole, "line")
        filled = QRectF(whole)
        filled.setWidth(max(_THICK, whole.width() * self._share))
        self._rounded(painter, filled, "accent")


class IntervalBar(_Bar):
    """A scale that holds all of them: the interval, a dot for the prediction, a diamond for a known truth."""

    def __init__(
        self,
        theme: Theme,
        words: str,
        *,
        scale: tuple[float, float],
        interval: tuple[float, float],
        value: float,
        known: float | None,
    ) -> None:
        super().__init__(theme, words, height=18)
        self._scale, self._interval, self._value, self._known = scale, interval, value, known

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        self._rounded(painter, QRectF(0, middle - _THIN / 2, self.width(), _THIN), "line")
        low, high = (self._at(each) for each in self._interval)
        self._rounded(painter, QRectF(low, middle - _THICK / 2, max(_THICK, high - low), _THICK), "accent")
        painter.setPen(QPen(self._theme.color("panel"), 1.5))
        painter.setBrush(self._theme.color("accent"))
        painter.drawEllipse(QPointF(self._at(self._value), middle), _MARK + 1, _MARK + 1)
        if self._known is not None:
            at = QPointF(self._at(self._known), middle)
            steps = [QPointF(0, -1), QPointF(1, 0), QPointF(0, 1), QPointF(-1, 0)]
            painter.setPen(QPen(self._theme.color("text"), 1.5))
            painter.setBrush(self._theme.color("panel"))
            painter.drawPolygon(QPolygonF([at + step * (_MARK + 1.5) for step in steps]))

    def _at(self, value: float) -> float:
        """Where a number stands, in pixels; marks at the ends stay whole."""
        low, high = self._scale
        share = (value - low) / (high - low) if high > low else 0.5
        edge = _MARK + 2.5
        return edge + share * (self.width() - 2 * edge)
