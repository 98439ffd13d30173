"""Paints a line of the sidebar: what it is called, and a number; what is new stands out."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from assay_desktop.theme import RADIUS, ROW_HEIGHT, S2, Theme, body_font, number_font

LINE_ROLE = Qt.ItemDataRole.UserRole + 1


@runtime_checkable
class SideLine(Protocol):
    """What a line shows; `count` is "" for none, `fresh` says that the number is of what is new."""

    @property
    def label(self) -> str: ...
    @property
    def count(self) -> str: ...
    @property
    def fresh(self) -> bool: ...


class SideDelegate(QStyledItemDelegate):
    """One line each, the text elided before the number."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme

    def sizeHint(self, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, ROW_HEIGHT)  # as wide as the list, which may get a scroll bar

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        line = index.data(LINE_ROLE)
        if not isinstance(line, SideLine):
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
        wide = self._paint_count(painter, inner, line)
        painter.setFont(body_font(13))
        painter.setPen(self._theme.color("text"))
        room = inner.adjusted(0, 0, -(wide + S2 if wide else 0), 0)
        text = QFontMetricsF(body_font(13)).elidedText(line.label, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()

    def _paint_count(self, painter: QPainter, inner: QRectF, line: SideLine) -> float:
        """At the right; returns the width that it takes."""
        if not line.count:
            return 0.0
        font = number_font(12, QFont.Weight.DemiBold) if line.fresh else number_font(12)
        wide = QFontMetricsF(font).horizontalAdvance(line.count)
        painter.setFont(font)
        if line.fresh:
            wide += 2 * S2
            mark = QRectF(inner.right() - wide, inner.center().y() - 9, wide, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.color("accent"))
            painter.drawRoundedRect(mark, 9, 9)
            painter.setPen(self._theme.color("on_accent"))
            painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, line.count)
        else:
            painter.setPen(self._theme.color("muted"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, line.count)
        return wide
