"""How many papers each year has, as bars of which some can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from assay_desktop.text.figures import numeral
from assay_desktop.theme import RADIUS, S1, Theme, number_font

if TYPE_CHECKING:
    from collections.abc import Sequence

_BARS_PX: Final = 44.0
_LINE_PX: Final = 16.0
_LEAST_PX: Final = 2.0  # of a bar with a paper
_PAD: Final = 4.0


class YearsLike(Protocol):
    """Years that follow each other, and their number of papers."""

    @property
    def first(self) -> int: ...
    @property
    def last(self) -> int: ...
    @property
    def n(self) -> int: ...
    @property
    def chosen(self) -> bool: ...


class YearBars(QWidget):
    """A click chooses a bar or lifts that, a drag chooses all from one to another.

    With the keys: Left and Right go along, Space and Enter choose.
    """

    chosen = Signal(int, int)  # first and last year

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._bars: tuple[YearsLike, ...] = ()
        self._at = 0  # the bar that the keys choose
        self._pressed = self._dragged = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    def show_years(self, bars: Sequence[YearsLike]) -> None:
        self._bars = tuple(bars)
        self._at = min(self._at, max(0, len(bars) - 1))
        self._tell()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, round(_BARS_PX + _LINE_PX + 2 * _PAD))

    def box_of(self, place: int) -> QRectF:
        """Where a bar may be clicked: its whole column."""
        wide = (self.width() - 2 * _PAD) / max(1, len(self._bars))
        return QRectF(_PAD + place * wide, _PAD, wide, _BARS_PX)

    # --- choosing

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self._dragged = self._place(event.position())
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed >= 0:
            self._dragged = self._place(event.position())
            self.update()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        first, last = sorted((self._pressed, self._dragged))
        self._pressed = self._dragged = -1
        if first >= 0:
            self._at = last
            self.chosen.emit(self._bars[first].first, self._bars[last].last)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if step and self._bars:
            self._at = max(0, min(len(self._bars) - 1, self._at + step))
            self._tell()
            self.update()
        elif event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._bars:
            self.chosen.emit(self._bars[self._at].first, self._bars[self._at].last)
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self._bars:
            place = self._place(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._words(place) if place >= 0 else "", self)
            return True
        return super().event(event)

    def _place(self, at: QPointF) -> int:
        if not self._bars:
            return -1
        wide = (self.width() - 2 * _PAD) / len(self._bars)
        return max(0, min(len(self._bars) - 1, int((at.x() - _PAD) / wide)))

    def _words(self, place: int) -> str:
        bar = self._bars[place]
        years = str(bar.first) if bar.first == bar.last else f"{bar.first}–{bar.last}"
        return f"{years}: {numeral(bar.n)}"

    def _tell(self) -> None:
        """What assistive tools say: the bar that the keys choose."""
        if not self._bars:
            self.setAccessibleName(self.tr("Years"))
            return
        words = self._words(self._at)
        chosen = self.tr("Years; {0}, chosen") if self._bars[self._at].chosen else self.tr("Years; {0}")
        self.setAccessibleName(chosen.format(words))

    # --- painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max((bar.n for bar in self._bars), default=0) or 1
        any_chosen = any(bar.chosen for bar in self._bars)
        low, high = sorted((self._pressed, self._dragged))
        painter.setPen(Qt.PenStyle.NoPen)
        for place, bar in enumerate(self._bars):
            column = self.box_of(place)
            tall = max(_LEAST_PX, _BARS_PX * bar.n / most) if bar.n else 0.0
            gap = min(1.0, column.width() / 4)
            box = QRectF(column.left(), column.bottom() - tall, column.width() - gap, tall)
            strong = bar.chosen or (low >= 0 and low <= place <= high)
            painter.setBrush(self._theme.color("accent" if strong or not any_chosen else "faint"))
            painter.setOpacity(1.0 if strong else 0.55)
            painter.drawRect(box)
        painter.setOpacity(1.0)
        self._paint_line(painter)

    def _paint_line(self, painter: QPainter) -> None:
        """The years at both ends, and where the keys are."""
        if not self._bars:
            return
        painter.setFont(number_font(11))
        painter.setPen(self._theme.color("muted"))
        line = QRectF(_PAD, _PAD + _BARS_PX + S1 / 2, self.width() - 2 * _PAD, _LINE_PX)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, str(self._bars[0].first))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight, str(self._bars[-1].last))
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), RADIUS, RADIUS)
            column = self.box_of(self._at)
            painter.drawLine(column.bottomLeft() + QPointF(0, 1), column.bottomRight() + QPointF(-1, 1))
            painter.setFont(number_font(11))
            painter.drawText(line, Qt.AlignmentFlag.AlignHCenter, self._words(self._at))
