"""The background of a painted row: tinted if chosen or hovered, outlined while it has the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QStyle

from assay_desktop.theme import RADIUS, Theme


def paint_row_background(painter: QPainter, box: QRect, state: QStyle.StateFlag, theme: Theme) -> None:
    """Fills and outlines `box` as the row's `state` asks."""
    selected = bool(state & QStyle.StateFlag.State_Selected)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("selection" if selected else "hover"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.color("accent"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0, 0, -1, -1), RADIUS, RADIUS)
