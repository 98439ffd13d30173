"""How small tables look and behave: calm rows, a hairline below the header, room for the first column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QObject,
    QPoint,
    QSignalBlocker,
    QSize,
    Qt,
)
from PySide6.QtGui import QHoverEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from assay_desktop.theme import number_font, row_height, scaled, set_px
from assay_desktop.widgets.tables.rows import Index
from assay_desktop.widgets.tables.two_line_heads import TwoLineHeads

HEADER_HEIGHT = 34
_PADDING_PX = 22  # left and right of a title, with what its last letter may stick out
_ARROW_PX = 22
_LEAST_PX = 64  # of a column, above all of the one that gives way
_SHORT_PX = 140  # of that one in a table that is scrolled sideways


class Heads(QHeaderView):
    """As wide as the titles; Qt keeps room for an arrow in every column, these in the sorted one alone."""

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setSectionsClickable(True)
        self.sortIndicatorChanged.connect(lambda _section, _order: self.resizeSections())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the column that stretches narrow where the others leave no room: Qt leaves it as it was."""
        super().resizeEvent(event)
        for section in range(self.count()):
            if self.sectionResizeMode(section) is QHeaderView.ResizeMode.Stretch:
                others = self.length() - self.sectionSize(section)
                if self.viewport().width() - others < _SHORT_PX < self.sectionSize(section):
                    self.resizeSection(section, _SHORT_PX)

    def sectionSizeFromContents(self, section: int) -> QSize:
        title = str(self.model().headerData(section, Qt.Orientation.Horizontal) or "")
        arrow = _ARROW_PX if section == self.sortIndicatorSection() else 0
        width = self.fontMetrics().horizontalAdvance(title) + _PADDING_PX + arrow
        return QSize(width, super().sectionSizeFromContents(section).height())


class RowHover(QStyledItemDelegate):
    """Tints the whole row under the mouse, where Qt would tint one cell of it."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(table)
        self._table = table
        self._row = -1
        self._place: QPoint | None = None  # of the mouse, in the viewport
        table.viewport().installEventFilter(self)
        table.verticalScrollBar().valueChanged.connect(self._hover)  # rows move under a mouse at rest

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        shown: Any = option  # PySide's stubs leave out the fields of options
        if index.row() == self._row:
            shown.state |= QStyle.StateFlag.State_MouseOver
        else:
            shown.state &= ~QStyle.StateFlag.State_MouseOver

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Ignore what would take the viewport for an editor, as Qt's own does.

        The mouse comes in without a move too: from a tooltip that goes away under it.
        """
        if isinstance(event, QHoverEvent):
            left = event.type() == QEvent.Type.HoverLeave
            self._place = None if left else event.position().toPoint()
            self._hover()
        return False

    def _hover(self) -> None:
        row = -1 if self._place is None else self._table.indexAt(self._place).row()
        if row != self._row:
            self._row = row
            self._table.viewport().update()


def set_up_table(table: QTableView) -> None:
    """Show whole rows without a grid, one line each, under a quiet header."""
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.setItemDelegate(RowHover(table))
    set_px(table.horizontalHeader(), height=HEADER_HEIGHT)
    table.horizontalHeader().setHighlightSections(False)


class MeasuredTable(QTableView):
    """A table of numbers in the text size and density of the window, whatever they are."""

    def __init__(self) -> None:
        super().__init__()
        self._take_measures()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:  # as when other measures were chosen
            self._take_measures()

    def _take_measures(self) -> None:
        self.setFont(number_font())
        rows, top = self.verticalHeader(), self.rowAt(0)
        changes = rows.defaultSectionSize() != row_height()
        rows.setDefaultSectionSize(row_height())
        if changes and top > 0:  # what was read stays in sight
            self.updateGeometries()
            self.scrollTo(self.model().index(top, 0), QAbstractItemView.ScrollHint.PositionAtTop)


class PlainTable(MeasuredTable):
    """One whose height may be that of its rows."""

    _n_rows = 0  # that its height is for; 0 where a layout gives it

    def _take_measures(self) -> None:
        super()._take_measures()
        if self._n_rows:
            self.setFixedHeight(scaled(HEADER_HEIGHT) + row_height() * self._n_rows + 4)

    def fit_height(self, rows: int, *, most: int) -> None:
        """Be as high as the rows, up to `most` of them."""
        self._n_rows = max(1, min(rows, most))
        self._take_measures()


def plain_table(
    model: QAbstractTableModel,
    name: str,
    *,
    stretch: int = 0,
    fixed: bool = False,
    heads: QHeaderView | None = None,
) -> PlainTable:
    """Return a sortable table of whole rows; `name` is what assistive tools call it.

    The column `stretch` takes the room that the others leave, and elides where that is short. The others
    are as wide as what is in them, or where widths are `fixed` as `narrow_columns` says: a table of many
    rows is not measured. `heads` are instead of Qt's own.
    """
    table = PlainTable()
    table.setHorizontalHeader(heads or Heads())
    table.setModel(model)
    table.setAccessibleName(name)
    set_up_table(table)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setSortingEnabled(True)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    header = table.horizontalHeader()
    header.setMinimumSectionSize(_LEAST_PX)
    header.setStyleSheet("QHeaderView::section { padding: 6px 9px; }")  # in line with the cells below
    header.setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
    if fixed:
        model.modelReset.connect(lambda: _stretch_one(header, stretch))
    else:
        model.modelReset.connect(lambda: _share_width(header, stretch))
    return table


def narrow_columns(table: QTableView, *widths: int, stretch: int = 0) -> None:
    """Give every column but the one that stretches its width, in order, whatever its title would take.

    It holds for the columns that the table has now; a title that is too long is cut in the middle.
    """
    header, modes = table.horizontalHeader(), QHeaderView.ResizeMode
    if not isinstance(header, TwoLineHeads):  # which cut what does not fit themselves
        header.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    header.setMinimumSectionSize(min(_LEAST_PX, *widths))
    others = [section for section in range(header.count()) if section != stretch]
    for section, px in zip(others, widths, strict=False):
        header.setSectionResizeMode(section, modes.Fixed)
        header.resizeSection(section, px)


def shared_out(wished: Sequence[int], room: int, *, least: int) -> list[int]:
    """Widths in pixels: as wished where `room` is enough, else the widest are cut to one width of `least`."""
    most = max(wished, default=0)
    while most > least and sum(min(px, most) for px in wished) > room:
        most -= 1
    return [min(px, most) for px in wished]


def choose_row(table: QTableView, row: int) -> None:
    """Make a row the current one without a word to those who listen; -1 for none."""
    flags, index = QItemSelectionModel.SelectionFlag, table.model().index(row, 0)
    with QSignalBlocker(table.selectionModel()):
        if index.isValid():
            table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            table.scrollTo(index)
        else:
            table.selectionModel().clear()
    table.viewport().update()


def _stretch_one(header: QHeaderView, stretch: int) -> None:
    if header.count():
        header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)


def _share_width(header: QHeaderView, stretch: int) -> None:
    """Give numbers what they need; the words of one column take the rest and elide."""
    modes = QHeaderView.ResizeMode
    for section in range(header.count()):
        header.setSectionResizeMode(section, modes.Stretch if section == stretch else modes.ResizeToContents)
