"""The mouse over a table, as Qt tells it: with a move, or when what lay over the table goes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtGui import QHoverEvent
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView


def hover_over(table: QTableView, at: QPoint | None) -> None:
    """Bring the mouse in at this place of the viewport; None takes it away."""
    kind = QEvent.Type.HoverLeave if at is None else QEvent.Type.HoverEnter
    place = QPointF(at or QPoint(-1, -1))
    QApplication.sendEvent(table.viewport(), QHoverEvent(kind, place, place, QPointF(-1, -1)))
