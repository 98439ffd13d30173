"""The big table of papers: calm rows, columns that fit the window until the user gives them widths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QByteArray,
    QItemSelection,
    QItemSelectionModel,
    QItemSelectionRange,
    QMimeData,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QDrag, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu

from assay_desktop.theme import scaled
from assay_desktop.widgets.tables.table import MeasuredTable, set_up_table

_LEAST_PX: Final = 48
_LEAST_FIRST_PX: Final = 220  # of the first column, beyond which the table scrolls sideways
_SETTLED_MS: Final = 400


class PaperView(MeasuredTable):
    """Whole rows, sorted by a click on the header; the first column takes what room the others leave.

    `widths` are the least widths of the columns at the usual text size, `shares` the parts of the table's
    width (0..1) that columns get in a wide window. Those and the first give way; the others follow the text.
    `carry` makes what a drag of rows takes along. The first columns are `shown`, the others where somebody
    chooses them.
    """

    columns_changed = Signal()  # others are shown
    _size = 100  # of the text, in per cent, that the columns are for

    def __init__(
        self,
        model: QAbstractTableModel,
        *,
        widths: tuple[int, ...],
        shares: dict[int, float],
        carry: Callable[[list[int]], QMimeData],
        shown: int,
    ) -> None:
        super().__init__()
        self._carry = carry
        self._widths = widths
        self._shares = shares
        self._shown = shown
        self._fits = True  # until the user has given widths
        self._sharing = False
        self.setModel(model)
        set_up_table(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self.shape_changed = self._settled.timeout  # columns were moved, resized or sorted
        self._set_up_header()
        self._take_measures()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Home and End select a row, where Qt goes to a column, or only scrolls while Ctrl is held.

        Qt hands Enter on after it has opened a paper, to the page that is in front by then.
        """
        end = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: self.model().rowCount() - 1}.get(Qt.Key(event.key()), -1)
        if end >= 0 and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.choose_row(end)
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()

    def shape(self) -> QByteArray:
        """Widths, order and sorting of the columns."""
        return self.horizontalHeader().saveState()

    def restore_shape(self, shape: QByteArray) -> None:
        """Restore a shape as `shape` was; an empty one changes nothing."""
        if not shape.isEmpty():
            self._fits = False
            self.horizontalHeader().restoreState(shape)
            self._fit_first()

    def shown_columns(self) -> list[int]:
        """Return the columns that are shown, as the model numbers them, from the left."""
        header = self.horizontalHeader()
        ordered = (header.logicalIndex(place) for place in range(header.count()))
        return [column for column in ordered if not header.isSectionHidden(column)]

    def show_column(self, column: int, shown: bool) -> None:
        """Show a column, or not; the first one is always there."""
        self.horizontalHeader().setSectionHidden(column, not shown)
        self._fits = False
        self._fit_first()
        self._settled.start()
        self.columns_changed.emit()

    def move_column(self, column: int, step: int) -> None:
        """Move a column past its neighbour: 1 to the right, -1 to the left."""
        shown, header = self.shown_columns(), self.horizontalHeader()
        place = shown.index(column) + step
        if 0 <= place < len(shown):
            header.moveSection(header.visualIndex(column), header.visualIndex(shown[place]))

    def open_menu(self, place: QPoint) -> None:
        """Offer the columns, and their order, at a place on the screen."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown = self.shown_columns()
        rest = [column for column in range(self.model().columnCount()) if column not in shown]
        for column in (*shown, *rest):
            action = menu.addAction(self._title(column))
            action.setCheckable(True)
            action.setChecked(column in shown)
            action.setEnabled(column != 0)
            action.toggled.connect(partial(self.show_column, column))
        menu.addSeparator()
        for words, step in ((self.tr("Move to the left"), -1), (self.tr("Move to the right"), 1)):
            inner = menu.addMenu(words)
            for column in shown:
                inner.addAction(self._title(column), partial(self.move_column, column, step))
        menu.popup(place)

    def _title(self, column: int) -> str:
        return str(self.model().headerData(column, Qt.Orientation.Horizontal))

    def selected_rows(self) -> list[int]:
        """Return the numbers of the rows that are selected, from the top."""
        chosen = (range(part.top(), part.bottom() + 1) for part in self.selectionModel().selection().toList())
        return sorted({row for rows in chosen for row in rows})

    def choose_row(self, row: int) -> None:
        """Select this row alone: Qt on its own would add it to others while Ctrl or Shift is held."""
        selection = QItemSelectionModel.SelectionFlag
        how = selection.ClearAndSelect | selection.Rows
        self.selectionModel().setCurrentIndex(self.model().index(row, 0), how)

    def choose_rows(self, rows: Sequence[int]) -> None:
        """Select these rows, which ascend, and go to the first of them, where they fit to all."""
        model, selection = self.model(), QItemSelection()
        last = model.columnCount() - 1
        ends = [row for row, following in pairwise((*rows, -1)) if following != row + 1]
        begins = [rows[0], *(following for row, following in pairwise(rows) if following != row + 1)]
        for begin, end in zip(begins, ends, strict=True):
            selection.append(QItemSelectionRange(model.index(begin, 0), model.index(end, last)))
        how = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(model.index(rows[0], 0), how.NoUpdate)
        self.selectionModel().select(selection, how.ClearAndSelect)
        for row in (rows[-1], rows[0]):  # all of them come into view, or the first ones
            self.scrollTo(model.index(row, 0))

    def startDrag(self, actions: Qt.DropAction) -> None:  # noqa: ARG002 - papers are only copied
        """Take the selected papers along; as fast for a hundred thousand rows as for one."""
        drag = QDrag(self)
        drag.setMimeData(self._carry(self.selected_rows()))
        drag.exec(Qt.DropAction.CopyAction)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: Qt would look at each row for a title that begins so, and fetch the whole library."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fits:
            self._share_width()
        self._fit_first()

    def _set_up_header(self) -> None:
        header = self.horizontalHeader()
        header.setAccessibleName(self.tr("Columns"))
        header.setSectionsMovable(True)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(_LEAST_PX)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, width in enumerate(self._widths):
            header.resizeSection(column, width)
            header.setSectionHidden(column, column >= self._shown)
        header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header.customContextMenuRequested.connect(lambda at: self.open_menu(header.mapToGlobal(at)))
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        header.sectionMoved.connect(self._note_shape)
        header.sortIndicatorChanged.connect(self._note_shape)
        header.sectionResized.connect(self._note_width)

    def _take_measures(self) -> None:
        super()._take_measures()
        header, size = self.horizontalHeader(), scaled(100)
        if not header.count() or size == self._size:
            return
        self._sharing = True
        for column in set(range(1, header.count())) - set(self._shares):
            header.resizeSection(column, round(header.sectionSize(column) * size / self._size))
        self._sharing, self._size = False, size

    def _share_width(self) -> None:
        """Give every column of a wide window its part, not the first one all of it."""
        room = self.viewport().width()
        self._sharing = True
        for column, share in self._shares.items():
            width = max(self._widths[column], round(room * share))
            self.horizontalHeader().resizeSection(column, width)
        self._sharing = False

    def _fit_first(self) -> None:
        """Let the first column take what room the others leave, and never too little to read."""
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        others = (column for column in range(1, header.count()) if not header.isSectionHidden(column))
        left = self.viewport().width() - sum(map(header.sectionSize, others))
        cramped = left < _LEAST_FIRST_PX < self.viewport().width()
        header.setSectionResizeMode(0, modes.Interactive if cramped else modes.Stretch)
        if cramped:
            header.resizeSection(0, max(_LEAST_FIRST_PX, left))

    def _note_width(self, column: int, _old: int, _new: int) -> None:
        """Note a width; the first column's follows the window's, the others change by hand alone."""
        if column != 0:
            self._fit_first()
            self._note_shape()

    def _note_shape(self, *_: object) -> None:
        if self.isVisible() and not self._sharing:
            self._fits = False
            self._settled.start()
