"""A table of any number of rows that holds those which were looked at: others sort them and send pages.

Its columns are those of small tables (`rows.py`) with a name each, by which the rows are sorted elsewhere.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from assay_desktop.widgets.tables.rows import NUMBER, WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from assay_desktop.widgets.tables.rows import Column

Index = QModelIndex | QPersistentModelIndex
PAGE: Final = 200
_KEPT: Final = 40  # pages
_ROOT = QModelIndex()


class PagedRows(QAbstractTableModel):
    """Rows that are not there yet are empty, and asked for once a view has looked at them."""

    page_wanted = Signal(int)  # its first row
    sort_wanted = Signal(str, bool)  # a column's name, "" for none; downwards

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: tuple[tuple[str, Column], ...] = ()
        self._n = 0
        self._pages: OrderedDict[int, Sequence[Any]] = OrderedDict()
        self._pending: set[int] = set()
        self._missed: set[int] = set()
        self._ask = QTimer(self)
        self._ask.setSingleShot(True)
        self._ask.setInterval(0)
        self._ask.timeout.connect(self._ask_for_missed)

    # --- what pages do

    def show(
        self, columns: Sequence[tuple[str, Column]], n: int, rows: Sequence[Any], *, first: int = 0
    ) -> None:
        """Show `n` rows, of which those from `first` on are known, a page of them."""
        self.beginResetModel()
        self._columns, self._n = tuple(columns), n
        self._pages = OrderedDict({first // PAGE: rows} if rows else {})
        self._pending.clear()
        self._missed.clear()
        self.endResetModel()

    def fill(self, first: int, rows: Sequence[Any]) -> None:
        """Fill in a page that was asked for."""
        page = first // PAGE
        self._pending.discard(page)
        self._pages[page] = rows
        self._pages.move_to_end(page)
        while len(self._pages) > _KEPT:
            self._pages.popitem(last=False)
        last = min(self._n, first + len(rows)) - 1
        if first <= last and self._columns:
            self.dataChanged.emit(self.index(first, 0), self.index(last, len(self._columns) - 1))

    def give_up(self) -> None:
        """Give up pages that could not be read; they are asked for when they are looked at again."""
        self._pending.clear()

    def row(self, number: int) -> Any:
        """Return the row at this place, or None where it is not there yet."""
        rows = self._pages.get(number // PAGE, ()) if 0 <= number < self._n else ()
        return rows[number % PAGE] if number % PAGE < len(rows) else None

    def find(self, matches: Callable[[Any], bool]) -> int:
        """Return the first of the rows that are there that matches, or -1."""
        for page in sorted(self._pages):
            for place, row in enumerate(self._pages[page]):
                if matches(row):
                    return page * PAGE + place
        return -1

    # --- what Qt asks

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else self._n

    def columnCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        return self._columns[section][1].head(role)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column = self._columns[index.column()][1]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return NUMBER if column.number else WORDS
        row = self.row(index.row())
        if row is None:
            self._miss(index.row() // PAGE)
            return "…" if role == Qt.ItemDataRole.DisplayRole and index.column() == 0 else None
        return column.cell(row, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        name = self._columns[column][0] if 0 <= column < len(self._columns) else ""
        self.sort_wanted.emit(name, bool(name) and order == Qt.SortOrder.DescendingOrder)

    def _miss(self, page: int) -> None:
        if page not in self._pending:
            self._missed.add(page)
            if not self._ask.isActive():
                self._ask.start()

    def _ask_for_missed(self) -> None:
        missed, self._missed = sorted(self._missed), set()
        self._pending.update(missed)
        for page in missed:
            self.page_wanted.emit(page * PAGE)
