"""Paints a query of the sidebar: its text, and how many papers are judged for it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from assay_desktop.figures import numeral
from assay_desktop.pages.search.model import QueryLine
from assay_desktop.theme import RADIUS, ROW_HEIGHT, S2, Theme, body_font, number_font

QUERY_ROLE = Qt.ItemDataRole.UserRole + 1


class QueryDelegate(QStyledItemDelegate):
    """One line a query, the text elided before the number."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(option.rect.width(), ROW_HEIGHT)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        line = index.data(QUERY_ROLE)
        if not isinstance(line, QueryLine):
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("selection" if selected else "hover"))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), RADIUS, RADIUS)
        inner = box.adjusted(S2, 0, -S2, 0)
        count = numeral(line.n_judged) if line.n_judged else ""
        wide = QFontMetricsF(number_font(12)).horizontalAdvance(count)
        painter.setFont(number_font(12))
        painter.setPen(self._theme.color("muted"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
        painter.setFont(body_font(13))
        painter.setPen(self._theme.color("text"))
        room = inner.adjusted(0, 0, -(wide + S2 if count else 0), 0)
        text = QFontMetricsF(body_font(13)).elidedText(line.label, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()
