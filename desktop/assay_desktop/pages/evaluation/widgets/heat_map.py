"""Numbers from -1 to 1 of every two things: a cell each, deeper where they are further from nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QFrame, QScrollArea, QToolTip, QWidget

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import S2, Theme, number_font
from assay_desktop.widgets.plots.confusion_matrix import mixed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QHelpEvent, QPaintEvent

_CELL: Final = (44.0, 64.0)  # px, at least and at most
_ROW: Final = 26.0
_NAMES: Final = 240.0  # px for the names of the rows, at most
_HEAD: Final = 26.0
_DEEPEST: Final = 0.45  # more would swallow the number


class HeatMap(QScrollArea):
    """Rows have names, columns the numbers of the rows that they are; scrolls where there are many."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.cells = _Cells(theme)
        self.setWidget(self.cells)

    def show_values(
        self, names: Sequence[str], values: Sequence[Sequence[float | None]], tips: Sequence[Sequence[str]]
    ) -> None:
        """Show `values[i][j]` of rows i and j, None where it is not known; `tips` says it in words."""
        self.cells.show_values(names, values, tips)
        self.setAccessibleName(self.tr("Correlation of tasks"))
        self.setAccessibleDescription(
            "; ".join(tips[i][j].replace("\n", ", ") for i in range(len(names)) for j in range(i))
        )


class _Cells(QWidget):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._names: Sequence[str] = ()
        self._values: Sequence[Sequence[float | None]] = ()
        self._tips: Sequence[Sequence[str]] = ()
        theme.changed.connect(self.update)

    def show_values(
        self, names: Sequence[str], values: Sequence[Sequence[float | None]], tips: Sequence[Sequence[str]]
    ) -> None:
        self._names, self._values, self._tips = names, values, tips
        self.setMinimumSize(self._size(_CELL[0]))
        self.update()

    def sizeHint(self) -> QSize:
        return self._size(_CELL[1])

    def tip_at(self, place: QPoint) -> str:
        """Return what is said of the cell there, "" outside of all."""
        row = int((place.y() - _HEAD) // _ROW)
        column = int((place.x() - self._left()) // self._side())
        inside = 0 <= row < len(self._names) and 0 <= column < len(self._names)
        return self._tips[row][column] if inside else ""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip:
            help_event: QHelpEvent = event  # type: ignore[assignment]
            QToolTip.showText(help_event.globalPos(), escape_markup(self.tip_at(help_event.pos())), self)
            return True
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(number_font(12))
        metrics, left, side = QFontMetricsF(painter.font()), self._left(), self._side()
        color = self._theme.color
        for row, name in enumerate(self._names):
            top = _HEAD + row * _ROW
            painter.setPen(color("muted"))
            words = metrics.elidedText(f"{row + 1}  {name}", Qt.TextElideMode.ElideRight, left - S2)
            middle = Qt.AlignmentFlag.AlignVCenter
            painter.drawText(QRectF(0, top, left - S2, _ROW), middle | Qt.AlignmentFlag.AlignLeft, words)
            head = QRectF(left + row * side, 0, side, _HEAD)
            painter.drawText(head, Qt.AlignmentFlag.AlignCenter, str(row + 1))
            for column, value in enumerate(self._values[row]):
                box = QRectF(left + column * side, top, side, _ROW).adjusted(1, 1, -1, -1)
                self._paint_cell(painter, box, value, itself=row == column)

    def _paint_cell(self, painter: QPainter, box: QRectF, value: float | None, *, itself: bool) -> None:
        color = self._theme.color
        painter.setPen(Qt.PenStyle.NoPen)
        ground = color("panel")
        if value is not None and not itself:
            ground = mixed(ground, color("accent" if value > 0 else "danger"), _DEEPEST * abs(value))
        painter.setBrush(ground)
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(color("muted" if itself or value is None else "text"))
        text = "·" if itself else "–" if value is None else numeral(value, 2)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _left(self) -> float:
        metrics = QFontMetricsF(number_font(12))
        widest = max((metrics.horizontalAdvance(f"00  {name}") for name in self._names), default=0.0)
        return min(_NAMES, widest + S2)

    def _side(self) -> float:
        room = (self.width() - self._left()) / max(1, len(self._names))
        return max(_CELL[0], min(_CELL[1], room))

    def _size(self, side: float) -> QSize:
        n = len(self._names)
        return QSize(round(self._left() + n * side), round(_HEAD + n * _ROW))
