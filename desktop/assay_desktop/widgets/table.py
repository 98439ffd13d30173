"""How small tables look and behave: calm rows, a hairline below the header, room for the first column."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView

from assay_desktop.theme import ROW_HEIGHT, number_font

HEADER_HEIGHT = 34


def plain_table(model: QAbstractTableModel, name: str) -> QTableView:
    """A sortable table of whole rows; `name` is what assistive tools call it."""
    table = QTableView()
    table.setModel(model)
    table.setAccessibleName(name)
    table.setFont(number_font())
    table.setShowGrid(False)
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setWordWrap(False)
    table.setSortingEnabled(True)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setTabKeyNavigation(False)
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
    header = table.horizontalHeader()
    header.setFixedHeight(HEADER_HEIGHT)
    header.setHighlightSections(False)
    header.setStyleSheet("QHeaderView::section { padding: 6px 9px; }")  # in line with the cells below
    header.setSortIndicator(-1, Qt.SortOrder.DescendingOrder)
    model.modelReset.connect(lambda: _share_width(header))
    return table


def fit_height(table: QTableView, rows: int, *, most: int) -> None:
    """Makes the table as high as its rows, up to `most` of them."""
    table.setFixedHeight(HEADER_HEIGHT + ROW_HEIGHT * max(1, min(rows, most)) + 4)


def _share_width(header: QHeaderView) -> None:
    """Numbers take what they need; the words of the first column take the rest and elide."""
    for section in range(header.count()):
        mode = QHeaderView.ResizeMode.ResizeToContents if section else QHeaderView.ResizeMode.Stretch
        header.setSectionResizeMode(section, mode)
