"""Values with their numbers of papers, under headings; chosen ones are ticked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QFrame, QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.text.figures import numeral
from assay_desktop.theme import RADIUS, S2, Theme, body_font, number_font

if TYPE_CHECKING:
    from collections.abc import Sequence

    from assay_desktop.pages.search.facets import Value

_ROOT = QModelIndex()
LINE_ROLE: Final = Qt.ItemDataRole.UserRole + 1
_ROW_PX: Final = 26
_HEADING_PX: Final = 30
_BOX_PX: Final = 12.0


@dataclass(frozen=True, slots=True)
class FacetLine:
    """A value to choose, as it is said; without a `value` it is a heading."""

    text: str
    value: Value | None = None


class FacetList(QListView):
    """As high as its rows. A click, Space and Enter choose a value, or lift that."""

    chosen = Signal(str, str)  # facet, value

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._model = _Lines(self)
        self.setModel(self._model)
        self._delegate = _FacetDelegate(theme)
        self.setItemDelegate(self._delegate)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Restrict the search to"))
        self.clicked.connect(self._choose)
        theme.changed.connect(self.viewport().update)
        self.show_lines([])

    @property
    def lines(self) -> tuple[FacetLine, ...]:
        return tuple(self._model.lines)

    def show_lines(self, lines: Sequence[FacetLine]) -> None:
        """The lines in this order; the one that the keys are at stays it."""
        at = self._model.line(self.currentIndex())
        self._model.show(lines)
        places = [n for n, line in enumerate(lines) if at and _place(line) == _place(at)]
        if places:
            self.setCurrentIndex(self._model.index(places[0]))
        self.setFixedHeight(sum(_height(line) for line in lines) + 2)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: Any) -> None:
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self._model.index(self._model.first_value))

    def _choose(self, index: QModelIndex) -> None:
        line = self._model.line(index)
        if line is not None and line.value is not None:
            self.chosen.emit(line.value.facet, line.value.value)


class _Lines(QAbstractListModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.lines: list[FacetLine] = []

    @property
    def first_value(self) -> int:
        return next((place for place, line in enumerate(self.lines) if line.value), 0)

    def show(self, lines: Sequence[FacetLine]) -> None:
        self.beginResetModel()
        self.lines = list(lines)
        self.endResetModel()

    def line(self, index: QModelIndex | QPersistentModelIndex) -> FacetLine | None:
        return self.lines[index.row()] if index.isValid() else None

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.lines)

    def flags(self, index: QModelIndex | QPersistentModelIndex) -> Qt.ItemFlag:
        line = self.line(index)
        if line is None or line.value is None:
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        line = self.line(index)
        if line is None:
            return None
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_markup(line.text) if line.value else None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            if line.value is None:
                return line.text
            words = self.tr("{0}, {1} papers, chosen") if line.value.chosen else self.tr("{0}, {1} papers")
            return words.format(line.text, numeral(line.value.n))
        return None


class _FacetDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, _height(index.data(LINE_ROLE)))  # as wide as the list

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        line = index.data(LINE_ROLE)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        if line.value:
            self._paint_ground(painter, box, option.state)
            self._paint_value(painter, box.adjusted(S2, 0, -S2, 0), line.text, line.value)
        else:
            painter.setFont(body_font(12, QFont.Weight.DemiBold))
            painter.setPen(self._theme.color("muted"))
            room = box.adjusted(S2, 0, -S2, -S2 / 2)
            painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, line.text)
        painter.restore()

    def _paint_ground(self, painter: QPainter, box: QRectF, state: QStyle.StateFlag) -> None:
        if state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("hover"))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS, RADIUS)

    def _paint_value(self, painter: QPainter, box: QRectF, words: str, value: Value) -> None:
        tick = QRectF(box.left(), box.center().y() - _BOX_PX / 2, _BOX_PX, _BOX_PX)
        painter.setPen(QPen(self._theme.color("accent" if value.chosen else "faint"), 1.2))
        painter.setBrush(self._theme.color("accent" if value.chosen else "panel"))
        painter.drawRoundedRect(tick, 3, 3)
        if value.chosen:
            path = QPainterPath(tick.topLeft() + (tick.center() - tick.topLeft()) * 0.55)
            path.moveTo(tick.left() + 3, tick.center().y() + 0.5)
            path.lineTo(tick.left() + 5.2, tick.bottom() - 3)
            path.lineTo(tick.right() - 2.6, tick.top() + 3.4)
            painter.setPen(QPen(self._theme.color("on_accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(path)
        number = numeral(value.n)
        wide = QFontMetricsF(number_font(12)).horizontalAdvance(number)
        painter.setFont(number_font(12))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number)
        room = box.adjusted(_BOX_PX + S2, 0, -(wide + S2), 0)
        font = body_font(13, QFont.Weight.DemiBold if value.chosen else QFont.Weight.Normal)
        painter.setFont(font)
        painter.setPen(self._theme.color("text"))
        text = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)


def _height(line: FacetLine) -> int:
    return _ROW_PX if line.value else _HEADING_PX


def _place(line: FacetLine) -> tuple[str, str] | None:
    """What a line stays the same by while its number changes."""
    return (line.value.facet, line.value.value) if line.value else None
