"""Buttons in a line, on further lines where one has no room."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem


def n_lines(widths: Sequence[int], room: int, gap: int) -> int:
    """Return how many lines parts of these widths need, all in pixels."""
    lines, left = 1, 0
    for width in widths:
        if left and left + width > room:
            lines, left = lines + 1, 0
        left += width + gap
    return lines


class FlowRow(QLayout):
    """As wide as the widest of them at least; as high as its lines need.

    Where there is an `end`, the last stands at the right, as wide as the rest of its line lets it be, and all
    of that where it expands.
    """

    def __init__(self, gap: int, *, end: bool = False) -> None:
        """`gap` in pixels, between neighbours and between lines."""
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(gap)
        self._items: list[QLayoutItem] = []
        self._end = end

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return max((place.bottom() + 1 for place in self._places(width)), default=0)

    def minimumSize(self) -> QSize:
        hints = [item.sizeHint() for item in self._shown()]
        if self._end and hints:
            hints[-1] = self._shown()[-1].minimumSize()
        width = max((hint.width() for hint in hints), default=0)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._shown()]
        width = sum(hint.width() for hint in hints) + self.spacing() * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        places = self._places(rect.width())
        spare = rect.height() - max((place.bottom() + 1 for place in places), default=0)
        corner = rect.topLeft() + QPoint(0, max(0, spare // 2))
        for item, place in zip(self._shown(), places, strict=True):
            item.setGeometry(place.translated(corner))

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _places(self, width: int) -> list[QRect]:
        """Return where each stands in a space of this width, from its corner on."""
        lines: list[list[QRect]] = [[]]
        left = top = 0
        shown = self._shown()
        for item in shown:
            size, is_end = item.sizeHint(), self._end and item is shown[-1]
            least = item.minimumSize().width() if is_end else size.width()
            if left and left + least > width:
                top += max(place.height() for place in lines[-1]) + self.spacing()
                left = 0
                lines.append([])
            if is_end:
                expands = bool(item.expandingDirections() & Qt.Orientation.Horizontal)
                size.setWidth(max(least, width - left if expands else min(size.width(), width - left)))
                left = max(0, width - size.width())
            lines[-1].append(QRect(QPoint(left, top), size))
            left += size.width() + self.spacing()
        for line in lines:
            middle = max((place.height() for place in line), default=0)
            for place in line:
                place.translate(0, (middle - place.height()) // 2)
        return [place for line in lines for place in line]
