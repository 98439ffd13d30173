"""Frozen rows as a small sortable table: columns say what a cell shows and what it sorts by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractListModel,
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    Qt,
)
from PySide6.QtGui import QFont, QPainter, QPen
from PySide6.QtWidgets import QStyle

from assay_desktop.text.escape_markup import escape_markup
from assay_desktop.theme import BODY_PX, RADIUS, Theme, number_font

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

Index = QModelIndex | QPersistentModelIndex
ROOT = QModelIndex()
NUMBER = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
WORDS = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its title, the text of a cell, and what it sorts by (the text itself where None).

    Cells for which `strong` holds are bold; `tip` says more of one while it is pointed at.
    """

    title: str
    text: Callable[[Any], str]
    key: Callable[[Any], Any] | None = None
    number: bool = True
    hint: str = ""
    strong: Callable[[Any], bool] | None = None
    tip: Callable[[Any], str] | None = None

    def sorts_by(self, row: Any) -> Any:
        return self.text(row).casefold() if self.key is None else self.key(row)

    def head(self, role: int) -> Any:
        """Return what Qt asks of the column's head, by Qt.ItemDataRole."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return NUMBER if self.number else WORDS
        return self.hint or None if role == Qt.ItemDataRole.ToolTipRole else None

    def cell(self, row: Any, role: int) -> Any:
        """Return what Qt asks of the column's cell in a row."""
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return NUMBER if self.number else WORDS
        if role == Qt.ItemDataRole.ToolTipRole and self.tip is not None:
            return escape_markup(self.tip(row))
        if role == Qt.ItemDataRole.ToolTipRole and not self.number:
            return escape_markup(self.text(row))
        if role == Qt.ItemDataRole.FontRole and self.strong is not None and self.strong(row):
            return number_font(BODY_PX, QFont.Weight.DemiBold)
        return None


ITEM_ROLE = Qt.ItemDataRole.UserRole + 1


class ItemModel(QAbstractListModel):
    """Items one below the other, each whole under ITEM_ROLE; heirs say them in words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[Any] = []

    def title(self, item: Any) -> str:
        """Return what stands for the item."""
        raise NotImplementedError

    def spoken(self, item: Any) -> str:
        """Return what assistive tools say of it."""
        return self.title(item)

    def tip(self, item: Any) -> str:
        """Return what is shown of it while it is pointed at."""
        return self.title(item)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        item = self.items[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return escape_markup(self.tip(item)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.spoken(item)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.title(item)
        return item if role == ITEM_ROLE else None

    def item(self, row: int) -> Any:
        """Return the item in this row, None outside of the list."""
        return self.items[row] if 0 <= row < len(self.items) else None

    def find(self, matches: Callable[[Any], bool]) -> int:
        """Return the first row whose item matches, or -1."""
        return next((row for row, item in enumerate(self.items) if matches(item)), -1)

    def show(self, items: Iterable[Any]) -> None:
        """Show other items, in this order."""
        self.beginResetModel()
        self.items = list(items)
        self.endResetModel()

    def change(self, row: int, item: Any) -> None:
        """Put another item in this row."""
        self.items[row] = item
        self.dataChanged.emit(self.index(row), self.index(row))


class RowsModel(QAbstractTableModel):
    """A table of frozen rows. It holds at most some thousands of them, so it sorts in Python.

    Those of the foot, such as means, stay below the others however these are sorted.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[Column, ...] = ()
        self._rows: list[Any] = []
        self._n_foot = 0
        self._order: tuple[int, Qt.SortOrder] | None = None

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        return self._columns[section].head(role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        return self._columns[index.column()].cell(self._rows[index.row()], role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if not 0 <= column < len(self._columns):
            return
        self.layoutAboutToBeChanged.emit()
        kept = self.persistentIndexList()
        rows = [self._rows[index.row()] for index in kept]
        self._order = (column, order)
        self._sort()
        places = {id(row): place for place, row in enumerate(self._rows)}
        moved = [self.index(places[id(row)], old.column()) for row, old in zip(rows, kept, strict=True)]
        self.changePersistentIndexList(kept, moved)
        self.layoutChanged.emit()

    def _sort(self) -> None:
        if self._order is not None and self._order[0] < len(self._columns):
            column, order = self._order
            n = len(self._rows) - self._n_foot
            down = order == Qt.SortOrder.DescendingOrder
            self._rows[:n] = sorted(self._rows[:n], key=self._columns[column].sorts_by, reverse=down)

    def row(self, number: int) -> Any:
        """Return the row at this place as shown, or None."""
        return self._rows[number] if 0 <= number < len(self._rows) else None

    def find(self, matches: Callable[[Any], bool]) -> int:
        """Return the first row that matches, or -1."""
        return next((n for n, row in enumerate(self._rows) if matches(row)), -1)

    def show(self, columns: Sequence[Column], rows: Sequence[Any], *, foot: Sequence[Any] = ()) -> None:
        """Show other rows, in the order given or, once the user has sorted, in theirs; `foot` below them."""
        self.beginResetModel()
        self._columns, self._rows, self._n_foot = tuple(columns), [*rows, *foot], len(foot)
        self._sort()
        self.endResetModel()


def paint_row_background(painter: QPainter, box: QRect, state: QStyle.StateFlag, theme: Theme) -> None:
    """Fill and outlines `box` as the row's `state` asks."""
    selected = bool(state & QStyle.StateFlag.State_Selected)
    if selected or state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("selection" if selected else "hover"))
        painter.drawRoundedRect(box, RADIUS, RADIUS)
    if state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.color("accent"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0, 0, -1, -1), RADIUS, RADIUS)
